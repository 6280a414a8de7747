import FeedSources
import FeedStore
import FeedValues
import TestSupport
import Testing
import Values

/// A line of a log at a second of a day.
private func line(_ second: Int, _ text: String) -> String {
  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  let clock = "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
  return "2026-11-27 \(clock) INFO \(text)\n"
}

/// Decoders of several sources and the merge of what they give.
private struct Feed {
  var merge: FeedMerge
  var decoders: [FeedDecoder]
  /// The sources that may have more than what has been given so far.
  var open: Set<Int>
  var list = RowList()
  var items: [FeedItem] = []

  init(_ count: Int, byTime: Bool = true) {
    let names = (0..<count).map { "s\($0)" }
    merge = FeedMerge(names: names, times: byTime ? .utc : nil)
    decoders = names.map { _ in FeedDecoder() }
    open = Set(names.indices)
  }

  mutating func give(_ text: String, from source: Int, rests: Bool) {
    var items = decoders[source].append(Array(text.utf8))
    if rests {
      items += decoders[source].reachEnd(isWhole: true)
      open.remove(source)
    }
    merge.take(items, from: source, isText: decoders[source].readsDownwards)
    for item in merge.release({ [open] in open.contains($0) }) {
      self.items.append(item)
      list.apply(item)
    }
  }

  /// The text of each row, without its source and time.
  var messages: [String] {
    list.rows.map { row in
      (row.value.member("message") ?? row.value.member("n") ?? row.value).string
    }
  }
}

@Test func `rows of several sources are in the order of their times, however they arrive`() throws {
  let seed = UInt64.random(in: 0...UInt64.max)
  var generator = SeededGenerator(seed: seed)
  for _ in 0..<60 {
    let count = Int.random(in: 2...4, using: &generator)
    var entries: [[(second: Int, text: String)]] = []
    for source in 0..<count {
      var second = 0
      entries.append(
        (0..<Int.random(in: 1...20, using: &generator)).map { number in
          second += Int.random(in: 0...3, using: &generator)
          return (second, "\(source)-\(number)")
        }
      )
    }
    let expected = entries.enumerated().flatMap { source, own in own.map { ($0.second, source, $0) }
    }
    .enumerated().sorted {
      ($0.element.0, $0.element.1, $0.offset) < ($1.element.0, $1.element.1, $1.offset)
    }
    .map(\.element.2.text)
    var whole = Feed(count)
    for (source, own) in entries.enumerated() {
      whole.give(own.map { line($0.second, $0.text) }.joined(), from: source, rests: true)
    }
    try #require(whole.messages == expected, "seed \(seed)")
    var slow = Feed(count)
    var rest = entries.map { $0[...] }
    while !rest.allSatisfy(\.isEmpty) {
      let source = Int.random(in: 0..<count, using: &generator)
      let some = rest[source].prefix(Int.random(in: 1...4, using: &generator))
      guard !some.isEmpty else { continue }
      rest[source].removeFirst(some.count)
      slow.open = slow.open.union(Bool.random(using: &generator) ? [source] : [])
      let text = some.map { line($0.second, $0.text) }.joined()
      slow.give(text, from: source, rests: rest[source].isEmpty || Bool.random(using: &generator))
    }
    try #require(slow.messages == expected, "seed \(seed)")
  }
}

@Test func `nothing is given before an earlier row of another source may arrive`() {
  var feed = Feed(2)
  feed.give(line(10, "a") + line(30, "c"), from: 0, rests: true)
  #expect(feed.items.isEmpty)
  feed.give(line(20, "b"), from: 1, rests: true)
  #expect(feed.messages == ["a", "b", "c"])
  #expect(feed.items.allSatisfy { if case .append = $0 { true } else { false } })
}

