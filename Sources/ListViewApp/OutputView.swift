import FeedFormats
internal import FeedSources
internal import FeedStore
internal import ListViewParts
internal import TableModel

/// The output of an action, as a list of its own in place of the table.
struct OutputView: Sendable {
  /// The number of the run.
  let number: Int
  var app: App
  private var decoder = FeedDecoder()
  /// When a line that nothing ends is taken for a whole one; nil if there is none.
  private var silenceEnd: ContinuousClock.Instant?

  init(_ number: Int, _ app: App) { (self.number, self.app) = (number, app) }

  /// Receives what the command has written.
  mutating func receive(_ bytes: [UInt8], at instant: ContinuousClock.Instant) {
    silenceEnd = nil
    let items = decoder.append(bytes)
    show(items, at: instant)
    // Rows that have arrived are shown, although more follow.
    if !items.isEmpty { app.reachEnd() }
  }

  /// Records that the command rests, or has ended.
  mutating func rest(isOver: Bool, at instant: ContinuousClock.Instant) {
    show(isOver ? decoder.finish() : decoder.reachEnd(isWhole: false), at: instant)
    silenceEnd = !isOver && decoder.awaitsSilence ? instant + decoder.silence : nil
    app.reachEnd()
    if isOver { app.status.isEnded = true }
    app.advance(to: instant)
  }

  /// Carries out what is due.
  ///
  /// - Returns: Whether the screen may change.
  mutating func advance(to instant: ContinuousClock.Instant) -> Bool {
    if let end = silenceEnd, end <= instant {
      silenceEnd = nil
      show(decoder.endOpenLine(isWhole: false), at: instant)
    }
    return app.advance(to: instant)
  }

  /// When ``advance(to:)`` is due; nil if never.
  var nextInstant: ContinuousClock.Instant? {
    [silenceEnd, app.nextInstant].compactMap(\.self).min()
  }

  private mutating func show(_ items: [FeedItem], at instant: ContinuousClock.Instant) {
    var status = app.status
    status.keyRule = decoder.keyRule
    status.hasHeader = [.csv, .tsv, .table].contains(decoder.format)
    status.readsDownwards = decoder.readsDownwards
    if status != app.status { app.status = status }
    app.clocks = decoder.volatileFields
    app.receive(items, at: instant)
    app.advance(to: instant)
  }
}
