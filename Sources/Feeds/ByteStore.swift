import Glibc
import Searching

/// Bytes as they arrived, shared by all values and rows that refer to them.
///
/// Rows keep their text as ranges into such a store instead of decoded trees: key order and the
/// exact spelling of numbers survive, and a million rows cost little more than their file.
public final class ByteStore: Sendable {
  /// The bytes; they never change.
  public let bytes: [UInt8]
  /// The styles of texts in the bytes, in order; usually empty.
  let looks: [TextLook]

  /// Creates a store of the bytes.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    looks = []
  }

  /// Creates a store of bytes with styled texts.
  init(_ bytes: [UInt8], looks: [TextLook]) {
    self.bytes = bytes
    self.looks = looks
  }

  /// The styles of the texts in a range, with offsets relative to its new position.
  ///
  /// - Complexity: O(log *n* + *k*) in the number of styles of the store and of the range.
  func looks(in range: Range<Int>, movedTo start: Int) -> [TextLook] {
    guard !looks.isEmpty else { return [] }
    let first = looks.partitioningIndex { Int($0.start) >= range.lowerBound }
    return looks[first...].prefix { Int($0.start) < range.upperBound }.map { look in
      TextLook(start: UInt32(Int(look.start) - range.lowerBound + start), spans: look.spans)
    }
  }
}

/// The styles of a JSON string in a store.
struct TextLook: Hashable, Sendable {
  /// The start of the string.
  var start: UInt32
  var spans: [TextSpan]
}

/// A range of a store: the unit in which text travels through the feed without being copied.
public struct ByteSlice: Sendable {
  let store: ByteStore
  let start: UInt32
  let end: UInt32

  /// Creates a slice of a store.
  ///
  /// - Parameters:
  ///   - store: The store with the bytes; at most 4 GiB.
  ///   - range: The range of the slice.
  /// - Precondition: The range is within the store.
  public init(_ store: ByteStore, _ range: Range<Int>) {
    precondition(range.upperBound <= store.bytes.count, "range out of bounds")
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
    var bytes: [UInt8] = []
    bytes.reserveCapacity(first.count + second.count)
    second.withBytes { bytes.append(contentsOf: $0) }
    first.withBytes { bytes.append(contentsOf: $0) }
    let store = ByteStore(bytes, looks: second.store.looks(in: second.range, movedTo: 0))
    return (ByteSlice(store, second.count..<bytes.count), ByteSlice(store, 0..<second.count))
  }

  /// Creates a slice that owns a copy of the bytes.
  public init(copying bytes: some Sequence<UInt8>) {
    let store = ByteStore(Array(bytes))
    self.init(store, 0..<store.bytes.count)
  }

  /// The number of bytes.
  public var count: Int { Int(end - start) }

  /// The offsets of the bytes in the store.
  var range: Range<Int> { Int(start)..<Int(end) }

  /// The slice of the same store at other offsets.
  func sibling(_ range: Range<Int>) -> ByteSlice { ByteSlice(store, range) }

  /// Calls the closure with the bytes, which are valid during the call only.
  public func withBytes<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    try store.bytes.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[range])) }
  }
}

extension ByteSlice: Hashable {
  /// Whether two slices contain the same bytes.
  public static func == (left: ByteSlice, right: ByteSlice) -> Bool {
    guard left.count == right.count else { return false }
    if left.store === right.store && left.start == right.start { return true }
    return left.withBytes { left in right.withBytes { left.hasSameBytes(as: $0) } }
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether two buffers contain the same bytes.
  @inline(__always)
  func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count, let base = baseAddress, let start = other.baseAddress else {
      return count == other.count
    }
    return memcmp(base, start, count) == 0
  }
}
