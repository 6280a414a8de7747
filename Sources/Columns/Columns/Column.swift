import FeedIdentity
package import FeedValues
internal import TerminalCore
package import Values

/// A column of the table: the source of its values and how they are shown.
package struct Column: Hashable, Sendable {
  /// When a column is on the screen.
  package enum Visibility: Hashable, Sendable {
    /// If it is informative enough and there is room for it.
    case automatic
    /// Always, as far as the screen is wide enough.
    case shown
    /// Never.
    case hidden
  }

  /// The title in the header.
  package var title: String
  /// The paths of the value: the first one with a value counts.
  package var paths: [FieldPath]
  /// The format of the values.
  package var format: Format
  /// The style of the text.
  package var look = CellLook.plain
  /// The number of bytes per unit of a number, if the column is a size.
  var bytesPerUnit = 1
  /// Whether people call the rows by the values.
  var isName = false
  /// The screen columns of the widest value so far; it only grows.
  package var naturalWidth: Int
  /// The distribution of the widths of values so far.
  var widths = WidthTally()
  /// The greatest number of screen columns at and after the decimal point so far, which are reserved in all rows.
  package var fractionWidth = 0
  /// The greatest number of screen columns before the decimal point so far.
  var wholeWidth = 0
  /// The importance of the column: on a narrow screen, the columns with the lowest weight go first.
  package var weight: Int
  /// Whether the value is a secondary detail, such as an identity or a time, that is drawn dimmed.
  package var isQuiet: Bool
  /// The meaning that the field is taken to have.
  package var kind = ColumnKind.other
  /// Whether the values are identifiers that nobody reads, which get room last.
  var isOpaque = false
  /// When the column is on the screen.
  package var visibility = Visibility.automatic
  /// The width that the user chose, in screen columns; nil for automatic.
  package var chosenWidth: Int?
  /// The format that the user chose; nil for automatic.
  package var chosenFormat: FormatName?
  /// The title that the user chose; nil for automatic.
  package var chosenTitle: String? {
    didSet { title = chosenTitle ?? title }
  }
  /// The expression that gives the values; nil for a field that the rows have by themselves.
  package var expression: Expression?
  /// Whether the column shows only its first path, because the user named it.
  var isExact = false
  /// Whether objects among the values are not shown, because their members have columns of their own.
  var leavesOutObjects = false
  /// Whether the column is the key of the rows or part of it.
  package var isKey = false
  /// Whether the values are the messages of a log, for which the other columns make room.
  package var isMessage = false
  /// The column's group, from left to right.
  var place = 0

  /// Creates a column.
  package init(
    title: String,
    paths: [FieldPath],
    format: Format,
    naturalWidth: Int,
    weight: Int,
    isQuiet: Bool
  ) {
    (self.title, self.paths, self.format) = (title, paths, format)
    (self.naturalWidth, self.weight, self.isQuiet) = (naturalWidth, weight, isQuiet)
  }

  /// The identity of the column, whatever else changes.
  package var path: FieldPath { paths.first ?? FieldPath([]) }

  /// Whether the values are numbers, however they are written, and right-aligned.
  package var isRightAligned: Bool {
    switch format {
    case .number, .money, .amount, .bytes, .duration: true
    case .text, .time, .status, .level, .boolean, .json: false
    }
  }

  /// The value of a row in this column; nil if it is missing or null.
  package func value(of row: Row) -> JSONValue? {
    for path in paths {
      if let value = row.value[path], value.kind != .null { return value }
    }
    return nil
  }

  // MARK: Width

  /// Columns with a lower weight are hidden unless the user asks for them.
  static let minimumWeight = 10
  /// The weight of a column whose values another one shows.
  static let weightWithinAnother = -1_000
  /// Whether the column is hidden unless the user asks for it.
  package var isDull: Bool { weight < Self.minimumWeight }
  /// The maximum width of a column while another one is cut or omitted.
  static let comfortableWidth = 44
  /// The maximum width of a column, however long its values are.
  package static let maximumWidth = 240

  /// The minimum width at which the values remain readable.
  ///
  /// - Parameter isNarrow: Whether the screen is narrow, so that times are shown without seconds.
  /// - Returns: The width in screen columns.
  func minimumWidth(isNarrow: Bool) -> Int {
    if let chosenWidth { return chosenWidth }
    switch format {
    case .time(.clock): return isNarrow ? 5 : 8
    case .time(.dateAndClock): return isNarrow ? 10 : naturalWidth
    // Three-digit codes and words such as GET are never cut.
    case .text where look == .response || look == .method: return naturalWidth
    case .text, .json:
      return min(naturalWidth, isNarrow ? 12 : isName ? 32 : isQuiet ? 14 : 16)
    case .status: return min(commonWidth, 18)
    case .number, .money, .amount, .bytes, .duration, .level, .boolean, .time: return naturalWidth
    }
  }

  /// Widens the column for a row.
  ///
  /// The width grows in steps, so that it changes rarely: numbers get what they need; text gets a multiple of
  /// 4 up to 24 columns, of 8 up to 64, then of 32.
  ///
  /// - Parameters:
  ///   - text: The text of the row in this column.
  ///   - isFirst: Whether the column has not been shown yet; then texts of any length get multiples of 4.
  /// - Returns: Whether the column is wider than before, or the width of most of its values changed.
  mutating func widen(for text: String, isFirst: Bool) -> Bool {
    var width = 0
    if isRightAligned {
      // Room after the point is reserved in all rows, so that the points are aligned.
      let fraction = min(fractionWidth(of: text), Self.maximumFraction)
      wholeWidth = max(
        wholeWidth,
        DisplayWidth.width(of: text, limit: Self.maximumWidth) - fraction
      )
      fractionWidth = max(fractionWidth, fraction)
      width = wholeWidth + fractionWidth
    } else {
      let dot = format == .status ? 2 : 0
      width = DisplayWidth.width(of: text, limit: Self.maximumWidth) + dot
    }
    let isOtherwiseCommon = isRightAligned ? false : widths.add(width)
    guard width > naturalWidth, naturalWidth < Self.maximumWidth else { return isOtherwiseCommon }
    let step = isRightAligned ? 1 : isFirst || width <= 24 ? 4 : width <= 64 ? 8 : 32
    naturalWidth = min((width + step - 1) / step * step, Self.maximumWidth)
    return true
  }

  /// The width of most of the values.
  ///
  /// Wider ones are exceptions, for which no other column is cut.
  var commonWidth: Int { min(naturalWidth, widths.common ?? naturalWidth) }

  /// The maximum number of screen columns reserved after the decimal point.
  private static let maximumFraction = 10

  /// Forgets the widths of the values, because they will be written differently.
  package mutating func resetWidth() {
    (naturalWidth, fractionWidth, wholeWidth) = (title.displayWidth, 0, 0)
    widths = WidthTally()
  }
}

