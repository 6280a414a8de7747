import Ordering
import Columns
import FeedSources
import FeedStore
import FeedValues
import ListViewApp
import ListViewParts
import Randomness
import TableModel
import TerminalCore

/// A list that is arranged, and the stream that changes it.
struct FlowWorkload {
  private var app: App
  private var decoder = FeedDecoder()
  private var random: SplitMix64
  private var number = 0
  private var instant = ContinuousClock.now
  private let rows: Int
  /// Whether rows have long texts as well.
  private let hasTexts: Bool

  init(
    rows: Int,
    _ options: ViewOptions = ViewOptions(),
    _ filter: Filter? = nil,
    seed: UInt64,
    hasTexts: Bool = false
  ) {
    (self.rows, self.hasTexts) = (rows, hasTexts)
    random = SplitMix64(seed: seed)
    var configuration = App.Configuration(
      feedName: "flow",
      start: .liveEdge,
      limit: RowLimit(rows: rows),
      filter: filter
    )
    configuration.viewOptions = options
    configuration.summary = .none
    let size = TerminalSize(columns: 120, lines: 40)
    app = App(configuration, size: size, theme: Theme(depth: .indexed256))
    for start in stride(from: 0, to: rows, by: 10_000) {
      app.receive(items(min(10_000, rows - start), updating: false), at: instant)
    }
    app.status.keyRule = decoder.keyRule
    app.reachEnd()
    app.advance(to: instant)
    // The first frames fit the columns.
    for _ in 0..<3 { _ = measure(16) }
  }

  /// The time of a change in each of many batches of a size, of which 100,000 changes a second come.
  ///
  /// - Returns: The times; those of another workload of the same seed are of the same changes.
  mutating func measure(_ batch: Int) -> [Duration] {
    (0..<max(20, min(2_000, 40_000 / batch))).map { _ in
      let items = items(batch, updating: true)
      instant += .microseconds(10) * batch
      return ProcessorClock.measure {
        app.receive(items, at: instant)
        app.advance(to: instant)
      } / batch
    }
  }

  /// The time that it takes to arrange the list by a command of the prompt.
  struct ArrangingTime {
    /// Until the screen shows what it will show in the end.
    var first: Duration
    /// Until nothing is left to be done.
    var all: Duration
    /// The longest turn.
    var turn: Duration
  }

  /// The processor's time that a command takes.
  mutating func arrange(_ command: String) -> ArrangingTime {
    var turns: [(time: Duration, rows: [RowID])] = []
    // All motion is over by then.
    instant += .seconds(60)
    func turn(_ app: inout App, _ work: (inout App) -> Void) {
      let time = ProcessorClock.measure {
        work(&app)
        app.advance(to: instant)
      }
      let lines = app.table.presentation(at: instant + .seconds(60)).lines
      turns.append((time, lines.compactMap { $0.content.row?.id }))
    }
    /// Does what is due within a second.
    func rest() {
      while let next = app.nextInstant, next <= instant + .seconds(1), turns.count < 100_000 {
        instant = max(instant, next)
        turn(&app) { _ in }
      }
    }
    for key in ":" + command {
      turn(&app) { _ = $0.handle(.key(.character(key), []), at: instant) }
    }
    rest()
    turns = []
    turn(&app) { _ = $0.handle(.key(.enter, []), at: instant) }
    rest()
    let final = turns.last?.rows ?? []
    let right = turns.lastIndex { $0.rows != final }.map { $0 + 2 } ?? 1
    return ArrangingTime(
      first: turns.prefix(right).reduce(.zero) { $0 + $1.time },
      all: turns.reduce(.zero) { $0 + $1.time },
      turn: turns.map(\.time).max() ?? .zero
    )
  }

  private mutating func items(_ count: Int, updating: Bool) -> [FeedItem] {
    decoder.append(text(count, updating: updating))
  }

  private mutating func text(_ count: Int, updating: Bool) -> [UInt8] {
    var text: [UInt8] = []
    for event in 0..<count {
      var id = number
      if updating, count == 1 ? Bool.random(using: &random) : event % 2 == 1 {
        id -= Int.random(in: 1..<min(rows, number), using: &random)
      } else {
        number += 1
      }
      let (amount, name, status) = (
        Int.random(in: 0..<1_000_000, using: &random),
        Int.random(in: 0..<100_000, using: &random), Int.random(in: 0..<8, using: &random)
      )
      let texts = hasTexts ? longTexts(name, amount) : ""
      text +=
        """
        {"id":"row_\(id)","created":\(1_700_000_000 + number),"name":"name \(name)",\
        "amount":\(amount),"currency":"usd","status":"status \(status)"\(texts)}

        """.utf8
    }
    return text
  }

  /// A text of few values that begin alike, and one that few rows share, with one of several beginnings.
  private func longTexts(_ name: Int, _ amount: Int) -> String {
    let service = ["accounts", "invoices", "payments", "reminders"][name % 4]
    return """
      ,"office":"Department of the Interior, Section \(name % 256)",\
      "path":"/v1/\(service)/of/customers/\(amount)"
      """
  }

  /// The time of a frame while events arrive, as many for each as a batch has: from their text to the screen,
  /// with a key between.
  mutating func measureFrames(_ batch: Int) -> Quantiles {
    instant += .seconds(60)
    return Quantiles(
      (0..<200).map { _ in
        let text = text(batch, updating: true)
        instant += .microseconds(16_667)
        return ProcessorClock.measure {
          app.receive(decoder.append(text), at: instant)
          app.advance(to: instant)
          _ = app.handle(.key(.down), at: instant)
          _ = app.frame(at: instant)
        }
      }
    )
  }

  /// The time of each of many steps back, to the screen.
  mutating func measureSteps(_ count: Int) -> Quantiles {
    instant += .seconds(60)
    for _ in 0..<count / 100 { app.receive(items(100, updating: true), at: instant) }
    app.advance(to: instant)
    return Quantiles(
      (0..<count).map { _ in
        instant += .milliseconds(20)
        return ProcessorClock.measure {
          _ = app.handle(.key(.character("[")), at: instant)
          app.advance(to: instant)
          _ = app.frame(at: instant)
        }
      }
    )
  }
}
