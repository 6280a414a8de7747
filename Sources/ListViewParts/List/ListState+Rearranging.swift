package import Feeds
internal import TableModel

/// Changes of the arrangement: immediate for short lists; in slices for long ones, during which the table
/// stays unchanged.
extension ListState {
  /// Lists with more rows than this are rearranged and previewed in slices.
  package static let longList = 20_000

  /// The arrangement that the user asked for, which may still be under way.
  package var wanted: Arrangement { rearrangement?.target ?? arrangement }

  /// Changes the arrangement.
  ///
  /// The rows move to their new positions; they do not count as changed.
  ///
  /// - Returns: A message to report, because a narrow screen has no room for it in the title.
  mutating func arrange(
    in surroundings: Surroundings,
    _ change: (inout Arrangement) -> Void
  ) -> String {
    beginArranging(in: surroundings, change)
    if rearrangement != nil { return Text.arranging(surroundings.closeKey) }
    showArranged(in: surroundings)
    return arrangementText ?? Text.unarranged
  }

  /// Changes the filter; a long list shows a preview until it is applied.
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
    // A rearrangement under way is continued even if the list has become short, so that none of its changes
    // are lost.
    guard arrangement.rows.count > Self.longList || rearrangement != nil else {
      return change(&arrangement)
    }
    rearrangement = Rearrangement(
      of: arrangement,
      following: rearrangement?.target,
      knowing: keptKeys,
      at: surroundings.instant,
      change
    )
    finishRearranging()
    showFirstRows(in: surroundings)
  }

  /// Whether the start of the table is in view and no row is selected, so that there is no position to keep.
  private var showsBeginning: Bool { table.selection == nil && table.linesAbove == 0 }

  /// Shows the first rows of the new order at once, if they are known.
  private mutating func showFirstRows(in surroundings: Surroundings) {
    guard preview == nil, showsBeginning,
      let first = rearrangement?.firstRows(
        2 * table.height,
        knowing: keptKeys,
        after: arrangement,
        isCollapsed: table.collapsedSections.contains
      )
    else { return }
    arrangement.isDisplayed = false
    table.show(first.content, byUser: true, at: surroundings.instant)
    firstGroups = first.groups
  }

  private mutating func finishRearranging() {
    guard let done = rearrangement, done.isDone else { return }
    arrangement = done.finished(after: arrangement)
    rearrangement = nil
  }

  /// Reads sort keys and groups of the columns on the screen while the user chooses one, so that the first screen of
  /// another order can be shown at once; discards them afterwards.
  ///
  /// - Parameter surroundings: The context; nil if the user does not choose a column.
  package mutating func continueReadingKeys(in surroundings: Surroundings?) {
    guard let surroundings, arrangement.rows.count > Self.longList else { return keptKeys = nil }
    guard rearrangement == nil, preview == nil else { return }
    let (rows, instant) = (arrangement.rows, surroundings.instant)
    let places = surroundings.layout.places
    if keptKeys?.keep(places.lazy.map(\.path)) != true {
      let sample = ValueOrder.sample(of: rows)
      keptKeys = KeptKeys(
        of: rows,
        in: places.map { surroundings.columns[$0.column] },
        at: instant,
        order: { ValueOrder(of: $0, sample: sample, reader: surroundings.timeReader) },
        grouping: { grouping(by: $0, sample: sample, in: surroundings) }
      )
    } else if keptKeys?.nextInstant(for: rows) != nil {
      keptKeys?.advance(rows, at: instant)
    }
  }

  /// When more sort keys are due to be read; nil if none are.
  package var nextKeyReading: ContinuousClock.Instant? {
    guard rearrangement == nil, preview == nil else { return nil }
    return keptKeys?.nextInstant(for: arrangement.rows)
  }

  /// Continues a rearrangement by a slice, and shows the result once it is complete.
  ///
  /// - Returns: A message to report once it is complete; nil before.
  package mutating func continueRearranging(in surroundings: Surroundings) -> String? {
    guard rearrangement != nil else { return nil }
    rearrangement?.advance(at: surroundings.instant)
    finishRearranging()
    guard rearrangement == nil else { return nil }
    if isPreviewKept { (preview, previewRule) = (nil, nil) }
    if preview == nil { showArranged(in: surroundings) } else { preview?.isStale = true }
    return withWayToFirst(arrangementText ?? Text.unarranged, surroundings)
  }

  /// Cancels a rearrangement.
  ///
  /// - Returns: Whether there was one.
  package mutating func cancelRearranging(in surroundings: Surroundings) -> Bool {
    guard rearrangement != nil else { return false }
    rearrangement = nil
    if firstGroups != nil { showArranged(in: surroundings) }
    endPreview(in: surroundings)
    return true
  }

  /// Starts over, because the pinned rows changed.
  mutating func restartRearranging(at instant: ContinuousClock.Instant) {
    guard let known = rearrangement else { return }
    rearrangement = Rearrangement(of: arrangement, following: known.target, at: instant) { _ in }
    finishRearranging()
  }

  /// Passes changes of the rows to a rearrangement under way.
  mutating func noteRearranging(_ update: FeedUpdate) {
    guard let known = rearrangement, rearrangement?.note(update.changes) == false else { return }
    // A different list is arranged from scratch anyway.
    (rearrangement, firstGroups) = (nil, nil)
    arrangement.follow(known.target)
  }

  /// The progress of a rearrangement in percent; nil if there is none.
  package var arrangingPercentage: Int? { rearrangement.map { Int($0.progress * 100) } }
}
