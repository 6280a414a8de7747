import CTTY
import TerminalCore

import Glibc

/// The takeover of the terminal, and its restoration.
extension TerminalSession {
  /// Restores the terminal for a while: for a stop, or for another program.
  public func suspend() {
    guard isOpen else { return }
    leave(isForGood: false)
  }

  /// Takes the terminal over again, after ``suspend()`` or after a stop that could not be caught;
  /// the next frame is drawn whole.
  public func resume() {
    guard !isClosed else { return }
    if isOpen { isOpen = false }
    enter()
  }

  /// Restores the terminal for good; further calls do nothing.
  public func close() {
    guard !isClosed else { return }
    if isOpen { leave(isForGood: true) }
    isClosed = true
    if options.restoresOnCrash { tty_crash_disarm() }
  }

  func enter() {
    if options.restoresOnCrash { armCrash() }
    device.enterRawMode()
    if options.keepsStandardError, isatty(STDERR_FILENO) != 0 { _ = tty_error_capture() }
    isOpen = true
    size = TerminalSession.size(of: device, environment: environment)
    renderer.resize(to: size)
    var start = renderer.render(CellBuffer(size))
    start += ControlStrings.bracketedPasteOn
    if options.reportsFocus { start += ControlStrings.focusOn }
    if hasTitle { start += WindowTitle.saving }
    if usesMouse { start += mouseSequence(true) }
    // Terminals without an alternate screen are too old for queries; the Linux console would print
    // them.
    var asks = false
    if options.asksTerminal, !renderer.string("smcup").isEmpty {
      // An earlier answer may be outdated by now.
      reportsAppearance = false
      start += ControlStrings.questions
      asks = true
    }
    output.send(start, at: .now)
    if asks { output.noteQuestion(at: .now) }
  }

  private func leave(isForGood: Bool) {
    isOpen = false
    output.reset()
    // The rest of a frame is no longer needed.
    var end = device.discard() ? ControlStrings.cancel + ControlStrings.endSynchronized : []
    end += ControlStrings.bracketedPasteOff
    if options.reportsFocus { end += ControlStrings.focusOff }
    end += titleEnd
    if usesMouse { end += mouseSequence(false) }
    if reportsAppearance { end += ControlStrings.appearanceOff }
    end += renderer.end()
    device.write(end)
    let rest = device.drain(patience: Self.patience, limit: Self.patience * 2)
    if rest.isEmpty {
      awaitAnswers()
    } else if isForGood {
      // A process that outlives this one restores the terminal once it takes output again.
      _ = tty_write_later(device.descriptor, rest, rest.count, Self.laterSeconds)
    }
    device.restoreSettings()
    tty_error_replay()
  }

  /// The time for which a terminal may refuse output while it is restored.
  private static let patience = Duration.seconds(2)
  /// The number of seconds for which a process waits to restore a terminal that has refused output for
  /// that long.
  private static let laterSeconds: Int32 = 600

  /// Reads answers that are still on their way, so that the shell does not take them for typing.
  ///
  /// Ends with the answer that every terminal gives, or after a moment: longer if the terminal is
  /// known to answer slowly.
  private func awaitAnswers() {
    let end = ContinuousClock.now + (isSlow ? Self.patience : .milliseconds(100))
    while openQuestions > 0, !device.isHungUp {
      let left = end - ContinuousClock.now
      guard left > .zero, device.wait(for: POLLIN, atMost: left) else { break }
      for event in decoder.feed(device.read(), at: .now) { _ = isForOwner(event) }
    }
  }

  private func armCrash() {
    var sequence = ControlStrings.cancel + ControlStrings.endSynchronized
    sequence += ControlStrings.bracketedPasteOff + ControlStrings.focusOff + mouseSequence(false)
    if options.asksTerminal { sequence += ControlStrings.appearanceOff }
    sequence += titleEnd
    sequence += ControlStrings.resetDrawing
    sequence += renderer.string("rmcup") + renderer.string("cnorm") + [0x0D]
    var settings = device.savedSettings
    _ = tty_crash_arm(device.descriptor, &settings, sequence, sequence.count)
  }

  /// Removes the title and the progress.
  private var titleEnd: [UInt8] {
    (hasTitle ? WindowTitle.restoring : []) + (showsProgress ? WindowTitle.showing(.none) : [])
  }

  func mouseSequence(_ isOn: Bool) -> [UInt8] {
    isOn ? ControlStrings.mouseOn : ControlStrings.mouseOff
  }

  static func size(
    of device: TerminalDevice,
    environment: [String: String]
  ) -> TerminalSize {
    if let size = device.size { return size }
    func number(_ name: String) -> Int? {
      environment[name].flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
    }
    return TerminalDevice.clamped(
      TerminalSize(columns: number("COLUMNS") ?? 80, lines: number("LINES") ?? 24)
    )
  }
}
