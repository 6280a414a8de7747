import TestSupport
import Testing

@testable import FeedSources
@testable import FeedStore
@testable import FeedValues

private let start = ContinuousClock().now

private func items(_ text: String) -> [FeedItem] {
  var decoder = FeedDecoder(key: [FieldPath(["id"])])
  return decoder.append(Array(text.utf8)) + decoder.reachEnd(isWhole: false)
}

private func line(_ object: some StringProtocol, at time: Int) -> String {
  #"{"at":\#(1_700_000_000 + time),\#(object)}"# + "\n"
}

/// A feed of snapshots, single rows and deletions, by chance.
private func feed(count: Int, generator: inout SeededGenerator) -> String {
  (0..<count).map { time in
    switch generator.next() % 4 {
    case 0:
      let ids = (0..<8).filter { _ in generator.next() % 3 > 0 }
      let rows = ids.map { #"{"id":\#($0),"n":\#(generator.next() % 3)}"# }
      return line(#""rows":[\#(rows.joined(separator: ","))]"#, at: time)
    case 1:
      return line(#""op":"delete","id":\#(generator.next() % 8)"#, at: time)
    default:
      let row = #"{"id":\#(generator.next() % 8),"n":\#(generator.next() % 3)}"#
      return line(#""op":"upsert","row":\#(row)"#, at: time)
    }
  }.joined()
}

@Test func `the history of a row lists its change by each item, at every position`() throws {
  for seed in 1...20 as ClosedRange<UInt64> {
    var generator = SeededGenerator(seed: seed)
    let items = items(feed(count: 40, generator: &generator))
    // Items on their way through a player, and beside it every list that there was.
    var player = Player(start: .liveEdge)
    player.receive(items, at: start)
    var list = RowList()
    var states = [[String: Row]()]
    for item in items {
      list.apply(item)
      states.append(Dictionary(uniqueKeysWithValues: list.rows.map { ($0.id.description, $0) }))
    }
    let ids = Set(states.flatMap(\.values).map(\.id))
    for position in [items.count, items.count / 2, 1, 0] {
      player.step(by: position - player.position, at: start)
      // The player goes back no further than to the first snapshot.
      let position = player.position
      for id in ids {
        var expected: [(number: Int, old: Row?, new: Row?)] = []
        for number in stride(from: position, to: 0, by: -1) {
          let (old, new) = (
            states[number - 1][id.description], states[number][id.description]
          )
          if old != new { expected.append((number, old, new)) }
        }
        let history = player.history(of: id)
        #expect(history.isComplete)
        #expect(history.changes.map(\.number) == expected.map(\.number), "seed \(seed), \(id)")
        #expect(history.changes.map(\.old) == expected.map(\.old), "seed \(seed), \(id)")
        #expect(history.changes.map(\.new) == expected.map(\.new), "seed \(seed), \(id)")
        #expect(history.changes.map(\.time) == expected.map { items[$0.number - 1].time })
        #expect(player.row(of: id) == states[position][id.description], "seed \(seed), \(id)")
        // A known history is continued from its end.
        let middle = position / 2
        #expect(
          player.history(of: id, after: middle).changes.map(\.number)
            == expected.map(\.number).filter { $0 > middle }
        )
        let newest = player.history(of: id, limit: 2)
        #expect(newest.changes.map(\.number) == Array(expected.map(\.number).prefix(2)))
        #expect(newest.isComplete || expected.count >= 2)
      }
    }
  }
}

@Test func `a history that would take long is cut, and is marked as incomplete`() {
  let items = items((0..<1_000).map { line(#""rows":[{"id":1,"n":\#($0)}]"#, at: $0) }.joined())
  var player = Player(start: .liveEdge)
  player.receive(items, at: start)
  let id = player.rows[0].id
  let cut = player.history(of: id, limit: .max, work: 300)
  #expect(!cut.isComplete && 50...300 ~= cut.changes.count)
  #expect(cut.changes.first?.number == 1_000)
  #expect(player.history(of: id, limit: .max, work: .max).changes.count == 1_000)
}

@Test func `a limited text ends at a whole character`() throws {
  let texts = [
    #""plain text""#, #""\u00e9\ud83d\ude00\n\"x\\y\u0000""#, #""日本語 é 👨‍👩‍👧""#,
    #""\ud83d alone \ude00""#,
    "12345678901234567890.5e3", #"["a","b"]"#,
  ]
  for text in texts {
    var reader = ValueReader()
    var read: [JSONValue] = []
    reader.append(Array("[\(text)]\n".utf8)) { value, _, _ in
      read.append(value)
      return .taken
    }
    let value = try #require(read.first?.elements.first)
    for limit in 0...value.text.count + 2 {
      let (prefix, isWhole) = value.string(limit: limit)
      // Not by characters: what joins them may be cut off.
      #expect(
        isWhole ? prefix == value.string : value.string.utf8.starts(with: prefix.utf8),
        "\(text) \(limit)"
      )
      #expect(prefix.utf8.count <= 3 * limit + 3)
      #expect(isWhole || !prefix.hasSuffix("\u{FFFD}") || value.string.contains("\u{FFFD}"))
    }
    #expect(value.string(limit: value.text.count) == (value.string, true))
  }
}

@Test func `members and elements are counted only up to the limit`() throws {
  var reader = ValueReader()
  var read: [JSONValue] = []
  reader.append(Array(#"[{"a":1,"b":[1,2,3],"c":{}}]"#.utf8)) { value, _, _ in
    read.append(value)
    return .taken
  }
  let object = try #require(read.first?.elements.first)
  #expect(object.count(limit: 9) == 3 && object.count(limit: 2) == 2)
  #expect(object.member("b")?.count(limit: 9) == 3)
  #expect(object.member("c")?.count(limit: 9) == 0 && object.member("a")?.count(limit: 9) == 0)
  #expect(object.member("c")?.isEmptyContainer == true && !object.isEmptyContainer)
  #expect(object.member("a")?.isEmptyContainer == false)
  var seen: [String] = []
  object.member("b")?.forEachElement {
    seen.append($0.string)
    return seen.count < 2
  }
  #expect(seen == ["1", "2"])
}
