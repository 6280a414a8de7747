/// From a line of the viewport back to what stands on it, as for a click.
extension TableView {
  /// What a line of the viewport shows at an instant, in motion or at rest.
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
  ///   - line: A line, counted from the top of the viewport; past either end it shows nothing.
  ///   - instant: When; nil for now. Of use is the instant that was drawn last.
  /// - Returns: What is drawn on that line; `.empty` past either end.
  /// - Complexity: That of a presentation.
  public func content(
    atLine line: Int,
    at instant: ContinuousClock.Instant? = nil
  ) -> TablePresentation<Row, Field>.Content {
    let lines = presentation(at: instant ?? now()).lines
    return lines.indices.contains(line) ? lines[line].content : .empty
  }

  /// Selects the row or the section header on a line of the viewport.
  ///
  /// A row that is leaving, a gap and a line past the list are not selected, and the selection stays
  /// as it is.
  ///
  /// - Parameters:
  ///   - line: A line, counted from the top of the viewport.
  ///   - instant: When; nil for now.
  /// - Returns: Whether there is something to select, or it is selected already.
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
