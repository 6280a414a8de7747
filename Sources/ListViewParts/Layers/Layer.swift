package import Columns
package import FeedIdentity
package import FeedValues
package import Ordering
package import TerminalCore

/// A receiver of key events before the table.
///
/// Layers form a stack: the topmost one receives events first, and closing it uncovers the one below.
package enum Layer: Sendable {
  /// A part shown over the table, with its state.
  case pane(any LayerContents)
  /// The detail of a row, which may also be visible without being a layer; the app holds its state.
  case detail

  /// The part, if it has the given type.
  package func contents<Contents: LayerContents>(
    as type: Contents.Type = Contents.self
  ) -> Contents? {
    if case .pane(let contents) = self { contents as? Contents } else { nil }
  }

  /// Whether the part needs field statistics.
  package var readsFields: Bool {
    if case .pane(let contents) = self { contents.readsFields } else { false }
  }

  /// Handles an event.
  package mutating func handle(_ event: InputEvent, in context: Context) -> Outcome {
    guard case .pane(var contents) = self else { return .ignored }
    let outcome = contents.handle(event, in: context)
    self = .pane(contents)
    return outcome
  }

  /// Draws the part over the table.
  ///
  /// - Returns: The content of the status bar meanwhile.
  package func draw(into buffer: inout CellBuffer, in context: Context) -> KeyLine {
    guard case .pane(let contents) = self else { return .standard }
    return contents.draw(into: &buffer, in: context)
  }
}

/// A part that receives events while it is open: a value that draws itself and turns events into requests.
package protocol LayerContents: Sendable {
  /// Whether the part needs field statistics, which are gathered only on demand.
  var readsFields: Bool { get }
  /// Handles an event.
  mutating func handle(_ event: InputEvent, in context: Context) -> Outcome
  /// Draws the part over the table.
  ///
  /// - Returns: The content of the status bar meanwhile.
  func draw(into buffer: inout CellBuffer, in context: Context) -> KeyLine
}

extension LayerContents {
  package var readsFields: Bool { false }
}

/// The content of the status bar while a layer is open.
package enum KeyLine: Equatable, Sendable {
  /// The key hints of the layer.
  case hints([KeyHint])
  /// The same as without a layer.
  case standard
  /// The line that the layer has drawn over it.
  case drawn
}

/// Keys and their effect, as shown in the status bar.
package struct KeyHint: Hashable, Sendable {
  package let keys: String
  package let help: String

  package init(_ keys: String, _ help: String) { (self.keys, self.help) = (keys, help) }

  /// The key at a column of the hint, or the first one beside the words; nil if they are not keys.
  package func key(at column: Int) -> InputEvent? {
    var end = 0
    let labels = keys.split(separator: " ")
    let label = labels.first { label in
      end += String(label).displayWidth + 1
      return column < end
    }
    return (label ?? labels.first).flatMap { InputEvent(keyLabel: String($0)) }
  }

  /// The screen columns of both, with a space between them.
  var width: Int { keys.displayWidth + 1 + help.displayWidth }
}

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
