internal import TerminalCore

/// What is in force, as the title shows it; a click takes it away.
package struct TitleChip: Hashable, Sendable {
  /// What is in force.
  package enum Kind: Hashable, Sendable {
    case work, filter, search, sort, group, frozen, pinned, marked
  }

  package let kind: Kind
  package let text: String

  /// Creates a chip; of a long text the beginning must do.
  package init(_ kind: Kind, _ text: String) {
    (self.kind, self.text) = (kind, DisplayWidth.cut(text, to: Self.longest))
  }

  private static let longest = 40

  /// What is written: what nothing takes away has no sign for it.
  var label: String { kind == .pinned ? " \(text) " : " \(text) ✕ " }

  /// What is drawn below what is in force, so that it is seen without being loud.
  static let surface = Theme.Surface.tint(.accent, 0.22)
}

extension ListState {
  /// What is done to the rows.
  package var chips: [TitleChip] {
    var chips: [TitleChip] = []
    if let percentage = arrangingPercentage {
      chips.append(TitleChip(.work, Text.arranging(percentage)))
    }
    if arrangement.isFrozen { chips.append(TitleChip(.frozen, Text.frozen)) }
    if let sort = arrangement.sort {
      chips.append(TitleChip(.sort, "\(sort.column.title) \(sort.isDescending ? "▼" : "▲")"))
    }
    if let grouping = arrangement.grouping {
      chips.append(TitleChip(.group, Text.group(grouping.column.title)))
    }
    if arrangement.markedCount > 0 {
      chips.append(TitleChip(.marked, Text.marked(arrangement.markedCount)))
    }
    if arrangement.pins.count > 0 {
      chips.append(TitleChip(.pinned, Text.pinned(arrangement.pins.count)))
    }
    return chips
  }
}
