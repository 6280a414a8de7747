internal import ListViewParts
internal import Feeds
internal import TableModel

/// Where the pinned rows stand: above the table, as far as there is room, and a rule below them.
struct PinLayout: Hashable {
  var pins: Range<Int>
  var rule: Int?
  var table: Range<Int>

  /// Shares lines out: a third of them at most is for the pinned rows, and a low screen has no rule.
  init(lines: Range<Int>, count: Int) {
    let room = lines.count < 3 ? 0 : max(1, lines.count / 3)
    let pinned = min(count, room)
    let hasRule = pinned > 0 && lines.count >= 6
    pins = lines.prefix(pinned)
    rule = hasRule ? pins.upperBound : nil
    table = pins.upperBound + (hasRule ? 1 : 0)..<lines.upperBound
  }
}

extension App {
  /// Which lines the pinned rows and the table have.
  var pinLayout: PinLayout {
    PinLayout(lines: frame.tableLines, count: arrangement.pins.count)
  }

  /// Gives the pinned rows and the table their lines; what is in view of the table stays where it is.
  mutating func fitTable(at instant: ContinuousClock.Instant) {
    let layout = pinLayout
    let lines = layout.table.lowerBound - layout.pins.lowerBound
    let shift = lines - linesOfPins
    linesOfPins = lines
    if shift != 0, !table.isFollowing { table.scroll(by: shift, at: instant) }
    pinTable.resize(height: layout.pins.count, at: instant)
    table.resize(height: layout.table.count, at: instant)
  }

  /// Shows the pinned rows as they are.
  mutating func showPins(byUser: Bool, at instant: ContinuousClock.Instant) {
    let rows = arrangement.pins.map(\.row)
    if pinLayout.table.count != table.height { fitTable(at: instant) }
    pinTable.setRows(rows, byUser: byUser, at: instant)
    if rows.isEmpty { leavePins(at: instant) }
  }

  /// Pins the selected row above the table, or lets it go back.
  mutating func togglePin(at instant: ContinuousClock.Instant) {
    showSelection(at: instant)
    guard let row = currentRow else {
      message = "no row is selected: j and k select one"
      return
    }
    arrangement.togglePin(row)
    rearrange(at: instant)
    // The selection goes with the row, so that the next key acts on what the last one did.
    if let offset = arrangement.pins.firstIndex(where: { $0.id == row.id }) {
      table.clearSelection(at: instant)
      pinTable.selectRow(atOffset: offset, at: instant)
    } else {
      leavePins(at: instant)
      table.select(row.id, at: instant)
    }
  }

  /// Moves between the pinned rows and the table, which are above each other.
  ///
  /// - Returns: Whether that is all there is to do.
  mutating func movesAmongPins(_ action: MoveAction, at instant: ContinuousClock.Instant) -> Bool {
    let count = pinTable.rows.count
    guard count > 0 else { return false }
    guard pinTable.selection != nil else {
      guard action == .previousRow, isFirstSelected else { return false }
      table.clearSelection(at: instant)
      pinTable.selectRow(atOffset: count - 1, at: instant)
      return true
    }
    switch action {
    case .previousRow: pinTable.moveSelection(by: -1, at: instant)
    case .nextRow where pinTable.selectedOffset.map({ $0 + 1 < count }) ?? false:
      pinTable.moveSelection(by: 1, at: instant)
    case .scrollUp, .scrollDown: return false
    case .nextRow:
      // The row below the pinned ones is the first in view, wherever that is in the table.
      leavePins(at: instant)
      table.moveSelection(by: 1, at: instant)
    default:
      leavePins(at: instant)
      return false
    }
    return true
  }

  private var isFirstSelected: Bool {
    if let section = table.selectedSection { return section == table.sections.first?.id }
    return table.selectedOffset == 0 && table.sections.isEmpty
  }

  /// Selects no pinned row any more.
  mutating func leavePins(at instant: ContinuousClock.Instant) {
    if pinTable.selection != nil { pinTable.clearSelection(at: instant) }
  }
}
