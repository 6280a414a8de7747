import Columns
import FeedStore
internal import FeedValues
internal import ListViewParts
import Ordering
internal import TableModel
internal import TerminalCore
internal import Values

/// Carries out the actions of each topic.
extension App {
  mutating func perform(_ action: MoveAction, at instant: ContinuousClock.Instant) {
    list.move(action, at: instant)
    guard action == .nextChange || action == .previousChange,
      let row = list.currentRow, let words = feed.words(for: row, since: list.comparison)
    else { return }
    let key = DisplayWidth.cut(RowID(key: row.id.key).description, to: 40)
    notices.report("\(key) · \(words)")
  }

  mutating func perform(_ action: DetailAction, at instant: ContinuousClock.Instant) {
    switch action {
    case .fold: detail?.fold()
    case .unfold: detail?.unfold()
    case .nextRow: list.move(.nextRow, at: instant)
    case .previousRow: list.move(.previousRow, at: instant)
    }
  }

  mutating func perform(_ action: ArrangementAction, at instant: ContinuousClock.Instant) {
    let context = context(at: instant)
    switch action {
    case .sort: pickColumn(to: .sort)
    case .invert: invertOrder(at: instant)
    case .group: pickColumn(to: .group)
    case .count: pickColumn(to: .count)
    case .fold: notices.report(list.fold(in: context))
    case .foldAll: notices.report(list.foldAll(at: instant))
    case .freeze: rearrange { $0.toggleFreeze(in: context) }
    case .pin: rearrange { $0.togglePin(in: context) }
    case .mark: notices.report(list.toggleMark(in: context))
    case .clearMarks: list.arrangement.clearMarks()
    case .nextMarked: notices.report(list.selectNextMarked(at: instant))
    }
  }

  mutating func perform(_ action: FeedAction, at instant: ContinuousClock.Instant) -> [Effect] {
    switch action {
    case .runNow: return [.runNow]
    case .pause: feed.player.togglePause(at: instant)
    case .stop:
      feed.isStopped.toggle()
      return []
    case .stepBack: step(by: -1, at: instant)
    case .stepForward: step(by: 1, at: instant)
    case .tenBack: step(by: -10, at: instant)
    case .tenForward: step(by: 10, at: instant)
    case .latest: feed.goToLatest()
    case .compare: toggleComparison(at: instant)
    case .replay: notices.report(feed.replay(in: context(at: instant)))
    case .faster: notices.report(feed.setSpeed(feed.player.speed * 2))
    case .slower: notices.report(feed.setSpeed(feed.player.speed / 2))
    case .follow:
      // A recording that plays is followed from where it is.
      if feed.player.isPaused { feed.goToLatest() }
      list.table.follow(at: instant)
    case .chooseKey: openKeyPicker()
    }
    advance(to: instant)
    return []
  }

  /// The time of the step that is shown; nil if it has none.
  func shownTime(in context: Context) -> FeedTime? {
    feed.player.time(at: feed.player.position) ?? context.present
  }

  /// Compares the rows with those of the step that is shown, or ends that.
  mutating func toggleComparison(at instant: ContinuousClock.Instant) {
    let context = context(at: instant)
    let time = shownTime(in: context)
    let name =
      time.map { setup.configuration.calendar.clock(of: $0) }
      ?? FeedState.Text.item(feed.player.position)
    notices.report(list.toggleComparison(to: name, at: time, in: context))
  }

  private mutating func step(by distance: Int, at instant: ContinuousClock.Instant) {
    notices.report(feed.step(by: distance, in: context(at: instant)))
  }

  mutating func perform(_ action: ColumnAction, at instant: ContinuousClock.Instant) {
    switch action {
    case .scrollLeft: notices.report(columns.scroll(by: -1, in: layout))
    case .scrollRight: notices.report(columns.scroll(by: 1, in: layout))
    case .pick:
      let first = columns.columns.first?.path
      open(ColumnPicker(selection: first, samples: sampleRows))
    case .compute: openPrompt(.column)
    }
  }

  mutating func perform(_ action: FindAction, at instant: ContinuousClock.Instant) {
    let isInDetail = layers.last?.isDetail ?? false && detail?.search != nil
    switch action {
    case .search: openPrompt(.search)
    case .nextMatch where isInDetail: jumpInDetail(isForward: true)
    case .previousMatch where isInDetail: jumpInDetail(isForward: false)
    case .nextMatch: jump(isForward: true, at: instant)
    case .previousMatch: jump(isForward: false, at: instant)
    case .nextError: jumpToError(isForward: true, at: instant)
    case .previousError: jumpToError(isForward: false, at: instant)
    case .filter: openPrompt(.filter)
    case .span: openSpanPick()
    case .command: openPrompt(.command)
    }
  }

  /// The topic of the help about the place of the user; nil for the first one.
  private var topic: Action.Topic? {
    if layers.last?.isDetail ?? false { return .detail }
    if feed.timeline != nil, feed.player.isPaused, feed.player.isInPast { return .feed }
    if list.table.selectedSection != nil || setup.isOfCounts { return .arrangement }
    return find.search == nil && find.filter == nil ? nil : .find
  }

  mutating func perform(_ action: ProgramAction, at instant: ContinuousClock.Instant) -> [Effect] {
    switch action {
    case .help: open(HelpPane(at: topic, commands: Command.described))
    case .malformedInput: openMalformedInput(at: instant)
    case .changeMarks:
      list.showsChanges.toggle()
      let key = setup.configuration.keyMap.label(of: [.program(.changeMarks)])
      notices.report(ListState.Text.marks(list.showsChanges, key))
    case .mouse: return toggleMouse()
    case .close: close(at: instant)
    case .redraw: return [.redraw]
    case .quit where detail.map { !$0.isPreview } ?? false: closeDetail(at: instant)
    case .quit: return [.quit]
    }
    return []
  }
}
