package import FeedStore
package import Values

extension ChangeLog {
  /// The line that reports that a source started to fail or recovered; nil in the format for people, who are
  /// informed otherwise.
  ///
  /// - Parameters:
  ///   - outage: Why the source fails; nil if it works.
  ///   - notice: A description of what happened.
  ///   - time: When it happened.
  /// - Returns: A JSON object with `step`, `at`, `op`, `state` and `message`, without a newline.
  package func line(for outage: FeedOutage?, _ notice: String?, at time: FeedTime) -> String? {
    guard format == .jsonl else { return nil }
    let state =
      switch outage {
      case nil: "live"
      case .failing: "failing"
      case .reconnecting: "reconnecting"
      case .missing: "missing"
      case .tooLarge: "too large"
      }
    let message = notice.map { ",\"message\":\(jsonString($0))" } ?? ""
    return
      "{\"step\":\(stepCount),\"at\":\(time.secondsText),\"op\":\"source\",\"state\":\"\(state)\"\(message)}"
  }
}
