package import FeedValues

/// A rule that reads the identity of a row from its content.
package enum KeyRule: Hashable, Sendable {
  /// The fields at these paths, in this order.
  case fields([FieldPath])
  /// The whole content: a row that changes becomes a different row.
  case content
  /// The arrival number: no row is ever the same as an earlier one.
  case arrival
  /// The only row of a list, whatever its content: it is identified by its position.
  case position

  /// The same rows with the identities that the rule gives them, in the same order; rows with equal keys
  /// are numbered in that order.
  ///
  /// - Complexity: O(*n*) in the length of the rows' text.
  package func identified(_ rows: [Row]) -> [Row] {
    guard self != .arrival else { return rows }
    return Self.rows(of: rows.map(\.value), by: self).rows
  }

  /// The text of a row's key; nil if one of its fields is missing or not a scalar.
  package static func key(of row: JSONValue, at paths: [FieldPath]) -> ByteSlice? {
    if paths.count == 1 {
      guard let value = row[paths[0]], value.isScalar else { return nil }
      return text(of: value)
    }
    var parts: [String] = []
    for path in paths {
      guard let value = row[path], value.isScalar else { return nil }
      parts.append(value.string)
    }
    return text(of: parts.joined(separator: "/"))
  }

  /// The rows of one list, in order: rows with equal keys are numbered in that order, and rows without the
  /// key are identified by their whole content.
  ///
  /// - Returns: The rows, and the number of rows without the key.
  /// - Complexity: O(*n*) in the length of the rows' text.
  package static func rows(of values: [JSONValue], by rule: KeyRule) -> (rows: [Row], lacking: Int)
  {
    var lacking = 0
    let rows = rows(of: values) { offset in
      switch rule {
      case .fields(let paths):
        if let key = key(of: values[offset], at: paths) { return key }
        lacking += 1
        return text(of: values[offset])
      case .content: return text(ofContent: values[offset])
      case .position: return ByteSlice(copying: "\(offset + 1)".utf8)
      case .arrival: return ByteSlice(copying: [])
      }
    }
    return (rows, lacking)
  }

  /// Creates the rows of one list, which are numbered if their keys repeat.
  ///
  /// - Parameters:
  ///   - values: The contents of the rows.
  ///   - key: Returns the key of the row at an offset; called once for each.
  /// - Returns: The rows, in order.
  package static func rows(of values: [JSONValue], key: (Int) -> ByteSlice) -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(values.count)
    /// The number of rows so far that have each key.
    var counts: [ByteSlice: Int] = [:]
    for offset in values.indices {
      let key = key(offset)
      let count = counts[key, default: 0]
      counts[key] = count + 1
      rows.append(Row(id: RowID(key: key, occurrence: count), value: values[offset]))
    }
    return rows
  }

  /// The text of a value such that equal values have equal text, however they are spelled.
  package static func text(of value: JSONValue) -> ByteSlice { value.canonicalText }

  /// Whether a text has one of the words of running clocks, which few lines have: to read each would take long.
  private static func mayHaveClock(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.indices.contains { start in
      clockWords.contains { word in
        start + word.count <= bytes.count
          && word.indices.allSatisfy { bytes[start + $0] | 0x20 == word[$0] }
      }
    }
  }
  private static let clockWords = ["up", "ago", "left", "remaining", "elapsed"].map {
    Array($0.utf8)
  }

  /// The text that identifies a row of a list by its content: of a line whose clocks run, what stays the same.
  private static func text(ofContent value: JSONValue) -> ByteSlice {
    guard value.kind == .string, value.text.count < 192,
      value.text.withBytes(mayHaveClock), let constant = ClockText.constantPart(of: value.string)
    else { return text(of: value) }
    return text(of: constant)
  }

  /// A string as the key of a row: JSON with as few escapes as possible.
  static func text(of string: String) -> ByteSlice {
    var text: [UInt8] = []
    text.appendJSONString(string.utf8)
    return ByteSlice(copying: text)
  }
}

extension KeyRule: CustomStringConvertible {
  /// The rule as an argument of `--key`, or in words.
  package var description: String {
    switch self {
    case .fields(let paths): paths.map(\.description).joined(separator: ",")
    case .content: "the content of the row"
    case .arrival: "order of arrival"
    case .position: "position in the list"
    }
  }
}
