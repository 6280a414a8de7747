@testable import Ordering
@testable import Columns
import FeedStore
import FeedValues
import TableModel

@testable import ListViewApp
@testable import ListViewParts
@testable import ListViewTestSupport

/// Looks whether the table shows what a naive arrangement of the feed's rows shows.
struct ArrangementOracle {
  private var model = NaiveArrangement()
  /// The columns that the rows were sorted by last, and whether each descends.
  private var lastSort: [SortedColumn] = []
  /// The last question to the model, and its answer.
  private var known: (question: Question, list: [Row], groups: [(value: String?, rows: [Row])])?

  private struct SortedColumn: Equatable {
    var paths: [FieldPath]
    var isDescending: Bool
  }

  private struct Question: Equatable {
    var rows: [Row]
    var sort: Arrangement.Sort?
    var group: Column?
    var filter: Filter?
    var pins: [RowID]
    var frozen: [RowID]?
  }

  /// Takes note of what the program shows and of what the user chose; to be called after each step of
  /// the program, for a frozen order depends on what came together.
  mutating func note(_ app: App, isByUser: Bool) throws(Violation) {
    let arrangement = app.list.arrangement
    model.chosen = app.feed.status.keyRule
    model.derived = Set(app.feed.derivedFields.map(\.name))
    model.receive(Array(arrangement.rows), pinned: arrangement.pins.map(\.row))
    // The rows that are there may not tell how one that is gone is identified now: it keeps its place.
    for (index, pin) in arrangement.pins.enumerated()
    where model.pins.count == arrangement.pins.count
      && !arrangement.isPinned(model.pins[index].id)
      && !model.pins.contains(where: { $0.id == pin.id })
    {
      model.pins[index] = (pin.id, pin.row)
    }
    // Rows that have come to be identified alike are one.
    var seen: Set<RowID> = []
    model.pins.removeAll { pin in !arrangement.isPinned(pin.id) || !seen.insert(pin.id).inserted }
    for pin in arrangement.pins where !model.pins.contains(where: { $0.id == pin.id }) {
      model.pins.append((pin.id, pin.row))
    }
    model.sort = arrangement.sort.map { ($0.column.paths, $0.order, $0.isDescending) }
    model.sortNext = (arrangement.sort?.keys ?? []).dropFirst().map {
      ($0.column.paths, $0.order, $0.isDescending)
    }
    model.group = arrangement.grouping.map { ($0.column.paths, $0.order) }
    model.isShown = app.filter?.rule
    let wasFrozen = model.frozen != nil
    // The look of a column may change by itself.
    let sort = (arrangement.sort?.keys ?? []).map {
      SortedColumn(paths: $0.column.paths, isDescending: $0.isDescending)
    }
    defer { lastSort = sort }
    guard arrangement.isFrozen != wasFrozen else {
      // An order that is chosen while it is frozen is taken once.
      if wasFrozen, lastSort != sort {
        model.thaw()
        model.freeze()
      }
      return
    }
    guard isByUser else {
      throw Violation(.arrangement, "the order was frozen or freed, and nobody asked for it")
    }
    if wasFrozen { model.thaw() } else { model.freeze() }
  }

  /// Compares what the program shows with what the model does.
  mutating func check(_ app: App, isByUser: Bool) throws(Violation) {
    guard app.list.rebuildCount == 0 else {
      throw Violation(.arrangement, "changes did not apply to the table, which was rebuilt")
    }
    // Rows that a source has when it is opened are shown now and then.
    guard app.feed.isLoading || app.list.arrangement.rows.map(\.id) == app.player.rows.map(\.id)
    else {
      throw Violation(.arrangement, "the rows are not those at the player's position")
    }
    if let problem = problem(in: app) {
      // An order that is chosen while it is frozen is taken once.
      guard isByUser, app.list.arrangement.isFrozen else { throw Violation(.arrangement, problem) }
      model.thaw()
      model.freeze()
      if let problem = self.problem(in: app) { throw Violation(.arrangement, problem) }
    }
  }

  private mutating func problem(in app: App) -> String? {
    let arrangement = app.list.arrangement
    let question = Question(
      rows: model.rows,
      sort: arrangement.sort,
      group: arrangement.grouping?.column,
      filter: app.filter,
      pins: model.pins.map(\.id),
      frozen: model.frozen
    )
    if known?.question != question {
      known = (question, model.list, model.group == nil ? [] : model.groups)
    }
    guard let known else { return nil }
    if model.group == nil {
      if let problem = linesProblem(in: app, known.list) { return "table: " + problem }
    } else {
      let groups = known.groups
      let sections = app.table.sections
      guard
        sections.map({ app.list.arrangement.summary(ofGroup: $0.id)?.value }) == groups.map(\.value)
      else {
        return "groups \(sections.map(\.title)), not \(groups.map { $0.value ?? "none" })"
      }
      for (section, group) in zip(sections, groups) {
        if let problem = Self.difference(section.rows, group.rows) {
          return "group \(section.title): " + problem
        }
        if app.list.arrangement.summary(ofGroup: section.id)?.count != group.rows.count {
          return
            "group \(section.title) counts \(app.list.arrangement.summary(ofGroup: section.id)?.count ?? -1) rows"
        }
      }
      let open = sections.filter { !app.table.collapsedSections.contains($0.id) }
      if let problem = Self.difference(app.table.rows, open.flatMap(\.rows)) {
        return "open groups: " + problem
      }
    }
    if let problem = Self.difference(app.list.pinTable.rows, model.pins.map(\.last)) {
      return "pinned: " + problem
    }
    let marked = Set(model.rows.map(\.id).filter(arrangement.isMarked))
    guard Set(app.list.markedRows.map(\.id)) == marked else { return "marked rows" }
    return nil
  }

  /// The fault of the lines of the table: each has a row and those that are folded into it, and all of them have
  /// all rows.
  private func linesProblem(in app: App, _ expected: [Row]) -> String? {
    let (list, lines) = (app.list, app.table.rows)
    let rows = Array(list.searchedRows)
    if let problem = Self.difference(rows, expected) { return problem }
    var end = 0
    for (line, row) in lines.enumerated() {
      let part = list.rows(ofLine: line)
      guard part.lowerBound == end, part.upperBound <= rows.count, rows[end] == row else {
        return "line \(line) has the rows \(part) after \(end)"
      }
      end = part.upperBound
    }
    return end == rows.count ? nil : "\(end) of \(rows.count) rows have a line"
  }

  private static func difference(_ shown: [Row], _ expected: [Row]) -> String? {
    guard shown != expected else { return nil }
    let (a, b) = (shown.map(\.id.description), expected.map(\.id.description))
    if a == b {
      let offset = shown.indices.first { shown[$0] != expected[$0] } ?? 0
      return "\(a[offset]) says \(shown[offset].value.text), not \(expected[offset].value.text)"
    }
    return "\(a.joined(separator: " ")), not \(b.joined(separator: " "))"
  }
}
