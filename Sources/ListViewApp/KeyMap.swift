internal import TableModel
internal import TerminalCore

/// What the keys do: the one table that input, help and the line of keys are read from.
struct KeyBinding: Hashable, Sendable {
  /// What a key does.
  enum Action: Hashable, Sendable {
    case move(by: Int)
    case movement(Movement)
    case scroll(by: Int)
    case follow
    case track
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
  /// What the keys do, in a few words.
  var help: String

  private init(
    _ label: String,
    _ topic: Topic,
    _ help: String,
    _ action: Action,
    _ keys: [InputEvent]
  ) {
    (self.label, self.topic, self.help, self.action, self.keys) = (label, topic, help, action, keys)
  }

  private static func key(_ character: Character) -> InputEvent { .key(.character(character), []) }

  private static func key(_ key: InputEvent.Key) -> InputEvent { .key(key, []) }

  private static func control(_ character: Character) -> InputEvent {
    .key(.character(character), .control)
  }

  /// All bindings, in the order of the help.
  static let all: [KeyBinding] = [
    .init("j ↓", .move, "next row", .move(by: 1), [key("j"), key(.down)]),
    .init("k ↑", .move, "previous row", .move(by: -1), [key("k"), key(.up)]),
    .init("PgDn ^F", .move, "page down", .movement(.pageDown), [key(.pageDown), control("f")]),
    .init("PgUp ^B", .move, "page up", .movement(.pageUp), [key(.pageUp), control("b")]),
    .init("^D", .move, "half a page down", .movement(.halfPageDown), [control("d")]),
    .init("^U", .move, "half a page up", .movement(.halfPageUp), [control("u")]),
    .init("g Home", .move, "first row", .movement(.first), [key("g"), key(.home)]),
    .init("G End", .move, "last row", .movement(.last), [key("G"), key(.end)]),
    .init("^E", .move, "scroll, keep the selection", .scroll(by: 1), [control("e")]),
    .init("^Y", .move, "scroll back, keep it", .scroll(by: -1), [control("y")]),
    .init("u", .move, "next changed row", .movement(.nextMarked), [key("u")]),
    .init("U", .move, "previous changed row", .movement(.previousMarked), [key("U")]),
    .init("t", .move, "track the selected row", .track, [key("t")]),
    .init("space", .feed, "pause the screen, go on", .pause, [key(" ")]),
    .init("P", .feed, "stop the source, go on", .stop, [key("P")]),
    .init("[", .feed, "one step back in time", .step(by: -1), [key("[")]),
    .init("]", .feed, "one step on", .step(by: 1), [key("]")]),
    .init("{", .feed, "ten steps back", .step(by: -10), [key("{")]),
    .init("}", .feed, "ten steps on", .step(by: 10), [key("}")]),
    .init(".", .feed, "return to the live edge", .now, [key(".")]),
    .init("+", .feed, "play faster", .speed(times: 2), [key("+"), key("=")]),
    .init("-", .feed, "play slower", .speed(times: 0.5), [key("-")]),
    .init("F", .feed, "follow the live edge", .follow, [key("F")]),
    .init("? F1", .program, "this help", .help, [key("?"), key(.function(1))]),
    .init("Esc", .program, "close, let go of the row", .close, [key(.escape)]),
    .init("^L", .program, "draw the screen anew", .redraw, [control("l")]),
    .init("q ^C", .program, "quit", .quit, [key("q"), control("c")]),
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
