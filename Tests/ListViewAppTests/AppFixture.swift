@testable import FeedStore
import FeedSources
import FeedValues
import ListViewApp
import TerminalCore

@testable import ListViewParts

let start = ContinuousClock().now

/// An app on a screen of its own, told what happens and looked at as text.
struct AppFixture {
  var app: App
  var decoder = FeedDecoder()
  /// The present; only the test moves it.
  var now = start

  /// Makes an app; unless a summary is asked for, the table begins on the third line.
  init(
    columns: Int = 80,
    lines: Int = 24,
    configuration: App.Configuration = App.Configuration(feedName: "test"),
    depth: ColorDepth = .indexed256,
    summary: SummarySpec = .none
  ) {
    var configuration = configuration
    configuration.summary = summary
    app = App(
      configuration,
      size: TerminalSize(columns: columns, lines: lines),
      theme: Theme(depth: depth)
    )
  }

  /// Lets text of a feed arrive, and all of it be read.
  mutating func receive(_ text: String) { receive(Array(text.utf8)) }

  /// Lets bytes of a feed arrive, and all of it be read, unless more is still to come.
  mutating func receive(_ bytes: [UInt8], isLoading: Bool = false) {
    let items = decoder.append(bytes)
    app.status.keyRule = decoder.keyRule
    if app.status.malformedInput.count != decoder.malformedInput.count {
      app.receive(malformedInput: decoder.malformedInput, keyProblems: [], at: now)
    }
    app.receive(items, at: now)
    if !isLoading { app.reachEnd() }
    app.advance(to: now)
  }

  @discardableResult
  mutating func press(_ keys: InputEvent.Key...) -> [App.Effect] {
    keys.flatMap { app.handle(.key($0), at: now) }
  }

  /// Clicks with the left button.
  @discardableResult
  mutating func click(line: Int, column: Int) -> [App.Effect] {
    let press = MouseEvent(kind: .press(button: 0), column: column, line: line)
    return app.handle(.mouse(press), at: now)
  }

  /// Types text, one key for each character.
  mutating func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  /// Gives the app its turns until it wants no more of them for now.
  ///
  /// - Returns: The number of turns that it took.
  @discardableResult
  mutating func work() -> Int {
    var turns = 0
    while let next = app.nextInstant, next <= now {
      app.advance(to: now)
      turns += 1
      precondition(turns < 10_000, "the app never comes to rest")
    }
    return turns
  }

  /// Lets time pass until nothing moves any more, and looks at each frame on the way.
  mutating func settle(_ look: (CellBuffer) -> Void = { _ in }) {
    var frames = 0
    while frames < 1_000 {
      let (buffer, next) = app.frame(at: now)
      look(buffer)
      guard let next else { return }
      now = max(next, now + .milliseconds(1))
      frames += 1
    }
    preconditionFailure("the screen never comes to rest")
  }

  var buffer: CellBuffer { app.frame(at: now).buffer }

  var lines: [String] {
    let buffer = buffer
    return (0..<buffer.size.lines).map { buffer.text(line: $0) }
  }

  /// The line of the screen that holds the text.
  func line(of text: String) -> Int? { lines.firstIndex { $0.contains(text) } }
}

/// A snapshot of rows with the ids, at a time in seconds.
func snapshot(_ ids: some Sequence<Int>, at time: Int) -> String {
  let rows = ids.map { #"{"id":"row\#($0)","text":"content \#($0)"}"# }
  return #"{"at":\#(1_700_000_000 + time),"rows":[\#(rows.joined(separator: ","))]}"# + "\n"
}

/// Some of the key hints as the bottom line shows them, by their offsets.
func words(_ hints: [(actions: [Action], help: String)], _ offsets: Int...) -> String {
  let hints = KeyMap.standard.hints(hints)
  return offsets.map { "\(hints[$0].keys) \(hints[$0].help)" }.joined(
    separator: String(repeating: " ", count: StatusBar.gap)
  )
}
