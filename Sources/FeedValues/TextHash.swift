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
