internal import TerminalCore

extension KeyMap {
  /// Related actions that share a line of the help, and actions with shortened descriptions, so that two
  /// topics fit next to each other on 80 columns.
  package static let groups: [(actions: [Action], help: String)] = [
    ([.move(.nextRow), .move(.previousRow)], ActionText.Group.rows),
    ([.move(.pageDown), .move(.pageUp)], ActionText.Group.pages),
    ([.move(.halfPageDown), .move(.halfPageUp)], ActionText.Group.halfPages),
    ([.move(.firstRow), .move(.lastRow)], ActionText.Group.firstAndLastRow),
    ([.move(.scrollDown), .move(.scrollUp)], ActionText.Group.scroll),
    ([.move(.nextChange), .move(.previousChange)], ActionText.Group.changes),
    ([.column(.scrollLeft), .column(.scrollRight)], ActionText.Group.columns),
    ([.arrangement(.sort), .arrangement(.invert)], ActionText.Group.sortAndInvert),
    ([.arrangement(.fold), .arrangement(.foldAll)], ActionText.Group.folds),
    ([.arrangement(.mark), .arrangement(.clearMarks)], ActionText.Group.marks),
    ([.feed(.stepBack), .feed(.stepForward)], ActionText.Group.steps),
    ([.feed(.tenBack), .feed(.tenForward)], ActionText.Group.tenSteps),
    ([.feed(.faster), .feed(.slower)], ActionText.Group.speeds),
    ([.row(.copyKey), .row(.copyJSON)], ActionText.Group.copies),
    ([.arrangement(.freeze)], ActionText.Group.freeze),
    ([.arrangement(.pin)], ActionText.Group.pin),
    ([.column(.pick)], ActionText.Group.pickColumns),
    ([.find(.nextError), .find(.previousError)], ActionText.Group.errors),
    ([.feed(.pause)], ActionText.Group.pause),
    ([.feed(.stop)], ActionText.Group.stop),
    ([.feed(.latest)], ActionText.Group.latest),
    ([.detail(.fold), .detail(.unfold)], ActionText.Group.detailFolds),
    ([.detail(.nextRow), .detail(.previousRow)], ActionText.Group.detailRows),
  ]

  /// The labels of all keys of actions, the first keys of all actions before the second ones: `j k ↓ ↑`.
  func allKeys(of actions: [Action]) -> String {
    let keys = actions.compactMap { binding(of: $0)?.keys }
    let most = keys.map(\.count).max() ?? 0
    return (0..<most).flatMap { number in
      keys.compactMap { number < $0.count ? $0[number].keyLabel : nil }
    }.joined(separator: " ")
  }

  /// The hints until the first key: what a new user needs, the most useful first.
  package static let firstHints: [(actions: [Action], help: String)] =
    usualHints + [
      ([.move(.nextRow), .move(.previousRow)], HintText.select),
      ([.program(.quit)], HintText.quit),
      ([.feed(.stepBack), .feed(.stepForward)], HintText.stepBackForward),
      ([.program(.help)], HintText.help),
    ]

  /// The first hint while a log has errors.
  ///
  /// - Parameter isForward: Whether there is one ahead.
  /// - Returns: The hint.
  package static func errorHints(isForward: Bool) -> [(actions: [Action], help: String)] {
    isForward
      ? [([.find(.nextError)], HintText.nextError)]
      : [([.find(.previousError)], HintText.previousError)]
  }

  /// The first hints while the header of a group is selected, or only headers are shown.
  ///
  /// - Parameter isFolded: Whether the rows of the group are hidden.
  /// - Returns: The hints, the most useful first.
  package static func headerHints(isFolded: Bool) -> [(actions: [Action], help: String)] {
    [
      ([.row(.open)], isFolded ? HintText.unfold : HintText.fold),
      ([.arrangement(.foldAll)], HintText.all),
      ([.move(.nextRow), .move(.previousRow)], HintText.select),
    ]
  }

  /// The first hints while new rows come in at an edge that is not followed.
  package static let followHints: [(actions: [Action], help: String)] = [
    ([.feed(.follow)], HintText.follow)
  ]

