internal import TerminalCore

/// The reason why a key binding in the configuration is invalid.
package enum KeyMapError: Error, Hashable, Sendable {
  /// No action has the name; the most similar one, if any.
  case unknownAction(String, nearest: String?)
  /// No key has the name.
  case unknownKey(String)
}

extension KeyMap {
  /// Binds an action to other keys, which lose their previous actions.
  ///
  /// Control-C always quits, so that a bad configuration cannot lock the user in.
  ///
  /// - Parameters:
  ///   - name: The name of the action, such as `next-row`.
  ///   - keys: The names of its keys, such as `j` or `ctrl-n`; empty to unbind the action.
  /// - Throws: ``KeyMapError`` if there is no such action or key; the map is then unchanged.
  package mutating func bind(_ name: String, to keys: [String]) throws(KeyMapError) {
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
    // A key may have different actions in the detail and elsewhere.
    let isInDetail = bindings[offset].action.topic == .detail
    for other in bindings.indices where (bindings[other].action.topic == .detail) == isInDetail {
      bindings[other].keys.removeAll { events.contains($0) }
    }
    bindings[offset].keys = events
    self = KeyMap(bindings)
  }

  /// All actions with the names of their keys, in the order of the help, as ``bind(_:to:)`` accepts them.
  package var names: [(action: String, keys: [String], help: String)] {
    bindings.map { ($0.action.name, $0.keys.compactMap(KeyName.name(of:)), $0.help) }
  }
}

extension KeyMap {
  /// The topics of the help, with the labels and descriptions of their keys.
  package var topics: [(topic: String, bindings: [(label: String, help: String)])] {
    Action.Topic.allCases.map { topic in
      let bindings = bindings.filter { $0.action.topic == topic }
      return (topic.title, bindings.map { ($0.label, $0.help) })
    }
  }
}

extension KeyMap {
  /// The keys outside the table, which cannot be configured.
  ///
  /// A key label has the same effect everywhere in its topic.
  package static var fixedTopics: [(topic: String, bindings: [(label: String, help: String)])] {
    func bindings(_ keys: [(keys: [InputEvent], help: String)]) -> [(label: String, help: String)] {
      keys.map { keys, help in (keys.map(\.keyLabel).joined(separator: " "), help) }
    }
    let prompt =
      PromptAction.keys.map { ($0.keys, $0.help) } + LineEditor.keys.map { ($0.keys, $0.help) }
    return [
      (ActionText.Topic.typing, bindings(prompt)),
      (
        ActionText.Topic.picking,
        bindings(ChooserAction.keys.map { ($0.keys, $0.help) })
          + [("1 2 3 4 5 6 7 8 9", ActionText.Choosing.number)]
      ),
      (ActionText.Topic.columnList, bindings(ColumnPicker.keys.map { ($0.keys, $0.help) })),
    ]
  }
}
