package import Columns
package import FeedIdentity
package import FeedStore
package import FeedValues
internal import TerminalCore
package import Values

/// The state of the feed: its player, its status, and whether it is still loading.
package struct FeedState: Sendable {
  /// The player of the feed's items.
  package var player: Player
  /// The facts known about the feed besides its rows.
  package var status = FeedStatus()
  /// The fields that are running clocks, whose progress does not count as a change.
  package var clocks = VolatileFields()
  /// Whether the user stopped the source.
  package var isStopped = false
  /// When something last arrived.
  package var freshness = Freshness()
  /// Whether the current outage has a line of its own.
  package private(set) var hasBanner = false
  /// When the current outage gets a line of its own, if it lasts; nil if it does not.
  package private(set) var bannerDue: ContinuousClock.Instant?
  /// The timeline; nil if it is not shown.
  package var timeline: PlayerTimeline?
  /// When the timeline was last laid out, and when it is due to be laid out again.
  var timelineStart: ContinuousClock.Instant?
  package var timelineDue: ContinuousClock.Instant?
  /// Whether the source is still delivering what it had when it was opened.
  package private(set) var isLoading = true
  /// Whether the initial content of the source has been shown.
  package private(set) var isLoaded = false
  /// The highest position ever shown.
  ///
  /// Items up to it are not new, even if the user stepped back.
  private var furthestPosition = 0
  /// Whether the items passed over next are skipped instead of being shown as changes.
  private var isSkipping = false
  /// The number of items at which the rows are next shown while the source is loading; it doubles each time,
  /// so that loading a large file shows rows only a few times.
  private var nextLoadingCount = 0

  /// The items that have arrived since the player last advanced.
  private var arrivals: [Arrival] = []
  /// The number of these items.
  private var arrivalCount = 0
  /// The number from which they are not kept, so that a list with few rows does not take more memory.
  private static let maximumArrivals = 10_000

  /// Items that arrived together.
  struct Arrival: Sendable {
    var items: [FeedItem]
    var instant: ContinuousClock.Instant
    var time: FeedTime?
  }

  /// Gives the rows the fields that they do not have by themselves.
  package internal(set) var derivation: Derivation
  /// Other fields that the rows are being given; nil if none are.
  var rederivation: Rederivation?

  package init(_ player: Player, _ derivation: Derivation = Derivation([], calendar: .utc)) {
    (self.player, self.derivation) = (player, derivation)
  }

  /// Receives items, which the player gets when it next advances; at once if it is not at the live edge.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - instant: When they arrived.
  ///   - time: The wall-clock time of their arrival; nil if unknown.
  package mutating func receive(
    _ items: [FeedItem],
    at instant: ContinuousClock.Instant,
    time: FeedTime?
  ) {
    rederivation?.arrivals.append(Arrival(items: items, instant: instant, time: time))
    enqueue(derivation.derive(items, at: time), at: instant, time: time)
  }

  /// Takes items whose rows have their derived fields.
  mutating func enqueue(
    _ items: [FeedItem],
    at instant: ContinuousClock.Instant,
    time: FeedTime?
  ) {
    arrivals.append(Arrival(items: items, instant: instant, time: time))
    arrivalCount += items.count
    // Elsewhere than at the live edge the player limits how much may arrive.
    if arrivalCount > Self.maximumArrivals || !player.isAtLiveEdge { takeArrivals() }
  }

  /// Passes what has arrived to the player at once.
  package mutating func takeArrivals() {
    let taken = arrivals
    (arrivals, arrivalCount) = ([], 0)
    for arrival in taken { player.receive(arrival.items, at: arrival.instant, time: arrival.time) }
    if derivation.needsSweep { derivation.sweep(keeping: player.hasAtEdge) }
  }

  /// Forgets what has arrived and the player has not been given.
  mutating func dropArrivals() { (arrivals, arrivalCount) = ([], 0) }

  /// Shows the next change as a different list.
  mutating func skipNext() { isSkipping = true }

  /// Whether the next advance is sure to show the list with some rows changed, each of which is then named,
  /// however many are evicted.
  package mutating func namesNextChanges() -> Bool {
    changesSomeRows && player.keepChangedSlots()
  }

  /// Whether the next advance changes only some rows of the list shown, and is sure to show the result.
  package var changesSomeRows: Bool {
    guard arrivalCount > 0, arrivalCount < player.rows.count / 4, isLoaded, !isLoading,
      player.isAtLiveEdge
    else { return false }
    return arrivals.allSatisfy { arrival in
      arrival.items.allSatisfy { if case .snapshot = $0 { false } else { true } }
    }
  }

  /// The result of advancing the player.
  package struct Advance: Sendable {
    /// A way to show the rows.
    package enum Kind: Hashable, Sendable {
      /// As the first rows shown.
      case load
      /// As a different list: the changes in between are not shown.
      case skip
      /// As a change; inserted rows are news unless the user stepped back before.
      case change(isNews: Bool)

      /// Whether rows move.
      package var isMotion: Bool { if case .change = self { true } else { false } }
    }

    package let kind: Kind
    /// The changes of the rows.
    package let update: FeedUpdate
    /// The new identities of the rows; nil if they kept theirs.
    package let identity: IdentityChange?
  }

  /// Advances the player to what is due.
  ///
  /// While a source is loading, the rows are shown from time to time and without animation, because what
  /// existed before the start is not news.
  ///
  /// - Returns: The result; nil if nothing is due.
  package mutating func advance(to instant: ContinuousClock.Instant) -> Advance? {
    takeArrivals()
    if isLoading, player.isAtLiveEdge, player.count < nextLoadingCount { return nil }
    guard let update = player.advance(to: instant) else {
      // Everything the source had was shown while loading: what arrives from now on is news.
      if !isLoading, nextLoadingCount > 0 { isLoaded = true }
      return nil
    }
    defer { furthestPosition = max(furthestPosition, player.position) }
    if !isLoaded && player.isAtLiveEdge {
      nextLoadingCount = max(2 * player.count, 1)
      isLoaded = !isLoading
      return Advance(kind: .load, update: update, identity: player.takeIdentityChange())
    }
    isLoaded = true
    // Rows that a recording loads after a skip are skipped as well.
    defer { isSkipping = isSkipping && (isLoading || player.isMoving) }
    return Advance(
      kind: isSkipping ? .skip : .change(isNews: player.position > furthestPosition),
      update: update,
      identity: player.takeIdentityChange()
    )
  }

  /// Whether there is an outage, or a line of one, to show or to hide.
  package var mayHaveBanner: Bool { shownOutage != nil || hasBanner || bannerDue != nil }

  /// Shows or hides the line of its own that an outage has; a connection that is soon restored gets none.
  ///
  /// - Parameters:
  ///   - hasRows: Whether there are rows that could be mistaken for current ones.
  ///   - context: The context.
  /// - Returns: Whether the line appeared or disappeared, so that the screen has to be divided again.
  package mutating func updateBanner(hasRows: Bool, in context: Context) -> Bool {
    let before = hasBanner
    (hasBanner, bannerDue) = (false, nil)
    if hasRows, let outage = shownOutage {
      let rest = Self.patience - (age(of: outage, in: context) ?? Self.patience)
      if outage.kind == .reconnecting, rest > .zero {
        bannerDue = context.instant + rest
      } else {
        hasBanner = true
      }
    }
    return hasBanner != before
  }

  /// The time for which a connection may be lost before that is shown as an outage.
  private static let patience = Duration.seconds(3)

  /// Records that the source has nothing more for now.
  package mutating func reachEnd() {
    // At the live edge there is nothing left to reach.
    guard isLoading || !player.isAtLiveEdge else { return }
    takeArrivals()
    isLoading = false
    player.reachEnd()
  }

  /// Jumps to the latest item.
  package mutating func goToLatest() {
    // Items that are skipped are not shown as changes.
    isSkipping = player.isInPast && player.behind > 1
    player.returnToLiveEdge()
  }

  /// Steps through the items.
  ///
  /// - Returns: A message to report; nil for none.
  package mutating func step(by distance: Int, in context: Context) -> String? {
    let position = player.position
    player.step(by: distance, at: context.instant)
    guard distance < 0, player.position == position else { return nil }
    return player.forgotten == 0
      ? Text.first : Text.noFurtherBack(earliestText(context.calendar))
  }

  /// Replays the feed from the earliest position.
  ///
  /// - Returns: A message to report; nil for none.
  package mutating func replay(in context: Context) -> String? {
    guard player.count > player.earliest else { return Text.first }
    isSkipping = player.position > player.earliest
    player.replay(at: context.instant)
    guard player.forgotten > 0 else { return nil }
    return Text.noFurtherBack(earliestText(context.calendar))
  }

  /// Sets the playback speed, as a multiple of the original one.
  ///
  /// - Returns: A message to report.
  package mutating func setSpeed(_ speed: Double) -> String {
    player.speed = min(max(speed, 1.0 / 64), 4_096)
    return Text.speed(player.speed)
  }

  /// Whether everything has been shown and nothing more can arrive.
  package var isOver: Bool {
    status.isEnded && arrivals.isEmpty && player.behind == 0 && !player.isPaused
  }

  /// Whether to continue reading the source.
  package var wantsMore: Bool { player.wantsMore && !isStopped && !status.isEnded }

  /// A description of the latest change of a row, or of its change since a comparison began; nil if none is known.
  package func words(for row: Row, since comparison: StepComparison? = nil) -> String? {
    guard let comparison else {
      return player.history(of: row.id, limit: 1).changes.first?.words(clocks)
    }
    let isGone = player.row(of: row.id) == nil
    let old = comparison.before(row.id)
    return RowHistory.Change(number: 0, time: nil, old: old, new: isGone ? nil : row).words(clocks)
  }

  /// The time or number of the earliest position that can be reached.
  package func earliestText(_ calendar: Calendar) -> String {
    player.time(at: player.earliest).map { calendar.dateAndClock(of: $0) }
      ?? Text.item(player.earliest)
  }
}

