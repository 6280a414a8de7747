import Glibc
import Searching

/// Bytes as they arrived, shared by all values and rows that refer to them.
///
/// Rows keep their text as ranges into such a store instead of decoded trees: key order and the
/// exact spelling of numbers survive, and a million rows cost little more than their file. A copy of a
/// store is a reference to it.
///
/// The bytes are in the object that is referred to: a row that arrives alone takes one allocation, and
/// to look at its key is to look at the memory that counts its references.
///
/// Unchecked, and safe: nothing is written after the initialiser.
package struct ByteStore: @unchecked Sendable {
  @usableFromInline struct Header {
    @usableFromInline let count: Int
    let looks: [TextLook]
  }

  @usableFromInline let buffer: ManagedBuffer<Header, UInt8>

  /// Refers to a store again.
  init(buffer: ManagedBuffer<Header, UInt8>) { self.buffer = buffer }

  /// Creates a store of the bytes.
  package init(_ bytes: [UInt8]) {
    self.init(bytes, looks: [])
  }

  /// Creates a store of bytes with styled texts.
  package init(_ bytes: [UInt8], looks: [TextLook]) {
    self = bytes.withUnsafeBufferPointer { Self(copying: $0, looks: looks) }
  }

  /// Creates a store of bytes, and others after them.
  package init(
    copying first: UnsafeBufferPointer<UInt8>,
    _ second: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0),
    looks: [TextLook]
  ) {
    let count = first.count + second.count
    buffer = .create(minimumCapacity: count) { _ in Header(count: count, looks: looks) }
    buffer.withUnsafeMutablePointerToElements { bytes in
      let bytes = UnsafeMutableBufferPointer(start: bytes, count: count)
      let end = bytes.initialize(fromContentsOf: first)
      _ = bytes[end...].initialize(fromContentsOf: second)
    }
  }

  // Not `buffer.header`, whose accesses are checked at run time.

  /// The number of bytes.
  @inline(__always)
  var count: Int { buffer.withUnsafeMutablePointerToHeader { $0.pointee.count } }

  /// The styles of texts in the bytes, in order; usually empty.
  @inline(__always)
  var looks: [TextLook] { buffer.withUnsafeMutablePointerToHeader { $0.pointee.looks } }

  /// Whether it is the same store, not just the same bytes.
  @inline(__always)
  static func === (left: ByteStore, right: ByteStore) -> Bool { left.buffer === right.buffer }

  /// Calls the closure with the bytes, which are valid during the call only.
  @inlinable
  @inline(__always)
  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try buffer.withUnsafeMutablePointers { (header, bytes) throws(Failure) in
      try body(UnsafeBufferPointer(start: bytes, count: header.pointee.count))
    }
  }

  /// The styles of the texts in a range, with offsets relative to its new position.
  ///
  /// - Complexity: O(log *n* + *k*) in the number of styles of the store and of the range.
  func looks(in range: Range<Int>, movedTo start: Int) -> [TextLook] {
    guard !looks.isEmpty else { return [] }
    let first = looks.partitioningIndex { Int($0.start) >= range.lowerBound }
    return looks[first...].prefix { Int($0.start) < range.upperBound }.map {
      $0.moved(by: start - range.lowerBound)
    }
  }
}

/// The styles of a JSON string in a store, or what the line had between the fields of an object.
package struct TextLook: Hashable, Sendable {
  /// The start of the value.
  package var start: UInt32
  package var spans: [TextSpan]
  package var shape: LineShape?

  /// Creates a look.
  package init(start: UInt32, spans: [TextSpan] = [], shape: LineShape? = nil) {
    self.start = start
    self.spans = spans
    self.shape = shape
  }

  /// The same, for a value that is moved.
  package func moved(by distance: Int) -> TextLook {
    var look = self
    look.start = UInt32(Int(start) + distance)
    return look
  }
}

/// A range of a store: the unit in which text travels through the feed without being copied.
package struct ByteSlice: Sendable {
  @usableFromInline let store: ByteStore
  @usableFromInline let start: UInt32
  @usableFromInline let end: UInt32

  /// Creates a slice of a store.
  ///
  /// - Parameters:
  ///   - store: The store with the bytes; at most 4 GiB.
  ///   - range: The range of the slice.
  /// - Precondition: The range is within the store.
  package init(_ store: ByteStore, _ range: Range<Int>) {
    precondition(range.upperBound <= store.count, "range out of bounds")
    self.store = store
    start = UInt32(range.lowerBound)
    end = UInt32(range.upperBound)
  }

  /// The slice between two offsets that are known to be within the store.
  @inline(__always)
  init(_ store: ByteStore, from start: UInt32, to end: UInt32) {
    self.store = store
    self.start = start
    self.end = end
  }

  /// Copies two slices into one store.
  static func together(_ first: ByteSlice, _ second: ByteSlice) -> (ByteSlice, ByteSlice) {
    let looks = second.store.looks(in: second.range, movedTo: 0)
    let store = first.withBytes { first in
      second.withBytes { ByteStore(copying: $0, first, looks: looks) }
    }
    return (ByteSlice(store, second.count..<store.count), ByteSlice(store, 0..<second.count))
  }

  /// Creates a slice that owns a copy of the bytes.
  package init(copying bytes: some Sequence<UInt8>) {
    let store = ByteStore(Array(bytes))
    self.init(store, 0..<store.count)
  }

  /// The number of bytes.
  package var count: Int { Int(end - start) }

  /// The offsets of the bytes in the store.
  @inlinable
  @inline(__always)
  var range: Range<Int> { Int(start)..<Int(end) }

  /// A part of the slice, given by its offsets in the slice.
  @inline(__always)
  package func part(_ range: Range<Int>) -> ByteSlice {
    let first = start + UInt32(truncatingIfNeeded: range.lowerBound)
    let end = start + UInt32(truncatingIfNeeded: range.upperBound)
    precondition(end <= self.end, "range out of bounds")
    return ByteSlice(store, from: first, to: end)
  }

  /// Calls the closure with the bytes, which are valid during the call only.
  @inlinable
  package func withBytes<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    try store.withBytes { try body(UnsafeBufferPointer(rebasing: $0[range])) }
  }
}

