@testable import Columns
@testable import Ordering
import FeedSources
import FeedStore
import FeedValues
import TableModel
import TestSupport
import Testing
import Values

@testable import ListViewParts

/// A list whose rows come and go, and a pass over it.
private struct Ordeal {
  struct Payment {
    var amount: Int
    var currency: String
    var label: String
    var row: Row
  }

  var random: SeededGenerator
  let labelCount: Int
  var payments: [Payment] = []
  var next = 0
  let measures: [SummaryMeasure] = {
    let amount = column("amount", format: .amount)
    return [
      .fold(.min, amount, .number), .fold(.max, amount, .number), .total(amount),
      .tally(column("label"), isSelective: false),
    ]
      + [
        "p90(amount) where currency=usd", "uniq(label)", "large=count where amount>=1000",
        "share where currency=eur",
      ].map { text in
        guard let figure = try? CountParser.figure(text[...]),
          let plan = try? CountPlan(
            CountSpec(keys: [], figures: [figure]),
            sample: [],
            in: context(showing: ["amount", "currency", "label"].map { column($0) })
          )
        else { preconditionFailure(text) }
        return .figure(plan)
      }
  }()

  mutating func payment() -> Payment {
    next += 1
    let amount = Int.random(in: 0..<2_000, using: &random)
    let currency = ["usd", "eur", "jpy"].randomElement(using: &random) ?? ""
    let label = "l\(Int.random(in: 0..<labelCount, using: &random))"
    let text = #"{"id":\#(next),"amount":\#(amount),"currency":"\#(currency)","label":"\#(label)"}"#
    var decoder = FeedDecoder(key: [FieldPath("id")])
    guard case .upsert(let row, _)? = decoder.append(Array("\(text)\n".utf8)).first else {
      preconditionFailure("an object is a row")
    }
    return Payment(amount: amount, currency: currency, label: label, row: row)
  }

  /// Deletes, updates or inserts a row; what is deleted is often the least or the greatest.
  mutating func change() -> FilteredChange {
    let places = payments.indices.filter { payments[$0].currency == "usd" }
    let extreme =
      Bool.random(using: &random)
      ? places.min { payments[$0].amount < payments[$1].amount }
      : places.max { payments[$0].amount < payments[$1].amount }
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let place = extreme ?? 0
      return FilteredChange(old: payments.remove(at: place).row, new: nil)
    case 1:
      let place = Int.random(in: payments.indices, using: &random)
      return FilteredChange(old: payments.remove(at: place).row, new: nil)
    case 2:
      let place = Int.random(in: payments.indices, using: &random)
      let old = payments[place].row
      payments[place] = payment()
      return FilteredChange(old: old, new: payments[place].row)
    default:
      payments.append(payment())
      return FilteredChange(old: nil, new: payments[payments.count - 1].row)
    }
  }

  /// Compares the figures with what the payments come to.
  func check(_ figures: [SummaryFigure], _ comment: Comment) {
    for currency in ["usd", "eur", "jpy"] {
      let amounts = payments.filter { $0.currency == currency }.map(\.amount)
      let code = currency.uppercased()
      for (figure, wanted) in [(figures[0], amounts.min()), (figures[1], amounts.max())] {
        let extreme = figure.extremes[code]
        #expect(extreme?.count == (amounts.isEmpty ? nil : amounts.count), comment)
        #expect(
          extreme?.row?.value.member("amount")?.string == wanted.map { "\($0)" },
          comment
        )
      }
      let sum = figures[2].amounts[code]?.sum.text
      #expect(sum == (amounts.isEmpty ? nil : "\(amounts.reduce(0, +))"), comment)
    }
    var counts: [String: Int] = [:]
    for payment in payments { counts[payment.label, default: 0] += 1 }
    let dollars = payments.filter { $0.currency == "usd" }.map(\.amount).sorted()
    let share = 1_000 * payments.count { $0.currency == "eur" } / max(1, payments.count)
    let totals = figures.suffix(4).map { $0.table?.total(in: .utc, at: start) }
    // The nearest rank.
    #expect(totals[0] == "\(dollars[(dollars.count * 90 + 99) / 100 - 1])", comment)
    #expect(totals[1] == "\(counts.count)", comment)
    let large = payments.count { $0.amount >= 1_000 }
    #expect(totals[2]?.filter { $0 != "," } == "\(large)", comment)
    let tenths = totals[3].flatMap { Int($0.filter(\.isNumber)) } ?? -1
    #expect(abs(tenths - share) <= 1, comment)
    let tally = figures[3].tally
    #expect(tally.allSatisfy { counts[$0.key] == $0.value }, comment)
    #expect(tally.count == min(counts.count, SummaryFigure.maximumValues), comment)
    #expect(tally.values.reduce(figures[3].leftOut, +) == payments.count, comment)
  }
}

