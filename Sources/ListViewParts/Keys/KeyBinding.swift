package import TerminalCore
internal import Values

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

/// A key by its name in the configuration: `j`, `G`, `space`, `ctrl-d`, `alt-x`, `pgdn`, `f5`.
struct KeyName: Hashable {
  /// The key.
  var event: InputEvent

  /// Parses a name.
  ///
  /// A single character stands for itself; the names of other keys are not case-sensitive.
  ///
  /// - Returns: nil if there is no such key.
  init?(_ name: String) {
    var modifiers: InputEvent.Modifiers = []
    var rest = name[...]
    while rest.count > 1, let prefix = Self.prefixes.first(where: { rest.starts(with: $0.name) }) {
      modifiers.insert(prefix.modifier)
      rest = rest.dropFirst(prefix.name.count)
    }
    if rest.count == 1, var character = rest.first {
      guard character.isASCII ? character >= " " : !character.isWhitespace else { return nil }
      if modifiers.contains(.control) { character = Character(character.lowercased()) }
      // The case of a character already includes Shift.
      guard !modifiers.contains(.shift) else { return nil }
      event = .key(.character(character), modifiers)
    } else if let key = Self.keys[rest.lowercased()] {
      event = .key(key, modifiers)
    } else if let number = Int(rest.dropFirst()), "fF".contains(rest.prefix(1)), 1...24 ~= number {
      event = .key(.function(number), modifiers)
    } else {
      return nil
    }
  }

  /// The name of a key, from which it can be parsed again; nil for other events.
  static func name(of event: InputEvent) -> String? {
    guard case .key(let key, let modifiers) = event else { return nil }
    let prefix = prefixes.filter { modifiers.contains($0.modifier) }.map(\.name).joined()
    switch key {
    case .character(" "): return prefix + "space"
    case .character(let character): return prefix + String(character)
    case .function(let number): return prefix + "f\(number)"
    default: return names[key].map { prefix + $0 }
    }
  }

  private static let prefixes: [(name: String, modifier: InputEvent.Modifiers)] = [
    ("ctrl-", .control), ("alt-", .alt), ("shift-", .shift),
  ]

  private static let names: [InputEvent.Key: String] = [
    .up: "up", .down: "down", .left: "left", .right: "right", .home: "home", .end: "end",
    .pageUp: "pgup", .pageDown: "pgdn", .insert: "insert", .delete: "delete",
    .backspace: "backspace", .enter: "enter", .tab: "tab", .escape: "esc",
  ]

  private static let keys: [String: InputEvent.Key] = {
    var keys: [String: InputEvent.Key] = ["space": .character(" "), "escape": .escape]
    for (key, name) in names { keys[name] = key }
    return keys
  }()
}

extension Double {
  /// Formats a speed as a whole number, the reciprocal of one, or with three digits: `4`, `1/64`, `2.5`.
  ///
  /// The `speed` command accepts the text.
  package var speedText: String {
    if self == rounded(), abs(self) < 1e9 { return grouped(Int(clamping: self)) }
    if self > 0, self < 1 {
      let inverse = (1 / self).rounded()
      if inverse < 1e9, abs(inverse * self - 1) < 1e-9 {
        return "1/\(grouped(Int(clamping: inverse)))"
      }
    }
    guard abs(self) < 1e9, abs(self) >= 1e-6 else { return String(self) }
    var unit = 100.0
    while abs(self) * unit < 100 { unit *= 10 }
    return String((self * unit).rounded() / unit)
  }

  /// Parses a speed: `4`, `0.5`, `1/64`, `×2`; nil for anything else.
  package init?(speedText text: String) {
    let text = text.first == "×" || text.first == "x" ? text.dropFirst() : text[...]
    let parts = text.filter { $0 != "," }.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let number = parts.first.flatMap({ Double($0) }) else { return nil }
    let divisor = parts.count == 2 ? Double(parts[1]) : 1
    guard let divisor, divisor > 0 else { return nil }
    let speed = number / divisor
    guard speed > 0, speed.isFinite else { return nil }
    self = speed
  }
}
