/// One row of a feed: which row it is, and what it says.
public struct Row: Identifiable, Sendable {
  /// Which row it is.
  public let id: RowID
  /// What the row says, an object or a scalar.
  public let value: JSONValue

  /// Makes a row.
  public init(id: RowID, value: JSONValue) {
    self.id = id
    self.value = value
  }
}

extension Row: Equatable {
  /// Whether two rows are the same row and say the same, byte for byte.
  public static func == (left: Row, right: Row) -> Bool {
    left.id == right.id && left.value == right.value
  }
}

/// The identity of a row: the text of its key, and which of the rows with that key it is.
public struct RowID: Hashable, Sendable {
  /// The text of the key, a JSON value: as it is written in the feed, but for escapes that need not
  /// be; of several parts, a string of them joined by `/`.
  public let key: ByteSlice
  /// 0 for the first row of that key in a list, 1 for the second, and so on.
  public let occurrence: Int

  /// Makes an identity.
  public init(key: ByteSlice, occurrence: Int = 0) {
    self.key = key
    self.occurrence = occurrence
  }
}

extension RowID: CustomStringConvertible {
  /// The key as a person reads it, with the number of the occurrence from the second on.
  public var description: String {
    let text = JSONValue(key).string
    return occurrence == 0 ? text : "\(text)#\(occurrence + 1)"
  }
}
