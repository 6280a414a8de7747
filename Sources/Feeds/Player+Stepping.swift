public import Values

/// Back and on in the feed's time, by items and by the clock.
extension Player {
  /// The first position that can be gone back to: there is no list before the first snapshot, and none
  /// that was forgotten.
  public var earliest: Int { max(forgotten, beginsWithSnapshot ? 1 : 0) }

  /// When the item that made the list at the position happened, or arrived; nil if unknown.
  public var time: FeedTime? { time(at: position) }

  /// When the newest item happened, or arrived; nil if unknown.
  public var newestTime: FeedTime? { edgeTime }

  /// Goes back or on by a number of items, as far as they are known, and holds there.
  ///
  /// At the live edge there is nothing to continue to, and it is not left.
  ///
  /// - Complexity: O(*k*) for *k* items, amortised, except for each snapshot among them O(*n*) for
  ///   *n* rows.
  public mutating func step(by distance: Int, at instant: ContinuousClock.Instant) {
    if distance > 0, shown == nil { return }
    let (sum, overflow) = position.addingReportingOverflow(distance)
    let target = overflow ? (distance < 0 ? earliest : count) : sum
    hold(at: target, instant)
  }

  /// Goes to the last item that is not after a time, as far as they are known, and holds there.
  ///
  /// Items that do not say when they happened count by when they arrived.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - instant: The present.
  /// - Returns: Whether the list of that time is known; false if it is before ``earliest``, which
  ///   is gone to then, and where nothing tells the times of items, and the position stays.
  /// - Complexity: That of ``step(by:at:)``.
  @discardableResult
  public mutating func seek(to time: FeedTime, at instant: ContinuousClock.Instant) -> Bool {
    guard edgeTime != nil else { return false }
    var target = count
    while target > earliest, let happened = self.time(at: target), happened > time { target -= 1 }
    hold(at: target, instant)
    return self.time(at: target).map { $0 <= time } ?? false
  }

  /// When the item that made the list at a position happened; nil if unknown.
  ///
  /// - Parameter position: From ``forgotten`` to ``count``.
  /// - Returns: The item's own time, or the time of its arrival.
  public func time(at position: Int) -> FeedTime? {
    if position == forgotten { return forgottenTime }
    return position > forgotten ? steps[position - 1 - forgotten].time : nil
  }

  private mutating func hold(at target: Int, _ instant: ContinuousClock.Instant) {
    if !isPaused { pause(at: instant) }
    pausedAtLiveEdge = false
    move(to: min(max(target, earliest), count))
    // From here the next item is due a whole gap after playing continues.
    lastInstant = instant
    pauseInstant = instant
  }

  mutating func move(to target: Int) {
    guard target != position, var list = shown else { return }
    shown = nil  // so that the rows are not copied
    while position < target {
      let step = steps[position - forgotten]
      step.apply(to: &list)
      position += 1
      bytesAhead -= step.byteCount
      bytesBefore += step.byteCount
    }
    while position > target {
      position -= 1
      let step = steps[position - forgotten]
      step.undo(in: &list)
      bytesBefore -= step.byteCount
      bytesAhead += step.byteCount
    }
    shown = list
    hasNews = true
  }
}
