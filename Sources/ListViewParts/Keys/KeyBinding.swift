package import TerminalCore

/// The keys of an action, with a short description.
package struct KeyBinding: Hashable, Sendable {
  package var action: Action
  /// The keys; the first one is shown if there is room for only one.
  var keys: [InputEvent]
  /// A short description of the action.
  package var help: String

  /// Creates a binding.
  init(_ action: Action, _ help: String, _ keys: InputEvent...) {
    (self.action, self.help, self.keys) = (action, help, keys)
  }

  /// The labels of the keys: `j ↓`.
  var label: String { keys.map(\.keyLabel).joined(separator: " ") }
}

extension InputEvent {
  /// A character key.
  static func character(_ character: Character) -> InputEvent { .key(.character(character), []) }

  /// A character key with control held down.
  package static func control(_ character: Character) -> InputEvent {
    .key(.character(character), .control)
  }

  /// The label of a key on the screen: `j`, `↓`, `^D`, `space`; empty for other events.
  var keyLabel: String {
    guard case .key(let key, let modifiers) = self else { return "" }
    var label =
      switch key {
      case .character(" "): "space"
      case .character(let character):
        modifiers.contains(.control) ? "^" + character.uppercased() : String(character)
      case .function(let number): "F\(number)"
      case .up: "↑"
      case .down: "↓"
      case .left: "←"
      case .right: "→"
      case .home: "Home"
      case .end: "End"
      case .pageUp: "PgUp"
      case .pageDown: "PgDn"
      case .insert: "Ins"
      case .delete: "Del"
      case .backspace: "⌫"
      case .enter: "⏎"
      case .tab: "Tab"
      case .escape: "Esc"
      }
    if modifiers.contains(.control), !label.hasPrefix("^") { label = "^" + label }
    if modifiers.contains(.shift) { label = "⇧" + label }
    if modifiers.contains(.alt) { label = "M-" + label }
    return label
  }
}
