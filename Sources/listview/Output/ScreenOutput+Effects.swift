import EventLoop
import FeedValues
import ListViewApp
import ListViewParts
import NcursesTerminal
import TerminalCore
import Values

/// Decides what is drawn, and when.
extension ScreenOutput {
  /// Advances the app, unless that can wait for more of what arrives.
  ///
  /// Keys must not have to wait while too much is shown at once. An advance that takes long however few items are
  /// waiting, as that of a large snapshot, gets at most a third of the time, so that reading and keys are never
  /// starved.
  func advanceIfDue() {
    let now = ContinuousClock.now
    let isUrgent =
      waitingCount == 0 || waitingCount >= batchSize.limit
      || app.nextInstant.map { $0 <= now } ?? false
    let due = isUrgent ? advanceShare.nextInstant : max(pace.nextBatch, advanceShare.nextInstant)
    guard due <= now else {
      postponement = due
      return
    }
    if app.advance(to: now) { isDirty = true }
    let end = ContinuousClock.now
    pace.recordBatch(
      isFull: waitingCount >= batchSize.limit,
      replacesView: waitingCount > 0 && app.replacesView,
      at: now
    )
    batchSize.record(waitingCount, taking: end - now)
    if end - now > FramePace.frameTime { advanceShare.record(from: now, to: end) }
    (waitingCount, postponement) = (0, nil)
  }

  /// Draws a frame if something changed, the previous frame was long enough ago, and the terminal can keep up.
  ///
  /// A slow terminal loses motion first, then frames, but never the response to a key.
  func draw() {
    let now = ContinuousClock.now
    let isDue = nextChange.map { $0 <= now } ?? false
    guard isDirty || isDue || session.isBehind, !session.wantsWrite, now >= nextFrame(at: now)
    else { return }
    pace.recordFrame(at: now)
    followClock(at: now)
    app.holdsMotion = session.isBusy(at: now)
    let (buffer, nextChange) = app.frame(at: now)
    self.nextChange = nextChange
    updateTitle(at: now)
    session.present(buffer, urgent: urgentLines)
    (isDirty, answersKey, urgentLines) = (false, false, [])
  }

  /// Gives the window its title, with the next frame: not more often than it can be read.
  private func updateTitle(at instant: ContinuousClock.Instant) {
    let (title, progress) = app.windowTitle
    guard title != session.title || progress != session.progress else { return }
    guard instant >= nextTitle else {
      nextChange = min(nextChange ?? nextTitle, nextTitle)
      return
    }
    (session.title, session.progress) = (title, progress)
    nextTitle = instant + .seconds(1)
  }

  /// When the next frame may be drawn; the answer to a key does not wait for the terminal.
  private func nextFrame(at instant: ContinuousClock.Instant) -> ContinuousClock.Instant {
    answersKey ? pace.nextAnswer : max(pace.nextFrame, session.nextFrame(at: instant))
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
      + (writing.map { [EventLoop.Interest($0.file.descriptor, .read)] } ?? [])
      + (actions?.interests ?? [])
  }

  func deadline(_ run: FeedRun) -> ContinuousClock.Instant? {
    var deadlines = [
      app.nextInstant.map { max($0, advanceShare.nextInstant) }, postponement,
      session.inputDeadline,
      writing == nil ? wait?.deadline : nil, run.announcer?.deadline(for: app),
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
