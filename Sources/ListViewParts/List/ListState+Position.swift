internal import Feeds
internal import TableModel

extension ListState {
  /// Restores the position at which the prompt was opened, as far as its rows still exist.
  package mutating func go(backTo place: TablePosition, at instant: ContinuousClock.Instant) {
    var top = place.top.flatMap { id in table.displayedRows.firstIndex { $0.id == id } }
    if let selection = place.selection, table.select(selection, at: instant) {
      // The filter may have changed the rows around it: the selected row stays on its screen line.
      top = table.selectedOffset.map { max(0, $0 - place.line) }
    } else {
      table.clearSelection(at: instant)
    }
    if place.isTracking {
      table.track(at: instant)
    } else if place.isFollowing {
      table.follow(at: instant)
    } else {
      if let top { table.scrollTo(row: top, position: .top, at: instant) }
      table.unfollow(at: instant)
    }
  }

  /// The offset of the row at which a search starts.
  package func searchStart(from place: TablePosition) -> Int {
    guard let id = place.selection ?? place.top else { return 0 }
    return table.displayedRows.firstIndex { $0.id == id } ?? 0
  }
}
