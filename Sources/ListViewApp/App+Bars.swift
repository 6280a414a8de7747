import Columns
import FeedIdentity
internal import FeedStore
internal import FeedValues
internal import ListViewParts
import Ordering
internal import Patterns
internal import TableModel
package import TerminalCore

/// Composes the title bar, the status bar and the key hints.
extension App {
  func titleBar(_ context: Context) -> TitleBar {
    let (table, player) = (list.table, feed.player)
    var bar = TitleBar(context: context)
    bar.feedName = setup.configuration.feedName
    bar.batch = table.lastBatch
    let hasUnseen = isAway && table.unseen.total > 0
    bar.positions = feed.positions(isAway: hasUnseen, in: context)
    bar.isHeld = feed.isHeld
    bar.alarm = feed.alarm(in: context)
    bar.isTracking = table.isTracking
    let key = context.keyMap.label(of: [.program(.malformedInput)])
    bar.problems = feed.problems(key, isRebuilt: list.faults != nil)
    let all = find.filter == nil ? nil : list.allRows.count
    bar.rowCounts = TitleBar.Text.rowCounts(
      isFiltering ? list.preview?.count ?? 0 : list.rowCount,
      of: all,
      isComplete: !isFiltering,
      isCut: player.droppedRows > 0,
      columns: setup.size.columns
    )
    if player.replacedRows > 0, case .fields? = feed.status.keyRule {
      bar.updateRule = feed.status.keyRule
    }
    bar.chips = chips(in: context)
    return bar
  }

  /// The title of the window: the name of the feed with the one figure that matters, and what is under way.
  package var windowTitle: (text: String, progress: WindowTitle.Progress) {
    let name = setup.configuration.feedName
    if let outage = feed.shownOutage { return ("\(outage.text) · \(name)", .failure) }
    guard feed.isLoaded else { return (name, .none) }
    let all = find.filter == nil ? nil : list.allRows.count
    let count = TitleBar.Text.rowCounts(list.rowCount, of: all, columns: WindowTitle.maximumWidth)
    let progress = list.arrangingPercentage.map { WindowTitle.Progress.percent($0) }
    return ("\(name) · \(count)", progress ?? .none)
  }

  /// The active view options; those that hide rows come first.
  private func chips(in context: Context) -> [TitleChip] {
    var chips: [TitleChip] = []
    if let filter = find.filter {
      let since = find.reference.map { " · \($0)" } ?? ""
      chips.append(TitleChip(.filter, filter.text + since))
    }
    if let search = find.search, case let count = matchCount(of: search, in: context) {
      chips.append(TitleChip(.search, "/\(search.pattern.text) \(count)"))
    }
    if let until = setup.configuration.until {
      chips.append(TitleChip(.until, TitleBar.Text.until(until.text)))
    }
    return chips + list.chips(at: shownTime(in: context))
  }

  func statusBar(
    _ presentation: TablePresentation<Row, FieldPath>,
    _ keyLine: KeyLine,
    _ context: Context
  ) -> StatusBar {
    let table = list.table
    var bar = StatusBar(context: context)
    bar.unseen = (table.unseen.above, table.unseen.below)
    if !list.showsPart, let range = table.visibleRows {
      let first = list.rows(ofLine: range.lowerBound).lowerBound + 1
      let last = list.rows(ofLine: range.upperBound).upperBound
      let count = grouped(list.searchedRows.count)
      bar.range = "\(grouped(first))–\(grouped(last)) of \(count)"
      if list.pinTable.selection == nil, let selected = table.selection {
        // It may still be there, and be none that the filter shows.
        let isHidden = find.filter != nil && feed.player.row(of: selected) != nil
        bar.range =
          table.selectedOffset.map {
            StatusBar.Text.row(list.rows(ofLine: $0).lowerBound + 1, of: count)
          } ?? (isHidden ? StatusBar.Text.rowHidden : StatusBar.Text.rowDeleted)
      }
    } else if !list.showsPart, hasOnlyHeaders {
      bar.range = StatusBar.Text.groups(table.lineCount)
    }
    bar.message = notices.message(at: context.instant)
    if !isEmpty(presentation) || !explainsEmptyTable { bar.problem = problem(context) }
    // A chip in the title bar is not repeated.
    let chips = find.search == nil && find.filter == nil ? [] : titleBar(context).shownChips
    let shown = Set(chips.map(\.kind))
    if layers.last?.isDetail ?? false, let search = detail?.search {
      bar.findings.append(.init("/", search.pattern.text, detail?.matchCount ?? ""))
    } else if let search = find.search, !shown.contains(.search) {
      bar.findings.append(.init("/", search.pattern.text, matchCount(of: search, in: context)))
    }
    if let filter = find.filter, !shown.contains(.filter) {
      let hidden = isFiltering ? "…" : "· \(StatusBar.Text.hidden(hiddenCount))"
      bar.findings.append(.init("&", filter.text, hidden))
    }
    if case .hints(let hints) = keyLine {
      bar.hints = hints
    } else {
      var hints = hints
      if setup.size.columns >= KeyMap.wide,
        let place = hints.firstIndex(where: { $0.actions == [.arrangement(.group)] })
      {
        hints.insert(contentsOf: KeyMap.wideHints, at: place + 1)
      }
      bar.hints = context.keyMap.hints(hints)
      let act = context.keyMap.hints(actionHint)
      bar.hints.insert(contentsOf: act, at: min(1, bar.hints.count))
      if setup.isOfCounts, detail == nil, list.currentRow != nil {
        bar.hints.insert(contentsOf: KeyMap.groupHints, at: min(1, bar.hints.count))
      }
    }
    bar.hints = current(bar.hints)
    return bar
  }

