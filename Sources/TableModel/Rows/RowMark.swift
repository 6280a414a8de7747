/// The recent changes of a row, each with the time of the last batch that made it.
struct RowMark: Sendable {
  /// The serial number of the last such batch, since several may have the same time.
  var batch: UInt32 = 0
  var insertion: ContinuousClock.Instant?
  var move: ContinuousClock.Instant?
  var update: ContinuousClock.Instant?

  /// Whether the row counts as changed: its mark is still shown, or was set by the last batch.
  func isSeen(
    at instant: ContinuousClock.Instant,
    after batch: UInt32,
    for life: Duration
  ) -> Bool {
    func isAlive(_ change: ContinuousClock.Instant?) -> Bool {
      guard let change else { return false }
      return instant - change < life
    }
    return self.batch == batch || isAlive(update) || isAlive(insertion) || isAlive(move)
  }

  /// Adds the changes made by another batch.
  mutating func add(_ other: RowMark) {
    batch = other.batch
    if let insertion = other.insertion { self.insertion = insertion }
    if let move = other.move { self.move = move }
    if let update = other.update { self.update = update }
  }
}

/// The steps of a fade.
struct FadeSteps {
  var length: Duration
  var count: Int

  /// - Parameters:
  ///   - life: The total duration.
  ///   - count: The number of steps; values below 1 count as 1.
  init(life: Duration, count: Int) {
    self.count = min(max(1, count), 1000)
    length = max(.zero, life) / self.count
  }

  /// The remaining strength at an age.
  ///
  /// - Parameters:
  ///   - age: The time since the start.
  ///   - end: Set to the age at which the strength next decreases.
  /// - Returns: 1 at first, decreasing in equal steps; nil if nothing is left.
  func strength(at age: Duration, until end: inout Duration) -> Double? {
    for step in 0..<count where age < length * (step + 1) {
      end = length * (step + 1)
      return 1 - Double(step) / Double(count)
    }
    return nil
  }
}
