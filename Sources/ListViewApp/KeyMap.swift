internal import TableModel
internal import TerminalCore

/// What the keys do: the one table that input, help and the line of keys are read from.
struct KeyBinding: Sendable {
  /// What a key does.
  enum Action: Hashable, Sendable {
    case move(by: Int)
    case movement(Movement)
    case scroll(by: Int)
    case follow
    case pause
    case stop
    case step(by: Int)
    case now
    case speed(times: Double)
    case help
    case close
    case quit
    case redraw
  }

  /// The topics of the help.
  enum Topic: String, CaseIterable, Sendable {
    case move = "Move"
    case feed = "Feed"
    case program = "Program"
  }

  var keys: [InputEvent]
  /// How the keys are called.
  var label: String
  var action: Action
  var topic: Topic
  /// What the keys do, in a few words; keys of one binding with empty help are aliases.
  var help: String

  private static func character(_ character: Character) -> InputEvent {
    .key(.character(character), [])
  }

  private static func control(_ character: Character) -> InputEvent {
    .key(.character(character), .control)
  }

  /// All bindings, in the order of the help.
  static let all: [KeyBinding] = [
    KeyBinding(
      keys: [character("j"), .key(.down, [])],
      label: "j ↓",
      action: .move(by: 1),
      topic: .move,
      help: "next row"
    ),
    KeyBinding(
      keys: [character("k"), .key(.up, [])],
      label: "k ↑",
      action: .move(by: -1),
      topic: .move,
      help: "previous row"
    ),
    KeyBinding(
      keys: [.key(.pageDown, []), control("f")],
      label: "PgDn ^F",
      action: .movement(.pageDown),
      topic: .move,
      help: "page down"
    ),
    KeyBinding(
      keys: [.key(.pageUp, []), control("b")],
      label: "PgUp ^B",
      action: .movement(.pageUp),
      topic: .move,
      help: "page up"
    ),
    KeyBinding(
      keys: [control("d")],
      label: "^D",
      action: .movement(.halfPageDown),
      topic: .move,
      help: "half a page down"
    ),
    KeyBinding(
      keys: [control("u")],
      label: "^U",
      action: .movement(.halfPageUp),
      topic: .move,
      help: "half a page up"
    ),
    KeyBinding(
      keys: [character("g"), .key(.home, [])],
      label: "g Home",
      action: .movement(.first),
      topic: .move,
      help: "first row"
    ),
    KeyBinding(
      keys: [character("G"), .key(.end, [])],
      label: "G End",
      action: .movement(.last),
      topic: .move,
      help: "last row"
    ),
    KeyBinding(
      keys: [control("e")],
      label: "^E",
      action: .scroll(by: 1),
      topic: .move,
      help: "scroll down, keep the selection"
    ),
    KeyBinding(
      keys: [control("y")],
      label: "^Y",
      action: .scroll(by: -1),
      topic: .move,
      help: "scroll up, keep the selection"
    ),
    KeyBinding(
      keys: [character(" ")],
      label: "space",
      action: .pause,
      topic: .feed,
      help: "pause the screen, go on"
    ),
    KeyBinding(
      keys: [character("P")],
      label: "P",
      action: .stop,
      topic: .feed,
      help: "stop reading the source, go on"
    ),
    KeyBinding(
      keys: [character("[")],
      label: "[",
      action: .step(by: -1),
      topic: .feed,
      help: "one step back in time"
    ),
    KeyBinding(
      keys: [character("]")],
      label: "]",
      action: .step(by: 1),
      topic: .feed,
      help: "one step on"
    ),
    KeyBinding(
      keys: [character("{")],
      label: "{",
      action: .step(by: -10),
      topic: .feed,
      help: "ten steps back"
    ),
    KeyBinding(
      keys: [character("}")],
      label: "}",
      action: .step(by: 10),
      topic: .feed,
      help: "ten steps on"
    ),
    KeyBinding(
      keys: [character(".")],
      label: ".",
      action: .now,
      topic: .feed,
      help: "now: return to the live edge"
    ),
    KeyBinding(
      keys: [character("+"), character("=")],
      label: "+",
      action: .speed(times: 2),
      topic: .feed,
      help: "play faster"
    ),
    KeyBinding(
      keys: [character("-")],
      label: "-",
      action: .speed(times: 0.5),
      topic: .feed,
      help: "play slower"
    ),
    KeyBinding(
      keys: [character("F")],
      label: "F",
      action: .follow,
      topic: .feed,
      help: "follow the live edge"
    ),
    KeyBinding(
      keys: [character("?"), .key(.function(1), [])],
      label: "? F1",
      action: .help,
      topic: .program,
      help: "this help"
    ),
    KeyBinding(
      keys: [.key(.escape, [])],
      label: "Esc",
      action: .close,
      topic: .program,
      help: "close the help, let go of the row"
    ),
    KeyBinding(
      keys: [control("l")],
      label: "^L",
      action: .redraw,
      topic: .program,
      help: "draw the screen anew"
    ),
    KeyBinding(
      keys: [character("q"), control("c")],
      label: "q ^C",
      action: .quit,
      topic: .program,
      help: "quit"
    ),
  ]

  /// The bindings that the line of keys shows, the most useful first.
  static let hints: [(label: String, help: String)] = [
    ("?", "help"), ("q", "quit"), ("space", "pause"), ("[ ]", "step"), ("j k", "move"),
    ("F", "follow"),
  ]

  /// What an event does.
  static func action(for event: InputEvent) -> Action? { actions[event] }

  private static let actions: [InputEvent: Action] = {
    var actions: [InputEvent: Action] = [:]
    for binding in all {
      for key in binding.keys { actions[key] = binding.action }
    }
    return actions
  }()
}
