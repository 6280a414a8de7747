import Columns
internal import FeedValues
import Ordering
internal import TableModel
internal import TerminalCore

/// An action that can be bound to a key, or invoked by its name as a command.
///
/// Actions are divided into topics. Each topic has a type in a file of its own, with the names and default
/// keys, and the app carries it out in a file of its own.
package enum Action: Hashable, Sendable {
  case move(MoveAction)
  case row(RowAction)
  case detail(DetailAction)
  case arrangement(ArrangementAction)
  case feed(FeedAction)
  case column(ColumnAction)
  case find(FindAction)
  case program(ProgramAction)

  /// The name of the action on the command line and in the configuration, such as `next-row`.
  package var name: String {
    switch self {
    case .move(let action): action.rawValue
    case .row(let action): action.rawValue
    case .detail(let action): action.rawValue
    case .arrangement(let action): action.rawValue
    case .feed(let action): action.rawValue
    case .column(let action): action.rawValue
    case .find(let action): action.rawValue
    case .program(let action): action.rawValue
    }
  }

  /// The topics of the help, in order.
  package enum Topic: CaseIterable, Sendable {
    case move, row, detail, arrangement, columns, feed, find, program

    /// The title of the topic.
    package var title: String {
      switch self {
      case .move: ActionText.Topic.move
      case .row: ActionText.Topic.row
      case .detail: ActionText.Topic.detail
      case .arrangement: ActionText.Topic.arrangement
      case .columns: ActionText.Topic.columns
      case .feed: ActionText.Topic.feed
      case .find: ActionText.Topic.find
      case .program: ActionText.Topic.program
      }
    }
  }

  /// The topic of the help that lists the action.
  var topic: Topic {
    switch self {
    case .move: .move
    case .row: .row
    case .detail: .detail
    case .arrangement: .arrangement
    case .feed: .feed
    case .column: .columns
    case .find: .find
    case .program: .program
    }
  }
}

/// Actions that sort, group, pin, mark or freeze rows.
package enum ArrangementAction: String, CaseIterable, Sendable {
  case sort
  case invert = "invert-order"
  case group
  case count
  case fold
  case foldAll = "fold-all"
  case freeze = "freeze-order"
  case pin
  case mark
  case clearMarks = "clear-marks"
  case nextMarked = "next-marked"

  /// The default keys.
  static let bindings: [KeyBinding] = [
    KeyBinding(.arrangement(.sort), ActionText.Arrangement.sort, .character("s")),
    KeyBinding(.arrangement(.invert), ActionText.Arrangement.invert, .character("I")),
    KeyBinding(.arrangement(.group), ActionText.Arrangement.group, .character("b")),
    KeyBinding(.arrangement(.count), ActionText.Arrangement.count, .character("#")),
    KeyBinding(.arrangement(.fold), ActionText.Arrangement.fold, .character("z")),
    KeyBinding(.arrangement(.foldAll), ActionText.Arrangement.foldAll, .character("Z")),
    KeyBinding(.arrangement(.freeze), ActionText.Arrangement.freeze, .character("o")),
    KeyBinding(.arrangement(.pin), ActionText.Arrangement.pin, .character("p")),
    KeyBinding(.arrangement(.mark), ActionText.Arrangement.mark, .character("v")),
    KeyBinding(.arrangement(.clearMarks), ActionText.Arrangement.clearMarks, .character("V")),
    KeyBinding(.arrangement(.nextMarked), ActionText.Arrangement.nextMarked, .character("'")),
  ]
}

/// Actions on columns.
package enum ColumnAction: String, CaseIterable, Sendable {
  case scrollLeft = "scroll-left"
  case scrollRight = "scroll-right"
  case pick = "pick-columns"
  case compute = "compute-column"

  /// The default keys.
  static let bindings: [KeyBinding] = [
    KeyBinding(.column(.scrollRight), ActionText.Column.scrollRight, .character("l"), .key(.right)),
    KeyBinding(.column(.scrollLeft), ActionText.Column.scrollLeft, .character("h"), .key(.left)),
    KeyBinding(.column(.pick), ActionText.Column.pick, .character("c")),
    KeyBinding(.column(.compute), ActionText.Column.compute, .character("=")),
  ]
}

/// Actions of the detail.
package enum DetailAction: String, CaseIterable, Sendable {
  case fold = "detail-fold"
  case unfold = "detail-unfold"
  case nextRow = "detail-next-row"
  case previousRow = "detail-previous-row"

  /// The default keys, which apply only while the detail has the focus.
  static let bindings: [KeyBinding] = [
    KeyBinding(.detail(.fold), ActionText.Detail.fold, .character("h"), .key(.left)),
    KeyBinding(.detail(.unfold), ActionText.Detail.unfold, .character("l"), .key(.right)),
    KeyBinding(.detail(.nextRow), ActionText.Detail.nextRow, .character("J")),
    KeyBinding(.detail(.previousRow), ActionText.Detail.previousRow, .character("K")),
  ]
}

