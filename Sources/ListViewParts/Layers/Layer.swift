package import TerminalCore

/// What has the keys instead of the table.
///
/// Layers lie over each other: the last one gets the keys first, and closing it gives them back to the
/// one behind.
///
/// A new pane is a type that conforms to ``LayerContents``, and a case here.
package enum Layer: Sendable {
  /// All keys.
  case help(HelpPane)
  /// What could not be read.
  case malformedInput(MalformedInputPane)
  /// The header, of which one column is picked.
  case columnPick(ColumnPick)
  /// The list of columns.
  case columns(ColumnPicker)
  /// The list of what can identify a row.
  case keys(KeyPicker)
  /// A line that is typed.
  case prompt(OpenPrompt)
  /// The detail of a row, which is there without the keys as well.
  case detail

  /// What the layer consists of; nil for the detail, which the app holds.
  private var contents: (any LayerContents)? {
    switch self {
    case .help(let pane): pane
    case .malformedInput(let pane): pane
    case .columnPick(let pick): pick
    case .columns(let picker): picker
    case .keys(let picker): picker
    case .prompt(let prompt): prompt
    case .detail: nil
    }
  }

  /// Takes an event.
  package mutating func handle(_ event: InputEvent, in surroundings: Surroundings) -> Outcome {
    guard var contents else { return .ignored }
    let outcome = contents.handle(event, in: surroundings)
    self = contents.layer
    return outcome
  }

  /// Draws what lies over the table.
  package func draw(into buffer: inout CellBuffer, in surroundings: Surroundings) {
    contents?.draw(into: &buffer, in: surroundings)
  }

  /// What the line of keys shows; nil for what it shows without the layer.
  package func hints(in surroundings: Surroundings) -> [KeyHint]? {
    contents?.hints(in: surroundings)
  }
}

/// A part that has the keys while it is open.
package protocol LayerContents: Sendable {
  /// The part as a layer.
  var layer: Layer { get }
  /// Takes an event.
  mutating func handle(_ event: InputEvent, in surroundings: Surroundings) -> Outcome
  /// Draws itself over the table.
  func draw(into buffer: inout CellBuffer, in surroundings: Surroundings)
  /// What the line of keys shows; nil for what it shows without the layer.
  func hints(in surroundings: Surroundings) -> [KeyHint]?
}

/// Some keys and what they do, as the line of keys shows them.
package struct KeyHint: Hashable, Sendable {
  package let keys: String
  package let help: String

  package init(_ keys: String, _ help: String) { (self.keys, self.help) = (keys, help) }
}
