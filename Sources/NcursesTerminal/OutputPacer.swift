/// Decides how much may be sent to a terminal, and when, by how fast it takes output.
///
/// Between a program and its screen there are buffers that hold seconds of a slow connection: what
/// is in them cannot be taken back, and the answer to a key waits behind it. So no more is sent
/// than the terminal takes.
///
/// - Output that nobody asked for is sent at ``standardRate`` at most, after a burst; a key is always
///   answered.
/// - If the terminal answers queries, one follows every kilobyte or more: its answer arrives when
///   everything before it has been drawn. Until then no more is sent than a window, which grows
///   when answers arrive fast, and nothing to a slow terminal.
/// - If it does not, the rate is measured from the times at which the kernel accepts no more, and
///   what was sent is assumed to drain at that rate.
///
/// A value: instants are passed in.
public struct OutputPacer: Hashable, Sendable {
  /// Bytes per second of output that nobody asked for.
  public static let standardRate = 36_000.0
  /// Bytes that may be sent at once before the rate applies.
  public static let burst = 24_000.0
  /// Bytes per second from which on a terminal is not slow.
  public static let fastRate = 60_000.0
  /// The number of seconds of output that a slow terminal is sent at once.
  static let sliceTime = 0.1
  /// Bytes between queries.
  static let questionDistance = 1_000
  /// Bytes that are sent before the first query is answered, and the time to wait for its answer.
  static let firstLength = 6_000
  static let firstPatience = Duration.seconds(2)
  /// The window at the start, and while answers arrive fast, in bytes.
  static let smallestWindow = 4_000
  static let largestWindow = 64_000
  /// The number of seconds to wait for an answer.
  static let longestSilence = 15.0
  /// The time after a refusal in which another one counts as that of the same queue, never empty in between.
  static let refusalMemory = Duration.seconds(20)
  /// The interval at which the round trip is measured.
  static let bareInterval = Duration.seconds(5)
  /// The share of a measured rate that is relied on: an overrated one fills the queue in the end.
  static let certainShare = 0.85
  /// The approximate number of bytes more that it holds once it has been full for a while.
  static let capacityGrowth = 4_000.0
  /// The minimum numbers of pieces of a full queue, and of seconds, over which a rate is measured.
  static let certainPieces = 2
  static let certainTime = 1.0
  /// The approximate number of bytes in a full pseudoterminal.
  static let kernelCapacity = 19_000.0

  /// A query that has not been answered.
  private struct Question: Hashable {
    /// The number of bytes sent before it.
    var end: Int
    var instant: ContinuousClock.Instant
    /// Whether nothing was sent with it, so that it measures the round trip.
    var isBare: Bool
  }

  /// When the kernel had no room, and how much had been sent by then.
  private struct Refusal: Hashable {
    var instant: ContinuousClock.Instant
    var sent: Int
  }

  /// Whether the terminal has answered a query.
  public private(set) var answersQuestions = false
  /// Bytes per second that the terminal takes; nil if it takes everything.
  public private(set) var rate: Double?

  /// The bytes that may be in flight to a terminal that is not known to be slow.
  private var window = OutputPacer.smallestWindow
  private var sent = 0
  private var answered = 0
  private var questions: [Question] = []
  private var lastAnswer: ContinuousClock.Instant?
  /// The shortest time that an answer took, in seconds.
  private var roundTrip = Double.infinity
  /// When the last query was sent that followed nothing.
  private var lastBare: ContinuousClock.Instant?

  /// Bytes beyond the standard rate, and when.
  private var spent = 0.0
  private var spentInstant: ContinuousClock.Instant?

  /// The estimated bytes in the kernel's buffer, and when.
  private var backlog = 0.0
  private var backlogInstant: ContinuousClock.Instant?
  /// When the kernel refused more for the last time.
  private var refusal: Refusal?
  /// The first refusal of a queue that has not been empty since which came as soon as a piece was
  /// filled, and how many pieces followed.
  private var firstPiece: Refusal?
  private var pieces = 0
  private var isRefused = false
  /// When a measured rate expires, and how long the next one lasts.
  private var expiry: ContinuousClock.Instant?
  private var validity = Duration.seconds(120)

