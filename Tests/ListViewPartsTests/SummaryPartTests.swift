import Feeds
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
  let measures = spec.measures(
    of: shown.columns,
    sample: rows,
    reader: shown.timeReader,
    column: { shown.column(named: $0) }
  )
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
    return spec.measures(
      of: shown.columns,
      sample: rows,
      reader: shown.timeReader,
      column: { shown.column(named: $0) }
    )
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
