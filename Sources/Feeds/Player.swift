/// Plays a feed: at the live edge, where what arrives is shown at once, or behind it, at the pace
/// at which a recording was made.
///
/// The player owns no clock and no timer. It is given items and instants, and says at which instant
/// it wants to be asked again.
public struct Player: Sendable {
  /// Where playing starts.
  public enum Start: Hashable, Sendable {
    /// At the first item, at the recorded pace.
    case beginning
    /// At the live edge.
    case liveEdge
    /// At the beginning where the first item is a snapshot, else at the live edge.
    case automatic
  }

  /// Time between two snapshots that do not say when they were taken.
  public static let untimedGap = Duration.seconds(1)
  /// The longest time between two snapshots, at speed 1.
  public static let longestGap = Duration.seconds(2)
  /// The number of bytes of rows that may wait to be played before no more are wanted.
  public static let queueCapacity = 32 << 20

  /// The list at the position.
  public private(set) var list: RowList
  /// The number of items that made the list.
  public private(set) var position = 0
  /// The number of items that have arrived.
  public private(set) var count = 0
  /// Whether the screen is held while the feed goes on.
  public private(set) var isPaused = false
  /// Whether everything that has arrived is played, so that what comes is shown at once.
  public private(set) var isAtLiveEdge = false
  /// How much faster than recorded the feed is played.
  public let speed: Double

  private var start: Start
  /// Items that wait for their instant, the next one at `head`.
  private var queue: [FeedItem] = []
  private var head = 0
  private var queuedBytes = 0
  private var isEnded = false
  /// When the first item arrived.
  private var firstInstant: ContinuousClock.Instant?
  /// When the last item was due.
  private var lastInstant: ContinuousClock.Instant?
  private var lastTime: FeedTime?
  private var pauseInstant: ContinuousClock.Instant?
  /// The position that was on the screen when it was paused.
  private var pausedPosition = 0
  private var hasNews = false

  /// Makes a player of a feed that has not begun.
  ///
  /// - Parameters:
  ///   - start: Where to start.
  ///   - speed: How much faster than recorded to play; above 0.
  ///   - capacity: The most rows of a feed of single events.
  public init(start: Start = .automatic, speed: Double = 1, capacity: Int = .max) {
    precondition(speed > 0, "a feed does not play backwards")
    self.start = start
    self.speed = speed
    list = RowList(capacity: capacity)
  }

  /// The number of items that have arrived and are not on the screen.
  public var behind: Int { count - (isPaused ? pausedPosition : position) }

  /// Whether the source shall be read on; otherwise enough waits to be played.
  public var wantsMore: Bool { queuedBytes < Self.queueCapacity }

  /// Takes what has arrived.
  ///
  /// - Parameters:
  ///   - items: What has arrived, in order.
  ///   - instant: When.
  public mutating func receive(_ items: [FeedItem], at instant: ContinuousClock.Instant) {
    for item in items {
      if count == 0 {
        firstInstant = instant
        begin(with: item)
      }
      count += 1
      if isAtLiveEdge {
        play(item, at: instant)
      } else {
        queue.append(item)
        queuedBytes += item.byteCount
      }
    }
  }

  /// Says that the source has nothing more for now: once all is played, the live edge is reached.
  public mutating func reachEnd() {
    isEnded = true
    if head == queue.count && count > 0 { isAtLiveEdge = true }
  }

  /// Plays what is due.
  ///
  /// - Parameter instant: The present; it never goes back.
  /// - Returns: Whether the list is another one than at the last call, and shall be shown.
  public mutating func advance(to instant: ContinuousClock.Instant) -> Bool {
    while !isPaused, let due = nextInstant, due <= instant {
      let item = queue[head]
      queuedBytes -= item.byteCount
      head += 1
      play(item, at: due)
      if head == queue.count {
        queue = []
        head = 0
        if isEnded { isAtLiveEdge = true }
      } else if head > 1_024 && head > queue.count / 2 {
        queue.removeFirst(head)
        head = 0
      }
    }
    guard !isPaused else { return false }
    defer { hasNews = false }
    return hasNews
  }

  /// When the next item is due; nil where nothing waits or the screen is paused.
  public var nextInstant: ContinuousClock.Instant? {
    guard !isPaused, head < queue.count else { return nil }
    guard let lastInstant else { return firstInstant }
    return lastInstant + gap(before: queue[head]) / speed
  }

  /// Holds the screen, or lets it go on.
  ///
  /// A recording goes on where it was; at the live edge the screen catches up at once.
  public mutating func togglePause(at instant: ContinuousClock.Instant) {
    isPaused.toggle()
    if isPaused {
      pauseInstant = instant
      pausedPosition = position
    } else if let pauseInstant, let last = lastInstant {
      lastInstant = last + (instant - pauseInstant)
      self.pauseInstant = nil
    }
  }

  private mutating func begin(with item: FeedItem) {
    switch (start, item) {
    case (.liveEdge, _): isAtLiveEdge = true
    case (.automatic, .upsert), (.automatic, .delete): isAtLiveEdge = true
    case (.automatic, .snapshot), (.beginning, _): isAtLiveEdge = false
    }
  }

  private mutating func play(_ item: FeedItem, at instant: ContinuousClock.Instant) {
    list.apply(item)
    position += 1
    hasNews = true
    lastInstant = instant
    if let time = item.time { lastTime = time }
  }

  private func gap(before item: FeedItem) -> Duration {
    guard let time = item.time, let lastTime else {
      if case .snapshot = item { return Self.untimedGap }
      return .zero
    }
    return min(max(time.timeSince(lastTime), .zero), Self.longestGap)
  }
}

extension FeedItem {
  /// When the item happened, where the feed says so.
  public var time: FeedTime? {
    switch self {
    case .snapshot(let snapshot): snapshot.time
    case .upsert(_, let time), .delete(_, let time): time
    }
  }

  /// About how many bytes the item holds.
  var byteCount: Int {
    switch self {
    case .snapshot(let snapshot):
      snapshot.rows.reduce(0) { $0 + $1.value.text.count + MemoryLayout<Row>.stride }
    case .upsert(let row, _): row.value.text.count + MemoryLayout<Row>.stride
    case .delete: MemoryLayout<FeedItem>.stride
    }
  }
}
