import FeedFormats
package import FeedIdentity
package import FeedStore
import FeedValues

/// The findings about all sources.
extension FeedIntake {
  /// Whether each source has once delivered everything that it had.
  package var hasRested: Bool { inputs.allSatisfy(\.hasRested) }

  /// The rule that identifies rows; nil before the first of them, and if the sources' rules differ.
  package var keyRule: KeyRule? {
    guard let merge else { return inputs[0].decoder.keyRule }
    return merge.keyRule(of: inputs.map(\.decoder.keyRule))
  }

  /// The member of the rows that names their source; nil if there is one source only.
  package var sourceField: String? { merge?.field }

  /// Whether the rows are records under a header, whose columns have an intended order.
  package var hasHeader: Bool {
    inputs.allSatisfy { [.csv, .tsv, .table].contains($0.decoder.format) }
  }

  /// Whether the rows of all sources follow each other downwards, and new ones come at the end.
  package var readsDownwards: Bool { inputs.allSatisfy(\.decoder.readsDownwards) }

  /// Whether the end of the list matters first; see ``FeedDecoder/opensAtEnd``.
  package var opensAtEnd: Bool { inputs.allSatisfy(\.decoder.opensAtEnd) }

  /// The decoder of the first source, which knows the recognised format and the reason for it.
  package var decoder: FeedDecoder { inputs[0].decoder }

  /// The fields that are running clocks.
  package var volatileFields: VolatileFields {
    guard merge != nil else { return inputs[0].decoder.volatileFields }
    return VolatileFields(merging: inputs.map(\.decoder.volatileFields))
  }

  /// The problems that prevent rows of any source from being tracked; see ``FeedDecoder/keyProblems``.
  package var keyProblems: [KeyProblem] { inputs.flatMap(\.decoder.keyProblems) }

  /// The malformed input; of several sources each entry names its own.
  package var malformedInput: MalformedInputLog {
    merge == nil ? inputs[0].decoder.malformedInput : mergedMalformedInput
  }

  /// The outages of the sources that have one.
  package var outages: [FeedOutage] {
    inputs.compactMap { input in
      input.isEnded ? input.notice.map { _ in .failing } : input.source.outage
    }
  }

  /// The reason why the first failing source fails, when it is retried, and the last lines of its
  /// error output.
  package var problem: (reason: String?, retry: ContinuousClock.Instant?, errorLines: [String])? {
    inputs.first { $0.isEnded ? $0.notice != nil : $0.source.outage != nil }
      .map { ($0.notice, $0.isEnded ? nil : $0.source.retry, $0.source.errorLines) }
  }

  /// Starts the next run of each command now instead of at its time.
  ///
  /// - Returns: Whether any was pending.
  package func runNow() -> Bool {
    inputs.filter { !$0.isEnded }.map { $0.source.runNow() }.contains(true)
  }

  /// The number of sources.
  package var sourceCount: Int { inputs.count }

  /// The notices of sources that cannot continue or have problems, the oldest source first.
  package var notices: [String] { inputs.compactMap(\.notice) }
}
