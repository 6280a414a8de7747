import Columns
package import FeedStore
package import FeedValues
package import Ordering
package import TableModel
internal import TerminalCore
package import Values

/// The labels of the summary bar.
///
/// They are computed once, in slices short enough not to delay keys and frames, and kept up to date
/// incrementally from then on.
package struct Summary: Sendable {
  /// The items the user asked for.
  package private(set) var spec: SummarySpec
  /// Whether the summary has a screen line, which it keeps once it has one, so that the table does not jump.
  package private(set) var hasLine: Bool
  /// The column by whose times the rows are in order, if the number of rows at each time has a screen line.
  package private(set) var scale: TimeScale?
  /// The number of rows at each time, as of the last update.
  package private(set) var histogram = TimeHistogram()
  /// The measures being computed.
  private(set) var measures: [SummaryMeasure] = []
  /// The labels of each measure, as of the last update.
  private var labels: [[SummaryLabel]] = []
  /// The number of rows inserted over time.
  private(set) var arrivals = Trend(.count)
  /// When the rows last changed.
  private(set) var lastChange: ContinuousClock.Instant?
  /// The value of the first label over time, and its currency.
  private var level = Trend(.level)
  private var levelCurrency = ""
  /// The number of recent batches that pushed out as many rows at one end as they inserted at the other, less the
  /// number of those that did not.
  private var slidingBatches = 0
  private var isCurrent = false
  /// Whether the next pass waits until a long list has arrived.
  private var isHeldBack = false
  private var pass: SummaryPass?
  private var lastPass: ContinuousClock.Instant?
  /// The minimum time from the start of the last pass to the next one.
  private var rest = Duration.zero
  private var lastTurn: ContinuousClock.Instant?
  /// Since when the labels have described rows other than the current ones; nil while they are current.
  private(set) var staleSince: ContinuousClock.Instant?

  /// The time for which labels may lag behind before the bar says so; a list of a few thousand rows never does.
  static let toleratedLag = Duration.milliseconds(250)

  /// The number of rows examined at a time, which takes a few milliseconds.
  static let slice = 2_000
  /// The minimum time between the starts of two passes, for each row.
  package static let restPerRow = Duration.microseconds(10)
  /// The minimum time between the starts of two passes over a long list that is still arriving.
  static let restWhileLoading = Duration.seconds(3)
  /// The delay of a pass over a long list that has just arrived, because more of it may follow at once.
  static let restAfterLoading = Duration.seconds(1)

  package init(_ spec: SummarySpec) {
    self.spec = spec
    if case .items = spec { hasLine = true } else { hasLine = false }
  }

  /// Creates a summary of other items, which keeps the recorded history.
  package init(_ spec: SummarySpec, after other: Summary) {
    self.init(spec)
    (arrivals, lastChange) = (other.arrivals, other.lastChange)
    slidingBatches = other.slidingBatches
  }

  // MARK: History

  /// Whether the list is a window of a longer one: each inserted row displaces another.
  package var isOfWindow: Bool { slidingBatches >= Self.minimumSliding }

  private static let minimumSliding = 2
  private static let maximumSliding = 6

  /// Reserves the screen line, unless the user asked for no summary.
  package mutating func takeLine() { if spec != .none { hasLine = true } }

  /// Reserves a screen line for the number of rows at each time, unless the user asked for no summary.
  package mutating func takeStrip(_ scale: TimeScale) { if spec != .none { self.scale = scale } }

  /// Discards the figures because the user chose other rows, and starts over.
  package mutating func restart() {
    isCurrent = false
    (pass, lastPass) = (nil, nil)
    // The difference from the figure of other rows is not a change.
    level = Trend(.level)
  }

  /// Whether there are figures that have to follow changes of rows.
  package var hasFigures: Bool { pass != nil }

  /// Updates the figures for rows that changed.
  ///
  /// - Parameters:
  ///   - changes: The rows that changed; nil if they are not known.
  ///   - instant: When they arrived; nil if the user went to another moment.
  /// - Complexity: O(*k*) for *k* changes.
  package mutating func follow(_ changes: [FilteredChange]?, at instant: ContinuousClock.Instant?) {
    isCurrent = false
    if let changes { pass?.follow(changes, at: instant) } else { pass?.isStale = true }
  }

  /// Takes note that columns may have other formats, in which the figures are to be shown.
  package mutating func noteColumns() { isCurrent = false }

  /// Records the effect of a batch.
  ///
  /// - Parameters:
  ///   - count: The number of inserted rows.
  ///   - slides: Whether they pushed out as many at the other end of the list.
  ///   - instant: When the batch was applied.
  package mutating func record(
    arrivals count: Int,
    slides: Bool = false,
    at instant: ContinuousClock.Instant
  ) {
    arrivals.record(Double(count), at: instant)
    if count > 0 {
      let step = slides ? 1 : -1
      slidingBatches = min(max(slidingBatches + step, 0), Self.maximumSliding)
    }
    lastChange = instant
  }

  // MARK: Passes

  /// Examines the next slice of rows, if a pass is needed.
  ///
  /// - Parameters:
  ///   - rows: The rows to summarise.
  ///   - all: The rows of the feed, whose length tells how many are a slice.
  ///   - isLoading: Whether rows that the source already has are still arriving.
  ///   - calendar: The time zone in which times are written.
  ///   - instant: The current time.
  ///   - measures: Returns what to compute; called when a pass begins.
  /// - Returns: Whether the labels may have changed.
  package mutating func advance(
    _ rows: TableRows<Row>,
    of all: FeedRows = FeedRows(),
    isLoading: Bool,
    calendar: Calendar,
    at instant: ContinuousClock.Instant,
    measures: () -> [SummaryMeasure]
  ) -> Bool {
    lastTurn = instant
    let wasHeldBack = isHeldBack
    isHeldBack = isLoading && all.isLong
    if wasHeldBack, !isHeldBack {
      (lastPass, rest) = (instant, min(Self.restPerRow * rows.count, Self.restAfterLoading))
    }
    guard !isCurrent else {
      staleSince = nil
      return false
    }
    if staleSince == nil { staleSince = instant }
    // Changes that are followed may tell more about the columns as well.
    if pass?.hasExaminedRows ?? true {
      if nextPass(after: instant) <= instant {
        let measures = measures()
        (lastPass, rest) = (instant, Self.restPerRow * rows.count)
        if pass?.isStale ?? true || measures != self.measures {
          use(measures)
          pass = SummaryPass(measures, rows: rows, after: pass)
        }
      } else if pass?.isStale ?? true {
        return false
      }
    }
    guard var pass else { return false }
    self.pass = nil  // avoids a copy of its figures
    defer { self.pass = pass }
    let wasStale = pass.isStale
    // Figures whose changes turned out to be irreversible describe no rows at all.
    guard pass.advance(by: all.slice(Self.slice)), wasStale || !pass.isStale else { return false }
    isCurrent = !pass.isStale
    staleSince = isCurrent ? nil : lastPass
    update(from: pass, isLoading: isLoading, calendar: calendar, at: instant)
    return true
  }

  /// The earliest time at which the next pass may begin.
  private func nextPass(after instant: ContinuousClock.Instant) -> ContinuousClock.Instant {
    guard let lastPass else { return instant }
    return lastPass + (isHeldBack ? max(rest, Self.restWhileLoading) : rest)
  }

  private mutating func use(_ measures: [SummaryMeasure]) {
    let isOther = measures.map(\.id) != self.measures.map(\.id)
    self.measures = measures
    guard isOther else { return }
    labels = []
    level = Trend(.level)
  }

  /// When the next slice is due; nil if none is.
  package var nextInstant: ContinuousClock.Instant? {
    guard !isCurrent, let lastTurn else { return nil }
    if let pass, !pass.isComplete || !pass.isStale { return lastTurn }
    return max(lastTurn, nextPass(after: lastTurn))
  }

  // MARK: Labels

  private mutating func update(
    from pass: SummaryPass,
    isLoading: Bool,
    calendar: Calendar,
    at instant: ContinuousClock.Instant
  ) {
    let old = labels
    let first = pass.measures.firstIndex(where: \.readsRows)
    histogram = pass.figures.last?.histogram ?? TimeHistogram()
    labels = pass.measures.indices.map { number in
      let figure = pass.figures[number]
      let known = old.indices.contains(number) ? old[number] : []
      var labels = labels(of: pass.measures[number], figure, known: known, calendar, at: instant)
      if number == first, labels.count == 1, case .total = pass.measures[number] {
        let currency = labels[0].label.order.first ?? ""
        if currency != levelCurrency { (level, levelCurrency) = (Trend(.level), currency) }
        // Rows that a source had when it was opened are not a change either.
        if let value = labels[0].level, !isLoading { level.record(value, at: instant) }
        // The total of a window changes with every row that leaves it, which means nothing.
        if !isOfWindow {
          labels[0].label.change = level.change(at: instant).flatMap {
            Self.change($0, like: labels[0].label)
          }
        }
      }
      return labels.map { new in
        var label = new.label
        label.fit(known.first { $0.id == label.id })
        return label
      }
    }
  }

  /// The current values of all labels.
  package func labels(at instant: ContinuousClock.Instant) -> [SummaryLabel] {
    var result: [SummaryLabel] = []
    for (number, measure) in measures.enumerated() {
      switch measure {
      case .rate:
        let isAsked = spec != .automatic
        // An automatic summary omits a rate of zero.
        guard isAsked || arrivals.rate(at: instant) > 0 else { continue }
        var label = SummaryLabel(
          id: "rate",
          name: isAsked ? Text.rate : "",
          values: [Self.text(ofRate: arrivals.rate(at: instant))],
          trend: arrivals.values.isEmpty ? nil : arrivals
        )
        label.rooms = label.rooms.map { max($0, isAsked ? 10 : 5) }
        result.append(label)
      case .figure(let plan) where plan.isRate:
        let figure = pass?.figures[number].table?.total(in: .utc, at: instant)
        let value = figure.flatMap(Double.init).map { Self.text(ofRate: $0) }
        var label = SummaryLabel(
          id: measure.id,
          name: measure.name,
          values: value.map { [$0] } ?? []
        )
        label.rooms = label.rooms.map { max($0, 10) }
        result.append(label)
      case .times: continue
      case .last:
        let text = lastChange.map { Self.text(ofAge: instant - $0) }
        var label = SummaryLabel(id: "last", name: Text.latest, values: text.map { [$0] } ?? [])
        label.rooms = label.rooms.map { max($0, 12) }
        result.append(label)
      default:
        if labels.indices.contains(number) {
          result += labels[number]
        } else {
          result.append(SummaryLabel(id: measure.id, name: measure.name, values: ["…"]))
        }
      }
    }
    return result
  }

  /// Whether the labels lag so far behind the rows that the user has to know.
  package func isLate(at instant: ContinuousClock.Instant) -> Bool {
    staleSince.map { instant - $0 >= Self.toleratedLag } ?? false
  }

  /// When the labels next look different even if nothing happens; nil if never.
  package func nextChange(after instant: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    let lateness = staleSince.map { $0 + Self.toleratedLag }.flatMap { $0 > instant ? $0 : nil }
    let changes = measures.compactMap { measure -> ContinuousClock.Instant? in
      switch measure {
      case .rate: return arrivals.nextChange(after: instant)
      case .figure(let plan) where plan.isRate:
        guard let number = measures.firstIndex(of: measure) else { return nil }
        return pass?.figures[number].table?.nextInstant(after: instant)
      case .last:
        guard let lastChange else { return nil }
        let age = Self.origin.advanced(by: instant - lastChange)
        return instant + TimeStyle.nextChange(of: Self.origin, at: age)
      default: return nil
      }
    }
    return (changes + [lateness].compactMap(\.self)).min()
  }

  private static func text(ofAge age: Duration) -> String {
    TimeStyle.ago.text(of: origin, in: .utc, at: origin.advanced(by: age))
  }

  /// The reference point of ages.
  private static let origin = FeedTime(nanoseconds: 0)

  /// Formats a rate: `4.2/s`, or `3/min` for rare events.
  static func text(ofRate rate: Double) -> String {
    if rate >= 99.95 { return "\(Money.grouped(String(Int(clamping: rate.rounded()))))/s" }
    if rate < 0.095, rate > 0 { return "\(max(1, Int(clamping: (rate * 60).rounded())))/min" }
    let tenths = Int(clamping: (rate * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)/s" : "\(tenths / 10).\(tenths % 10)/s"
  }
}

/// The first and the last row of a list, which tell whether a list that follows is the same window moved on.
package struct ListEnds: Hashable, Sendable {
  private let first: RowID?
  private let last: RowID?

  package init(of rows: FeedRows) { (first, last) = (rows.first?.id, rows.last?.id) }

  /// Whether rows that came in at one end have pushed out as many at the other one.
  package func slide(to rows: FeedRows, by count: Int) -> Bool {
    guard count > 0, count < rows.count else { return false }
    let (ends, rest) = (ListEnds(of: rows), rows.count - 1 - count)
    return rows[count].id == first && ends.last != last
      || rows[rest].id == last && ends.first != first
  }
}
