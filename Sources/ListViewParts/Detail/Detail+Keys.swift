internal import FeedValues
package import TerminalCore

extension Detail {
  /// Handles an event while the detail has the focus: moves act on its lines, and some keys are bound only here.
  package mutating func handle(_ event: InputEvent, in context: Context) -> Outcome {
    guard let action = context.keyMap.actionInDetail(for: event) else { return .consumed }
    switch action {
    case .move(let action) where action != .track: move(action)
    case .row(.open): toggle()
    case .row(.copyKey):
      guard let (path, value) = valueAtCursor else { return .consumed([.say(Text.noField)]) }
      return .consumed([.copy(Array(value.string.utf8), name: path.description)])
    default: return .consumed([.perform(action)])
    }
    return .consumed
  }

  /// The size of the detail's contents on a screen.
  package static func size(in screen: ScreenLayout) -> TerminalSize {
    guard let place = screen.detail else { return TerminalSize(columns: 0, lines: 0) }
    let contents = Pane(place, DetailView.border(of: place), title: []).contents
    return TerminalSize(columns: contents.columns.count, lines: contents.lines.count)
  }

  /// The messages of the detail.
  package enum Text {
    package static let noField = "no field at the cursor"
    package static let noRow = "no row to open"
    package static let notOpen = "no row is open"
    package static func noRoom(_ keys: String) -> String {
      "\(keys) select the row; a larger window shows the table too"
    }
  }
}
