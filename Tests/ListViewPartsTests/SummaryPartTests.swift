@testable import Ordering
@testable import Columns
import FeedValues
import TableModel
import Testing
import Values

@testable import ListViewParts

private func shown(_ spec: String, _ json: String) throws -> String {
  let rows = rows(json)
  let shown = context(showing: columns(of: rows))
  let spec = try SummarySpec(spec)
  var summary = Summary(spec)
  summary.takeLine()
  var list = ListState(height: 10, motion: .none, options: ViewOptions())
  list.show(
    update(rows),
    isReload: true,
    isNews: false,
    at: start
  )
  let measures = spec.measures(in: shown, sample: rows)
  for _ in 0..<10 {
    _ = summary.advance(
      list.arrangement.filteredRows,
      isLoading: false,
      calendar: .utc,
      at: start
    ) { measures }
  }
  #expect(summary.nextInstant == nil, "all rows have been looked at")
  let label = summary.labels(at: start).map { "\($0.name) \($0.values.joined(separator: " "))" }
  return label.joined(separator: ", ")
}

@Test func `a summary counts, adds up by currency and finds extremes`() throws {
  let list = """
    [{"id":1,"amount":250,"currency":"usd"},{"id":2,"amount":100,"currency":"eur"},
     {"id":3,"amount":50,"currency":"usd"}]
    """
  let sum = try shown("sum:amount", list)
  #expect(sum.contains("3") && sum.contains("€") && sum.contains("$"), "\(sum)")
  #expect(try shown("max:id", list).hasSuffix(" 3"))
  #expect(try shown("min:id", list).hasSuffix(" 1"))
  #expect(try shown("currency=usd", list).contains("2"))
}

@Test func `figures of counts stand in the summary, with a condition and a name`() throws {
  let list = """
    [{"id":1,"ms":250,"status":200},{"id":2,"ms":100,"status":500},{"id":3,"ms":9000,"status":502},
     {"id":4,"ms":20,"status":200}]
    """
  #expect(try shown("p50(ms)", list) == "p50 ms 100")
  #expect(try shown("errors=count where status>=500", list) == "errors 2")
  #expect(
    try shown("share where status>=500,uniq(status)", list) == "status>=500 50.0%, uniq status 3"
  )
  #expect(try shown("max(ms) where status=200", list) == "max ms status=200 250")
  // A comparison with a call in it stays one, as does a field whose value is the word.
  for text in ["status=count", "avg(ms, 1m)>5"] {
    guard case .items(let items) = try SummarySpec(text), case .matching = items[0] else {
      Issue.record("\(text)")
      continue
    }
  }
  #expect(throws: SettingError.self) { try SummarySpec("p50()") }
  for text in ["count,n=p99(ms) where a=1,rate(5m),count where (a=1 b=2)"] {
    #expect(try SummarySpec(text).description == text)
  }
}

@Test func `a rate in the summary counts what arrives in its window, and falls to nothing`() throws
{
  // An object that arrives later is above.
  let rows = rows(
    (1...6).reversed().map { "{\"id\":\($0),\"status\":\(400 + $0)}" }.joined(separator: "\n")
  )
  let shown = context(showing: columns(of: rows))
  let spec = try SummarySpec("rate(10s) where status>403")
  let measures = spec.measures(in: shown, sample: rows)
  var pass = SummaryPass(measures, rows: TableRows(Array(rows.prefix(1))))
  _ = pass.advance(by: 10)
  func rate(after seconds: Int) -> String? {
    pass.figures[0].table?.total(in: .utc, at: start + .seconds(seconds))
  }
  #expect(rate(after: 0) == "0")
  pass.follow(rows.dropFirst().map { FilteredChange(old: nil, new: $0) }, at: start)
  #expect(rate(after: 1) == "0.3" && rate(after: 9) == "0.3" && rate(after: 10) == "0")
  // Another pass over the rows does not forget what arrived; an update is not an arrival.
  pass = SummaryPass(measures, rows: TableRows(rows), after: pass)
  pass.follow([FilteredChange(old: rows[4], new: rows[5])], at: start + .seconds(2))
  #expect(rate(after: 5) == "0.3")
}

@Test func `the most frequent values are shown, whichever came first`() throws {
  let rare = (0..<100).map { #"{"id":\#($0),"host":"rare\#($0)"}"# }
  let frequent = (100..<150).map { #"{"id":\#($0),"host":"\#($0 < 130 ? "a" : "b")"}"# }
  let hosts = try shown("by:host", "[\((rare + frequent).joined(separator: ","))]")
  #expect(hosts.hasPrefix("a 30, b 20, "), "\(hosts)")
  #expect(hosts.hasSuffix(" 90"), "\(hosts)")
}

@Test(arguments: ["sum:amount,max:amount,by:status", "auto"])
func `the layout of a column is no part of what is measured`(text: String) throws {
  let rows = rows(#"[{"id":1,"amount":250,"currency":"usd","status":"failed"}]"#)
  let spec = try SummarySpec(text)
  func measures(_ change: (inout Column) -> Void) -> [SummaryMeasure] {
    var shown = context(showing: columns(of: rows))
    for number in shown.columns.indices { change(&shown.columns[number]) }
    return spec.measures(in: shown, sample: rows)
  }
  let original = measures { _ in }
  #expect(original.contains { $0.readsRows })
  let wider = measures { column in
    _ = column.widen(for: "1234567.25", isFirst: false)
    (column.weight, column.place) = (column.weight + 1, column.place + 1)
  }
  #expect(wider == original)
  let otherwiseFormatted = measures { $0.format = .text }
  #expect(otherwiseFormatted != original)
}
