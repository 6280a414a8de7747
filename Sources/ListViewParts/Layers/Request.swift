package import Ordering
package import Columns
package import FeedIdentity
package import FeedValues
internal import TerminalCore

/// A request of a part to the app, which alone carries it out.
package enum Request: Sendable {
  /// Close the requesting layer.
  case close
  /// Report something in the status bar.
  case say(String)
  /// Carry out an action.
  case perform(Action)
  /// Sort by a column, or by it after those that the rows are sorted by; nil for feed order.
  case sort(Column?, isFurther: Bool)
  /// Group by a column; nil to ungroup.
  case group(Column?)
  /// Order the groups by something else.
  case rankGroups(GroupSpec.Ranking)
  /// Show the rows of a span of time alone.
  case showTimes(TimeStrip, ClosedRange<Int>)
  /// Count the rows by a column; nil to show the rows again.
  case count(Column?)
  /// Change the columns.
  case change(ColumnChange)
  /// Remember the chosen columns.
  case rememberColumns
  /// Identify rows by another key from now on.
  case identify(KeyChoice)
  /// Use the theme with a name, and keep it for the next time if the user has chosen it.
  case theme(String, isKept: Bool)
  /// Copy bytes to the clipboard; the name describes them.
  case copy([UInt8], name: String)
  /// Copy what identifies some rows, or their JSON.
  case copyRows([Row], isJSON: Bool)
  /// Run an action on rows, after a question if there is reason for one.
  case act(RowCommand, [Row])
  /// Run an action on rows, after a question that gave these reasons.
  case actNow(RowCommand, [Row], reasons: [String])
  /// Open the list of actions on all rows that are shown.
  case actOnAll
  /// Open the prompt for a command to run on rows.
  case enterRun
  /// Preview the text of the prompt.
  case preview
  /// Complete the text of the prompt with the next or previous candidate.
  case complete(isForward: Bool)
  /// Show an older or newer entry of the prompt's history.
  case recall(isOlder: Bool)
  /// Carry out the text of the prompt.
  case submit
  /// Pick the selected row.
  case pick
  /// Close the prompt and restore the previous state.
  case cancel
}

/// The result of offering an event to a layer.
package enum Outcome: Sendable {
  /// The event has no effect; layers below do not receive it either.
  case ignored
  /// The event was handled, and the app carries out these requests.
  case consumed([Request])

  /// The event was handled and requires nothing of the app.
  package static let consumed = Outcome.consumed([])
}
