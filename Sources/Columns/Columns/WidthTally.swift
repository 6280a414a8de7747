/// A histogram of the widths of a column's texts.
///
/// The common width is recomputed each time the number of texts doubles, so that columns are not resized with
/// every row.
struct WidthTally: Hashable, Sendable {
  /// The number of texts up to 4 screen columns wide, up to 8, and so on; the last step includes all wider ones.
  private var counts = [UInt32](repeating: 0, count: WidthTally.steps)
  private var total: UInt32 = 0
  private var next = WidthTally.least
  /// The smallest width, rounded up to a step, that most texts fit; nil while there are too few texts, and if
  /// most are wider than the last step.
  private(set) var common: Int?

  private static let step = 4
  private static let steps = 12
  /// The number of texts from which the histogram is meaningful.
  private static let least: UInt32 = 8

  /// Records a text.
  ///
  /// - Parameter width: The width of the text in screen columns.
  /// - Returns: Whether the common width changed.
  mutating func add(_ width: Int) -> Bool {
    guard total < .max / 2 else { return false }
    counts[min(max(0, width - 1) / Self.step, Self.steps - 1)] += 1
    total += 1
    guard total >= next else { return false }
    next = total * 2
    let before = common
    common = most()
    return common != before
  }

  /// The width that nine out of ten texts fit.
  private func most() -> Int? {
    var exceptions = total
    for (offset, count) in counts.dropLast().enumerated() {
      exceptions -= count
      if exceptions <= total / 10 { return (offset + 1) * Self.step }
    }
    return nil
  }
}
