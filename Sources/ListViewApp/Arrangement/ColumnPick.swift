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

  /// What a key does while a column is picked.
  enum Action: Hashable, Sendable, CaseIterable {
    case next, previous, take, takeNone, invert
  }

  /// The keys of each, and what they do in a few words; the digits are beside them, and any other key
  /// picks no column.
  static let keys: [(action: Action, keys: [InputEvent], help: String)] = [
    (
      .next,
      [.key(.right), .key(.tab), .character("l"), .character("s"), .character("b")],
      "next head; s where it is to sort, b where it is to group"
    ),
    (.previous, [.key(.left), .character("h")], "previous head"),
    (.take, [.key(.enter)], "take it"),
    (
      .takeNone, [.character("0"), .key(.backspace), .key(.delete)],
      "take none: the order of the feed, no groups"
    ),
    (.invert, [.character("I")], "turn the order round"),
  ]

  /// What an event does while a column is picked.
  func action(for event: InputEvent) -> Action? {
    guard let action = Self.keys.first(where: { $0.keys.contains(event) })?.action else {
      return nil
    }
    switch (event, purpose) {
    case (.character("s"), .group), (.character("b"), .sort), (.character("I"), .group): return nil
    default: return action
    }
  }
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
    switch pick.action(for: event) {
    case .next: mode = moved(by: 1)
    case .previous: mode = moved(by: -1)
    case .take: take(pick.position, for: pick.purpose, at: instant)
    case .takeNone: take(nil, for: pick.purpose, at: instant)
    case .invert: invertSort(at: instant)
    case nil:
      guard case .character(let character) = key, let number = character.wholeNumberValue,
        1...min(9, count) ~= number
      else { return }
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