  /// The event of the source, or the input that could not be parsed; nil if there is nothing to report.
  func problem(_ context: Context) -> String? {
    let reason = feed.shownOutage?.reason
    // A text on the lines below the title bar is not repeated.
    let isSaid = feed.hasBanner && layout.summary != nil
    let notice = isSaid && feed.status.notice == reason ? nil : feed.status.notice
    return notice ?? (isSaid ? nil : feed.shownOutage?.words)
      ?? notices.announcement(
        of: feed.status,
        hasRows: !list.table.displayedRows.isEmpty,
        in: context
      )
  }

  /// Whether the feed continues at the live edge while the table does not follow it.
  private var isAway: Bool {
    leavesEdge && !showsCounts && !list.table.isTracking && feed.player.isAtLiveEdge
      && !feed.status.isEnded
  }

  /// Whether new rows come in at an edge of the list that the table does not follow.
  ///
  /// In an order of values they may come in anywhere, and most texts other than logs are read from their start.
  private var leavesEdge: Bool {
    guard !list.table.isFollowing, list.wanted.sort == nil, list.wanted.grouping == nil else {
      return false
    }
    return list.table.liveEdge == .top || feed.status.opensAtEnd || list.table.unseen.total > 0
  }

  /// The key hints without a layer, the most useful in the current state first.
  private var hints: [(actions: [Action], help: String)] {
    if detail != nil {
      return layers.last?.isDetail ?? false || !layout.showsTable
        ? KeyMap.detailHints : KeyMap.besideDetailHints
    }
    if setup.isOutput { return KeyMap.outputHints }
    if setup.isOfCounts {
      return (find.search == nil ? [] : KeyMap.searchHints) + KeyMap.countHints
    }
    if let header = headerHints { return header }
    if list.table.displayedRows.isEmpty {
      return find.filter == nil ? KeyMap.emptyHints : KeyMap.clearHints + KeyMap.emptyHints
    }
    let isOfGroup = counts.last?.isShown == false
    if feed.timeline != nil, feed.player.isPaused, feed.player.isInPast {
      return (isOfGroup ? KeyMap.countedRowsHints : []) + KeyMap.pastHints
    }
    if let outage = feed.shownOutage {
      return KeyMap.outageHints(isWaiting: outage.retry != nil) + KeyMap.firstHints
    }
    let errors =
      severity?.isOfLog == true && list.errors.hasErrors
      ? KeyMap.errorHints(isForward: list.errors.hasErrors(from: errorStart)) : []
    guard notices.hasKeys else { return errors + KeyMap.firstHints }
    // On a narrow screen, the keys of a search or filter take precedence.
    var first: [(actions: [Action], help: String)] = []
    if find.search != nil { first += KeyMap.searchHints }
    if isOfGroup {
      first += KeyMap.countedRowsHints
    } else if find.search != nil || find.filter != nil {
      first += KeyMap.clearHints
    }
    // Even while a recording plays, one key leads to rows inserted out of view.
    if isAway || leavesEdge && list.table.unseen.total > 0 { first += KeyMap.followHints }
    let others = KeyMap.hints.filter { hint in !first.contains { $0.actions == hint.actions } }
    return first + errors + others
  }

  /// The hints while the header of a group is selected, or all groups are folded; nil otherwise.
  private var headerHints: [(actions: [Action], help: String)]? {
    let (table, section) = (list.table, list.table.selectedSection)
    guard section != nil || hasOnlyHeaders else { return nil }
    let first = KeyMap.headerHints(isFolded: section.map(table.collapsedSections.contains) ?? true)
    return first + KeyMap.hints.filter { hint in !first.contains { $0.actions == hint.actions } }
  }

  /// Whether all groups are folded.
  private var hasOnlyHeaders: Bool {
    list.shownArrangement.grouping != nil && list.table.displayedRows.isEmpty
      && list.table.lineCount > 0
  }
}

/// Composes what is shown instead of rows.
extension App {
  /// Whether there are no rows to draw.
  func isEmpty(_ presentation: TablePresentation<Row, FieldPath>) -> Bool {
    columns.columns.isEmpty || list.table.displayedRows.isEmpty && presentation.isBlank
  }

