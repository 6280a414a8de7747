import TerminalCore
import Testing

@testable import ListViewParts

@Test func `each standard key has the action of its binding, and no binding hides another`() {
  let map = KeyMap.standard
  for binding in map.bindings {
    for key in binding.keys {
      let action =
        binding.action.topic == .detail ? map.actionInDetail(for: key) : map.action(for: key)
      #expect(action == binding.action, "\(key.keyLabel)")
    }
  }
}

@Test func `a rebound key loses its old action, and the action loses its old keys`()
  throws
{
  var map = KeyMap.standard
  let search = try #require(map.action(for: .character("/")))
  try map.bind("next-row", to: ["/", "ctrl-n", "F5"])
  for key: InputEvent in [.character("/"), .control("n"), .key(.function(5))] {
    #expect(map.action(for: key) == .move(.nextRow), "\(key.keyLabel)")
  }
  #expect(map.action(for: .character("j")) == nil && map.binding(of: search)?.keys.isEmpty == true)
  try map.bind("next-row", to: [])
  #expect(map.action(for: .character("/")) == nil)
}

@Test func `an invalid binding is reported and changes nothing`() {
  var map = KeyMap.standard
  #expect(throws: KeyMapError.unknownAction("next-rwo", nearest: "next-row")) {
    try map.bind("next-rwo", to: ["j"])
  }
  #expect(throws: KeyMapError.unknownKey("hyper-j")) {
    try map.bind("next-row", to: ["k", "hyper-j"])
  }
  #expect(map == .standard)
}

@Test func `the names of all keys parse to the same keys`() throws {
  var map = KeyMap.standard
  for (action, keys, _) in map.names { try map.bind(action, to: keys) }
  #expect(map == .standard)
  let keys: [InputEvent.Key] =
    [.up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete, .backspace]
    + [.enter, .tab, .escape] + (1...24).map { .function($0) } + "aZ/~é日 ".map { .character($0) }
  for key in keys {
    for modifiers: InputEvent.Modifiers in [[], .control, .alt, [.control, .alt]] {
      // Control has no capitals.
      if key == .character("Z"), modifiers.contains(.control) { continue }
      let event = InputEvent.key(key, modifiers)
      let name = try #require(KeyName.name(of: event))
      #expect(KeyName(name)?.event == event, "\(name)")
    }
  }
  for name in ["", "ctrl-", "shift-a", "f25", "f0", "\u{7}", "pgdwn"] {
    #expect(KeyName(name) == nil, "\(name)")
  }
}
