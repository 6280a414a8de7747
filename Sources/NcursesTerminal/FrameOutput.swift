import TerminalCore

/// Sends frames to a terminal: whole ones as long as it keeps up, parts of them if it is slow.
///
/// Frames that the terminal cannot take are never queued: while an older frame is unfinished, only the
/// newest one is kept. A slow terminal gets the lines of a frame in slices, beginning with those
/// that answer a key; a line that waits is always the newest.
final class FrameOutput {
  private let device: TerminalDevice
  private let renderer: CursesRenderer
  /// Whether frames are marked as synchronised output.
  var isSynchronized = false
  /// Decides when and how much.
  private(set) var pacer = OutputPacer()
  private(set) var frames = 0
  private(set) var skippedFrames = 0
  /// The newest frame that was held back because the terminal was busy.
  private var skipped: CellBuffer?
  /// The frame that the terminal shows once it has taken everything; nil for nothing of ours.
  private var shown: CellBuffer?
  /// Whether lines of the newest frame have not been sent.
  private(set) var isBehind = false
  /// The output that goes with the frames beside the screen, such as the title of the window, and what was sent last.
  var label: [UInt8] = []
  private var shownLabel: [UInt8] = []
  /// The choice of the lines of a frame that go first.
  private var slicer = FrameSlicer()

  init(_ device: TerminalDevice, _ renderer: CursesRenderer) {
    (self.device, self.renderer) = (device, renderer)
  }

  /// Shows a frame, or as much of it as the terminal takes now.
  ///
  /// - Parameters:
  ///   - buffer: The frame.
  ///   - urgent: The lines that the user waits for, the most wanted first.
  ///   - instant: The present.
  func present(_ buffer: CellBuffer, urgent: [Int] = [], at instant: ContinuousClock.Instant) {
    flush(at: instant)
    slicer.want(urgent)
    if device.hasOutput {
      if skipped != nil { skippedFrames += 1 }
      skipped = buffer
      return
    }
    skipped = nil
    draw(buffer, at: instant)
  }

  /// Continues with what the terminal has not taken.
  func flush(at instant: ContinuousClock.Instant) {
    sendRest(at: instant)
    guard !device.hasOutput, let buffer = skipped else { return }
    skipped = nil
    draw(buffer, at: instant)
  }

  /// Sends bytes after what was sent before.
  func send(_ bytes: [UInt8], at instant: ContinuousClock.Instant) {
    let before = device.statistics.bytes
    device.write(bytes)
    note(before, at: instant)
  }

  /// Records an answer of the terminal.
  func takeAnswer(at instant: ContinuousClock.Instant) {
    pacer.answer(at: instant)
    guard pacer.wantsBareQuestion(at: instant), !device.hasOutput else { return }
    send(ControlStrings.question, at: instant)
    pacer.askBare(at: instant)
  }

  /// Records a query that was sent elsewhere.
  func noteQuestion(at instant: ContinuousClock.Instant) {
    pacer.ask(behind: device.waitingCount, at: instant)
  }

  /// When a frame that nobody waits for may be sent.
  func nextInstant(at instant: ContinuousClock.Instant) -> ContinuousClock.Instant {
    pacer.nextInstant(at: instant)
  }

  /// Forgets the frames: the screen has other contents.
  func reset() {
    (skipped, shown, isBehind, shownLabel) = (nil, nil, false, [])
    slicer = FrameSlicer()
  }

  private func sendRest(at instant: ContinuousClock.Instant) {
    guard device.hasOutput else { return }
    let before = device.statistics.bytes
    device.flush()
    note(before, at: instant)
  }

  private func note(_ before: Int, at instant: ContinuousClock.Instant) {
    pacer.send(device.statistics.bytes - before, at: instant)
    if device.hasOutput { pacer.refuse(at: instant) } else { pacer.accept(at: instant) }
  }

  private func draw(_ buffer: CellBuffer, at instant: ContinuousClock.Instant) {
    let slice = slicer.slice(of: buffer, over: shown, length: pacer.sliceLength)
    isBehind = slice != buffer
    shown = slice
    let frame = renderer.render(slice) + (label == shownLabel ? [] : label)
    shownLabel = label
    guard !frame.isEmpty else { return }
    frames += 1
    var bytes =
      isSynchronized
      ? ControlStrings.beginSynchronized + frame + ControlStrings.endSynchronized : frame
    let asks = pacer.wantsQuestion(after: bytes.count)
    if asks { bytes += ControlStrings.question }
    send(bytes, at: instant)
    if asks { pacer.ask(behind: device.waitingCount, at: instant) }
  }
}

/// Cuts frames for a slow terminal into as much as it takes in a moment.
///
/// Output that was sent cannot be overtaken. So the answer to a key begins with the line that the user
/// looks at, alone if that fills the moment, and the rest of the answer follows before all else.
struct FrameSlicer {
  /// Lines that the user waits for and that have not been sent, the most wanted first.
  private(set) var urgent: [Int] = []
  /// The line that has waited longest.
  private var nextLine = 0

  /// Puts lines before all others that wait.
  mutating func want(_ lines: [Int]) {
    urgent = lines + urgent.filter { !lines.contains($0) }
  }

  /// As many lines of a frame as fit into a slice, on top of what is shown.
  ///
  /// - Parameters:
  ///   - buffer: The frame.
  ///   - shown: The frame that the terminal shows; nil if unknown.
  ///   - length: About how many bytes fit; nil for any number. A line that is longer is sent all the
  ///     same.
  /// - Returns: The frame, or `shown` with some of its lines.
  mutating func slice(of buffer: CellBuffer, over shown: CellBuffer?, length: Int?) -> CellBuffer {
    guard let length, var slice = shown, slice.size == buffer.size else {
      urgent = []
      return buffer
    }
    let costs = LineCosts(from: slice, to: buffer)
    guard costs.total > length else {
      urgent = []
      return buffer
    }
    let lines = buffer.size.lines
    urgent.removeAll { $0 >= lines || costs[$0] == 0 }
    // The other lines take turns: from top to bottom the last line would always be drawn last.
    let turns = urgent.isEmpty ? (0..<lines).map { (nextLine + $0) % lines } : urgent
    var used = 0
    for line in turns where costs[line] > 0 {
      guard used == 0 || used + costs[line] <= length else { break }
      slice.replaceLine(line, with: buffer)
      used += costs[line]
      if urgent.isEmpty { nextLine = (line + 1) % lines }
    }
    urgent.removeAll { slice.line($0) == buffer.line($0) }
    return slice
  }
}

/// Estimates how many bytes it takes to turn the lines of one frame into those of another.
struct LineCosts {
  private var costs: [Int] = []

  /// Estimates the costs between two frames of one size.
  ///
  /// - Complexity: O(*n*) in the number of cells.
  init(from old: CellBuffer, to new: CellBuffer) {
    let known = Set((0..<old.size.lines).map { old.line($0) })
    costs = (0..<new.size.lines).map { line in
      let (cells, others) = (new.line(line), old.line(line))
      if cells == others { return 0 }
      // A line that is elsewhere on the screen is scrolled.
      if known.contains(cells) { return 8 }
      let changes = zip(cells, others).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
      return 12 + 3 * changes
    }
  }

  /// The bytes of all lines.
  var total: Int { costs.reduce(0, +) }

  /// The bytes of a line.
  subscript(line: Int) -> Int { costs[line] }
}
