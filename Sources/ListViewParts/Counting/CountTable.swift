package import Ordering
import Columns
package import FeedStore
package import FeedValues
package import Values

/// Groups of rows with their figures, kept up to date as rows are inserted, deleted and updated.
///
/// All that a row contributes is a function of the row, so that what it contributed is taken back exactly.
package struct CountTable: Sendable {
  /// The fields and figures that are counted.
  package let plan: CountPlan
  private var groups: [Group] = []
  /// The place of each group, by the text of its key.
  private var places: [String: Int] = [:]
  private var free: [Int] = []
  /// The rows of the last minutes, if only they are counted.
  private var window: CountWindow?
  /// The groups that changed since the last call of ``takeItems(at:)``.
  private var changed: [Int] = []
  /// The number of rows.
  package private(set) var rowCount = 0
  /// The number of rows when the shares were computed last.
  private var sharedCount = 0
  /// Whether rates are falling even if nothing happens.
  private var hasRates: Bool {
    plan.figures.contains { if case .rate = $0.measure { true } else { false } }
  }

  private struct Group: Sendable {
    /// The text of the key, JSON.
    let key: String
    /// The members of the row that are the key, as JSON.
    let members: String
    var count = 0
    var figures: [CountFigure]
    /// The number of rows by the value of the pivot.
    var cells: [String: Int] = [:]
    var isChanged = false
    /// Whether the list of groups has the group.
    var isListed = false
    /// The share as it was last listed, in tenths of a per cent.
    var share = -1
  }

  package init(_ plan: CountPlan) {
    self.plan = plan
    window = plan.spec.window.map { CountWindow($0) }
  }

  /// The values of the pivot so far, and those for which there is no column yet.
  private var knownCells: Set<String> = []
  private var newCells: [String] = []

  /// The maximum number of values of a pivot that are sure to have a column.
  private static let cellLimit = 100

  /// Returns the values of the pivot that have come since the last call, in their order.
  package mutating func takeNewCells() -> [String] {
    defer { newCells = [] }
    return newCells.sorted { (Int($0) ?? .max, $0) < (Int($1) ?? .max, $1) }
  }

  /// The number of groups that have rows.
  package private(set) var groupCount = 0

  /// Adds a row, or takes back one that was added before.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - isRemoved: Whether it is taken back.
  ///   - instant: When the row arrived; nil for one that was there before, which is in no rate.
  package mutating func take(
    _ row: Row,
    isRemoved: Bool = false,
    at instant: ContinuousClock.Instant? = nil
  ) {
    if window != nil {
      let isCounted: Bool?
      if isRemoved {
        isCounted = window?.leave(row)
      } else {
        isCounted = (plan.time(of: row) ?? window?.end).map { window?.enter(row, at: $0) ?? false }
      }
      guard isCounted ?? false else { return }
    }
    tally(row, isRemoved: isRemoved, at: instant)
  }

  /// Moves the window to the present; without one nothing happens.
  package mutating func move(to present: FeedTime) {
    for row in window?.move(to: present) ?? [] { tally(row, isRemoved: true, at: nil) }
  }

  private mutating func tally(_ row: Row, isRemoved: Bool, at instant: ContinuousClock.Instant?) {
    plan.reader.withValues(of: row) { values in
      guard let place = place(of: values, row, isRemoved: isRemoved) else { return }
      let one = isRemoved ? -1 : 1
      rowCount += one
      if groups[place].count == 0 { groupCount += 1 }
      groups[place].count += one
      if groups[place].count == 0 { groupCount -= 1 }
      note(place)
      var column = plan.keys.count
      if plan.pivot != nil {
        let cell = values[column].map { $0.string } ?? CountText.none
        groups[place].cells[cell, default: 0] += one
        if knownCells.count < Self.cellLimit, knownCells.insert(cell).inserted {
          newCells.append(cell)
        }
        column += 1
      }
      for (number, figure) in plan.figures.enumerated() {
        let isCounted = figure.filter?.matches(row) ?? true
        let value = figure.column.map { _ in (values[column], values[column + 1]) }
        column += figure.column == nil ? 0 : 2
        guard isCounted else { continue }
        groups[place].figures[number]
          .take(value?.0, value?.1, figure.order, isRemoved: isRemoved, at: instant)
      }
    }
  }

  /// Follows changes of rows.
  package mutating func follow(
    _ changes: some Sequence<FilteredChange>,
    at instant: ContinuousClock.Instant
  ) {
    for change in changes {
      if let row = change.old { take(row, isRemoved: true) }
      if let row = change.new { take(row, at: change.old == nil ? instant : nil) }
    }
  }

  private mutating func note(_ place: Int) {
    guard !groups[place].isChanged else { return }
    groups[place].isChanged = true
    changed.append(place)
  }

  /// The place of the group of a row; a new one is added.
  ///
  /// - Returns: nil if a row is taken back that was never added.
  private mutating func place(
    of values: FieldReader.Values,
    _ row: Row,
    isRemoved: Bool
  ) -> Int? {
    var members = ""
    var parts: [String] = []
    for (number, key) in plan.keys.enumerated() {
      let text = text(of: values[number], key, in: row) ?? "null"
      if !members.isEmpty { members += "," }
      members += Self.json(key.name) + ":" + text
      parts.append(text)
    }
    let key = parts.count == 1 ? parts[0] : "[\(parts.joined(separator: ","))]"
    if let place = places[key] { return place }
    guard !isRemoved else { return nil }
    let group = Group(key: key, members: members, figures: plan.newFigures)
    let place = free.popLast() ?? groups.count
    if place == groups.count { groups.append(group) } else { groups[place] = group }
    places[key] = place
    return place
  }

  /// The value of a key as JSON; nil for none.
  private func text(of value: FoundValue?, _ key: CountPlan.Key, in row: Row) -> String? {
    guard let value, value.kind != .null else { return nil }
    if let step = key.step {
      let order: ValueOrder = if case .time = step { .time(plan.times) } else { .size }
      return step.start(of: value, order, plan.times)
    }
    if key.column.format.isMoney, value.kind == .number {
      let shown = key.column.shownText(of: value.value, in: row, plan.times.calendar, at: nil)
      return Self.json(shown)
    }
    switch value.kind {
    // The same number may be spelled in many ways.
    case .number: return DecimalNumber(value)?.text ?? value.string
    case .boolean: return value.string
    case .string where value.string.isEmpty: return nil
    default: return Self.json(value.string)
    }
  }

  private static func json(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.appendJSONString(Array(text.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: The list of groups

  /// Whether ``takeItems(at:)`` would return something.
  package var hasChanges: Bool { !changed.isEmpty }

  /// When the figures next change even if no row does; nil if never.
  package func nextInstant(after instant: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    let isFalling =
      hasRates && groups.contains { $0.figures.contains { $0.isFalling(at: instant) } }
      || window?.isEmptying ?? false
    return isFalling ? instant + .seconds(1) : nil
  }

  /// Returns the changes of the list of groups since the last call.
  ///
  /// - Complexity: O(*k*) for *k* groups that changed; O(*g*) for all groups if they have shares and the number
  ///   of rows changed, or if there are rates.
  package mutating func takeItems(at instant: ContinuousClock.Instant) -> [FeedItem] {
    if hasRates {
      for place in groups.indices where groups[place].figures.contains(where: \.isFalling) {
        note(place)
        for number in plan.figures.indices { groups[place].figures[number].move(to: instant) }
      }
    }
    if rowCount != sharedCount, plan.figures.contains(where: { $0.measure == .share }) {
      for place in groups.indices where groups[place].isListed {
        if share(of: groups[place].count) != groups[place].share { note(place) }
      }
    }
    sharedCount = rowCount
    var items: [FeedItem] = []
    items.reserveCapacity(changed.count)
    for place in changed {
      groups[place].isChanged = false
      let id = RowID(key: ByteSlice(copying: groups[place].key.utf8))
      if groups[place].count > 0 {
        guard let row = row(at: place, id, instant) else { continue }
        groups[place].share = share(of: groups[place].count)
        groups[place].isListed = true
        items.append(.upsert(row, at: nil))
      } else {
        if groups[place].isListed { items.append(.delete(id, at: nil)) }
        places[groups[place].key] = nil
        groups[place] = Group(key: "", members: "", figures: [])
        free.append(place)
      }
    }
    changed = []
    return items
  }

  private func share(of count: Int) -> Int {
    rowCount > 0 ? (count * 1_000 + rowCount / 2) / rowCount : 0
  }

  /// The text of the first figure of a count without groups; nil if it has no value.
  ///
  /// - Parameters:
  ///   - calendar: The time zone in which times are written.
  ///   - instant: The current time.
  /// - Returns: The text, as a cell shows it.
  func total(in calendar: Calendar, at instant: ContinuousClock.Instant) -> String? {
    guard let figure = plan.figures.first else { return nil }
    var table = self
    if table.groups.isEmpty {
      table.groups = [Group(key: "", members: "", figures: plan.newFigures)]
    }
    guard let row = table.row(at: 0, RowID(key: ByteSlice(copying: [])), instant) else {
      return nil
    }
    // Without a title, so that the cell says whether it is a share.
    var column = Column(
      title: "",
      paths: [figure.path],
      format: .number,
      naturalWidth: 0,
      weight: 0,
      isQuiet: false
    )
    column.setFormat(figure.format, spansDays: false)
    return column.value(of: row).map { column.shownText(of: $0, in: row, calendar, at: nil) }
  }

  private func row(at place: Int, _ id: RowID, _ instant: ContinuousClock.Instant) -> Row? {
    var members = groups[place].members
    func add(_ name: String, _ json: String) {
      if !members.isEmpty { members += "," }
      members += Self.json(name) + ":" + json
    }
    for (number, figure) in plan.figures.enumerated() {
      if figure.measure == .share {
        let count = figure.filter == nil ? groups[place].count : groups[place].figures[number].count
        let share = share(of: count)
        add(figure.name, "\(share / 10).\(share % 10)")
      } else if let json = groups[place].figures[number].json(of: figure, at: instant) {
        add(figure.name, json)
      }
    }
    for (value, count) in groups[place].cells.sorted(by: { $0.key < $1.key }) where count > 0 {
      add(value, "\(count)")
    }
    return JSONValue.made(Array("{\(members)}".utf8)).map { Row(id: id, value: $0) }
  }
}
