import TerminalCore
import TestSupport

/// A person at the terminal who does anything at all, as the bytes that the terminal sends.
struct UserScript {
  /// The next action.
  enum Action: CaseIterable, Hashable {
    case move, scroll, change, column, sort, group, fold, freeze, pin, mark, open, detail, help
    case malformedInput, filter, search, command, match, close, pause, step, live, speed, stop
    case follow, track, copy, marksOff, picker, mouse, mouseMode, paste, prompt, typing
    case fragment, focus, resize, resizeSmall, resizeHuge
  }

  private let swarm: Swarm<Action>
  private(set) var size: TerminalSize

  init(_ size: TerminalSize, using random: inout SeededGenerator) {
    self.size = size
    swarm = Swarm(using: &random)
  }

  mutating func next(using random: inout SeededGenerator) -> SimulatedEvent {
    func one(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    let text: String
    switch swarm.draw(using: &random) {
    case .move:
      text = one(["j", "k", "jjj", "kkk", "g", "G", "\u{1B}[A", "\u{1B}[B", "\u{6}", "\u{2}"])
    case .scroll: text = one(["\u{5}", "\u{19}", "\u{4}", "\u{15}", "\u{5}\u{5}\u{5}"])
    case .change: text = one(["u", "U"])
    case .column: text = one(["h", "l", "\u{1B}[C", "\u{1B}[D"])
    case .sort:
      text =
        one(["s", "I"])
        + one(["0", "1", "2", "3", "4", "\r", "\u{1B}[C\r", "a\u{1B}", "e\r\u{1B}"])
    case .group: text = "b" + one(["0", "1", "2", "3", "4", "\r"])
    case .fold: text = one(["z", "Z"])
    case .freeze: text = "o"
    case .pin: text = "p"
    case .mark: text = one(["v", "V", "'"])
    case .open: text = "\r"
    case .detail: text = one(["\t", "J", "K", "h", "l", "\r", "q"])
    case .help: text = one(["?", "\u{1B}OP"])
    case .malformedInput: text = "!"
    case .filter: text = "&\u{15}" + one(Self.filters) + "\r"
    case .search: text = "/" + one(["a", "r1", "act", "[", "(x+)+", "\u{1B}", "1"]) + "\r"
    case .command: text = ":" + one(Self.commands) + "\r"
    case .match: text = one(["n", "N"])
    case .close: text = "\u{1B}\u{1B}"
    case .pause: text = " "
    case .step: text = one(["[", "]", "{", "}", "[[["])
    case .live: text = "."
    case .speed: text = one(["+", "-"])
    case .stop: text = "P"
    case .follow: text = "F"
    case .track: text = "t"
    case .copy: text = one(["y", "Y"])
    case .marksOff: text = "d"
    case .picker:
      text = "c" + one(["\u{1B}[B", "\u{1B}[B\u{1B}[B ", " ", "[", "]", "e", "\r", "\u{1B}"])
    case .mouse: text = mouse(using: &random)
    case .mouseMode: text = "m"
    case .paste: text = "\u{1B}[200~" + one(["", "abc", "j\nk\u{1B}[31m", "漢"]) + "\u{1B}[201~"
    case .prompt: text = one(["/", "&", ":"])
    case .typing: text = one(["a", "st", "=", ">", "\t", "\u{7F}", "\u{17}", "\u{1B}[A", "é", " "])
    case .fragment:
      text = one(["\u{1B}", "\u{1B}[", "\u{1B}[<0;1", "\u{1B}[200~", "\u{1B}]11;rgb:"])
    case .focus: text = one(["\u{1B}[I", "\u{1B}[O"])
    case .resize: return resize(20...100, 5...24, using: &random)
    case .resizeSmall: return resize(1...24, 1...9, using: &random)
    case .resizeHuge: return resize(100...260, 24...70, using: &random)
    }
    return .typed(Array(text.utf8))
  }

  private func mouse(using random: inout SeededGenerator) -> String {
    let button = [0, 0, 0, 64, 65, 66, 67, 32, 2].randomElement(using: &random) ?? 0
    let column = Int.random(in: 1...size.columns + 1, using: &random)
    let line = Int.random(in: 1...size.lines + 1, using: &random)
    return "\u{1B}[<\(button);\(column);\(line)M"
  }

  private mutating func resize(
    _ columns: ClosedRange<Int>,
    _ lines: ClosedRange<Int>,
    using random: inout SeededGenerator
  ) -> SimulatedEvent {
    size = TerminalSize(
      columns: Int.random(in: columns, using: &random),
      lines: Int.random(in: lines, using: &random)
    )
    return .resize(size)
  }

  static let filters = [
    "", "status=active", "status!=done", "n>20", "n<=20", "alpha", "status~act|fail",
    "name=nothing",
    "status=active n>5", "!status=failed",
  ]

  private static let commands = [
    "sort n", "sort -n", "sort status", "sort", "group status", "group", "filter n>3", "filter",
    "goto 3", "goto r2", "seek -5s", "seek 2023-11-14T22:13:30Z", "summary count", "summary auto",
    "summary none", "summary sum:n,by:status", "nonsense", "columns id,n", "columns",
    "freeze-order",
  ]
}
