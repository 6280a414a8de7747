import FeedIdentity
import FeedValues
package import Values

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

/// Moving through the feed's time, by items and by the clock.
extension Player {
  /// The first position that can be shown: there is no list before the first snapshot, and none before
  /// the oldest step that is kept.
  package var earliest: Int { max(forgotten, beginsWithSnapshot ? 1 : 0) }

  /// When the item that made the list at the position happened, or arrived; nil if unknown.
  package var time: FeedTime? { time(at: position) }

  /// When the newest item happened, or arrived; nil if unknown.
  package var newestTime: FeedTime? { edgeTime }

  /// Steps back or forward by a number of items, as far as they are kept, and pauses there.
  ///
  /// At the live edge, a step forward does nothing. If there are thousands of changes between, the position is
  /// reached in several turns of ``advance(to:)``, until ``isMoving`` is false; the next step begins where the
  /// player is going.
  ///
  /// - Complexity: O(*k*) for *k* items, amortised, and for each snapshot among them O(*n*) for *n*
  ///   rows.
  package mutating func step(by distance: Int, at instant: ContinuousClock.Instant) {
    if distance > 0, shown == nil { return }
    let start = if case .position(let target)? = goal { target } else { position }
    let (sum, overflow) = start.addingReportingOverflow(distance)
    let target = overflow ? (distance < 0 ? earliest : count) : sum
    hold(at: target, instant)
  }

  /// Goes to the last item that is not after a time, as far as they are kept, and pauses there.
  ///
  /// Items without a time count by their arrival.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - instant: The present.
  /// - Returns: Whether the list of that time is kept. It is not if the time is before ``earliest``, to
  ///   which the player then goes, or if the times of items are unknown; then the position stays.
  /// - Complexity: That of ``step(by:at:)``.
  @discardableResult
  package mutating func seek(to time: FeedTime, at instant: ContinuousClock.Instant) -> Bool {
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
  package func time(at position: Int) -> FeedTime? {
    if position == forgotten { return forgottenTime }
    return position > forgotten ? steps[position - 1].time : nil
  }

  mutating func hold(at target: Int, _ instant: ContinuousClock.Instant) {
    if !isPaused { pause(at: instant) }
    pausedAtLiveEdge = false
    set(.position(min(max(target, earliest), count)))
    // The next item is due one whole gap after playing resumes here.
    lastInstant = instant
    pauseInstant = instant
  }

  // MARK: Goals

  /// The destination of the player.
  enum Goal: Sendable {
    case position(Int)
    /// The newest position, whatever arrives meanwhile, and then the live edge.
    case liveEdge
  }

  /// Whether the player is going somewhere in several turns.
  package var isMoving: Bool { goal != nil }

  /// Whether to go to the live edge step by step costs less than to arrange all rows, which for many takes so long
  /// that several times as much in several turns is better.
  var isNearLiveEdge: Bool {
    var (number, left) = (position, rows.count > manyRows ? 2 * rows.count : rows.count / 4)
    while number < count, left > 0 {
      left -= 1 + steps[number].changeCount
      number += 1
    }
    return number == count
  }

  /// Goes to a goal: at once, or in several turns of ``advance(to:)``.
  mutating func set(_ goal: Goal) {
    self.goal = goal
    approachGoal()
  }

  /// Whether it takes several turns to go to a position.
  func isFar(_ target: Int) -> Bool { end(of: target) != target }

  /// The position that the player reaches in one turn; at least one step further, whatever that changes.
  private func end(of target: Int) -> Int {
    var (end, changes) = (position, 0)
    while end != target, changes < changesPerTurn {
      changes += 1 + steps[end < target ? end : end - 1].changeCount
      end += end < target ? 1 : -1
    }
    return end
  }

  /// Moves towards the goal by one turn.
  mutating func approachGoal() {
    switch goal {
    case .position(let target)?:
      // The target may no longer be kept.
      let target = min(max(target, earliest), count)
      move(to: end(of: target))
      if position == target { goal = nil }
    case .liveEdge?:
      move(to: end(of: count))
      guard position == count else { return }
      goal = nil
      join()
    case nil: break
    }
  }

  mutating func move(to target: Int) {
    guard target != position, var list = shown else { return }
    isForked = false
    shown = nil  // so that the rows are not copied
    while position < target {
      let step = steps[position]
      step.apply(to: &list)
      step.identity.map { note($0) }
      position += 1
      bytesAhead -= step.byteCount
      bytesBefore += step.byteCount
    }
    while position > target {
      position -= 1
      let step = steps[position]
      step.undo(in: &list)
      (step.identity?.inverted()).map { note($0) }
      bytesBefore -= step.byteCount
      bytesAhead += step.byteCount
    }
    shown = list
    hasNews = true
  }
}