  /// Whether an empty table has room for the placeholder, so that the status bar need not show the reason.
  var explainsEmptyTable: Bool {
    list.table.displayedRows.isEmpty && Placeholder.hasRoom(in: layout)
  }

  func placeholder(_ context: Context) -> Placeholder {
    let keyMap = context.keyMap
    let isEnded = feed.status.isEnded
    let hiddenCount = list.previewHiddenCount ?? hiddenCount
    var placeholder = Placeholder(context: context)
    placeholder.reason =
      if hiddenCount > 0 {
        Placeholder.Text.hidden(hiddenCount, context.closeKey)
      } else if feed.player.count > 0 {
        Placeholder.Text.empty(isEnded: isEnded)
      } else if isEnded {
        setup.isOutput ? Placeholder.Text.endedOutput : Placeholder.Text.endedEmpty
      } else if setup.isOfCounts {
        CountText.beingCounted
      } else if isReading {
        Placeholder.Text.reading(setup.configuration.feedName)
      } else {
        Placeholder.Text.waiting(for: setup.configuration.feedName)
      }
    placeholder.problem = problem(context)
    guard hiddenCount == 0 else { return placeholder }
    placeholder.outlook =
      if isEnded, setup.isOutput {
        Placeholder.Text.closes(context.closeKey)
      } else if isEnded {
        Placeholder.Text.quits(keyMap.label(of: [.program(.quit)]))
      } else if feed.player.isPaused {
        Placeholder.Text.paused(keyMap.label(of: [.feed(.pause)]))
      } else if feed.isStopped {
        Placeholder.Text.stopped(keyMap.label(of: [.feed(.stop)]))
      } else {
        isReading ? nil : setup.configuration.outlook
      }
    return placeholder
  }

  /// Whether a file is being read that is so long that none of its rows is there yet.
  private var isReading: Bool { feed.isLoading && setup.configuration.isRecorded }
}

extension App {
  /// Reserves the line of an automatic summary as soon as it has something to show.
  ///
  /// - Returns: Whether it was reserved just now, so that the table has one line less.
  @discardableResult
  mutating func adoptSummary(from rows: FeedRows, at instant: ContinuousClock.Instant) -> Bool {
    let hasStrip = adoptStrip(from: rows, at: instant)
    guard !summary.hasLine, summary.spec == .automatic, !columns.columns.isEmpty,
      !measures(for: summary.spec, of: rows, at: instant).isEmpty
    else { return hasStrip }
    summary.takeLine()
    layOut(at: instant)
    return true
  }

  private func measures(
    for spec: SummarySpec,
    of rows: FeedRows,
    by scale: TimeScale? = nil,
    at instant: ContinuousClock.Instant
  ) -> [SummaryMeasure] {
    spec.measures(in: context(at: instant), sample: ValueOrder.sample(of: rows))
      + (scale.map { [.times($0.judged(by: severity))] } ?? [])
  }

  /// Continues computing the summary if it is on the screen.
  ///
  /// - Returns: Whether the screen may change.
  @discardableResult
  mutating func continueSummary(at instant: ContinuousClock.Instant) -> Bool {
    guard showsSummary || layout.strip != nil else { return false }
    let rows = list.allRows
    var summary = summary
    let (spec, scale) = (summary.spec, summary.scale)
    self.summary = Summary(.none)  // avoids a copy
    defer { self.summary = summary }
    return summary.advance(
      list.arrangement.filteredRows,
      of: list.allRows,
      isLoading: !feed.isLoaded,
      calendar: setup.configuration.calendar,
      at: instant
    ) { measures(for: spec, of: rows, by: scale, at: instant) }
  }

  /// Whether the summary bar is on the screen, which it is not while an outage takes its line.
  var showsSummary: Bool { summary.hasLine && !feed.hasBanner && layout.summary != nil }

  /// When the summary is due to be continued; nil if it is not.
  var nextSummaryInstant: ContinuousClock.Instant? {
    showsSummary || layout.strip != nil ? summary.nextInstant : nil
  }

  /// Shows other items in the summary bar.
  mutating func setSummary(_ spec: SummarySpec, at instant: ContinuousClock.Instant) {
    summary = Summary(spec, after: summary)
    adoptSummary(from: list.allRows, at: instant)
    layOut(at: instant)
    continueSummary(at: instant)
  }

  /// The scope of the labels if it is not obvious: the rows of a window of a longer list, or all rows of a
  /// feed that has ended.
  var summaryScope: String? {
    guard summary.spec == .automatic, find.filter == nil else { return nil }
    if summary.isOfWindow { return Summary.Text.last(list.allRows.count) }
    let isOver = feed.status.isEnded && feed.player.isAtLiveEdge
    return isOver ? Summary.Text.all(list.allRows.count) : nil
  }
}
