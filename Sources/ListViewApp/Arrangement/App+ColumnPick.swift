internal import ListViewParts
internal import TerminalCore

extension App {
  /// Lets the user pick a column for something.
  mutating func pickColumn(to purpose: ColumnPick.Purpose) {
    guard !layout.places.isEmpty else {
      message = "there are no columns yet"
      return
    }
    let current =
      purpose == .sort ? arrangement.sort?.column.paths : arrangement.grouping?.column.paths
    let position = layout.places.firstIndex { columns[$0.column].paths == current }
    mode = .picking(ColumnPick(purpose: purpose, position: position ?? 0))
  }

  /// Does what a key asks for while a column is picked; one that means nothing there picks none.
  mutating func handle(
    _ event: InputEvent,
    in pick: ColumnPick,
    at instant: ContinuousClock.Instant
  ) {
    guard case .key(let key, _) = event else { return }
    let count = layout.places.count
    mode = .table
    func moved(by distance: Int) -> Mode {
      .picking(
        ColumnPick(purpose: pick.purpose, position: (pick.position + distance + count) % count)
      )
    }
    switch pick.action(for: event) {
    case .next: mode = moved(by: 1)
    case .previous: mode = moved(by: -1)
    case .take: take(pick.position, for: pick.purpose, at: instant)
    case .takeNone: take(nil, for: pick.purpose, at: instant)
    case .invert: invertSort(at: instant)
    case nil:
      guard case .character(let character) = key, let number = character.wholeNumberValue else {
        return
      }
      guard 1...min(9, count) ~= number else {
        message = "no column \(number) on the screen: there are \(grouped(count))"
        return
      }
      take(number - 1, for: pick.purpose, at: instant)
    }
  }

  private mutating func take(
    _ position: Int?,
    for purpose: ColumnPick.Purpose,
    at instant: ContinuousClock.Instant
  ) {
    let column = position.flatMap {
      layout.places.indices.contains($0) ? columns[layout.places[$0].column] : nil
    }
    switch purpose {
    case .sort: sort(by: column, at: instant)
    case .group: group(by: column, at: instant)
    }
  }
}
