import ArgumentParser
import Feeds
import ListViewApp
import ListViewParts
import TerminalCore

/// Measures what it costs to keep a large list arranged while it is flooded.
struct ShapeBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shape",
    abstract: "Measure showing a flood in a sorted and grouped list.",
    discussion: """
      A list holds the newest rows of a stream. Each batch brings as many events as the stream has \
      between two times at which the program shows them: the longer the last one took, the more. Half \
      are new rows, half are new content of old ones. A key waits for one batch and one frame at most. \
      Times are the processor's.
      """
  )

  @Option(help: "How many rows the list has.")
  var rows = 100_000

  @Option(help: "Events a second.")
  var rate = 10_000

  @Option(help: "How many batches are measured.")
  var batches = 10

  @Option(help: "Measure only the arrangement whose name holds this.")
  var only = ""

  @Option(help: "What decides all that the feed says.")
  var seed: UInt64 = 1

  func validate() throws {
    guard 1...10_000_000 ~= rows, 1...1_000_000 ~= rate, 1...10_000 ~= batches else {
      throw ValidationError("--rows, --rate and --batches must be above 0, and not absurd.")
    }
  }

  func run() throws {
    for (name, shape) in [
      ("as the feed has them", ShapeOptions()),
      ("sorted by a number", ShapeOptions(sort: "-amount")),
      ("sorted by a text", ShapeOptions(sort: "name")), ("grouped", ShapeOptions(group: "status")),
      ("sorted and grouped", ShapeOptions(sort: "-amount", group: "status")),
    ] where only.isEmpty || name.contains(only) {
      let (showing, frames) = measure(shape)
      print(name.padded(to: 22) + "showing \(showing)")
      print("".padded(to: 22) + "drawing \(frames)")
    }
  }

  private func measure(_ shape: ShapeOptions) -> (showing: Quantiles, drawing: Quantiles) {
    let limit = RowLimit(rows: rows)
    var configuration = App.Configuration(feedName: "flood", start: .liveEdge, limit: limit)
    configuration.shape = shape
    let size = TerminalSize(columns: 120, lines: 40)
    var app = App(configuration, size: size, theme: Theme(depth: .indexed256))
    var decoder = FeedDecoder()
    var random = RandomSource(seed: seed)
    var number = 0
    func receive(_ count: Int, updating: Bool) {
      var text: [UInt8] = []
      for event in 0..<count {
        var id = number
        if updating, event % 2 == 1 {
          id -= Int.random(in: 0..<min(rows, number), using: &random)
        } else {
          number += 1
        }
        let (amount, name, status) = (
          Int.random(in: 0..<1_000_000, using: &random),
          Int.random(in: 0..<100_000, using: &random), Int.random(in: 0..<8, using: &random)
        )
        text +=
          """
          {"id":"row_\(id)","created":\(1_700_000_000 + number),"name":"name \(name)",\
          "amount":\(amount),"currency":"usd","status":"status \(status)"}

          """.utf8
      }
      let items = decoder.append(text)
      app.status.keyRule = decoder.keyRule
      app.receive(items, at: .now)
    }
    receive(rows, updating: false)
    app.reachEnd()
    app.advance(to: .now)

    var (showing, drawing): ([Duration], [Duration]) = ([], [])
    var time = Duration.milliseconds(30)
    for _ in 0..<batches {
      let gap = time + min(time * 3, .milliseconds(250))
      receive(max(1, Int(gap / .seconds(1) * Double(rate))), updating: true)
      time = ProcessorClock.measure { app.advance(to: .now) }
      drawing.append(ProcessorClock.measure { _ = app.frame(at: .now) })
      showing.append(time)
    }
    return (Quantiles(showing), Quantiles(drawing))
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
