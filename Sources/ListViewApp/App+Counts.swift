import Ordering
import Columns
package import FeedIdentity
package import FeedStore
import FeedValues
internal import ListViewParts
internal import TableModel
internal import TerminalCore
internal import Values

/// Counts rows by their values.
extension App {
  /// Whether groups are on the screen in place of the rows.
  var showsCounts: Bool { counts.last?.isShown ?? false }

  /// The list on the screen.
  var front: App {
    if let output = acting.outputs.last { return output.app }
    return showsCounts ? counts.last?.app ?? self : self
  }

  /// Counts the rows by a column, or the groups on the screen by one more; nil shows the rows again.
  mutating func count(by column: Column?, at instant: ContinuousClock.Instant) {
    guard let column else { return leaveCounts(at: instant) }
    // A column of many numbers or times is divided into ranges.
    var keys = [CountSpec.Key(of: column, in: listReading(at: instant))]
    if showsCounts, let shown = counts.last?.plan.spec.keys {
      keys = shown.filter { $0.field != keys[0].field } + keys
    }
    do throws(SettingError) {
      try openCounts(CountSpec(keys: keys), at: instant)
    } catch {
      notices.report(error.description)
    }
  }

  /// Counts the rows on the screen.
  ///
  /// - Throws: `SettingError` if they have no such field.
  mutating func openCounts(
    _ spec: CountSpec,
    at instant: ContinuousClock.Instant
  ) throws(SettingError) {
    guard hasFields(spec.derived, at: instant) else {
      // It is opened once the rows have the fields.
      setup.configuration.count = spec
      setup.hasOpenedCounts = false
      return
    }
    let sample = ValueOrder.sample(of: list.allRows)
    let plan = try CountPlan(spec, sample: sample, in: context(at: instant))
    var configuration = configurationOfList(named: setup.configuration.feedName)
    configuration.columns = plan.columns
    configuration.outlook = CountText.nothing
    configuration.viewOptions = ViewOptions(sort: plan.order)
    if let sort = setup.configuration.viewOptions.sort, counts.isEmpty,
      setup.configuration.count != nil
    {
      configuration.viewOptions.sort = plan.sort(named: sort)
    }
    var app = App(configuration, size: setup.size, theme: setup.theme)
    app.setup.isOfCounts = true
    app.holdsMotion = setup.holdsMotion
    if showsCounts { counts.removeLast() }
    var view = CountView(plan, app, at: instant)
    view.keepsItems = setup.configuration.keepsCounts
    counts.append(view)
    layers.removeAll()
    detail = nil
    // Only changes from here on are followed.
    summary.follow(list.arrangement.takeChanges(), at: instant)
    list.arrangement.keepsChanges = true
    continueCounts(at: instant)
  }

  /// The configuration of a list that is shown in place of the table, and made in the program.
  func configurationOfList(named name: String) -> Configuration {
    var configuration = Configuration(feedName: name)
    configuration.motion = setup.configuration.motion
    configuration.start = .liveEdge
    configuration.calendar = setup.configuration.calendar
    configuration.wallClock = setup.configuration.wallClock
    configuration.keyMap = setup.configuration.keyMap
    configuration.themes = setup.configuration.themes
    configuration.theme = setup.configuration.theme
    configuration.views = setup.configuration.views
    configuration.summary = .none
    return configuration
  }

  /// Shows what the command line asks to be counted, once the columns are known.
  mutating func openAskedCounts(at instant: ContinuousClock.Instant) {
    guard let spec = setup.configuration.count, counts.isEmpty, !setup.hasOpenedCounts,
      !columns.columns.isEmpty
    else { return }
    setup.hasOpenedCounts = true
    do throws(SettingError) {
      try openCounts(spec, at: instant)
      setup.countProblem = nil
    } catch {
      setup.countProblem = error.description
      notices.report(error.description)
    }
  }

  /// The reason why the count of the command line was not made; nil if it was.
  package var countProblem: String? { setup.countProblem }

  /// Shows the rows again.
  mutating func leaveCounts(at instant: ContinuousClock.Instant) {
    guard counts.popLast() != nil else { return }
    layOut(at: instant)
    fitColumns(at: instant)
    if counts.last?.isShown == false { notices.report(nil) }
  }