@Test func `a late row is inserted where it belongs, and going back takes it away again`() throws {
  var feed = Feed(2)
  feed.give(line(10, "a"), from: 0, rests: true)
  feed.give(line(11, "b"), from: 1, rests: true)
  feed.give(line(30, "d"), from: 0, rests: true)
  feed.give(line(20, "c"), from: 1, rests: true)
  // No row stands in front of an earlier one of its own source.
  feed.give(line(5, "e"), from: 0, rests: true)
  #expect(feed.messages == ["a", "b", "c", "d", "e"])
  guard case .insert? = feed.items.dropLast().last else { return #expect(Bool(false)) }

  var player = Player(start: .liveEdge)
  let start = ContinuousClock.now
  for item in feed.items { player.receive([item], at: start) }
  func messages() -> [String] { player.rows.map { $0.value.member("message")?.string ?? "" } }
  player.step(by: -1, at: start)
  #expect(messages() == ["a", "b", "c", "d"])
  player.step(by: -1, at: start)
  #expect(messages() == ["a", "b", "d"])
  player.step(by: 1, at: start)
  #expect(messages() == ["a", "b", "c", "d"])

  var lines: [UInt8] = []
  for item in feed.items { item.recordedLines(at: FeedTime(nanoseconds: 1)) { lines += $0 } }
  var list = RowList()
  var decoder = FeedDecoder()
  for item in decoder.append(lines) + decoder.finish() { list.apply(item) }
  #expect(list.rows.map(\.id.description) == feed.list.rows.map(\.id.description))
}

@Test func `a late row that is older than all that a full list keeps is not kept`() {
  var list = RowList(limit: RowLimit(rows: 2))
  func row(_ number: Int) -> Row {
    let id = RowID(key: ByteSlice(copying: "\(number)".utf8))
    return Row(id: id, value: JSONValue(key: id))
  }
  for number in [2, 4] { list.apply(.append(row(number), at: nil)) }
  list.apply(.insert(row(1), inFrontOf: row(2).id, at: nil))
  #expect(list.rows.map(\.id.description) == ["2", "4"] && list.dropped == 1)
  list.apply(.insert(row(3), inFrontOf: row(4).id, at: nil))
  #expect(list.rows.map(\.id.description) == ["3", "4"] && list.dropped == 2)
}

@Test func `rows of a table with times are merged too, and so are those of different formats`() {
  var feed = Feed(3)
  feed.give("time,n\n2026-11-27T00:00:01Z,1\n2026-11-27T00:00:04Z,4\n", from: 0, rests: true)
  feed.give("when,n\n2026-11-27T00:00:02Z,2\n2026-11-27T00:00:05Z,5\n", from: 1, rests: true)
  feed.give(#"{"ts":"2026-11-27T00:00:03Z","level":"info","msg":"x","n":3}"#, from: 2, rests: true)
  #expect(feed.messages == ["1", "2", "3", "4", "5"])
  feed.give("2026-11-27T00:00:06Z,6\n", from: 0, rests: true)
  #expect(feed.messages == ["1", "2", "3", "4", "5", "6"])
}

@Test(arguments: [
  "plain text\nwithout times\n",
  "time,n\n2026-11-27T00:00:03Z,3\n2026-11-27T00:00:02Z,2\n2026-11-27T00:00:01Z,1\n",
  #"[{"created":"2026-11-27T00:00:02Z","id":2}]"#,
])
func `sources are not merged by time if one has no times, or another order`(text: String) {
  var feed = Feed(2)
  feed.give(line(10, "a") + line(20, "b"), from: 0, rests: true)
  feed.give(text, from: 1, rests: true)
  #expect(!feed.merge.isByTime)
  #expect(feed.list.count == decoded(text).count + 2)
  let sources = feed.list.rows.map { $0.value.member("source")?.string ?? "" }
  #expect(sources == sources.sorted() || sources == sources.sorted().reversed())
}

private func decoded(_ text: String) -> RowList {
  var decoder = FeedDecoder()
  var list = RowList()
  for item in decoder.append(Array(text.utf8)) + decoder.finish() { list.apply(item) }
  return list
}
