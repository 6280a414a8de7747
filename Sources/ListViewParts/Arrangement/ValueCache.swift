internal import Feeds

/// A cache of the numbers that short, recurring values have, by the bytes of the values.
struct ValueCache: Sendable {
  /// Empty until there is one.
  private var entries: [(text: [UInt8], number: Int32)?] = []
  private static let capacity = 256
  private static let longest = 64

  subscript(value: FoundValue) -> Int32? {
    get {
      guard !entries.isEmpty, let entry = entries[Self.place(of: value.text)],
        entry.text.withUnsafeBufferPointer({ $0.hasSameBytes(as: value.text) })
      else { return nil }
      return entry.number
    }
    set {
      guard value.text.count <= Self.longest, let newValue else { return }
      if entries.isEmpty { entries = Array(repeating: nil, count: Self.capacity) }
      entries[Self.place(of: value.text)] = (Array(value.text), newValue)
    }
  }

  private static func place(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes.suffix(8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let mixed = (hash ^ UInt64(bytes.count)) &* 0x9E37_79B9 >> 24
    return Int(truncatingIfNeeded: mixed) & (capacity - 1)
  }
}
