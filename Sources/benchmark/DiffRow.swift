import Randomness

/// A row as an application holds it: an identifier of 36 characters and a line of text.
struct DiffRow: Identifiable, Hashable {
  var id: String
  var content: String

  init(id: String, content: String) {
    self.id = id
    self.content = content
  }

  /// The row of a number, its strings in storage of their own.
  init(number: Int, revision: Int) {
    var source = SplitMix64(seed: UInt64(number))
    let digits = Array("0123456789abcdef".utf8)
    var id: [UInt8] = []
    for position in 0..<36 {
      let isDash = [8, 13, 18, 23].contains(position)
      id.append(isDash ? UInt8(ascii: "-") : digits[Int(source.next() & 15)])
    }
    self.id = String(decoding: id, as: UTF8.self)
    content = "payment \(number) of customer \(number % 997), revision \(revision)"
  }
}
