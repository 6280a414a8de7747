/// What batches did to a row of late, each with the instant of the last batch that did.
struct RowMark: Sendable {
  /// The last of those batches, as several may come at one instant.
  var batch: UInt32 = 0
  var insertion: ContinuousClock.Instant?
  var move: ContinuousClock.Instant?
  var update: ContinuousClock.Instant?

  /// When the last of them was.
  var latest: ContinuousClock.Instant? {
    var latest = insertion
    for case let instant? in [move, update] { latest = latest.map { max($0, instant) } ?? instant }
    return latest
  }

  /// Whether the row counts as changed: the mark still shows, or the last batch set it.
  func isSeen(
    at instant: ContinuousClock.Instant,
    after batch: UInt32,
    for life: Duration
  ) -> Bool { self.batch == batch || latest.map { instant - $0 < life } ?? false }

  /// Adds what another batch did.
  mutating func add(_ other: RowMark) {
    batch = other.batch
    if let insertion = other.insertion { self.insertion = insertion }
    if let move = other.move { self.move = move }
    if let update = other.update { self.update = update }
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
