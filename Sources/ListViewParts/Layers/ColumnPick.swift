package import TerminalCore

/// The choice of a column on the screen, by its number or with the arrows.
package struct ColumnPick: Hashable, Sendable {
  /// What the column is chosen for.
  package enum Purpose: Hashable, Sendable {
    case sort
    case group
    case count
  }

  package var purpose: Purpose
  /// The index of the highlighted column among those on the screen.
  package var position: Int

  package init(purpose: Purpose, position: Int) {
    (self.purpose, self.position) = (purpose, position)
  }

  /// The actions of keys while a column is chosen.
  package enum Action: Hashable, Sendable, CaseIterable {
    case next, previous, take, takeNone, invert
  }

  /// The keys and a short description of each action; digits choose a column, and any other key cancels.
  static let keys: [(action: Action, keys: [InputEvent], help: String)] = [
    (
      .next,
      [
        .key(.right), .key(.down), .key(.tab), .character("l"), .character("j"), .character("s"),
        .character("b"), .character("#"),
      ],
      ActionText.Picking.next
    ),
    (
      .previous, [.key(.left), .key(.up), .character("h"), .character("k")],
      ActionText.Picking.previous
    ),
    (.take, [.key(.enter)], ActionText.Picking.take),
    (
      .takeNone, [.character("0"), .key(.backspace), .key(.delete)],
      ActionText.Picking.takeNone
    ),
    (.invert, [.character("I")], ActionText.Picking.invert),
  ]

  /// The action of an event; nil if it has none.
  package func action(for event: InputEvent) -> Action? {
    guard let action = Self.keys.first(where: { $0.keys.contains(event) })?.action else {
      return nil
    }
    switch (event, purpose) {
    case (.character("s"), .group), (.character("s"), .count), (.character("b"), .sort),
      (.character("b"), .count), (.character("#"), .sort), (.character("#"), .group),
      (.character("I"), .group), (.character("I"), .count):
      return nil
    default: return action
    }
  }
}
