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
  /// The key with a label; nil if it is none.
  init?(keyLabel label: String) {
    let named: [Key] =
      [
        .character(" "), .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert,
        .delete, .backspace, .enter, .tab, .escape,
      ] + (1...24).map { .function($0) }
    let events = named.map { InputEvent.key($0) }
    if let event = events.first(where: { $0.keyLabel == label }) {
      self = event
    } else if label.count == 1, let character = label.first {
      self = .key(.character(character))
    } else if let (sign, modifier) = Self.modifierSigns.first(where: { label.hasPrefix($0.sign) }),
      case .key(let key, let modifiers)? = InputEvent(
        keyLabel: String(label.dropFirst(sign.count))
      )
    {
      // The letter of a control character is written in upper case.
      let isLetter = if case .character(let letter) = key { letter.isLetter } else { false }
      let rest = String(label.dropFirst(sign.count)).lowercased().first
      self = .key(
        isLetter && modifier == .control ? rest.map { .character($0) } ?? key : key,
        modifiers.union(modifier)
      )
    } else {
      return nil
    }
  }

  private static let modifierSigns: [(sign: String, modifier: Modifiers)] = [
    ("M-", .alt), ("⇧", .shift), ("^", .control),
  ]

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
