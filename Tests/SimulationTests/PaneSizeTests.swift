@testable import FeedSources
import FeedValues
import TerminalCore
import Testing

/// Every pane and prompt is opened at every size of the window, and the window is resized under it.
@MainActor @Suite(.serialized) struct `Windows of every size` {
  private static let rows = (0..<60).map { number in
    #"{"id":"r\#(number)","status":"\#(number % 3 == 0 ? "failed" : "active")","n":\#(number),"#
      + #""more":{"deep":{"x":[1,2,3]}},"name":"name \#(number)"}"#
  }.joined(separator: "\n")

  /// The keys that open something, as they are typed.
  private static let openings = [
    "", "?", "!", "c", "cjj ", "\r", "\r\t", "\r/1\r", "s", "b", "b1", "b1Z", "/a", "/a\r",
    "&status=active",
    ":", ":so\t", ":sort n\r", "jjjp", "jpjpjpjp", "jjvvv", "G", "jjo", "   [[", "\u{1B}[<0;5;4M",
  ]

  private static let widths = [0, 1, 2, 3, 5, 7, 12, 19, 20, 21, 60, 119, 120, 121, 400, 3_000]
  private static let heights = [0, 1, 2, 3, 4, 5, 6, 9, 10, 12, 24, 700]

  @Test func `show every pane, however they are resized`() throws {
    var events: [[SimulatedEvent]] = []
    for opening in Self.openings {
      var list: [SimulatedEvent] = [
        .feed(.bytes(Array(("{\"broken\n" + Self.rows + "\n").utf8))), .feed(.idle),
      ]
      list += [.wait(300), .typed(Array(opening.utf8)), .wait(60)]
      for width in Self.widths {
        // The longest of both sides would be a screen that nobody has.
        for height in Self.heights where width * height <= 40_000 {
          list.append(.resize(TerminalSize(columns: width, lines: height)))
          list.append(.typed(Array("j".utf8)))
        }
      }
      events.append(list)
    }
    var trial = Trial(script: SimulationScript(seed: 1, count: 0))
    trial.isDrawn = false
    for (opening, list) in zip(Self.openings, events) {
      let outcome = trial.run(list)
      let event = outcome.event.map { "\(list[$0])" } ?? "an event"
      #expect(outcome.violation == nil, "\(opening.debugDescription), \(event): \(outcome.message)")
    }
  }
}
