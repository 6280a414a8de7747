public import Feeds
public import Values

extension ChangeLog {
  /// The line that reports that a source is failing or works again; nil if changes are written for
  /// people, who are told in other ways.
  ///
  /// - Parameters:
  ///   - outage: Why it fails; nil if it works.
  ///   - notice: What happened, in words.
  ///   - time: When.
  /// - Returns: A JSON object with `step`, `at`, `op`, `state` and `message`, without a newline.
  public func line(for outage: FeedOutage?, _ notice: String?, at time: FeedTime) -> String? {
    guard format == .jsonl else { return nil }
    let state =
      switch outage {
      case nil: "live"
      case .failing: "failing"
      case .reconnecting: "reconnecting"
      case .missing: "missing"
      }
    let message = notice.map { ",\"message\":\(jsonString($0))" } ?? ""
    return
      "{\"step\":\(stepCount),\"at\":\(time.secondsText),\"op\":\"source\",\"state\":\"\(state)\"\(message)}"
  }
}
