/// How the identity of a row is read from its content.
public enum KeyRule: Hashable, Sendable {
  /// The fields at these paths, in this order.
  case fields([FieldPath])
  /// The whole content: a row that changes is another row then.
  case content
  /// No row is another one again: the number of its arrival.
  case arrival

  /// The key of rows that stand in one list: the first well-known name that is present in every
  /// row and unique, else the first column of unique scalars, else the whole content.
  ///
  /// - Complexity: O(*n* · *c*) for *n* rows and *c* candidates; a candidate is left at the first
  ///   row that lacks it.
  public static func inferred(fromList rows: [JSONValue]) -> KeyRule {
    KeyInference(fromList: rows).rule
  }

  /// The key of rows that arrive one by one, told from the first of them alone, so that it does not
  /// depend on how the stream was cut: a name that identifies wherever it stands, else arrival.
  public static func inferred(fromEvent row: JSONValue) -> KeyRule {
    KeyInference(fromEvent: row).rule
  }

  /// The text of a row's key; nil where a field of it is missing or no scalar.
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

  /// The text of a value such that equal values have equal text, however they are spelled.
  static func text(of value: JSONValue) -> ByteSlice { value.canonicalText }

  /// A string as the key of a row: JSON, in which nothing is escaped that need not be.
  static func text(of string: String) -> ByteSlice {
    var text: [UInt8] = []
    text.appendJSONString(string.utf8)
    return ByteSlice(copying: text)
  }
}

extension KeyRule: CustomStringConvertible {
  /// The rule as `--key` would be given it, or in words.
  public var description: String {
    switch self {
    case .fields(let paths): paths.map(\.description).joined(separator: ",")
    case .content: "the whole content"
    case .arrival: "the order of arrival"
    }
  }
}