extension ByteSlice: Hashable {
  /// Whether two slices contain the same bytes.
  package static func == (left: ByteSlice, right: ByteSlice) -> Bool {
    guard left.count == right.count else { return false }
    if left.store === right.store && left.start == right.start { return true }
    return left.withBytes { left in right.withBytes { left.hasSameBytes(as: $0) } }
  }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) {
    withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether two buffers contain the same bytes.
  @inline(__always)
  package func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count, let base = baseAddress, let start = other.baseAddress else {
      return count == other.count
    }
    return memcmp(base, start, count) == 0
  }

  /// The same for a text that is short, word by word: around a call references would be counted.
  @inline(__always)
  func hasSameWords(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    guard let base = UnsafeRawPointer(baseAddress), let start = UnsafeRawPointer(other.baseAddress)
    else { return true }
    func areEqual<Word: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _: Word.Type) -> Bool {
      unsafe base.loadUnaligned(fromByteOffset: offset, as: Word.self)
        == start.loadUnaligned(fromByteOffset: offset, as: Word.self)
    }
    var offset = 0
    while offset &+ 8 <= count {
      guard areEqual(offset, UInt64.self) else { return false }
      offset &+= 8
    }
    if offset == count { return true }
    // The last word may begin among bytes that were compared already.
    if count >= 8 { return areEqual(count &- 8, UInt64.self) }
    while offset < count {
      guard areEqual(offset, UInt8.self) else { return false }
      offset &+= 1
    }
    return true
  }
}

/// The number of occurrences of a byte, computed eight bytes at a time.
package func count(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
  let pairs: UInt64 = 0x00FF_00FF_00FF_00FF
  let raw = UnsafeRawBufferPointer(bytes)
  var position = 0
  var total = 0
  while position + 8 <= raw.count {
    var counts: UInt64 = 0
    // A byte of the sum is at most 255.
    let end = min(raw.count - 8, position + 254 * 8)
    while position <= end {
      let word =
        raw.loadUnaligned(fromByteOffset: position, as: UInt64.self) ^ (ones &* UInt64(byte))
      // The top bit of a byte of the sum is clear exactly where the byte is 0 (Hacker's Delight 6–1).
      counts &+= (~(((word & low) &+ low) | word) >> 7) & ones
      position += 8
    }
    let sums = (counts & pairs) &+ ((counts >> 8) & pairs)
    total += Int((sums &* 0x0001_0001_0001_0001) >> 48)
  }
  while position < raw.count {
    if raw[position] == byte { total += 1 }
    position += 1
  }
  return total
}

package func count(of byte: UInt8, in bytes: ArraySlice<UInt8>) -> Int {
  bytes.withUnsafeBufferPointer { count(of: byte, in: $0) }
}

/// The number of bytes before the next occurrence of a byte; all of the rest if there is none.
package func length(of bytes: UnsafeBufferPointer<UInt8>, from start: Int, to byte: UInt8) -> Int {
  guard start < bytes.count, let base = bytes.baseAddress else { return 0 }
  let count = bytes.count - start
  guard let found = memchr(base + start, Int32(byte), count) else { return count }
  return UnsafeRawPointer(found) - UnsafeRawPointer(base + start)
}

/// A hash of texts for tables in memory: two multiplications for sixteen bytes, where that of the standard library
/// takes hundreds of instructions for a short text.
///
/// It is keyed anew in each process, by the standard library's hasher, so that no feed can contain texts that are
/// known to collide.
///
/// Source: Wang Yi, "wyhash" (2019): multiplications of 64 bits whose 128 bits are folded.
enum TextHash {
  private static let keys = (key(1), key(2), key(3))

  private static func key(_ number: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: number.hashValue) | 1
  }

  /// The hash of a text and a number.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  static func hash(_ text: UnsafeBufferPointer<UInt8>, _ number: Int) -> UInt64 {
    let keys = keys
    let bytes = UnsafeRawBufferPointer(text)
    let count = bytes.count
    var state = keys.0 ^ UInt64(truncatingIfNeeded: number) &* keys.2
    var position = 0
    while count &- position > 16 {
      state = folded(
        word(bytes, at: position) ^ keys.1,
        word(bytes, at: position &+ 8) ^ state
      )
      position &+= 16
    }
    let (first, last): (UInt64, UInt64)
    switch count &- position {
    case 8...: (first, last) = (word(bytes, at: position), word(bytes, at: count &- 8))
    case 4...: (first, last) = (half(bytes, at: position), half(bytes, at: count &- 4))
    case 1...:
      let middle = position &+ (count &- position) / 2
      first = UInt64(bytes[position]) | UInt64(bytes[middle]) << 8 | UInt64(bytes[count &- 1]) << 16
      last = 0
    default: (first, last) = (0, 0)
    }
    return folded(
      keys.1 ^ UInt64(truncatingIfNeeded: count),
      folded(first ^ keys.1, last ^ state)
    )
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, at position: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
  }

  @inline(__always)
  private static func half(_ bytes: UnsafeRawBufferPointer, at position: Int) -> UInt64 {
    UInt64(bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
  }

  @inline(__always)
  private static func folded(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
