internal import Feeds
internal import Values

/// The sort key of a row, as bytes whose order is that of the values.
///
/// Two keys compare like their bytes, so that a list of a hundred thousand rows is sorted by
/// comparing one word of most of them.
///
/// | First byte | Followed by |
/// |---|---|
/// | 0x10, 0x20, 0x30 | a negative number, zero, a positive one |
/// | 0x40 | an instant |
/// | 0x80 | text |
/// | eight times 0xFF | nothing: the row has no value |
struct SortKey: Hashable, Sendable {
  /// The first eight bytes, the first one the highest.
  private let head: UInt64
  /// The bytes after them.
  private let tail: [UInt8]

  /// The key of a row that has no value.
  static let missing = SortKey(head: .max, tail: [])

  var isMissing: Bool { head == .max }

  private init(head: UInt64, tail: [UInt8]) {
    (self.head, self.tail) = (head, tail)
  }

  /// Creates a key of bytes that compare like what they mean; none is the beginning of another one
  /// followed by zeros.
  init(_ bytes: [UInt8]) {
    var head: UInt64 = 0
    for position in 0..<8 {
      head = head << 8 | (position < bytes.count ? UInt64(bytes[position]) : 0)
    }
    self.init(head: head, tail: bytes.count > 8 ? Array(bytes[8...]) : [])
  }

  /// Creates a key that compares like a number.
  init(number: UInt64) { self.init(head: number, tail: []) }

  /// The first sixteen bytes, and whether there are no more.
  var prefix: (UInt64, UInt64, isWhole: Bool) {
    var next: UInt64 = 0
    for position in 0..<8 {
      next = next << 8 | (position < tail.count ? UInt64(tail[position]) : 0)
    }
    return (head, next, tail.count <= 8)
  }

  /// Whether this key comes before another one; false for two that are equal.
  @inline(__always)
  func precedes(_ other: SortKey) -> Bool {
    head == other.head ? tailPrecedes(other) : head < other.head
  }

  /// Whether two keys are equal; short ones are compared by one word.
  @inline(__always)
  func equals(_ other: SortKey) -> Bool {
    head == other.head && (tail.isEmpty && other.tail.isEmpty || tail == other.tail)
  }

  private func tailPrecedes(_ other: SortKey) -> Bool {
    if tail.isEmpty || other.tail.isEmpty { return tail.isEmpty && !other.tail.isEmpty }
    return tail.lexicographicallyPrecedes(other.tail)
  }
}

/// Writes the bytes of a key.
struct SortKeyWriter {
  private(set) var bytes: [UInt8] = []

  static let instantClass: UInt8 = 0x40
  static let textClass: UInt8 = 0x80

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(bigEndian word: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
    }
  }

  /// Turns the order of all bytes from an offset on around.
  mutating func invert(from offset: Int) {
    for position in offset..<bytes.count { bytes[position] = ~bytes[position] }
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