  /// Creates a pacer for a terminal to which nothing has been sent.
  public init() {}

  /// The number of queries that have not been answered.
  public var openQuestions: Int { questions.count }

  /// Whether the terminal takes less than the standard rate.
  public var isSlow: Bool { rate.map { $0 < Self.fastRate } ?? false }

  /// The bytes that may be sent at once; nil for no limit.
  public var sliceLength: Int? { isSlow ? max(200, Int((rate ?? 0) * Self.sliceTime)) : nil }

  /// Whether a query should follow a frame of that many bytes.
  public func wantsQuestion(after count: Int) -> Bool {
    guard answersQuestions, questions.count < 64 else { return false }
    return isSlow || sent + count - (questions.last?.end ?? answered) >= Self.questionDistance
  }

  // MARK: Events

  /// Records bytes that the kernel has accepted.
  public mutating func send(_ count: Int, at instant: ContinuousClock.Instant) {
    guard count > 0 else { return }
    spent = spending(at: instant) + Double(count)
    spentInstant = instant
    backlog = reckonedBacklog(at: instant) + Double(count)
    backlogInstant = instant
    sent += count
  }

  /// Records a query after everything that was given to be sent.
  ///
  /// - Parameters:
  ///   - waiting: The bytes that the kernel has not accepted yet.
  ///   - instant: When.
  public mutating func ask(behind waiting: Int, at instant: ContinuousClock.Instant) {
    questions.append(Question(end: sent + waiting, instant: instant, isBare: false))
  }

  /// Whether to send a query that follows nothing, to measure the round trip.
  public func wantsBareQuestion(at instant: ContinuousClock.Instant) -> Bool {
    guard answersQuestions, isSlow, questions.isEmpty else { return false }
    return lastBare.map { $0 + Self.bareInterval <= instant } ?? true
  }

  /// Records a query that follows nothing.
  public mutating func askBare(at instant: ContinuousClock.Instant) {
    questions.append(Question(end: sent, instant: instant, isBare: true))
    lastBare = instant
  }

  /// Records the answer to the oldest query.
  public mutating func answer(at instant: ContinuousClock.Instant) {
    answersQuestions = true
    guard !questions.isEmpty else { return }
    let question = questions.removeFirst()
    let delay = question.instant.duration(to: instant).inSeconds
    roundTrip = question.isBare ? delay : min(roundTrip, delay)
    let count = Double(question.end - answered)
    answered = question.end
    // The connection was busy since the previous answer, or idle until the query; if nothing was
    // queued, it was idle in between.
    var drained = delay - roundTrip
    if let lastAnswer, lastAnswer > question.instant {
      drained = min(drained, lastAnswer.duration(to: instant).inSeconds)
    }
    lastAnswer = instant
    if question.isBare { return }
    if drained > Self.sliceTime {
      window = Self.smallestWindow
    } else if count >= Double(Self.questionDistance) {
      window = min(window * 2, Self.largestWindow)
    }
    if drained > 0.03, count >= 100 {
      learn(count / drained)
    } else if let rate {
      // It took no measurable time.
      self.rate = rate * 2 < Self.fastRate ? rate * 2 : nil
    }
  }

  /// Records that the kernel accepts no more.
  public mutating func refuse(at instant: ContinuousClock.Instant) {
    backlog = max(reckonedBacklog(at: instant), Self.kernelCapacity)
    backlogInstant = instant
    isRefused = true
    measureRefusal(at: instant)
  }

  /// Records that the kernel has accepted everything that waited.
  public mutating func accept(at instant: ContinuousClock.Instant) {
    isRefused = false
  }

