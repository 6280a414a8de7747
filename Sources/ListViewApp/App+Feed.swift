import Columns
package import FeedIdentity
package import FeedSources
package import FeedStore
internal import FeedValues
internal import ListViewParts
import Ordering
internal import TableModel
internal import TerminalCore
internal import Values

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

/// The actions on the selected row.
extension App {
  /// Whether opening a row ends the program, which outputs the row.
  private var picks: Bool { setup.configuration.picks }

  mutating func perform(_ action: RowAction, at instant: ContinuousClock.Instant) -> [Effect] {
    switch action {
    case .open:
      list.showSelection(at: instant)
      guard picks else {
        openSelected(at: instant)
        break
      }
      if list.currentRow != nil || !list.markedRows.isEmpty { return [.pick] }
      if list.table.selectedSection != nil {
        openSelected(at: instant)
      } else {
        list.move(.nextRow, at: instant)
        // Groups begin with a header.
        if list.table.selectedSection != nil { list.move(.nextRow, at: instant) }
      }
    case .switchFocus: switchFocus()
    case .copyKey: return copy(\.keys, at: instant)
    case .copyJSON: return copy(\.json, at: instant)
    case .actions: openActions(at: instant)
    }
    return []
  }

  /// Selects the first row if none is, so that the row that Enter picks is visible; once the feed is loaded, unless a key
  /// asks for it.
  mutating func selectToPick(isAsked: Bool = false, at instant: ContinuousClock.Instant) {
    guard openPrompt?.picking != nil, feed.isLoaded || isAsked, list.pinTable.selection == nil,
      // A row that is gone is not picked.
      list.table.selectedOffset == nil, !list.table.displayedRows.isEmpty
    else { return }
    list.table.selectRow(atOffset: 0, at: instant)
  }

  /// Picks the selected row of those that the line matches, or the marked ones.
  mutating func pick(at instant: ContinuousClock.Instant) -> [Effect] {
    selectToPick(isAsked: true, at: instant)
    let isVain = list.currentRow == nil && list.markedRows.isEmpty
    return isVain ? [] : perform(.row(.open), at: instant)
  }

  /// Key hints with words for what the keys do at present; how to pick and to unfold comes first.
  func current(_ hints: [KeyHint]) -> [KeyHint] {
    let isPaused = feed.player.isPaused && (layers.isEmpty || detail != nil)
    let opensSection = list.table.selectedSection != nil && list.markedRows.isEmpty
    let hints = hints.map { hint in
      switch hint.help {
      case HintText.pause where isPaused: KeyHint(hint.keys, HintText.play)
      case HintText.open where picks && !opensSection: KeyHint(hint.keys, HintText.pick)
      case HintText.open where layers.isEmpty && list.hasFoldedSelection:
        KeyHint(hint.keys, HintText.unfold)
      default: hint
      }
    }
    let first = [HintText.pick, HintText.unfold]
    return hints.filter { first.contains($0.help) } + hints.filter { !first.contains($0.help) }
  }
}
