import Columns
package import FeedStore
internal import FeedValues
package import TerminalCore
package import Values

/// The state of a source that is failing or silent.
extension FeedState {
  /// The outage to show instead of `live`.
  package var shownOutage: SourceOutage? {
    let isAtEdge = player.isAtLiveEdge || player.count == 0
    return isHeld || status.isEnded || !isAtEdge ? nil : status.outage
  }

  /// The duration of an outage so far; nil if the time is unknown.
  func age(of outage: SourceOutage, in context: Context) -> Duration? {
    guard let since = outage.since, let present = context.present else { return nil }
    return max(.zero, present.timeSince(since))
  }

  /// Descriptions of the outage, from the longest to the shortest.
  func outagePositions(in context: Context) -> [String] {
    guard let outage = shownOutage else { return [] }
    var words: String?
    if let age = age(of: outage, in: context) {
      words = Text.failing(outage.text, for: SpanText(age).text)
    } else if let since = outage.since {
      words = Text.failing(outage.text, since: context.calendar.clock(of: since))
    }
    guard let words else { return [outage.text] }
    let data = lastArrival(in: context).map { "\(words) · \(Text.data(of: $0))" }
    return [data, words, outage.text].compactMap(\.self)
  }

  /// Descriptions of a live feed, from the longest to the shortest, with the time of the last arrival if that
  /// was a while ago.
  func freshPositions(in context: Context) -> [String] {
    guard isLoaded, let time = lastArrival(in: context) else { return [Text.live] }
    if freshness.isStalled(at: context.instant) { return [Text.stalled(time), Text.stalled] }
    return freshness.isQuiet(at: context.instant)
      ? [Text.updated(time), Text.live] : [Text.live]
  }

  /// The colour of a state that needs attention; nil for other states.
  package func alarm(in context: Context) -> Theme.Role? {
    if let shownOutage { return shownOutage.role }
    let isLive = !isHeld && !status.isEnded && isLoaded && player.isAtLiveEdge
    guard isLive, !player.isAtEndOfRecording, context.present != nil else { return nil }
    return freshness.isStalled(at: context.instant) ? .warning : nil
  }

  /// The time of day at which something last arrived.
  private func lastArrival(in context: Context) -> String? {
    guard let last = freshness.last, let clock = context.wallClock else { return nil }
    return context.calendar.clock(of: clock.time(at: last))
  }

  /// The bar of the outage; nil if it has none.
  package func outageBar(in context: Context) -> OutageBar? {
    guard hasBanner, let outage = shownOutage else { return nil }
    let key = { context.keyMap.label(of: [$0]) }
    var asides: [KeyHint] = []
    if let retry = retryText(outage, in: context) {
      asides = [KeyHint("", retry), KeyHint(key(.feed(.runNow)), Text.runNow)]
    }
    asides.append(KeyHint(key(.program(.malformedInput)), Text.details))
    let sign = outage.text.prefix(1)
    let reason = outage.words.map { "\(sign) \($0)" } ?? outage.text
    return OutageBar(
      context: context,
      reason: reason,
      role: outage.role,
      asides: asides
    )
  }

  /// The details of the outage, and of those before it, as lines with their roles.
  package func outageLines(in context: Context) -> [(text: String, role: Theme.Role)] {
    var lines = shownOutage.map { linesOfCurrent($0, in: context) } ?? []
    for outage in status.pastOutages.reversed() {
      if !lines.isEmpty { lines.append(("", .dim)) }
      let clocks = [
        outage.since.map { context.calendar.dateAndClock(of: $0) },
        outage.end.map { context.calendar.clock(of: $0) },
      ].compactMap(\.self)
      let span = outage.since.flatMap { since in
        outage.end.map { SpanText(max(.zero, $0.timeSince(since))).text }
      }
      lines.append((Text.past(outage.text, clocks.joined(separator: "–"), span), outage.role))
      if let words = outage.words { lines.append(("  \(words)", .dim)) }
    }
    return lines
  }

  private func linesOfCurrent(
    _ outage: SourceOutage,
    in context: Context
  ) -> [(text: String, role: Theme.Role)] {
    var state = outage.text
    if let age = age(of: outage, in: context), let since = outage.since {
      state = Text.failing(state, for: SpanText(age).text)
      state = Text.failing(state, since: context.calendar.dateAndClock(of: since))
    }
    var lines = [(state, outage.role)]
    if let words = outage.words { lines.append((words, .text)) }
    lines += outage.otherLines.map { ("  \($0)", .dim) }
    if let retry = retryText(outage, in: context) {
      lines.append(
        ("\(retry) · \(context.keyMap.label(of: [.feed(.runNow)])) \(Text.runNow)", .dim)
      )
    }
    if let time = lastArrival(in: context) { lines.append((Text.data(of: time), .dim)) }
    return lines
  }

  /// When the source is retried; nil if it is not.
  private func retryText(_ outage: SourceOutage, in context: Context) -> String? {
    outage.retry.map { retry in
      // Rounded up, so that a wait never reads as zero.
      let rest = retry - context.instant + .milliseconds(999)
      return rest < .seconds(1) ? Text.retrying : Text.retry(in: SpanText(rest).text)
    }
  }

