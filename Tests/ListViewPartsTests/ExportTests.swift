@testable import Columns
import FeedSources
import FeedValues
import Values
import Testing

@testable import ListViewParts

private func values(_ lines: String...) -> [JSONValue] {
  var found: [JSONValue] = []
  var reader = ValueReader()
  reader.append(Array((lines.joined(separator: "\n") + "\n").utf8)) { found.append($0) }
  return found
}

private func table(
  _ rows: [JSONValue],
  _ spec: ColumnSpec? = nil,
  screen: [Column]? = nil
) -> [[String]] {
  let columns = ExportColumns(spec, of: rows, screen: screen)
  return [columns.columns.map(\.title)]
    + rows.map { row in columns.cells(of: row).map { $0?.string ?? "" } }
}

private let nested = values(
  #"{"id":1,"meta":{"name":"a","labels":{"x":1}},"parts":[{"n":1},{"n":2,"m":3}],"tags":["p","q"]}"#,
  #"{"id":2,"meta":{"name":"b"},"parts":[],"tags":[],"meta2":{}}"#
)

@Test func `all fields are written by their paths, and no object as JSON`() throws {
  let all = table(nested, try ColumnSpec("*"))
  #expect(
    all[0] == [
      "id", "meta.name", "meta.labels.x", "parts.0.n", "parts.1.n", "parts.1.m", "parts", "tags",
      "meta2",
    ]
  )
  #expect(all[1].prefix(6) == ["1", "a", "1", "1", "2", "3"])
  #expect(all.joined().allSatisfy { !$0.contains("{") })
  #expect(table(nested, try ColumnSpec("-meta.name,*"))[0].contains("meta.name") == false)
  #expect(
    table(nested, try ColumnSpec("meta")) == [
      ["meta.name", "meta.labels.x"], ["a", "1"], ["b", ""],
    ]
  )
}

@Test func `nested rows have the columns of the screen, and flat ones all their fields`() {
  let rows = nested.map { Row(id: RowID(key: $0.text), value: $0) }
  let screen = ColumnChoice.columns(of: rows, key: nil, calendar: .utc).filter { !$0.isDull }
  let written = table(nested, screen: screen)
  #expect(written[0].contains("name") && !written[0].contains("meta"))
  #expect(written[1].contains("a") && written[2].contains("b"))
  let flat = values(#"{"b":1,"same":0}"#, #"{"b":2,"same":0,"list":[1,2]}"#)
  #expect(table(flat, screen: screen)[0] == ["b", "same", "list"])
}

@Test func `a row of one of several logs is copied by what it says, not by its number`() {
  let value = rows(#"[{"time":"10:00:00","message":"ready"}]"#)[0].value
  let id = RowID(key: ByteSlice(copying: #""app.log/#3""#.utf8), occurrence: -1)
  let copy = RowCopy(rows: [Row(id: id, value: value)], areMarked: false)
  guard case .copy(let bytes, _) = copy.keys else { return #expect(Bool(false)) }
  #expect(String(decoding: bytes, as: UTF8.self) == "10:00:00 ready")
}
