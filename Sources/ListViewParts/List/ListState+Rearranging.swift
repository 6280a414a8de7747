package import Feeds
internal import TableModel

/// How the rows are arranged otherwise: at once, and of a list so long that it takes a while in slices,
/// during which the table stays as it is.
extension ListState {
  /// A list of more rows than this is arranged in slices, and a filter tried out on it.
  package static let longList = 20_000

  /// How the rows are arranged, or will be.
  package var wanted: Arrangement { rearrangement?.target ?? arrangement }

  /// Changes how the rows are arranged.
  ///
  /// They travel to their places, and have not changed.
  ///
  /// - Returns: What to report: on a narrow screen the title has no room for it.
  mutating func arrange(
    in surroundings: Surroundings,
    _ change: (inout Arrangement) -> Void
  ) -> String {
    beginArranging(in: surroundings, change)
    if rearrangement != nil { return Text.arranging(surroundings.closeKey) }
    showArranged(in: surroundings)
    return arrangementText ?? Text.unarranged
  }

  /// Changes which rows are shown; a long list may still show what was tried out.
  package mutating func setFilter(
    _ isShown: (@Sendable (Row) -> Bool)?,
    in surroundings: Surroundings
  ) {
    beginArranging(in: surroundings) { $0.setFilter(isShown) }
    let isFlat =
      arrangement.grouping == nil && wanted.grouping == nil && wanted.sort == arrangement.sort
    if rearrangement != nil, preview == nil, isFlat, showsBeginning {
      startPreview(isShown, in: surroundings)
    }
    isPreviewKept = preview != nil
  }

  private mutating func beginArranging(
    in surroundings: Surroundings,
    _ change: (inout Arrangement) -> Void
  ) {
    // What is under way continues, however short the list has become, so that nothing of it is
    // lost.
    guard arrangement.rows.count > Self.longList || rearrangement != nil else {
      return change(&arrangement)
    }
    rearrangement = Rearrangement(
      of: arrangement,
      following: rearrangement?.target,
      at: surroundings.instant,
      change
    )
    finishRearranging()
    showFirstRows(in: surroundings)
  }

  /// Whether the user is at the beginning of the table, and has no place to keep.
  private var showsBeginning: Bool { table.selection == nil && table.linesAbove == 0 }

  /// Shows the first rows of the new order at once, where they are known.
  private mutating func showFirstRows(in surroundings: Surroundings) {
    guard preview == nil, showsBeginning,
      let content = rearrangement?.firstRows(
        2 * table.height,
        knowing: keptKeys,
        after: arrangement
      )
    else { return }
    arrangement.isDisplayed = false
    table.show(content, byUser: true, at: surroundings.instant)
    showsFirstRows = true
  }

  private mutating func finishRearranging() {
    guard let done = rearrangement, done.isDone else { return }
    arrangement = done.finished(after: arrangement)
    rearrangement = nil
  }

  /// Reads keys of the columns on the screen while the user chooses one of them, so that the first screen
  /// of another order shows at once; forgets them after that.
  package mutating func continueReadingKeys(isChoosing: Bool, in surroundings: Surroundings) {
    guard isChoosing, arrangement.rows.count > Self.longList else { return keptKeys = nil }
    guard rearrangement == nil, preview == nil else { return }
    let (rows, instant) = (arrangement.rows, surroundings.instant)
    let places = surroundings.layout.places
    if keptKeys?.keep(places.lazy.map(\.path)) != true {
      let sample = ValueOrder.sample(of: rows)
      keptKeys = KeptKeys(
        of: rows,
        in: places.map { surroundings.columns[$0.column] },
        at: instant
      ) { ValueOrder(of: $0, sample: sample, reader: surroundings.timeReader) }
    } else if keptKeys?.nextInstant(for: rows) != nil {
      keptKeys?.advance(rows, at: instant)
    }
  }

  /// When more keys are to be read; nil for never.
  package var nextKeyReading: ContinuousClock.Instant? {
    guard rearrangement == nil, preview == nil else { return nil }
    return keptKeys?.nextInstant(for: arrangement.rows)
  }

  /// Goes on with another arrangement by a slice, and shows it once it is there.
  ///
  /// - Returns: What to report then; nil as long as it is not.
  package mutating func continueRearranging(in surroundings: Surroundings) -> String? {
    guard rearrangement != nil else { return nil }
    rearrangement?.advance(at: surroundings.instant)
    finishRearranging()
    guard rearrangement == nil else { return nil }
    if isPreviewKept { (preview, previewRule) = (nil, nil) }
    if preview == nil { showArranged(in: surroundings) } else { preview?.isStale = true }
    return withWayToFirst(arrangementText ?? Text.unarranged, surroundings)
  }

  /// Leaves the rows as they are arranged.
  ///
  /// - Returns: Whether anything was under way.
  package mutating func cancelRearranging(in surroundings: Surroundings) -> Bool {
    guard rearrangement != nil else { return false }
    rearrangement = nil
    if showsFirstRows { showArranged(in: surroundings) }
    endPreview(in: surroundings)
    return true
  }

  /// Begins again, since other rows are pinned.
  mutating func restartRearranging(at instant: ContinuousClock.Instant) {
    guard let known = rearrangement else { return }
    rearrangement = Rearrangement(of: arrangement, following: known.target, at: instant) { _ in }
    finishRearranging()
  }

  /// Records what became of the rows meanwhile.
  mutating func noteRearranging(_ update: FeedUpdate) {
    guard let known = rearrangement, rearrangement?.note(update.changes) == false else { return }
    // Another list is arranged again in any case.
    (rearrangement, showsFirstRows) = (nil, false)
    arrangement.follow(known.target)
  }

  /// Which part of another arrangement is done, in percent; nil if nothing is under way.
  package var arrangingPercentage: Int? { rearrangement.map { Int($0.progress * 100) } }
}