@Test(arguments: [20, 600], 1...4 as ClosedRange<UInt64>)
func `figures follow rows that leave without another pass`(labels: Int, seed: UInt64) {
  var ordeal = Ordeal(random: SeededGenerator(seed: seed), labelCount: labels)
  ordeal.payments = (0..<max(3_000, 20 * labels)).map { _ in ordeal.payment() }
  let slices = 0..<ordeal.payments.count / 50
  var pass = SummaryPass(ordeal.measures, rows: TableRows(ordeal.payments.map(\.row)))
  var compared = 0
  for step in 0..<200 {
    pass.follow((0..<3).map { _ in ordeal.change() })
    let isComplete = pass.advance(by: Int.random(in: slices, using: &ordeal.random))
    let isStale = pass.isStale
    #expect(!isStale, "seed \(seed), step \(step)")
    guard isComplete else { continue }
    compared += 1
    ordeal.check(pass.figures, "seed \(seed), step \(step)")
  }
  #expect(compared > 20)
}

@Test func `an extreme is not known when all rows that were kept have left`() {
  var ordeal = Ordeal(random: SeededGenerator(seed: 1), labelCount: 1)
  ordeal.payments = (0..<2_000).map { _ in ordeal.payment() }
  var pass = SummaryPass(ordeal.measures, rows: TableRows(ordeal.payments.map(\.row)))
  var isComplete = pass.advance(by: 10_000)
  #expect(isComplete)
  let greatest = ordeal.payments.filter { $0.currency == "usd" }.sorted { $0.amount > $1.amount }
  #expect(greatest.count > Extreme.maximumKept)
  for payment in greatest[..<(Extreme.maximumKept - 1)] {
    pass.follow([FilteredChange(old: payment.row, new: nil)])
  }
  isComplete = pass.advance(by: 10_000)
  #expect(isComplete && !pass.isStale)
  #expect(pass.figures[1].extremes["USD"]?.row == greatest[Extreme.maximumKept - 1].row)
  for payment in greatest[(Extreme.maximumKept - 1)...Extreme.maximumKept] {
    pass.follow([FilteredChange(old: payment.row, new: nil)])
  }
  isComplete = pass.advance(by: 10_000)
  #expect(isComplete && pass.isStale)
}

@Test
func `a value that was left out has room when another one is gone, which begins another pass`() {
  var ordeal = Ordeal(random: SeededGenerator(seed: 1), labelCount: 300)
  ordeal.payments = (0..<6_000).map { _ in ordeal.payment() }
  var pass = SummaryPass(ordeal.measures, rows: TableRows(ordeal.payments.map(\.row)))
  let isComplete = pass.advance(by: 10_000)
  #expect(isComplete && pass.figures[3].leftOut > 0)
  let first = ordeal.payments[0].label
  for payment in ordeal.payments where payment.label == first {
    #expect(!pass.isStale)
    pass.follow([FilteredChange(old: payment.row, new: nil)])
    _ = pass.advance(by: 10_000)
  }
  #expect(pass.isStale)
}
