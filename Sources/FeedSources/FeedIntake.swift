import FeedFormats
package import FeedIdentity
package import FeedStore
package import FeedValues
package import Values

/// Reads sources, each with its own decoder, into the items of one feed.
///
/// A single source's items pass unchanged; those of several are merged (``FeedMerge``). Sources
/// take turns, one read each, so that a flood in one does not block the others; an end, malformed
/// input or a restart affects only its own source.
///
/// The intake never waits: when it is not ready, the loop polls its descriptors until its deadline,
/// wakes it, and asks again.
package struct FeedIntake {
  /// The result of reading.
  package enum Event: Equatable, Sendable {
    /// The items that arrived; there may be none yet.
    case items([FeedItem])
    /// The items that a source held back, released because it has nothing more for now.
    case rest([FeedItem])
    /// A notice; nil if the last one no longer applies.
    case notice(String?)
    /// The last items; no more will follow.
    case end([FeedItem])
  }

  struct Input {
    let name: String
    let source: any FeedSource
    var decoder: FeedDecoder
    var hasRested = false
    var isEnded = false
    var notice: String?
    /// Whether the notice explains why nothing arrives.
    var hasReportedOutage = false

    /// When a last line without an end is read as a complete one; nil if there is none.
    var lineEnd: ContinuousClock.Instant?
    /// Whether that time has come.
    var isLineDue = false

    /// Whether there is something to read.
    var isReady: Bool { !isEnded && (isLineDue || source.isReady) }

    /// The maximum number of bytes that are read at once: at first, with the header of an array, whole pages,
    /// in which rows stay; of a stream that has rested few, so that its rows can be shown a few at a time.
    var readLength: Int {
      hasRested && !source.givesLists && !decoder.options.isPolled ? 1 << 14 : 1 << 18 - 64
    }
  }

  var inputs: [Input]
  var merge: FeedMerge?
  /// The number of the source whose turn it is.
  private var turn = 0
  /// Events to return before the next source is read.
  private var pending: [Event] = []
  /// Whether only the complete feed matters: what might be part of a document is held back until the
  /// end, however slowly it arrives.
  package var waitsForEnd = false
  /// The first failure that has ended one of several sources.
  package private(set) var failure: FeedError?
  /// The malformed input of several sources, in the order of arrival.
  var mergedMalformedInput = MalformedInputLog()

  /// Creates an intake of one source.
  package init(_ source: any FeedSource, _ decoder: FeedDecoder) {
    inputs = [Input(name: "", source: source, decoder: decoder)]
  }

  /// Creates an intake of several sources.
  ///
  /// - Parameters:
  ///   - sources: The sources with the names that their rows get; see ``FeedMerge/names(for:)``.
  ///   - options: The options for reading the bytes of each.
  ///   - limit: The row limit for single rows.
  ///   - times: Reads the times of rows to merge several sources by time; nil to merge them as they arrive.
  /// - Precondition: `sources` is not empty, and the names satisfy the requirements of ``FeedMerge``.
  package init(
    _ sources: [(name: String, source: any FeedSource)],
    _ options: FeedDecoder.Options,
    limit: RowLimit = .none,
    times: TimeReader? = nil
  ) {
    precondition(!sources.isEmpty, "there are no sources")
    inputs = sources.map { name, source in
      var options = options
      options.name = name
      return Input(name: name, source: source, decoder: FeedDecoder(options))
    }
    if sources.count > 1 {
      merge = FeedMerge(names: sources.map(\.name), limit: limit, times: times)
    }
  }

  // MARK: Waiting

  /// Whether there may be something to read without polling.
  package var isReady: Bool {
    !pending.isEmpty || inputs.contains(where: \.isReady) || merge == nil && failure != nil
  }

  /// The descriptors to poll for reading: those of sources that are not ready.
  package var descriptors: [Int32] {
    inputs.flatMap { $0.isEnded || $0.source.isReady ? [] : $0.source.descriptors }
  }

  /// The next instant at which there is something to do without a readable descriptor; nil for never.
  package var deadline: ContinuousClock.Instant? {
    inputs.flatMap { $0.isEnded ? [] : [$0.source.deadline, $0.lineEnd] }.compactMap(\.self).min()
  }

  /// Reports the result of a wait to the sources.
  ///
  /// - Parameters:
  ///   - instant: The present.
  ///   - childHasEnded: Whether a child process has ended.
  ///   - isReadable: Whether a descriptor is readable, or hung up.
  package mutating func wake(
    at instant: ContinuousClock.Instant,
    childHasEnded: Bool,
    isReadable: (Int32) -> Bool
  ) {
    for number in inputs.indices where !inputs[number].isEnded {
      let input = inputs[number]
      if let end = input.lineEnd, end <= instant { inputs[number].isLineDue = true }
      let isDue = input.source.deadline.map { $0 <= instant } ?? false
      if childHasEnded || isDue || input.source.descriptors.contains(where: isReadable) {
        input.source.wake()
      }
    }
  }

  /// Stops all sources and their children.
  package func stop() {
    for input in inputs { input.source.stop() }
  }

  // MARK: Reading

  /// Reads from the source whose turn it is.
  ///
  /// - Parameter instant: The present.
  /// - Returns: The event.
  /// - Throws: If the only source cannot be read; one of several ends with a notice.
  package mutating func read(at instant: ContinuousClock.Instant) throws(FeedError) -> Event {
    if !pending.isEmpty { return pending.removeFirst() }
    if merge == nil, let failure { throw failure }
    let turns = (0..<inputs.count).map { (turn + $0) % inputs.count }
      .filter { inputs[$0].isReady }
    // Rows that are merged by time wait for those of the source that has none to offer.
    let next = turns.first { merge?.isWaiting(for: $0) ?? false } ?? turns.first
    guard let next else { return .items([]) }
    turn = (next + 1) % inputs.count
    let event = try read(next, at: instant)
    return merge?.timing == nil ? event : withMerged(event)
  }

  /// An event with what has its place in the list that is merged by time.
  private mutating func withMerged(_ event: Event) -> Event {
    let (inputs, waitsForEnd) = (inputs, waitsForEnd)
    let items = merge?.release { number in
      let input = inputs[number]
      return !input.isEnded && (waitsForEnd || input.isReady)
    }
    guard let items, !items.isEmpty else { return event }
    switch event {
    case .items(let others): return .items(others + items)
    case .rest(let others): return .rest(others + items)
    case .end(let others): return .end(others + items)
    case .notice:
      pending.insert(.items(items), at: 0)
      return event
    }
  }

  private mutating func read(
    _ number: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> Event {
    let event: FeedSourceEvent
    inputs[number].decoder.arrival = instant
    if inputs[number].isLineDue, !inputs[number].source.isReady {
      (inputs[number].lineEnd, inputs[number].isLineDue) = (nil, false)
      let isWhole = inputs[number].source.isWholeAtRest
      return .rest(take(from: number) { $0.endOpenLine(isWhole: isWhole) })
    }
    do {
      event = try inputs[number].source.read(upTo: inputs[number].readLength, at: instant)
    } catch {
      return try fail(number, error)
    }
    if inputs[number].source.givesLists { inputs[number].decoder.readRuns() }
    inputs[number].decoder.declare(inputs[number].source.contentType)
    // A source that is asked again and again whether it has more has still nothing.
    if event != .idle { (inputs[number].lineEnd, inputs[number].isLineDue) = (nil, false) }
    // The reason for a missing response is obsolete once something arrives.
    if inputs[number].hasReportedOutage, inputs[number].source.outage == nil {
      switch event {
      case .notice, .restarted: break  // They say what there is to say.
      case .nothing: break
      case .bytes, .idle, .endOfRun, .endOfWriter, .end: pending.append(report(nil, from: number))
      }
    }
    switch event {
    case .bytes(let bytes):
      let items = take(from: number) { $0.append(bytes) }
      if inputs[number].decoder.isRunTooLarge {
        inputs[number].decoder.abandonRun()
        let limit = inputs[number].decoder.options.maximumRunLength
        do {
          try inputs[number].source.refuseRun(largerThan: limit, at: instant)
        } catch {
          return try fail(number, error)
        }
      }
      return .items(items)
    case .nothing:
      return .items([])
    case .idle:
      inputs[number].hasRested = true
      guard !waitsForEnd else { return .rest([]) }
      let isWhole = inputs[number].source.isWholeAtRest
      let items = take(from: number) { $0.reachEnd(isWhole: isWhole) }
      if inputs[number].decoder.awaitsSilence, inputs[number].lineEnd == nil {
        inputs[number].lineEnd = instant + inputs[number].decoder.silence
      }
      return .rest(items)
    case .endOfRun(let succeeded):
      inputs[number].hasRested = true
      return .rest(
        take(from: number) {
          if succeeded { return $0.options.isPolled ? $0.endRun() : $0.endPart() }
          $0.abandonRun()
          return []
        }
      )
    case .endOfWriter:
      return .items(take(from: number) { $0.endWriter() })
    case .restarted(let reason, let isDiscarding):
      guard !isDiscarding else {
        let last = take(from: number) { $0.readHeldBack() }
        inputs[number].decoder.restart()
        pending.append(report(reason, from: number))
        return .items(last)
      }
      pending.append(report(reason, from: number))
      return .items(take(from: number) { $0.endPart() })
    case .notice(let text):
      return report(text, from: number)
    case .end:
      return end(number)
    }
  }

  /// Ends the feed, or one of several with a notice.
  private mutating func fail(_ number: Int, _ error: FeedError) throws(FeedError) -> Event {
    failure = failure ?? error
    guard merge != nil else {
      // The rows before the failure are given first.
      let rest = inputs[number].isEnded ? [] : take(from: number) { $0.finish() }
      inputs[number].isEnded = true
      guard !rest.isEmpty else { throw error }
      return .items(rest)
    }
    let notice = report("\(error)", from: number)
    pending.append(end(number))
    return notice
  }

  private mutating func end(_ number: Int) -> Event {
    inputs[number].isEnded = true
    inputs[number].hasRested = true
    let items = take(from: number) { $0.finish() }
    return inputs.allSatisfy(\.isEnded) ? .end(items) : .rest(items)
  }

  private mutating func report(_ text: String?, from number: Int) -> Event {
    inputs[number].notice = text
    inputs[number].hasReportedOutage = text != nil && inputs[number].source.outage != nil
    // The notice of another source may still apply.
    return .notice(text ?? inputs.lazy.compactMap(\.notice).last)
  }

  private mutating func take(
    from number: Int,
    _ decode: (inout FeedDecoder) -> [FeedItem]
  ) -> [FeedItem] {
    let count = inputs[number].decoder.malformedInput.count
    let items = decode(&inputs[number].decoder)
    let log = inputs[number].decoder.malformedInput
    if merge != nil, log.count > count { note(log, from: count, of: number) }
    guard merge?.timing != nil else { return merge?.merge(items, from: number) ?? items }
    let isText = inputs[number].decoder.readsDownwards && !inputs[number].decoder.options.isPolled
    merge?.take(items, from: number, isText: isText)
    return []
  }

  /// Adopts a source's malformed input, with the name of the source.
  private mutating func note(_ log: MalformedInputLog, from count: Int, of number: Int) {
    let news = log.newest.suffix(log.count - count)
    // Entries that are no longer kept still count; placed before the kept ones they are dropped first.
    let forgotten = repeatElement(news.first, count: log.count - count - news.count)
    for entry in forgotten.compactMap(\.self) + news {
      var entry = entry
      entry.reason += " (\(inputs[number].name))"
      mergedMalformedInput.append(entry)
    }
  }

  /// Identifies rows of all sources that arrive from now on by the user's rule.
  ///
  /// Of several sources, the one that a row is from is part of its identity in any case.
  package mutating func chooseKey(_ choice: KeyChoice) {
    let choice = merge?.chooseKey(choice) ?? choice
    for number in inputs.indices { inputs[number].decoder.chooseKey(choice) }
  }
}

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
