/// Decides how much may be sent to a terminal, and when, by what it takes.
///
/// Between a program and its screen lie buffers that hold seconds of a slow line: what is in them
/// cannot be taken back, and the answer to a key waits behind it. So no more is sent than the terminal
/// takes.
///
/// - What nobody asked for comes at ``standardRate`` at most, after a burst; a key is always answered.
/// - Where the terminal answers questions, one stands behind every kilobyte or more: its answer comes
///   when all before it has been drawn. While it is missing no more is sent than a window that grows
///   when answers come fast, and to a slow terminal nothing.
/// - Where it does not, the kernel's refusal to take more is measured, and what was sent is taken to
///   drain at the rate that this came to.
///
/// A value: the instants are passed in.
public struct OutputPacer: Hashable, Sendable {
  /// Bytes a second of what nobody asked for.
  public static let standardRate = 36_000.0
  /// Bytes that may be sent at once before the rate counts.
  public static let burst = 24_000.0
  /// Bytes a second from which on a terminal is not slow.
  public static let fastRate = 60_000.0
  /// How long what is sent to a slow terminal at once takes it, in seconds.
  static let sliceTime = 0.1
  /// Bytes behind which a question stands.
  static let questionDistance = 1_000
  /// Bytes that are sent before the first question is answered, and how long its answer is waited for.
  static let firstLength = 6_000
  static let firstPatience = Duration.seconds(2)
  /// The bytes on their way at the start, and when the answers come fast.
  static let smallestWindow = 4_000
  static let largestWindow = 64_000
  /// How long an answer is waited for, in seconds.
  static let longestSilence = 15.0
  /// How long one refusal and the next are taken to be of one queue that never was empty.
  static let refusalMemory = Duration.seconds(20)
  /// How often it is asked how long the way is.
  static let bareInterval = Duration.seconds(5)
  /// Bytes that a pseudoterminal holds when it takes no more, about.
  static let kernelCapacity = 16_384.0

  /// A question that has not been answered.
  private struct Question: Hashable {
    /// The bytes that had been sent with it.
    var end: Int
    var instant: ContinuousClock.Instant
    /// Whether nothing was sent with it, so that it tells how long the way is.
    var isBare: Bool
  }

  private struct Refusal: Hashable {
    var instant: ContinuousClock.Instant
    var sent: Int
    /// Whether the kernel has just taken something.
    var isAtPiece: Bool
  }

  /// Whether the terminal has answered a question.
  public private(set) var answersQuestions = false
  /// How many bytes a second the terminal takes; nil where it takes all that comes.
  public private(set) var rate: Double?

  /// The bytes that may be on their way to a terminal of which nobody knows yet that it is slow.
  private var window = OutputPacer.smallestWindow
  private var sent = 0
  private var answered = 0
  private var questions: [Question] = []
  private var lastAnswer: ContinuousClock.Instant?
  /// The shortest time that an answer took, in seconds.
  private var roundTrip = Double.infinity
  /// When the last question was asked that stood behind nothing.
  private var lastBare: ContinuousClock.Instant?

  /// Bytes beyond the standard rate, and when that was so.
  private var spent = 0.0
  private var spentInstant: ContinuousClock.Instant?

  /// Bytes that lie in the kernel's buffer by our reckoning, and when that was so.
  private var backlog = 0.0
  private var backlogInstant: ContinuousClock.Instant?
  /// When the kernel refused, or took something after it had, and how much had been sent then.
  private var refusal: Refusal?
  private var isRefused = false
  /// When a rate that was measured by a refusal is forgotten, and how long the next one holds.
  private var expiry: ContinuousClock.Instant?
  private var validity = Duration.seconds(120)

  /// Makes a pacer of a terminal that nothing was sent to.
  public init() {}

  /// How many questions have not been answered.
  public var openQuestions: Int { questions.count }

  /// Whether the terminal takes less than what is drawn at leisure.
  public var isSlow: Bool { rate.map { $0 < Self.fastRate } ?? false }

  /// The bytes that may be sent at once; nil for as many as there are.
  public var sliceLength: Int? { isSlow ? max(200, Int((rate ?? 0) * Self.sliceTime)) : nil }

  /// Whether a question shall stand behind a frame of so many bytes.
  public func wantsQuestion(after count: Int) -> Bool {
    guard answersQuestions, questions.count < 64 else { return false }
    return isSlow || sent + count - (questions.last?.end ?? answered) >= Self.questionDistance
  }

  // MARK: What happens

  /// Takes note of bytes that the kernel has taken.
  public mutating func send(_ count: Int, at instant: ContinuousClock.Instant) {
    guard count > 0 else { return }
    spent = spending(at: instant) + Double(count)
    spentInstant = instant
    backlog = reckonedBacklog(at: instant) + Double(count)
    backlogInstant = instant
    sent += count
  }

