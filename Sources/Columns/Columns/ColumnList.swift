package import FeedIdentity
package import FeedStore
package import FeedValues
package import Values

/// The columns of a feed, updated as its fields become known.
///
/// Columns are chosen once, from the first rows. After that an existing column keeps its position relative to
/// the others and only grows. New ones are inserted when the rows reveal something new: a new field, one that
/// is no longer constant, or twice as many rows as before, up to `ListSurvey.settledCount`.
package struct ColumnList {
  /// All columns in screen order, including hidden ones.
  package private(set) var columns: [Column] = []
  /// Reads the values of all columns; nil after the columns changed.
  private var reader: FieldReader?
  /// The facts known about the fields.
  package private(set) var survey = ListSurvey()
  /// The columns that the user asked for; nil if the choice is automatic.
  package private(set) var spec: ColumnSpec?
  /// The field that names the source of a row; nil for a single feed.
  package var source: String?
  /// Whether the rows have a header, whose column order is kept.
  package var hasHeader = false
  /// The fields that the rows do not have by themselves.
  package var derived: [DerivedField] = []
  /// Whether values are styled by their meaning; off without colours and in a pipe.
  package var hasLooks = false
  /// Whether texts of several lines are folded into one.
  package var foldsLines = true
  /// Whether the user ordered the columns; new ones are then appended.
  private var isArranged: Bool { spec != nil }

  /// Whether columns have been chosen from a list.
  package private(set) var isChosen = false
  /// The revision of the survey from which the columns were last derived.
  private var revision = 0
  private var phase = 0

  package init() {}

  /// The maximum number of rows examined of those that arrive together.
  private static let sampleSize = 8

  // MARK: Rows

  /// Examines a sample of the rows that arrived.
  ///
  /// - Complexity: O(1) in the number of rows.
  package mutating func sample(_ items: [FeedItem]) {
    guard !items.isEmpty else { return }
    let step = max(1, items.count / Self.sampleSize)
    phase &+= 1
    for offset in stride(from: phase % step, to: items.count, by: step) {
      switch items[offset] {
      case .snapshot(let snapshot):
        let rows = snapshot.rows
        let step = max(1, rows.count * min(items.count, Self.sampleSize) / Self.sampleSize)
        for offset in stride(from: phase % step, to: rows.count, by: step) {
          survey.add(rows[offset])
        }
      case let item: item.row.map { survey.add($0) }
      }
    }
  }

  /// Examines a row.
  package mutating func observe(_ row: Row) { survey.add(row) }

  /// Whether the rows have revealed something new since the columns were derived.
  package var isOutdated: Bool { survey.revision != revision }

  /// Chooses the columns for a list, discarding what was known before.
  package mutating func choose<Rows: RandomAccessCollection<Row>>(
    from rows: Rows,
    key: KeyRule?,
    calendar: Calendar,
    at present: FeedTime? = nil
  ) where Rows.Index == Int {
    let sample = ColumnChoice.sample(of: rows)
    survey = ListSurvey(reader: TimeReader(calendar, present: present))
    for row in sample { survey.add(row) }
    revision = survey.revision
    isChosen = true
    columns = suggestedColumns(key: key)
    reader = nil
    arrange()
    widen(for: sample, in: calendar, at: present, isFirst: true)
  }

  /// Updates the columns with what the rows have revealed since they were derived.
  ///
  /// - Parameters:
  ///   - rows: Rows that determine the widths of new columns.
  ///   - key: The rule by which the feed identifies its rows.
  ///   - calendar: The time zone in which times are written.
  ///   - present: The current time.
  package mutating func revise(
    for rows: [Row],
    key: KeyRule?,
    calendar: Calendar,
    at present: FeedTime?
  ) {
    guard isOutdated else { return }
    revision = survey.revision
    reader = nil
    let candidates = suggestedColumns(key: key)
    // A record may turn out to be a map, and an object may turn out to be text.
    let paths = Set(candidates.flatMap(\.paths))
    columns.removeAll { column in
      column.visibility == .automatic && paths.isDisjoint(with: column.paths)
    }
    for candidate in candidates { take(candidate) }
    widen(for: rows, in: calendar, at: present)
  }

  /// Widens the columns for some rows.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - calendar: The time zone in which times are written.
  ///   - present: The current time.
  ///   - isFirst: Whether the columns have not been shown yet.
  /// - Returns: Whether a column is wider than before.
  @discardableResult
  package mutating func widen(
    for rows: some Sequence<Row>,
    in calendar: Calendar,
    at present: FeedTime?,
    isFirst: Bool = false
  ) -> Bool {
    let reader = valueReader()
    var hasGrown = false
    for row in rows {
      for (offset, value) in reader.values(of: row).enumerated() {
        guard let value else { continue }
        var text = columns[offset].shownText(of: value, in: row, calendar, at: present)
        if foldsLines, let folded = columns[offset].folded(text) { text = folded.text }
        let grows = !text.isEmpty && columns[offset].widen(for: text, isFirst: isFirst)
        hasGrown = hasGrown || grows
      }
    }
    return hasGrown
  }

  /// Makes room for what cells show of rows before and after a change.
  ///
  /// - Returns: Whether a column is wider than before.
  package mutating func widen(
    forChanges changes: [(old: Row, new: Row)],
    in calendar: Calendar,
    at present: FeedTime?
  ) -> Bool {
    let reader = valueReader()
    var hasGrown = false
    for (old, new) in changes {
      for (offset, values) in zip(reader.values(of: old), reader.values(of: new)).enumerated() {
        let column = columns[offset]
        guard
          let change = column.change(from: (old, values.0), to: (new, values.1), calendar, present)
        else { continue }
        hasGrown = columns[offset].widen(for: change.text, isFirst: false) || hasGrown
      }
    }
    return hasGrown
  }

  /// A reader of the values of all columns.
  package mutating func valueReader() -> FieldReader {
    let reader = reader ?? FieldReader(columns)
    self.reader = reader
    return reader
  }

  private func suggestedColumns(key: KeyRule?) -> [Column] {
    var columns = ColumnChoice.columns(
      of: survey,
      key: key,
      source: source,
      hasHeader: hasHeader,
      hasLooks: hasLooks
    )
    for field in derived {
      guard let offset = columns.firstIndex(where: { $0.path == field.path }) else { continue }
      columns[offset].expression = field.expression
      if field.expression.isMoment { columns[offset].format = .time(.elapsed) }
      // A field that is only filtered or sorted by is shown if the user asks for it.
      columns[offset].visibility = .hidden
    }
    return columns
  }

  private mutating func take(_ candidate: Column) {
    var candidate = candidate
    // A column that the user asked for by its path shows that path only.
    for column in columns where column.isExact {
      if candidate.path == column.path, let offset = offset(of: column.path) {
        learn(candidate, at: offset)
      }
      candidate.paths.removeAll { $0 == column.path }
    }
    guard !candidate.paths.isEmpty else { return }
    let offset = columns.firstIndex { column in
      !column.isExact && column.paths.contains { candidate.paths.contains($0) }
    }
    if let offset {
      let known = columns[offset].paths
      columns[offset].paths += candidate.paths.filter { !known.contains($0) }
      learn(candidate, at: offset)
      return
    }
    if columns.contains(where: { $0.title == candidate.title }) {
      candidate.title = ColumnChoice.qualifiedTitle(candidate.path)
      candidate.naturalWidth = candidate.title.displayWidth
    }
    if isArranged {
      if spec?.showsOthers == false { candidate.visibility = .hidden }
      columns.append(candidate)
    } else {
      let place = columns.firstIndex { $0.place > candidate.place } ?? columns.endIndex
      columns.insert(candidate, at: place)
    }
  }

  private mutating func learn(_ candidate: Column, at offset: Int) {
    columns[offset].weight = candidate.weight
    columns[offset].isQuiet = candidate.isQuiet
    columns[offset].isName = candidate.isName
    if columns[offset].chosenFormat != .kib {
      columns[offset].bytesPerUnit = candidate.bytesPerUnit
    }
    columns[offset].isOpaque = candidate.isOpaque
    columns[offset].isKey = candidate.isKey
    columns[offset].isMessage = candidate.isMessage
    columns[offset].leavesOutObjects = candidate.leavesOutObjects
    if let name = columns[offset].chosenFormat {
      // `time` means a clock until the rows span days.
      guard name == .time, case .time = candidate.format else { return }
    }
    columns[offset].format = candidate.format
    columns[offset].look = candidate.look
  }

  // MARK: The user's choice

  /// The offset of the column with a path; nil if there is none.
  package func offset(of path: FieldPath) -> Int? { columns.firstIndex { $0.path == path } }

  /// Shows the specified columns; nil restores the automatic choice.
  ///
  /// - Parameters:
  ///   - spec: The columns.
  ///   - isExact: Whether a path stands for that field only, not for fields of the same name that share its
  ///     column.
  ///   - key: The rule by which the feed identifies its rows.
  package mutating func setSpec(_ spec: ColumnSpec?, isExact: Bool, key: KeyRule?) {
    self.spec = spec
    self.isExact = isExact
    columns = suggestedColumns(key: key)
    reader = nil
    arrange()
  }

  private var isExact = false

  /// Arranges the columns according to the specification.
  private mutating func arrange() {
    guard let spec, spec != ColumnSpec() else { return }
    var arranged: [Column] = []
    let preset = ListPreset.matching(columns)?.spec(among: columns)
    for (offset, given) in spec.items.enumerated() {
      var item = given
      if item.expression == nil {
        item.path = item.path.resolved(among: columns.flatMap(\.paths))
        if !columns.contains(where: { $0.paths.contains(item.path) }) {
          let name = item.path.description
          if let titled = columns.titled(name) {
            item.path = titled.path
          } else if let known = preset?.item(titled: name, insteadOf: item) {
            self.spec?.items[offset] = known
            item = known
          }
        }
      }
      var column: Column
      if let offset = columns.firstIndex(where: { $0.path == item.path }) {
        column = columns[offset]
        if isExact {
          columns[offset].paths.removeFirst()
          column.paths = [item.path]
        }
        if !isExact || columns[offset].paths.isEmpty { columns.remove(at: offset) }
      } else if let offset = columns.firstIndex(where: { $0.paths.contains(item.path) }) {
        column = columns[offset]
        column.paths = [item.path]
        columns[offset].paths.removeAll { $0 == item.path }
      } else {
        column = Column(
          title: ColumnChoice.title(item.path.name),
          paths: [item.path],
          format: .text,
          naturalWidth: 0,
          weight: 0,
          isQuiet: false
        )
      }
      column.isExact = isExact
      column.adopt(item)
      arranged.append(column)
    }
    for offset in columns.indices where !spec.showsOthers {
      columns[offset].visibility = .hidden
    }
    columns = arranged + columns
  }

  /// The schema fingerprint of the feed, under which its columns are remembered.
  ///
  /// Fields that the rows do not have by themselves are not part of it.
  package var fingerprint: String {
    let computed = Set(derived.map(\.name))
    return ColumnMemory.fingerprint(of: survey.commonNames.filter { !computed.contains($0) })
  }

  /// The specification that yields the current columns.
  package var currentSpec: ColumnSpec {
    let items = columns.filter { $0.visibility != .automatic || $0.weight >= Column.minimumWeight }
      .map { column in
        var item = column.item
        item.visibility = column.visibility
        return item
      }
    return ColumnSpec(items: items, includesOthers: spec?.showsOthers ?? true)
  }

  /// Applies a change by the user; from then on the columns keep their order.
  package mutating func arrange(_ change: (inout [Column]) -> Void) {
    change(&columns)
    reader = nil
    spec = currentSpec
  }
}