  /// Shows the groups again whose rows were looked at.
  mutating func returnToCounts(at instant: ContinuousClock.Instant) {
    guard let last = counts.indices.last else { return }
    counts[last].isShown = true
    setFilter(counts[last].filterBefore, at: instant)
    counts[last].restart()
    continueCounts(at: instant)
  }

  /// Shows the rows of a group.
  private mutating func openGroup(_ group: Row, at instant: ContinuousClock.Instant) {
    guard let last = counts.indices.last, let filter = filter(for: group) else { return }
    counts[last].filterBefore = find.filter
    counts[last].isShown = false
    list.table.clearSelection(at: instant)
    setFilter(filter, at: instant)
    layOut(at: instant)
    fitColumns(at: instant)
  }

  /// The filter on the screen and that of a group, or of all others.
  private func filter(for group: Row, isNegated: Bool = false) -> Filter? {
    guard let plan = counts.last?.plan else { return nil }
    let text = plan.filter(for: group, isNegated: isNegated)
    guard let before = find.filter?.text else { return try? Filter(text) }
    return try? Filter("(\(before)) \(text)")
  }

  // MARK: Following the rows

  /// Discards the figures because the user chose other rows, and starts over.
  mutating func restartFigures() {
    summary.restart()
    for index in counts.indices { counts[index].restart() }
  }

  mutating func followCounts(_ changes: [FilteredChange]?, at instant: ContinuousClock.Instant) {
    for index in counts.indices {
      // Groups that are not on the screen are counted again when they are.
      if counts[index].isShown {
        counts[index].follow(changes, at: instant)
      } else {
        counts[index].restart()
      }
    }
  }

  /// Continues counting.
  ///
  /// - Returns: Whether the screen may change.
  @discardableResult
  mutating func continueCounts(all: Bool = false, at instant: ContinuousClock.Instant) -> Bool {
    guard let last = counts.indices.last, list.rearrangement == nil else { return false }
    counts[last].app.setup.hasTimelineOfRows = feed.timeline != nil
    let present = counts[last].plan.spec.window.map { _ in presentOfRows(at: instant) }
    return counts[last].advance(
      list.arrangement.filteredRows,
      present: present,
      all: all,
      at: instant
    )
  }

  /// The present of the rows: the newest time of a file or a recording, the time of a moment in the past, or now.
  private func presentOfRows(at instant: ContinuousClock.Instant) -> FeedTime {
    let player = feed.player
    if player.isInPast, let time = player.time(at: player.position) { return time }
    if setup.configuration.isRecorded, let newest = newestTime { return newest }
    return wallClock?.time(at: instant) ?? newestTime ?? FeedTime(nanoseconds: 0)
  }

  /// The newest time of rows at the ends of the list; nil if they have none.
  private var newestTime: FeedTime? {
    guard let column = columns.columns.first(where: { $0.isTime && $0.visibility != .hidden })
    else { return nil }
    let reader = TimeReader(setup.configuration.calendar)
    let rows = list.allRows
    return [rows.first, rows.last].compactMap { row in
      row.flatMap { column.value(of: $0) }.flatMap { reader.time($0) }
    }
    .max()
  }

  /// Completes the computed fields and the counts of all rows, for a table that is printed.
  package mutating func settle(at instant: ContinuousClock.Instant) {
    if !derive(at: instant), feed.continueDeriving(.max) { advance(to: instant) }
    _ = continueCounts(all: true, at: instant)
  }

  /// Returns how the groups changed since the last call, if ``Configuration/keepsCounts`` is set, and how they are
  /// identified; nil without counts.
  package mutating func takeCountItems() -> (items: [FeedItem], key: KeyRule)? {
    guard let last = counts.indices.last else { return nil }
    return (counts[last].takeItems(), counts[last].plan.keyRule)
  }

  /// When the counts are due to be continued; nil if they are not.
  var nextCountInstant: ContinuousClock.Instant? {
    list.rearrangement == nil ? counts.last?.nextInstant : nil
  }

  // MARK: Events

  /// The keys that filter by the selected group.
  private static let onlyThis = InputEvent.key(.character("="), [])
  private static let withoutThis = InputEvent.key(.character("-"), [])

