@testable import Columns
import FeedValues
import Testing

@testable import ListViewParts

@Test func `a malformed line of a column memory affects no other`() throws {
  let text = "listview columns 1\na id\nabc\nb id:mony\n\u{0}\nc kind,id\n"
  let memory = try ColumnMemory(text)
  #expect(memory.skipped == 3)
  let last = try ColumnSpec("kind,id")
  #expect(memory["a"] != nil && memory["b"] == nil && memory["c"] == last)
}

@Test func `a field name, whatever it contains, adds no line to a column memory`() throws {
  let scalars = (0..<0x300).map { String(UnicodeScalar($0) ?? "?") }
  let names =
    scalars + [
      "a\nshape2 id", "\r\n", "\u{1B}[31m", "%0A", "%", "100%25", "\u{2028}", "a b", "\\", "\u{85}",
      "é\u{301}", "👩‍👩‍👧",
    ]
  for name in names {
    var memory = ColumnMemory()
    memory["other"] = try ColumnSpec("kind")
    let item = ColumnSpec.Item(path: FieldPath([name]), title: name)
    memory["mine"] = ColumnSpec(items: [item], includesOthers: true)
    let lines = memory.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 4, "\(name.debugDescription)")
    #expect(
      !memory.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F }
    )
    let reread = try ColumnMemory(memory.text)
    #expect(reread.skipped == 0 && reread == memory, "\(name.debugDescription)")
    #expect(reread["mine"]?.items == [item], "\(name.debugDescription)")
    #expect(reread["other"] == memory["other"])
  }
  // A field without a name cannot be written, and the others are kept.
  var memory = ColumnMemory()
  let items = [FieldPath([""]), FieldPath(["id"]), FieldPath(["a", ""])].map {
    ColumnSpec.Item(path: $0)
  }
  memory["mine"] = ColumnSpec(items: items, includesOthers: false)
  let kept = try ColumnSpec("id")
  #expect(try ColumnMemory(memory.text)["mine"] == kept)
}
