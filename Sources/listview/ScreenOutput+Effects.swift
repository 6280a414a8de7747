import EventLoop
import Feeds
import ListViewApp
import ListViewParts
import NcursesTerminal
import TerminalCore
import Values

/// Decides what is drawn, and when.
extension ScreenOutput {
  /// Advances the app, unless that can wait for more of what arrives.
  ///
  /// Nothing is gained by showing it sooner than in the next frame, but keys must not have to wait while too
  /// much is shown at once. An advance that takes long however few items are waiting, as that of a large
  /// snapshot, gets at most a third of the time, so that reading and keys are never starved.
  func advanceIfDue() {
    let now = ContinuousClock.now
    let isUrgent =
      waitingCount == 0 || waitingCount >= batchSize.limit
      || app.nextInstant.map { $0 <= now } ?? false
    let nextBatch = max(lastFrame + Self.frameTime, lastAdvance + Self.frameTime / 2)
    let due = isUrgent ? advanceShare.nextInstant : max(nextBatch, advanceShare.nextInstant)
    guard due <= now else {
      postponement = due
      return
    }
    if app.advance(to: now) { isDirty = true }
    let end = ContinuousClock.now
    fullBatches = waitingCount >= batchSize.limit ? fullBatches + 1 : 0
    batchSize.record(waitingCount, taking: end - now)
    if end - now > Self.frameTime { advanceShare.record(from: now, to: end) }
    (waitingCount, lastAdvance, postponement) = (0, now, nil)
  }

  /// Draws a frame if something changed, the previous frame was long enough ago, and the terminal can keep up.
  ///
  /// A slow terminal loses motion first, then frames, but never the response to a key.
  func draw() {
    let now = ContinuousClock.now
    let isDue = nextChange.map { $0 <= now } ?? false
    guard isDirty || isDue || session.isBehind, !session.wantsWrite, now >= nextFrame(at: now)
    else { return }
    // Frames keep a steady rhythm: the next one is counted from when this one was due. Answers to keys come
    // in addition.
    if now >= lastFrame + Self.frameTime {
      lastFrame = max(lastFrame + Self.frameTime, now - Self.frameTime / 2)
    }
    lastDrawing = now
    followClock(at: now)
    app.holdsMotion = session.isBusy(at: now)
    let (buffer, nextChange) = app.frame(at: now)
    session.present(buffer, urgent: urgentLines)
    self.nextChange = nextChange
    (isDirty, answersKey, urgentLines) = (false, false, [])
  }

  /// When the next frame may be drawn.
  ///
  /// While more arrives than can be shown, every second frame is left out in favour of what arrives, but the answer
  /// to a key is drawn at once: the next batch would delay it.
  private func nextFrame(at instant: ContinuousClock.Instant) -> ContinuousClock.Instant {
    let isFlooded = fullBatches > Self.flood
    let regular = lastFrame + Self.frameTime * (isFlooded ? 2 : 1)
    guard answersKey else { return max(regular, session.nextFrame(at: instant)) }
    return min(regular, lastDrawing + (isFlooded ? .zero : Self.answerTime))
  }

  /// More full batches than this in succession are a flood.
  private static let flood = 8

  /// The minimum time from a frame to the answer to a key.
  private static let answerTime = frameTime / 4

  /// Adjusts the app's wall clock if the system clock was changed.
  private func followClock(at instant: ContinuousClock.Instant) {
    let time = FeedTime.now
    guard let clock = app.wallClock else { return }
    let (shown, off) = (clock.time(at: instant).nanoseconds, Self.toleratedError)
    guard time.nanoseconds < shown - off || time.nanoseconds > shown + off else { return }
    app.wallClock = WallClock(time, at: instant)
  }

  /// The tolerated error of the app's wall clock, in nanoseconds.
  private static let toleratedError: Int128 = 200_000_000

  /// The screen as it was before the given key events, for a slow terminal; nil if it is not needed.
  func screenBefore(
    _ events: ArraySlice<InputEvent>,
    at instant: ContinuousClock.Instant
  ) -> CellBuffer? {
    let hasKeys = events.contains { event in
      switch event {
      case .key, .paste, .mouse: true
      case .focus, .resize, .report: false
      }
    }
    guard hasKeys else { return nil }
    answersKey = true
    return session.isSlow ? app.frame(at: instant).buffer : nil
  }

  /// Determines the lines changed by keys, which a slow terminal receives first, starting with that of the
  /// prompt or of the selected row.
  func noteAnswers(to before: CellBuffer?, at instant: ContinuousClock.Instant) {
    guard let before else { return }
    let after = app.frame(at: instant).buffer
    guard after.size == before.size else { return }
    let focus = app.focusedLine(at: instant)
    let changed = (0..<after.size.lines).filter { after.line($0) != before.line($0) }
    urgentLines = changed.filter { $0 == focus } + changed.filter { $0 != focus }
  }

  var interests: [EventLoop.Interest] {
    [EventLoop.Interest(session.descriptor, session.wantsWrite ? [.read, .write] : .read)]
  }

  func deadline(_ run: FeedRun) -> ContinuousClock.Instant? {
    var deadlines = [
      app.nextInstant.map { max($0, advanceShare.nextInstant) }, postponement,
      session.inputDeadline,
      wait?.deadline, run.announcer?.deadline(for: app),
    ]
    // A terminal that cannot accept more output becomes writable when it can.
    if !session.wantsWrite {
      let nextFrame = nextFrame(at: .now)
      if isDirty || session.isBehind { deadlines.append(nextFrame) }
      if let nextChange { deadlines.append(max(nextChange, nextFrame)) }
    }
    return deadlines.compactMap(\.self).min()
  }
}
