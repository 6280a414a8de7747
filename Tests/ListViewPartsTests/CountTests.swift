@testable import Ordering
@testable import Columns
import FeedSources
import FeedStore
import FeedValues
import TerminalCore
import TestSupport
import Testing
import Values

@testable import ListViewParts

private func object(_ fields: [(String, String)]) -> String {
  "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
}

private func spec(_ text: String) throws -> CountSpec { try CountSpec(text) }

private func plan(_ text: String, of rows: [Row]) throws -> CountPlan {
  try CountPlan(try CountSpec(text), sample: rows, in: context(showing: columns(of: rows)))
}

extension CountTable {
  /// The list of groups, by the text of each, as the items that were taken make it.
  fileprivate mutating func apply(
    to list: inout [String: String],
    at instant: ContinuousClock.Instant
  ) {
    for item in takeItems(at: instant) {
      switch item {
      case .upsert(let row, _): list[row.id.description] = row.value.json
      case .delete(let id, _): list[id.description] = nil
      default: Issue.record("another item")
      }
    }
  }
}

@Suite struct `Counts` {
  @Test func `the bytes of requests are added up if nothing else is, and not those of files`()
    throws
  {
    for (name, sum) in [("bytes", "sum(bytes)"), ("sent_bytes", "sum(sent_bytes)"), ("rss", nil)] {
      let rows = rows(
        "["
          + (1...9).map { "{\"id\":\($0),\"path\":\"/a\",\"\(name)\":\($0 * 4_000)}" }.joined(
            separator: ","
          ) + "]"
      )
      let figures = try plan("path", of: rows).spec.figures.map { "\($0.measure)" }
      #expect(figures == ["count", "share"] + (sum.map { [$0] } ?? []))
    }
  }

  @Test(arguments: [
    "path", "path,status", "path > status", "bucket(time, 5m)", "bucket(bytes, 1000) > status",
    "path: count, share", "path: sum(bytes), avg(bytes), min(bytes), max(bytes)",
    "path: p50(ms), p90(ms), p99(ms), uniq(user), rate, rate(10m)",
    "path: errors=count where status>=500, count where (a=1,2 or b=\"x, y\"), share",
    "\"a field\",\"a,b\": \"the sum\"=sum(\"a:b\")", "path in 5m", "path > status in 90s",
    "path in 1h: count, rate",
  ])
  func `a specification is read back as it is written`(text: String) throws {
    let parsed = try spec(text)
    #expect(try spec(parsed.description) == parsed)
    #expect(parsed.description.filter { $0 != " " } == text.filter { $0 != " " })
  }

  @Test(arguments: [
    (["quantity", "amount"], "amount"), (["qty", "price"], "price"), (["bytes", "cost"], "cost"),
    (["items", "unit_price", "total"], "total"), (["count", "netRevenue"], "netRevenue"),
    (["requests", "errors"], "requests"), (["price"], nil), (["port", "age"], nil),
  ])
  func `an amount of money is added up before a quantity, and a price not by itself`(
    fields: [String],
    summed: String?
  ) throws {
    let list = rows(
      (0..<9).map { number in
        object(
          [("id", "\(number)"), ("kind", "\"\(number % 2)\"")]
            + fields.map { ($0, "\(number * 7 + 3).5") }
        )
      }.joined(separator: "\n")
    )
    let columns = columns(of: list)
    #expect(columns.summed(besides: [])?.path.name == summed)
    let sums = try plan("kind", of: list).spec.figures.dropFirst(2).map { "\($0.measure)" }
    #expect(sums == summed.map { ["sum(\($0))"] } ?? [])
    // A key of the groups is not added up.
    if summed == "amount", let amount = columns.first(where: { $0.path.name == "amount" }) {
      #expect(columns.summed(besides: [amount.paths])?.path.name == "quantity")
    }
  }

