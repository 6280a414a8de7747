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
  fileprivate(set) var head: UInt64 = 0
  fileprivate(set) var next: UInt64 = 0
  /// The bytes after them.
  fileprivate(set) var tail: [UInt8] = []

  /// The key of a row that has no value.
  static let missing = SortKey(number: .max)

  var isMissing: Bool { head == .max }

  fileprivate init() {}

  /// Creates a key of bytes that compare like what they mean; none is the beginning of another one
  /// followed by zeros.
  init(_ bytes: [UInt8]) {
    var writer = SortKeyWriter()
    for byte in bytes { writer.append(byte) }
    self = writer.key
  }

  /// Creates a key that compares like a number.
  init(number: UInt64) { head = number }

  /// The first sixteen bytes, and whether there are no more.
  var prefix: (UInt64, UInt64, isWhole: Bool) { (head, next, tail.isEmpty) }

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

/// Writes the bytes of a key; for up to sixteen of them nothing is allocated.
struct SortKeyWriter {
  private(set) var key = SortKey()
  /// How many bytes were written.
  private(set) var count = 0

  static let instantClass: UInt8 = 0x40
  static let textClass: UInt8 = 0x80

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    switch count {
    case ..<8: key.head |= UInt64(byte) << UInt64(56 - 8 * count)
    case ..<16: key.next |= UInt64(byte) << UInt64(120 - 8 * count)
    default: key.tail.append(byte)
    }
    count += 1
  }

  mutating func append(bigEndian word: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
    }
  }

  /// Turns the order of all bytes from an offset on around.
  mutating func invert(from offset: Int) {
    for position in offset..<count {
      switch position {
      case ..<8: key.head ^= 0xFF << UInt64(56 - 8 * position)
      case ..<16: key.next ^= 0xFF << UInt64(120 - 8 * position)
      default: key.tail[position - 16] ^= 0xFF
      }
    }
  }

  mutating func append(_ instant: FeedTime) {
    append(Self.instantClass)
    // The seconds of all years take five bytes, and the nanoseconds four.
    let seconds = UInt64(instant.seconds - FeedTime.bounds.lowerBound)
    for shift in stride(from: 32, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: seconds >> UInt64(shift)))
    }
    for shift in stride(from: 24, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: instant.nanosecond >> shift))
    }
  }
}
