import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import Testing
import Values

private func items(_ text: String, key: [FieldPath]? = nil) -> [FeedItem] {
  var decoder = FeedDecoder(key: key)
  return decoder.append(Array(text.utf8)) + decoder.finish()
}

private func ids(_ item: FeedItem?) -> [String] {
  switch item {
  case .snapshot(let snapshot): snapshot.rows.map(\.id.description)
  case .upsert(let row, _), .append(let row, _), .insert(let row, _, _): [row.id.description]
  case .delete(let id, _): [id.description]
  case nil: []
  }
}

@Test func `an array is a snapshot`() {
  let items = items(#"[{"id":"a"},{"id":"b"}]"#)
  #expect(items.map(ids) == [["a", "b"]])
  #expect(items.first?.time == nil)
}

@Test func `a recorded snapshot has a time`() {
  let items = items(#"{"at":1748700676,"rows":[{"id":7}]}{"at":"2025-05-31T14:11:17Z","rows":[]}"#)
  #expect(items.map(ids) == [["7"], []])
  #expect(items.map { $0.time?.seconds } == [1_748_700_676, 1_748_700_677])
}

@Test func `a single object arrives, and replaces the row with its key`() {
  var list = RowList()
  for item in items(#"{"id":1,"v":1}{"id":2,"v":1}{"id":1,"v":2}"#) { list.apply(item) }
  #expect(list.rows.map(\.id.description) == ["2", "1"])
  #expect(list.rows.map { $0.value.member("v")?.string } == ["1", "2"])
}

@Test func `a change in listview's own format upserts and deletes`() {
  var list = RowList()
  let text = """
    [{"id":"a"},{"id":"b"}]
    {"at":1,"op":"upsert","row":{"id":"c"}}
    {"at":2,"op":"delete","id":"a"}
    {"at":3,"op":"delete","row":{"id":"b","gone":true}}
    """
  for item in items(text) { list.apply(item) }
  #expect(list.rows.map(\.id.description) == ["c"])
}

@Test func `the key is the first well-known name that is unique in every row`() {
  func key(_ text: String) -> String? {
    var decoder = FeedDecoder()
    _ = decoder.append(Array(text.utf8)) + decoder.reachEnd(isWhole: false)
    return decoder.keyRule?.description
  }
  #expect(key(#"[{"name":"x","id":1},{"name":"x","id":2}]"#) == "id")
  #expect(key(#"[{"id":1,"name":"x"},{"id":1,"name":"y"}]"#) == "name")
  #expect(key(#"[{"metadata":{"uid":"u1"}},{"metadata":{"uid":"u2"}}]"#) == "metadata.uid")
  #expect(key(#"[{"namespace":"a","name":"x"},{"namespace":"b","name":"x"}]"#) == "namespace,name")
  #expect(key(#"[{"serial":"x"},{"serial":"y"}]"#) == "serial")
  #expect(key(#"[1,1,2]"#) == KeyRule.content.description)
  #expect(
    key(#"{"name":"one log's name is on every line","msg":"a"}"#) == KeyRule.arrival.description
  )
  #expect(key(#"[]"#) == nil)
}

@Test func `rows with the same key are distinguished by their order`() {
  var decoder = FeedDecoder(key: [FieldPath("id")])
  let items = decoder.append(Array(#"[{"id":"a"},{"id":"b"},{"id":"a"}]"#.utf8))
  #expect(ids(items.first) == ["a", "b", "a#2"])
  #expect(decoder.duplicateKeys == 1)
}

@Test func `a key is compared without its escapes`() {
  #expect(items(#"[{"id":"caf\u00e9"}]"#).map(ids) == [["café"]])
  var list = RowList()
  for item in items(#"{"id":"a/b"}{"id":"a\/b"}"#) { list.apply(item) }
  #expect(list.count == 1)
}

@Test func `an event without a known key is identified by its arrival`() {
  #expect(items(#"{"event":"push"}{"event":"push"}"#).map(ids) == [["1"], ["2"]])
}

@Test func `times are parsed by their magnitude or as RFC 3339`() {
  let instant: Int64 = 1_748_700_676_000_000_000
  for text in [
    "1748700676", "1748700676000", "1748700676000000", "1748700676000000000",
    "2025-05-31T14:11:16Z", "2025-05-31 16:11:16+02:00", "2025-05-31t09:41:16.000-04:30",
  ] {
    #expect(FeedTime(text: text) == FeedTime(nanoseconds: instant), "\(text)")
  }
  #expect(FeedTime(text: "1969-12-31T23:59:59.5Z")?.nanoseconds == -500_000_000)
  #expect(FeedTime(text: "2024-02-29T00:00:00Z")?.seconds == 1_709_164_800)
  for text in ["", "soon", "2025-13-01T00:00:00Z", "2025-05-31T14:11:16", "nan", "1e400"] {
    #expect(FeedTime(text: text) == nil, "\(text)")
  }
}

@Test func `a feed of single events keeps no more rows than its limit`() {
  var list = RowList(limit: RowLimit(rows: 100))
  for number in 0..<10_000 {
    for item in items(#"{"id":\#(number)}"#) { list.apply(item) }
    #expect(list.count <= 100)
  }
  #expect(list.rows.map(\.id.description) == (9_900..<10_000).reversed().map { "\($0)" })
  #expect(list.dropped == 9_900)
}

@Test func `strings are decoded, with replacement characters for invalid text`() {
  func string(_ bytes: [UInt8]) -> String? {
    var result: String?
    var reader = ValueReader()
    reader.append(bytes) { result = $0.string }
    return result
  }
  #expect(string(Array(#""\u00e9\n\"\\\/ \ud83d\ude00""#.utf8)) == "é\n\"\\/ 😀")
  #expect(string(Array(#""\ud83d x \ude00""#.utf8)) == "\u{FFFD} x \u{FFFD}")
  #expect(string([0x22, 0xFF, 0x41, 0x22]) == "\u{FFFD}A")
}

@Test(arguments: [
  ("1,eve,Kiev,877\n2,bob,Paris,130\n3,gina,Cairo,470\n", 3),
  ("1,Alfa,47\n2,Bravo,12\n3,Charlie,470\n", 3),
  ("country,2019,2020,2021\nFR,1.5,2,3\nDE,2,3,4\n", 2),
  ("country,2010,2020\nFR,1.5,2\nDE,2,3\n", 2),
])
func `numbers are names of columns if they count or are years`(text: String, rows: Int) {
  var decoder = FeedDecoder()
  var list = RowList()
  for item in decoder.append(Array(text.utf8)) + decoder.finish() { list.apply(item) }
  #expect(list.count == rows)
}

@Test(arguments: [
  """
  CPU1 Temp        | 45 degrees C      | ok
  FAN1             | 4200 RPM          | ok
  FAN2             | no reading        | ns
  PSU1 Status      | 0x01              | ok

  """,
  """
  web-1  | Up 2 days   | ok
  web-2  | Up 3 days   | ok
  web-3  | not running | down
  web-4  | Up 1 day    | ok

  """,
])
func `lines with as many bars are rows, whatever words are below each other`(text: String) {
  for isSlow in [false, true] {
    var decoder = FeedDecoder()
    var list = RowList()
    var items: [FeedItem] = []
    if isSlow {
      for line in text.split(separator: "\n") {
        items += decoder.append(Array((line + "\n").utf8)) + decoder.reachEnd(isWhole: false)
      }
    } else {
      items = decoder.append(Array(text.utf8))
    }
    for item in items + decoder.finish() { list.apply(item) }
    #expect(list.count == 4)
    #expect(list.rows.allSatisfy { $0.value.kind == .object })
    #expect(list.rows.last.map { $0.value.json.contains(" | ") } == false)
  }
}

@Test(arguments: [
  (
    """
    TYPE            TOTAL     ACTIVE    SIZE      RECLAIMABLE
    Images          5         2         16.43MB   11.63MB (70%)
    Containers      2         0         212B      212B (100%)
    Local Volumes   2         1         36B       0B (0%)

    """, ["TYPE"]
  ),
  (
    """
       text\t   data\t    bss\t    dec\t    hex\tfilename
     133461\t   4752\t   4824\t 143037\t  22ebd\tls
      32109\t   1456\t    416\t  33981\t   84bd\tcat

    """, ["filename"]
  ),
])
func `what is called as quantities are is no key beside a name`(text: String, key: [String]) {
  var decoder = FeedDecoder(.init(isPolled: true))
  _ = decoder.append(Array(text.utf8)) + decoder.finish()
  #expect(decoder.keyRule == .fields(key.map { FieldPath([$0]) }))
}

@Test(arguments: ["1\n2\n3\n", "\"a\"\n\"b\"\n\"c\"\n"])
func `numbers and texts on lines of their own are in the order of the lines`(lines: String) {
  var decoder = FeedDecoder()
  var list = RowList()
  for item in decoder.append(Array(lines.utf8)) + decoder.finish() { list.apply(item) }
  #expect(list.rows.map { "\($0.value.json)\n" }.joined() == lines)
  #expect(decoder.readsDownwards)
}