  /// The first hints while there is a search.
  package static let searchHints: [(actions: [Action], help: String)] = [
    ([.find(.nextMatch), .find(.previousMatch)], HintText.nextPrevious)
  ]

  /// The first hints while there is a search or filter.
  package static let clearHints: [(actions: [Action], help: String)] = [
    ([.program(.close)], HintText.clear)
  ]

  /// The hints while groups are on the screen.
  package static let countHints: [(actions: [Action], help: String)] = [
    ([.row(.open)], HintText.rows),
    ([.arrangement(.count)], HintText.thenBy),
    ([.arrangement(.sort)], HintText.order),
    ([.program(.close)], HintText.back),
    ([.move(.nextRow), .move(.previousRow)], HintText.select),
    ([.program(.help)], HintText.help),
    ([.program(.quit)], HintText.quit),
  ]

  /// The hints while the output of a command is on the screen.
  package static let outputHints: [(actions: [Action], help: String)] = [
    ([.program(.close)], HintText.close),
    ([.move(.nextRow), .move(.previousRow)], HintText.select),
    ([.row(.open)], HintText.open),
    ([.find(.search)], HintText.search),
    ([.find(.filter)], HintText.filter),
    ([.program(.help)], HintText.help),
  ]

  /// The hints of the keys that filter by the selected group.
  package static let groupHints = [KeyHint("=", HintText.onlyThis), KeyHint("-", HintText.without)]

  /// The first hints while the rows of a group are on the screen.
  package static let countedRowsHints: [(actions: [Action], help: String)] = [
    ([.program(.close)], HintText.groups)
  ]

  /// The hints while the help or the list of malformed input is open.
  package static let paneHints: [(actions: [Action], help: String)] = [
    ([.program(.close)], HintText.close),
    ([.move(.nextRow), .move(.previousRow)], HintText.scroll),
    ([.move(.pageDown), .move(.pageUp)], HintText.page),
    ([.move(.firstRow), .move(.lastRow)], HintText.ends),
  ]

  /// The hints while a past state is shown.
  package static let pastHints: [(actions: [Action], help: String)] = [
    ([.feed(.stepBack), .feed(.stepForward)], HintText.step),
    ([.feed(.pause)], HintText.play),
    ([.feed(.latest)], HintText.latest),
    ([.feed(.tenBack), .feed(.tenForward)], HintText.ten),
    ([.feed(.replay)], HintText.replay),
    ([.feed(.faster), .feed(.slower)], HintText.speed),
    ([.program(.help)], HintText.help),
  ]

  /// The first hints while the source is failing.
  ///
  /// - Parameter isWaiting: Whether a command waits for its next run, and can be run at once.
  /// - Returns: The hints, the most useful first.
  package static func outageHints(isWaiting: Bool) -> [(actions: [Action], help: String)] {
    (isWaiting ? [([.feed(.runNow)], HintText.runNow)] : [])
      + [([.program(.malformedInput)], HintText.details)]
  }

  /// The hints while there are no rows.
  package static let emptyHints: [(actions: [Action], help: String)] = [
    ([.feed(.pause)], HintText.pause),
    ([.program(.quit)], HintText.quit),
    ([.program(.help)], HintText.help),
  ]

  /// The hints while the detail has the focus.
  package static let detailHints: [(actions: [Action], help: String)] = [
    ([.program(.close)], HintText.close),
    ([.row(.open)], HintText.fold),
    ([.detail(.nextRow), .detail(.previousRow)], HintText.nextRow),
    ([.row(.copyKey)], HintText.copy),
    ([.find(.search)], HintText.search),
    ([.row(.switchFocus)], HintText.table),
    ([.program(.help)], HintText.help),
  ]

  /// The hints while the detail is open and the table has the focus.
  package static let besideDetailHints: [(actions: [Action], help: String)] = [
    ([.row(.switchFocus)], HintText.detail),
    ([.program(.close)], HintText.close),
    ([.move(.nextRow), .move(.previousRow)], HintText.nextRow),
    ([.feed(.pause)], HintText.pause),
    ([.feed(.stepBack), .feed(.stepForward)], HintText.step),
    ([.program(.help)], HintText.help),
  ]
}
