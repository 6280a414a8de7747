internal import TerminalCore

/// Why a key map cannot be what a configuration asks for.
public enum KeyMapError: Error, Hashable, Sendable {
  /// No action has that name; the one that is nearest to it.
  case unknownAction(String, nearest: String?)
  /// No key has that name.
  case unknownKey(String)
}

extension KeyMap {
  /// Gives an action other keys; what they did before, they do no longer.
  ///
  /// Control-C always quits: without it a bad configuration could lock its user in.
  ///
  /// - Parameters:
  ///   - name: The name of the action, such as `next-row`.
  ///   - keys: The names of its keys, such as `j` or `ctrl-n`; none, and no key does it.
  /// - Throws: ``KeyMapError`` if there is no such action or key; the map is as it was then.
  public mutating func bind(_ name: String, to keys: [String]) throws(KeyMapError) {
    var bindings = bindings
    guard let offset = bindings.firstIndex(where: { $0.action.name == name }) else {
      throw .unknownAction(
        name,
        nearest: Spelling.nearest(to: name, among: bindings.map(\.action.name))
      )
    }
    var events: [InputEvent] = []
    for key in keys {
      guard let name = KeyName(key) else { throw .unknownKey(key) }
      events.append(name.event)
    }
    // A key may do one thing in the detail and another one elsewhere.
    let isInDetail = bindings[offset].action.topic == .detail
    for other in bindings.indices where (bindings[other].action.topic == .detail) == isInDetail {
      bindings[other].keys.removeAll { events.contains($0) }
    }
    bindings[offset].keys = events
    self = KeyMap(bindings)
  }

  /// All actions with the names of their keys, in the order of the help: what ``bind(_:to:)`` takes.
  public var names: [(action: String, keys: [String], help: String)] {
    bindings.map { ($0.action.name, $0.keys.compactMap(KeyName.name(of:)), $0.help) }
  }
}

extension KeyMap {
  /// The topics of the help with what the keys of each do, as they are shown to a reader.
  public var topics: [(topic: String, bindings: [(label: String, help: String)])] {
    Action.Topic.allCases.map { topic in
      let bindings = bindings.filter { $0.action.topic == topic }
      return (topic.title, bindings.map { ($0.label, $0.help) })
    }
  }
}

extension KeyMap {
  /// The keys of everything but the table; no configuration changes these.
  ///
  /// A key listed by its label does the same everywhere in its topic.
  public static var fixedTopics: [(topic: String, bindings: [(label: String, help: String)])] {
    func bindings(_ keys: [(keys: [InputEvent], help: String)]) -> [(label: String, help: String)] {
      keys.map { keys, help in (keys.map(\.keyLabel).joined(separator: " "), help) }
    }
    let prompt =
      PromptAction.keys.map { ($0.keys, $0.help) } + LineEditor.keys.map { ($0.keys, $0.help) }
    return [
      (ActionText.Topic.typing, bindings(prompt)),
      (
        ActionText.Topic.picking,
        bindings(ColumnPick.keys.map { ($0.keys, $0.help) })
          + [("1 2 3 4 5 6 7 8 9", ActionText.Picking.number)]
      ),
      (ActionText.Topic.columnList, bindings(ColumnPicker.keys.map { ($0.keys, $0.help) })),
    ]
  }
}
