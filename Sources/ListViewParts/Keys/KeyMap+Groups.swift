internal import TerminalCore

extension KeyMap {
  /// Actions that belong together and are explained in one line of the help, and some that it calls
  /// by fewer words: two topics have to fit beside each other on 80 columns.
  static let groups: [(actions: [Action], help: String)] = [
    ([.move(.nextRow), .move(.previousRow)], "next, previous row"),
    ([.move(.pageDown), .move(.pageUp)], "a page down, up"),
    ([.move(.halfPageDown), .move(.halfPageUp)], "half a page"),
    ([.move(.firstRow), .move(.lastRow)], "first, last row"),
    ([.move(.scrollDown), .move(.scrollUp)], "scroll, keep row"),
    ([.move(.nextChange), .move(.previousChange)], "next, previous change"),
    ([.column(.scrollLeft), .column(.scrollRight)], "scroll sideways"),
    ([.shape(.sort), .shape(.invert)], "sort, invert"),
    ([.shape(.fold), .shape(.foldAll)], "fold a group, all"),
    ([.shape(.mark), .shape(.clearMarks)], "mark, clear marks"),
    ([.feed(.stepBack), .feed(.stepForward)], "step back, forward"),
    ([.feed(.tenBack), .feed(.tenForward)], "ten steps"),
    ([.feed(.faster), .feed(.slower)], "play faster, slower"),
    ([.row(.copyKey), .row(.copyJSON)], "copy key, JSON"),
    ([.shape(.freeze)], "freeze / unfreeze order"),
    ([.shape(.pin)], "pin to the top"),
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
    ([.program(.help)], "help"),
    ([.program(.quit)], "quit"),
    ([.move(.nextRow), .move(.previousRow)], "select"),
    ([.row(.open)], "open"),
    ([.feed(.pause)], "pause"),
    ([.feed(.stepBack), .feed(.stepForward)], "step back / forward"),
  ]

  /// What is said first while something is searched for.
  package static let searchHints: [(actions: [Action], help: String)] = [
    ([.find(.nextMatch), .find(.previousMatch)], "next, previous")
  ]

  /// What is said first while something is searched for or filtered.
  package static let clearHints: [(actions: [Action], help: String)] = [
    ([.program(.close)], "clear")
  ]

  /// What the line of keys shows while the help or the list of bad input is open.
  package static let paneHints: [(actions: [Action], help: String)] = [
    ([.program(.close)], "close"),
    ([.move(.nextRow), .move(.previousRow)], "scroll"),
    ([.move(.pageDown), .move(.pageUp)], "a page"),
    ([.move(.firstRow), .move(.lastRow)], "ends"),
  ]

  /// What the line of keys shows in the past.
  package static let pastHints: [(actions: [Action], help: String)] = [
    ([.feed(.stepBack), .feed(.stepForward)], "step"),
    ([.feed(.pause)], "play"),
    ([.feed(.latest)], "latest"),
    ([.feed(.tenBack), .feed(.tenForward)], "ten"),
    ([.feed(.replay)], "replay"),
    ([.feed(.faster), .feed(.slower)], "speed"),
    ([.program(.help)], "help"),
  ]

  /// What is said first while the source is down.
  package static let outageHints: [(actions: [Action], help: String)] = [
    ([.feed(.runNow)], "run now"),
    ([.program(.badInput)], "details"),
  ]

  /// What the line of keys shows while there are no rows.
  package static let emptyHints: [(actions: [Action], help: String)] = [
    ([.program(.help)], "help"),
    ([.program(.quit)], "quit"),
    ([.feed(.pause)], "pause"),
  ]

  /// What the line of keys shows while the detail has the keys.
  package static let detailHints: [(actions: [Action], help: String)] = [
    ([.program(.close)], "close"),
    ([.row(.open)], "fold"),
    ([.detail(.nextRow), .detail(.previousRow)], "next row"),
    ([.row(.copyKey)], "copy"),
    ([.find(.search)], "search"),
    ([.row(.switchFocus)], "table"),
    ([.program(.help)], "help"),
  ]

  /// What the line of keys shows while the detail is open and the table has the keys.
  package static let besideDetailHints: [(actions: [Action], help: String)] = [
    ([.row(.switchFocus)], "detail"),
    ([.program(.close)], "close"),
    ([.move(.nextRow), .move(.previousRow)], "next row"),
    ([.feed(.pause)], "pause"),
    ([.feed(.stepBack), .feed(.stepForward)], "step"),
    ([.program(.help)], "help"),
  ]
}
