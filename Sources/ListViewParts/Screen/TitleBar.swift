import Columns
package import FeedIdentity
import FeedValues
import Ordering
package import TableModel
package import TerminalCore
package import Values

/// Draws the title bar: the name of the feed and the active view options on the left; the last batch, the
/// state and the row counts on the right.
package struct TitleBar: View {
  package let context: Context
  /// The name of the feed on the screen.
  package var feedName = ""
  /// The counts of the last batch.
  package var batch = BatchCounts()
  /// Descriptions of the playback position, from the longest to the shortest.
  package var positions: [String] = []
  /// Whether the screen or the source is paused.
  package var isHeld = false
  /// The colour of a state that needs attention; nil for other states.
  package var alarm: Theme.Role?
  /// Whether the selected row is tracked.
  package var isTracking = false
  /// A count of what could not be parsed; nil if there is nothing.
  package var problems: String?
  /// The number of rows, and with a filter how many of them match.
  package var rowCounts = ""
  /// The key of the rows, if rows replace others; otherwise nil.
  package var updateRule: KeyRule?
  /// The active view options, the most important first.
  package var chips: [TitleChip] = []

  package init(context: Context) { self.context = context }

  /// The chips for which there is room.
  package var shownChips: [TitleChip] { plan.chips.map(\.chip) }

  /// The chip at a column of the title; nil if there is none.
  package func chip(at column: Int) -> TitleChip? {
    plan.chips.first { $0.columns.contains(column) }?.chip
  }

  package func draw(on line: Int, of buffer: inout CellBuffer) {
    let plan = plan
    buffer.write(
      plan.name,
      line: line,
      column: 0,
      style: theme.style(screen.isCut ? .warning : .accent, bold: true)
    )
    buffer.write(
      feedName,
      line: line,
      column: plan.feedName.lowerBound,
      maximumWidth: plan.feedName.count,
      style: theme.style(.text, bold: true)
    )
    for (chip, columns) in plan.chips {
      let style = theme.style(.accent, on: TitleChip.surface)
      buffer.write(chip.label, line: line, column: columns.lowerBound, style: style)
    }
    var column = plan.rightStart
    for group in plan.right {
      for segment in group {
        let style = theme.style(segment.role, bold: segment.isBold)
        column += buffer.write(segment.text, line: line, column: column, style: style)
      }
      column += Self.gap
    }
  }

  /// The layout of the title bar.
  private struct Plan {
    var name = ""
    var feedName = 0..<0
    var chips: [(chip: TitleChip, columns: Range<Int>)] = []
    /// The texts on the right, from left to right.
    var right: [[Segment]] = []
    var rightStart = 0
  }

  /// The screen columns between two groups on the right.
  private static let gap = 3
  /// The minimum width of the feed's name, however many chips there are.
  private static let minimumName = 8

  private var plan: Plan {
    var plan = Plan()
    // The paused state has to remain visible next to this message.
    let held = isHeld ? 3 + (positions.last?.displayWidth ?? 0) : 0
    plan.name =
      screen.isCut
      ? Text.tooSmall.first {
        $0.displayWidth + held <= size.columns
      } ?? ""
      : " listview"
    let free = size.columns - plan.name.displayWidth - 3
    let position =
      positions.first { $0.displayWidth + rowCounts.displayWidth + Self.gap <= free }
      ?? positions.first { $0.displayWidth <= free } ?? positions.last ?? ""
    // The paused state is the most important thing to show.
    if isHeld || alarm != nil, position.displayWidth > free { plan.name = "" }
    let width = setRight(position, of: &plan)
    setLeft(size.columns - width, of: &plan)
    return plan
  }

  /// Lays out the right side, starting with the groups that must be shown.
  ///
  /// - Returns: The width in screen columns.
  private func setRight(_ position: String, of plan: inout Plan) -> Int {
    let role: Theme.Role = isHeld ? .warning : alarm ?? .dim
    // Temporary groups are to the left of permanent ones, so that they do not make those move.
    var groups: [(place: Int, segments: [Segment])] = [
      (3, [Segment(text: position, role: role, isBold: isHeld || alarm != nil)])
    ]
    if isTracking { groups.append((2, [Segment(text: Text.tracking, role: .accent)])) }
    if let text = problems { groups.append((4, [Segment(text: text, role: .warning)])) }
    groups.append((5, [Segment(text: rowCounts, role: .dim)]))
    // A comparison has counts of its own.
    let isCompared = chips.contains { $0.kind == .comparison }
    if !changes.isEmpty, !isCompared { groups.append((1, changes)) }
    if let rule = updateRule {
      let key = keyMap.label(of: [.feed(.chooseKey)])
      groups.append((0, [Segment(text: KeyPicker.Text.updates(by: rule, key: key), role: .dim)]))
    }
    let left = plan.name.displayWidth
    var shown: [(place: Int, segments: [Segment])] = []
    var width = 1
    for group in groups {
      let more =
        group.segments.reduce(0) { $0 + $1.text.displayWidth } + (shown.isEmpty ? 0 : Self.gap)
      guard left + (left > 0 ? 2 : 0) + width + more <= size.columns else { break }
      width += more
      shown.append(group)
    }
    plan.right = shown.sorted { $0.place < $1.place }.map(\.segments)
    plan.rightStart = size.columns - width
    return width
  }

  /// The counts of the last batch with their signs.
  private var changes: [Segment] {
    let marks: [(Mark, Int)] = [
      (.insertion, batch.insertions), (.deletion, batch.deletions), (.update, batch.updates),
      (.move, batch.moves),
    ]
    let counted = marks.filter { $0.1 > 0 }
    return counted.enumerated().map { number, mark in
      let end = number == counted.count - 1 ? "" : " "
      return Segment(text: "\(mark.0.sign)\(grouped(mark.1))\(end)", role: mark.0.role)
    }
  }

  /// Lays out the left side: as many chips as fit next to the name of the feed.
  private func setLeft(_ end: Int, of plan: inout Plan) {
    let start = plan.name.displayWidth + 2
    let room = end - start - 2
    guard room > 3 else { return }
    let nameWidth = feedName.displayWidth
    var used = 0
    var shown: [TitleChip] = []
    for chip in chips {
      let fitting = [chip, chip.shortened].compactMap(\.self).first {
        min(nameWidth, Self.minimumName) + used + $0.label.displayWidth + 2 <= room
      }
      guard let fitting else { continue }
      used += fitting.label.displayWidth + 2
      shown.append(fitting)
    }
    plan.feedName = start..<start + min(nameWidth, room - used)
    var column = plan.feedName.upperBound + 2
    for chip in shown {
      let width = chip.label.displayWidth
      plan.chips.append((chip, column..<column + width))
      column += width + 2
    }
  }

  /// The texts of the title bar.
  package enum Text {
    package static let tracking = "tracking"
    static let newest = "newest "
    package static func until(_ condition: String) -> String { "until \(condition)" }
    package static let tooSmall = [" listview needs 20×5", " needs 20×5", " 20×5"]

    /// The number of rows, and with a filter how many of them match.
    ///
    /// - Parameters:
    ///   - shown: The number of rows that are shown.
    ///   - all: The number of all rows; nil without a filter.
    ///   - isComplete: Whether all rows have been examined.
    ///   - isCut: Whether older rows were evicted, because there were more than the limit.
    ///   - columns: The width of the screen.
    /// - Returns: The text.
    package static func rowCounts(
      _ shown: Int,
      of all: Int?,
      isComplete: Bool = true,
      isCut: Bool = false,
      columns: Int
    ) -> String {
      guard let all else { return (isCut ? newest : "") + plural(shown, "row") }
      let count = grouped(shown) + (isComplete ? "" : "…")
      // A narrow screen has no room for words.
      return columns < 60 ? "\(count)/\(grouped(all))" : "\(count) of \(plural(all, "row"))"
    }
  }
}

/// An active view option in the title bar; clicking it removes the option.
package struct TitleChip: Hashable, Sendable {
  /// The kinds of view options.
  package enum Kind: Hashable, Sendable {
    case work, comparison, filter, search, until, count, sort, group, frozen, pinned, marked
  }

  package let kind: Kind
  package let text: String
  /// The text where the other one has no room; nil if there is none.
  private let shortText: String?

  /// Creates a chip; long text is cut.
  package init(_ kind: Kind, _ text: String, short: String? = nil) {
    (self.kind, self.text) = (kind, DisplayWidth.cut(text, to: Self.longest))
    shortText = short
  }

  /// The chip with its short text; nil if it has none.
  var shortened: TitleChip? { shortText.map { TitleChip(kind, $0) } }

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
    if let comparison {
      let short = StepComparison.Text.versus(comparison.name)
      chips.append(TitleChip(.comparison, comparison.text(at: time), short: short))
    }
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