  /// Handles an event while groups are on the screen.
  mutating func handleInCounts(
    _ event: InputEvent,
    at instant: ContinuousClock.Instant
  ) -> [Effect] {
    guard let last = counts.indices.last else { return [] }
    if case .mouse(let mouse) = event, let title = layout.title, mouse.line == title {
      return handle(mouse, context(at: instant))
    }
    let keys = context(at: instant).keyMap
    if counts[last].app.layers.isEmpty, let action = keys.action(for: event) {
      clearNotices()
      counts[last].app.clearNotices()
      if action == .row(.open), counts[last].app.list.currentRow == nil {
        counts[last].app.list.move(.nextRow, at: instant)
      }
      let group = counts[last].app.list.currentRow
      switch action {
      case .row(.open):
        if let group { openGroup(group, at: instant) }
        return []
      case .feed where event == Self.withoutThis, .column where event == Self.onlyThis:
        guard let group else {
          notices.report(ListState.Text.noSelection(context(at: instant).scrollKeys))
          return []
        }
        setFilter(filter(for: group, isNegated: event == Self.withoutThis), at: instant)
        continueCounts(at: instant)
        return []
      case .feed, .program(.malformedInput), .program(.mouse), .arrangement(.count):
        return perform(action, at: instant)
      case .program(.close) where !counts[last].app.hasSomethingToClose:
        leaveCounts(at: instant)
        return []
      case .program(.quit) where setup.configuration.count == nil:
        leaveCounts(at: instant)
        return []
      default: break
      }
    }
    return counts[last].app.handle(event, at: instant).flatMap { effect -> [Effect] in
      switch effect {
      case .count(let text):
        countAgain(text, at: instant)
        return []
      case .runBehind(let line): return runBehind(line, at: instant)
      case .identify, .remember, .pick, .runNow: return []
      default: return [effect]
      }
    }
  }

  /// Counts by something else, at the command line below the groups.
  private mutating func countAgain(_ text: String, at instant: ContinuousClock.Instant) {
    guard !text.isEmpty else { return leaveCounts(at: instant) }
    do throws(SettingError) {
      try openCounts(try CountSpec(text), at: instant)
    } catch {
      counts[counts.count - 1].app.notices.report(error.description)
    }
  }

  /// Whether Escape has something to end before the list is left.
  var hasSomethingToClose: Bool {
    find.search != nil || find.filter != nil || list.currentRow != nil || detail != nil
      || list.rearrangement != nil
  }

  // MARK: Drawing

  /// The groups, with the title, the timeline and the layers of the rows.
  func frameOfCounts(
    at instant: ContinuousClock.Instant
  ) -> (buffer: CellBuffer, nextChange: ContinuousClock.Instant?) {
    guard let view = counts.last else { return (CellBuffer(setup.size), nil) }
    let context = context(at: instant)
    var (buffer, change) = view.app.frame(at: instant)
    if let line = context.screen.title {
      let style = setup.theme.style(.text)
      buffer.fill(line: line, style: style)
      titleOfCounts(view, context).draw(on: line, of: &buffer)
    }
    if let line = view.app.layout.timeline, let timeline = feed.timeline {
      TimelineView(timeline, of: feed.player, in: context).draw(on: line, of: &buffer)
    }
    _ = drawLayer(of: &buffer, context)
    let notice = notices.message(at: instant) ?? feed.status.notice
    if layers.isEmpty, let line = view.app.layout.keys, let message = notice {
      var bar = StatusBar(context: context)
      bar.message = message
      bar.draw(on: line, of: &buffer)
    }
    let changes = [
      change, notices.nextChange(after: instant), feed.nextStateChange(in: context),
    ]
    return (buffer, changes.compactMap(\.self).min())
  }

  private func titleOfCounts(_ view: CountView, _ context: Context) -> TitleBar {
    var bar = titleBar(context)
    bar.batch = view.app.list.table.lastBatch
    bar.updateRule = nil
    let chips = view.app.titleBar(view.app.context(at: context.instant)).chips
    bar.chips =
      bar.chips.filter { [.filter, .search, .until].contains($0.kind) }
      + [TitleChip(.count, CountText.chip(view.plan.title))] + chips.filter { $0.kind != .count }
    let (groups, rows) = view.sizes
    bar.rowCounts =
      view.progress.map { CountText.counting($0.done, of: $0.all) }
      ?? CountText.sizes(groups, rows, columns: setup.size.columns)
    return bar
  }
}
