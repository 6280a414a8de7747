package import Feeds
package import Values

/// The feed: its time, what is known of it, and whether it is still loading.
package struct FeedState: Sendable {
  /// The feed's time.
  package var player: Player
  /// What is known of the feed beside its rows.
  package var status = FeedStatus()
  /// The fields that are running clocks: they advance without counting as a change.
  package var clocks = VolatileFields()
  /// Whether the user stopped the source.
  package var isStopped = false
  /// When something last arrived.
  package var freshness = Freshness()
  /// Whether an outage takes a line of its own.
  package private(set) var hasBanner = false
  /// When an outage that continues will take a line of its own; nil for never.
  package private(set) var bannerDue: ContinuousClock.Instant?
  /// Where in the feed's time the reader is, on a line of the screen; nil at the live edge.
  package var timeline: PlayerTimeline?
  /// When the line was laid out, and when it will be again.
  var timelineStart: ContinuousClock.Instant?
  package var timelineDue: ContinuousClock.Instant?
  /// Whether the source still gives what it had when it was opened.
  package private(set) var isLoading = true
  /// Whether what the source had when it was opened is on the screen.
  package private(set) var isLoaded = false
  /// The maximum number of items that were ever shown: up to there a reader goes back to what was
  /// there before.
  private var furthestPosition = 0
  /// Whether what comes now is gone to at once, and is no change.
  private var isSkipping = false
  /// The number of items from which on the rows are shown again while the source is loading: twice
  /// as many each time, so that a large file costs no more than a few looks at it.
  private var nextLoadingCount = 0

  package init(_ player: Player) { self.player = player }

  /// What the player has reached.
  package struct Advance: Sendable {
    /// How the rows are to be shown.
    package enum Kind: Hashable, Sendable {
      /// No rows have been shown yet.
      case load
      /// What lies between is omitted.
      case skip
      /// As a change; whether rows that come are news, and not the past that a reader went back to.
      case change(isNews: Bool)
    }

    package let kind: Kind
    /// What became of the rows.
    package let update: FeedUpdate
    /// Whether the feed was loaded before.
    package let wasLoaded: Bool
    /// How rows are identified from here on, if that is otherwise than before.
    package let identity: KeyRule?
  }

  /// Advances to what is due.
  ///
  /// While a source is loading, the screen follows it now and then and without motion: what existed
  /// before the start is not news.
  ///
  /// - Returns: What the player has reached; nil if nothing is due.
  package mutating func advance(to instant: ContinuousClock.Instant) -> Advance? {
    if isLoading, player.isAtLiveEdge, player.count < nextLoadingCount { return nil }
    guard let update = player.advance(to: instant) else {
      // All that the source had was shown while it was loading: what comes now is news.
      if !isLoading, nextLoadingCount > 0 { isLoaded = true }
      return nil
    }
    let wasLoaded = isLoaded
    defer { furthestPosition = max(furthestPosition, player.position) }
    if !isLoaded && player.isAtLiveEdge {
      nextLoadingCount = max(2 * player.count, 1)
      isLoaded = !isLoading
      return Advance(kind: .load, update: update, wasLoaded: wasLoaded, identity: nil)
    }
    isLoaded = true
    // What a recording still loads is skipped as well.
    defer { isSkipping = isSkipping && isLoading }
    return Advance(
      kind: isSkipping ? .skip : .change(isNews: player.position > furthestPosition),
      update: update,
      wasLoaded: wasLoaded,
      identity: player.takeIdentityChange()
    )
  }

  /// Gives an outage a line of its own, or takes it away; a connection that is soon there again
  /// gets none.
  ///
  /// - Parameters:
  ///   - hasRows: Whether there are rows that the reader may take for the present.
  ///   - surroundings: At which time.
  /// - Returns: Whether the screen is to be divided again.
  package mutating func updateBanner(hasRows: Bool, in surroundings: Surroundings) -> Bool {
    let before = hasBanner
    (hasBanner, bannerDue) = (false, nil)
    if hasRows, let outage = shownOutage {
      let rest = Self.patience - (age(of: outage, in: surroundings) ?? Self.patience)
      if outage.kind == .reconnecting, rest > .zero {
        bannerDue = surroundings.instant + rest
      } else {
        hasBanner = true
      }
    }
    return hasBanner != before
  }

  /// How long a connection may be gone before it is an outage.
  private static let patience = Duration.seconds(3)

  /// Says that the source has nothing more for now.
  package mutating func reachEnd() {
    isLoading = false
    player.reachEnd()
  }

  /// Goes to the newest of what has arrived.
  package mutating func goToLatest() {
    // Items that the user skips are not shown as changes.
    isSkipping = player.isInPast && player.behind > 1
    player.returnToLiveEdge()
  }

  /// Steps through the items.
  ///
  /// - Returns: What to report; nil for nothing.
  package mutating func step(by distance: Int, in surroundings: Surroundings) -> String? {
    let position = player.position
    player.step(by: distance, at: surroundings.instant)
    guard distance < 0, player.position == position else { return nil }
    return player.forgotten == 0
      ? Text.first : Text.noFurtherBack(earliestText(surroundings.calendar))
  }

  /// Plays what is known from its beginning.
  ///
  /// - Returns: What to report; nil for nothing.
  package mutating func replay(in surroundings: Surroundings) -> String? {
    guard player.count > player.earliest else { return Text.first }
    isSkipping = player.position > player.earliest
    player.replay(at: surroundings.instant)
    guard player.forgotten > 0 else { return nil }
    return Text.noFurtherBack(earliestText(surroundings.calendar))
  }

  /// Plays so many times as fast as recorded.
  ///
  /// - Returns: What to report.
  package mutating func setSpeed(_ speed: Double) -> String {
    player.speed = min(max(speed, 1.0 / 64), 4_096)
    return Text.speed(player.speed)
  }

  /// Whether nothing will ever be shown that is not shown yet.
  package var isOver: Bool { status.isEnded && player.behind == 0 && !player.isPaused }

  /// Whether the source should be read on.
  package var wantsMore: Bool { player.wantsMore && !isStopped && !status.isEnded }

  /// What the newest change of a row did to it, in words; nil if none is known.
  package func words(for row: Row) -> String? {
    player.history(of: row.id, limit: 1).changes.first?.words(clocks)
  }

  /// How far back there is a way.
  package func earliestText(_ calendar: Calendar) -> String {
    player.time(at: player.earliest).map { calendar.dateAndClock(of: $0) }
      ?? Text.item(player.earliest)
  }
}
