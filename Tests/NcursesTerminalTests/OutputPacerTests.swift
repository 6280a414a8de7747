import TerminalCore
import TestSupport
import Testing

@testable import NcursesTerminal

/// A terminal at the end of a line: what is sent lies in a queue that drains at a rate, and what was
/// asked is answered, if ever, when all before it has drained and has come back.
private struct Line {
  var rate: Double
  var delay = 0.0
  var answers = true
  /// Bytes that the queue holds; more is refused.
  var capacity = Double.infinity
  /// Bytes that have to drain before the queue has room for them again, from piece to piece.
  var pieces = 0.0...0

  private(set) var pacer = OutputPacer()
  private(set) var sent = 0
  private var queue = 0.0
  /// A piece, and what has drained of it.
  private var piece: Double
  private var drainedOfPiece = 0.0
  private var random = SeededGenerator(seed: 7)
  /// The capacities of the queue from piece to piece; nil if it stays the same.
  var capacities: ClosedRange<Double>?
  /// The bytes that were refused, and wait.
  private var waiting = 0.0
  /// The bytes in front of each question, and when its answer arrives once they are gone.
  private var questions: [(left: Double, arrival: Double?)] = []
  private let start = ContinuousClock.now
  private(set) var time = 0.0

  init(
    rate: Double,
    delay: Double = 0,
    answers: Bool = true,
    capacity: Double = .infinity,
    pieces: ClosedRange<Double> = 0...0
  ) {
    (self.rate, self.delay, self.answers) = (rate, delay, answers)
    (self.capacity, self.pieces, piece) = (capacity, pieces, pieces.upperBound)
    if answers {
      // The questions at the start.
      pacer.ask(behind: 0, at: now)
      pacer.answer(at: now + .seconds(delay))
    }
  }

  var now: ContinuousClock.Instant { start + .seconds(time) }

  /// The number of seconds before something that is sent now is on the screen.
  var latency: Double { (queue + waiting) / rate + delay / 2 }

  private var room: Double { capacity - queue - drainedOfPiece }

  /// Lets time pass, a millisecond at a time.
  mutating func pass(_ seconds: Double) {
    for _ in 0..<Int(seconds * 1_000) {
      time += 0.001
      let drained = min(queue, rate * 0.001)
      queue -= drained
      drainedOfPiece += drained
      if drainedOfPiece >= piece {
        drainedOfPiece -= piece == 0 ? drainedOfPiece : piece
        piece = Double.random(in: pieces, using: &random)
        if let capacities { capacity = Double.random(in: capacities, using: &random) }
      }
      if waiting > 0, room >= 1 { take() }
      for index in questions.indices where questions[index].arrival == nil {
        questions[index].left -= rate * 0.001
        if questions[index].left <= 0 { questions[index].arrival = time + delay }
      }
      while let first = questions.first, let arrival = first.arrival, arrival <= time {
        questions.removeFirst()
        pacer.answer(at: now)
        if pacer.wantsBareQuestion(at: now) {
          pacer.askBare(at: now)
          questions.append((queue, nil))
        }
      }
    }
  }

  /// Sends a frame if the pacer lets it, or the part that it lets; so much of it as there is room for.
  mutating func offer(_ length: Int) {
    guard waiting == 0, pacer.nextInstant(at: now) <= now else { return }
    send(min(length, pacer.sliceLength ?? length))
  }

  mutating func send(_ length: Int) {
    let asks = pacer.wantsQuestion(after: length)
    waiting += Double(length)
    take()
    guard asks else { return }
    pacer.ask(behind: Int(waiting), at: now)
    questions.append((queue + waiting, nil))
  }

  /// Takes as much of what waits as there is room for.
  private mutating func take() {
    let taken = max(0, min(waiting, room).rounded(.down))
    queue += taken
    waiting -= taken
    sent += Int(taken)
    pacer.send(Int(taken), at: now)
    if waiting > 0 { pacer.refuse(at: now) } else { pacer.accept(at: now) }
  }

  /// A flood: a frame of so many bytes is always there.
  mutating func flood(_ length: Int, seconds: Double, _ look: (Line) -> Void = { _ in }) {
    let end = time + seconds
    while time < end {
      offer(length)
      pass(0.016)
      look(self)
    }
  }
}

@Suite struct `The output rate follows the terminal` {
  @Test func `a flood is limited to 40 kB a second, however much a terminal accepts`() {
    for length in [100, 1_500, 6_500, 30_000] {
      var line = Line(rate: 10e6)
      line.flood(length, seconds: 10)
      #expect(line.sent <= 400_000 + length, "\(length)")
      // And the screen stays live.
      #expect(line.sent >= min(300_000, length * 400), "\(length)")
      #expect(!line.pacer.isSlow)
    }
  }

  @Test func `a short burst is not delayed`() {
    var line = Line(rate: 10e6)
    for _ in 0..<20 {
      let before = line.sent
      line.offer(1_000)
      #expect(line.sent == before + 1_000)
      line.pass(0.016)
    }
  }

