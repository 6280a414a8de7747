package import TerminalCore
package import Values

/// The meaning of a status to the user.
package enum StatusTone: Hashable, Sendable {
  /// Succeeded, or in order.
  case good
  /// Waiting, or in progress.
  case pending
  /// Failed, or in need of attention.
  case bad
  /// Finished, or without a meaning.
  case neutral

  /// The tone of a status word, in any case and with any separators.
  package init(_ status: String) {
    // Status words are short; longer values are cut.
    let word = status.utf8.prefix(80).map { byte in
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: " "): UInt8(ascii: "_")
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      default: byte
      }
    }
    if word.starts(with: "exited_(0)".utf8) {
      self = .neutral
    } else {
      self = Self.tone(of: word[...]) ?? Self.toneOfLevel(word) ?? Self.toneOfPart(word) ?? .neutral
    }
  }

  private static func toneOfLevel(_ word: [UInt8]) -> StatusTone? {
    guard word.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) else { return nil }
    return Level(String(decoding: word, as: UTF8.self)).map { StatusTone(level: $0) }
  }

  /// The tone by the last part, as in `Init:Error`, or by the first word, as in `Up 3 hours` and
  /// `Exited (1) 2 minutes ago`.
  private static func toneOfPart(_ word: [UInt8]) -> StatusTone? {
    let isSeparator = { (byte: UInt8) in byte == UInt8(ascii: ":") || byte == UInt8(ascii: ",") }
    guard let start = word.firstIndex(where: { !isSeparator($0) }),
      let last = word.lastIndex(where: { !isSeparator($0) })
    else { return nil }
    let inside = word[start...last]
    let lastPart = inside.lastIndex(where: isSeparator).map { inside[($0 + 1)...] } ?? inside
    return tone(of: lastPart)
      ?? tone(of: inside.prefix { !isSeparator($0) && $0 != UInt8(ascii: "_") })
  }

  /// The tone of a word in the lists; nil for any other.
  private static func tone(of word: ArraySlice<UInt8>) -> StatusTone? {
    words[String(decoding: word, as: UTF8.self)]
  }

  /// The tone of a log level; neutral for none.
  package init(level: Level?) {
    switch level {
    case .error, .critical, .alert, .emergency: self = .bad
    case .warning: self = .pending
    case .trace, .debug, .info, .notice, nil: self = .neutral
    }
  }

  private static let words: [String: StatusTone] = {
    let lists: [(StatusTone, String)] = [
      (
        .good,
        """
        succeeded success successful paid active running ok ready completed complete done passed \
        pass won healthy available bound up online enabled approved merged established true \
        delivered estab listening resolved synced deployed installed
        """
      ),
      (
        .pending,
        """
        pending in_transit queued in_progress processing waiting requested starting \
        containercreating restarting terminating under_review trialing requires_action open \
        requires_payment_method requires_confirmation requires_capture scheduled warning degraded \
        shipped packed out_for_delivery activating deactivating reloading initializing building \
        deploying preparing podinitializing init paused unknown unpacked half_configured \
        half_installed triggers_pending triggers_awaited
        """
      ),
      (
        .bad,
        """
        failed failure error declined lost past_due unpaid crashloopbackoff imagepullbackoff \
        errimagepull oomkilled evicted dead exited unhealthy timed_out needs_response down offline \
        blocked rejected expired critical fatal aborted overdue uncollectible notready not_ready \
        createcontainerconfigerror createcontainererror invalidimagename errimageneverpull \
        startup_failure action_required unreachable
        """
      ),
    ]
    var words: [String: StatusTone] = [:]
    for (tone, list) in lists {
      for word in list.split(separator: " ") { words[String(word)] = tone }
    }
    return words
  }()
}

extension StatusTone {
  package var role: Theme.Role {
    switch self {
    case .good: .success
    case .pending: .pending
    case .bad: .failure
    case .neutral: .dim
    }
  }
}

extension Theme.Role {
  /// An inserted row.
  package static let inserted = Theme.Role("inserted", .green)
  /// A deleted row.
  package static let deleted = Theme.Role("deleted", .red)
  /// A moved row.
  package static let moved = Theme.Role("moved", .blue)
  /// A row or cell with new content.
  package static let changed = Theme.Role("changed", .amber)
  /// A status that is not decided yet.
  package static let pending = Theme.Role("pending", .amber)

  /// The roles whose colours can be configured, in the order in which they are listed.
  package static let configurable: [Theme.Role] = [
    text, dim, faint, accent, inserted, deleted, moved, changed, warning, success, failure, pending,
  ]
}
