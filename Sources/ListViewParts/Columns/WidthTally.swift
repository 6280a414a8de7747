/// How wide the texts of a column are: how many of them fit so many columns of the screen.
///
/// What most of them need is found again each time twice as many were met: columns do not get
/// another width with each row.
struct WidthTally: Hashable, Sendable {
  /// How many texts take up to 4 columns, up to 8, and so on; those of the last step and all above
  /// are one.
  private var counts = [UInt32](repeating: 0, count: WidthTally.steps)
  private var total: UInt32 = 0
  private var next = WidthTally.least
  /// The least width, in steps, into which most texts fit; nil as long as too few were met, and where
  /// most are wider than all steps.
  private(set) var common: Int?

  private static let step = 4
  private static let steps = 12
  /// So many texts say something.
  private static let least: UInt32 = 8

  /// Records a text.
  ///
  /// - Parameter width: The columns of the screen that it takes.
  /// - Returns: Whether most texts take another width than before.
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

  /// The width into which nine of ten texts fit.
  private func most() -> Int? {
    var exceptions = total
    for (offset, count) in counts.dropLast().enumerated() {
      exceptions -= count
      if exceptions <= total / 10 { return (offset + 1) * Self.step }
    }
    return nil
  }
}
