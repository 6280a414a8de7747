import Columns
package import Values
import Ordering
internal import TerminalCore

/// An active view option in the title bar; clicking it removes the option.
package struct TitleChip: Hashable, Sendable {
  /// The kinds of view options.
  package enum Kind: Hashable, Sendable {
    case work, comparison, filter, search, until, count, sort, group, frozen, pinned, marked
  }

  package let kind: Kind
  package let text: String

  /// Creates a chip; long text is cut.
  package init(_ kind: Kind, _ text: String) {
    (self.kind, self.text) = (kind, DisplayWidth.cut(text, to: Self.longest))
  }

  private static let longest = 40

  /// The text, with a close sign if a click removes the option.
  var label: String { [.pinned, .until].contains(kind) ? " \(text) " : " \(text) ✕ " }

  /// The background: visible, but unobtrusive.
  static let surface = Theme.Surface.tint(.accent, 0.22)
}

extension ListState {
  /// The chips of the arrangement.
  ///
  /// - Parameter time: The time of the step that is shown; nil if it has none.
  /// - Returns: The chips, from left to right.
  package func chips(at time: FeedTime?) -> [TitleChip] {
    var chips: [TitleChip] = []
    if let percentage = arrangingPercentage {
      chips.append(TitleChip(.work, Text.arranging(percentage)))
    }
    if let comparison { chips.append(TitleChip(.comparison, comparison.text(at: time))) }
    if arrangement.isFrozen { chips.append(TitleChip(.frozen, Text.frozen)) }
    // They answer at once, while the rows follow.
    let wanted = wanted
    if let sort = wanted.sort { chips.append(TitleChip(.sort, sort.label)) }
    if let grouping = wanted.grouping {
      chips.append(TitleChip(.group, Text.group(grouping.column.title, grouping.ranking)))
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
