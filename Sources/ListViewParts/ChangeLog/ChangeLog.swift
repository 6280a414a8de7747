public import Feeds
internal import TableModel
internal import TerminalCore
public import Values

/// Tells a feed's changes as lines, for pipes and terminals that cannot place a cursor: of text, or of
/// JSON as ``RowChange/json`` has it.
///
/// | Line | says |
/// |---|---|
/// | `+ ID SUMMARY` | a row came |
/// | `- ID SUMMARY` | a row went |
/// | `> ID from 3 to 1` | a row moved, in offsets that count from 1 |
/// | `~ ID FIELD: OLD → NEW, …` | a row changed |
///
/// With a filter the list is that of the rows that it lets through: a row is inserted when it begins to
/// match, in front of the others where rows arrive one by one, and deleted when it no longer does.
///
/// Of each value of the feed, deletions come first, then moves, insertions and updates. Whatever the
/// feed holds, a line is one line and no byte of it is a control character.
public struct ChangeLog: Sendable {
  /// How a change is written.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// For people.
    case text
    /// For programs: a JSON object a line.
    case jsonl
  }

  /// Which fields are running clocks: when they continue, no row has changed.
  public var clocks = VolatileFields()

  /// The rows that the filter lets through, the newest first where they arrived one by one.
  var list: RowList
  /// All rows, where those that the filter lets through are others as time continues; nil
  /// otherwise.
  var all: RowList?
  var stepCount = 0
  /// Some of the first rows, shown or not, which show the types of the fields that a filter names.
  private var firstRows: [Row] = []
  /// How rows are summarised; nil before the first.
  private var summary: RowSummary?
  private let calendar: Calendar
  let format: Format
  /// The columns that were asked for; nil for what says the most.
  private let columns: ColumnSpec?
  private(set) var filter: Filter?
  private var until: RowCondition?
  /// The present, to which times such as `-5m` in the filter and the wait are relative;
  /// ``lines(at:)`` reports rows that begin or cease to match.
  public var present: FeedTime? {
    didSet {
      guard filter?.refreshInterval != nil || until?.filter?.refreshInterval != nil else { return }
      resolve()
    }
  }
  /// The fields that the filter, the wait and the columns name and no row has had so far.
  public private(set) var unknownFields: [FieldName]
  /// What is kept of changes until they are reported elsewhere too; nil for nothing.
  var report: Report?
  /// Whether any row has arrived.
  public private(set) var hasRows = false
  /// The first row that matches `until`; nothing after its item is reported.
  public private(set) var match: Row?

  /// The columns of the screen that a summary or a value takes at most.
  package static let summaryWidth = 160
  static let valueWidth = 60

  /// Creates a log of a feed that has not begun.
  ///
  /// - Parameters:
  ///   - limit: The row limit of a feed of single events.
  ///   - calendar: The time zone in which times are written.
  ///   - format: How a change is written.
  ///   - columns: The columns in a line of text; nil for the most informative ones.
  ///   - filter: Which rows are reported; nil for all.
  ///   - until: The row to wait for; nil for none.
  ///   - present: The present, to which times such as `-5m` are relative.
  public init(
    limit: RowLimit = .none,
    calendar: Calendar,
    format: Format = .text,
    columns: ColumnSpec? = nil,
    filter: Filter? = nil,
    until: RowCondition? = nil,
    present: FeedTime? = nil
  ) {
    self.filter = filter
    self.until = until
    unknownFields = (filter?.fields ?? []) + (until?.fields ?? []) + (columns?.fields ?? [])
    self.format = format
    self.columns = columns
    list = RowList(limit: limit)
    if filter?.refreshInterval != nil { all = RowList(limit: limit) }
    self.calendar = calendar
    self.present = present
    resolve()
  }

  /// Reads times in the time zone of the log.
  var reader: TimeReader { TimeReader(calendar, present: present) }

  private mutating func resolve() {
    let reader = reader
    filter = filter?.resolved(in: reader)
    until = until?.resolved(in: reader)
  }

  /// That a comparison of the filter or the wait fits none of the values that it is asked of, in
  /// words; nil if all do.
  public var typeProblem: String? {
    [filter, until?.filter].lazy.compactMap { $0?.typeProblem(in: firstRows) }.first
  }

  /// The lines of what some items change, in their order.
  ///
  /// - Parameters:
  ///   - items: What arrived.
  ///   - key: How the feed identifies its rows.
  ///   - time: When they arrived, for those that do not say when they happened.
  /// - Returns: Lines without their newlines.
  /// - Complexity: O(1) for a single row, that of a comparison for a snapshot.
  public mutating func lines(for items: [FeedItem], key: KeyRule?, at time: FeedTime) -> [String] {
    if format == .text || report != nil, summary == nil {
      summary = firstSummary(of: items, key: key)
    }
    let isNews = hasRows && report?.isNews ?? false
    return items.flatMap { item -> [String] in
      guard match == nil else { return [] }
      lookForFields(in: item)
      look(at: item)
      stepCount += 1
      let step = ChangeStep(number: stepCount, time: item.time ?? time)
      let changes = changes(for: item)
      if isNews { keep(changes) }
      return changes.map { line(for: $0, of: step) }
    }
  }

  /// Looks for fields that no row has had among the rows that an item brings.
  private mutating func lookForFields(in item: FeedItem) {
    let isSampling = (filter != nil || until != nil) && firstRows.count < ColumnChoice.sampleSize
    guard !unknownFields.isEmpty || !hasRows || isSampling else { return }
    let rows: [Row]
    switch item {
    case .snapshot(let snapshot): rows = snapshot.rows
    case .upsert(let row, _): rows = [row]
    case .delete: return
    }
    if isSampling { firstRows += rows.prefix(ColumnChoice.sampleSize - firstRows.count) }
    for row in rows {
      hasRows = true
      if unknownFields.isEmpty { return }
      unknownFields.removeAll { $0.value(in: row.value) != nil }
    }
  }

  /// The lines of what changed between two lists, of which nothing is kept.
  ///
  /// - Parameters:
  ///   - old: The list before.
  ///   - new: The list after.
  ///   - key: How both identify their rows.
  /// - Returns: Lines without their newlines.
  /// - Complexity: That of the comparison, and O(1) for each line.
  public mutating func lines(from old: [Row], to new: [Row], key: KeyRule?) -> [String] {
    learn(from: old.isEmpty ? new : old, key: key)
    return RowChange.changes(from: old, to: new, clocks: clocks).map { line(for: $0, of: nil) }
  }

  /// The lines of what changed between two lists, in pieces; as ``lines(from:to:key:)``.
  package mutating func segments(from old: [Row], to new: [Row], key: KeyRule?) -> [[Segment]] {
    learn(from: old.isEmpty ? new : old, key: key)
    return RowChange.changes(from: old, to: new, clocks: clocks).map { segments(for: $0) }
  }

  /// Looks among the rows that an item brings or changes for the one that is waited for.
  private mutating func look(at item: FeedItem) {
    guard let until else { return }
    let fits = { [list, filter] (row: Row) in
      (filter?.matches(row) ?? true) && list[row.id] != row
        && until.holds(from: list[row.id], to: row)
    }
    switch item {
    case .snapshot(let snapshot): match = snapshot.rows.first(where: fits)
    case .upsert(let row, _): match = fits(row) ? row : nil
    case .delete: break
    }
  }

  /// Applies an item to the list, and returns the changes.
  private mutating func changes(for item: FeedItem) -> [RowChange] {
    let evicted = takeIntoAll(item).flatMap { remove($0.id) }
    return evicted + changesOfShown(for: item)
  }

  private mutating func changesOfShown(for item: FeedItem) -> [RowChange] {
    switch item {
    case .snapshot(let snapshot):
      if let rule = snapshot.identity { list.identify(by: rule) }
      let before = list.rows
      list.apply(.snapshot(Snapshot(rows: snapshot.rows.filter(isShown))))
      return RowChange.changes(from: Array(before), to: Array(list.rows), clocks: clocks)
    case .upsert(let row, _):
      guard isShown(row) else { return remove(row.id) }
      switch list.apply(item) {
      case .arrival(let evicted):
        // Before the row came, the oldest were the last ones.
        let last = list.count - 2 + evicted.count
        let deletions = evicted.enumerated().map { RowChange.deletion($1, offset: last - $0) }
        return deletions + [.insertion(row, offset: 0)]
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

  func isShown(_ row: Row) -> Bool { filter?.matches(row) ?? true }

  /// The line of a change, without its newline.
  package mutating func line(for change: RowChange, of step: ChangeStep? = nil) -> String {
    guard format == .text else { return change.json(of: step) }
    return segments(for: change).map(\.text).joined()
  }

  /// The line of a change in pieces, each as it looks on a screen: a sign, the key, and what happened.
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
    if !rest.isEmpty { rest.insert(Segment(text: " ", role: .text), at: 0) }
    let key = Segment(text: text(of: change.row.id), role: .text, isBold: true)
    return [Segment(text: sign + " ", role: mark.role, isBold: true), key] + rest
  }

  /// A row in a line without control characters: its key, and what says the most of it.
  package mutating func text(of row: Row) -> String {
    String(line("", row, summary(of: row)).dropFirst())
  }

  /// Chooses the columns for rows like these, unless that has been done.
  package mutating func learn(from rows: some Collection<Row>, key: KeyRule?) {
    guard summary == nil, !rows.isEmpty else { return }
    summary = RowSummary(of: Array(rows), key: key, calendar: calendar, spec: columns)
  }

  private func line(_ sign: String, _ row: Row, _ text: String) -> String {
    text.isEmpty ? "\(sign) \(self.text(of: row.id))" : "\(sign) \(self.text(of: row.id)) \(text)"
  }

  private func text(of id: RowID) -> String { clean(id.description) }

  private func clean(_ text: String) -> String { DisplayWidth.cut(text, to: Self.summaryWidth) }

  private mutating func summary(of row: Row) -> String {
    clean(summary?.text(of: row) ?? "")
  }

  /// A summary for rows like these; nil if there are none.
  private func firstSummary(of items: [FeedItem], key: KeyRule?) -> RowSummary? {
    var sample = RowList(limit: RowLimit(rows: ColumnChoice.sampleSize))
    for item in items.prefix(ColumnChoice.sampleSize) { sample.apply(item) }
    guard sample.count > 0 else { return nil }
    return RowSummary(of: Array(sample.rows), key: key, calendar: calendar, spec: columns)
  }
}