  /// Measures from one refusal to another: the buffer was full at both, so that what was accepted in
  /// between was taken by the terminal.
  ///
  /// The buffer is freed in pieces of some kilobytes, so that the first refusal may come at any time
  /// within one, and what it holds differs by a fifth: a piece alone tells little. A terminal that only
  /// stopped for a moment does not take pieces for a second.
  private mutating func measureRefusal(at instant: ContinuousClock.Instant) {
    guard !answersQuestions else { return }
    let current = Refusal(instant: instant, sent: sent)
    guard let last = refusal, last.instant + Self.refusalMemory > instant else {
      if let rate, isSlow { self.rate = corrected(rate, since: refusal, current) }
      return (refusal, firstPiece, pieces) = (current, nil, 0)
    }
    guard sent > last.sent, last.instant.duration(to: instant).inSeconds >= 0.05 else { return }
    refusal = current
    guard let first = firstPiece else { return firstPiece = current }
    pieces += 1
    let time = first.instant.duration(to: instant).inSeconds
    guard pieces >= Self.certainPieces, time >= Self.certainTime else { return }
    // The growth of the buffer's content was not taken by the terminal.
    let count = Double(sent - first.sent)
    let measured = max(count - Self.capacityGrowth, count * 0.6) / time
    guard measured < Self.fastRate * 2 else { return rate = nil }
    rate = max(measured, 100)
    guard isSlow, expiry == nil else { return }
    expiry = instant + validity
    validity = min(validity * 2, .seconds(600))
  }

  /// The rate if a queue is full that was thought to be empty.
  ///
  /// Between two times at which it was full all that was sent has been taken, but it may have been empty
  /// meanwhile, and more could have been taken.
  private func corrected(_ rate: Double, since last: Refusal?, _ current: Refusal) -> Double {
    guard let last else { return rate }
    let time = max(last.instant.duration(to: current.instant).inSeconds, 1)
    let least = max(rate / 2, 100)
    return min(max(Double(current.sent - last.sent) / time, least), max(rate * 0.85, least))
  }

  private mutating func learn(_ sample: Double) {
    let known = rate ?? sample
    rate = max((known + sample) / 2, 100)
    if let rate, rate >= Self.fastRate * 2 { self.rate = nil }
  }

  // MARK: Permissions

  /// When output that nobody asked for may be sent.
  ///
  /// - Parameter instant: The present.
  /// - Returns: An instant; in the past if it may be sent now. It may become earlier when an answer
  ///   arrives.
  public mutating func nextInstant(at instant: ContinuousClock.Instant) -> ContinuousClock.Instant {
    if let expiry, expiry <= instant {
      // The terminal may have become faster since.
      (self.expiry, rate, backlog) = (nil, nil, 0)
    }
    let excess = spending(at: instant) - Self.burst
    var next = excess > 0 ? instant + .seconds(excess / Self.standardRate) : instant
    if !answersQuestions, let first = questions.first, sent > Self.firstLength {
      next = max(next, first.instant + Self.firstPatience)
    }
    if answersQuestions, let last = questions.last, isSlow || sent - answered > window {
      // Answers may be lost; do not wait for ever.
      let time = rate.map { 2 * Double(last.end - answered) / $0 + 1 + roundTrip } ?? .infinity
      next = max(next, last.instant + .seconds(min(time, Self.longestSilence)))
    }
    guard isSlow, let rate else { return next }
    if !answersQuestions {
      next = max(
        next,
        instant + .seconds(max(reckonedBacklog(at: instant) - rate * 0.05, 0) / rate)
      )
    }
    return next
  }

  /// Whether more is drawn than may be sent.
  public func isBusy(at instant: ContinuousClock.Instant) -> Bool {
    isSlow || isRefused || spending(at: instant) > Self.burst / 2
  }

  private func spending(at instant: ContinuousClock.Instant) -> Double {
    guard let spentInstant else { return 0 }
    return max(0, spent - spentInstant.duration(to: instant).inSeconds * Self.standardRate)
  }

  private func reckonedBacklog(at instant: ContinuousClock.Instant) -> Double {
    guard let backlogInstant, let rate else { return 0 }
    let drained = backlogInstant.duration(to: instant).inSeconds * rate * Self.certainShare
    return max(0, backlog - drained)
  }
}

extension Duration {
  fileprivate var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
