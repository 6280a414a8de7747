internal import TerminalCore

extension KeyMap {
  /// Actions that belong together and are explained in one line of the help, and some that it calls
  /// by fewer words: two topics have to fit beside each other on 80 columns.
  package static let groups: [(actions: [Action], help: String)] = [
    ([.move(.nextRow), .move(.previousRow)], "next, previous row"),
    ([.move(.pageDown), .move(.pageUp)], "a page down, up"),
    ([.move(.halfPageDown), .move(.halfPageUp)], "half a page"),
    ([.move(.firstRow), .move(.lastRow)], "first, last row"),
    ([.move(.scrollDown), .move(.scrollUp)], "scroll, keep row"),
    ([.move(.nextChange), .move(.previousChange)], "next, previous change"),
    ([.column(.scrollLeft), .column(.scrollRight)], "scroll sideways"),
    ([.arrangement(.sort), .arrangement(.invert)], "sort, invert"),
    ([.arrangement(.fold), .arrangement(.foldAll)], "fold a group, all"),
    ([.arrangement(.mark), .arrangement(.clearMarks)], "mark, clear marks"),
    ([.feed(.stepBack), .feed(.stepForward)], "step back, forward"),
    ([.feed(.tenBack), .feed(.tenForward)], "ten steps"),
    ([.feed(.faster), .feed(.slower)], "play faster, slower"),
    ([.row(.copyKey), .row(.copyJSON)], "copy key, JSON"),
    ([.arrangement(.freeze)], "freeze / unfreeze order"),
    ([.arrangement(.pin)], "pin to the top"),
    ([.column(.pick)], "show, hide, order"),
    ([.feed(.pause)], "pause the screen"),
    ([.feed(.stop)], "stop the source"),
    ([.feed(.latest)], "latest"),
    ([.detail(.fold), .detail(.unfold)], "fold, unfold"),
    ([.detail(.nextRow), .detail(.previousRow)], "next, previous row"),
  ]

  /// How all keys of actions are called, the first of each before the second ones: `j k ↓ ↑`.
  func allKeys(of actions: [Action]) -> String {
    let keys = actions.compactMap { binding(of: $0)?.keys }
    let most = keys.map(\.count).max() ?? 0
    return (0..<most).flatMap { number in
      keys.compactMap { number < $0.count ? $0[number].keyLabel : nil }
    }.joined(separator: " ")
  }

  /// What the line of keys shows until the first key: what a newcomer needs, the most useful first.
  package static let firstHints: [(actions: [Action], help: String)] = [
    ([.program(.help)], HintText.help),
    ([.program(.quit)], HintText.quit),
    ([.move(.nextRow), .move(.previousRow)], HintText.select),
    ([.row(.open)], HintText.open),
    ([.feed(.pause)], HintText.pause),
    ([.feed(.stepBack), .feed(.stepForward)], HintText.stepBackForward),
  ]

  /// The first hints while there is a search.
  package static let searchHints: [(actions: [Action], help: String)] = [
    ([.find(.nextMatch), .find(.previousMatch)], HintText.nextPrevious)
  ]

  /// The first hints while there is a search or filter.
  package static let clearHints: [(actions: [Action], help: String)] = [
    ([.program(.close)], HintText.clear)
  ]

  /// What the line of keys shows while the help or the list of malformed input is open.
  package static let paneHints: [(actions: [Action], help: String)] = [
    ([.program(.close)], HintText.close),
    ([.move(.nextRow), .move(.previousRow)], HintText.scroll),
    ([.move(.pageDown), .move(.pageUp)], HintText.page),
    ([.move(.firstRow), .move(.lastRow)], HintText.ends),
  ]

  /// What the line of keys shows in the past.
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
  package static let outageHints: [(actions: [Action], help: String)] = [
    ([.feed(.runNow)], HintText.runNow),
    ([.program(.malformedInput)], HintText.details),
  ]

  /// The hints while there are no rows.
  package static let emptyHints: [(actions: [Action], help: String)] = [
    ([.program(.help)], HintText.help),
    ([.program(.quit)], HintText.quit),
    ([.feed(.pause)], HintText.pause),
  ]

  /// What the line of keys shows while the detail has the keys.
  package static let detailHints: [(actions: [Action], help: String)] = [
    ([.program(.close)], HintText.close),
    ([.row(.open)], HintText.fold),
    ([.detail(.nextRow), .detail(.previousRow)], HintText.nextRow),
    ([.row(.copyKey)], HintText.copy),
    ([.find(.search)], HintText.search),
    ([.row(.switchFocus)], HintText.table),
    ([.program(.help)], HintText.help),
  ]

  /// What the line of keys shows while the detail is open and the table has the keys.
  package static let besideDetailHints: [(actions: [Action], help: String)] = [
    ([.row(.switchFocus)], HintText.detail),
    ([.program(.close)], HintText.close),
    ([.move(.nextRow), .move(.previousRow)], HintText.nextRow),
    ([.feed(.pause)], HintText.pause),
    ([.feed(.stepBack), .feed(.stepForward)], HintText.step),
    ([.program(.help)], HintText.help),
  ]
}