  @Test func `sums and means have separators, and values are written as in the rows`() throws {
    let list = rows(
      (0..<4).map {
        object([("id", "\($0)"), ("year", "\(2_020 + $0)"), ("amount", "12345.\($0)")])
      }
      .joined(separator: "\n")
    )
    let plan = try plan("id: sum(amount), avg(amount), min(year), max(amount)", of: list)
    #expect(plan.figures.map(\.format) == [.count, .count, .number, .number])
    for (text, shown) in [
      ("1234567", "1,234,567"), ("-1234.5", "-1,234.5"), ("999.25", "999.25"), ("0.5", "0.5"),
    ] {
      #expect(NumberText.grouped(text) == shown)
      #expect(NumberText.fractionWidth(shown) == NumberText.fractionWidth(text))
    }
    // Amounts that are written with a sign have cents in their sums.
    for (number, shown) in [("1207", "1,207"), ("12035.5", "12,035.50"), ("-0.125", "-0.125")] {
      #expect(ColumnSums.text(of: number, decimalPlaces: 2) == shown)
    }
    for text in ["", "-", "1.", ".5", "1.2.3", "1e5", "1,000", "12 %"] {
      #expect(NumberText.grouped(text) == nil, "\(text)")
    }
  }

  @Test(arguments: [
    ("", 0), ("  ,a", 2), ("a,", 2), ("a: ", 3), ("a: foo", 3), ("a: sum", 6), ("a: sum()", 7),
    ("a: sum(b", 8), ("a: count where status>", 22), ("bucket(a)", 8), ("bucket(a, x)", 10),
    ("bucket(a, 0)", 10), ("a > ", 4), ("a > b: count", 0), ("a b", 2), ("\"a", 0),
    ("a: rate(x)", 8), ("a: count,", 9), ("a in x", 5), ("a in", 4), ("a in 9d", 5),
  ])
  func `a mistake is found where it is`(text: String, offset: Int) {
    do throws(SettingError) {
      _ = try CountSpec(text)
      Issue.record("no mistake in \(text)")
    } catch {
      #expect(error.offset == offset, "\(text): \(error)")
    }
  }

