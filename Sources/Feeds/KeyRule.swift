/// How the identity of a row is read from its content.
public enum KeyRule: Hashable, Sendable {
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
  public func identified(_ rows: [Row]) -> [Row] {
    guard self != .arrival else { return rows }
    let ids = Self.identities(of: rows.map(\.value), by: self).ids
    return zip(ids, rows).map { Row(id: $0, value: $1.value) }
  }

  /// The text of a row's key; nil if one of its fields is missing or not a scalar.
  static func key(of row: JSONValue, at paths: [FieldPath]) -> ByteSlice? {
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

  /// The identities of the rows of one list, in order: rows with equal keys are numbered in that order,
  /// and rows without the key are identified by their whole content.
  ///
  /// - Returns: The identities, and the number of rows without the key.
  /// - Complexity: O(*n*) in the length of the rows' text.
  static func identities(
    of values: [JSONValue],
    by rule: KeyRule
  ) -> (ids: [RowID], lacking: Int) {
    var lacking = 0
    let keys = values.enumerated().map { offset, value in
      switch rule {
      case .fields(let paths):
        if let key = key(of: value, at: paths) { return key }
        lacking += 1
        return text(of: value)
      case .content: return text(of: value)
      case .position: return ByteSlice(copying: "\(offset + 1)".utf8)
      case .arrival: return ByteSlice(copying: [])
      }
    }
    return (numbered(keys), lacking)
  }

  /// The identities of rows with these keys, which are numbered where they repeat.
  static func numbered(_ keys: [ByteSlice]) -> [RowID] {
    var occurrences: [ByteSlice: Int] = [:]
    occurrences.reserveCapacity(keys.count)
    func next(_ count: inout Int) -> Int {
      defer { count += 1 }
      return count
    }
    return keys.map { RowID(key: $0, occurrence: next(&occurrences[$0, default: 0])) }
  }

  /// The text of a value such that equal values have equal text, however they are spelled.
  static func text(of value: JSONValue) -> ByteSlice { value.canonicalText }

  /// A string as the key of a row: JSON with as few escapes as possible.
  static func text(of string: String) -> ByteSlice {
    var text: [UInt8] = []
    text.appendJSONString(string.utf8)
    return ByteSlice(copying: text)
  }
}

extension KeyRule: CustomStringConvertible {
  /// The rule as an argument of `--key`, or in words.
  public var description: String {
    switch self {
    case .fields(let paths): paths.map(\.description).joined(separator: ",")
    case .content: "the content of the row"
    case .arrival: "order of arrival"
    case .position: "position in the list"
    }
  }
}
