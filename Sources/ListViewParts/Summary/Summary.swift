package import Feeds
package import TableModel
internal import TerminalCore
package import Values

/// The summary of a feed as it comes to be known: labels, found out in slices so short that keys and
/// frames have their turn between them, and kept from one look to the next.
package struct Summary: Sendable {
  /// What the user asked for.
  package private(set) var spec: SummarySpec
  /// Whether the summary has a line of the screen; it keeps it, so that the table does not jump.
  package private(set) var hasLine: Bool
  /// What is found out.
  private(set) var measures: [SummaryMeasure] = []
  /// The labels that tell of rows, by their measures.
  private var labels: [[SummaryLabel]] = []
  /// How many rows came.
  private(set) var arrivals = Trend(.count)
  /// When the rows changed last.
  private(set) var lastChange: ContinuousClock.Instant?
  /// What the first label was.
  private var level = Trend(.level)
  /// When a value that is counted was there last.
  private var sightings: [String: ContinuousClock.Instant] = [:]
  private var isCurrent = false
  private var pass: SummaryPass?
  private var lastPass: ContinuousClock.Instant?
  private var lastTurn: ContinuousClock.Instant?
  private var lastCount = 0
  /// Since when the labels tell of other rows than those that there are; nil while they do not.
  private(set) var staleSince: ContinuousClock.Instant?

  /// How long labels may lag behind before they say so; a list of some thousand rows never does.
  static let bearableLag = Duration.milliseconds(250)

  /// How many rows are looked at in one go: some milliseconds.
  static let slice = 2_000
  /// The least time between the starts of two looks, for each row.
  package static let restPerRow = Duration.microseconds(10)

  package init(_ spec: SummarySpec) {
    self.spec = spec
    if case .items = spec { hasLine = true } else { hasLine = false }
  }

  /// Makes a summary of something else, which knows what has happened before.
  package init(_ spec: SummarySpec, after other: Summary) {
    self.init(spec)
    (arrivals, lastChange) = (other.arrivals, other.lastChange)
  }

  // MARK: What has happened

  /// Takes the line of the screen, once there is something to say.
  package mutating func takeLine() { if spec != .none { hasLine = true } }

  /// Says that the rows are other ones.
  ///
  /// - Parameter byUser: Whether the user chose which ones, and waits to see what they come to.
  package mutating func restart(byUser: Bool = false) {
    isCurrent = false
    pass?.isStale = true
    if byUser { (pass, lastPass) = (nil, nil) }
  }

  /// Takes note of what a batch did.
  package mutating func record(arrivals count: Int, at instant: ContinuousClock.Instant) {
    arrivals.record(Double(count), at: instant)
    lastChange = instant
  }

  // MARK: The look at the rows

  /// Looks at the next slice of the rows.
  ///
  /// - Parameters:
  ///   - rows: The rows that count now.
  ///   - calendar: The time zone in which times are written.
  ///   - instant: When.
  ///   - measures: What is to be found out, asked for when a look begins.
  /// - Returns: Whether the labels may be other ones.
  package mutating func advance(
    _ rows: TableRows<Row>,
    calendar: Calendar,
    at instant: ContinuousClock.Instant,
    measures: () -> [SummaryMeasure]
  ) -> Bool {
    lastTurn = instant
    lastCount = rows.count
    guard !isCurrent else {
      staleSince = nil
      return false
    }
    if staleSince == nil { staleSince = instant }
    if pass == nil {
      if let lastPass, instant < lastPass + Self.restPerRow * rows.count { return false }
      use(measures())
      pass = SummaryPass(self.measures, rows: rows)
      lastPass = instant
    }
    guard var pass else { return false }
    self.pass = nil  // so that what it has found is not copied
    guard pass.advance(by: Self.slice) else {
      self.pass = pass
      return false
    }
    isCurrent = !pass.isStale
    staleSince = isCurrent ? nil : lastPass
    update(from: pass, calendar: calendar, at: instant)
    return true
  }

  private mutating func use(_ measures: [SummaryMeasure]) {
    let isOther = measures.map(\.id) != self.measures.map(\.id)
    self.measures = measures
    guard isOther else { return }
    labels = []
    level = Trend(.level)
    sightings = [:]
  }

  /// When the next slice is due; nil where all is done.
  package var nextInstant: ContinuousClock.Instant? {
    guard !isCurrent, let lastTurn else { return nil }
    if pass != nil { return lastTurn }
    return lastPass.map { max(lastTurn, $0 + Self.restPerRow * lastCount) } ?? lastTurn
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
      if number == first, labels.count == 1 {
        if let value = labels[0].level { level.record(value, at: instant) }
        if !level.values.isEmpty { labels[0].label.trend = level }
      }
      return labels.map { new in
        var label = new.label
        label.fit(known.first { $0.id == label.id })
        return label
      }
    }
  }

  private mutating func labels(
    of measure: SummaryMeasure,
    _ figure: SummaryFigure,
    known: [SummaryLabel],
    _ calendar: Calendar,
    at instant: ContinuousClock.Instant
  ) -> [(label: SummaryLabel, level: Double?)] {
    switch measure {
    case .count, .matching:
      [(figure.count(of: measure), Double(figure.count))]
    case .fold(let fold, let column, _):
      [figure.fold(fold, of: column, id: measure.id, order: known.first?.order ?? [], calendar)]
    case .tally(let column, let isSelective):
      tally(figure, of: column, isSelective: isSelective, known: known, at: instant).map {
        ($0, nil)
      }
    case .unknown(let name): [(SummaryLabel(id: measure.id, name: name, values: []), nil)]
    case .rate, .last: []
    }
  }

  /// Labels of the values that rows have: first what is bad, then what is pending; among these what
  /// was there before comes first, and stays for some minutes when no row has it any more.
  private mutating func tally(
    _ figure: SummaryFigure,
    of column: Column,
    isSelective: Bool,
    known: [SummaryLabel],
    at instant: ContinuousClock.Instant
  ) -> [SummaryLabel] {
    var counts = figure.tally
    for value in counts.keys { sightings[value] = instant }
    sightings = sightings.filter { value, seen in
      seen + Trend.lastStep * Trend.length > instant || counts[value] != nil
    }
    for label in known where counts[label.id] == nil && sightings[label.id] != nil {
      counts[label.id] = 0
    }
    let places = Dictionary(
      known.enumerated().map { ($1.id, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let values = counts.map { (value: $0, count: $1, tone: StatusTone($0)) }
      .filter { !isSelective || $0.tone.isUrgent }
      .sorted { left, right in
        let (a, b) = (places[left.value] ?? .max, places[right.value] ?? .max)
        if left.tone.rank != right.tone.rank { return left.tone.rank < right.tone.rank }
        if a != b { return a < b }
        return (right.count, left.value) < (left.count, right.value)
      }
    let limit = isSelective ? Self.maximumStatuses : Self.maximumValues
    var labels = values.prefix(limit).map { value, count, tone in
      SummaryLabel(
        id: value,
        name: value.isEmpty ? "“”" : column.format == .status ? Column.words(value) : value,
        values: [Money.grouped(String(count))],
        role: count == 0 ? .dim : tone == .neutral ? .text : tone.role
      )
    }
    let rest = values.dropFirst(limit).reduce(figure.leftOut) { $0 + $1.count }
    if rest > 0, !isSelective {
      // No value has such an identifier.
      let label = SummaryLabel(
        id: "\u{0}other",
        name: "other",
        values: [Money.grouped(String(rest))]
      )
      labels.append(label)
    }
    return labels
  }

  private static let maximumStatuses = 6
  private static let maximumValues = 12

  /// All labels as they are at an instant.
  package func labels(at instant: ContinuousClock.Instant) -> [SummaryLabel] {
    var result: [SummaryLabel] = []
    for (number, measure) in measures.enumerated() {
      switch measure {
      case .rate:
        var label = SummaryLabel(
          id: "rate",
          name: "rate",
          values: [Self.text(ofRate: arrivals.rate(at: instant))],
          trend: arrivals.values.isEmpty ? nil : arrivals
        )
        label.valueRoom = max(label.valueRoom, 5)
        label.rooms = label.rooms.map { max($0, 10) }
        result.append(label)
      case .last:
        let text = lastChange.map { Self.text(ofAge: instant - $0) }
        var label = SummaryLabel(id: "last", name: "last", values: text.map { [$0] } ?? [])
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
    staleSince.map { instant - $0 >= Self.bearableLag } ?? false
  }

  /// When the labels will look different though nothing happens; nil for never.
  package func nextChange(after instant: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    let lateness = staleSince.map { $0 + Self.bearableLag }.flatMap { $0 > instant ? $0 : nil }
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

  /// An instant from which ages are told.
  private static let origin = FeedTime(nanoseconds: 0)

  /// `4.2/s`, and of what is rare `3/min`.
  static func text(ofRate rate: Double) -> String {
    if rate >= 99.95 { return "\(Money.grouped(String(Int(clamping: rate.rounded()))))/s" }
    if rate < 0.095, rate > 0 { return "\(max(1, Int(clamping: (rate * 60).rounded())))/min" }
    let tenths = Int(clamping: (rate * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)/s" : "\(tenths / 10).\(tenths % 10)/s"
  }
}

extension StatusTone {
  /// What needs somebody comes first, and what is as it should be last.
  fileprivate var rank: Int {
    switch self {
    case .bad: 0
    case .pending: 1
    case .good: 2
    case .neutral: 3
    }
  }

  /// Whether a reader has to know that there are some.
  fileprivate var isUrgent: Bool { self == .bad || self == .pending }
}
