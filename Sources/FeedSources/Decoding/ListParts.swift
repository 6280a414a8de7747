import FeedValues

/// The rows of a list that a recording has in several lines, until the last of them.
struct ListParts: Sendable {
  private var parts: [(rows: [JSONValue], keys: [ByteSlice]?)] = []
  private var byteCount = 0

  /// The maximum number of bytes of all lines.
  static let capacity = 1 << 30

  /// The number of lines.
  var count: Int { parts.count }

  /// Keeps the rows of a line, and their keys if it has them; returns whether there is room for them.
  mutating func append(_ rows: [JSONValue], _ keys: [ByteSlice]?, _ byteCount: Int) -> Bool {
    guard byteCount <= Self.capacity - self.byteCount else { return false }
    self.byteCount += byteCount
    parts.append((rows, keys))
    return true
  }

  /// Takes the rows of the newest lines, as many as the last one says.
  ///
  /// Those before them are of a list whose recording was cut off.
  ///
  /// - Parameters:
  ///   - count: The number of lines.
  ///   - rows: The rows of the last line.
  ///   - keys: Their keys; nil if it has none.
  /// - Returns: The rows, and their keys if all have them; nil if there are fewer lines.
  mutating func take(
    _ count: Int,
    before rows: [JSONValue],
    _ keys: [ByteSlice]?
  ) -> (rows: [JSONValue], keys: [ByteSlice]?)? {
    guard count <= parts.count else { return nil }
    let own = parts.suffix(count)
    parts.removeLast(count)
    let allKeys = (own.map(\.keys) + [keys]).compactMap(\.self)
    return (own.flatMap(\.rows) + rows, allKeys.count == count + 1 ? allKeys.flatMap(\.self) : nil)
  }
}
