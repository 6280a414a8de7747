import FeedStore
package import FeedValues
import Ordering
internal import TableModel

extension ListState {
  /// Restores the position at which the prompt was opened, as far as its rows still exist.
  package mutating func go(backTo place: TablePosition, at instant: ContinuousClock.Instant) {
    let isSelected =
      place.selection.map { select($0, place.selectionHandle, at: instant) } ?? false
      || place.section.map { table.select(section: $0, at: instant) } ?? false
    if !isSelected { table.clearSelection(at: instant) }
    if let pin = place.pin { pinTable.select(pin, at: instant) } else { leavePins(at: instant) }
    if place.isTracking {
      table.track(at: instant)
    } else if place.isFollowing {
      table.follow(at: instant)
    } else {
      if isSelected {
        // The filter may have changed the rows around it: the selection stays on its line.
        table.scrollSelection(to: place.selectionLine, at: instant)
      } else if let top = place.top.flatMap({ offset(of: $0, place.topHandle) }) {
        table.scrollTo(row: top, line: place.topLine, at: instant)
      }
      table.unfollow(at: instant)
    }
  }

  /// Selects the row or the header of a place again, if it is shown, and lets the row have its line.
  package mutating func selectAgain(_ place: TablePosition, at instant: ContinuousClock.Instant) {
    if let section = place.section {
      if table.selectedSection != section, table.select(section: section, at: instant) {
        go(backTo: place, at: instant)
      }
    } else if let selection = place.selection, table.selection != selection,
      offset(of: selection, place.selectionHandle) != nil
    {
      go(backTo: place, at: instant)
    }
  }

  /// Whether the same row or header is selected as at a place.
  package func hasSelection(of place: TablePosition) -> Bool {
    table.selection == place.selection && table.selectedSection == place.section
  }

  /// The offset of the row at which a search starts, among those that it looks at.
  package func searchStart(from place: TablePosition) -> Int {
    let selected = place.selection.map { ($0, place.selectionHandle) }
    guard let (id, handle) = selected ?? place.top.map({ ($0, place.topHandle) }) else { return 0 }
    return offset(of: id, handle).map { rows(ofLine: $0).lowerBound } ?? 0
  }

  /// The offset of a row among those displayed.
  ///
  /// - Parameters:
  ///   - id: Its identity.
  ///   - handle: The handle that it had.
  /// - Returns: The offset; nil if it is not among them.
  /// - Complexity: O(log *n*); O(*n*) if the row no longer has that handle.
  package func offset(of id: RowID, _ handle: Int?) -> Int? {
    guard let handle, hasRow(id, in: handle) else {
      return table.displayedRows.firstIndex { $0.id == id }
    }
    return table.displayedRows.offset(ofHandle: handle)
  }

  private func hasRow(_ id: RowID, in handle: Int) -> Bool {
    handle >= 0 && Int32(exactly: handle).map { arrangement.rows.slot($0).row?.id == id } ?? false
  }

  /// Selects the row in a slot, where it is pinned or in the table, and expands its section if that is necessary.
  ///
  /// - Returns: Whether it is in one of them.
  package mutating func selectRow(inSlot slot: Int32, at instant: ContinuousClock.Instant) -> Bool {
    if let pin = arrangement.pins.firstIndex(where: { $0.slot == slot }) {
      table.clearSelection(at: instant)
      return pinTable.selectRow(atOffset: pin, at: instant)
    }
    guard let row = allRows.slot(slot).row, arrangement.shows(row) else { return false }
    if let section = arrangement.groupID(of: slot).map({ SectionID($0) }),
      table.collapsedSections.contains(section)
    {
      table.expand(section: section, at: instant)
    }
    guard let offset = searchedRows.offset(ofHandle: Int(slot)) else { return false }
    selectRow(offset, at: instant)
    return true
  }

  /// Selects a row that had a handle, and expands its section if that is necessary.
  ///
  /// - Returns: Whether it is in the table.
  mutating func select(_ id: RowID, _ handle: Int?, at instant: ContinuousClock.Instant) -> Bool {
    if let offset = offset(of: id, handle) {
      return table.selectRow(atOffset: offset, at: instant)
    }
    let isCollapsed = !table.collapsedSections.isEmpty && arrangement.grouping != nil
    return isCollapsed && table.select(id, at: instant)
  }
}
