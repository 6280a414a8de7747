import Randomness
import Testing

@testable import Feeds

@Test(arguments: [1, 3, 40, UInt64.max])
func `offsets are found by their hashes as in a dictionary`(kinds: UInt64) {
  var random = SplitMix64(seed: kinds)
  for count in [0, 1, 2, 15, 16, 17, 300] {
    var table = OffsetTable(count: count)
    // Few kinds of hashes, which may differ in the lower half only, stand for keys that collide.
    let hashes = (0..<count).map { _ in random.next() % kinds &* 0x1_0000_0001 }
    var offsets: [UInt64: [Int]] = [:]
    for (offset, hash) in hashes.enumerated() {
      table.insert(offset, hash)
      offsets[hash, default: []].append(offset)
    }
    for (offset, hash) in hashes.enumerated() {
      #expect(table.first(hash) { $0 == offset } == offset)
      #expect(table.first(hash) { hashes[$0] == hash } == offsets[hash]?.first)
      #expect(table.first(hash) { _ in false } == nil)
    }
    let other = kinds == .max ? 7 : kinds &* 0x1_0000_0001
    #expect(table.first(other) { hashes[$0] == other } == nil)
  }
}
