internal import Feeds

/// The numbers that short values have, found by the bytes of the values.
struct ValueNumbers: Sendable {
  private var numbers: [ShortText: Int32] = [:]

  /// The number of values.
  var count: Int { numbers.count }

  /// The number of a value; setting it has no effect for a value that has one, and for a long one.
  subscript(value: FoundValue) -> Int32? {
    get { ShortText(value.text).flatMap { numbers[$0] } }
    set {
      guard let text = ShortText(value.text), numbers[text] == nil else { return }
      numbers[text] = newValue
    }
  }
}

/// The bytes of a short text in place, so that no memory is allocated to look for it.
private struct ShortText: Hashable {
  private var words = SIMD4<UInt64>()
  private let count: Int

  /// Copies a text; nil if it is too long.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count <= MemoryLayout<SIMD4<UInt64>>.size else { return nil }
    count = text.count
    withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: text) }
  }
}
