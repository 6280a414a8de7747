import FeedSources
import FeedStore
import FeedValues
import Foundation
import Testing
import Values

private func items(_ text: String) -> [FeedItem] {
  var decoder = FeedDecoder()
  return decoder.append(Array(text.utf8)) + decoder.finish()
}

/// The lists that a feed goes through, as text.
private func lists(_ items: [FeedItem]) -> [[String]] {
  var list = RowList()
  return items.map { item in
    list.apply(item)
    return list.rows.map { "\($0.id) \($0.value.string.filter { !$0.isNewline && $0 != " " })" }
  }
}

private let feeds = [
  #"[{"id":"a","n":1},{"id":"b","n":1.10}] [{"id":"b","n":12345678901234567890123}]"#,
  #"{"id":"a","n":1}{"id":"b"}{"id":"a","n":2}{"at":1,"op":"delete","id":"a"}"#,
  "{\n  \"id\": \"a\",\r\n  \"t\": \"tab\\tand \\u00e9\"\n}\n",
  #"[1,2,"x",null,true,[],{}]"#,
  #"[]"#,
  // Keys whose strings need escapes, or do not need those that they have.
  #"[{"id":"a\\"},{"id":"say \"b\""},{"id":"\u0063"}] {"at":1,"op":"delete","id":"a\\"}"#
    + #"{"at":1,"op":"delete","id":"say \"b\""}{"at":1,"op":"delete","id":"c"}"#,
  // A key of several parts.
  #"[{"topic":"t","partition":0,"offset":1},{"topic":"t","partition":0,"offset":2}]"#
    + #"{"at":1,"op":"delete","id":"t/0/1"}"#,
]

@Test func `a recording plays back as the same lists, one line per item`() {
  for feed in feeds {
    let original = items(feed)
    let time = FeedTime(nanoseconds: 1_700_000_000_123_456_000)
    var lines: [[UInt8]] = []
    for item in original { item.recordedLines(at: time) { lines.append($0) } }
    #expect(lines.count == original.count, "\(feed)")
    for line in lines { #expect(line.firstIndex(of: 0x0A) == line.count - 1) }
    let again = items(String(decoding: lines.joined(), as: UTF8.self))
    #expect(again.count == original.count, "\(feed)")
    #expect(lists(again) == lists(original), "\(feed)")
    #expect(again.allSatisfy { $0.time == time }, "\(again.map(\.time))")
  }
}

@Test
func `recorded keys are those of the feed, and rows with compound or escaped keys can be deleted`()
{
  #expect(
    lists(items(feeds[5])).map { $0.map { $0.prefix { $0 != "{" } } } == [
      [#"a\ "#, #"say "b" "#, "c "], [#"say "b" "#, "c "], ["c "], [],
    ]
  )
  #expect(lists(items(feeds[6])).map(\.count) == [2, 1])
}

@Test func `a recording continues after a line truncated by a crash`() throws {
  let path = FileManager.default.temporaryDirectory.appending(path: "listview-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: path) }
  try Data("{\"at\":1,\"rows\":[{\"id\":\"to".utf8).write(to: path)
  let recorder = try Recorder(path: path.path())
  try recorder.record(items(#"[{"id":"a"}]"#), at: FeedTime(nanoseconds: 2_000_000_000))
  var decoder = FeedDecoder()
  let again = decoder.append([UInt8](try Data(contentsOf: path)))
  #expect(lists(again) == [[#"a {"id":"a"}"#]])
  #expect(decoder.malformedInput.count == 1)
}

@Test func `a file that cannot be written is reported`() {
  #expect(throws: FeedError.self) { try Recorder(path: "/nowhere/at/all") }
}
