package import Columns
package import FeedIdentity
package import FeedStore
package import FeedValues
internal import TableModel
internal import TerminalCore
package import Values

/// Formats the changes of a feed as lines, for pipes and terminals without cursor positioning: as text, or as
/// JSON like ``RowChange/json(of:)``.
///
/// | Line | Meaning |
/// |---|---|
/// | `+ ID SUMMARY` | a row was inserted |
/// | `- ID SUMMARY` | a row was deleted |
/// | `> ID from 3 to 1` | a row moved; positions count from 1 |
/// | `~ ID FIELD: OLD → NEW, …` | a row was updated |
///
/// With a filter, the list consists of the rows that match it: a row is inserted when it starts to match, at
/// the front if rows arrive one by one, and deleted when it ceases to.
///
/// For each value of the feed, deletions come first, then moves, insertions and updates. Each change is a single
/// line without control characters, whatever the feed contains.
package struct ChangeLog: Sendable {
  /// The format of a line.
  package enum Format: String, Hashable, Sendable, CaseIterable {
    /// Text for people.
    case text
    /// The lines of rows that arrive or change, which may contain control characters.
    case lines
    /// A JSON object per line, for programs.
    case jsonl
    /// Sentences, for screen readers.
    case sentences
  }

  /// The fields that are running clocks, whose progress does not count as a change.
  package var clocks = VolatileFields() {
    didSet { clocks.derive(derivation.fields.map(\.path)) }
  }

  /// The rows that match the filter; newest first if rows arrive one by one.
  var list: RowList
  /// All rows, if the matches of the filter depend on the current time; otherwise nil.
  var all: RowList?
  /// Whether the feed is a file or a recording, in which relative times count from the newest time.
  private let isRecorded: Bool
  /// Whether rows are collected before any is reported, because the newest time is not known yet.
  package private(set) var isHeldBack: Bool
  var stepCount = 0
  /// Some of the first rows, matching or not, which show the types of the fields in the filter.
  private var firstRows: [Row] = []
  /// Summarises rows; nil until the first row.
  private var summary: RowSummary?
  private let calendar: Calendar
  /// Gives the rows the fields that they do not have by themselves.
  private var derivation: Derivation
  let format: Format
  /// The columns requested; nil for the most informative ones.
  private let columns: ColumnSpec?
  private(set) var filter: Filter?
  private var until: RowCondition?
  /// The filter and the awaited condition as they were asked for.
  private let asked: (filter: Filter?, until: RowCondition?)
  /// The columns that the rows so far would have on the screen, which say what is meant.
  private var shown = ColumnList()
  /// The current time, to which times such as `-5m` in the filter and the awaited condition are relative;
  /// ``lines(at:)`` reports rows that start or cease to match.
  package var present: FeedTime? {
    didSet {
      guard all != nil || until?.filter?.refreshInterval != nil else { return }
      resolve()
    }
  }
  /// The fields named by the filter, the awaited condition and the columns that no row has had so far.
  package private(set) var unknownFields: [FieldName]
  /// The changes collected for other reports; nil if none are collected.
  var report: Report?
  /// Whether any row has arrived.
  package private(set) var hasRows = false
  /// The first row that meets `until`; items after it are not reported.
  package private(set) var match: Row?

  /// The maximum width of a name and of a value that changes, in screen columns.
  package static let summaryWidth = 160
  static let valueWidth = 60

  /// Creates a log of a feed that has not started.
  ///
  /// - Parameters:
  ///   - limit: The row limit of a feed of single events.
  ///   - calendar: The time zone in which times are written.
  ///   - format: The format of lines.
  ///   - columns: The columns of a summary; nil for the most informative ones.
  ///   - filter: The rows to report; nil for all.
  ///   - until: The condition to wait for; nil for none.
  ///   - present: The current time, to which times such as `-5m` are relative.
  ///   - isRecorded: Whether they are relative to the newest time instead, as in a file; nothing is reported then
  ///     before ``release(at:)``.
  package init(
    limit: RowLimit = .none,
    calendar: Calendar,
    format: Format = .text,
    columns: ColumnSpec? = nil,
    filter: Filter? = nil,
    until: RowCondition? = nil,
    present: FeedTime? = nil,
    isRecorded: Bool = false
  ) {
    self.filter = filter
    self.until = until
    asked = (filter, until)
    unknownFields = (filter?.fields ?? []) + (until?.fields ?? []) + (columns?.fields ?? [])
    self.format = format
    self.columns = columns
    list = RowList(limit: limit)
    derivation = Derivation(
      (columns?.derived ?? []) + (filter?.derived ?? []) + (until?.derived ?? []),
      calendar: calendar
    )
    shown.derived = derivation.fields
    let hasMoments = derivation.fields.contains { $0.expression.isMoment }
    if filter != nil, hasMoments || filter?.refreshInterval != nil { all = RowList(limit: limit) }
    self.isRecorded = isRecorded
    isHeldBack = isRecorded && all != nil
    self.calendar = calendar
    self.present = present
    resolve()
  }

  /// Reads times in the time zone of the log.
  var reader: TimeReader { TimeReader(calendar, present: present) }

  private mutating func resolve() {
    let rows = isRecorded ? all?.rows ?? FeedRows() : FeedRows()
    let list = ListReading(reader, columns: shown.columns, rows: rows, isRecorded: isRecorded)
    filter = asked.filter?.resolved(in: list)
    until = asked.until?.resolved(in: list)
  }

  /// Takes in what items reveal about the columns.
  private mutating func learnColumns(_ items: [FeedItem], key: KeyRule?) {
    guard asked.filter != nil || asked.until != nil else { return }
    if !shown.isChosen {
      let rows = items.lazy.flatMap { $0.rows }.prefix(ColumnChoice.sampleSize)
      guard !rows.isEmpty else { return }
      shown.choose(from: Array(rows), key: key, calendar: calendar, at: present)
      shown.setSpec(columns, isExact: true, key: key)
    } else {
      shown.sample(items)
      guard shown.isOutdated else { return }
      shown.revise(for: [], key: key, calendar: calendar, at: present)
    }
    resolve()
  }

  /// A message if a comparison in the filter or the awaited condition can match none of the values of its
  /// field; nil otherwise.
  package var typeProblem: String? {
    [filter, until?.filter].lazy.compactMap { $0?.typeProblem(in: firstRows) }.first
  }

  /// The lines of the changes made by some items, in order.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - key: The rule by which the feed identifies its rows.
  ///   - time: When the items arrived, for those without a time of their own.
  /// - Returns: Lines without newlines.
  /// - Complexity: O(1) for a single row; that of comparing two lists for a snapshot.
  package mutating func lines(for items: [FeedItem], key: KeyRule?, at time: FeedTime) -> [String] {
    let items = derivation.derive(items, at: time)
    if derivation.needsSweep {
      derivation.sweep { [list, all] id in list[id] != nil || all?[id] != nil }
    }
    return lines(forDerived: items, key: key, at: time)
  }

  private mutating func lines(
    forDerived items: [FeedItem],
    key: KeyRule?,
    at time: FeedTime
  ) -> [String] {
    if format != .jsonl || report != nil, summary == nil {
      summary = firstSummary(of: items, key: key)
    }
    let isNews = hasRows && report?.isNews ?? false
    learnColumns(items, key: key)
    return items.flatMap { item -> [String] in
      guard match == nil else { return [] }
      lookForFields(in: item)
      let renamed = adoptIdentities(of: item)
      look(at: item)
      stepCount += 1
      let step = ChangeStep(number: stepCount, time: item.time ?? time)
      let changes = changes(for: item)
      if isNews { keep(changes) }
      if format == .lines { return changes.compactMap(lineOfRow) }
      let told = format == .sentences ? Speech.byImportance(changes) : changes
      return renamed.map { $0.json(of: step) } + told.map { line(for: $0, of: step) }
    }
  }

  /// The line of a row that arrives or changes, exactly as it was; nil for other changes.
  func lineOfRow(_ change: RowChange) -> String? {
    switch change {
    case .insertion(let row, _), .update(_, let row, _): row.lineText
    case .deletion, .move: nil
    }
  }

  /// Removes fields that occur in the rows of an item from the unknown ones.
  private mutating func lookForFields(in item: FeedItem) {
    let isSampling = (filter != nil || until != nil) && firstRows.count < ColumnChoice.sampleSize
    guard !unknownFields.isEmpty || !hasRows || isSampling else { return }
    let rows = item.rows
    if isSampling { firstRows += rows.prefix(ColumnChoice.sampleSize - firstRows.count) }
    for row in rows {
      hasRows = true
      if unknownFields.isEmpty { return }
      unknownFields.removeAll { $0.occurs(in: row) }
    }
  }

  /// The lines of the changes between two lists, without keeping either.
  ///
  /// - Parameters:
  ///   - old: The list before.
  ///   - new: The list after.
  ///   - key: The rule by which both identify their rows.
  /// - Returns: Lines without newlines.
  /// - Complexity: That of comparing the lists, plus O(1) per line.
  package mutating func lines(from old: [Row], to new: [Row], key: KeyRule?) -> [String] {
    learn(from: old.isEmpty ? new : old, key: key)
    return RowChange.changes(from: old, to: new, clocks: clocks).map { line(for: $0, of: nil) }
  }

  /// The lines of the changes between two lists as styled segments; see ``lines(from:to:key:)``.
  package mutating func segments(from old: [Row], to new: [Row], key: KeyRule?) -> [[Segment]] {
    learn(from: old.isEmpty ? new : old, key: key)
    return RowChange.changes(from: old, to: new, clocks: clocks).map { segments(for: $0) }
  }

  /// Gives the rows the identities by which a snapshot has them.
  ///
  /// - Returns: Those of the list that are others, for programs that keep a copy of it.
  private mutating func adoptIdentities(of item: FeedItem) -> [RenamedRow] {
    guard case .snapshot(let snapshot) = item, let rule = snapshot.identity else { return [] }
    let before = format == .jsonl ? list.rows.map(\.id) : []
    if let change = all?.identify(by: rule) {
      list.identify(by: change)
    } else {
      list.identify(by: rule)
    }
    return zip(list.rows, before).enumerated().compactMap { offset, pair in
      pair.0.id == pair.1 ? nil : RenamedRow(id: pair.0.id, offset: offset)
    }
  }

  /// Looks for the awaited row among the rows that an item inserts or updates.
  private mutating func look(at item: FeedItem) {
    guard let until else { return }
    let fits = { [list, filter] (row: Row) in
      (filter?.matches(row) ?? true) && list[row.id] != row
        && until.holds(from: list[row.id], to: row)
    }
    switch item {
    case .snapshot(let snapshot): match = snapshot.rows.first(where: fits)
    case let item: match = item.row.flatMap { fits($0) ? $0 : nil }
    }
  }

  /// Applies an item to the list, and returns the resulting changes.
  private mutating func changes(for item: FeedItem) -> [RowChange] {
    let evicted = takeIntoAll(item).flatMap { remove($0.id) }
    return evicted + changesOfShown(for: item)
  }

  private mutating func changesOfShown(for item: FeedItem) -> [RowChange] {
    switch item {
    case .snapshot(let snapshot):
      let before = list.rows
      list.apply(.snapshot(Snapshot(rows: snapshot.rows.filter(isShown))))
      return RowChange.changes(from: Array(before), to: Array(list.rows), clocks: clocks)
    case .upsert(let row, _), .append(let row, _), .insert(let row, _, _):
      guard isShown(row) else { return remove(row.id) }
      switch list.apply(item) {
      case .arrival(let atEnd, let evicted):
        // The evicted rows stood at the other end before the new row was inserted.
        let last = list.count - 2 + evicted.count
        let deletions = evicted.enumerated().map {
          RowChange.deletion($1, offset: atEnd ? $0 : last - $0)
        }
        return deletions + [.insertion(row, offset: atEnd ? list.count - 1 : 0)]
      case .insertion(_, let evicted, let offset):
        let deletions = evicted.enumerated().map { RowChange.deletion($1, offset: $0) }
        return deletions + [.insertion(row, offset: offset)]
      case .replacement(let before):
        return clocks.isContentEqual(before, row) ? [] : [.update(from: before, to: row, clocks)]
      case .nothing, .snapshot, .departure: return []
      }
    case .delete(let id, _): return remove(id)
    }
  }

  private mutating func remove(_ id: RowID) -> [RowChange] {
    guard case .departure(let row, _, _) = list.apply(.delete(id, at: nil)) else { return [] }
    return [.deletion(row, offset: nil)]
  }

  func isShown(_ row: Row) -> Bool { !isHeldBack && filter?.matches(row) ?? true }

  /// Reports rows from now on, and those that were held back.
  ///
  /// - Returns: Lines without newlines.
  package mutating func release(at time: FeedTime) -> [String] {
    guard isHeldBack else { return [] }
    isHeldBack = false
    return lines(at: time)
  }

  /// The line of a change, without a newline.
  package mutating func line(for change: RowChange, of step: ChangeStep? = nil) -> String {
    if format == .jsonl { return change.json(of: step) }
    if format == .sentences { return sentence(for: change) }
    return segments(for: change).map(\.text).joined()
  }

  /// The line of a change as styled segments: a sign, the key, and what happened.
  package mutating func segments(for change: RowChange) -> [Segment] {
    let (sign, mark): (String, Mark)
    var rest: [Segment]
    switch change {
    case .deletion(let row, _):
      (sign, mark) = ("-", .deletion)
      rest = [Segment(text: summary(of: row), role: .dim)]
    case .move(_, let source, let target):
      (sign, mark) = (">", .move)
      rest = [Segment(text: RowChange.Text.moved(from: source + 1, to: target + 1), role: .dim)]
    case .insertion(let row, _):
      (sign, mark) = ("+", .insertion)
      rest = [Segment(text: summary(of: row), role: .text)]
    case .update:
      (sign, mark) = ("~", .update)
      rest = change.segments
    }
    rest.removeAll { $0.text.isEmpty }
    let start = Segment(text: sign + " ", role: mark.role, isBold: true)
    // The columns that the user chose stand for a row that is identified by all that it contains.
    if columns != nil, change.row.id.isContent, !rest.isEmpty { return [start] + rest }
    if !rest.isEmpty { rest.insert(Segment(text: " ", role: .text), at: 0) }
    let key = Segment(text: text(of: change.row.id), role: .text, isBold: true)
    return [start, key] + rest
  }

  /// A row on one line without control characters: its key and a summary.
  package mutating func text(of row: Row) -> String {
    String(line("", row, summary(of: row)).dropFirst())
  }

  /// Chooses the columns of summaries from a sample of rows, unless that has been done.
  package mutating func learn(from rows: some Collection<Row>, key: KeyRule?) {
    guard summary == nil, !rows.isEmpty else { return }
    summary = RowSummary(of: Array(rows), key: key, calendar: calendar, spec: columns)
  }

  private func line(_ sign: String, _ row: Row, _ text: String) -> String {
    text.isEmpty ? "\(sign) \(self.text(of: row.id))" : "\(sign) \(self.text(of: row.id)) \(text)"
  }

  private func text(of id: RowID) -> String { clean(id.description) }

  private func clean(_ text: String) -> String { DisplayWidth.cut(text, to: Self.summaryWidth) }

  mutating func summary(of row: Row) -> String {
    DisplayWidth.cut(summary?.text(of: row) ?? "", to: .max)
  }

  /// Creates a summary from the first rows; nil if there are none.
  private func firstSummary(of items: [FeedItem], key: KeyRule?) -> RowSummary? {
    var sample = RowList(limit: RowLimit(rows: ColumnChoice.sampleSize))
    for item in items.prefix(ColumnChoice.sampleSize) { sample.apply(item) }
    guard sample.count > 0 else { return nil }
    return RowSummary(of: Array(sample.rows), key: key, calendar: calendar, spec: columns)
  }
}

