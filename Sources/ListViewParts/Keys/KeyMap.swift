package import TerminalCore

/// The key bindings: the single table used for input, the help and the key hints.
package struct KeyMap: Hashable, Sendable {
  /// All bindings, in the order of the help.
  package let bindings: [KeyBinding]
  private let actions: [InputEvent: Action]
  private let detailActions: [InputEvent: Action]

  /// Creates a map; if a key is bound twice, the later binding counts.
  init(_ bindings: [KeyBinding]) {
    self.bindings = bindings
    var (actions, detailActions): ([InputEvent: Action], [InputEvent: Action]) = ([:], [:])
    for binding in bindings {
      for key in binding.keys {
        if binding.action.topic == .detail {
          detailActions[key] = binding.action
        } else {
          actions[key] = binding.action
        }
      }
    }
    self.actions = actions
    self.detailActions = detailActions
  }

  /// The default bindings.
  package static let standard = KeyMap(
    MoveAction.bindings + FindAction.bindings + RowAction.bindings + DetailAction.bindings
      + ArrangementAction.bindings + ColumnAction.bindings
      + FeedAction.bindings + ProgramAction.bindings
  )

  /// The action of an event; nil if it has none.
  package func action(for event: InputEvent) -> Action? { actions[event] }

  /// The action of an event while the detail has the focus; nil if it has none.
  package func actionInDetail(for event: InputEvent) -> Action? {
    detailActions[event] ?? actions[event]
  }

  /// The binding of an action; nil if it has none.
  func binding(of action: Action) -> KeyBinding? { bindings.first { $0.action == action } }

  /// The key hints, the most useful first; actions of an entry share a description.
  ///
  /// The one that leads to all keys has room whatever there is for the others.
  package static let hints: [(actions: [Action], help: String)] =
    usualHints + [
      ([.feed(.stepBack), .feed(.stepForward)], HintText.step),
      ([.move(.nextRow), .move(.previousRow)], HintText.move),
      ([.program(.help)], HintText.help),
    ]

  /// The hints that 80 columns have room for.
  static let usualHints: [(actions: [Action], help: String)] = [
    ([.find(.filter)], HintText.filter),
    ([.find(.search)], HintText.search),
    ([.arrangement(.sort)], HintText.sort),
    ([.arrangement(.group)], HintText.group),
    ([.row(.open)], HintText.open),
    ([.feed(.pause)], HintText.pause),
  ]

  /// The hints after that of groups on a screen with so many columns.
  package static let wideHints: [(actions: [Action], help: String)] = [
    ([.arrangement(.count)], HintText.count)
  ]
  package static let wide = 100

  /// The labels of the first keys of actions: `[ ]`.
  package func label(of actions: [Action]) -> String {
    actions.compactMap { binding(of: $0)?.keys.first?.keyLabel }.joined(separator: " ")
  }
}

/// The reason why a key binding in the configuration is invalid.
package enum KeyMapError: Error, Hashable, Sendable {
  /// No action has the name; the most similar one, if any.
  case unknownAction(String, nearest: String?)
  /// No key has the name.
  case unknownKey(String)
}

extension KeyMap {
  /// Binds an action to other keys, which lose their previous actions.
  ///
  /// Control-C always quits, so that a bad configuration cannot lock the user in.
  ///
  /// - Parameters:
  ///   - name: The name of the action, such as `next-row`.
  ///   - keys: The names of its keys, such as `j` or `ctrl-n`; empty to unbind the action.
  /// - Throws: ``KeyMapError`` if there is no such action or key; the map is then unchanged.
  package mutating func bind(_ name: String, to keys: [String]) throws(KeyMapError) {
    var bindings = bindings
    guard let offset = bindings.firstIndex(where: { $0.action.name == name }) else {
      throw .unknownAction(
        name,
        nearest: Spelling.nearest(to: name, among: bindings.map(\.action.name))
      )
    }
    var events: [InputEvent] = []
    for key in keys {
      guard let name = KeyName(key) else { throw .unknownKey(key) }
      events.append(name.event)
    }
    // A key may have different actions in the detail and elsewhere.
    let isInDetail = bindings[offset].action.topic == .detail
    for other in bindings.indices where (bindings[other].action.topic == .detail) == isInDetail {
      bindings[other].keys.removeAll { events.contains($0) }
    }
    bindings[offset].keys = events
    self = KeyMap(bindings)
  }

  /// All actions with the names of their keys, in the order of the help, as ``bind(_:to:)`` accepts them.
  package var names: [(action: String, keys: [String], help: String)] {
    bindings.map { ($0.action.name, $0.keys.compactMap(KeyName.name(of:)), $0.help) }
  }
}

extension KeyMap {
  /// The topics of the help, with the labels and descriptions of their keys.
  package var topics: [(topic: String, bindings: [(label: String, help: String)])] {
    Action.Topic.allCases.map { topic in
      let bindings = bindings.filter { $0.action.topic == topic }
      return (topic.title, bindings.map { ($0.label, $0.help) })
    }
  }
}

extension KeyMap {
  /// The keys outside the table, which cannot be configured.
  ///
  /// A key label has the same effect everywhere in its topic.
  package static var fixedTopics: [(topic: String, bindings: [(label: String, help: String)])] {
    func bindings(_ keys: [(keys: [InputEvent], help: String)]) -> [(label: String, help: String)] {
      keys.map { keys, help in (keys.map(\.keyLabel).joined(separator: " "), help) }
    }
    let prompt =
      PromptAction.keys.map { ($0.keys, $0.help) } + LineEditor.keys.map { ($0.keys, $0.help) }
    return [
      (ActionText.Topic.typing, bindings(prompt)),
      (
        ActionText.Topic.picking,
        bindings(ChooserAction.keys.map { ($0.keys, $0.help) })
          + [("1 2 3 4 5 6 7 8 9", ActionText.Choosing.number)]
      ),
      (ActionText.Topic.columnList, bindings(ColumnPicker.keys.map { ($0.keys, $0.help) })),
    ]
  }
}

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