  /// Takes note of a question behind all that was given to be sent.
  ///
  /// - Parameters:
  ///   - waiting: The bytes that the kernel has not taken yet.
  ///   - instant: When.
  public mutating func ask(behind waiting: Int, at instant: ContinuousClock.Instant) {
    questions.append(Question(end: sent + waiting, instant: instant, isBare: false))
  }

  /// Whether a question is wanted that stands behind nothing, to tell how long the way is.
  public func wantsBareQuestion(at instant: ContinuousClock.Instant) -> Bool {
    guard answersQuestions, isSlow, questions.isEmpty else { return false }
    return lastBare.map { $0 + Self.bareInterval <= instant } ?? true
  }

  /// Takes note of a question that stands behind nothing.
  public mutating func askBare(at instant: ContinuousClock.Instant) {
    questions.append(Question(end: sent, instant: instant, isBare: true))
    lastBare = instant
  }

  /// Takes note of the answer to the oldest question.
  public mutating func answer(at instant: ContinuousClock.Instant) {
    answersQuestions = true
    guard !questions.isEmpty else { return }
    let question = questions.removeFirst()
    let delay = question.instant.duration(to: instant).inSeconds
    roundTrip = question.isBare ? delay : min(roundTrip, delay)
    let count = Double(question.end - answered)
    answered = question.end
    // The line was busy since the answer before, or idle until the question; where nothing queued, it
    // was idle in between.
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
      // It took no time that could be told.
      self.rate = rate * 2 < Self.fastRate ? rate * 2 : nil
    }
  }

  /// Takes note that the kernel refuses to take more.
  public mutating func refuse(at instant: ContinuousClock.Instant) {
    backlog = max(reckonedBacklog(at: instant), Self.kernelCapacity)
    backlogInstant = instant
    isRefused = true
    measureRefusal(at: instant)
  }

  /// Takes note that the kernel has taken all that waited.
  public mutating func accept(at instant: ContinuousClock.Instant) {
    guard isRefused else { return }
    measureRefusal(at: instant)
    isRefused = false
  }

  /// Measures from one time at which the kernel took something again to another: it frees its room in
  /// pieces, and only between two of them the time is that of the terminal.
  private mutating func measureRefusal(at instant: ContinuousClock.Instant) {
    guard !answersQuestions else { return }
    guard let last = refusal, last.instant + Self.refusalMemory > instant else {
      refusal = Refusal(instant: instant, sent: sent, isAtPiece: false)
      return
    }
    let time = last.instant.duration(to: instant).inSeconds
    guard sent > last.sent, time >= 0.05 else { return }
    refusal = Refusal(instant: instant, sent: sent, isAtPiece: true)
    guard last.isAtPiece else { return }
    learn(Double(sent - last.sent) / time)
    if isSlow {
      expiry = instant + validity
      validity = min(validity * 2, .seconds(600))
    }
  }

  private mutating func learn(_ sample: Double) {
    let known = rate ?? sample
    rate = max((known + sample) / 2, 100)
    if let rate, rate >= Self.fastRate * 2 { self.rate = nil }
  }

  // MARK: What may be sent

  /// When something that nobody asked for may be sent.
  ///
  /// - Parameter instant: The present.
  /// - Returns: An instant that is past where it may be sent now. It may come to be earlier when an
  ///   answer arrives.
  public mutating func nextInstant(at instant: ContinuousClock.Instant) -> ContinuousClock.Instant {
    if let expiry, expiry <= instant {
      // It may have become faster since.
      (self.expiry, rate, backlog) = (nil, nil, 0)
    }
    let excess = spending(at: instant) - Self.burst
    var next = excess > 0 ? instant + .seconds(excess / Self.standardRate) : instant
    if !answersQuestions, let first = questions.first, sent > Self.firstLength {
      next = max(next, first.instant + Self.firstPatience)
    }
    if answersQuestions, let last = questions.last, isSlow || sent - answered > window {
      // Answers may be lost, but not the program's patience.
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

  /// Whether more comes than may be sent.
  public func isBusy(at instant: ContinuousClock.Instant) -> Bool {
    isSlow || isRefused || spending(at: instant) > Self.burst / 2
  }

  private func spending(at instant: ContinuousClock.Instant) -> Double {
    guard let spentInstant else { return 0 }
    return max(0, spent - spentInstant.duration(to: instant).inSeconds * Self.standardRate)
  }

  private func reckonedBacklog(at instant: ContinuousClock.Instant) -> Double {
    guard let backlogInstant, let rate else { return 0 }
    return max(0, backlog - backlogInstant.duration(to: instant).inSeconds * rate)
  }
}

extension Duration {
  fileprivate var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
