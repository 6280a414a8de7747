/// How the position moves by itself, and back to the live edge.
extension Player {
  /// Plays what is due.
  ///
  /// - Parameter instant: The present; it never decreases.
  /// - Returns: What became of the rows since the last call; nil if they need not be shown again.
  /// - Complexity: O(*k* log *n*) for *k* changes.
  public mutating func advance(to instant: ContinuousClock.Instant) -> FeedUpdate? {
    while let due = nextInstant, due <= instant {
      move(to: position + 1)
      lastInstant = due
    }
    if !isPaused, hasReachedEnd { arrive() }
    forget()
    isSnapshotDue = false
    guard hasNews else { return nil }
    hasNews = false
    let changes = shown?.takeChanges() ?? edge.takeChanges()
    return FeedUpdate(rows: rows, changes: changes)
  }

  /// When the next item is due; nil if nothing waits or the player is paused.
  public var nextInstant: ContinuousClock.Instant? {
    guard !isPaused, shown != nil, position < count, let lastInstant else { return nil }
    // Instants end in some centuries.
    return lastInstant + steps[position - forgotten].gap / max(speed, 1e-9)
  }

  /// Holds the position while the feed continues, or plays on.
  ///
  /// A recording plays on from where it is; what was held at the live edge returns there at once.
  public mutating func togglePause(at instant: ContinuousClock.Instant) {
    if isPaused {
      isPaused = false
      if pausedAtLiveEdge { return returnToLiveEdge() }
      if let pauseInstant, let last = lastInstant { lastInstant = last + (instant - pauseInstant) }
      if hasReachedEnd { arrive() }
    } else {
      pause(at: instant)
    }
  }

  /// Goes to the live edge, and stays there.
  public mutating func returnToLiveEdge() {
    isPaused = false
    hasNews = hasNews || position < count || shown != nil
    // To take some steps costs less than to look at all rows.
    if behind < rows.count / 32, !hasOtherIdentities { move(to: count) }
    join()
    bytesBefore += bytesAhead
    bytesAhead = 0
    position = count
    forget()
  }

  mutating func pause(at instant: ContinuousClock.Instant) {
    isPaused = true
    pauseInstant = instant
    pausedAtLiveEdge = shown == nil
    if shown == nil { shown = edge }
  }

  /// Joins the live edge where all that has arrived is played.
  mutating func arrive() {
    if position == count, count > 0 { join() }
  }

  /// Shows the list at the live edge from now on.
  mutating func join() {
    guard let shown else { return }
    self.shown = nil
    if position == count, !hasOtherIdentities {
      // What is shown says the same, and is what is known of it.
      edge.adopt(shown)
    } else {
      edge.changes = .otherList
    }
    hasOtherIdentities = false
  }
}
