import ListViewApp
import ListViewParts
import TerminalCore
import Testing

/// Rows of an id and nine fields, whose values are twelve columns wide.
private func wide(_ ids: Range<Int>, field: String = "f") -> String {
  let rows = ids.map { number in
    let fields = (0..<9).map { #""\#(field)\#($0)":"\#(number)-\#(field)\#($0)-abcdef""# }
    return #"{"id":"row\#(number)",\#(fields.joined(separator: ","))}"#
  }
  return "[\(rows.joined(separator: ","))]"
}

private func headers(_ fixture: AppFixture) -> [Substring] {
  fixture.buffer.text(line: 1).split(separator: " ")
}

@Test func `the arrows scroll by columns, the key stays, and indicators show that there are more`()
{
  var fixture = AppFixture(columns: 60)
  fixture.receive(wide(0..<5))
  let before = headers(fixture)
  #expect(before.starts(with: ["ID", "F0"]) && before.last == "›")
  fixture.press(.right)
  #expect(headers(fixture).starts(with: ["‹", "ID", "F1"]))
  fixture.press(.character("l"))
  #expect(headers(fixture).starts(with: ["‹", "ID", "F2"]))
  #expect(fixture.lines[2].contains("row0") && fixture.lines[2].contains("0-f2-abcdef"))

  // An update never resets it, nor does a row that comes or a field.
  fixture.receive(wide(0..<7))
  fixture.receive(wide(0..<7).replacing("\"f0\"", with: "\"late\":1,\"f0\""))
  fixture.settle()
  #expect(headers(fixture).starts(with: ["‹", "ID", "F2"]))

  fixture.press(.left, .character("h"))
  #expect(headers(fixture).first == "ID")
  fixture.press(.left)
  #expect(headers(fixture).first == "ID")
}

@Test func `scrolling ends when the last column is in view, and every column can be reached`() {
  for width in [24, 40, 60, 100] {
    var fixture = AppFixture(columns: width)
    fixture.receive(wide(0..<5))
    var seen = Set(headers(fixture))
    var presses = 0
    while headers(fixture).last == "›", presses < 30 {
      fixture.press(.right)
      seen.formUnion(headers(fixture))
      presses += 1
    }
    #expect(presses < 30)
    let all = Set(["ID"] + (0..<9).map { "F\($0)" }.map { Substring($0) })
    #expect(all.isSubset(of: seen), "\(width): \(all.subtracting(seen))")
    let last = headers(fixture)
    fixture.press(.right)
    #expect(headers(fixture) == last)
    #expect(
      fixture.lines.last?.contains(String(ColumnState.Text.noMore.prefix(width < 40 ? 7 : 15)))
        == true
    )
    for _ in 0..<presses { fixture.press(.left) }
    #expect(headers(fixture).first == "ID" || headers(fixture).first == "F0")
  }
}

@Test func `nothing scrolls if all columns are in view`() {
  var fixture = AppFixture(columns: 80)
  fixture.receive(#"[{"id":"a","x":"1"},{"id":"b","x":"2"}]"#)
  let before = headers(fixture)
  fixture.press(.right)
  #expect(headers(fixture) == before)
}

@Test func `the scroll position is kept when the window is resized`() {
  var fixture = AppFixture(columns: 60)
  fixture.receive(wide(0..<5))
  fixture.press(.right, .right)
  _ = fixture.app.handle(.resize(TerminalSize(columns: 50, lines: 20)), at: fixture.now)
  #expect(headers(fixture).starts(with: ["‹", "ID", "F2"]))
}
