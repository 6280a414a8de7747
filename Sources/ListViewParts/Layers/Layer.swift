import Columns
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
