package import FeedIdentity
package import FeedStore
import FeedValues

/// Messages shown in place of the key hints: results of keys, and announcements.
package struct Notices: Sendable {
  /// The result of the last key, if nothing else on the screen shows it; cleared by the next key.
  package private(set) var message: String?
  /// When the message expires; nil if it stays until the next key.
  private var messageEnd: ContinuousClock.Instant?
  /// Whether a key was ever pressed; until then the key hints are worth more than announcements.
  package private(set) var hasKeys = false
  /// The most recent key problem, which is announced.
  private var newKeyProblem: KeyProblem?
  /// When the current announcement of malformed input ends, and when the last one began.
  private var announcement: ContinuousClock.Instant?
  private var lastAnnouncement: ContinuousClock.Instant?

  /// The time for which the result of a key is shown: enough to read it without hiding the key hints for long.
  private static let messageTime = Duration.milliseconds(2500)
  /// The time for which an announcement of malformed input replaces the key hints.
  private static let announcementTime = Duration.seconds(5)
  /// The minimum time between two announcements, however much malformed input arrives.
  private static let announcementPause = Duration.seconds(30)

  package init() {}

  /// Reports something until the next key; nil leaves the current message.
  package mutating func report(_ text: String?) {
    if let text { message = text }
  }

  /// Makes the current message expire after a few seconds, because a key caused it.
  package mutating func noteKey(at instant: ContinuousClock.Instant) {
    messageEnd = message.map { _ in instant + Self.messageTime }
  }

  /// The result of the last key, unless it has expired.
  package func message(at instant: ContinuousClock.Instant) -> String? {
    messageEnd.map { instant < $0 } ?? true ? message : nil
  }

  /// Clears the result of the last key, and announcements.
  package mutating func clear() {
    message = nil
    announcement = nil
    hasKeys = true
  }

  /// Clears the result of the last key.
  package mutating func clearMessage() { message = nil }

  /// Announces malformed input and key problems that were not known before.
  ///
  /// The first malformed input is announced for a few seconds; what follows soon after is only counted in the
  /// title, so that a feed full of it never hides the key hints.
  ///
  /// - Parameters:
  ///   - status: The status before.
  ///   - malformedInput: All malformed input.
  ///   - keyProblems: The problems that prevent changes from being tracked, worst first.
  ///   - isVisible: Whether the list of malformed input is on the screen.
  ///   - instant: The current time.
  package mutating func announce(
    after status: FeedStatus,
    malformedInput: MalformedInputLog,
    keyProblems: [KeyProblem],
    isVisible: Bool,
    at instant: ContinuousClock.Instant
  ) {
    let known = Set(status.keyProblems.map(\.kind))
    newKeyProblem = keyProblems.first { $0.kind != .arrival && !known.contains($0.kind) }
    guard malformedInput.count > status.malformedInput.count || newKeyProblem != nil, !isVisible,
      lastAnnouncement.map({ instant >= $0 + Self.announcementPause }) ?? true
    else { return }
    lastAnnouncement = instant
    announcement = instant + Self.announcementTime
  }

  /// The announcement, shown for a few seconds, or for as long as there are no rows to show.
  package func announcement(
    of status: FeedStatus,
    hasRows: Bool,
    in context: Context
  ) -> String? {
    let isAnnounced = announcement.map { context.instant < $0 } ?? false
    guard isAnnounced || !hasRows else { return nil }
    let key = context.keyMap.label(of: [.program(.malformedInput)])
    if let newest = status.malformedInput.newest.last {
      return Text.malformed(status.malformedInput.count, newest, key)
    }
    return (newKeyProblem ?? status.seriousKeyProblems.first).map { Text.problem($0, key) }
  }

  /// When the message or the announcement expires; nil if neither does.
  package func nextChange(after instant: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    [announcement, messageEnd].compactMap(\.self).filter { $0 > instant }.min()
  }

  /// The texts of messages and announcements.
  package enum Text {
    package static func malformed(_ count: Int, _ newest: MalformedInput, _ key: String) -> String {
      "\(key) shows \(grouped(count)) malformed · line \(grouped(newest.line)): \(newest.reason)"
    }
    package static func mouseOn(_ key: String) -> String {
      "mouse on: select text with shift, or after \(key)"
    }
    package static let mouseOff = "mouse off: the terminal selects text"
    package static func color(_ choice: String) -> String { "colour \(choice)" }
    package static func bell(_ state: String) -> String { "bell \(state)" }
    package static func problem(_ problem: KeyProblem, _ key: String) -> String {
      "\(key) shows more · \(problem)"
    }
    package static func unbound(_ key: Character, help: String) -> String {
      "\(key): no such key · \(help) for help"
    }
  }
}

extension FeedStatus {
  /// The key problems that a user might not expect; a log, for example, is expected to have no keys.
  package var seriousKeyProblems: [KeyProblem] {
    keyProblems.filter { ![.arrival, .rechosen].contains($0.kind) }
  }
}
