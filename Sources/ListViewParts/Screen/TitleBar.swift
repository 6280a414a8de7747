package import Feeds
package import TableModel
package import TerminalCore

/// Draws the title: the name of the feed on the left, and on the right where it is and what it did last.
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
  /// Whether the source is down.
  package var isDown = false
  /// Whether the selected row is tracked.
  package var isTracking = false
  /// How much could not be read; nil where all is well.
  package var troubles: String?
  /// How many rows there are; with a filter, how many of them are shown.
  package var rowCounts = ""
  /// How rows are identified, where some take the place of others; nil elsewhere.
  package var updateRule: KeyRule?
  /// What is done to the rows, from the fullest words to the fewest.
  package var options: [String] = []

  package init(surroundings: Surroundings) { self.surroundings = surroundings }

  /// Draws the name of the feed on the left, and on the right where it is and what it did last.
  package func draw(on line: Int, of buffer: inout CellBuffer) {
    let marks: [(Mark, Int)] = [
      (.insertion, batch.insertions), (.deletion, batch.deletions), (.update, batch.updates),
      (.move, batch.moves),
    ]
    let changes = marks.enumerated().map { position, mark in
      Segment(
        text: "\(mark.0.sign)\(grouped(mark.1))\(position == marks.count - 1 ? "" : " ")",
        role: mark.1 == 0 ? .dim : mark.0.role
      )
    }
    // Beside a screen that is held there is room for what says so.
    let held = isHeld ? 3 + (positions.last?.displayWidth ?? 0) : 0
    let name =
      frame.isCut
      ? [" listview needs 20×5", " needs 20×5", " 20×5"].first {
        $0.displayWidth + held <= size.columns
      } ?? ""
      : " listview"
    // From the right: what must stay comes first.
    let free = size.columns - name.displayWidth - 3
    let changesWidth = changes.reduce(3) { $0 + $1.text.displayWidth }
    let position =
      positions.first { $0.displayWidth + changesWidth <= free }
      ?? positions.first { $0.displayWidth <= free } ?? positions[positions.count - 1]
    let role: Theme.Role = isHeld ? .warning : isDown ? .failure : .dim
    let place = [Segment(text: position, role: role, isBold: isHeld || isDown)]
    // Who looks at a screen that is held has to see that before anything else.
    let isCramped = position.displayWidth + changesWidth > free
    var groups = (isHeld || isDown) && isCramped ? [place] : [changes, place]
    if isTracking { groups.append([Segment(text: Text.tracking, role: .accent)]) }
    if let text = troubles { groups.append([Segment(text: text, role: .warning)]) }
    groups.append([Segment(text: rowCounts, role: .dim)])
    if let rule = updateRule {
      let key = keyMap.label(of: [.feed(.chooseKey)])
      groups.append([Segment(text: KeyPicker.Text.updates(by: rule, key: key), role: .dim)])
    }

    insertOptions(into: &groups)
    let hidesName = isHeld && position.displayWidth > free
    var left = buffer.write(
      hidesName ? "" : name,
      line: line,
      column: 0,
      style: theme.style(frame.isCut ? .warning : .accent, bold: true)
    )
    var shown: [[Segment]] = []
    var width = 1
    for group in groups {
      let more = group.reduce(0) { $0 + $1.text.displayWidth } + (shown.isEmpty ? 0 : 3)
      guard left + (left > 0 ? 2 : 0) + width + more <= size.columns else { break }
      width += more
      shown.append(group)
    }
    // The order on the line: position, bad input, rows, batch.
    var column = size.columns - width
    for group in shown.dropFirst() + shown.prefix(1) {
      for segment in group {
        let style = theme.style(segment.role, bold: segment.isBold)
        column += buffer.write(segment.text, line: line, column: column, style: style)
      }
      column += 3
    }
    let room = size.columns - width - left - 4
    guard room > 3 else { return }
    left += buffer.write(
      feedName,
      line: line,
      column: left + 2,
      maximumWidth: room,
      style: theme.style(.text, bold: true)
    )
  }

  /// Says what is done to the rows, in as many words as there is room for beside what must stay.
  private func insertOptions(into groups: inout [[Segment]]) {
    let taken = groups.joined().reduce(3 * groups.count + 10) { $0 + $1.text.displayWidth }
    let room = size.columns - taken - 2 - min(feedName.displayWidth + 2, 20)
    let text = options.first { $0.displayWidth + 3 <= room }
    if let text { groups.append([Segment(text: text, role: .accent)]) }
  }

  /// What the title says.
  package enum Text {
    package static let tracking = "tracking"

    /// How many rows there are; with a filter, how many of them are shown.
    package static func rowCounts(_ shown: Int, of all: Int?, columns: Int) -> String {
      guard let all else { return plural(shown, "row") }
      // A narrow screen has no room for words.
      return columns < 60
        ? "\(grouped(shown))/\(grouped(all))" : "\(grouped(shown)) of \(plural(all, "row"))"
    }
  }
}
