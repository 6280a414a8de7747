import Testing

@testable import FeedValues

@Suite struct TextHashTests {
  private func hash(_ text: [UInt8], _ number: Int = 0) -> UInt64 {
    text.withUnsafeBufferPointer { TextHash.hash($0, number) }
  }

  @Test func `each byte of a text of any length makes a difference, and so does the number`() {
    for count in 0...70 {
      let text = (0..<count).map { UInt8($0) }
      let value = hash(text)
      #expect(hash(text) == value && hash(text, 1) != value && hash(text + [0]) != value)
      for position in text.indices {
        for bit in 0..<8 {
          var other = text
          other[position] ^= 1 << bit
          #expect(hash(other) != value, "\(count) bytes, byte \(position), bit \(bit)")
        }
      }
    }
  }

  /// A table takes the upper half of a hash, and the place from its lower bits.
  @Test(arguments: ["%", "row_%", "\"evt_%\"", "pi_3Oabcdefghijklmnopqrstuvwxyz%"])
  func `keys that are numbered spread evenly`(form: String) {
    let (places, keys) = (1 << 12, 1 << 14)
    var counts = [Int](repeating: 0, count: places)
    for number in 0..<keys {
      let text = form.replacing("%", with: "\(number)")
      counts[Int(hash(Array(text.utf8)) >> 32) & (places - 1)] += 1
    }
    // Of evenly spread keys the sum of squares over the mean is close to the number of places.
    let mean = Double(keys) / Double(places)
    let square = counts.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) / mean }
    #expect(square < Double(places) * 1.2 && square > Double(places) * 0.8)
  }
}
