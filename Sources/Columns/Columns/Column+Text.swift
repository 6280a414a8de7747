import FeedIdentity
package import FeedValues
package import Values

extension Column {
  /// The text of a row in this column, before it is cut to a width.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - calendar: The time zone in which times are written.
  ///   - present: The current time, for relative times; without it they are written as date and time.
  /// - Returns: The text; empty if the row has no value in this column.
  package func text(of row: Row, in calendar: Calendar, at present: FeedTime? = nil) -> String {
    value(of: row).map { text(of: $0, in: row, calendar, at: present, limit: .max) } ?? ""
  }

  /// The text of a row in a cell, limited to what any cell can show.
  package func cellText(of row: Row, in calendar: Calendar, at present: FeedTime? = nil) -> String {
    value(of: row).map { cellText(of: $0, in: row, calendar, at: present) } ?? ""
  }

  /// The text in a cell of a row whose value is already known.
  ///
  /// - Complexity: O(`limit`), because cells are drawn in every frame.
  package func cellText(
    of value: JSONValue,
    in row: Row,
    _ calendar: Calendar,
    at present: FeedTime?,
    limit: Int = Column.longestCell
  ) -> String {
    guard value.isScalar, value.text.count > limit else {
      return text(of: value, in: row, calendar, at: present, limit: limit)
    }
    let text = value.string(limit: limit).text
    return format == .status ? Self.words(text) : text
  }

  /// The maximum number of bytes read of a value for a cell: the rest would not fit on any screen.
  package static let longestCell = 16 * maximumWidth

  /// The text of a row whose value is already known, and perhaps the currency next to it.
  package func text(
    of value: JSONValue,
    currency: JSONValue? = nil,
    in row: Row,
    _ calendar: Calendar,
    at present: FeedTime?,
    limit: Int = Column.longestCell
  ) -> String {
    switch format {
    case .text where path.names.isEmpty && leavesOutObjects && !isExact && value.kind == .object:
      return ""
    case .text: return Self.text(value, limit)
    case .number:
      guard expression != nil, let number = DecimalNumber(value) else { return value.string }
      return number.roundedForCell.text ?? value.string
    case .time(let style):
      let reader = TimeReader(calendar, present: present)
      guard let time = reader.time(value) else { return value.string }
      let text = style.text(of: time, in: calendar, at: present)
      // A day has no time of day that could be shown.
      guard style == .dateAndClock, value.kind == .string, reader.day(value.string) != nil else {
        return text
      }
      return String(text.prefix { $0 != " " })
    case .money, .amount: return money(value, currency, of: row) ?? value.string
    case .bytes: return sizeText(of: value.string) ?? value.string
    case .duration(let unit): return Magnitude.duration(value.string, in: unit) ?? value.string
    case .status where leavesOutObjects && !isExact && value.kind == .object: return ""
    case .status: return value.isScalar ? Self.words(value.string) : Self.text(value, limit)
    case .level(let scale): return level(value, scale)
    case .boolean:
      switch value.string {
      case "true": return "yes"
      case "false": return "no"
      default: return value.string
      }
    case .json: return value.compactText(limit / 4)
    }
  }

  /// An amount with its currency, which is a field next to it or next to an object that contains it.
  private func money(_ value: JSONValue, _ known: JSONValue?, of row: Row) -> String? {
    guard let currency = known?.kind == .string ? known : currency(of: row) else { return nil }
    return format == .money
      ? Money.text(minorUnits: value.string, currency: currency.string)
      : Money.text(amount: value.string, currency: currency.string)
  }

  /// The currency of the amount of a row: a field next to it or next to an object that contains it; nil if there is none.
  package func currency(of row: Row) -> JSONValue? {
    guard let path = paths.first(where: { row.value[$0] != nil }) else { return nil }
    return Self.currencyPaths(of: path).lazy.compactMap { row.value[$0] }
      .first { $0.kind == .string }
  }

  /// The paths at which the currency of an amount may be, the nearest one first.
  package var currencyPaths: [FieldPath] { paths.flatMap(Self.currencyPaths) }

  private static func currencyPaths(of path: FieldPath) -> [FieldPath] {
    path.names.indices.reversed().map { count in
      FieldPath(Array(path.names[..<count])).appending("currency")
    }
  }

  /// The word for a numeric level; other values are unchanged.
  private func level(_ value: JSONValue, _ scale: LevelScale) -> String {
    guard value.kind == .number || DecimalNumber(value) != nil,
      let level = scale.level(of: value.string)
    else { return Self.text(value, Self.longestCell) }
    return level.word
  }

  private static func text(_ value: JSONValue, _ limit: Int) -> String {
    switch value.kind {
    case .object: return value.compactText(limit / 4)
    // A long array is not parsed: no column shows all of it.
    case .array where value.text.count > limit: return value.compactText(limit / 4)
    case .array:
      let texts = value.elements.map { $0.isScalar ? $0.string : $0.compactText(limit / 4) }
      return texts.joined(separator: ", ")
    default: return value.string
    }
  }

  /// Formats a status the way the table does.
  package static func words(_ status: String) -> String {
    guard status.utf8.contains(UInt8(ascii: "_")) else { return status }
    return String(status.map { $0 == "_" ? " " : $0 })
  }
}

extension JSONValue {
  /// The text of the value without insignificant white space, up to a number of bytes.
  fileprivate func compactText(_ limit: Int) -> String {
    text.withBytes { bytes in
      var compact: [UInt8] = []
      var (isString, isEscaped) = (false, false)
      for byte in bytes {
        if isString {
          if isEscaped {
            isEscaped = false
          } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
          } else if byte == UInt8(ascii: "\"") {
            isString = false
          }
        } else if byte == UInt8(ascii: "\"") {
          isString = true
        } else if " \t\r\n".utf8.contains(byte) {
          continue
        }
        compact.append(byte)
        if compact.count > limit { break }
      }
      return String(decoding: compact, as: UTF8.self)
    }
  }
}
