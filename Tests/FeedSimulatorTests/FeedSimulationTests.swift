import FeedSimulator
import Foundation
import Testing

/// Steps that reach past the first burst, and through all faults of chaos.
private func steps(_ scenario: ScenarioName) -> Int {
  switch scenario {
  case .burst: 14
  case .chaos: 30
  default: 60
  }
}

/// More of them if the environment asks for it.
private let seeds: UInt64 =
  ProcessInfo.processInfo.environment["LISTVIEW_EXHAUSTIVE"] == nil ? 2 : 20

private func recording(
  _ scenario: ScenarioName,
  _ encoding: FeedEncoding,
  seed: UInt64
) throws -> [[UInt8]] {
  var feed = try feed(scenario, encoding, seed: seed)
  return (0..<steps(scenario)).flatMap { _ in feed.nextStep() }
}

@Test func `the same seed gives the same bytes in every scenario and encoding, and another others`()
  throws
{
  var all: Set<[[UInt8]]> = []
  for scenario in ScenarioName.allCases {
    for encoding in FeedEncoding.allCases {
      let bytes = try recording(scenario, encoding, seed: 7)
      #expect(bytes == (try recording(scenario, encoding, seed: 7)), "\(scenario) \(encoding)")
      #expect(bytes != (try recording(scenario, encoding, seed: 8)), "\(scenario) \(encoding)")
      #expect(all.insert(bytes).inserted, "\(scenario) \(encoding) is like another pair")
    }
  }
}

@Test func `payments are those of the recording that is shipped, byte for byte`() throws {
  let recording = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../Demo/events.jsonl"
  )
  let bytes = [UInt8](try Data(contentsOf: recording))
  var feed = try feed(.payments, rate: 2, window: 50)
  #expect((0..<90).flatMap { _ in feed.nextStep() }.flatMap(\.self) == bytes)
}

@Test func `changes lead to the rows that the snapshots of the same seed have, at each step`()
  throws
{
  for scenario in ScenarioName.allCases {
    for seed: UInt64 in 1...(scenario == .burst ? 1 : seeds) {
      var snapshots = try feed(scenario, seed: seed)
      var others = try [FeedEncoding.events, .list, .watch].map {
        try feed(scenario, $0, seed: seed)
      }
      var expected = Replay()
      var actual = others.map { _ in Replay() }
      for step in 0..<steps(scenario) {
        for value in snapshots.nextStep() { expected.read(value, key: scenario.key) }
        for offset in others.indices {
          for value in others[offset].nextStep() { actual[offset].read(value, key: scenario.key) }
          let place: Comment =
            "\(scenario) \(others[offset].options.encoding), seed \(seed), step \(step)"
          #expect(actual[offset].rows == expected.rows, place)
          if scenario.isByArrival { #expect(actual[offset].order == expected.order, place) }
          #expect(actual[offset].badLines == expected.badLines, place)
          if scenario != .chaos { #expect(expected.badLines == 0, place) }
        }
        guard actual.allSatisfy({ $0.rows == expected.rows }) else { break }
      }
    }
  }
}

@Test func `identities are unique, never come again, and hold within the window at every value`()
  throws
{
  for scenario in ScenarioName.allCases {
    for window in [1, 2, 7, scenario == .burst ? 3 : scenario.defaultWindow] {
      for seed in 1...seeds {
        let place: Comment = "\(scenario), window \(window), seed \(seed)"
        var feed = try feed(scenario, .events, seed: seed, window: window)
        var list = Replay()
        var gone: Set<String> = []
        var changed = 0
        // A value is a step's part: also between the changes of one step the window holds.
        for value in (0..<30).flatMap({ _ in feed.nextStep() }) {
          let before = list.rows
          list.read(value, key: scenario.key)
          if before != list.rows { changed += 1 }
          gone.formUnion(before.keys.filter { list.rows[$0] == nil })
          let isRight =
            list.rows.count <= window && list.rows.keys.allSatisfy { !gone.contains($0) }
          guard isRight else {
            Issue.record("\(list.rows.count) rows: \(place)")
            return
          }
        }
        #expect(list.badLines < 1_000_000, place)
        #expect(changed > 20, place)
      }
    }
  }
}

@Test func `every row of a snapshot has a key of its own where nothing is wrong on purpose`() throws
{
  for scenario in ScenarioName.allCases where scenario != .chaos {
    for encoding in [FeedEncoding.snapshots, .list] {
      var feed = try feed(scenario, encoding, seed: 5)
      for _ in 0..<9 {
        for value in feed.nextStep() {
          let text = try #require(JSONText(value))
          let rows = (text["rows"] ?? text["data"] ?? text["items"])?.elements ?? []
          var list = Replay()
          list.read(value, key: scenario.key)
          #expect(!rows.isEmpty && rows.count == list.order.count, "\(scenario)")
        }
      }
    }
  }
}

@Test func `times in the feed are as far apart as its chunks`() throws {
  for rate in [0.5, 2, 40, 5_000] {
    var feed = try feed(.payments, rate: rate)
    var elapsed = Duration.zero
    var total = Duration.zero
    for _ in 0..<300 {
      let chunk = feed.next()
      if chunk.endsStep {
        total += chunk.gap
      }
      if let at = at(chunk.bytes) {
        // Three decimals are written; the rest is cut off.
        let expected = start + Int(elapsed / .milliseconds(1))
        #expect(at == expected, "rate \(rate)")
      }
      elapsed = total
    }
    #expect(total > .zero)
  }
}

/// The milliseconds of a snapshot that begins here.
private func at(_ bytes: [UInt8]) -> Int? {
  let text = String(decoding: bytes.prefix(24), as: UTF8.self)
  guard text.hasPrefix("{\"at\":"), let end = text.firstIndex(of: ",") else { return nil }
  return Int(text[..<end].dropFirst(6).filter { $0 != "." })
}

@Test func `speed makes the waits shorter and leaves the bytes alone`() throws {
  for scenario in ScenarioName.allCases where scenario != .burst {
    var slow = try feed(scenario, .watch)
    var fast = try feed(scenario, .watch, speed: 8)
    for _ in 0..<200 {
      let (one, other) = (slow.next(), fast.next())
      #expect(one.bytes == other.bytes)
      #expect(one.gap == other.gap * 8)
    }
  }
}

@Test func `the steps of a second are as many as the rate says, on the average`() throws {
  for rate in [0.1, 7, 100, 3_000, 100_000] {
    var feed = try feed(.orders, rate: rate)
    var steps = 0
    var time = Duration.zero
    while steps < 2_000 {
      let chunk = feed.next()
      time += chunk.gap
      if chunk.endsStep { steps += 1 }
    }
    let measured = Double(steps) / (time / .seconds(1))
    #expect(abs(measured / rate - 1) < 0.1, "\(measured) for \(rate)")
  }
}

@Test func `a chunk is bounded, and ends with a newline where it ends a value`() throws {
  for scenario in ScenarioName.allCases {
    for encoding in FeedEncoding.allCases {
      var feed = try feed(scenario, encoding)
      var finished = 0
      while finished < steps(scenario) {
        let chunk = feed.next()
        #expect(chunk.bytes.count <= FeedSimulation.maximumChunkLength)
        if chunk.endsValue { #expect(chunk.bytes.last == UInt8(ascii: "\n")) }
        if chunk.endsStep {
          finished += 1
          #expect(chunk.gap > .zero)
        }
        guard scenario != .chaos else { continue }
        #expect(chunk.endsStep || chunk.gap == .zero)
      }
    }
  }
}
