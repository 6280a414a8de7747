@testable import Columns
import FeedSources
import FeedStore
import FeedValues
import Foundation
import Testing
import Values

@testable import ListViewParts

private let noon = FeedTime(text: "2026-11-22T12:00:00Z")

/// A list as its columns show it, in UTC.
private struct Shown {
  let rows: [Row]
  var columns: [Column]
  var isRecorded = false

  init(_ fields: [String]) {
    let objects = fields.enumerated().map { #"{"id":\#($0),\#($1)}"# }
    self.init(ListViewPartsTests.rows("[\(objects.joined(separator: ","))]"))
  }

  init(_ rows: some Sequence<Row>) {
    self.rows = Array(rows)
    columns = ListViewPartsTests.columns(of: self.rows)
  }

  var reading: ListReading {
    ListReading(
      TimeReader(.utc, present: noon),
      columns: columns,
      rows: update(rows).rows,
      isRecorded: isRecorded
    )
  }

  /// The places of the rows that a filter lets through.
  func matches(_ filter: String) throws -> [Int] {
    let filter = try Filter(filter).resolved(in: reading)
    return rows.indices.filter { filter.matches(rows[$0]) }
  }

  func cell(_ column: Column, of row: Row) -> String? {
    column.value(of: row).map { column.shownText(of: $0, in: row, .utc, at: noon) }
  }
}

private let payments = Shown(
  [(145_000, "usd"), (1_450, "usd"), (5_200, "jpy"), (819_000, "gbp"), (-200_000, "usd")].map {
    #""object":"charge","amount":\#($0.0),"currency":"\#($0.1)""#
  }
)

@Test(arguments: [
  ("amount>1000", [0, 2, 3]), ("amount>$1000", [0]), ("amount>$1,000.00", [0]),
  ("amount=$14.50", [1]), ("amount=14.5", [1]), ("amount>=USD 14.50", [0, 1]),
  ("amount=¥5,200", [2]), ("amount<GBP9000", [3]), ("amount<-$1,999", [4]),
  ("amount=−$2,000.00", [4]), ("amount.raw>100000", [0, 3]), ("amount.raw=1450", [1]),
  ("amount=14..15", [1]), ("amount>1k", [0, 2, 3]), ("not amount>1000", [1, 4]),
])
func `an amount is typed as its cell shows it, and as the feed has it after .raw`(
  filter: String,
  places: [Int]
) throws {
  #expect(try payments.matches(filter) == places, "\(filter)")
}

@Test func `an amount that is shown as a number is typed as one`() throws {
  var list = payments
  for index in list.columns.indices where list.columns[index].path == FieldPath(["amount"]) {
    list.columns[index].setFormat(.number, spansDays: false)
  }
  #expect(try list.matches("amount=1450") == [1])
  // A field that is called so precedes the meaning of the word.
  let nested = Shown([#""amount":{"raw":7,"shown":"$7"}"#, #""amount":{"raw":9,"shown":"$9"}"#])
  #expect(try nested.matches("amount.raw>8") == [1])
}

private let log = Shown(
  [
    "2026-11-22T09:59:59Z", "2026-11-22T10:00:20Z", "2026-11-22T10:04:59Z", "2026-11-22T10:05:30Z",
    "2026-11-22T11:59:00Z",
  ].map { #""time":"\#($0)","word":"x\#($0.count)""# }
)

@Test(arguments: [
  ("time>10:00", [1, 2, 3, 4]), ("time<10:05", [0, 1, 2]), ("time<=10:05", [0, 1, 2, 3]),
  ("time=10:00..10:05", [1, 2, 3]), ("time=10:00", [1]), ("time=10:04:59", [2]),
  // A range may begin a little before the list does, or end after it.
  ("time=09:59:50..10:00:59", [0, 1]), ("time=11:58:00..11:59:30", [4]),
  ("time>10:00 time<10:05", [1, 2]), ("time=..10:00", [0, 1]), ("time=11:00..", [4]),
  ("time=today", [0, 1, 2, 3, 4]), ("time=yesterday", []), ("time>yesterday", [0, 1, 2, 3, 4]),
  ("time=2026-11-21..2026-11-22", [0, 1, 2, 3, 4]), ("time=..2026-11-21", []),
  ("time>=2026-11-22 10:05", [3, 4]), ("time=2026-11-22 10:05", [3]), ("time>-3m", [4]),
  ("time<3m ago", [0, 1, 2, 3]), ("time!=10:00..10:05", [0, 4]),
  // Nobody means the evening before the list begins.
  ("time<22:00", [0, 1, 2, 3, 4]), ("time>22:00", []),
])
func `times are typed as cells show them, with ranges`(filter: String, places: [Int]) throws {
  #expect(try log.matches(filter) == places, "\(filter)")
  // Numbers in a field of times are shown as times too.
  let numbers = Shown(
    log.rows.compactMap { $0.value.member("time").flatMap { FeedTime(text: $0.string) } }
      .map { #""time":\#($0.seconds),"word":"x""# }
  )
  #expect(try numbers.matches(filter) == places, "\(filter)")
}

@Test func `a time of day is that of the night that a list goes through`() throws {
  let night = Shown(
    ["2026-11-21T23:50:00Z", "2026-11-21T23:58:00Z", "2026-11-22T00:10:00Z"].map {
      #""time":"\#($0)","n":\#($0.count)"#
    }
  )
  #expect(try night.matches("time>23:55") == [1, 2])
  #expect(try night.matches("time=23:55..00:15") == [1, 2])
}

@Test func `relative times count from the newest time of what is not live`() throws {
  let old = [
    #""created":1795000000,"n":1"#, #""created":1795000290,"n":2"#, #""created":1795000300,"n":3"#,
  ]
  var list = Shown(old)
  let filter = try Filter("created>-1m")
  #expect(try list.matches("created>-1m") == [])
  #expect(filter.resolved(in: list.reading).reference(in: list.reading) == nil)
  list.isRecorded = true
  #expect(try list.matches("created>-1m") == [1, 2])
  let newest = try #require(FeedTime(seconds: 1_795_000_300 - 60))
  let text = String(TimeStyle.clock.text(of: newest, in: .utc, at: nil))
  #expect(filter.resolved(in: list.reading).reference(in: list.reading) == Filter.Text.since(text))
  #expect(filter.dependsOnTimes(in: list.reading))
}

@Test(arguments: [
  ("status=in transit", [0]), ("status!=in transit", [1, 2, 3]), ("status=in", [1]),
  ("status=in transit n>1", []), ("status=in Oslo", [1]), ("status=lost in transit Bonn", [3]),
  ("not status=in transit", [0, 3]), ("size>1.2 GiB", [2]), ("size>=1.2 GiB n<3", [0, 2]),
  ("size>1.5G or status=in transit", [0]),
])
func `a value of several words needs no quotation marks`(filter: String, places: [Int]) throws {
  let list = Shown([
    #""status":"in_transit","size":"1.2 GiB","city":"Rome","n":1"#,
    #""status":"in","size":"900 MiB","city":"Oslo","n":2"#,
    #""status":"delivered","size":"1.5 GiB","city":"Bonn","n":2"#,
    #""status":"lost_in_transit","size":"10 KiB","city":"Bonn","n":3"#,
  ])
  #expect(try list.matches(filter) == places, "\(filter)")
}

@Test(arguments: [
  ("v>100", ["7,00", "1.234,50", "-12,99"], [1]), ("v=1.234,50", ["7,00", "1.234,50"], [1]),
  ("v>100", ["$7", "€1,234.50", "$250.00"], [1, 2]),
  ("v>$100", ["$7", "€1,234.50", "$250.00"], [2]),
  ("v>1000", ["1 234,50 €", "999,99 €"], [0]), ("v>1000", ["1'234.50", "999.00"], [0]),
  ("v>2", ["1.500", "2,5"], [0, 1]),
])
func `numbers are read by the separators of their column`(
  filter: String,
  values: [String],
  places: [Int]
) throws {
  #expect(try Shown(values.map { #""v":"\#($0)""# }).matches(filter) == places, "\(filter)")
}

@Test func `one or two words among quantities leave them quantities`() {
  func order(_ values: [String]) -> ValueOrder? {
    let list = Shown(values.map { #""v":"\#($0)""# })
    return ValueOrder(of: column(), sample: list.rows, reader: .utc)
  }
  for word in ["<unknown>", "unlimited", "never", "NaN"] {
    #expect(order(["9", word, "10"]) == .number)
    #expect(order(["3h12m", word, "45m"]) == .duration)
    #expect(order(["900M", word, "1.2G", "10K"]) == .size)
    #expect(order(["2026-07-01", word, "2026-07-02"]) == .time(.utc))
  }
  #expect(order(["7,00", "1.234,50", "-12,99"]) == .commaSize)
  #expect(order(["a1", "7", "b2", "8", "9"]) == .text, "these are not words")
  #expect(order(["soon", "later", "7"]) == .text)
}

/// A text as a filter takes it literally.
private func quoted(_ text: String) -> String {
  let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
  return "\"\(parts.joined(separator: "\\\""))\""
}

/// Values of all kinds, for every format.
private let values = [
  "1795348800", "1795348861123", #""2026-11-22T10:00:00Z""#, #""2026-11-21""#,
  #""Nov 22 10:00:00""#,
  "0", "7", "-3", "1450", "1234567", "0.5", "-12.345", "1288490188", "98765432109", #""1,234.5""#,
  #""12%""#, #""2.5K""#, #""3h12m""#, #""in_transit""#, #""lost in transit""#, #""yesterday""#,
  #""<unknown>""#, #""10:30""#, #""a..b""#, #""…""#, #""say \"hi\"""#, #""a,b""#, "true", "false",
  "[1,2]", #"["a","b c"]"#, #"{"a":1}"#, #""warn""#, #""pod-7f9c8d6b5-x2x9z""#, #""-5m""#,
  #""now""#,
]

@Test(arguments: Column.FormatName.allCases)
func `the text of every cell matches its row after =, >= and <=`(
  format: Column.FormatName
) throws {
  var count = 0
  for name in ["v", "created", "latency_ms", "size", "level", "amount"] {
    for value in values {
      // Its own list decides what is shown; another row is there to be left out.
      let fields = #""\#(name)":\#(value),"currency":"usd""#
      var list = Shown([fields, #""other":1"#])
      guard let index = list.columns.firstIndex(where: { $0.path == FieldPath([name]) }) else {
        continue
      }
      list.columns[index].setFormat(format, spansDays: true)
      guard let text = list.cell(list.columns[index], of: list.rows[0]), !text.isEmpty else {
        continue
      }
      let quoted = quoted(text)
      count += 1
      for sign in ["=", ">=", "<="] {
        #expect(
          try list.matches("\(name)\(sign)\(quoted)") == [0],
          "\(name)\(sign)\(text) for \(value)"
        )
      }
      #expect(try !list.matches("\(name)!=\(quoted)").contains(0), "\(name)!=\(text) for \(value)")
    }
  }
  #expect(count > 100)
}

@Test func `an identity shortened in the middle matches the whole one`() throws {
  let list = Shown([#""v":"pod-7f9c8d6b5-x2x9z""#, #""v":"pod-7f9c8d6b5-aaaaa""#])
  let cell = "pod-7f9c8d6b5-x2x9z".shortenedInMiddle(to: 12, isPath: false)
  #expect(cell.contains("…"))
  #expect(try list.matches("v=\(cell)") == [0])
}

@Test func `completions are what cells show, and are never refused`() throws {
  let fields = [
    #""object":"charge","amount":1450,"currency":"usd","created":1795348790,"status":"in_transit""#,
    #""object":"charge","amount":99900,"currency":"usd","created":1795340000,"status":"paid""#,
    #""object":"charge","amount":1450,"currency":"usd","created":1795348790,"status":"paid""#,
  ]
  let list = Shown(fields)
  let rows = update(list.rows).rows
  let times = TimeReader(.utc, present: noon)
  let plain = Completer(columns: list.columns, rows: rows, times: times)
  var facts = FieldFacts(plain.fields, of: rows, at: start)
  while !facts.isComplete { facts.advance(times, at: start) }
  for completer in [
    plain, Completer(columns: list.columns, rows: rows, facts: facts, times: times),
  ] {
    #expect(completer.filterCompletions(of: "amount=").texts.contains("$14.50"))
    #expect(completer.filterCompletions(of: "status=").texts.contains(#""in transit""#))
    for name in ["amount", "created", "status"] {
      for sign in ["=", ">=", "<="] {
        for whole in completer.filterCompletions(of: name + sign).whole {
          let filter = try Filter(whole).resolved(in: list.reading)
          #expect(filter.typeProblem(in: list.rows) == nil, "\(whole)")
          #expect(list.rows.contains { filter.matches($0) }, "\(whole)")
        }
      }
    }
  }
  let hint = FieldFacts.Text.timeHint.split(separator: ", ")
  for advice in hint {
    let filter = try Filter("created \(advice)").resolved(in: list.reading)
    #expect(filter.typeProblem(in: list.rows) == nil, "\(advice)")
  }
}

/// The rows of the fixtures of real programs, some of each.
private func fixtures() throws -> [(name: String, list: Shown)] {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "FeedsTests/Fixtures")
  let names = try #require(FileManager.default.subpaths(atPath: folder.path))
  return names.sorted().compactMap { name in
    guard let data = try? Data(contentsOf: folder.appending(path: name)), data.count < 200_000
    else { return nil }
    var decoder = FeedDecoder()
    var list = RowList()
    for item in decoder.append(Array(data)) + decoder.finish() { list.apply(item) }
    let rows = ColumnChoice.sample(of: list.rows)
    return rows.isEmpty ? nil : (name, Shown(rows.prefix(12)))
  }
}

@Test func `the text of every cell of real feeds matches its row after =, >= and <=`() throws {
  var count = 0
  for (name, list) in try fixtures() {
    for column in list.columns.prefix(24) {
      // A field whose name another one has as well is not told by it.
      let field = column.path.description
      let sameName = FieldName(field)
      guard !field.isEmpty,
        list.columns.count(where: { $0.paths.contains(where: sameName.matches) }) == 1
      else { continue }
      for row in list.rows.indices {
        guard let text = list.cell(column, of: list.rows[row]), !text.isEmpty,
          text.utf8.count < 120,
          column.paths.first(where: { list.rows[row].value[$0] != nil }) == column.path
        else { continue }
        count += 1
        for sign in ["=", ">=", "<="] {
          let filter = "\(quoted(field))\(sign)\(quoted(text))"
          #expect(try list.matches(filter).contains(row), "\(name): \(filter)")
        }
      }
    }
  }
  #expect(count > 5_000)
}