/// Actions that control playback and the source.
package enum FeedAction: String, CaseIterable, Sendable {
  case pause
  case stop
  case stepBack = "step-back"
  case stepForward = "step-forward"
  case tenBack = "ten-back"
  case tenForward = "ten-forward"
  case latest
  case compare
  case replay
  case faster
  case slower
  case follow
  case runNow = "run-now"
  case chooseKey = "choose-key"

  /// The default keys.
  static let bindings: [KeyBinding] = [
    KeyBinding(.feed(.pause), ActionText.Feed.pause, .character(" ")),
    KeyBinding(.feed(.stop), ActionText.Feed.stop, .character("P")),
    KeyBinding(.feed(.stepBack), ActionText.Feed.stepBack, .character("[")),
    KeyBinding(.feed(.stepForward), ActionText.Feed.stepForward, .character("]")),
    KeyBinding(.feed(.tenBack), ActionText.Feed.tenBack, .character("{")),
    KeyBinding(.feed(.tenForward), ActionText.Feed.tenForward, .character("}")),
    KeyBinding(.feed(.latest), ActionText.Feed.latest, .character(".")),
    KeyBinding(.feed(.compare), ActionText.Feed.compare, .character("C")),
    KeyBinding(.feed(.replay), ActionText.Feed.replay, .character("R")),
    KeyBinding(.feed(.faster), ActionText.Feed.faster, .character("+")),
    KeyBinding(.feed(.slower), ActionText.Feed.slower, .character("-")),
    KeyBinding(.feed(.follow), ActionText.Feed.follow, .character("F")),
    KeyBinding(.feed(.runNow), ActionText.Feed.runNow, .control("r")),
    KeyBinding(.feed(.chooseKey), ActionText.Feed.chooseKey, .character("K")),
  ]
}

/// Actions that search and filter rows, or open a prompt.
package enum FindAction: String, CaseIterable, Sendable {
  case search
  case nextMatch = "next-match"
  case previousMatch = "previous-match"
  case nextError = "next-error"
  case previousError = "previous-error"
  case filter
  case span = "select-span"
  case command

  /// The default keys.
  static let bindings: [KeyBinding] = [
    KeyBinding(.find(.search), ActionText.Find.search, .character("/")),
    KeyBinding(.find(.nextMatch), ActionText.Find.nextMatch, .character("n")),
    KeyBinding(.find(.previousMatch), ActionText.Find.previousMatch, .character("N")),
    KeyBinding(.find(.nextError), ActionText.Find.nextError, .character("e")),
    KeyBinding(.find(.previousError), ActionText.Find.previousError, .character("E")),
    KeyBinding(.find(.filter), ActionText.Find.filter, .character("&")),
    KeyBinding(.find(.span), ActionText.Find.span, .character("<")),
    KeyBinding(.find(.command), ActionText.Find.command, .character(":")),
  ]
}

/// Actions that move the selection or the view.
package enum MoveAction: String, CaseIterable, Sendable {
  case nextRow = "next-row"
  case previousRow = "previous-row"
  case pageDown = "page-down"
  case pageUp = "page-up"
  case halfPageDown = "half-page-down"
  case halfPageUp = "half-page-up"
  case firstRow = "first-row"
  case lastRow = "last-row"
  case scrollDown = "scroll-down"
  case scrollUp = "scroll-up"
  case nextChange = "next-change"
  case previousChange = "previous-change"
  case track

  /// The default keys.
  static let bindings: [KeyBinding] = [
    KeyBinding(.move(.nextRow), ActionText.Move.nextRow, .character("j"), .key(.down)),
    KeyBinding(.move(.previousRow), ActionText.Move.previousRow, .character("k"), .key(.up)),
    KeyBinding(.move(.pageDown), ActionText.Move.pageDown, .key(.pageDown), .control("f")),
    KeyBinding(.move(.pageUp), ActionText.Move.pageUp, .key(.pageUp), .control("b")),
    KeyBinding(.move(.halfPageDown), ActionText.Move.halfPageDown, .control("d")),
    KeyBinding(.move(.halfPageUp), ActionText.Move.halfPageUp, .control("u")),
    KeyBinding(.move(.firstRow), ActionText.Move.firstRow, .character("g"), .key(.home)),
    KeyBinding(.move(.lastRow), ActionText.Move.lastRow, .character("G"), .key(.end)),
    KeyBinding(.move(.scrollDown), ActionText.Move.scrollDown, .control("e")),
    KeyBinding(.move(.scrollUp), ActionText.Move.scrollUp, .control("y")),
    KeyBinding(.move(.nextChange), ActionText.Move.nextChange, .character("u")),
    KeyBinding(.move(.previousChange), ActionText.Move.previousChange, .character("U")),
    KeyBinding(.move(.track), ActionText.Move.track, .character("t")),
  ]
}

/// Actions on the program itself.
package enum ProgramAction: String, CaseIterable, Sendable {
  case help
  case malformedInput = "malformed-input"
  case changeMarks = "change-marks"
  case mouse
  case close
  case redraw
  case quit

  /// The default keys.
  static let bindings: [KeyBinding] = [
    KeyBinding(.program(.help), ActionText.Program.help, .character("?"), .key(.function(1))),
    KeyBinding(.program(.malformedInput), ActionText.Program.malformedInput, .character("!")),
    KeyBinding(.program(.changeMarks), ActionText.Program.changeMarks, .character("d")),
    KeyBinding(.program(.mouse), ActionText.Program.mouse, .character("m")),
    KeyBinding(.program(.close), ActionText.Program.close, .key(.escape)),
    KeyBinding(.program(.redraw), ActionText.Program.redraw, .control("l")),
    KeyBinding(.program(.quit), ActionText.Program.quit, .character("q"), .control("c")),
  ]
}

/// Actions on the selected row.
package enum RowAction: String, CaseIterable, Sendable {
  case open
  case switchFocus = "switch-focus"
  case copyKey = "copy-key"
  case copyJSON = "copy-json"
  case actions

  /// The default keys.
  static let bindings: [KeyBinding] = [
    KeyBinding(.row(.open), ActionText.Row.open, .key(.enter)),
    KeyBinding(.row(.switchFocus), ActionText.Row.switchFocus, .key(.tab)),
    KeyBinding(.row(.copyKey), ActionText.Row.copyKey, .character("y")),
    KeyBinding(.row(.copyJSON), ActionText.Row.copyJSON, .character("Y")),
    KeyBinding(.row(.actions), ActionText.Row.actions, .character("a")),
  ]
}
