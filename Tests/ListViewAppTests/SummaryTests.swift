@testable import Columns
import FeedValues
import Foundation
import TableModel
import TerminalCore
import TerminalTestSupport
import TestSupport
import Testing
import Values

@testable import ListViewApp
@testable import ListViewParts

/// A payment; the status is written as JSON writes it.
private struct Payment {
  var id: Int
  var amount: String
  var currency: String
  var status: String

  var text: String {
    #"{"id":"p\#(id)","object":"charge","amount":\#(amount),"currency":"\#(currency)","status":"\#(status)"}"#
  }
}

private func list(_ payments: [Payment], at time: Int = 0) -> String {
  #"{"at":\#(1_700_000_000 + time),"rows":[\#(payments.map(\.text).joined(separator: ","))]}"#
    + "\n"
}

private func summaryFixture(
  _ spec: String = "auto",
  columns: Int = 120,
  lines: Int = 24
) throws -> AppFixture {
  AppFixture(
    columns: columns,
    lines: lines,
    configuration: App.Configuration(feedName: "test", motion: .none),
    summary: try SummarySpec(spec)
  )
}

extension AppFixture {
  fileprivate var summary: String { lines[1] }
  fileprivate var labels: [SummaryLabel] { app.summary.labels(at: now) }
  fileprivate func label(_ id: String) -> SummaryLabel? { labels.first { $0.id == id } }
}

private let four = [
  Payment(id: 1, amount: "4200", currency: "usd", status: "succeeded"),
  Payment(id: 2, amount: "1050", currency: "usd", status: "failed"),
  Payment(id: 3, amount: "999", currency: "eur", status: "pending"),
  Payment(id: 4, amount: "5200", currency: "jpy", status: "in_transit"),
]

@Test func `the summary of payments shows amounts by currency and the statuses that matter`() throws
{
  var fixture = try summaryFixture()
  fixture.receive(list(four))
  #expect(fixture.summary.hasPrefix(" $52.50   €9.99   ¥5.2k   ● 1 failed   "))
  for text in ["● 1 in transit", "● 1 pending"] {
    #expect(fixture.summary.contains(text), "\(fixture.summary)")
  }
  #expect(!fixture.summary.contains("succeeded"))
  #expect(fixture.lines[2].contains("AMOUNT") && fixture.lines[3].contains("$42.00"))
}

@Test func `rows without amounts and statuses get no summary bar`() throws {
  var fixture = try summaryFixture()
  fixture.receive(snapshot(0..<5, at: 0))
  #expect(fixture.lines[1].contains("TEXT") && fixture.lines[2].contains("row0"))
  var lines = try summaryFixture("auto")
  lines.receive("one\ntwo\nthree\n")
  #expect(lines.app.layout.summary == nil)
}

