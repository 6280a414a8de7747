package import Feeds
package import TableModel
internal import TerminalCore
package import Values

/// The summary of a feed as it comes to be known: labels, found out once in slices so short that keys and
/// frames have their turn between them, and from then on by what changes.
package struct Summary: Sendable {
  /// What the user asked for.
  package private(set) var spec: SummarySpec
  /// Whether the summary has a line of the screen; it keeps it, so that the table does not jump.
  package private(set) var hasLine: Bool
  /// What is found out.
  private(set) var measures: [SummaryMeasure] = []
  /// The labels, by their measures.
  private var labels: [[SummaryLabel]] = []
  /// How many rows came.
  private(set) var arrivals = Trend(.count)
  /// When the rows changed last.
  private(set) var lastChange: ContinuousClock.Instant?
  /// What the first label was.
  private var level = Trend(.level)
  /// How many more of the last batches took as many rows away as they brought than did not.
  private var slidingBatches = 0
  private var isCurrent = false
  /// Whether a look waits until a long list has arrived.
  private var isHeldBack = false
  private var pass: SummaryPass?
  private var lastPass: ContinuousClock.Instant?
  /// The least time from there to the next look.
  private var rest = Duration.zero
  private var lastTurn: ContinuousClock.Instant?
  /// Since when the labels tell of other rows than those that there are; nil while they do not.
  private(set) var staleSince: ContinuousClock.Instant?

  /// How long labels may lag behind before they say so; a list of some thousand rows never does.
  static let toleratedLag = Duration.milliseconds(250)

  /// How many rows are examined in one go: some milliseconds.
  static let slice = 2_000
  /// The least time between the starts of two looks, for each row.
  package static let restPerRow = Duration.microseconds(10)
  /// The least time between the starts of two looks at a long list that is still arriving.
  static let restWhileLoading = Duration.seconds(3)
  /// The time for which a long list that has just arrived is left alone: more of it may follow at once.
  static let restAfterLoading = Duration.seconds(1)

  package init(_ spec: SummarySpec) {
    self.spec = spec
    if case .items = spec { hasLine = true } else { hasLine = false }
  }

  /// Creates a summary of something else, which knows what has happened before.
  package init(_ spec: SummarySpec, after other: Summary) {
    self.init(spec)
    (arrivals, lastChange) = (other.arrivals, other.lastChange)
    slidingBatches = other.slidingBatches
  }

  // MARK: What has happened

  /// Whether the list is a window on a longer one: for each row that comes, another one goes.
  package var isOfWindow: Bool { slidingBatches >= Self.minimumSliding }

  private static let minimumSliding = 2
  private static let maximumSliding = 6

  /// Takes the line of the screen, once there is something to say.
  package mutating func takeLine() { if spec != .none { hasLine = true } }

  /// Says that the user chose other rows, and waits to see what they come to.
  package mutating func restart() {
    isCurrent = false
    (pass, lastPass) = (nil, nil)
  }

  /// Takes note of what became of the rows.
  ///
  /// - Parameter changes: The rows that changed; nil where nobody knows.
  /// - Complexity: O(*k*) for *k* changes.
  package mutating func follow(_ changes: [FilteredChange]?) {
    isCurrent = false
    if let changes { pass?.follow(changes) } else { pass?.isStale = true }
  }

  /// Records what a batch did.
  ///
  /// - Parameters:
  ///   - count: How many rows came.
  ///   - departures: How many went.
  ///   - instant: When.
  package mutating func record(
    arrivals count: Int,
    departures: Int = 0,
    at instant: ContinuousClock.Instant
  ) {
    arrivals.record(Double(count), at: instant)
    if count > 0 {
      let step = departures == count ? 1 : -1
      slidingBatches = min(max(slidingBatches + step, 0), Self.maximumSliding)
    }
    lastChange = instant
  }

  // MARK: The look at the rows

  /// Looks at the next slice of the rows, where what changed does not say all.
  ///
  /// - Parameters:
  ///   - rows: The rows that count now.
  ///   - isLoading: Whether the rows that the source has already are still arriving.
  ///   - calendar: The time zone in which times are written.
  ///   - instant: When.
  ///   - measures: What is to be found out, asked for when a look is due.
  /// - Returns: Whether the labels may be other ones.
  package mutating func advance(
    _ rows: TableRows<Row>,
    isLoading: Bool,
    calendar: Calendar,
    at instant: ContinuousClock.Instant,
    measures: () -> [SummaryMeasure]
  ) -> Bool {
    lastTurn = instant
    let wasHeldBack = isHeldBack
    isHeldBack = isLoading && rows.count > ListState.longList
    if wasHeldBack, !isHeldBack {
      (lastPass, rest) = (instant, min(Self.restPerRow * rows.count, Self.restAfterLoading))
    }
    guard !isCurrent else {
      staleSince = nil
      return false
    }
    if staleSince == nil { staleSince = instant }
    if pass?.isComplete ?? true {
      if nextPass(after: instant) <= instant {
        let measures = measures()
        (lastPass, rest) = (instant, Self.restPerRow * rows.count)
        if pass?.isStale ?? true || measures != self.measures {
          use(measures)
          pass = SummaryPass(measures, rows: rows)
        }
      } else if pass?.isStale ?? true {
        return false
      }
    }
    guard var pass else { return false }
    self.pass = nil  // so that what it has found is not copied
    defer { self.pass = pass }
    guard pass.advance(by: Self.slice) else { return false }
    isCurrent = !pass.isStale
    staleSince = isCurrent ? nil : lastPass
    update(from: pass, calendar: calendar, at: instant)
    return true
  }

  /// When the next look at all rows may begin.
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

  /// When the next slice is due; nil if all is done.
  package var nextInstant: ContinuousClock.Instant? {
    guard !isCurrent, let lastTurn else { return nil }
    if let pass, !pass.isComplete || !pass.isStale { return lastTurn }
    return max(lastTurn, nextPass(after: lastTurn))
  }

  // MARK: Labels

  private mutating func update(
    from pass: SummaryPass,
    calendar: Calendar,
    at instant: ContinuousClock.Instant
  ) {
    let old = labels
    let first = pass.measures.firstIndex(where: \.readsRows)
    labels = pass.measures.indices.map { number in
      let figure = pass.figures[number]
      let known = old.indices.contains(number) ? old[number] : []
      var labels = labels(of: pass.measures[number], figure, known: known, calendar, at: instant)
      if number == first, labels.count == 1, case .total = pass.measures[number] {
        if let value = labels[0].level { level.record(value, at: instant) }
        // Of a window it would say what happened to have left it.
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

  /// All labels as they are at an instant.
  package func labels(at instant: ContinuousClock.Instant) -> [SummaryLabel] {
    var result: [SummaryLabel] = []
    for (number, measure) in measures.enumerated() {
      switch measure {
      case .rate:
        let isAsked = spec != .automatic
        // An automatic summary does not show that nothing arrives.
        guard isAsked || arrivals.rate(at: instant) > 0 else { continue }
        var label = SummaryLabel(
          id: "rate",
          name: isAsked ? Text.rate : "",
          values: [Self.text(ofRate: arrivals.rate(at: instant))],
          trend: arrivals.values.isEmpty ? nil : arrivals
        )
        label.rooms = label.rooms.map { max($0, isAsked ? 10 : 5) }
        result.append(label)
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

  /// Whether the labels lag so far behind the rows that a reader has to know.
  package func isLate(at instant: ContinuousClock.Instant) -> Bool {
    staleSince.map { instant - $0 >= Self.toleratedLag } ?? false
  }

  /// When the labels will look different though nothing happens; nil for never.
  package func nextChange(after instant: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    let lateness = staleSince.map { $0 + Self.toleratedLag }.flatMap { $0 > instant ? $0 : nil }
    let changes = measures.compactMap { measure -> ContinuousClock.Instant? in
      switch measure {
      case .rate: return arrivals.nextChange(after: instant)
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

  /// The instant that ages are relative to.
  private static let origin = FeedTime(nanoseconds: 0)

  /// `4.2/s`, and of what is rare `3/min`.
  static func text(ofRate rate: Double) -> String {
    if rate >= 99.95 { return "\(Money.grouped(String(Int(clamping: rate.rounded()))))/s" }
    if rate < 0.095, rate > 0 { return "\(max(1, Int(clamping: (rate * 60).rounded())))/min" }
    let tenths = Int(clamping: (rate * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)/s" : "\(tenths / 10).\(tenths % 10)/s"
  }
}
