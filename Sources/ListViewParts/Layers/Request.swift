package import Feeds
internal import TerminalCore

/// What a part asks of the app, which alone carries it out.
package enum Request: Sendable {
  /// Close the layer that asks.
  case close
  /// Say something on the line of keys.
  case say(String)
  /// Carry out the action of a key or a command.
  case perform(Action)
  /// Sort by a column; nil for the order of the feed.
  case sort(Column?)
  /// Group by a column; nil for a list.
  case group(Column?)
  /// Turn the order around.
  case invertOrder
  /// Show the columns otherwise.
  case change(ColumnChange)
  /// Keep the columns that were picked.
  case rememberColumns
  /// Identify rows in another way from here on.
  case identify(KeyChoice)
  /// Put bytes into the clipboard; the name says what they are.
  case copy([UInt8], name: String)
  /// Try out what is typed.
  case preview
  /// Go on with what is typed as its candidates allow.
  case complete(isForward: Bool)
  /// Show a line that was entered before.
  case recall(isOlder: Bool)
  /// Carry out what is typed.
  case submit
  /// Close the prompt and put everything back as it was.
  case cancel
}

/// What a part made of an event.
package enum Outcome: Sendable {
  /// The event has no meaning here; the layer below may handle it.
  case ignored
  /// The event was taken, and the app should do this.
  case consumed([Request])

  /// The event was taken, and there is no more to do.
  package static let consumed = Outcome.consumed([])
}
