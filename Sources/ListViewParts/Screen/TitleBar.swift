package import Feeds
package import TableModel
package import TerminalCore

/// Draws the title: the name of the feed and what is in force on the left, and on the right what
/// the feed did last, if it is, and how many rows there are.
package struct TitleBar: View {
  package let surroundings: Surroundings
  /// How the feed is called on the screen.
  package var feedName = ""
  /// What the last batch did.
  package var batch = BatchCounts()
  /// Where the player is, in words: from the fullest to the fewest.
  package var positions: [String] = []
  /// Whether the reader has paused the screen or stopped the source.
  package var isHeld = false
  /// The colour of a state that needs attention; nil for other states.
  package var alarm: Theme.Role?
  /// Whether the selected row is tracked.
  package var isTracking = false
  /// How much could not be read; nil if all is well.
  package var problems: String?
  /// How many rows there are; with a filter, how many of them are shown.
  package var rowCounts = ""
  /// How rows are identified, where some take the place of others; nil elsewhere.
  package var updateRule: KeyRule?
  /// What is in force, the most important first.
  package var chips: [TitleChip] = []

  package init(surroundings: Surroundings) { self.surroundings = surroundings }

  /// The chips that there is room for.
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

  /// What is written where.
  private struct Plan {
    var name = ""
    var feedName = 0..<0
    var chips: [(chip: TitleChip, columns: Range<Int>)] = []
    /// The texts on the right, from left to right.
    var right: [[Segment]] = []
    var rightStart = 0
  }

  /// The columns between two things on the right.
  private static let gap = 3
  /// So much of the feed's name stays, however much is in force.
  private static let minimumName = 8

  private var plan: Plan {
    var plan = Plan()
    // Beside a screen that is held there is room for what says so.
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
    // That the screen is paused is the most important thing to see.
    if isHeld || alarm != nil, position.displayWidth > free { plan.name = "" }
    let width = setRight(position, of: &plan)
    setLeft(size.columns - width, of: &plan)
    return plan
  }

  /// Lays out the right side: what must stay first.
  ///
  /// - Returns: How many columns it takes.
  private func setRight(_ position: String, of plan: inout Plan) -> Int {
    let role: Theme.Role = isHeld ? .warning : alarm ?? .dim
    // Transient texts are to the left of permanent ones, so that nothing on the line moves with
    // them.
    var groups: [(place: Int, segments: [Segment])] = [
      (3, [Segment(text: position, role: role, isBold: isHeld || alarm != nil)])
    ]
    if isTracking { groups.append((2, [Segment(text: Text.tracking, role: .accent)])) }
    if let text = problems { groups.append((4, [Segment(text: text, role: .warning)])) }
    groups.append((5, [Segment(text: rowCounts, role: .dim)]))
    if !changes.isEmpty { groups.append((1, changes)) }
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

  /// What the last batch did: signs and counts of what there was.
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

  /// Lays out the left side: as many chips as there is room for beside the name of the feed.
  private func setLeft(_ end: Int, of plan: inout Plan) {
    let start = plan.name.displayWidth + 2
    let room = end - start - 2
    guard room > 3 else { return }
    let nameWidth = feedName.displayWidth
    var used = 0
    var shown: [TitleChip] = []
    for chip in chips {
      let width = chip.label.displayWidth + 2
      guard min(nameWidth, Self.minimumName) + used + width <= room else { continue }
      used += width
      shown.append(chip)
    }
    plan.feedName = start..<start + min(nameWidth, room - used)
    var column = plan.feedName.upperBound + 2
    for chip in shown {
      let width = chip.label.displayWidth
      plan.chips.append((chip, column..<column + width))
      column += width + 2
    }
  }

  /// What the title says.
  package enum Text {
    package static let tracking = "tracking"
    package static let tooSmall = [" listview needs 20×5", " needs 20×5", " 20×5"]

    /// How many rows there are; with a filter, how many of them are shown.
    package static func rowCounts(_ shown: Int, of all: Int?, columns: Int) -> String {
      guard let all else { return plural(shown, "row") }
      // A narrow screen has no room for words.
      return columns < 60
        ? "\(grouped(shown))/\(grouped(all))" : "\(grouped(shown)) of \(plural(all, "row"))"
    }
  }
}
