import Feeds
import TestSupport
import Testing

@testable import ListViewParts

/// Rows with columns of few values, of more than it seemed, of amounts with currencies, and of many values.
private func rows(_ count: Int, seed: UInt64) -> FeedRows {
  var random = SeededGenerator(seed: seed)
  var text = ""
  for id in 0..<count {
    let isRare = Int.random(in: 0..<12, using: &random) == 0
    let kind = isRare ? Int.random(in: 0..<1_500, using: &random) : id % 5
    let state = ["\"paid\"", "\"open\"", "\"late\"", "null"][Int.random(in: 0..<4, using: &random)]
    let fee = Int.random(in: 1...3, using: &random)
    let number = Int.random(in: 0..<1_000_000, using: &random)
    text += #"{"id":\#(id),"state":\#(state),"kind":"k\#(kind)","fee":\#(fee),"#
    text += #""currency":"\#(["EUR", "USD"][id % 2])","n":\#(number)}"# + "\n"
  }
  var decoder = FeedDecoder(key: [FieldPath("id")])
  var list = RowList()
  for item in decoder.append(Array(text.utf8)) { list.apply(item) }
  return list.rows
}

private let columns = [
  column("state"), column("kind"), column("fee", format: .money), column("n"),
]

private func order(of column: Column) -> ValueOrder {
  column.path == FieldPath("state") || column.path == FieldPath("kind") ? .text : .number
}

private func keys(
  of rows: FeedRows,
  after earlier: KeptKeys? = nil,
  isIdle: Bool = false,
  first urgent: String? = nil
) -> KeptKeys {
  KeptKeys(
    of: rows,
    in: columns,
    after: earlier,
    isIdle: isIdle,
    first: urgent.map { FieldPath($0) },
    at: .now,
    order: order,
    grouping: { Grouping(by: $0, order: order(of: $0), summing: columns[2]) }
  )
}

private func rule(_ column: Column, of rows: FeedRows) -> OrderRule {
  var rule = OrderRule()
  rule.setSort(.init(column: column, order: order(of: column), isDescending: false))
  rule.chooseStem(for: rows)
  return rule
}

/// The codes by a column, computed from each row.
private func codes(by column: Column, of rows: FeedRows) -> [UInt8] {
  let coder = KeyCoder(rule(column, of: rows), of: rows)
  let reader = AmountReader([column])
  return (0..<rows.slotCount).map { slot in
    guard let row = rows.slot(Int32(slot)).row else { return KeyCoder.free }
    return reader.withValues(of: row) { coder.code(of: reader.amount(0, $0)) }
  }
}

@Test(arguments: [false, true], 1...3 as ClosedRange<UInt64>)
func `codes that groups tell are those of the rows`(isIdle: Bool, seed: UInt64) {
  let rows = rows(6_000, seed: seed)
  var keys = keys(of: rows, isIdle: isIdle)
  while keys.nextInstant != nil { keys.advance(rows, at: .now) }
  for column in columns {
    let known = keys.codes(by: rule(column, of: rows)).map { Array($0) }
    #expect(known == codes(by: column, of: rows), "\(column.title)")
  }
}

@Test func `the column that is needed first is known before the others`() {
  let rows = rows(9_000, seed: 7)
  let paths = columns.map(\.path)
  func known(_ keys: KeptKeys) -> [String] {
    columns.filter { keys.codes(by: rule($0, of: rows)) != nil }.map(\.path.description)
  }
  /// Evaluated outside of expectations, which would describe all keys.
  func isKept(_ keys: KeptKeys, first path: String, _ paths: [FieldPath] = paths) -> Bool {
    keys.keep(paths, first: FieldPath(path), isIdle: false)
  }
  var some = keys(of: rows, first: "kind")
  #expect(!isKept(some, first: "n") && isKept(some, first: "kind"))
  while isKept(some, first: "kind") {
    #expect(some.nextInstant != nil && known(some).isEmpty)
    some.advance(rows, at: .now)
  }
  #expect(known(some) == ["kind"])
  // The others follow, even if nothing else happens.
  #expect(some.nextInstant != nil)
  var all = keys(of: rows, after: some, first: "kind")
  while all.nextInstant != nil {
    #expect(isKept(all, first: "kind"))
    #expect(known(all) == ["kind"])
    all.advance(rows, at: .now)
  }
  #expect(known(all) == paths.map(\.description))
  #expect(isKept(all, first: "n", paths.reversed()))
}

@Test func `reading is begun anew for a column only where that is known sooner then`() {
  let rows = rows(9_000, seed: 8)
  var keys = keys(of: rows)
  // The storage of each column is prepared by itself.
  for _ in columns { keys.advance(rows, at: .now) }
  var isKept: [Bool] = []
  for _ in 0..<4 {
    isKept.append(keys.keep(columns.map(\.path), first: FieldPath("n"), isIdle: false))
    keys.advance(rows, at: .now)
  }
  // 2,048 rows at a time: from then on less is left of four columns than it takes to read one alone.
  #expect(isKept == [false, false, false, true])
}