/// The timeline, which shows the position in the feed's time.
extension FeedState {
  /// Whether to show the timeline: if the feed is paused, in the past, or at the end of a recording.
  ///
  /// Items that arrive while the screen is paused do not make it appear, because it would move rows.
  private var wantsTimeline: Bool {
    guard player.count > player.earliest, player.count > 1 else { return false }
    return player.isPaused || player.isInPast || player.behind > 0 || player.isAtEndOfRecording
  }

  /// Lays out the timeline again if the feed has grown; a long one at intervals only.
  ///
  /// - Parameters:
  ///   - columns: The width of the screen.
  ///   - instant: The current time.
  /// - Returns: Whether the timeline appeared or disappeared, so that the screen has to be divided again.
  package mutating func updateTimeline(
    columns: Int,
    at instant: ContinuousClock.Instant
  ) -> Bool {
    let hadTimeline = timeline != nil
    timelineDue = nil
    guard wantsTimeline else {
      timeline = nil
      return hadTimeline
    }
    let cells = TimelineView.cells(of: columns)
    let isOther =
      timeline.map {
        $0.positions != player.earliest...player.count || $0.changes.count != cells
      } ?? true
    guard isOther else { return false }
    if let timelineStart, timeline?.changes.count == cells,
      instant < timelineStart + Self.timelineInterval, player.count - player.earliest > 2_000
    {
      timelineDue = timelineStart + Self.timelineInterval
      return false
    }
    timelineStart = instant
    timeline = player.timeline(cells: cells)
    return (timeline != nil) != hadTimeline
  }

  /// The minimum time between two layouts of a long timeline.
  private static let timelineInterval = Duration.milliseconds(500)
}
