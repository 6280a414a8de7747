internal import Randomness

extension SplitMix64 {
  /// A number of the range; the slight bias of the multiplication does not matter here.
  mutating func number(_ range: ClosedRange<Int>) -> Int {
    let width = UInt64(range.upperBound - range.lowerBound) + 1
    return range.lowerBound + Int(next().multipliedFullWidth(by: width).high)
  }

  /// Whether something happens that happens so many times out of a hundred.
  mutating func happens(_ percent: Int) -> Bool { number(1...100) <= percent }

  /// One of the values.
  mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0...values.count - 1)] }

  /// One of the values, each as often as its weight says.
  mutating func pick<Value>(_ values: [(Value, weight: Int)]) -> Value {
    var rest = number(1...values.reduce(0) { $0 + $1.weight })
    for (value, weight) in values {
      rest -= weight
      if rest <= 0 { return value }
    }
    preconditionFailure("the weights sum up to the range of the number")
  }

  /// Letters and digits, as they stand in identifiers.
  mutating func letters(_ count: Int) -> String { text(count, of: Self.alphanumerics) }

  /// Letters and digits, as Kubernetes makes up names: without vowels and what looks like them.
  mutating func suffix(_ count: Int) -> String { text(count, of: Self.nameSafe) }

  /// An identifier of random bits in the form of RFC 9562, version 4.
  mutating func uuid() -> String {
    let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let digits = [high, low].map { word in
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    let (first, second) = (digits[0], digits[1])
    return """
      \(first.prefix(8))-\(first.dropFirst(8).prefix(4))-\(first.suffix(4))-\(second.prefix(4))-\
      \(second.suffix(12))
      """
  }

  private mutating func text(_ count: Int, of alphabet: [UInt8]) -> String {
    String(decoding: (0..<count).map { _ in pick(alphabet) }, as: UTF8.self)
  }

  private static let alphanumerics = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8
  )
  private static let nameSafe = Array("bcdfghjklmnpqrstvwxz2456789".utf8)
}
