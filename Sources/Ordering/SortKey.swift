internal import FeedValues
internal import Values

/// The sort key of a row: bytes that compare like the values.
///
/// Comparing the first word of two keys is enough for most rows, even in a list of a million.
///
/// | First byte | Followed by |
/// |---|---|
/// | 0x10, 0x20, 0x30 | a negative number, zero, a positive one |
/// | 0x40 | a time |
/// | 0x80 | text |
/// | eight times 0xFF | nothing: the value is missing |
package struct SortKey: Hashable, Sendable {
  /// The first sixteen bytes in big-endian order.
  var head: UInt64 = 0
  var next: UInt64 = 0
  /// The remaining bytes.
  var tail: [UInt8] = []

  /// All bytes, padded with zeros to at least sixteen.
  var bytes: [UInt8] {
    [head, next].flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    } + tail
  }

  /// The key of a missing value.
  static let missing = SortKey(number: .max)

  var isMissing: Bool { head == .max }

  /// Creates an empty key.
  init() {}

  /// Creates a key from bytes that compare like the values.
  ///
  /// - Precondition: No key equals another one followed by zeros.
  init(_ bytes: [UInt8]) {
    var writer = SortKeyWriter()
    for byte in bytes { writer.append(byte) }
    self = writer.key
  }

  /// Creates a key that compares like a number.
  init(number: UInt64) { head = number }

  /// Whether this key precedes another; false if they are equal.
  @inline(__always)
  package func precedes(_ other: SortKey) -> Bool {
    if head != other.head { return head < other.head }
    return next == other.next ? tailPrecedes(other) : next < other.next
  }

  /// Whether two keys are equal.
  @inline(__always)
  package func equals(_ other: SortKey) -> Bool {
    head == other.head && next == other.next
      && (tail.isEmpty && other.tail.isEmpty || tail == other.tail)
  }

  private func tailPrecedes(_ other: SortKey) -> Bool {
    if tail.isEmpty || other.tail.isEmpty { return tail.isEmpty && !other.tail.isEmpty }
    return tail.lexicographicallyPrecedes(other.tail)
  }
}

/// The part of a sort key stored in an entry: the sixteen bytes after the common prefix of the list's keys.
///
/// Keys whose words differ compare like their words.
struct KeyWords: Hashable, Sendable {
  let head: UInt64
  let next: UInt64
  /// Whether the first bytes, as many as ``wholeCount``, are the complete key but for zeros, or determine it: keys of
  /// this kind are equal if these bytes are.
  let isWhole: Bool

  /// The number of bytes of which a whole key consists.
  static let wholeCount = 12

  /// The words of a missing value, which sort after all others.
  static let missing = KeyWords(number: .max)
  /// The words of keys that sort before, or after, all keys with the common prefix.
  static let before = KeyWords(0, 0, isWhole: false)
  static let after = KeyWords(.max - 1, .max, isWhole: false)

  /// Whether the key does not start with the common prefix.
  var isStray: Bool { self == .before || self == .after }

  init(_ head: UInt64, _ next: UInt64, isWhole: Bool) {
    (self.head, self.next, self.isWhole) = (head, next, isWhole)
  }

  /// Creates words that compare like a number.
  init(number: UInt64) { self.init(number, 0, isWhole: true) }
}
