import ArgumentParser
import Feeds
import Foundation
import ListViewApp
import ListViewParts
import TableModel
import TerminalCore

/// Measures how long filters take over many rows, and how long a search keeps a key waiting.
struct FindBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Measure filters, and the wait for a key while a search is under way.",
    discussion: "The rows are payments of about 400 bytes, nested three deep."
  )

  @Option(help: "How many rows there are.")
  var rows = 100_000

  @Flag(help: "Exit with 1 where a figure misses its bar.")
  var check = false

  private static let filters = [
    "status=failed", "type~refund", "amount>100000", "status=failed amount>100000 type~refund",
    "visa", "-visa", "~^cus_.*9$", "data.object.status=failed or 4242", "nosuch=1",
  ]

  func validate() throws {
    guard 1...5_000_000 ~= rows else {
      throw ValidationError("--rows must be between 1 and 5000000.")
    }
  }

  func run() throws {
    let text = Self.feed(rows)
    var decoder = FeedDecoder()
    let items = decoder.append(Array(text.utf8))
    guard case .snapshot(let snapshot)? = items.first else {
      preconditionFailure("the feed is one snapshot")
    }
    print("\(snapshot.rows.count) rows of \(text.utf8.count / rows) bytes")
    var isWithinBar = true
    for text in Self.filters {
      let filter = try Filter(text)
      var count = 0
      let times = (0..<5).map { _ in
        ProcessorClock.measure { count = snapshot.rows.count { filter.matches($0) } }
      }
      let best = times.min() ?? .zero
      isWithinBar = isWithinBar && best * 100_000 / rows < .milliseconds(100)
      print("\(milliseconds(best))  \(text) (\(count) rows)")
    }
    print("bar                 100 ms of processor time for 100,000 rows")

    var app = App(
      App.Configuration(feedName: "benchmark", motion: .none),
      size: TerminalSize(columns: 100, lines: 30),
      theme: Theme(depth: .indexed256)
    )
    app.receive(items, at: .now)
    app.reachEnd()
    app.advance(to: .now)
    for pattern in ["visa", "nosuch", "[0-9]{3}.*zz"] {
      var keys: [Duration] = []
      var turns: [Duration] = []
      for key in "/" + pattern + "\r" {
        let event: InputEvent = key == "\r" ? .key(.enter) : .key(.character(key))
        keys.append(ProcessorClock.measure { _ = app.handle(event, at: .now) })
      }
      let start = ContinuousClock.now
      while let next = app.nextInstant {
        let now = max(next, .now)
        turns.append(ProcessorClock.measure { app.advance(to: now) })
      }
      print("search \(pattern)")
      print("  keys              \(Quantiles(keys))")
      print(
        "  turns             \(Quantiles(turns)), \(turns.count) in \(milliseconds(.now - start))"
      )
      _ = app.handle(.key(.escape), at: .now)
    }
    if check, !isWithinBar { throw ExitCode(1) }
  }

  private func milliseconds(_ time: Duration) -> String {
    "\(Double(Int(time / .microseconds(10))) / 100) ms"
  }

  private static func feed(_ count: Int) -> String {
    let types = ["charge.succeeded", "charge.failed", "charge.refunded", "payout.paid"]
    let states = ["succeeded", "failed", "pending", "succeeded", "succeeded"]
    var text = "["
    for number in 0..<count {
      if number > 0 { text += "," }
      text += """
        {"id":"evt_1P\(number)gShpGB7WZ01zgkWV5","object":"event","created":\(1_700_000_000 + number),\
        "livemode":false,"data":{"object":{"id":"ch_1PRlkXa\(number)","object":"charge",\
        "amount":\(number * 7_919 % 200_000),"currency":"usd","customer":"cus_LG9Z\(number % 1_000)",\
        "billing_details":{"email":"amara\(number % 97)@example.net","name":"Amara Nwosu"},\
        "payment_method_details":{"card":{"brand":"\(number % 3 == 0 ? "visa" : "amex")"},\
        "type":"card"},"status":"\(states[number % 5])"}},"type":"\(types[number % 4])"}
        """
    }
    return text + "]\n"
  }
}
