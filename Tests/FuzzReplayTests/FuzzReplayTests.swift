import Foundation
import FuzzTargets
import Testing

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

@Test(arguments: FuzzTarget.allCases)
func `the fuzzer's seeds satisfy every property`(of target: FuzzTarget) throws {
  let seeds = try target.seeds(in: root)
  #expect(seeds.count > 3)
  for seed in seeds {
    do {
      try target.run(seed)
    } catch {
      Issue.record("\(target): \(error), of \(String(decoding: seed.prefix(200), as: UTF8.self))")
    }
  }
}

@Test(arguments: FuzzTarget.allCases)
func `inputs that once broke a target no longer do`(of target: FuzzTarget) throws {
  for (name, bytes) in try target.regressions(in: root) {
    do {
      try target.run(bytes)
    } catch {
      Issue.record("\(target), \(name): \(error)")
    }
  }
}

@Test(arguments: FuzzTarget.allCases)
func `truncated and altered seeds satisfy every property`(of target: FuzzTarget) throws {
  for (number, seed) in try target.seeds(in: root).enumerated().prefix(60) {
    var bytes = Array(seed.prefix(1_024))
    // The fuzzer's first steps, in small: the same bytes in every run.
    for offset in stride(from: number % 7, to: bytes.count, by: 97) {
      bytes[offset] = [0, 0xFF, UInt8(ascii: "\""), UInt8(ascii: "\n"), 0xFE][offset % 5]
    }
    do {
      try target.run(bytes)
      try target.run(Array(bytes.prefix(bytes.count / 2)))
    } catch {
      Issue.record("\(target), seed \(number): \(error)")
    }
  }
}
