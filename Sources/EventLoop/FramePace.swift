/// Decides when frames are drawn, and when what has arrived is shown in one.
///
/// Frames keep a steady rhythm, sixty a second. Every second one is left out while more arrives than can be shown,
/// because the time is needed for that, and while each batch replaces all that was in view, because nobody could
/// read it. The answers to keys are drawn in between.
///
/// ```swift
/// var pace = FramePace(from: .now)
/// if pace.nextBatch <= .now {
///   let isFull = showWhatHasArrived()
///   pace.recordBatch(isFull: isFull, at: .now)
/// }
/// if pace.nextFrame <= .now {
///   draw()
///   pace.recordFrame(at: .now)
/// }
/// ```
public struct FramePace: Hashable, Sendable {
  /// The time between two frames.
  public static let frameTime = Duration.nanoseconds(16_666_667)

  /// When the last regular frame was due, and when the last one was drawn.
  private var lastFrame: ContinuousClock.Instant
  private var lastDrawing: ContinuousClock.Instant
  /// When the last batch was shown.
  private var lastBatch: ContinuousClock.Instant
  /// The number of batches in succession that were full.
  private var fullBatches = 0
  private var replacesView = false

  /// More full batches than this in succession are a flood.
  private static let flood = 8
  /// The minimum time from a frame to the answer to a key, unless there is a flood.
  private static let answerTime = frameTime / 4

  /// Creates a pace at which a frame is due.
  public init(from instant: ContinuousClock.Instant) {
    lastFrame = instant - Self.frameTime
    (lastDrawing, lastBatch) = (lastFrame, lastFrame)
  }

  /// Whether more arrives than can be shown.
  private var isFlooded: Bool { fullBatches > Self.flood }

  /// The time from one regular frame to the next.
  private var interval: Duration { Self.frameTime * (isFlooded || replacesView ? 2 : 1) }

  /// When the next batch is to be shown, if it is not full before.
  ///
  /// Nothing is gained by showing it sooner than in the next frame.
  public var nextBatch: ContinuousClock.Instant {
    max(lastFrame + interval, lastBatch + interval / 2)
  }

  /// When the next regular frame is due.
  public var nextFrame: ContinuousClock.Instant { lastFrame + interval }

  /// When the answer to a key may be drawn: at once during a flood: the next batch would delay it.
  public var nextAnswer: ContinuousClock.Instant {
    min(nextFrame, lastDrawing + (isFlooded ? .zero : Self.answerTime))
  }

  /// Records that a batch was shown.
  ///
  /// - Parameters:
  ///   - isFull: Whether as much was waiting as may be shown at once.
  ///   - replacesView: Whether all that was in view has been replaced, again and again.
  ///   - instant: The time.
  public mutating func recordBatch(
    isFull: Bool,
    replacesView: Bool = false,
    at instant: ContinuousClock.Instant
  ) {
    fullBatches = isFull ? min(fullBatches + 1, Self.flood + 1) : 0
    (self.replacesView, lastBatch) = (replacesView, instant)
  }

  /// Records that a frame was drawn.
  public mutating func recordFrame(at instant: ContinuousClock.Instant) {
    // The next one is counted from when this one was due; answers to keys come in addition.
    if instant >= nextFrame { lastFrame = max(nextFrame, instant - interval / 2) }
    lastDrawing = instant
  }
}

/// Limits repeated work to a share of the time, so that everything else gets its turn however long
/// the work takes.
///
/// ```swift
/// var share = FairShare(3)
/// if share.isDue(at: .now) {
///   let start = ContinuousClock.now
///   work()
///   share.record(from: start, to: .now)
/// }
/// ```
public struct FairShare: Hashable, Sendable {
  /// When the work may be done next.
  public private(set) var nextInstant: ContinuousClock.Instant
  /// The work may take one part in this many of the time.
  private let parts: Int
  /// The longest pause, unless the work itself takes longer.
  private let longestPause: Duration

  /// Creates a share of which nothing has been used.
  ///
  /// - Parameters:
  ///   - parts: The work may take one part in this many of the time.
  ///   - longestPause: The longest pause; work that takes longer than that gets half of the time.
  ///   - instant: When the work may be done first.
  /// - Precondition: `parts` is at least 2.
  public init(
    _ parts: Int,
    longestPause: Duration = .seconds(2),
    from instant: ContinuousClock.Instant = .now
  ) {
    precondition(parts > 1, "a share must be at most half of the time")
    (self.parts, self.longestPause, nextInstant) = (parts, longestPause, instant)
  }

  /// Whether the work may be done now.
  public func isDue(at instant: ContinuousClock.Instant) -> Bool { instant >= nextInstant }

  /// Records the time that the work took.
  public mutating func record(
    from start: ContinuousClock.Instant,
    to end: ContinuousClock.Instant
  ) {
    let time = start.duration(to: end)
    nextInstant = end + min(time * (parts - 1), max(longestPause, time))
  }
}

/// Limits how many pieces of work are done at a time, so that everything else gets its turn soon, whatever a
/// piece costs.
///
/// ```swift
/// var size = SliceSize(taking: .milliseconds(4))
/// let start = ContinuousClock.now
/// let count = work(atMost: size.limit)
/// size.record(count, taking: .now - start)
/// ```
public struct SliceSize: Hashable, Sendable {
  /// The maximum number of pieces to do next; `Int.max` if doing fewer was found to take as long.
  public private(set) var limit: Int
  private let minimum: Int
  private let target: Duration
  /// The last slice, if it took too long: its number of pieces, and its time.
  private var longCount = 0
  private var longTime = Duration.zero

  /// Creates a limit for work of unknown cost.
  ///
  /// - Parameters:
  ///   - target: The time that a slice should take.
  ///   - minimum: The smallest limit.
  /// - Precondition: `target` and `minimum` are greater than 0.
  public init(taking target: Duration, minimum: Int = 16) {
    precondition(target > .zero && minimum > 0, "a slice takes time and has a piece")
    (self.target, self.minimum, limit) = (target, minimum, minimum)
  }

  /// Records a slice.
  ///
  /// - Parameters:
  ///   - count: The number of pieces, which may exceed the limit; nothing is recorded for none.
  ///   - time: The time that they took.
  public mutating func record(_ count: Int, taking time: Duration) {
    guard count > 0 else { return }
    guard time > target else {
      (longCount, longTime) = (0, .zero)
      if limit == .max { limit = max(minimum, count) }
      // By as much as the time left over allows, and at most twice as many: a slice is not to take twice its time
      // before the next one is as short again.
      if count >= limit {
        limit = max(limit, min(limit > .max / 2 ? .max : limit * 2, fitting(count, time)))
      }
      return
    }
    let isShorter = count <= longCount / 2 || count <= minimum && longCount > 0
    if isShorter, longTime * 0.75...longTime * 1.5 ~= time {
      // Fewer pieces than the time before took as long: they are not what takes the time.
      (limit, longCount, longTime) = (.max, 0, .zero)
    } else {
      limit = max(minimum, fitting(count, time))
      (longCount, longTime) = (count, time)
    }
  }

  /// The number of pieces that fit into the time that a slice should take, if some took a given time.
  private func fitting(_ count: Int, _ time: Duration) -> Int {
    guard time > .zero else { return .max }
    return Int(min(Double(count) * (target / time), 0x1p62))
  }
}
