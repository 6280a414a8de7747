internal import TerminalCore

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