@Test func `the summary bar is omitted on low screens, and stays when its values disappear`() throws
{
  for (lines, hasLine) in [(9, false), (10, true)] {
    var fixture = try summaryFixture(columns: 40, lines: lines)
    fixture.receive(list(four))
    #expect((fixture.app.layout.summary != nil) == hasLine)
    #expect(fixture.summary.contains("$52.50") == hasLine)
    #expect(fixture.app.table.height == lines - (hasLine ? 4 : 3))
    fixture.receive(#"{"at":1700000009,"rows":[]}"#)
    #expect((fixture.app.layout.summary != nil) == hasLine)
  }
}

@Test func `sums, means and extremes match another arithmetic, for each currency`() throws {
  let seed = UInt64.random(in: 0...(.max))
  var random = SeededGenerator(seed: seed)
  for _ in 0..<20 {
    let payments = (0..<Int.random(in: 1...200, using: &random)).map { id in
      Payment(
        id: id,
        amount: String(Int.random(in: -1_000_000_000...9_000_000_000_000_000, using: &random)),
        currency: ["usd", "USD", "eur", "kwd"].randomElement(using: &random) ?? "",
        status: ["failed", "paid", "pending"].randomElement(using: &random) ?? ""
      )
    }
    var fixture = try summaryFixture(
      "sum:amount,max:amount,min:amount,count,status=failed,by:status"
    )
    fixture.receive(list(payments))
    let groups = Dictionary(grouping: payments) { $0.currency.uppercased() }
    func texts(_ fold: ([Decimal]) -> Decimal) -> Set<String> {
      Set(
        groups.map { code, payments in
          let value = fold(payments.compactMap { Decimal(string: $0.amount) })
          return Money.text(minorUnits: "\(value)", currency: code) ?? ""
        }
      )
    }
    #expect(Set(fixture.labels[0].values) == texts { $0.reduce(0, +) }, "seed \(seed)")
    #expect(Set(fixture.labels[1].values) == texts { $0.max() ?? 0 }, "seed \(seed)")
    #expect(Set(fixture.labels[2].values) == texts { $0.min() ?? 0 }, "seed \(seed)")
    #expect(fixture.label("count")?.values == ["\(payments.count)"])
    for status in ["failed", "paid", "pending"] {
      let count = payments.count { $0.status == status }
      if count > 0 { #expect(fixture.label(status)?.values == ["\(count)"], "seed \(seed)") }
      if status == "failed" { #expect(fixture.label("is:status=failed")?.values == ["\(count)"]) }
    }
  }
}

@Test func `a mean is rounded to a legible length, and amounts to their minor unit`() throws {
  let cases: [(numbers: [String], mean: String)] = [
    (["1", "2"], "1.5"), (["1", "1", "2"], "1.33"), (["0.1", "0.2"], "0.15"), (["3"], "3"),
    (["1000", "1001"], "1,001"), (["-1000", "-1001"], "−1,001"), (["1e400", "2"], "–"),
    (["0.0001", "0.0002"], "0.00015"), (["1", "0", "0"], "0.333"), (["10", "20", "x"], "15"),
  ]
  for (numbers, mean) in cases {
    var fixture = try summaryFixture("avg:n")
    let rows = numbers.enumerated().map { number, text in
      #"{"id":\#(number),"n":\#(text == "x" ? #""x""# : text)}"#
    }
    fixture.receive("[\(rows.joined(separator: ","))]")
    #expect(fixture.summary.hasPrefix(" avg n \(mean)"), "\(numbers): \(fixture.summary)")
  }
}

@Test func `slices have the same result as one pass, and one advance examines one slice`() throws {
  let seed = UInt64.random(in: 0...(.max))
  var random = SeededGenerator(seed: seed)
  let payments = (0..<5_000).map { id in
    Payment(
      id: id,
      amount: "\(Int.random(in: 1...99_999, using: &random))",
      currency: Bool.random(using: &random) ? "usd" : "eur",
      status: ["failed", "paid"].randomElement(using: &random) ?? ""
    )
  }
  var fixture = try summaryFixture("sum:amount,by:status,count")
  fixture.receive(list(payments))
  #expect(fixture.labels.first?.values == ["…"])
  #expect(fixture.work() >= payments.count / Summary.slice)
  let sum = Decimal(
    payments.filter { $0.currency == "usd" }.compactMap { Int($0.amount) }.reduce(0, +)
  )
  #expect(
    fixture.labels[0].values.contains(Money.text(minorUnits: "\(sum)", currency: "usd") ?? "")
  )
  #expect(fixture.label("count")?.values == ["5,000"])
  // Nothing more is to be done until something happens.
  #expect(fixture.app.nextInstant == nil)

  let measures = fixture.app.summary.measures
  let all = Array(fixture.app.list.allRows)
  for rows in [all, all.filter { _ in Bool.random(using: &random) }].map({ TableRows($0) }) {
    var whole = SummaryPass(measures, rows: rows)
    let isWhole = whole.advance(by: .max / 2)
    #expect(isWhole)
    var sliced = SummaryPass(measures, rows: rows)
    while !sliced.advance(by: Int.random(in: 1...700, using: &random)) {}
    for (left, right) in zip(whole.figures, sliced.figures) {
      #expect(left.tally == right.tally && left.count == right.count, "seed \(seed)")
      let sums = [left, right].map { $0.amounts.mapValues(\.sum.text) }
      #expect(sums[0] == sums[1], "seed \(seed)")
    }
  }
}

@Test func `the summary covers the rows that are shown`() throws {
  var fixture = try summaryFixture()
  fixture.receive(list(four))
  fixture.type(":filter currency=usd")
  fixture.press(.enter)
  fixture.work()
  #expect(fixture.summary.contains("$52.50") && !fixture.summary.contains("€"))
  fixture.type(":filter")
  fixture.press(.enter)
  fixture.receive(list([four[2]], at: 1))
  #expect(fixture.label("sum:amount")?.values == ["€9.99"])
  // Back in time there were more.
  fixture.press(.character("["))
  fixture.now += .milliseconds(1)
  fixture.work()
  #expect(fixture.label("sum:amount")?.values.count == 3)
}

@Test func `a status that no row has is not shown`() throws {
  var fixture = try summaryFixture()
  fixture.receive(list(four))
  #expect(fixture.label("failed")?.values == ["1"])
  fixture.now += .seconds(1)
  fixture.receive(list([four[0], four[2]], at: 1))
  fixture.work()
  #expect(fixture.label("failed") == nil && !fixture.summary.contains("failed"))
}

@Test func `large amounts are shown with about three digits`() {
  for (number, currency, expected) in [
    (16_240.09, "usd", "$16.2k"), (-16_240.09, "usd", "−$16.2k"), (15_200, "jpy", "¥15.2k"),
    (1_000, "eur", "€1k"), (999.94, "eur", "as it is"), (999_949, "usd", "$1M"),
    (999_400, "usd", "$999k"), (99_940, "usd", "$99.9k"),
    (999_960, "usd", "$1M"), (13_600_000, "", "13.6M"), (2.5e9, "sek", "SEK 2.5B"),
    (4e12, "usd", "$4T"), (0, "usd", "as it is"), (1e18, "usd", "as it is"),
  ] {
    #expect(Money.compact(number, currency: currency, exact: "as it is") == expected)
  }
}

@Test func `the total of other rows is no change`() throws {
  var fixture = try summaryFixture()
  func showsChange() -> Bool { fixture.summary.contains { "▲▼".contains($0) } }
  fixture.receive(list(four))
  fixture.work()
  for filter in ["currency=usd", "currency=jpy", "nosuch", "currency=eur", ""] {
    fixture.now += .seconds(10)
    fixture.app.advance(to: fixture.now)
    fixture.type(":filter \(filter)")
    fixture.press(.enter)
    fixture.work()
    #expect(!showsChange(), "\(filter): \(fixture.summary)")
  }
  fixture.type(":filter currency=usd")
  fixture.press(.enter)
  fixture.work()
  fixture.now += .seconds(10)
  let more = Payment(id: 9, amount: "33600", currency: "usd", status: "ok")
  fixture.receive(list(four + [more], at: 10))
  fixture.work()
  #expect(fixture.summary.contains("▲$336"), "\(fixture.summary)")
}

@Test func `an amount shows its change over the last minute`() throws {
  var fixture = try summaryFixture()
  fixture.receive(list([four[0]]))
  fixture.work()
  #expect(!fixture.summary.contains("▲") && !fixture.summary.contains("▼"))
  fixture.now += .seconds(10)
  fixture.receive(
    list([four[0], Payment(id: 9, amount: "33600", currency: "usd", status: "ok")], at: 10)
  )
  fixture.work()
  #expect(fixture.summary.hasPrefix(" $378 ▲$336") || fixture.summary.hasPrefix(" $378.00 ▲$336"))
  fixture.now += .seconds(300)
  fixture.receive(
    list([four[0], Payment(id: 9, amount: "33500", currency: "usd", status: "ok")], at: 310)
  )
  fixture.work()
  #expect(fixture.summary.hasSuffix("▼$1"), "\(fixture.summary)")
}

@Test func `the arrival rate is last with its graph, and omitted if nothing arrives`() throws {
  var fixture = try summaryFixture()
  fixture.receive(list(four))
  fixture.work()
  #expect(!fixture.summary.contains("/s") && !fixture.summary.contains("/min"))
  for step in 1...8 {
    fixture.now += .seconds(2)
    let more = (0..<step).map { Payment(id: 10 + $0, amount: "1", currency: "usd", status: "ok") }
    fixture.receive(list(four + more, at: step))
    fixture.work()
  }
  #expect(fixture.labels.last?.id == "rate")
  let last = try #require(fixture.summary.split(separator: " ").last)
  #expect(last.allSatisfy { "▁▂▃▄▅▆▇".contains($0) }, "\(fixture.summary)")
}

@Test func `a list whose rows come and go is no window of a longer one`() throws {
  var fixture = try summaryFixture()
  for step in 0..<8 {
    // As a command that lists processes: the newest ones go, and others come in their place.
    let ids = [0, 1, 2, 3, 4] + [10 + 2 * step, 11 + 2 * step]
    let all = ids.map { Payment(id: $0, amount: "100", currency: "usd", status: "failed") }
    fixture.receive(list(all, at: step))
    fixture.now += .seconds(1)
  }
  #expect(!fixture.summary.contains(Summary.Text.last(7)), "\(fixture.summary)")
}

@Test func `a window of a longer list is labelled as one, and a growing list is not`() throws {
  var window = try summaryFixture()
  var growing = try summaryFixture()
  for step in 0..<6 {
    let all = (0..<step + 4).map {
      Payment(id: $0, amount: "100", currency: "usd", status: "failed")
    }
    window.receive(list(Array(all.suffix(4)), at: step))
    growing.receive(list(all, at: step))
    window.now += .seconds(1)
    growing.now += .seconds(1)
  }
  #expect(window.summary.hasPrefix(" \(Summary.Text.last(4))   $4.00"), "\(window.summary)")
  #expect(growing.summary.hasPrefix(" $9.00"), "\(growing.summary)")
}

@Test func `rising and falling numbers are counted`() throws {
  var fixture = try summaryFixture()
  fixture.receive(
    """
    [{"id":1,"price":5,"change":1.5},{"id":2,"price":6,"change":-2},{"id":3,"price":6,"change":4},\
    {"id":4,"price":7,"change":0}]
    """
  )
  fixture.work()
  #expect(fixture.summary.hasPrefix(" ▲ 2   ▼ 1"), "\(fixture.summary)")
}

@Test func `a label that becomes slightly narrower moves no other`() throws {
  var fixture = try summaryFixture("sum:amount,by:status")
  func start() -> Int? {
    fixture.summary.range(of: "failed").map {
      fixture.summary.distance(from: fixture.summary.startIndex, to: $0.lowerBound)
    }
  }
  fixture.receive(list([four[1], Payment(id: 9, amount: "9999", currency: "usd", status: "ok")]))
  let first = start()
  #expect(first != nil)
  fixture.now += .seconds(1)
  fixture.receive(
    list([four[1], Payment(id: 9, amount: "99", currency: "usd", status: "ok")], at: 1)
  )
  #expect(fixture.summary.contains("amount $11.49 "))
  #expect(start() == first)
}

@Test func `hostile values are cut and counted in bounded memory`() throws {
  var fixture = try summaryFixture("by:status,sum:amount", columns: 100)
  let long = String(repeating: "x", count: 300)
  let rows = (0..<300).map { number in
    let status =
      number < 3 ? #"\u001b[2J\u202e\u0000 \#(number)"# : number < 6 ? long : "s\(number)"
    return Payment(id: number, amount: "1e\(number)", currency: "c\(number)", status: status).text
  }
  fixture.receive("[\(rows.joined(separator: ","))]")
  fixture.work()
  #expect(fixture.labels.count <= 16)
  #expect(fixture.label("\u{0}other") != nil)
  let counts = fixture.labels.dropLast().compactMap { $0.values.first.flatMap(Int.init) }
  #expect(counts.reduce(0, +) == 300)
  for label in fixture.labels {
    #expect(label.name.displayWidth <= SummaryLabel.maximumWidth)
    #expect(label.values.allSatisfy { $0.displayWidth <= SummaryLabel.maximumWidth })
  }
  for scalar in fixture.summary.unicodeScalars {
    #expect(scalar.value >= 0x20 && scalar.properties.generalCategory != .format)
  }
}

@Test func `at every width part of the first label is shown and nothing is drawn beyond the edge`()
  throws
{
  for columns in 10...160 {
    var fixture = try summaryFixture("auto", columns: columns)
    fixture.receive(list(four))
    #expect(fixture.summary.hasPrefix(" $52.50"), "\(columns): \(fixture.summary)")
    #expect(fixture.lines[0].displayWidth <= columns)
    // A figure is there as a whole or not at all.
    let parts = fixture.summary.split(separator: "   ").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let all = ["$52.50", "€9.99", "¥5.2k", "● 1 failed", "● 1 in transit", "● 1 pending"]
    #expect(Set(parts).isSubset(of: all), "\(columns): \(fixture.summary)")
  }
}

@Test func `the rate decays without rows, and then nothing wakes the program`() throws {
  var fixture = try summaryFixture("rate,last,count")
  fixture.receive(snapshot(0..<5, at: 0))
  fixture.now += .seconds(10)
  fixture.receive(snapshot(0..<35, at: 10))
  #expect(fixture.label("rate")?.values == ["30/s"])
  fixture.now += .seconds(30)
  #expect(fixture.label("rate")?.values == ["1/s"])
  #expect(fixture.label("last")?.values == [TimeStyle.Text.ago(30, "s")])
  var asked = try summaryFixture("rate")
  asked.receive(snapshot(0..<5, at: 0))
  asked.receive(snapshot(0..<6, at: 1))
  var looks = 0
  while let next = asked.app.frame(at: asked.now).nextChange {
    #expect(next > asked.now)
    asked.now = next
    looks += 1
    guard looks < 100 else { break }
  }
  #expect(looks < 100 && asked.label("rate")?.values == ["0/s"])
}

@Test func `without an age or a rate nothing is scheduled`() throws {
  var fixture = try summaryFixture()
  fixture.receive(list(four))
  fixture.settle()
  #expect(fixture.app.nextInstant == nil && fixture.app.frame(at: fixture.now).nextChange == nil)
}

@Test func `the command line sets the summary and removes it`() throws {
  var fixture = try summaryFixture()
  fixture.receive(list(four))
  fixture.type(":summary max:amount,count")
  fixture.press(.enter)
  fixture.work()
  #expect(
    fixture.summary.contains("max amount $42.00")
      && fixture.summary.contains("\(Summary.Text.rows) 4")
  )
  fixture.type(":summary none")
  fixture.press(.enter)
  #expect(fixture.lines[1].contains("AMOUNT"))
  fixture.type(":summary auto")
  fixture.press(.enter)
  fixture.work()
  #expect(fixture.summary.contains("$52.50"))
  fixture.type(":summary count,sun:amount")
  fixture.press(.enter)
  let mistake = SummaryMistake.unknown("sun:amount")
  #expect(fixture.lines[22].contains(mistake.prefix(60)), "\(fixture.lines[22])")
}

@Test func `an invalid specification is reported with its position`() throws {
  let cases: [(text: String, offset: Int, mistake: String)] = [
    ("", 0, SummaryMistake.noItem), ("count,,last", 6, SummaryMistake.noItem),
    ("count,summ", 6, SummaryMistake.unknown("summ")), ("sum:", 0, SummaryMistake.noField("sum:")),
    ("count,auto", 6, SummaryMistake.notAlone("auto")),
    ("count,status=", 13, FilterMistake.expectedValue(after: "=")),
    (Array(repeating: "count", count: 17).joined(separator: ","), 96, SummaryMistake.tooMany),
  ]
  for (text, offset, mistake) in cases {
    #expect(throws: SettingError(mistake, at: offset), "\(text)") { try SummarySpec(text) }
  }
  for text in [
    "auto", "none", "count,sum:data.object.amount,by:a,status=failed,rate,last", #"a="x,y",count"#,
  ] {
    #expect(try SummarySpec(text).description == text)
  }
}

@Test func `labels that lag behind the rows are marked`() {
  var fixture = AppFixture(columns: 80, lines: 24, summary: .automatic)
  let rows = (0..<3 * Summary.slice).map { #"{"id":\#($0),"status":"paid"}"# }
  fixture.receive(rows.joined(separator: "\n") + "\n")
  let late = fixture.now + Summary.toleratedLag
  #expect(!fixture.lines[1].contains(Summary.Text.late))
  #expect(fixture.app.frame(at: late).buffer.text(line: 1).contains(Summary.Text.late))
  fixture.now = late
  fixture.work()
  #expect(!fixture.lines[1].contains(Summary.Text.late))
}

@Test func `the summary learns of fields and currencies that come later, while rows keep changing`()
  throws
{
  var fixture = try summaryFixture("sum:amount,max:amount")
  fixture.receive(#"{"id":0,"amount":5.5}"# + "\n")
  fixture.settle()
  for number in 1...40 {
    fixture.now += .milliseconds(200)
    let currency = number.isMultiple(of: 2) ? "usd" : "eur"
    fixture.receive(#"{"id":\#(number),"amount":\#(number),"currency":"\#(currency)"}"# + "\n")
    fixture.settle()
  }
  fixture.work()
  let values = fixture.label("sum:amount")?.values ?? []
  #expect(values.count == 3 && values.contains { $0.contains("€400") }, "\(values)")
  #expect(values.contains { $0.contains("$420") }, "\(values)")
}

@Test func `sums and means understand what the least and the greatest value do`() throws {
  var fixture = try summaryFixture(
    "sum:size,avg:size,max:size,sum:age,avg:age,sum:cpu,sum:restarts,sum:note"
  )
  fixture.receive(
    #"[{"id":1,"size":"0","age":"30m","cpu":"40m","restarts":"0","note":"a"},"#
      + #"{"id":2,"size":"29G","age":"1h","cpu":"160m","restarts":"12 (3m2s ago)","note":5},"#
      + #"{"id":3,"size":"10G","age":"2h30m","cpu":"2","restarts":"3","note":7},"#
      + #"{"id":4,"size":"-","age":"","cpu":"","note":null}]"#
  )
  fixture.settle()
  func values(_ id: String) -> [String]? { fixture.label(id)?.values }
  #expect(values("sum:size") == ["39 GiB"] && values("avg:size") == ["13 GiB"])
  #expect(values("max:size") == ["29G"])
  #expect(values("sum:age") == ["4h00m"] && values("avg:age") == ["1h20m"])
  #expect(values("sum:cpu") == ["2.2"] && values("sum:restarts") == ["15"])
  // A word is left out, and the figure shows that.
  #expect(values("sum:note") == ["12"] && fixture.label("sum:note")?.hasMore == true)
  #expect(fixture.label("sum:size")?.hasMore == false)
}
