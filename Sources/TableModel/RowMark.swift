/// What batches did to a row of late, each with the instant of the last batch that did.
struct RowMark: Sendable {
  /// The last of those batches, as several may come at one instant.
  var batch: UInt32 = 0
  var insertion: ContinuousClock.Instant?
  var move: ContinuousClock.Instant?
  var update: ContinuousClock.Instant?

  /// When the last of them was.
  var latest: ContinuousClock.Instant? {
    [insertion, move, update].compactMap(\.self).max()
  }
}

/// The steps in which something dies down.
struct FadeSteps {
  var length: Duration
  var count: Int

  /// - Parameters:
  ///   - life: How long it takes.
  ///   - count: In how many steps; at least one.
  init(life: Duration, count: Int) {
    self.count = min(max(1, count), 1000)
    length = max(.zero, life) / self.count
  }

  /// How much is left at an age.
  ///
  /// - Parameters:
  ///   - age: How long ago it began.
  ///   - end: Set to the age at which less is left.
  /// - Returns: 1 at first, and less in equal steps; nil where nothing is left.
  func strength(at age: Duration, until end: inout Duration) -> Double? {
    for step in 0..<count where age < length * (step + 1) {
      end = length * (step + 1)
      return 1 - Double(step) / Double(count)
    }
    return nil
  }
}
