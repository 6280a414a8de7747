public import Feeds
internal import ListViewParts
internal import TableModel
internal import TerminalCore

extension App {
  /// Takes what has arrived.
  public mutating func receive(_ items: [FeedItem], at instant: ContinuousClock.Instant) {
    if !items.isEmpty { feed.freshness.note(at: instant) }
    columns.list.sample(items)
    feed.player.receive(items, at: instant, time: wallClock?.time(at: instant))
    lookAtChanges(isNews: feed.isLoaded, at: instant)
  }

  /// Takes the malformed input so far, and the problems with the rows' keys.
  ///
  /// - Parameters:
  ///   - malformedInput: All malformed input.
  ///   - keyProblems: What keeps changes from being recognised, the worst first.
  ///   - instant: When.
  public mutating func receive(
    malformedInput: MalformedInputLog,
    keyProblems: [KeyProblem],
    at instant: ContinuousClock.Instant
  ) {
    var isVisible = false
    if var pane = layers.last?.contents(as: MalformedInputPane.self) {
      isVisible = true
      pane.update(log: malformedInput, keyProblems: keyProblems, in: surroundings(at: instant))
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

  /// Says that the source has nothing more for now.
  public mutating func reachEnd() { feed.reachEnd() }

  /// Shows what is due.
  ///
  /// - Parameter instant: When.
  /// - Returns: Whether the rows are other ones than before.
  @discardableResult
  public mutating func advance(to instant: ContinuousClock.Instant) -> Bool {
    columns.layOutWhenDue(at: instant)
    let isFiltered = refreshFilter(at: instant)
    let hasNewRows = advanceRows(to: instant) || isFiltered
    let surroundings = surroundings(at: instant)
    let hasBanner = feed.updateBanner(hasRows: list.rowCount > 0, in: surroundings)
    let isDivided = feed.updateTimeline(columns: setup.size.columns, at: instant) || hasBanner
    if isDivided {
      layOut(at: instant)
      // A line that came into view may need more room, and one that left it needs none.
      fitColumns(at: instant, isMoving: hasNewRows)
    }
    let hasSummary = continueSummary(at: instant)
    let hasFacts = updateFacts(at: instant)
    let isArranged = continueRearranging(at: instant)
    let hasPreview = list.continuePreview(in: surroundings) || isArranged
    if hasPreview { fitColumns(at: instant) }
    list.continueReadingKeys(isChoosing: isChoosingOrder, in: surroundings)
    return continueSearch(at: instant) || hasFacts || hasPreview || hasNewRows || hasSummary
      || isDivided
  }

  private mutating func advanceRows(to instant: ContinuousClock.Instant) -> Bool {
    guard let advance = feed.advance(to: instant) else { return false }
    lookAtChanges(isNews: advance.wasLoaded, at: instant)
    let rows = advance.update.rows
    find.search?.restart()
    find.noteOtherRows()
    if !advance.wasLoaded || !columns.list.isChosen, !rows.isEmpty {
      columns.choose(for: rows, key: feed.status.keyRule, in: surroundings(at: instant))
    }
    let isDivided = adoptSummary(from: rows, at: instant)
    // Rows with other identities are the same rows: nothing was inserted or deleted.
    if let rule = advance.identity { list.table.identifyRows(rule.identified) }
    let isNews = advance.kind == .change(isNews: true)
    let isSkipped = advance.kind == .skip
    let report = list.show(
      advance.update,
      isReload: advance.kind == .load,
      isNews: isNews,
      // Who has left the live edge since reads what is there, and keeps the place.
      isByUser: isSkipped && list.table.isFollowing,
      clocks: feed.clocks,
      in: surroundings(at: instant)
    )
    notices.report(report)
    // Rows are led to where they are now, and nothing of it is a change.
    if isSkipped { list.table.forgetChanges() }
    if advance.kind == .load {
      // A name that is written wrong would wait for ever.
      if feed.isLoaded, notices.message == nil { notices.report(fieldProblem) }
    } else {
      let arrivals = feed.player.isPaused ? 0 : list.table.lastBatch.insertions
      let departures = list.table.lastBatch.deletions
      summary.record(arrivals: arrivals, departures: departures, at: instant)
    }
    summary.follow(list.arrangement.takeChanges())
    // Of a batch out of view nothing can need more room, unless the rows show something new.
    if !list.isViewUntouched || columns.list.isOutdated || isDivided {
      fitColumns(at: instant, isMoving: advance.kind != .load)
    }
    updatePreview(at: instant)
    updateDetail(at: instant)
    return true
  }
}
