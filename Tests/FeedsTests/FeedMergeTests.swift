import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import Foundation
import TestSupport
import Testing

/// Items of text, by a decoder of their own.
private func items(_ text: String, _ options: FeedDecoder.Options = .init()) -> [FeedItem] {
  var decoder = FeedDecoder(options)
  return decoder.append(Array(text.utf8)) + decoder.finish()
}

private func object(_ row: Row) throws -> [String: Any] {
  try #require(
    JSONSerialization.jsonObject(with: Data(row.value.text.withBytes { Array($0) }))
      as? [String: Any]
  )
}

@Test func `a row names its source, and keeps its content`() throws {
  var merge = FeedMerge(names: ["a", "b"])
  let rows = merge.merge(items(#"[{"id":1,"n":1.50},{}, { } ,"text",[1],null]"#), from: 1)
  guard case .snapshot(let snapshot)? = rows.first else { return #expect(Bool(false)) }
  #expect(
    snapshot.rows.map(\.value.string) == [
      #"{"source":"b","id":1,"n":1.50}"#, #"{"source":"b"}"#, #"{"source":"b" }"#,
      #"{"source":"b","value":"text"}"#, #"{"source":"b","value":[1]}"#,
      #"{"source":"b","value":null}"#,
    ]
  )
  #expect(Set(snapshot.rows.map(\.id)).count == 6)
}

@Test func `rows whose keys differ only in kind are told apart without a search for each`() {
  let count = 20_000
  let numbers = [String](repeating: "{\"id\":1}", count: count)
  let texts = [String](repeating: "{\"id\":\"1\"}", count: count)
  var merge = FeedMerge(names: ["a", "b"])
  // A search from the first one on for each would take minutes.
  let list = "[\((numbers + texts).joined(separator: ","))]"
  let rows = merge.merge(items(list, .init(key: .fields([FieldPath("id")]))), from: 0)
  guard case .snapshot(let snapshot)? = rows.first else { return #expect(Bool(false)) }
  #expect(Set(snapshot.rows.map(\.id)).count == 2 * count)
}

@Test
func `equal keys of two sources are two rows, and a snapshot replaces only the rows of its source`()
{
  var merge = FeedMerge(names: ["a", "b", "c"])
  var list = RowList()
  func receive(_ text: String, from source: Int) {
    for item in merge.merge(items(text), from: source) { list.apply(item) }
  }
  receive(#"[{"id":1},{"id":2}]"#, from: 0)
  receive(#"[{"id":1},{"id":3}]"#, from: 2)
  receive(#"[{"id":1}]"#, from: 1)
  #expect(list.rows.map(\.id.description) == ["a/1", "a/2", "b/1", "c/1", "c/3"])
  receive(#"[]"#, from: 0)
  receive(#"[{"id":3},{"id":4},{"id":1}]"#, from: 2)
  #expect(list.rows.map(\.id.description) == ["b/1", "c/3", "c/4", "c/1"])
  // It comes back where it was named.
  receive(#"[{"id":2}]"#, from: 0)
  #expect(list.rows.map(\.id.description) == ["a/2", "b/1", "c/3", "c/4", "c/1"])
  // A row that arrives alone stands first; one that is known keeps its place.
  receive(
    #"{"at":1,"op":"upsert","row":{"id":9}} {"at":1,"op":"upsert","row":{"id":1,"x":1}}"#,
    from: 1
  )
  receive(#"{"at":1,"op":"delete","id":4}"#, from: 2)
  #expect(list.rows.map(\.id.description) == ["b/9", "a/2", "b/1", "c/3", "c/1"])
}

@Test func `rows with a member named source keep it visible`() throws {
  var merge = FeedMerge(names: ["a", "b"])
  _ = merge.merge(items(#"{"id":1,"source":"theirs"}"#), from: 0)
  let rows = merge.merge(items(#"{"id":1,"source":"theirs"}"#), from: 1)
  #expect(merge.field == "feed")
  guard case .upsert(let row, _)? = rows.first else { return #expect(Bool(false)) }
  #expect(try object(row) as NSDictionary == ["id": 1, "source": "theirs", "feed": "b"])
}

@Test func `the key rule is known if all sources have the same`() {
  let merge = FeedMerge(names: ["a", "b"])
  let id = KeyRule.fields([FieldPath("id")])
  #expect(merge.keyRule(of: [nil, nil]) == nil)
  #expect(merge.keyRule(of: [id, nil]) == .fields([FieldPath("source"), FieldPath("id")]))
  #expect(merge.keyRule(of: [id, id]) == .fields([FieldPath("source"), FieldPath("id")]))
  #expect(merge.keyRule(of: [id, .arrival]) == nil)
  #expect(merge.keyRule(of: [.arrival, .arrival]) == nil)
}

@Test func `names are unique and as short as possible`() {
  for (feeds, names) in [
    (["a.jsonl", "/var/log/b.log"], ["a.jsonl", "b.log"]),
    (["x/pods", "y/pods", "-"], ["x/pods", "y/pods", "stdin"]),
    (["q/x/pods", "r/x/pods", "z/pods"], ["q/x/pods", "r/x/pods", "z/pods"]),
    (["sim:pods?seed=1", "sim:payments"], ["pods", "payments"]),
    (["sim:pods?seed=1", "sim:pods?seed=2"], ["sim:pods?seed=1", "sim:pods?seed=2"]),
    (["a", "a", "./a"], ["a", "2:a", "./a"]),
    (["/a", "a"], ["/a", "a"]),
    (["/q/c", "/x/c/b", "/y/d/b"], ["c", "2:c/b", "d/b"]),
    (["/"], ["/"]),
  ] { #expect(FeedMerge.names(for: feeds) == names, "\(feeds)") }
  // Names are good for a merge, whatever the feeds are called.
  var random = SystemRandomNumberGenerator()
  let seed = UInt64.random(in: 0...UInt64.max, using: &random)
  var generator = SeededGenerator(seed: seed)
  for _ in 0..<500 {
    let feeds = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
      (0..<Int.random(in: 1...5, using: &generator)).map { _ in
        ["a", "b", "/", "2:", "sim:", "-", "?"].randomElement(using: &generator) ?? ""
      }.joined()
    }
    let names = FeedMerge.names(for: feeds)
    #expect(names.count == feeds.count && Set(names).count == names.count, "\(seed) \(feeds)")
    _ = FeedMerge(names: names)
  }
}

/// The expected result of a merge, in the plainest way: a list of rows with their sources.
private struct NaiveMerge {
  struct Entry: Equatable {
    var source: Int
    var id: RowID
    var text: String
  }
  var entries: [Entry] = []

  mutating func apply(_ item: FeedItem, from source: Int) {
    switch item {
    case .upsert(let row, _), .append(let row, _), .insert(let row, _, _):
      let isAppended = if case .append = item { true } else { false }
      let entry = Entry(source: source, id: row.id, text: row.value.json)
      if let offset = entries.firstIndex(where: { $0.source == source && $0.id == row.id }) {
        entries[offset] = entry
      } else {
        entries.insert(entry, at: isAppended ? entries.count : 0)
      }
    case .delete(let id, _):
      entries.removeAll { $0.source == source && $0.id == id }
    case .snapshot(let snapshot):
      let rest = entries.filter { $0.source != source }
      let place =
        entries.firstIndex { $0.source == source }.map { first in
          entries[..<first].count { $0.source != source }
        } ?? (rest.lastIndex { $0.source < source } ?? -1) + 1
      let own = snapshot.rows.map { Entry(source: source, id: $0.id, text: $0.value.json) }
      entries = rest[..<place] + own + rest[place...]
    }
  }
}

@Test func `a merge consists of each source's own list, in the order of a naive one`() throws {
  let seed = UInt64.random(in: 0...UInt64.max)
  var generator = SeededGenerator(seed: seed)
  let kinds = [
    { (key: Int, n: Int) in #"{"id":\#(key),"n":\#(n)}"# },
    { key, n in #"{"id":"k\#(key)\\\"","n":\#(n)}"# },
    { key, n in #""line \#(key)""# },
    { key, n in #"{"n":\#(n % 2),"m":\#(key % 2)}"# },
  ]
  for _ in 0..<100 {
    let count = Int.random(in: 1...4, using: &generator)
    let names = FeedMerge.names(for: (0..<count).map { "feed\($0 % 2)/x\($0)" })
    var merge = FeedMerge(names: names)
    var decoders = names.map { _ in FeedDecoder() }
    let shapes = names.map { _ in kinds.randomElement(using: &generator) ?? kinds[0] }
    var own = names.map { _ in RowList() }
    var (list, naive) = (RowList(), NaiveMerge())
    for step in 0..<30 {
      let source = Int.random(in: 0..<count, using: &generator)
      func row() -> String { shapes[source](Int.random(in: 0..<6, using: &generator), step) }
      let text =
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
          "[\((0..<Int.random(in: 0..<5, using: &generator)).map { _ in row() }.joined(separator: ","))]"
        case 1: #"{"at":1,"op":"delete","row":\#(row())}"#
        default: #"{"at":1,"op":"upsert","row":\#(row())}"#
        }
      let items =
        decoders[source].append(Array(text.utf8)) + decoders[source].reachEnd(isWhole: false)
      let merged = merge.merge(items, from: source)
      try #require(merged.count == items.count)
      for (item, mergedItem) in zip(items, merged) {
        #expect(item.time == mergedItem.time)
        own[source].apply(item)
        naive.apply(item, from: source)
        list.apply(mergedItem)
      }
      let rows = list.rows
      try #require(Set(rows.map(\.id)).count == rows.count)
      let objects = try rows.map(object)
      try #require(
        objects.map { $0["source"] as? String } == naive.entries.map { names[$0.source] },
        "seed \(seed)"
      )
      for (object, entry) in zip(objects, naive.entries) {
        var object = object
        object["source"] = nil
        let said = object["value"] ?? object
        let expected = try JSONSerialization.jsonObject(
          with: Data(entry.text.utf8),
          options: .fragmentsAllowed
        )
        try #require(said as? NSObject == expected as? NSObject, "seed \(seed)")
      }
      // Independent of the naive list: what each source has is what it would have alone.
      for source in names.indices {
        try #require(
          naive.entries.filter { $0.source == source }.map(\.id) == own[source].rows.map(\.id),
          "seed \(seed)"
        )
      }
    }
  }
}
