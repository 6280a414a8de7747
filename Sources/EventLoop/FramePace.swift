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
