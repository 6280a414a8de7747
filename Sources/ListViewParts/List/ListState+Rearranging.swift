package import Feeds
internal import TableModel

/// Changes of the arrangement: immediate for short lists; in slices for long ones, during which the table
/// stays unchanged.
extension ListState {
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
    leavePlace(at: surroundings.instant)
    beginArranging(in: surroundings, change)
    if rearrangement != nil { return Text.arranging(surroundings.closeKey) }
    showArranged(in: surroundings)
    return arrangementText ?? Text.unarranged
  }

  /// Goes to the live edge if no row is held: whoever asks for another order wants to see what comes first in it.
  private mutating func leavePlace(at instant: ContinuousClock.Instant) {
    guard table.selection == nil, table.selectedSection == nil, !table.isFollowing else { return }
    let last = table.displayedRows.count - 1
    table.scrollTo(row: table.liveEdge == .top ? 0 : last, position: .top, at: instant)
  }

  /// Changes the filter; a long list shows a preview until it is applied.
  package mutating func setFilter(
    _ isShown: (@Sendable (Row) -> Bool)?,
    in surroundings: Surroundings
  ) {
    if table.liveEdge == .top { leavePlace(at: surroundings.instant) }
    beginArranging(in: surroundings) { $0.setFilter(isShown) }
    let isFlat =
      arrangement.grouping == nil && wanted.grouping == nil && wanted.sort == arrangement.sort
    if rearrangement != nil, preview == nil, isFlat, showsBeginning {
      startPreview(isShown, in: surroundings)
    }
    isPreviewKept = preview != nil
  }

  /// Applies a filter again that depends on the time.
  ///
  /// - Returns: Whether that shows other rows at once; of a long list it does so later.
  package mutating func refreshFilter(
    _ isShown: (@Sendable (Row) -> Bool)?,
    in surroundings: Surroundings
  ) -> Bool {
    guard arrangement.rows.isLong else { return arrangement.setFilter(isShown) }
    rearrangement = Rearrangement(
      of: arrangement,
      following: nil,
      at: surroundings.instant,
      isRefresh: true
    ) { $0.setFilter(isShown) }
    return false
  }

  mutating func beginArranging(
    in surroundings: Surroundings,
    _ change: (inout Arrangement) -> Void
  ) {
    keptKeys?.catchUp(arrangement.rows)
    // A rearrangement under way is continued even if the list has become short, so that none of its changes
    // are lost.
    guard arrangement.rows.isLong || rearrangement != nil else {
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

  /// Shows the first rows of the new order at once, or those around the row that keeps its line, if they are
  /// known.
  private mutating func showFirstRows(in surroundings: Surroundings) {
    guard preview == nil else { return }
    let wanted = wanted
    // A text is followed at its end, which is not among the first rows.
    guard !readsDownwards || wanted.sort != nil || wanted.grouping != nil else { return }
    // At the live edge the first rows are in view whatever they are.
    let isAtStart = table.isFollowing
    let pivot = isAtStart ? nil : table.anchorHandle.flatMap { Int32(exactly: $0) }
    let hasSelection = table.selection != nil || table.selectedSection != nil
    guard isAtStart || pivot != nil, !hasSelection || selectedSlot != nil else { return }
    let first = rearrangement?.firstRows(
      2 * table.height,
      around: pivot,
      with: selectedSlot,
      knowing: keptKeys,
      after: arrangement,
      isCollapsed: table.collapsedSections.contains
    )
    guard let first else { return }
    arrangement.isDisplayed = false
    setLiveEdge(of: wanted)
    table.show(first.content, byUser: true, at: surroundings.instant)
    firstGroups = first.groups
  }

  private mutating func finishRearranging() {
    guard let done = rearrangement, done.isDone else { return }
    let isSame = done.isRefresh && !done.showsOtherRows && done.isUndisturbed
    let isDisplayed = isSame && arrangement.isDisplayed
    arrangement = done.finished(after: arrangement)
    arrangement.isDisplayed = isDisplayed
    rearrangement = nil
  }

  /// Reads sort keys and groups of the columns on the screen, so that the first screen of another order can be shown
  /// at once; called when ``isDueToReadKeys(isChoosing:at:)``.
  ///
  /// - Parameters:
  ///   - isChoosing: Whether the user chooses a column.
  ///   - likely: The column that will be chosen as things stand, which is read first; nil if unknown.
  ///   - surroundings: The context.
  package mutating func continueReadingKeys(
    isChoosing: Bool,
    first likely: Column?,
    in surroundings: Surroundings
  ) {
    let (rows, instant) = (arrangement.rows, surroundings.instant)
    var columns = surroundings.layout.places.map { surroundings.columns[$0.column] }
    if isChoosing {
      // Commands know columns for which there is no room as well.
      let shown = Set(columns.map(\.path))
      columns += surroundings.columns.filter { !shown.contains($0.path) }
      if let likely {
        columns.removeAll { $0.path == likely.path }
        columns.insert(likely, at: 0)
      }
    }
    let isLive = !isChoosing && lastChange.map { instant < $0 + quiet } ?? false
    guard keptKeys?.keep(columns.map(\.path), first: likely?.path, isIdle: !isChoosing) == true
    else {
      // What is known can be taken over once it is current.
      guard keptKeys?.catchUp(rows) ?? true else {
        keptKeys?.advance(rows, at: instant, isLive: isLive)
        return
      }
      let sample = ValueOrder.sample(of: rows)
      keptKeys = KeptKeys(
        of: rows,
        in: columns,
        after: keptKeys,
        isIdle: !isChoosing,
        first: likely?.path,
        at: instant,
        order: { ValueOrder(of: $0, sample: sample, reader: surroundings.timeReader) },
        grouping: { Self.grouping(by: $0, sample: sample, in: surroundings) }
      )
      return
    }
    if keptKeys?.nextInstant != nil { keptKeys?.advance(rows, at: instant, isLive: isLive) }
  }

  /// Whether sort keys may be read: while the user chooses a column at any time, otherwise while nothing changes,
  /// or of a very long list now and then.
  package func isDueToReadKeys(isChoosing: Bool, at instant: ContinuousClock.Instant) -> Bool {
    keyReadingDue(isChoosing: isChoosing).map { $0 <= instant } ?? false
  }

  /// When more sort keys are due to be read; nil if none are.
  package func nextKeyReading(isChoosing: Bool) -> ContinuousClock.Instant? {
    if let keptKeys, keptKeys.nextInstant == nil { return nil }
    return keyReadingDue(isChoosing: isChoosing)
  }

  /// Sort keys are read beforehand if there are more rows than this.
  private static let manyRows = 20_000

  private func keyReadingDue(isChoosing: Bool) -> ContinuousClock.Instant? {
    // Keys that are known beforehand save nothing if there are few rows, however long these are.
    guard arrangement.rows.count > Self.manyRows, rearrangement == nil, preview == nil,
      let lastChange
    else { return nil }
    if isChoosing { return lastChange }
    let rested = lastChange + quiet
    guard arrangement.rows.count > veryLongList, let keyReadingStart else { return rested }
    guard let keptKeys else { return min(rested, keyReadingStart) }
    return keptKeys.nextInstant.map { min(rested, max(keyReadingStart, $0 + Self.liveInterval)) }
      ?? rested
  }

  /// How long after rows were loaded, or too many changed at a time, keys are read while others change.
  static let loadingPause = Duration.seconds(1)
  /// The time between two slices of keys that are read meanwhile: they take a tenth of a processor at most.
  private static let liveInterval = Duration.milliseconds(12)

  /// Continues a rearrangement by a slice, and shows the result once it is complete.
  ///
  /// - Returns: A message to report once it is complete; nil before, and after a refresh that shows the same rows.
  package mutating func continueRearranging(in surroundings: Surroundings) -> String? {
    guard rearrangement != nil else { return nil }
    rearrangement?.advance(at: surroundings.instant)
    let isRefresh = isRefreshing
    let showsOtherRows = rearrangement?.showsOtherRows ?? false
    finishRearranging()
    guard rearrangement == nil else { return nil }
    if isRefresh {
      if arrangement.isDisplayed { return nil }
      if preview == nil { showArranged(in: surroundings) } else { preview?.isStale = true }
      return showsOtherRows ? "" : nil
    }
    if isPreviewKept { (preview, previewRule) = (nil, nil) }
    if preview == nil { showArranged(in: surroundings) } else { preview?.isStale = true }
    return withWayToFirst(arrangementText ?? Text.unarranged, surroundings)
  }

  /// Cancels a rearrangement.
  ///
  /// - Returns: Whether there was one.
  package mutating func cancelRearranging(in surroundings: Surroundings) -> Bool {
    guard let rearrangement, !rearrangement.isRefresh else { return false }
    self.rearrangement = nil
    arrangement.removePendingPins()
    if firstGroups != nil || pinTable.displayedRows.count != arrangement.pins.count {
      showArranged(in: surroundings)
    }
    endPreview(in: surroundings)
    return true
  }

  /// Starts over, because the pinned rows changed.
  mutating func restartRearranging(at instant: ContinuousClock.Instant) {
    guard let known = rearrangement else { return }
    rearrangement = Rearrangement(
      of: arrangement,
      following: known.target,
      at: instant,
      isRefresh: known.isRefresh
    ) { _ in }
    finishRearranging()
  }

  /// Passes changes of the rows to a rearrangement under way.
  mutating func noteRearranging(_ update: FeedUpdate) {
    guard let known = rearrangement, rearrangement?.note(update.changes) == false else { return }
    // A different list is arranged from scratch anyway.
    (rearrangement, firstGroups) = (nil, nil)
    arrangement.follow(known.target)
  }

  /// Whether nothing but the filter is being applied again.
  package var isRefreshing: Bool { rearrangement?.isRefresh ?? false }

  /// The progress of a rearrangement in percent; nil if there is none.
  package var arrangingPercentage: Int? {
    rearrangement.flatMap { $0.isRefresh ? nil : Int($0.progress * 100) }
  }
}
