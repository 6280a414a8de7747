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
