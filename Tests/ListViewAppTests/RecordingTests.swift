@testable import FeedStore
import FeedSources
import FeedValues
import Foundation
import ListViewApp
import ListViewParts
import TerminalCore
import Testing
import Values

/// A feed that came live: what arrived, and how long after the start.
private let arrivals: [(after: Duration, text: String)] = [
  (.zero, #"[{"id":"a","n":1},{"id":"b","n":1},{"id":"c","n":1}]"#),
  (.milliseconds(1_500), #"[{"id":"b","n":2},{"id":"c","n":1},{"id":"d","n":1},{"id":"a","n":1}]"#),
  (.milliseconds(1_700), #"[{"id":"d","n":1},{"id":"a","n":3}]"#),
  (.milliseconds(3_000), #"{"at":5,"op":"upsert","row":{"id":"e","n":1}}"#),
  (.milliseconds(3_000), #"{"at":5,"op":"delete","id":"d"}"#),
  (.milliseconds(4_250), #"{"id":"f","n":1} {"id":"e","n":2}"#),
]

/// The frames of an app at its instants, without what says where the reader is in the feed.
private func frames(
  _ app: inout App,
  from origin: ContinuousClock.Instant,
  receive: (inout App, ContinuousClock.Instant) -> Void
) -> [[Cell]] {
  var frames: [[Cell]] = []
  for tick in 0..<350 {
    let now = origin + .milliseconds(20) * tick
    receive(&app, now)
    app.advance(to: now)
    let buffer = app.frame(at: now).buffer
    frames.append(
      (1..<buffer.size.lines).flatMap { line in
        (0..<buffer.size.columns).map { buffer[line: line, column: $0] }
      }
    )
  }
  return frames
}

@Test func `playing a recording gives the same frames as the live feed`() throws {
  let path = FileManager.default.temporaryDirectory.appending(path: "lv-\(UUID().uuidString)")
    .path()
  defer { try? FileManager.default.removeItem(atPath: path) }
  // So low that there is no line of the past, which only the one that plays would have.
  let size = TerminalSize(columns: 80, lines: 11)
  let theme = Theme(depth: .indexed256)
  let recorder = try Recorder(path: path)
  var decoder = FeedDecoder()
  var waiting = arrivals[...]
  var live = App(App.Configuration(feedName: "test"), size: size, theme: theme)
  live.reachEnd()
  let liveFrames = frames(&live, from: start) { app, now in
    while let next = waiting.first, start + next.after <= now {
      waiting.removeFirst()
      let items = decoder.append(Array(next.text.utf8)) + decoder.reachEnd(isWhole: false)
      let wall = next.after / .nanoseconds(1)
      app.status.keyRule = decoder.keyRule
      try? recorder.record(
        items,
        key: decoder.keyRule,
        at: FeedTime(nanoseconds: 1_700_000_000_000_000_000 + Int64(wall))
      )
      app.receive(items, at: now)
    }
  }
  #expect(waiting.isEmpty)

  var played = App(App.Configuration(feedName: "test"), size: size, theme: theme)
  var reader = FeedDecoder()
  let items = reader.append([UInt8](try Data(contentsOf: URL(filePath: path))))
  played.status.keyRule = reader.keyRule
  played.receive(items, at: start)
  played.reachEnd()
  #expect(played.player.count == arrivals.count + 1)
  let playedFrames = frames(&played, from: start) { _, _ in }
  // Live, the first rows are there at once; played, they come in. From then on all is the same.
  let settled = 60
  for number in settled..<liveFrames.count {
    try #require(liveFrames[number] == playedFrames[number], "frame \(number)")
  }
  // And there was something to see.
  #expect(Set(liveFrames[settled...]).count > 20)
}
