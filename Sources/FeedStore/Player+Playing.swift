import FeedValues

/// Playing: the position advances by itself, and returns to the live edge.
extension Player {
  /// Plays the items that are due.
  ///
  /// - Parameter instant: The present; it never decreases.
  /// - Returns: The changes since the last call; nil if nothing has to be redrawn.
  /// - Complexity: O(*k* log *n*) for *k* changes.
  package mutating func advance(to instant: ContinuousClock.Instant) -> FeedUpdate? {
    if goal == nil {
      while let due = nextInstant, due <= instant {
        move(to: position + 1)
        lastInstant = due
      }
    } else {
      approachGoal()
      lastInstant = instant
    }
    if !isPaused, hasReachedEnd { arrive() }
    forget()
    isSnapshotDue = false
    guard hasNews else { return nil }
    hasNews = false
    let changes = shown?.takeChanges() ?? edge.takeChanges()
    return FeedUpdate(rows: rows, changes: changes)
  }

  /// When the next item is due; nil if none is pending or the player is paused.
  package var nextInstant: ContinuousClock.Instant? {
    if goal != nil { return lastInstant }
    guard !isPaused, shown != nil, position < count, let lastInstant else { return nil }
    // Instants end after some centuries.
    return lastInstant + steps[position].gap / max(speed, 1e-9)
  }

  /// Pauses while the feed continues, or continues playing.
  ///
  /// A recording continues from the current position; a feed that was paused at the live edge returns
  /// there at once.
  package mutating func togglePause(at instant: ContinuousClock.Instant) {
    if isPaused {
      isPaused = false
      if pausedAtLiveEdge { return returnToLiveEdge() }
      if let pauseInstant, let last = lastInstant { lastInstant = last + (instant - pauseInstant) }
      if hasReachedEnd { arrive() }
    } else {
      pause(at: instant)
    }
  }

  /// Goes to the live edge and follows it; in several turns of ``advance(to:)`` if there are thousands of changes
  /// between, and not as many as rows.
  package mutating func returnToLiveEdge() {
    (isPaused, goal) = (false, nil)
    hasNews = hasNews || position < count || shown != nil
    if shown != nil, !hasOtherIdentities, isNearLiveEdge {
      let isFar = isFar(count)
      if !isForked || isFar { set(isFar ? .liveEdge : .position(count)) }
      if goal != nil { return }
    }
    goToLiveEdge()
  }

  /// Shows the list at the live edge, whatever lies between.
  mutating func goToLiveEdge() {
    join()
    bytesBefore += bytesAhead
    bytesAhead = 0
    position = count
    forget()
  }

  mutating func pause(at instant: ContinuousClock.Instant) {
    (isPaused, goal) = (true, nil)
    pauseInstant = instant
    pausedAtLiveEdge = shown == nil
    guard shown == nil else { return }
    shown = edge
    // Changes that have yet to be shown are not known to apply to the list that is shown.
    isForked = !hasNews
    _ = edge.takeChanges()
  }

  /// Joins the live edge if everything that has arrived was played.
  mutating func arrive() {
    if position == count, count > 0 { join() }
  }

  /// Shows the list at the live edge from now on.
  mutating func join() {
    guard let shown else { return }
    if hasOtherIdentities {
      for position in position..<count { steps[position].identity.map { note($0) } }
    }
    self.shown = nil
    if isForked {
      // The live edge knows what changed since.
      isForked = false
    } else if position == count, !hasOtherIdentities {
      // The rows shown have the same content, and their slots are the ones that are known.
      edge.adopt(shown)
    } else {
      edge.changes = .otherList
    }
    hasOtherIdentities = false
  }
}
