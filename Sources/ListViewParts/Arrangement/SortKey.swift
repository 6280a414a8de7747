internal import Feeds
internal import Values

/// The sort key of a row, as bytes whose order is that of the values.
///
/// Two keys compare like their bytes, so that a list of a million rows is sorted by comparing one word of
/// most of them.
///
/// | First byte | Followed by |
/// |---|---|
/// | 0x10, 0x20, 0x30 | a negative number, zero, a positive one |
/// | 0x40 | an instant |
/// | 0x80 | text |
/// | eight times 0xFF | nothing: the row has no value |
struct SortKey: Hashable, Sendable {
  /// The first sixteen bytes, the first one the highest.
  var head: UInt64 = 0
  var next: UInt64 = 0
  /// The bytes after them.
  var tail: [UInt8] = []

  /// All bytes, and zeros up to the sixteenth.
  var bytes: [UInt8] {
    [head, next].flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    } + tail
  }

  /// The key of a row that has no value.
  static let missing = SortKey(number: .max)

  var isMissing: Bool { head == .max }

  /// Creates a key of no bytes.
  init() {}

  /// Creates a key of bytes that compare like what they mean; none is the beginning of another one
  /// followed by zeros.
  init(_ bytes: [UInt8]) {
    var writer = SortKeyWriter()
    for byte in bytes { writer.append(byte) }
    self = writer.key
  }

  /// Creates a key that compares like a number.
  init(number: UInt64) { head = number }

  /// Whether this key comes before another one; false for two that are equal.
  @inline(__always)
  func precedes(_ other: SortKey) -> Bool {
    if head != other.head { return head < other.head }
    return next == other.next ? tailPrecedes(other) : next < other.next
  }

  /// Whether two keys are equal; short ones are compared by two words.
  @inline(__always)
  func equals(_ other: SortKey) -> Bool {
    head == other.head && next == other.next
      && (tail.isEmpty && other.tail.isEmpty || tail == other.tail)
  }

  private func tailPrecedes(_ other: SortKey) -> Bool {
    if tail.isEmpty || other.tail.isEmpty { return tail.isEmpty && !other.tail.isEmpty }
    return tail.lexicographicallyPrecedes(other.tail)
  }
}

/// What an entry of an order holds of a sort key: the sixteen bytes after those that most keys of the list
/// begin with.
///
/// Two keys compare like their words where these differ.
struct KeyWords: Hashable, Sendable {
  let head: UInt64
  let next: UInt64
  /// Whether equal words of this kind are those of equal keys.
  let isWhole: Bool

  /// Those of a row without a value, which come after all others.
  static let missing = KeyWords(number: .max)
  /// Those of keys before and after all that begin like most.
  static let before = KeyWords(0, 0, isWhole: false)
  static let after = KeyWords(.max - 1, .max, isWhole: false)

  /// Whether the key does not begin like most.
  var isStray: Bool { self == .before || self == .after }

  init(_ head: UInt64, _ next: UInt64, isWhole: Bool) {
    (self.head, self.next, self.isWhole) = (head, next, isWhole)
  }

  /// Those that compare like a number.
  init(number: UInt64) { self.init(number, 0, isWhole: true) }
}