extension FeedItem {
  /// The rows that the item brings.
  fileprivate var rows: [Row] {
    switch self {
    case .snapshot(let snapshot): snapshot.rows
    case let item: item.row.map { [$0] } ?? []
    }
  }
}

extension ChangeLog {
  /// The line that reports that a source started to fail or recovered; nil in the format for people, who are
  /// informed otherwise.
  ///
  /// - Parameters:
  ///   - outage: Why the source fails; nil if it works.
  ///   - notice: A description of what happened.
  ///   - time: When it happened.
  /// - Returns: A JSON object with `step`, `at`, `op`, `state` and `message`, without a newline.
  package func line(for outage: FeedOutage?, _ notice: String?, at time: FeedTime) -> String? {
    guard format == .jsonl else { return nil }
    let state =
      switch outage {
      case nil: "live"
      case .failing: "failing"
      case .reconnecting: "reconnecting"
      case .missing: "missing"
      case .tooLarge: "too large"
      }
    let message = notice.map { ",\"message\":\(jsonString($0))" } ?? ""
    return
      "{\"step\":\(stepCount),\"at\":\(time.secondsText),\"op\":\"source\",\"state\":\"\(state)\"\(message)}"
  }
}

/// Handles filters such as `created>-5m`, whose matches change even if nothing arrives.
extension ChangeLog {
  /// The time for which the matches of the filter stay valid; nil if they do not depend on the current time.
  package var refreshInterval: Duration? {
    all == nil ? nil : filter?.refreshInterval ?? .seconds(1)
  }