  /// When the state shown next changes even if nothing happens; nil if never.
  package func nextStateChange(in context: Context) -> ContinuousClock.Instant? {
    let instant = context.instant
    guard let outage = shownOutage else {
      let isLive = !isHeld && !status.isEnded && context.wallClock != nil
      return isLive && isLoaded ? freshness.nextChange(after: instant) : nil
    }
    let age = age(of: outage, in: context).map { instant + SpanText($0).rest }
    guard let retry = outage.retry, retry > instant else { return age }
    let count = (retry - instant).components
    let tick = Duration(secondsComponent: 0, attosecondsComponent: count.attoseconds)
    return min(age ?? retry, instant + max(.milliseconds(1), tick))
  }
}

/// The reason why a feed is not delivering.
package struct SourceOutage: Hashable, Sendable {
  /// The kind of outage; that of the first one if several sources are affected.
  package var kind: FeedOutage
  /// The number of sources affected.
  package var count: Int
  /// The total number of sources.
  package var sourceCount: Int
  /// When it started; nil if unknown.
  package var since: FeedTime?
  /// The reason given by the source; nil if there is none.
  package var reason: String?
  /// When the source is retried; nil if it is not.
  package var retry: ContinuousClock.Instant?
  /// The last lines that the source wrote to standard error.
  package var errorLines: [String] = []
  /// When it ended; nil while it lasts, and if unknown.
  package var end: FeedTime?

  /// Creates an outage of some sources of a feed.
  package init(
    kind: FeedOutage,
    count: Int = 1,
    sourceCount: Int = 1,
    since: FeedTime? = nil,
    reason: String? = nil,
    retry: ContinuousClock.Instant? = nil
  ) {
    (self.kind, self.count, self.sourceCount, self.since) = (kind, count, sourceCount, since)
    (self.reason, self.retry) = (reason, retry)
  }

  /// A short description.
  package var text: String {
    let state =
      switch kind {
      case .failing: Text.failing
      case .reconnecting: Text.reconnecting
      case .missing: Text.missing
      case .tooLarge: Text.tooLarge
      }
    return "✗ \(sourceCount > 1 ? Text.some(count, of: sourceCount, state) : state)"
  }

  /// The reason as it is read: what the source wrote before how it ended, without the name, which the title shows.
  package var words: String? {
    guard let reason, let line = writtenLine else { return reason }
    let ending = reason.dropLast(line.count + Self.colon.count)
    let state = ending.ranges(of: Self.colon).last.map { ending[$0.upperBound...] } ?? ending
    return "\(line) · \(state)"
  }

  /// The lines of standard error that are not part of the reason.
  var otherLines: [String] { errorLines.filter { $0 != writtenLine } }

  /// The line of standard error that the reason ends in.
  private var writtenLine: String? {
    errorLines.first { reason?.hasSuffix(Self.colon + $0) ?? false }
  }

  private static let colon = ": "

  /// The colour of the state: a source that may recover has not failed.
  package var role: Theme.Role { kind == .reconnecting ? .warning : .failure }
}

extension SourceOutage {
  /// The names of the states.
  package enum Text {
    package static let failing = "failing"
    package static let reconnecting = "reconnecting"
    package static let missing = "file missing"
    package static let tooLarge = "too large"
    package static func some(_ count: Int, of all: Int, _ state: String) -> String {
      "\(count) of \(all) \(state)"
    }
  }
}

/// When something last arrived, and whether the next arrival is overdue.
package struct Freshness: Hashable, Sendable {
  /// When something last arrived; nil if nothing has.
  package private(set) var last: ContinuousClock.Instant?
  /// The intervals between the latest arrivals, newest last.
  private var gaps: [Duration] = []

  /// The silence of a feed after which the time of its last arrival is shown.
  private static let quietTime = Duration.seconds(10)
  /// The number of intervals from which a feed can be judged regular.
  private static let sampleSize = 8
  /// Arrivals closer together than this count as one.
  private static let minimumGap = Duration.milliseconds(100)

  package init() {}

  /// Records an arrival.
  package mutating func note(at instant: ContinuousClock.Instant) {
    guard let last else { return self.last = instant }
    guard instant - last >= Self.minimumGap else { return }
    gaps.append(instant - last)
    if gaps.count > Self.sampleSize { gaps.removeFirst() }
    self.last = instant
  }

  /// The time after an arrival when the next one of a regular feed is overdue; nil if the feed is not regular.
  private var patience: Duration? {
    guard gaps.count == Self.sampleSize, let longest = gaps.max(), let shortest = gaps.min(),
      longest <= shortest * 3
    else { return nil }
    return max(Self.quietTime, longest * Self.sampleSize)
  }

  /// Whether nothing has arrived for a while.
  package func isQuiet(at instant: ContinuousClock.Instant) -> Bool {
    last.map { instant - $0 >= Self.quietTime } ?? false
  }

  /// Whether an arrival of a regular feed is overdue.
  package func isStalled(at instant: ContinuousClock.Instant) -> Bool {
    guard let last, let patience else { return false }
    return instant - last >= patience
  }

  /// When these states next change even if nothing arrives; nil if never.
  package func nextChange(after instant: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard let last else { return nil }
    return [last + Self.quietTime, patience.map { last + $0 }].compactMap(\.self)
      .filter { $0 > instant }.min()
  }
}