extension Column {
  /// The screen columns of a cell's text at and after the decimal point.
  package func fractionWidth(of text: String) -> Int {
    switch format {
    case .number: numberFractionWidth(of: text)
    // Amounts in a currency have the same number of places: the last digits are aligned.
    case .amount:
      text.utf8.lastIndex(of: UInt8(ascii: ".")).map { text.utf8[$0...].count } ?? 0
    default: 0
    }
  }

  /// The screen columns of a number at and after the decimal point, including a percent sign.
  private func numberFractionWidth(of text: String) -> Int {
    switch look {
    case .percent, .delta:
      let number = NumberText.withoutPercentSign(text)
      let sign = text.utf8.count - number.utf8.count
      let digits = number.hasPrefix("+") ? number.dropFirst() : number
      return (NumberText.fractionWidth(digits) ?? 0) + sign
    default: return NumberText.fractionWidth(text) ?? 0
    }
  }
}

extension Column {
  /// The column without its place on the screen.
  ///
  /// Nearly every row changes the widths: measures of the same values must not differ by them.
  package var withoutLayout: Column {
    var column = self
    column.resetWidth()
    (column.weight, column.isQuiet, column.place) = (0, false, 0)
    (column.visibility, column.chosenWidth) = (.automatic, nil)
    return column
  }
}

extension Column {
  /// The text of a cell before and after a change: `pending → failed`; nil if it shows the same.
  ///
  /// - Parameters:
  ///   - old: The row before, and its value in this column.
  ///   - new: The row after, and its value.
  ///   - calendar: The time zone in which times are written.
  ///   - present: The current time, for relative times.
  /// - Returns: The cell.
  package func change(
    from old: (row: Row, value: JSONValue?),
    to new: (row: Row, value: JSONValue?),
    _ calendar: Calendar,
    _ present: FeedTime?
  ) -> ColumnCell? {
    func text(_ row: Row, _ value: JSONValue?) -> String {
      let text = value.map { shownText(of: $0, in: row, calendar, at: present) } ?? ""
      return text.isEmpty ? "–" : folded(text)?.text ?? text
    }
    let (before, after) = (text(old.row, old.value), text(new.row, new.value))
    guard before != after else { return nil }
    var role = Theme.Role.changed
    if case .status = format { role = StatusTone(after).role }
    return ColumnCell([(before[...], .dim), (" → ", .faint), (after[...], role)])
  }
}

extension [Column] {
  /// The column with a name: its exact path, its title, the last component of its path (both ignoring case), or
  /// any name by which a filter would find the field.
  package func named(_ name: String) -> Column? {
    if name.count > 2, name.hasPrefix("\""), name.hasSuffix("\"") {
      return named(String(name.dropFirst().dropLast()))
    }
    let wanted = name.lowercased()
    return first { $0.paths.contains { $0.description == name } }
      ?? first { $0.title.lowercased() == wanted }
      ?? first { $0.paths.contains { $0.name.lowercased() == wanted } }
      ?? first { $0.paths.contains(where: FieldName(name).matches) }
      ?? meant(by: wanted)
  }

  /// The column with a title, in any case, or else with the part of a log entry that the title means.
  package func titled(_ title: String) -> Column? {
    let wanted = title.lowercased()
    // A path that is not known yet would be looked for for ever.
    return first { column in
      column.title.lowercased() == wanted
        && !column.paths.contains { $0.description.lowercased() == wanted }
    } ?? meant(by: wanted)
  }

  /// The only column of levels, times or messages in a list, whatever its name: `level` is `severity` in some logs.
  private func meant(by name: String) -> Column? {
    let found = filter { column in
      switch (name, column.format) {
      case ("level", .level), ("time", .time): true
      case ("message", _): LogLine.isMessageName(column.path.name)
      default: false
      }
    }
    return found.count == 1 && !contains { $0.paths.contains { $0.name.lowercased() == name } }
      ? found[0] : nil
  }
}

/// A change that the user makes to the columns, which are given by their offsets.
package enum ColumnChange: Hashable, Sendable {
  /// Show or hide a column.
  case toggle(Int)
  /// Swap a column with the next one.
  case swap(Int)
  /// Change the width of a column by a number of screen columns.
  case resize(Int, by: Int)
  /// Switch a column to its next format.
  case nextFormat(Int)
  /// Restore the automatic columns.
  case reset
}

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