  @Test func `a field that no row has is named with the one that was meant`() throws {
    let rows = rows(#"[{"status":"ok","bytes":1}]"#)
    let error = #expect(throws: SettingError.self) { try plan("statsu", of: rows) }
    #expect(error?.description == CountMistake.unknownField("statsu", nearest: "status"))
    let words = #expect(throws: SettingError.self) { try plan("bytes: sum(status)", of: rows) }
    #expect(words?.description == CountMistake.notNumeric("status", example: "ok"))
    #expect(throws: SettingError.self) { try plan("bucket(status, 10)", of: rows) }
    #expect(throws: SettingError.self) { try plan("bucket(bytes, 5m)", of: rows) }
  }

  @Test func `rows are in the ranges that their numbers are in`() throws {
    let rows = rows("[\((0..<60).map { #"{"n":\#($0 - 30).5}"# }.joined(separator: ","))]")
    var table = CountTable(try plan("bucket(n, 10)", of: rows))
    for row in rows { table.take(row) }
    var list: [String: String] = [:]
    table.apply(to: &list, at: start)
    var expected: [String: Int] = [:]
    for number in 0..<60 {
      let value = Double("\(number - 30).5") ?? 0
      expected["\(Int((value / 10).rounded(.down)) * 10)", default: 0] += 1
    }
    #expect(list.count == expected.count)
    for (start, count) in expected {
      #expect(list[start]?.contains("\"count\":\(count),") == true, "\(start)")
    }
  }

  /// Groups as they are computed from scratch, with arithmetic of whole numbers alone.
  private func naive(_ rows: [(state: String?, size: Int?, user: Int)]) -> [String: String] {
    var groups: [String: [(size: Int?, user: Int)]] = [:]
    for row in rows { groups[row.state ?? "null", default: []].append((row.size, row.user)) }
    return groups.reduce(into: [:]) { result, group in
      let sizes = group.value.compactMap(\.size).sorted()
      let share = (group.value.count * 1_000 + rows.count / 2) / rows.count
      var fields = [("state", group.key == "null" ? "null" : "\"\(group.key)\"")]
      fields += [("count", "\(group.value.count)"), ("share", "\(share / 10).\(share % 10)")]
      if !sizes.isEmpty {
        let rank = Int((Double(sizes.count) * 0.9).rounded(.up)) - 1
        fields += [
          ("sum(size)", "\(sizes.reduce(0, +))"), ("min(size)", "\(sizes[0])"),
          ("max(size)", "\(sizes[sizes.count - 1])"), ("p90(size)", "\(sizes[rank])"),
        ]
      }
      fields.append(("uniq(user)", "\(Set(group.value.map(\.user)).count)"))
      fields.append(("big", "\(sizes.count { $0 >= 500 })"))
      result[group.key] = object(fields)
    }
  }

  /// A row of a feed with times.
  private func row(_ id: Int, _ state: String, _ time: Int) throws -> Row {
    var (decoder, list) = (FeedDecoder(key: [FieldPath("id")]), RowList())
    let text = #"{"id":\#(id),"state":"\#(state)","created":\#(time)}"# + "\n"
    for item in decoder.append(Array(text.utf8)) { list.apply(item) }
    return try #require(list.rows.first)
  }

  @Test(arguments: 1...8)
  func `a window counts the rows of the last minute, now and as time goes on`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var now = 1_795_860_000
    var table = CountTable(try plan("state in 1m: count", of: [try row(1, "a", now)]))
    table.move(to: FeedTime(nanoseconds: Int64(now) * 1_000_000_000))
    var known: [Int: (row: Row, state: String, time: Int)] = [:]
    var list: [String: String] = [:]
    for step in 0..<400 {
      let id = Int.random(in: 0..<40, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        now += Int.random(in: 0...20, using: &random)
        table.move(to: FeedTime(nanoseconds: Int64(now) * 1_000_000_000))
      case 1:
        let old = known.removeValue(forKey: id)?.row
        if let old { table.follow([FilteredChange(old: old, new: nil)], at: start) }
      default:
        let state = try #require(["a", "b", "c"].randomElement(using: &random))
        let time = now - Int.random(in: 0...90, using: &random)
        let new = try row(id, state, time)
        table.follow([FilteredChange(old: known[id]?.row, new: new)], at: start)
        known[id] = (new, state, time)
      }
      table.apply(to: &list, at: start)
      let recent = known.values.filter { $0.time > now - 60 }
      let expected = Dictionary(grouping: recent, by: \.state).map { state, rows in
        ("\(state)", #"{"state":"\#(state)","count":\#(rows.count)}"#)
      }
      #expect(list == Dictionary(uniqueKeysWithValues: expected), "step \(step)")
    }
  }

  @Test(arguments: 1...20)
  func `figures follow changes, and equal those that are computed from scratch`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    typealias Item = (state: String?, size: Int?, user: Int)
    func item() -> Item {
      let state = ["new", "paid", "failed", "\u{E9}t\u{E9}", nil].randomElement(using: &random)!
      let size = Bool.random(using: &random) ? Int.random(in: 0..<1_000, using: &random) : nil
      return (state, size, Int.random(in: 0..<6, using: &random))
    }
    var number = 0
    func row(_ item: Item) throws -> Row {
      number += 1
      var fields = [("id", "\(number)"), ("user", "\(item.user)")]
      if let state = item.state { fields.append(("state", "\"\(state)\"")) }
      if let size = item.size { fields.append(("size", "\(size)")) }
      return try #require(rows("[\(object(fields))]").first)
    }
    let sample = rows(
      #"[{"id":1,"state":"new","size":12,"user":3},{"id":2,"state":"a","size":7,"user":4}]"#
    )
    var table = CountTable(
      try plan(
        "state: count, share, sum(size), min(size), max(size), p90(size), uniq(user), "
          + "big=count where size>=500",
        of: sample
      )
    )
    var items: [(item: Item, row: Row)] = []
    var list: [String: String] = [:]
    for step in 0..<300 {
      var changes: [FilteredChange] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = items.indices.randomElement(using: &random)
        switch (Int.random(in: 0..<10, using: &random), place) {
        case (0..<3, let place?):
          changes.append(FilteredChange(old: items.remove(at: place).row, new: nil))
        case (3..<6, let place?):
          let new = item()
          let row = try row(new)
          changes.append(FilteredChange(old: items[place].row, new: row))
          items[place] = (new, row)
        default:
          let new = item()
          items.append((new, try row(new)))
          changes.append(FilteredChange(old: nil, new: items[items.count - 1].row))
        }
      }
      table.follow(changes, at: start)
      // Not every change is shown at once.
      guard step % 3 == 0 else { continue }
      table.apply(to: &list, at: start)
      #expect(list == naive(items.map(\.item)), "step \(step)")
      #expect(table.rowCount == items.count)
    }
  }

  @Test func `amounts of different currencies are never added`() throws {
    let rows = rows(
      """
      [{"id":1,"state":"paid","amount":1050,"currency":"usd","object":"charge"},
      {"id":2,"state":"paid","amount":250,"currency":"usd","object":"charge"},
      {"id":3,"state":"failed","amount":100,"currency":"usd","object":"charge"},
      {"id":4,"state":"failed","amount":300,"currency":"jpy","object":"charge"}]
      """
    )
    let plan = try plan("state: sum(amount)", of: rows)
    var table = CountTable(plan)
    for row in rows { table.take(row) }
    var list: [String: String] = [:]
    table.apply(to: &list, at: start)
    #expect(list["paid"] == #"{"state":"paid","sum(amount)":{"amount":1300,"currency":"USD"}}"#)
    #expect(list["failed"] == #"{"state":"failed","sum(amount)":{"amount":"¥300 + $1.00"}}"#)
  }

  @Test func `a rate counts the rows that arrived within its window, and falls`() throws {
    let rows = rows(#"[{"id":1,"k":"a"},{"id":2,"k":"a"},{"id":3,"k":"a"}]"#)
    var table = CountTable(try plan("k: rate(10s)", of: rows))
    // Rows that were there before arrived at an unknown time.
    table.take(rows[0])
    var list: [String: String] = [:]
    table.apply(to: &list, at: start)
    #expect(list["a"] == #"{"k":"a","rate(10s)":0}"#)
    #expect(table.nextInstant(after: start) == nil)
    table.follow([.init(old: nil, new: rows[1]), .init(old: nil, new: rows[2])], at: start)
    table.apply(to: &list, at: start + .seconds(5))
    #expect(list["a"] == #"{"k":"a","rate(10s)":0.2}"#)
    #expect(table.nextInstant(after: start) == start + .seconds(1))
    table.apply(to: &list, at: start + .seconds(10))
    #expect(list["a"] == #"{"k":"a","rate(10s)":0}"#)
    #expect(table.nextInstant(after: start) == nil)
  }

  @Test func `the values of a second field are columns`() throws {
    let rows = rows(
      #"[{"id":1,"k":"a","s":200},{"id":2,"k":"a","s":500},{"id":3,"k":"a","s":200},{"id":4,"k":"b"}]"#
    )
    var table = CountTable(try plan("k > s", of: rows))
    for row in rows { table.take(row) }
    var list: [String: String] = [:]
    table.apply(to: &list, at: start)
    #expect(list["a"] == #"{"k":"a","count":3,"200":2,"500":1}"#)
    #expect(list["b"] == #"{"k":"b","count":1,"\#(CountText.none)":1}"#)
  }

  @Test(arguments: [
    (0.0, 100.0, "10"), (0, 1, "0.1"), (0, 12, "1"), (-50, 50, "10"), (0, 3_000_000, "500000"),
    (0.001, 0.002, "0.0001"), (7, 8, "0.1"),
  ])
  func `a dozen ranges of a round width cover what is counted`(
    least: Double,
    greatest: Double,
    width: String
  ) {
    #expect(CountSpec.Key.step(from: least, to: greatest) == width)
  }
}
