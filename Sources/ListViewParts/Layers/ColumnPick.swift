package import TerminalCore

/// A column is being picked among those on the screen, by its number or with the arrows.
package struct ColumnPick: Hashable, Sendable {
  /// What it is picked for.
  package enum Purpose: Hashable, Sendable {
    case sort
    case group
  }

  package var purpose: Purpose
  /// Which of the columns on the screen would be taken.
  package var position: Int

  package init(purpose: Purpose, position: Int) {
    (self.purpose, self.position) = (purpose, position)
  }

  /// What a key does while a column is picked.
  package enum Action: Hashable, Sendable, CaseIterable {
    case next, previous, take, takeNone, invert
  }

  /// The keys of each, and what they do in a few words; the digits are beside them, and any other key
  /// picks no column.
  static let keys: [(action: Action, keys: [InputEvent], help: String)] = [
    (
      .next,
      [.key(.right), .key(.tab), .character("l"), .character("s"), .character("b")],
      ActionText.Picking.next
    ),
    (.previous, [.key(.left), .character("h")], ActionText.Picking.previous),
    (.take, [.key(.enter)], ActionText.Picking.take),
    (
      .takeNone, [.character("0"), .key(.backspace), .key(.delete)],
      ActionText.Picking.takeNone
    ),
    (.invert, [.character("I")], ActionText.Picking.invert),
  ]

  /// What an event does while a column is picked.
  package func action(for event: InputEvent) -> Action? {
    guard let action = Self.keys.first(where: { $0.keys.contains(event) })?.action else {
      return nil
    }
    switch (event, purpose) {
    case (.character("s"), .group), (.character("b"), .sort), (.character("I"), .group): return nil
    default: return action
    }
  }
}
