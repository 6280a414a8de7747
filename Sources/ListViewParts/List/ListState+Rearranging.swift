package import Ordering
import FeedStore
package import FeedValues
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
    in context: Context,
    _ change: (inout Arrangement) -> Void
  ) -> String {
    leavePlace()
    beginArranging(in: context, change)
    if rearrangement != nil { return Text.arranging(context.closeKey) }
    showArranged(in: context)
    return arrangementText ?? Text.unarranged
  }

  /// Gives up the position if no row is held: a user who asks for another order wants to see what comes first in it.
  private mutating func leavePlace() {
    leavesPlace = table.selection == nil && table.selectedSection == nil
  }

  /// Shows rows in an arrangement, at their beginning if the position was given up.
  mutating func show(
    _ content: TableContent<Row>,
    of arrangement: Arrangement,
    at instant: ContinuousClock.Instant
  ) {
    setLiveEdge(of: arrangement)
    // The user may have selected a row meanwhile.
    leavesPlace = leavesPlace && table.selection == nil && table.selectedSection == nil
    let isRead = table.liveEdge == .bottom && !opensAtEnd
    if leavesPlace, !isRead { table.follow(at: instant) }
    table.show(content, byUser: true, at: instant)
    if leavesPlace, isRead { table.scrollTo(row: 0, position: .top, at: instant) }
    leavesPlace = false
  }

  /// Changes the filter; a long list shows a preview until it is applied.
  package mutating func setFilter(
    _ isShown: (@Sendable (Row) -> Bool)?,
    in context: Context
  ) {
    if table.liveEdge == .top { leavePlace() }
    beginArranging(in: context) { $0.setFilter(isShown) }
    let isFlat =
      arrangement.grouping == nil && wanted.grouping == nil && wanted.sort == arrangement.sort
    if rearrangement != nil, preview == nil, isFlat, showsBeginning {
      startPreview(isShown, in: context)
    }
    isPreviewKept = preview != nil
  }

  /// Applies a filter again that depends on the time.
  ///
  /// - Returns: Whether that shows other rows at once; of a long list it does so later.
  package mutating func refreshFilter(
    _ isShown: (@Sendable (Row) -> Bool)?,
    in context: Context
  ) -> Bool {
    guard arrangement.rows.isLong else { return arrangement.setFilter(isShown) }
    rearrangement = Rearrangement(
      of: arrangement,
      following: nil,
      at: context.instant,
      isRefresh: true
    ) { $0.setFilter(isShown) }
    return false
  }

  mutating func beginArranging(
    in context: Context,
    _ change: (inout Arrangement) -> Void
  ) {
    // A rearrangement under way is continued even if the list has become short, so that none of its changes
    // are lost.
    guard arrangement.rows.isLong || rearrangement != nil else {
      return change(&arrangement)
    }
    rearrangement = Rearrangement(
      of: arrangement,
      following: rearrangement?.target,
      at: context.instant,
      change
    )
    finishRearranging()
    showFirstRows(in: context)
  }

  /// Whether the start of the table is in view and no row is selected, so that there is no position to keep.
  private var showsBeginning: Bool { table.selection == nil && table.linesAbove == 0 }

  /// Shows the first rows of the new order, or those around the row that keeps its line, if they are known by now.
  private mutating func showFirstRows(in context: Context) {
    guard preview == nil else { return }
    let wanted = wanted
    // A text is followed at its end, which is not among the first rows.
    guard !readsDownwards || wanted.sort != nil || wanted.grouping != nil else { return }
    // At the live edge the first rows are in view whatever they are.
    let isAtStart = table.isFollowing || leavesPlace
    let pivot = isAtStart ? nil : table.anchorHandle.flatMap { Int32(exactly: $0) }
    let hasSelection = table.selection != nil || table.selectedSection != nil
    guard isAtStart || pivot != nil, !hasSelection || selectedSlot != nil else { return }
    let first = rearrangement?.firstRows(
      2 * table.height,
      around: pivot,
      with: selectedSlot,
      after: arrangement,
      isCollapsed: table.collapsedSections.contains
    )
    guard let first else { return }
    arrangement.isDisplayed = false
    errors.restart()
    repeats.suspend()
    show(first.content, of: wanted, at: context.instant)
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

  /// Continues a rearrangement by a slice, and shows the first rows once they are known, and the result once it is
  /// complete.
  ///
  /// - Returns: A message to report once it is complete; nil before, and after a refresh that shows the same rows.
  package mutating func continueRearranging(in context: Context) -> String? {
    guard rearrangement != nil else { return nil }
    rearrangement?.advance(at: context.instant)
    let isRefresh = isRefreshing
    let showsOtherRows = rearrangement?.showsOtherRows ?? false
    finishRearranging()
    guard rearrangement == nil else {
      showFirstRows(in: context)
      return nil
    }
    if isRefresh {
      if arrangement.isDisplayed { return nil }
      if preview == nil { showArranged(in: context) } else { preview?.isStale = true }
      return showsOtherRows ? "" : nil
    }
    if isPreviewKept { (preview, previewRule) = (nil, nil) }
    if preview == nil { showArranged(in: context) } else { preview?.isStale = true }
    return withWayToFirst(arrangementText ?? Text.unarranged, context)
  }

  /// Cancels a rearrangement.
  ///
  /// - Returns: Whether there was one.
  package mutating func cancelRearranging(in context: Context) -> Bool {
    guard let rearrangement, !rearrangement.isRefresh else { return false }
    self.rearrangement = nil
    arrangement.removePendingPins()
    if firstGroups != nil || pinTable.displayedRows.count != arrangement.pins.count {
      showArranged(in: context)
    }
    endPreview(in: context)
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
