package import TerminalCore

/// The lines in view among many, and the line of the cursor.
///
/// The number of lines and the height of the view are passed to each call, because both may change at any time.
package struct ScrollPosition: Hashable, Sendable {
  /// The number of lines above the view.
  package var offset = 0
  /// The line of the cursor; nil for text that can only be scrolled.
  package var cursor: Int?

  package init(offset: Int = 0, cursor: Int? = nil) {
    (self.offset, self.cursor) = (offset, cursor)
  }

  /// The nearest valid position for a number of lines, with the cursor in view.
  func clamped(count: Int, height: Int) -> ScrollPosition {
    var position = self
    position.cursor = cursor.map { min(max(0, $0), max(0, count - 1)) }
    if let cursor = position.cursor, height > 0 {
      position.offset = min(max(position.offset, cursor - height + 1), cursor)
    }
    position.offset = min(max(0, position.offset), max(0, count - height))
    return position
  }

  /// Moves the cursor or the view.
  ///
  /// - Returns: Whether the action is a move.
  package mutating func move(_ action: MoveAction, count: Int, height: Int) -> Bool {
    let page = max(1, height - 1)
    let half = max(1, height / 2)
    switch action {
    case .nextRow: move(by: 1)
    case .previousRow: move(by: -1)
    case .pageDown: move(by: page)
    case .pageUp: move(by: -page)
    case .halfPageDown: move(by: half)
    case .halfPageUp: move(by: -half)
    case .firstRow: move(by: -count)
    case .lastRow: move(by: count)
    case .scrollDown: scroll(by: 1, height: height)
    case .scrollUp: scroll(by: -1, height: height)
    default: return false
    }
    self = clamped(count: count, height: height)
    return true
  }

  private mutating func move(by distance: Int) {
    if let line = cursor { cursor = line + distance } else { offset += distance }
  }

  /// Scrolls; the cursor moves only if it would leave the view.
  private mutating func scroll(by distance: Int, height: Int) {
    offset = max(0, offset + distance)
    cursor = cursor.map { min(max($0, offset), offset + max(1, height) - 1) }
  }
}

/// The geometry of a scroll bar.
package struct ScrollBar: Hashable, Sendable {
  /// The lines of the thumb, relative to the top of the bar.
  package let thumb: Range<Int>

  /// Creates the bar of a view; nil if everything is in view, or there is no room for a bar.
  ///
  /// - Parameters:
  ///   - above: The number of lines above the view.
  ///   - total: The total number of lines.
  ///   - height: The number of lines in view.
  package init?(above: Int, total: Int, height: Int) {
    guard total > height, height > 1 else { return nil }
    let length = max(1, height * height / total)
    let above = min(max(0, above), total - height)
    // The thumb touches an end of the bar only at that end of the list.
    let room = height - length
    var start = (above * room + (total - height) / 2) / (total - height)
    if above > 0, room > 1 { start = max(1, start) }
    if above < total - height, room > 1 { start = min(room - 1, start) }
    thumb = start..<start + length
  }

  /// The number of lines above the view when the middle of the thumb is on a line.
  ///
  /// - Parameters:
  ///   - line: The line, relative to the top of the bar.
  ///   - total: The total number of lines.
  ///   - height: The number of lines in view.
  /// - Returns: The number; 0 at the top of the bar, and the greatest possible at its bottom.
  package func above(at line: Int, total: Int, height: Int) -> Int {
    let room = height - thumb.count
    if line >= height - 1 || room < 1 { return total - height }
    return line < 1 ? 0 : min(max(0, line - thumb.count / 2), room) * (total - height) / room
  }

  /// The column of the bar of a table.
  package static func column(in screen: ScreenLayout) -> Int {
    // If the detail is to the right of the table, its left border serves as the bar.
    let isBeside = screen.detail.map { $0.columns.lowerBound > 0 } ?? false
    return screen.tableColumns.upperBound - (isBeside ? 0 : 1)
  }

  /// Draws the bar to the right of some table lines, if the screen has room for it.
  ///
  /// - Parameters:
  ///   - lines: The screen lines of the table.
  ///   - ticks: For each line, whether the rows that it stands for have an error; empty for none.
  ///   - buffer: The screen.
  ///   - context: The context of the frame.
  package func draw(
    beside lines: Range<Int>,
    ticks: [Bool] = [],
    of buffer: inout CellBuffer,
    in context: Context
  ) {
    let theme = context.theme
    guard context.size.columns >= 20 else { return }
    let column = Self.column(in: context.screen)
    for (offset, line) in lines.enumerated() {
      let isThumb = thumb.contains(offset)
      let hasTick = offset < ticks.count && ticks[offset]
      buffer.write(
        hasTick ? isThumb ? "┫" : "┤" : isThumb ? "┃" : "│",
        line: line,
        column: column,
        style: theme.style(hasTick ? .failure : isThumb ? .dim : .faint)
      )
    }
  }
}
