package import Feeds
internal import TerminalCore

/// A request of a part, which only the app carries out.
package enum Request: Sendable {
  /// Close the requesting layer.
  case close
  /// Report something in the status bar.
  case say(String)
  /// Carry out the action of a key or a command.
  case perform(Action)
  /// Sort by a column; nil for the order of the feed.
  case sort(Column?)
  /// Group by a column; nil to ungroup.
  case group(Column?)
  /// Invert the order.
  case invertOrder
  /// Change the columns.
  case change(ColumnChange)
  /// Remember the picked columns.
  case rememberColumns
  /// Identify rows by another rule from now on.
  case identify(KeyChoice)
  /// Copy bytes to the clipboard; the name describes them.
  case copy([UInt8], name: String)
  /// Preview the input.
  case preview
  /// Complete the input with the next or previous candidate.
  case complete(isForward: Bool)
  /// Show an older or newer entry of the history.
  case recall(isOlder: Bool)
  /// Carry out the input.
  case submit
  /// Close the prompt and restore the previous state.
  case cancel
}

/// The result of handling an event.
package enum Outcome: Sendable {
  /// The event has no meaning here and has no effect: the topmost layer keeps it from what lies below.
  case ignored
  /// The event was handled, and the app carries out these requests.
  case consumed([Request])

  /// The event was handled without requests.
  package static let consumed = Outcome.consumed([])
}
