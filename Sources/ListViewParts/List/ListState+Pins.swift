package import Ordering
import FeedStore
package import FeedValues
internal import TableModel

extension ListState {
  /// The screen lines of the pinned rows and of the table.
  package func pinLayout(in screen: ScreenLayout) -> PinLayout {
    PinLayout(lines: screen.tableLines, count: arrangement.pins.count)
  }

  /// Divides the lines between the pinned rows and the table, without moving the rows in view.
  package mutating func fitTable(in context: Context) {
    let instant = context.instant
    let layout = pinLayout(in: context.screen)
    let lines = layout.table.lowerBound - layout.pins.lowerBound
    let shift = lines - linesOfPins
    linesOfPins = lines
    if shift != 0, !table.isFollowing { table.scroll(by: shift, at: instant) }
    pinTable.resize(height: layout.pins.count, at: instant)
    table.resize(height: layout.table.count, at: instant)
  }

  /// Updates the pinned rows on the screen.
  package mutating func showPins(byUser: Bool, in context: Context) {
    let instant = context.instant
    let rows = arrangement.pins.map(\.row)
    let layout = pinLayout(in: context.screen)
    if layout.table.count != table.height { fitTable(in: context) }
    pinTable.setRows(rows, byUser: byUser, at: instant)
    if rows.isEmpty { leavePins(at: instant) }
  }

  /// Pins the selected row above the table, or unpins it.
  ///
  /// - Returns: A message to report.
  package mutating func togglePin(in context: Context) -> String {
    let instant = context.instant
    showSelection(at: instant)
    guard let row = currentRow else { return Text.noSelection(context.scrollKeys) }
    let slot = currentSlot
    if arrangement.arrangesToPin, arrangement.rows.isLong {
      arrangement.togglePendingPin(row, in: slot)
      beginArranging(in: context) { _ in }
    } else {
      arrangement.togglePin(row, in: slot)
      restartRearranging(at: instant)
    }
    if rearrangement == nil || !arrangement.arrangesToPin, preview == nil {
      showArranged(in: context)
    } else {
      preview?.isStale = true
      showPins(byUser: true, in: context)
    }
    let report = arrangementText ?? Text.unarranged
    // The selection follows the row, so that the next key acts on it too.
    if let offset = arrangement.pins.firstIndex(where: { $0.id == row.id }) {
      table.clearSelection(at: instant)
      pinTable.selectRow(atOffset: offset, at: instant)
    } else {
      leavePins(at: instant)
      _ = select(row.id, slot.map { Int($0) }, at: instant)
    }
    return report
  }

  /// Moves between the pinned rows and the table below them.
  ///
  /// - Returns: Whether the action has been carried out completely.
  mutating func movesAmongPins(_ action: MoveAction, at instant: ContinuousClock.Instant) -> Bool {
    let count = pinTable.displayedRows.count
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
      // The row below the pinned ones is the first in view, wherever the table is scrolled to.
      leavePins(at: instant)
      table.moveSelection(by: 1, at: instant)
    default:
      leavePins(at: instant)
      return false
    }
    return true
  }

  private var isFirstSelected: Bool {
    if let section = table.selectedSection { return section == table.firstSection }
    return table.selectedOffset == 0 && table.firstSection == nil
  }

  /// Selects the next pinned row that satisfies a predicate, around the end.
  ///
  /// - Parameters:
  ///   - isForward: Whether to go down, rather than up.
  ///   - isWanted: The predicate.
  ///   - instant: The current time.
  /// - Returns: Whether there is one.
  package mutating func selectPin(
    isForward: Bool,
    where isWanted: (Row) -> Bool,
    at instant: ContinuousClock.Instant
  ) -> Bool {
    let matches = arrangement.pins.indices.filter { isWanted(arrangement.pins[$0].row) }
    let selected = pinTable.selectedOffset
    let next =
      isForward
      ? matches.first { $0 > selected ?? -1 } ?? matches.first
      : matches.last { $0 < selected ?? .max } ?? matches.last
    guard let next else { return false }
    table.clearSelection(at: instant)
    return pinTable.selectRow(atOffset: next, at: instant)
  }

  /// Clears the selection of a pinned row.
  package mutating func leavePins(at instant: ContinuousClock.Instant) {
    if pinTable.selection != nil { pinTable.clearSelection(at: instant) }
  }
}
