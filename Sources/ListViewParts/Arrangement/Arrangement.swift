package import Feeds
package import TableModel

/// How the rows of the feed become those of the table: filtered, without those that are pinned, sorted
/// or in a frozen order, and grouped.
///
/// It is what the user chose and stays so whatever arrives. What it found out about a row (its key, its
/// group, whether it is shown) is kept as long as the row stays the same, so that a flood of new rows costs
/// what is new.
package struct Arrangement: Sendable {
  /// What the table shows.
  package enum Content: Sendable {
    /// A list.
    case rows([Row])
    /// Groups, and what their heads say by their identifiers.
    case sections([TableSection<Row>], summaries: [String: GroupSummary])
  }

  /// What the rows are sorted by.
  package struct Sort: Hashable, Sendable {
    package var column: Column
    var order: ValueOrder
    package var isDescending: Bool

    package init(column: Column, order: ValueOrder, isDescending: Bool) {
      (self.column, self.order, self.isDescending) = (column, order, isDescending)
    }
  }

  /// The rows of the feed, in its order.
  package private(set) var rows: [Row] = []
  private var places: [RowPlace] = []
  /// Whether `places` and what is known of the rows are those of `rows`.
  private var isPrepared = false

  /// What the rows are sorted by; nil for the order of the feed.
  package private(set) var sort: Sort?
  private var order: RowOrder?
  package private(set) var grouping: Grouping?
  /// Offsets of the rows in the order that the user froze; nil where it is not frozen.
  private var frozen: [Int32]?
  private var isShown: (@Sendable (Row) -> Bool)?
  private var shown: [Bool] = []
  /// The rows that stand above the table, in the order in which they were pinned.
  package private(set) var pins: [PinnedRow] = []
  /// The rows that are marked, and where they stand in the feed; nil for those it does not have.
  private var marks: [RowID: Int32?] = [:]

  package init() {}

  /// Whether the order is frozen.
  package var isFrozen: Bool { frozen != nil }

  /// Whether the table shows just what the feed has.
  private var isIdentity: Bool {
    sort == nil && grouping == nil && frozen == nil && isShown == nil && pins.isEmpty
      && marks.isEmpty
  }

  /// Takes the rows of the feed.
  ///
  /// - Returns: What the table shows now.
  /// - Complexity: O(*n* + *m* log *m*) for *n* rows of which *m* are new or changed.
  package mutating func arrange(_ newRows: [Row]) -> Content {
    guard !isIdentity else {
      forget()
      rows = newRows
      return content
    }
    let newPlaces = newRows.map(\.place)
    let matching =
      isPrepared
      ? RowMatching(from: rows, places: places, to: newRows, places: newPlaces) : nil
    // The old rows live until their places are looked at.
    let oldRows = rows
    rows = newRows
    places = newPlaces
    withExtendedLifetime(oldRows) { update(by: matching) }
    return content
  }

  /// Forgets what is known of the rows.
  private mutating func forget() {
    guard isPrepared else { return }
    (places, shown, isPrepared) = ([], [], false)
  }

  /// Finds out what is to be known of the rows before it is asked for.
  private mutating func prepare() {
    guard !isPrepared else { return }
    places = rows.map(\.place)
    update(by: nil)
  }

  private mutating func update(by matching: RowMatching?) {
    isPrepared = true
    updateOrder(by: matching)
    grouping?.update(by: matching, rows: rows)
    if let isShown {
      if let matching {
        let old = shown
        shown = matching.oldOffsets.map { $0 >= 0 && old[Int($0)] }
        for offset in matching.fresh { shown[Int(offset)] = isShown(rows[Int(offset)]) }
      } else {
        shown = rows.map(isShown)
      }
    }
    updatePins(by: matching)
    updateMarks(by: matching)
  }

  private mutating func updateOrder(by matching: RowMatching?) {
    if let old = frozen, let matching {
      frozen = old.map { matching.newOffsets[Int($0)] }.filter { $0 >= 0 }
      frozen? += matching.fresh.filter { matching.oldOffsets[Int($0)] < 0 }
    } else if let sort {
      let rows = rows
      order?.update(by: matching, count: rows.count) {
        sort.order.key(of: rows[$0], in: sort.column)
      }
    }
  }

  private mutating func updatePins(by matching: RowMatching?) {
    guard !pins.isEmpty else { return }
    let fresh = freshOffsets(of: Set(pins.map(\.id)), matching)
    for index in pins.indices {
      let stayed = pins[index].offset.flatMap { matching?.newOffset(ofOld: $0) }
      pins[index].offset = stayed ?? fresh[pins[index].id]
      if let offset = pins[index].offset { pins[index].row = rows[Int(offset)] }
    }
  }

  private mutating func updateMarks(by matching: RowMatching?) {
    guard !marks.isEmpty else { return }
    let fresh = freshOffsets(of: Set(marks.keys), matching)
    for (id, offset) in marks {
      let stayed = offset.flatMap { matching?.newOffset(ofOld: $0) }
      marks[id] = .some(stayed ?? fresh[id])
    }
  }

  /// Where rows of some identities stand among those that were not there before.
  private func freshOffsets(of ids: Set<RowID>, _ matching: RowMatching?) -> [RowID: Int32] {
    var result: [RowID: Int32] = [:]
    for offset in matching?.fresh ?? Array(0..<Int32(rows.count)) {
      let id = rows[Int(offset)].id
      if ids.contains(id) { result[id] = offset }
    }
    return result
  }

  // MARK: What is shown

  /// What the table shows.
  package var content: Content {
    guard !isIdentity else { return .rows(rows) }
    let offsets = shownOffsets
    guard let grouping else { return .rows(offsets.map { rows[Int($0)] }) }
    let (sections, summaries) = grouping.sections(of: offsets, rows: rows)
    return .sections(sections, summaries: summaries)
  }

  private var orderedOffsets: [Int32] {
    frozen ?? order?.offsets ?? Array(0..<Int32(rows.count))
  }

  /// Which rows of the feed are in the table or above it; empty for all of them.
  package var shownFlags: [Bool] {
    guard isShown != nil else { return [] }
    var flags = shown
    for pin in pins {
      if let offset = pin.offset { flags[Int(offset)] = true }
    }
    return flags
  }

  private var shownOffsets: [Int32] {
    var offsets = orderedOffsets
    if isShown != nil { offsets.removeAll { !shown[Int($0)] } }
    let pinned = Set(pins.compactMap(\.offset))
    if !pinned.isEmpty { offsets.removeAll { pinned.contains($0) } }
    return offsets
  }

  // MARK: What the user chooses

  /// Sorts by a column, or by none.
  ///
  /// A frozen order becomes the new one, and stays frozen.
  package mutating func setSort(_ sort: Sort?) {
    prepare()
    self.sort = sort
    order = sort.map { RowOrder(isDescending: $0.isDescending) }
    sortAnew()
  }

  /// Turns the order around; without one, nothing happens.
  package mutating func invert() {
    guard var sort else { return }
    sort.isDescending.toggle()
    setSort(sort)
  }

  private mutating func sortAnew() {
    let wasFrozen = isFrozen
    frozen = nil
    updateOrder(by: nil)
    if wasFrozen { frozen = orderedOffsets }
    directGroups()
  }

  /// Groups by the column that the rows are sorted by run the same way.
  private mutating func directGroups() {
    let isDescending = sort.map { $0.isDescending && $0.column.paths == grouping?.column.paths }
    grouping?.isDescending = isDescending ?? false
  }

  /// Groups by a column, or not at all.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - order: How its values are ordered.
  ///   - summed: The column that the heads add up.
  package mutating func setGrouping(by column: Column?, order: ValueOrder, summing summed: Column?)
  {
    prepare()
    grouping = column.map { Grouping(by: $0, order: order, summing: summed) }
    directGroups()
    grouping?.update(by: nil, rows: rows)
  }

  /// Keeps the rows where they are, whatever they say from now on, or lets them go where they belong.
  ///
  /// Rows that come stand behind all others, and rows that go leave their places.
  package mutating func setFrozen(_ isFrozen: Bool) {
    guard isFrozen != self.isFrozen else { return }
    prepare()
    if isFrozen {
      frozen = orderedOffsets
    } else {
      frozen = nil
      sortAnew()
    }
  }

  /// Shows only the rows for which a rule holds, or all.
  package mutating func setFilter(_ isShown: (@Sendable (Row) -> Bool)?) {
    prepare()
    self.isShown = isShown
    shown = isShown.map { rows.map($0) } ?? []
  }

  /// Whether a row stands above the table.
  func isPinned(_ id: RowID) -> Bool { pins.contains { $0.id == id } }

  /// Puts a row above the table, or back where it belongs; a row that is gone leaves.
  package mutating func togglePin(_ row: Row) {
    prepare()
    if let index = pins.firstIndex(where: { $0.id == row.id }) {
      pins.remove(at: index)
    } else {
      let offset = offset(of: row.id)
      // A row that ceased to fit the filter says something else by now than its tombstone.
      pins.append(PinnedRow(row: offset.map { rows[Int($0)] } ?? row, offset: offset))
    }
  }

  private func offset(of id: RowID) -> Int32? {
    rows.firstIndex { $0.id == id }.map { Int32($0) }
  }

  // MARK: Marked rows

  /// How many rows of the feed are marked.
  package var markedCount: Int { marks.values.count { $0 != nil } }

  /// Whether a row is marked.
  package func isMarked(_ id: RowID) -> Bool { marks[id] != nil }

  /// Marks a row, or takes its mark away.
  package mutating func toggleMark(_ id: RowID) {
    prepare()
    if marks.removeValue(forKey: id) == nil { marks[id] = .some(offset(of: id)) }
  }

  /// Takes all marks away.
  package mutating func clearMarks() { marks = [:] }

  /// The rows that are marked, in their order on the screen, those that a filter hides too.
  ///
  /// - Complexity: O(*n*) for *n* rows, of which none is looked at where none is marked.
  package var markedRows: [Row] {
    var offsets = Set(marks.values.compactMap(\.self))
    guard !offsets.isEmpty else { return [] }
    var result: [Row] = []
    for pin in pins {
      if let offset = pin.offset, offsets.remove(offset) != nil { result.append(pin.row) }
    }
    if let grouping {
      let (sections, _) = grouping.sections(of: orderedOffsets.filter(offsets.contains), rows: rows)
      return result + sections.flatMap(\.rows)
    }
    return result + orderedOffsets.filter(offsets.contains).map { rows[Int($0)] }
  }
}
