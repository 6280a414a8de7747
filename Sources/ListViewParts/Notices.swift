package import Feeds

/// Messages on the line of key hints: results of keys, and announcements.
package struct Notices: Sendable {
  /// The result of the last key, if the screen does not show it; until the next one.
  package private(set) var message: String?
  /// When that leaves; nil for with the next key.
  private var messageEnd: ContinuousClock.Instant?
  /// Whether a key was pressed; until then the key hints are what a newcomer needs.
  package private(set) var hasKeys = false
  /// The key problem that came last; it is announced.
  private var newKeyProblem: KeyProblem?
  /// Until when malformed input is announced, and when it was last.
  private var announcement: ContinuousClock.Instant?
  private var lastAnnouncement: ContinuousClock.Instant?

  /// How long the result of a key is shown: long enough to be read, and no longer than the key
  /// hints can be missed.
  private static let messageTime = Duration.milliseconds(2500)
  /// How long new malformed input takes the place of the key hints.
  private static let announcementTime = Duration.seconds(5)
  /// How long the key hints are left alone then, however much malformed input comes.
  private static let announcementPause = Duration.seconds(30)

  package init() {}

  /// Reports something until the next key; nil changes nothing.
  package mutating func report(_ text: String?) {
    if let text { message = text }
  }

  /// Limits the last message to some seconds, because a key caused it.
  package mutating func noteKey(at instant: ContinuousClock.Instant) {
    messageEnd = message.map { _ in instant + Self.messageTime }
  }

  /// The result of the last key, while it is shown.
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

  /// Announces malformed input and problems with the keys, if there are more than were known.
  ///
  /// The first is announced for some seconds; what follows soon after is only counted in the title,
  /// so that a feed full of it never covers the key hints.
  ///
  /// - Parameters:
  ///   - status: What was known.
  ///   - malformedInput: All malformed input.
  ///   - keyProblems: What keeps changes from being recognised, the worst first.
  ///   - isVisible: Whether the user looks at the list of it.
  ///   - instant: When.
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

  /// The announcement: for some seconds, or as long as there are no rows to look at instead.
  package func announcement(
    of status: FeedStatus,
    hasRows: Bool,
    in surroundings: Surroundings
  ) -> String? {
    let isAnnounced = announcement.map { surroundings.instant < $0 } ?? false
    guard isAnnounced || !hasRows else { return nil }
    let key = surroundings.keyMap.label(of: [.program(.malformedInput)])
    if let bad = status.malformedInput.newest.last {
      return Text.malformed(status.malformedInput.count, bad, key)
    }
    return (newKeyProblem ?? status.seriousKeyProblems.first).map { Text.problem($0, key) }
  }

  /// When what is reported or announced goes; nil for never.
  package func nextChange(after instant: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    [announcement, messageEnd].compactMap(\.self).filter { $0 > instant }.min()
  }

  /// What is reported.
  package enum Text {
    package static func malformed(_ count: Int, _ newest: MalformedInput, _ key: String) -> String {
      "\(key) shows \(grouped(count)) malformed · line \(grouped(newest.line)): \(newest.reason)"
    }
    package static func mouseOn(_ key: String) -> String {
      "mouse on: select text with shift, or after \(key)"
    }
    package static let mouseOff = "mouse off: the terminal selects text"
    package static func color(_ choice: String) -> String { "colour \(choice)" }
    package static func theme(_ name: String) -> String { "theme \(name)" }
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
  /// What is wrong with keys that a reader might not expect: rows of a log have none.
  package var seriousKeyProblems: [KeyProblem] {
    keyProblems.filter { ![.arrival, .rechosen].contains($0.kind) }
  }
}
