@testable import FeedStore
import Testing

@testable import FeedIdentity
@testable import FeedSources
@testable import FeedValues

private let composed = "\u{E9}"
private let decomposed = "e\u{301}"

private func row(_ text: String) -> Row {
  var reader = ValueReader()
  var value: JSONValue?
  reader.append(Array(text.utf8)) { value = $0 }
  return Row(
    id: RowID(key: ByteSlice(copying: "1".utf8)),
    value: value ?? JSONValue(ByteSlice(copying: []))
  )
}

@Test func `names that are canonically equal and have other bytes are different fields`() {
  #expect(composed == decomposed)
  let (one, other) = (FieldPath([composed]), FieldPath([decomposed]))
  #expect(one != other && Set([one, other, one]).count == 2)
  #expect(FieldPath(["a", "bc"]) != FieldPath(["ab", "c"]))
  let old = row("{\"id\":1,\"\(composed)\":10,\"\(decomposed)\":20}")
  let new = row("{\"id\":1,\"\(composed)\":10,\"\(decomposed)\":21}")
  let changes = Row.changes(from: old, to: new)
  #expect(changes.map(\.path) == [other])
  #expect(changes.first?.old?.string == "20" && changes.first?.new?.string == "21")
  #expect(new.value.values(at: [one, other]).map { $0?.string } == ["10", "21"])
  // A member that has been renamed so has left, and another one has come.
  let renamed = row("{\"id\":1,\"\(composed)\":10}")
  let before = row("{\"id\":1,\"\(decomposed)\":10}")
  let paths = Row.changes(from: before, to: renamed).map(\.path)
  #expect(paths == [one, other])
}

@Test func `columns and keys are told apart by the bytes of their names`() {
  let columns = KeyColumns([row("{\"\(composed)\":1,\"\(decomposed)\":2}").value])
  #expect(columns.paths == [FieldPath([composed]), FieldPath([decomposed])])
  var decoder = FeedDecoder()
  let items = decoder.append(Array("\(composed),\(decomposed)\n1,2\n3,4\n".utf8)) + decoder.finish()
  guard case .snapshot(let snapshot)? = items.first else {
    Issue.record("no list")
    return
  }
  #expect(snapshot.rows.first?.value[FieldPath([decomposed])]?.string == "2")
}

@Test func `the values at many paths are those at each of them`() {
  let row = row(
    #"{"a":1,"b":{"c":[{"d":true},{"d":false}],"e":{"f":2,"g":null}},"a":3,"h":[1,2],"k\u0020l":4}"#
  )
  let paths = [
    "", "a", "b", "b.c", "b.c.[].d", "b.e.f", "b.e.g", "b.e.x", "h", "h.[]", "a.b", "k l", "a",
  ].map { FieldPath($0) }
  #expect(row.value.values(at: paths) == paths.map { row.value[$0] })
}

@Test func `changes are those of the fields, with the values that a look at each would find`() {
  let old = row(#"{"id":1,"a":{"x":1,"y":2,"z":{"q":[1]}},"b":1,"c":2,"c":3,"d":null}"#)
  let new = row(#"{"id":1,"c":2,"c":4,"a":{"z":{"q":[2]},"x":5,"w":6},"d":null,"e":0}"#)
  let changes = Row.changes(from: old, to: new)
  #expect(changes.map(\.path.description) == ["c", "a.z.q", "a.x", "a.w", "a.y", "e", "b"])
  for change in changes {
    #expect(change.old == old.value[change.path] && change.new == new.value[change.path])
  }
}

@Test func `of members with the same name the last one counts, as for other programs`() throws {
  // The lines that `jq -c '[.id, .size, .n.a, .n.b]'` and Python's json print for each.
  let texts: KeyValuePairs = [
    #"{"id":1,"size":0,"n":{"a":1,"b":2},"size":1}"#: ["1", "1", "1", "2"],
    #"{"id":3,"id":4,"size":7,"n":{"a":1,"a":2}}"#: ["4", "7", "2", nil],
    #"{"n":{"a":1,"b":2},"id":5,"n":{"a":3},"size":8}"#: ["5", "8", "3", nil],
    #"{"size":1,"s\u0069ze":2,"n":4,"id":"x","i\u0064":"y"}"#: ["y", "2", nil, nil],
  ]
  let names = ["id", "size", "n.a", "n.b"]
  for (text, expected) in texts {
    let value = row(text).value
    let paths = names.map { FieldPath($0) }
    #expect(PathReader(paths).values(of: value).map { $0?.string } == expected, "\(text)")
    #expect(value.values(at: paths).map { $0?.string } == expected, "\(text)")
    #expect(paths.map { value[$0]?.string } == expected, "\(text)")
    let searched = names.dropLast().map { FieldName($0).value(in: value)?.string }
    #expect(searched == expected.dropLast(), "\(text)")
    // The key is the value that every reader sees.
    let feed = FeedFixture(Array((text + "\n").utf8), .init(key: .fields([FieldPath("id")])))
    #expect(feed.list.rows.map { $0.id.description } == [expected[0]], "\(text)")
  }
}

@Test(arguments: [
  ("comm", #"{"PID":1,"COMMAND":"init"}"#, "init"), ("pcpu", #"{"%CPU":2.5}"#, "2.5"),
  ("mount", #"{"Mounted on":"/"}"#, "/"), ("size", #"{"1K-blocks":7}"#, "7"),
  // A field of the name itself comes first.
  ("comm", #"{"COMMAND":"init","comm":"own"}"#, "own"),
  ("avail", #"{"Avail":1,"Available":2}"#, "1"),
])
func `columns of ps and df have the names of their options`(
  name: String,
  text: String,
  value: String
) {
  #expect(FieldName(name).value(in: row(text).value)?.string == value)
}
