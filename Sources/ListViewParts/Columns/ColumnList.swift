package import Feeds
package import Values

/// The columns of a feed as they become known.
///
/// Columns are chosen once, from the first rows. After that an existing column keeps its place
/// among the others, and only grows. New ones are inserted when the rows show something new: a
/// field that was missing, one that begins to differ, or twice as many rows as at the last look, up
/// to `ListSurvey.settledCount`.
package struct ColumnList {
  /// All columns, in their order on the screen; the hidden ones too.
  package private(set) var columns: [Column] = []
  /// Reads the values of all columns; nil if they have become other ones.
  private var reader: FieldReader?
  /// What is known of the fields.
  package private(set) var survey = ListSurvey()
  /// What the reader wants; nil if all is left to the program.
  package private(set) var spec: ColumnSpec?
  /// The member that says which of several feeds a row is from; nil for one feed.
  package var source: String?
  /// Whether the rows have a header, whose columns keep their order.
  package var hasHeader = false
  /// Whether values are drawn by what they are: not where there is no colour, nor in a pipe.
  package var hasLooks = false
  /// Whether the reader has put the columns in order: what is new comes after them.
  private var isArranged: Bool { spec != nil }

  /// Whether the columns of a list were chosen.
  package private(set) var isChosen = false
  /// The revision of the survey at the last look.
  private var revision = 0
  private var phase = 0

  package init() {}

  /// How many rows of what arrives at once are examined.
  private static let sampleSize = 8

  // MARK: Rows

  /// Looks at some of the rows that have arrived.
  ///
  /// - Complexity: O(1) rows, however many there are.
  package mutating func sample(_ items: [FeedItem]) {
    guard !items.isEmpty else { return }
    let step = max(1, items.count / Self.sampleSize)
    phase &+= 1
    for offset in stride(from: phase % step, to: items.count, by: step) {
      switch items[offset] {
      case .upsert(let row, _): survey.add(row)
      case .snapshot(let snapshot):
        let rows = snapshot.rows
        let step = max(1, rows.count * min(items.count, Self.sampleSize) / Self.sampleSize)
        for offset in stride(from: phase % step, to: rows.count, by: step) {
          survey.add(rows[offset])
        }
      case .delete: break
      }
    }
  }

  /// Looks at a row.
  package mutating func observe(_ row: Row) { survey.add(row) }

  /// Whether the rows have shown something new since the columns were chosen.
  package var isOutdated: Bool { survey.revision != revision }

  /// Chooses the columns of a list as if none had been there.
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

  /// Takes in what the rows have shown since the last look.
  ///
  /// - Parameters:
  ///   - rows: Rows from which the width of new columns is derived.
  ///   - key: How the feed identifies its rows.
  ///   - calendar: The time zone in which times are written.
  ///   - present: The time of day.
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
    // What was a record may have turned out to be a map, and what was an object a text.
    let paths = Set(candidates.flatMap(\.paths))
    columns.removeAll { column in
      column.visibility == .automatic && paths.isDisjoint(with: column.paths)
    }
    for candidate in candidates { take(candidate) }
    widen(for: rows, in: calendar, at: present)
  }

  /// Makes room for some rows.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - calendar: The time zone in which times are written.
  ///   - present: The time of day.
  ///   - isFirst: Whether the columns have not been shown yet.
  /// - Returns: Whether a column is wider than before.
  @discardableResult
  package mutating func widen(
    for rows: some Sequence<Row>,
    in calendar: Calendar,
    at present: FeedTime?,
    isFirst: Bool = false
  ) -> Bool {
    let reader = self.reader ?? FieldReader(columns)
    self.reader = reader
    var hasGrown = false
    for row in rows {
      for (offset, value) in reader.values(of: row).enumerated() {
        guard let value else { continue }
        let text = columns[offset].shownText(of: value, in: row, calendar, at: present)
        let grows = !text.isEmpty && columns[offset].widen(for: text, isFirst: isFirst)
        hasGrown = hasGrown || grows
      }
    }
    return hasGrown
  }

  private func suggestedColumns(key: KeyRule?) -> [Column] {
    ColumnChoice.columns(
      of: survey,
      key: key,
      source: source,
      hasHeader: hasHeader,
      hasLooks: hasLooks
    )
  }

  private mutating func take(_ candidate: Column) {
    var candidate = candidate
    // What the reader asked for by its path is that path and nothing beside it.
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
      if spec?.includesOthers == false { candidate.visibility = .hidden }
      columns.append(candidate)
    } else {
      let place = columns.firstIndex { $0.place > candidate.place } ?? columns.endIndex
      columns.insert(candidate, at: place)
    }
  }

  private mutating func learn(_ candidate: Column, at offset: Int) {
    columns[offset].weight = candidate.weight
    columns[offset].isQuiet = candidate.isQuiet
    columns[offset].isKey = candidate.isKey
    if let name = columns[offset].chosenFormat {
      // `time` is a clock until the rows span days.
      guard name == .time, case .time = candidate.format else { return }
    }
    columns[offset].format = candidate.format
    columns[offset].look = candidate.look
  }

  // MARK: What the reader wants

  /// The offset of the column that has its value at a path.
  package func offset(of path: FieldPath) -> Int? { columns.firstIndex { $0.path == path } }

  /// Shows columns as they are specified; nil leaves all to the program.
  ///
  /// - Parameters:
  ///   - spec: The columns.
  ///   - isExact: Whether a path means itself alone, and not the fields of the same name that the
  ///     program has put into one column with it.
  ///   - key: How the feed identifies its rows.
  package mutating func setSpec(_ spec: ColumnSpec?, isExact: Bool, key: KeyRule?) {
    self.spec = spec
    self.isExact = isExact
    columns = suggestedColumns(key: key)
    reader = nil
    arrange()
  }

  private var isExact = false

  /// Puts the columns in the order that the specification says.
  private mutating func arrange() {
    guard let spec, spec != ColumnSpec() else { return }
    var arranged: [Column] = []
    for var item in spec.items {
      item.path = resolved(item.path)
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
      apply(item, to: &column)
      arranged.append(column)
    }
    for offset in columns.indices where !spec.includesOthers {
      columns[offset].visibility = .hidden
    }
    columns = arranged + columns
  }

  /// The field that a path means: itself if there is one, else the one that it names as filters
  /// name fields, in any case and by the end of its path.
  private func resolved(_ path: FieldPath) -> FieldPath {
    let paths = columns.flatMap(\.paths)
    guard !paths.contains(path) else { return path }
    let name = FieldName(path.description)
    return paths.filter(name.matches).min { $0.names.count < $1.names.count } ?? path
  }

  private func apply(_ item: ColumnSpec.Item, to column: inout Column) {
    column.visibility = item.visibility
    column.chosenWidth = item.width
    if let title = item.title { column.chosenTitle = title }
    column.naturalWidth = column.title.displayWidth
    if let format = item.format {
      var spansDays = false
      if case .time(.dateAndClock) = column.format { spansDays = true }
      column.setFormat(format, spansDays: spansDays)
    }
  }

  /// The fingerprint of the feed, by which its columns are remembered.
  package var fingerprint: String { ColumnMemory.fingerprint(of: survey.commonNames) }

  /// The specification that gives the same columns again.
  var currentSpec: ColumnSpec {
    let items = columns.filter { $0.visibility != .automatic || $0.weight >= Column.minimumWeight }
      .map { column in
        ColumnSpec.Item(
          path: column.path,
          title: column.chosenTitle,
          format: column.chosenFormat,
          width: column.chosenWidth,
          visibility: column.visibility
        )
      }
    return ColumnSpec(items: items, includesOthers: spec?.includesOthers ?? true)
  }

  /// Changes columns as the reader wants them; from then on they stay in their order.
  package mutating func arrange(_ change: (inout [Column]) -> Void) {
    change(&columns)
    reader = nil
    spec = currentSpec
  }
}
