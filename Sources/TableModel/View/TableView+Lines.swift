/// Maps lines of the viewport to what they show, for mouse events.
extension TableView {
  /// The content of a line at an instant, including during animations.
  ///
  /// ```swift
  /// switch table.content(atLine: click.y, at: click.instant) {
  /// case .row(let row, _): open(row)
  /// case .header(let header): table.toggle(section: header.id)
  /// case .ghost, .tombstone, .gap, .empty: break
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - line: The line, counted from the top of the viewport; lines outside it are empty.
  ///   - instant: The instant, usually that of the last frame drawn; nil for now.
  /// - Returns: The content of the line; `.empty` outside the viewport.
  /// - Complexity: That of ``presentation(at:)``.
  public func content(
    atLine line: Int,
    at instant: ContinuousClock.Instant? = nil
  ) -> TablePresentation<Row, Field>.Content {
    let lines = presentation(at: instant ?? now()).lines
    return lines.indices.contains(line) ? lines[line].content : .empty
  }

  /// Selects the row or the section header on a line of the viewport.
  ///
  /// On a row that is leaving, in a gap or beyond the list there is nothing to select, and the selection is
  /// unchanged.
  ///
  /// - Parameters:
  ///   - line: The line, counted from the top of the viewport.
  ///   - instant: The current time; nil for now.
  /// - Returns: Whether there is something to select on the line, even if it was already selected.
  @discardableResult
  public mutating func select(
    atLine line: Int,
    at instant: ContinuousClock.Instant? = nil
  ) -> Bool {
    let instant = instant ?? now()
    switch content(atLine: line, at: instant) {
    case .row(_, let offset):
      return selectRow(atOffset: offset, at: instant)
    case .header(let header):
      return select(section: header.id, at: instant)
    case .tombstone(let row):
      return row.id == selection
    case .ghost, .gap, .empty:
      return false
    }
  }
}
