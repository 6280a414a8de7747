@testable import Columns
import FeedStore
import FeedValues
import TerminalCore
import Testing

@testable import ListViewParts

private let jobs = rows(
  """
  [{"id":1,"status":"paid","city":"New York","owner":{"name":"ada"},"queue":{"name":"fast"}},
  {"id":2,"status":"open","city":"Oslo","owner":{"name":"bob"},"queue":{"name":"slow"}},
  {"id":3,"status":"paid","city":"Oslo","owner":{"name":"cyd"},"queue":{"name":"fast"}}]
  """
)

private let completer = Completer(columns: columns(of: jobs), rows: update(jobs).rows)

@Test func `a filter is completed with names of fields, then with values of the field`() {
  #expect(completer.filterCompletions(of: "sta").texts == ["status"])
  #expect(completer.filterCompletions(of: "STA").texts == ["status"])
  #expect(completer.filterCompletions(of: "status").texts == ["status="])
  let values = completer.filterCompletions(of: "id=1 not (status=")
  #expect(values.texts == ["open", "paid"] && values.length == 0)
  #expect(values.whole == ["id=1 not (status=open", "id=1 not (status=paid"])
  #expect(completer.filterCompletions(of: "status!=P").whole == ["status!=paid"])
  // A value with a space is quoted, and found by what is in the quotation marks.
  #expect(completer.filterCompletions(of: "city=n").whole == [#"city="New York""#])
  #expect(completer.filterCompletions(of: "status=x").texts.isEmpty)
}

@Test func `a field whose last name is ambiguous is completed by its path`() {
  let names = completer.fieldNames
  #expect(names.filter { $0.hasSuffix("name") }.count == 2 && Set(names).count == names.count)
  #expect(names.contains("name") != (names.contains("owner.name") && names.contains("queue.name")))
}

@Test func `a filter is unfinished until its value has been started`() {
  #expect(completer.unfinishedLength(of: "id=1 status=") == 7)
  #expect(completer.unfinishedLength(of: "id=1 status=p") == 0)
  #expect(completer.unfinishedLength(of: "id=1 sta") == 3)
  #expect(completer.unfinishedLength(of: "id=1 o") == 1, "it may become or, or a field")
  #expect(completer.unfinishedLength(of: "word") == 0)
}

@Test func `what completes an expression is one, with quotation marks where a name needs them`()
  throws
{
  let rows = rows("[{\"id\":1,\"Receive bytes\":7,\"%cpu\":2}]")
  let completer = Completer(columns: columns(of: rows), rows: update(rows).rows)
  for (text, wanted) in [
    ("rate(Rec", "\"Receive bytes\""), ("rate(\"Receive b", "\"Receive bytes\""),
    ("rx=ra", "rate("),
    ("delta(%", "%cpu"), ("1 + ew", "ewma("),
  ] {
    let found = completer.expressionCompletions(of: text)
    #expect(found.texts.first == wanted, "\(text): \(found)")
    let whole = text.dropLast(found.length) + wanted + (wanted.hasSuffix("(") ? "" : ")")
    if !wanted.hasSuffix("(") { _ = try ColumnSpec.Item(String(whole)) }
  }
  // Functions come first where anything may stand, fields where an argument is due.
  #expect(completer.expressionCompletions(of: "").texts.first == "rate(")
  let arguments = completer.expressionCompletions(of: "delta(").texts
  #expect(
    try #require(arguments.firstIndex(of: "id")) < #require(arguments.firstIndex(of: "rate("))
  )
}

@Test func `every function of the expressions is offered, with what it is`() {
  let names = Set(ExpressionText.functions.map { String($0.name.dropLast()) })
  let all = HistoryFunction.allCases.map(\.rawValue) + RowFunction.allCases.map(\.rawValue) + ["if"]
  #expect(names == Set(all) && names.count == ExpressionText.functions.count)
  #expect(
    ExpressionText.functions.allSatisfy { $0.signature.hasPrefix($0.name) && !$0.help.isEmpty }
  )
}

@Test func `columns and summaries are completed after the last comma`() {
  #expect(completer.summaryCompletions(of: "count,su") == ["count,sum:"])
  #expect(completer.summaryCompletions(of: "count,sum:id").isEmpty == false)
  #expect(completer.summaryCompletions(of: "au") == ["auto"])
  #expect(completer.summaryCompletions(of: "count,au").isEmpty)
  let columns = completer.columnSpecCompletions(of: "id,-")
  #expect(columns.contains("id,-status") && columns.contains("id,-*"))
  #expect(completer.columnSpecCompletions(of: "id:").contains("id:number"))
}

@Test func `an unknown field is reported with the most similar name, or with the existing ones`() {
  func note(_ names: String...) -> String? { completer.note(on: names.map { FieldName($0) }) }
  #expect(note("status", "id") == nil)
  #expect(note("statsu") == Completer.Text.unknownField("\"statsu\"", nearest: "status"))
  #expect(note("quux", "zz")?.contains("\"quux\"") == true)
  #expect(note("quux", "zz")?.contains("status") == true)
  let empty = Completer(columns: [], rows: FeedRows())
  #expect(empty.note(on: [FieldName("x")]) == nil, "rows may have it later")
}

@Test func `a menu shows the chosen item and as many others as fit`() {
  let items = (1...30).map {
    PromptMenu.Item(
      [Segment(text: "item\($0)", role: .text)],
      details: [Segment(text: "so wide that it has a border", role: .dim)]
    )
  }
  for choice in [nil, 0, 14, 29] {
    let menu = PromptMenu(title: "filter", items: items, choice: choice, footer: "Esc cancel")
    let lines = text(columns: 60, lines: 24) {
      menu.draw(above: 23, into: &$0, in: context(columns: 60))
    }
    let shown = (1...30).filter { number in
      lines.contains { $0.split(separator: " ").contains("item\(number)") }
    }
    // Half of the 23 lines above, less the border.
    #expect(shown.count == 9 && shown.last == shown[0] + 8, "\(lines)")
    #expect(shown.contains((choice ?? 0) + 1))
    #expect(lines.contains { $0.contains("filter") } && lines[23].isEmpty)
  }
  #expect(!PromptMenu.hasRoom(on: TerminalSize(columns: 39, lines: 24)))
}
