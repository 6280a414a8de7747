import Columns
package import FeedIdentity
package import FeedSources
package import FeedStore
import FeedValues
internal import ListViewParts
internal import TableModel
internal import Values

extension App {
  /// Receives items from an intake, and what it currently knows about the feed.
  ///
  /// - Parameters:
  ///   - items: The items; may be empty.
  ///   - intake: The intake that read them.
  ///   - instant: The current time.
  /// - Returns: Whether the screen may change.
  @discardableResult
  package mutating func receive(
    _ items: [FeedItem],
    from intake: FeedIntake,
    at instant: ContinuousClock.Instant
  ) -> Bool {
    var status = status
    (status.keyRule, status.source) = (intake.keyRule, intake.sourceField)
    status.hasHeader = intake.hasHeader
    status.readsDownwards = intake.readsDownwards
    status.opensAtEnd = intake.opensAtEnd && !setup.configuration.picks
    status.setOutage(outage(of: intake, at: instant), at: wallClock?.time(at: instant))
    let hasOutageChanged = status.outage != self.status.outage
    if status != self.status { self.status = status }
    clocks = intake.volatileFields
    clocks.derive(feed.derivedFields.map(\.path))
    let keyProblems = intake.keyProblems
    let hasProblem =
      status.malformedInput.count != intake.malformedInput.count
      || status.keyProblems != keyProblems
    if hasProblem {
      receive(malformedInput: intake.malformedInput, keyProblems: keyProblems, at: instant)
    }
    if !items.isEmpty { receive(items, at: instant) }
    return hasOutageChanged || hasProblem || !items.isEmpty
  }

  /// Receives the malformed input so far, and the problems with the rows' keys.
  ///
  /// - Parameters:
  ///   - malformedInput: All malformed input.
  ///   - keyProblems: The problems that prevent changes from being tracked, worst first.
  ///   - instant: The current time.
  package mutating func receive(
    malformedInput: MalformedInputLog,
    keyProblems: [KeyProblem],
    at instant: ContinuousClock.Instant
  ) {
    var isVisible = false
    if var pane = layers.last?.contents(as: MalformedInputPane.self) {
      isVisible = true
      pane.update(log: malformedInput, keyProblems: keyProblems, in: context(at: instant))
      layers[layers.count - 1] = .pane(pane)
    }
    notices.announce(
      after: feed.status,
      malformedInput: malformedInput,
      keyProblems: keyProblems,
      isVisible: isVisible,
      at: instant
    )
    (feed.status.malformedInput, feed.status.keyProblems) = (malformedInput, keyProblems)
  }

  /// The current outage of the sources; nil if there is none.
  private func outage(
    of intake: FeedIntake,
    at instant: ContinuousClock.Instant
  ) -> SourceOutage? {
    let outages = intake.outages
    return outages.first.map { first in
      let problem = intake.problem
      var outage = SourceOutage(
        kind: first,
        count: outages.count,
        sourceCount: intake.sourceCount,
        since: status.outage.map(\.since) ?? wallClock?.time(at: instant),
        reason: problem?.reason,
        retry: problem?.retry
      )
      outage.errorLines = problem?.errorLines ?? []
      return outage
    }
  }

  /// Examines the changes up to the player's position, each once.
  mutating func lookAtChanges(isNews: Bool, at instant: ContinuousClock.Instant) {
    guard watch.isBehind(feed.player.position) else { return }
    watch.look(
      at: feed.player,
      showing: list.table.displayedRows,
      key: feed.status.keyRule,
      clocks: feed.clocks,
      isNews: isNews,
      in: context(at: instant)
    )
  }
}
