internal import TerminalCore

/// A column is being picked among those on the screen, by its number or with the arrows.
struct ColumnPick: Hashable, Sendable {
  /// What it is picked for.
  enum Purpose: Hashable, Sendable {
    case sort
    case group
  }

  var purpose: Purpose
  /// Which of the columns on the screen would be taken.
  var position: Int
}

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
    switch key {
    case .right, .tab, .character("l"): mode = moved(by: 1)
    case .left, .character("h"): mode = moved(by: -1)
    case .character("s") where pick.purpose == .sort: mode = moved(by: 1)
    case .character("b") where pick.purpose == .group: mode = moved(by: 1)
    case .enter: take(pick.position, for: pick.purpose, at: instant)
    case .character("0"), .backspace, .delete: take(nil, for: pick.purpose, at: instant)
    case .character("I") where pick.purpose == .sort: invertSort(at: instant)
    case .character(let character):
      guard let number = character.wholeNumberValue else { return }
      guard 1...min(9, count) ~= number else {
        message = "no column \(number) on the screen: there are \(count)"
        return
      }
      take(number - 1, for: pick.purpose, at: instant)
    default: break
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