  /// The lines of rows that start or cease to match with the passage of time.
  ///
  /// - Parameter time: The current time, which is kept until the next call.
  /// - Returns: Lines without newlines; none if the filter does not depend on the current time.
  /// - Complexity: O(*n*) in the number of all rows, plus that of comparing two lists.
  package mutating func lines(at time: FeedTime) -> [String] {
    present = time
    guard match == nil, let all else { return [] }
    let before = Array(list.rows)
    let after = all.rows.filter(isShown)
    guard before.map(\.id) != after.map(\.id) else { return [] }
    list.apply(.snapshot(Snapshot(rows: after)))
    stepCount += 1
    let step = ChangeStep(number: stepCount, time: time)
    let changes = RowChange.changes(from: before, to: after, clocks: clocks)
    return format == .lines
      ? changes.compactMap(lineOfRow) : changes.map { line(for: $0, of: step) }
  }

  /// Applies an item to the list of all rows, and returns the rows evicted to make room for it.
  mutating func takeIntoAll(_ item: FeedItem) -> [Row] {
    switch all?.apply(item) {
    case .arrival(_, let evicted)?, .insertion(_, let evicted, _)?: return evicted
    default: return []
    }
  }
}

/// Collects changes for a command, like ``ChangeWatch`` does for the screen.
extension ChangeLog {
  /// The changes to report.
  struct Report: Sendable {
    /// The transition that counts; nil for all changes.
    let transition: Transition?
    /// Whether rows that arrive count as changes, which the initial ones do not.
    var isNews = false
    var digest = ChangeDigest()
    var count = 0
  }

  /// Starts to collect changes.
  ///
  /// - Parameter transition: The transition that counts; nil for all changes.
  package mutating func keepChanges(making transition: Transition?) {
    report = Report(transition: transition?.resolved(in: ListReading(reader)))
  }

  /// Declares that the feed has delivered its initial rows.
  package mutating func beginNews() { report?.isNews = true }

  /// The number of changes.
  package var changeCount: Int { report?.count ?? 0 }

  /// Whether ``takeChanges()`` would return something.
  package var hasChanges: Bool { report.map { $0.digest.count > 0 } ?? false }

  /// Returns what changed since the last call; nil if nothing did.
  package mutating func takeChanges() -> ChangeDigest? {
    guard hasChanges else { return nil }
    defer { report?.digest = ChangeDigest() }
    return report?.digest
  }

  mutating func keep(_ changes: [RowChange]) {
    for change in changes where change.makes(report?.transition) {
      if case .move = change { continue }
      report?.count += 1
      let key = DisplayWidth.cut(change.row.id.description, to: Self.summaryWidth)
      let hasRoom = report?.digest.hasRoom ?? false
      let line = hasRoom ? segments(for: change).map(\.text).joined() : nil
      report?.digest.append(change, key: key, line: line)
    }
  }
}