  @Test(arguments: [500.0, 2_000, 10_000, 30_000], [0, 0.02, 0.2])
  func `a key is answered in time, whatever is queued`(rate: Double, delay: Double) {
    var line = Line(rate: rate, delay: delay)
    line.flood(6_500, seconds: 20)
    var worst = 0.0
    line.flood(6_500, seconds: 40) { worst = max(worst, $0.latency) }
    // A slice, and another one that was on its way; 200 bytes at least.
    #expect(worst < max(0.25, 600 / rate) + delay, "\(worst)")
    // And what the terminal takes is made use of.
    #expect(Double(line.sent) > rate * 60 * 0.1 / max(1, delay / 0.05))
  }

  @Test(arguments: [2_000.0, 10_000])
  func `for a terminal that answers nothing, the kernel's backpressure counts`(rate: Double) {
    var line = Line(rate: rate, answers: false, capacity: 16_384)
    // Once its buffer is full, and has drained again, …
    line.flood(6_500, seconds: 20_000 / rate + 2)
    #expect(line.pacer.isSlow)
    var (late, count) = (0, 0)
    line.flood(6_500, seconds: 15) {
      count += 1
      if $0.latency > 0.25 { late += 1 }
    }
    // … keys are answered in time.
    #expect(late * 20 < count, "\(late) of \(count)")
  }

  @Test(arguments: [1_000.0, 2_000, 10_000], [1_900.0, 4_600])
  func `for a kernel that frees its buffer in pieces, too`(rate: Double, piece: Double) {
    var line = Line(rate: rate, answers: false, capacity: 19_024, pieces: piece...piece)
    // It is full, gives way to a few pieces, and drains.
    line.flood(6_500, seconds: 2 + 4 * piece / rate + 19_024 / rate)
    #expect(line.pacer.rate.map { $0 < 1.5 * rate } ?? false, "\(line.pacer.rate ?? 0)")
    var (late, count) = (0, 0)
    line.flood(6_500, seconds: 15) {
      count += 1
      if $0.latency > max(0.25, 600 / rate) { late += 1 }
    }
    #expect(late * 20 < count, "\(late) of \(count)")
  }

  @Test(arguments: [1_000.0, 2_000, 10_000, 30_000])
  func `a varying queue of varying pieces stays paced for minutes`(rate: Double) {
    var line = Line(rate: rate, answers: false, capacity: 16_700, pieces: 1_900...4_600)
    line.capacities = 17_000...21_000
    line.flood(6_500, seconds: 6 + 4 * 4_600 / rate + 19_024 / rate)
    var (late, count, worst) = (0, 0, 0.0)
    let before = line.sent
    line.flood(6_500, seconds: 80) {
      count += 1
      worst = max(worst, $0.latency)
      if $0.latency > max(0.25, 600 / rate) { late += 1 }
    }
    #expect(late * 50 < count, "\(late) of \(count), \(worst) s")
    // And what the terminal takes is made use of.
    #expect(Double(line.sent - before) > rate * 80 * 0.5)
  }

  @Test func `a silent terminal that stopped for a moment is not slow`() {
    var line = Line(rate: 10e6, answers: false, capacity: 19_024, pieces: 1_900...1_900)
    line.flood(6_500, seconds: 5)
    line.rate = 10
    line.flood(6_500, seconds: 8)
    line.rate = 10e6
    line.flood(6_500, seconds: 5)
    #expect(!line.pacer.isSlow)
  }

  @Test func `a line that becomes fast again is used fully`() {
    var line = Line(rate: 2_000, delay: 0.05)
    line.flood(6_500, seconds: 30)
    #expect(line.pacer.isSlow)
    line.rate = 10e6
    line.flood(6_500, seconds: 20)
    #expect(!line.pacer.isSlow)
    let before = line.sent
    line.flood(6_500, seconds: 10)
    #expect(line.sent - before > 300_000)
  }

  @Test func `long latency alone is not slowness`() {
    var line = Line(rate: 10e6, delay: 0.3)
    line.flood(6_500, seconds: 20)
    #expect(!line.pacer.isSlow)
    #expect(line.sent > 600_000)
  }

  @Test func `a missing answer does not stop the screen`() {
    var line = Line(rate: 5_000)
    line.flood(6_500, seconds: 10)
    line.answers = false
    let pacer = line.pacer
    #expect(pacer.isSlow)
    var copy = pacer
    copy.ask(behind: 0, at: line.now)
    #expect(copy.nextInstant(at: line.now) <= line.now + .seconds(31))
  }
}

@Suite struct `The cost of a frame's lines` {
  private func buffer(_ lines: [String]) -> CellBuffer {
    var buffer = CellBuffer(TerminalSize(columns: 40, lines: lines.count))
    for (line, text) in lines.enumerated() { buffer.write(text, line: line, column: 0) }
    return buffer
  }

  @Test func `is nothing if they are unchanged, and little if they are scrolled`() {
    let old = buffer(["one", "two", "three", "four"])
    let costs = LineCosts(from: old, to: buffer(["zero", "one", "two", "four"]))
    #expect(costs[3] == 0 && costs[1] == costs[2] && costs[1] < costs[0])
    #expect(LineCosts(from: old, to: old).total == 0)
  }
}
