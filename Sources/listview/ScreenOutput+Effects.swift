import EventLoop
import Feeds
import ListViewApp
import ListViewParts
import NcursesTerminal
import TerminalCore
import Values

/// Decides what is drawn, and when.
extension ScreenOutput {
  /// Advances the app, using at most a third of the time.
  ///
  /// The more a batch costs, the more arriving items are combined into one, so that reading and keys are
  /// never starved.
  func advance() {
    let start = ContinuousClock.now
    guard advanceShare.isDue(at: start) else {
      hasPostponed = true
      return
    }
    hasPostponed = false
    if app.advance(to: start) { isDirty = true }
    advanceShare.record(from: start, to: .now)
  }

  /// Draws a frame if something changed, the previous frame was long enough ago, and the terminal can keep up.
  ///
  /// A slow terminal loses motion first, then frames, but never the response to a key.
  func draw() {
    let now = ContinuousClock.now
    let isDue = nextChange.map { $0 <= now } ?? false
    guard isDirty || isDue || session.isBehind, now >= lastFrame + Self.frameTime else { return }
    guard !session.wantsWrite, answersKey || session.nextFrame(at: now) <= now else { return }
    // Frames keep a steady rhythm: the next one is counted from when this one was due.
    lastFrame = max(lastFrame + Self.frameTime, now - Self.frameTime / 2)
    followClock(at: now)
    app.holdsMotion = session.isBusy(at: now)
    let (buffer, nextChange) = app.frame(at: now)
    session.present(buffer, urgent: urgentLines)
    self.nextChange = nextChange
    (isDirty, answersKey, urgentLines) = (false, false, [])
  }

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
      app.nextInstant.map { max($0, advanceShare.nextInstant) }, session.inputDeadline,
      wait?.deadline, run.announcer?.deadline(for: app),
    ]
    if hasPostponed { deadlines.append(advanceShare.nextInstant) }
    // A terminal that cannot accept more output becomes writable when it can.
    if !session.wantsWrite {
      let paced = answersKey ? lastFrame : session.nextFrame(at: .now)
      let nextFrame = max(lastFrame + Self.frameTime, paced)
      if isDirty || session.isBehind { deadlines.append(nextFrame) }
      if let nextChange { deadlines.append(max(nextChange, nextFrame)) }
    }
    return deadlines.compactMap(\.self).min()
  }
}
