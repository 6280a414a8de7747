package import Values

/// The meaning of a status to the user.
public enum StatusTone: Hashable, Sendable {
  /// Succeeded, or in order.
  case good
  /// Waiting, or in progress.
  case pending
  /// Failed, or in need of attention.
  case bad
  /// Finished, or without a meaning.
  case neutral

  /// The tone of a status word, in any case and with any separators.
  public init(_ status: String) {
    // Status words are short; longer values are cut.
    let status = String(decoding: status.utf8.prefix(80), as: UTF8.self)
    let word = String(status.lowercased().map { $0 == "-" || $0 == " " ? "_" : $0 })
    // The first word decides in `Up 3 hours` and `Exited (1) 2 minutes ago`, the last one in `Init:Error`.
    let parts = word.split { ":,".contains($0) }
    self =
      word.hasPrefix("exited_(0)")
      ? .neutral
      : Self.words[word] ?? Level(word).map { StatusTone(level: $0) }
        ?? parts.last.flatMap { Self.words[String($0)] }
        ?? parts.first.flatMap { Self.words[String($0.prefix { $0 != "_" })] } ?? .neutral
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
