import Columns
import FeedIdentity
package import FeedStore
import FeedValues
internal import ListViewParts
import Ordering
internal import TableModel
internal import TerminalCore

extension App {
  /// Receives items of the feed.
  package mutating func receive(_ items: [FeedItem], at instant: ContinuousClock.Instant) {
    if !items.isEmpty { feed.freshness.note(at: instant) }
    columns.list.sample(items)
    feed.receive(items, at: instant, time: wallClock?.time(at: instant))
  }

  /// Records that the source has nothing more for now.
  package mutating func reachEnd() { feed.reachEnd() }

  /// Carries out all work that is due.
  ///
  /// - Parameter instant: The current time.
  /// - Returns: Whether the screen may have changed.
  @discardableResult
  package mutating func advance(to instant: ContinuousClock.Instant) -> Bool {
    continueDeriving(at: instant)
    let isLaidOut = columns.layOutWhenDue(at: instant)
    let isFiltered = refreshFilter(at: instant)
    let hasNewRows = advanceRows(to: instant) || isFiltered
    let hasBanner =
      feed.mayHaveBanner
      && feed.updateBanner(hasRows: list.rowCount > 0, in: context(at: instant))
    let isDivided = feed.updateTimeline(columns: setup.size.columns, at: instant) || hasBanner
    if isDivided {
      layOut(at: instant)
      // Rows that came into view may need wider columns.
      fitColumns(at: instant, isMoving: hasNewRows)
    }
    let hasSummary = continueSummary(at: instant)
    let hasFacts = updateFacts(at: instant)
    let isRankingDue = list.nextRankingInstant.map { $0 <= instant } ?? false
    let isRanked = isRankingDue && list.rankGroups(in: context(at: instant))
    let isArranged = continueRearranging(at: instant) || isRanked
    let hasPreview = list.continuePreview(at: instant) || isArranged
    if hasPreview { fitColumns(at: instant) }
    let hasCounts = continueCounts(at: instant)
    let hasOutput = continueOutputs(at: instant)
    let hasErrors = continueErrors(at: instant)
    let hasTints = updateTints(at: instant)
    return continueSearch(at: instant) || hasErrors || hasTints || hasFacts || hasPreview
      || hasNewRows
      || hasSummary
      || isDivided || hasCounts || hasOutput || isLaidOut
  }

  mutating func advanceRows(to instant: ContinuousClock.Instant) -> Bool {
    let wasLoaded = feed.isLoaded
    let ends = ListEnds(of: list.allRows)
    let isReleased = !watch.isBehind(.max) && feed.namesNextChanges()
    if isReleased { list.releaseRows() }
    let next = feed.advance(to: instant)
    lookAtChanges(isNews: wasLoaded, at: instant)
    guard let advance = next else { return !wasLoaded && reportFirstRows() }
    let rows = advance.update.rows
    find.search?.restart()
    find.noteOtherRows()
    let isChoosing = (!wasLoaded || !columns.list.isChosen) && !rows.isEmpty
    if isChoosing {
      columns.choose(for: rows, key: feed.status.keyRule, in: context(at: instant))
      // The cells of the first rows say what the filter means.
      if find.filter != nil, list.allRows.isEmpty {
        let reading = listReading(of: rows, at: instant)
        list.arrangement.setFilter(find.resolvedRule(in: reading, at: instant))
      }
    }
    // The screen cannot be divided again before the table has its rows back.
    var isDivided = !isReleased && adoptSummary(from: rows, at: instant)
    let batchNumber = list.table.batchNumber
    show(advance, at: instant)
    if isReleased { isDivided = adoptSummary(from: rows, at: instant) }
    if !wasLoaded { reportFirstRows() }
    if advance.kind != .load {
      // An update without changes leaves the counts of the batch before.
      let batch = list.table.batchNumber == batchNumber ? BatchCounts() : list.table.lastBatch
      summary.record(
        arrivals: feed.player.isPaused ? 0 : batch.insertions,
        slides: batch.insertions == batch.deletions && ends.slide(to: rows, by: batch.insertions),
        at: instant
      )
    }
    let changes = list.arrangement.takeChanges()
    summary.follow(changes, at: feed.player.isPaused ? nil : instant)
    followCounts(changes, at: instant)
    // A batch out of view cannot require wider columns, unless it revealed something new about the fields.
    if !list.isViewUntouched || columns.list.isOutdated || isDivided || isChoosing {
      fitColumns(at: instant, isMoving: advance.kind.isMotion)
      adoptLateOptions(from: rows, at: instant)
    }
    openAskedCounts(at: instant)
    selectToPick(at: instant)
    updatePreview(at: instant)
    updateDetail(at: instant)
    return true
  }

  /// Reports what the first rows contradict, once all that the source has at the start is there: a misspelt field
  /// name would otherwise be waited for forever.
  ///
  /// - Returns: Whether there is something to report.
  @discardableResult
  private mutating func reportFirstRows() -> Bool {
    guard feed.isLoaded, notices.message == nil, let text = fieldProblem ?? offerOfViews else {
      return false
    }
    notices.report(text)
    return true
  }

  private mutating func show(_ advance: FeedState.Advance, at instant: ContinuousClock.Instant) {
    // The rows have new identities but are the same rows: nothing was inserted or deleted.
    if let change = advance.identity {
      list.identifyRows(by: change)
      detail?.identify(by: change)
      editOpenPrompt { $0.before.place.identify(by: change) }
    }
    list.arrangement.keepsChanges = summary.hasFigures || !counts.isEmpty
    list.adoptPreset(of: columns.columns, isAsked: setup.configuration.hasOwnOrder)
    if !list.pendingOptions.isEmpty {
      notices.report(list.adoptOptions(from: advance.update.rows, in: context(at: instant)))
    }
    list.adoptOrder(of: feed.status)
    let isLog = feed.status.keyRule == .arrival && !setup.isOfCounts
    list.repeats.rule = isLog ? RepeatRule(among: columns.columns) : nil
    // If the user has left the live edge, the rows in view stay in place.
    let isByUser = advance.kind == .skip && list.table.isFollowing
    let isShown = list.show(
      advance.update,
      isReload: advance.kind == .load,
      isNews: advance.kind == .change(isNews: true),
      isByUser: isByUser,
      at: instant
    )
    if isShown, list.repeats.isOutdated { list.showArranged(in: context(at: instant)) }
    if isShown, list.arrangement.pins.count > 0 {
      list.showPins(byUser: isByUser, in: context(at: instant))
    }
    if advance.kind == .load, !feed.status.opensAtEnd { list.showFirstRow(at: instant) }
    // A group that is gone has no header that says so, as a row has its values.
    if list.table.selectedSection != nil, list.table.isSelectionGone {
      list.table.moveSelection(by: 1, at: instant)
    }
    // Skipped items do not count as changes.
    if advance.kind == .skip { list.table.forgetChanges() }
  }
}
