package import TerminalCore

/// What has the keys instead of the table.
///
/// Layers lie over each other: the topmost one gets the keys first, and closing it returns them to the
/// one below.
package enum Layer: Sendable {
  /// A part that lies over the table, with its state.
  case pane(any LayerContents)
  /// The detail of a row, which is also visible without the keys; the app holds its state.
  case detail

  /// The part, if it is of the given type.
  package func contents<Contents: LayerContents>(
    as type: Contents.Type = Contents.self
  ) -> Contents? {
    if case .pane(let contents) = self { contents as? Contents } else { nil }
  }

  /// Whether the part shows fields with their values.
  package var readsFields: Bool {
    if case .pane(let contents) = self { contents.readsFields } else { false }
  }

  /// Handles an event.
  package mutating func handle(_ event: InputEvent, in surroundings: Surroundings) -> Outcome {
    guard case .pane(var contents) = self else { return .ignored }
    let outcome = contents.handle(event, in: surroundings)
    self = .pane(contents)
    return outcome
  }

  /// Draws the part over the table.
  package func draw(into buffer: inout CellBuffer, in surroundings: Surroundings) {
    if case .pane(let contents) = self { contents.draw(into: &buffer, in: surroundings) }
  }

  /// The key hints of the part; nil for those without the layer.
  package func hints(in surroundings: Surroundings) -> [KeyHint]? {
    if case .pane(let contents) = self { contents.hints(in: surroundings) } else { nil }
  }
}

/// A part that has the keys while it is open: a value that draws itself and turns events into requests.
package protocol LayerContents: Sendable {
  /// Whether it shows fields with their values, which are collected only while something does.
  var readsFields: Bool { get }
  /// Handles an event.
  mutating func handle(_ event: InputEvent, in surroundings: Surroundings) -> Outcome
  /// Draws itself over the table.
  func draw(into buffer: inout CellBuffer, in surroundings: Surroundings)
  /// The key hints of the status bar; nil for those without the layer.
  func hints(in surroundings: Surroundings) -> [KeyHint]?
}

extension LayerContents {
  package var readsFields: Bool { false }
}

/// Some keys and what they do, as the line of keys shows them.
package struct KeyHint: Hashable, Sendable {
  package let keys: String
  package let help: String

  package init(_ keys: String, _ help: String) { (self.keys, self.help) = (keys, help) }
}
