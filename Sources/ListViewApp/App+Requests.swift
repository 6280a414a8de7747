import Columns
internal import FeedIdentity
import FeedStore
internal import FeedValues
internal import ListViewParts
import Ordering
internal import TableModel
internal import TerminalCore

extension App {
  /// Carries out a request; the only place where one part affects another.
  mutating func carryOut(_ request: Request, at instant: ContinuousClock.Instant) -> [Effect] {
    switch request {
    case .close: layers.removeLast()
    case .say(let text): notices.report(text)
    case .perform(let action):
      selectToPick(isAsked: true, at: instant)
      return perform(action, at: instant)
    case .sort(let column, let isFurther): sort(by: column, isFurther: isFurther, at: instant)
    case .group(let column):
      // The column of the groups, whatever their order, ungroups.
      let known = list.wanted.grouping.flatMap { $0.column.paths == column?.paths ? $0 : nil }
      group(by: column, ranking: known?.ranking ?? .value, at: instant)
    case .rankGroups(let ranking):
      guard let known = list.wanted.grouping, known.ranking != ranking else { break }
      group(by: known.column, ranking: ranking, at: instant)
    case .showTimes(let strip, let cells): showTimes(of: strip, in: cells, at: instant)
    case .count(let column): count(by: column, at: instant)
    case .change(let change): carryOut(change, at: instant)
    case .rememberColumns: return columnEffects
    case .identify(let choice): return identify(choice, at: instant)
    case .theme(let name, let isKept): return use(theme: name, isKept: isKept)
    case .copy(let bytes, let name): return copy(bytes, as: name)
    case .copyRows(let rows, let isJSON):
      let copy = copy(of: rows, areMarked: rows.count > 1)
      return carryOut(isJSON ? copy.json : copy.keys, at: instant)
    case .act(let command, let rows): return act(command, on: rows, at: instant)
    case .actNow(let command, let rows, let reasons):
      return act(command, on: rows, knowing: reasons, at: instant)
    case .actOnAll: openActionsOnAll()
    case .enterRun: openPrompt(.command, "\(Command.run) ")
    case .preview: previewPrompt(at: instant)
    case .complete(let isForward): complete(isForward: isForward, at: instant)
    case .recall(let isOlder): recall(isOlder: isOlder, at: instant)
    case .submit: return submit(at: instant)
    case .pick: return pick(at: instant)
    case .cancel: cancelPrompt(at: instant)
    }
    return []
  }

  /// Uses the theme with a name, which is one of those that can be chosen.
  mutating func use(theme name: String, isKept: Bool) -> [Effect] {
    guard let choice = setup.configuration.themes.first(where: { $0.name == name }) else {
      return []
    }
    return use(choice) + (isKept ? [.keepTheme(choice)] : [])
  }

  /// Uses a theme from now on.
  mutating func use(_ choice: ThemeChoice) -> [Effect] {
    setup.configuration.theme = choice
    return [.theme(choice)]
  }

  /// Carries out an action.
  mutating func perform(_ action: Action, at instant: ContinuousClock.Instant) -> [Effect] {
    switch action {
    case .move(let action): perform(action, at: instant)
    case .row(let action): return perform(action, at: instant)
    case .detail(let action): perform(action, at: instant)
    case .arrangement(let action): perform(action, at: instant)
    case .feed(let action): return perform(action, at: instant)
    case .column(let action): perform(action, at: instant)
    case .find(let action): perform(action, at: instant)
    case .program(let action): return perform(action, at: instant)
    }
    return []
  }

  /// Identifies rows by another key from now on; existing rows are kept.
  private mutating func identify(
    _ choice: KeyChoice,
    at instant: ContinuousClock.Instant
  ) -> [Effect] {
    if case .fields(let paths) = choice {
      let source = feed.status.source.map { FieldPath([$0]) }
      guard paths != source.map({ [$0] }) else {
        notices.report(KeyPicker.Text.sourceAlone)
        return []
      }
      // No two sources have the same row.
      let rule = KeyRule.fields((source.map { [$0] } ?? []) + paths.filter { $0 != source })
      feed.status.keyRule = rule
      feed.player.identifyRows(by: rule, ignoring: feed.derivedFields.map(\.name))
    }
    advance(to: instant)
    notices.report(KeyPicker.Text.chosen(choice))
    return [.identify(choice)]
  }

  /// Copies bytes to the clipboard, up to the limit of terminals.
  private mutating func copy(_ bytes: [UInt8], as name: String) -> [Effect] {
    guard bytes.count <= Clipboard.maximumCount else {
      notices.report(RowCopy.Text.tooLong(name, bytes.count))
      return []
    }
    notices.report(RowCopy.Text.copied(name, bytes.count))
    return [.copy(bytes)]
  }

  /// The text to copy of some rows.
  func copy(of rows: [Row], areMarked: Bool) -> RowCopy {
    RowCopy(
      rows: rows,
      areMarked: areMarked,
      columns: columns.columns,
      derived: Set(feed.derivedFields.map(\.name))
    )
  }

  /// Copies text made from the marked rows, the selected row, or the row in the detail.
  mutating func copy(_ make: (RowCopy) -> Request, at instant: ContinuousClock.Instant) -> [Effect]
  {
    if list.markedRows.isEmpty { list.showSelection(at: instant) }
    let isInDetail = layers.last?.isDetail ?? false
    let marked = isInDetail ? [] : list.markedRows
    if marked.count > 0 {
      return carryOut(make(copy(of: marked, areMarked: true)), at: instant)
    }
    let selected = isInDetail ? [] : list.selectedRows
    let rows = selected.isEmpty ? detail.map { [$0.row] } ?? [] : selected
    if rows.count > 0 {
      return carryOut(make(copy(of: rows, areMarked: false)), at: instant)
    }
    notices.report(ListState.Text.noSelection(context(at: instant).scrollKeys))
    return []
  }
}
