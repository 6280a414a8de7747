@testable import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import TestSupport
import Testing

// Running clocks: the fields that move one way, equally, at the pace of time.

private struct Polls {
  var decoder = FeedDecoder(.init(isPolled: true))
  private var now = ContinuousClock.now
  private var rows: [Row] = []

  /// Runs the command once more, some seconds after the last time; the fields that changed.
  mutating func run(after seconds: Double = 2, _ text: String) -> Set<String> {
    now += .seconds(seconds)
    decoder.arrival = now
    var list = RowList()
    for item in decoder.append(Array(text.utf8)) + decoder.endRun() { list.apply(item) }
    defer { rows = Array(list.rows) }
    let clocks = decoder.volatileFields
    var fields: Set<String> = []
    for row in list.rows {
      guard let old = rows.first(where: { $0.id == row.id }) else { continue }
      fields.formUnion(clocks.changedFields(from: old, to: row).map(\.description))
    }
    return fields
  }
}

/// A field over some runs, and after which of them it is a change.
private func changes(
  _ field: String,
  every seconds: Double = 2,
  _ runs: [[String]]
) -> [Bool] {
  var polls = Polls()
  return runs.map { values in
    let rows = values.enumerated().map { #"{"id":\#($0),"\#(field)":\#($1)}"# }
    return !polls.run(after: seconds, "[\(rows.joined(separator: ","))]").isEmpty
  }
}

private func quoted(_ values: [String]) -> [String] { values.map { "\"\($0)\"" } }

@Test func `quantities that look like durations are values`() {
  // CPU of Kubernetes in thousandths, memory, latencies and sizes: up and down, each row by itself.
  for (field, runs) in [
    (
      "CPU(cores)",
      [["40m", "7m", "1m"], ["43m", "9m", "2m"], ["41m", "12m", "1m"], ["47m", "13m", "4m"]]
    ),
    (
      "used",
      [
        ["132M", "9M", "7M"], ["133M", "12M", "9M"], ["134M", "15M", "11M"],
        ["140M", "16M", "12M"],
      ]
    ),
    (
      "latency",
      [
        ["49ms", "7ms", "9ms"], ["51ms", "6ms", "9ms"], ["55ms", "8ms", "4ms"],
        ["40ms", "7ms", "5ms"],
      ]
    ),
    (
      "took",
      [
        ["1.5s", "2.5s", "3s"], ["3.5s", "4.5s", "9s"], ["1.5s", "6s", "9.5s"], ["3s", "2s", "1s"],
      ]
    ),
    (
      "time",
      [
        ["0:01", "0:05", "1:00"], ["0:01", "0:06", "1:02"], ["0:01", "0:07", "1:04"],
        ["0:02", "0:07", "1:05"],
      ]
    ),
  ] {
    #expect(changes(field, runs.map(quoted)) == [false, true, true, true], "\(field)")
  }
  // All rows alike, but at another pace than that of time.
  #expect(
    changes("took", [["1m", "2m"], ["5m", "6m"], ["9m", "10m"]].map(quoted)) == [false, true, true]
  )
}

@Test func `a clock is recognised after two steps, and no longer when it stops`() {
  let runs = (0..<5).map { step in (0..<4).map { "\(step * 2 + $0 * 60)s" } }
  #expect(changes("on", runs.map(quoted)) == [false, true, false, false, false])
  // Then it goes back and forth.
  let wild = [["5s", "70s", "1s", "100s"], ["90s", "3s", "200s", "4s"]]
  #expect(changes("on", (runs + wild).map(quoted)).suffix(2) == [true, true])
}

@Test func `plain numbers are recognised as clocks by the same rule`() {
  // Seconds, thousandths, counting down; in three steps where no name says so.
  func readings(_ value: (Int, Int) -> Int) -> [[String]] {
    (0..<5).map { step in (0..<3).map { row in String(value(step, row)) } }
  }
  let up = readings { step, row in step * 2 + row * 100 }
  #expect(changes("since_start", up) == [false, true, true, false, false])
  let milliseconds = readings { step, row in step * 2_000 + row * 77 }
  #expect(changes("running_ms", milliseconds) == [false, true, true, false, false])
  #expect(changes("uptime", up) == [false, false, false, false, false])
  let down = readings { step, row in 5_000 - step * 2 - row * 100 }
  #expect(changes("ttl", down) == [false, false, false, false, false])
  // A counter that counts something else, whatever it is called.
  let counter = [["3", "9"], ["4", "30"], ["11", "31"], ["60", "32"]]
  #expect(changes("uptime", counter) == [false, true, true, true])
  #expect(changes("requests", counter) == [false, true, true, true])
  // A status object.
  #expect(changes("uptime", [["102"], ["104"], ["106"], ["108"]]) == [false, false, false, false])
  #expect(changes("uptime", [["102"], ["104"], ["1"], ["3"]]) == [false, false, true, false])
}

@Test func `a time of day shared by all rows is a clock`() {
  let runs = (0..<5).map { step in
    (0..<3).map { _ in "2026-11-22T10:00:0\(step * 2)Z" }
  }
  #expect(changes("checked", runs.map(quoted)) == [false, true, false, false, false])
}

@Test func `a clock that jumps in one row is a change of that row`() {
  var polls = Polls()
  func pods(_ ages: [String]) -> String {
    "[" + ages.enumerated().map { #"{"name":"p\#($0)","AGE":"\#($1)"}"# }.joined(separator: ",")
      + "]"
  }
  _ = polls.run(pods(["5d", "40s", "3h", "7m"]))
  #expect(polls.run(pods(["5d", "42s", "3h", "7m"])).isEmpty)
  #expect(polls.run(pods(["3s", "44s", "3h", "7m"])) == ["AGE"])
  #expect(polls.run(pods(["5s", "46s", "3h", "8m"])).isEmpty)
}

@Test func `coarse clocks that are labelled need no confirmation`() {
  for (old, new) in [
    ("Up 3 hours", "Up 4 hours"), ("3 days, 4:01", "3 days, 4:02"),
    ("5h 50min left", "5h 49min left"),
    ("2 minutes ago", "3 minutes ago"), ("up 59 min", "up 1:00"),
    ("About an hour ago", "2 hours ago"),
  ] {
    #expect(
      changes("uptime", every: 60, [[old], [new]].map(quoted)) == [false, false],
      "\(old), \(new)"
    )
  }
  #expect(
    changes("state", [["Up 3 hours"], ["Exited (0) 1 second ago"]].map(quoted)) == [false, true]
  )
}

@Test func `counters are values, at whatever pace they count`() {
  var random = SplitMix64(seed: 11)
  for rates in [50...300, 90_000...110_000] {
    for rows in [1, 2, 4] {
      for name in ["served", "x", "requests"] {
        var values = [Int](repeating: 1_000, count: rows)
        let runs = (0..<12).map { _ -> [String] in
          // Hundredths per second, in steps of two seconds.
          for row in values.indices {
            let range = UInt64(rates.upperBound - rates.lowerBound + 1)
            values[row] += max((rates.lowerBound + Int(random.next() % range)) / 50, 1)
          }
          return values.map(String.init)
        }
        #expect(!changes(name, runs).dropFirst().contains(false), "\(name), \(rates), \(rows)")
      }
    }
  }
  // One that counts exactly once a second in all rows is told by its name.
  let even = (0..<8).map { step in (0..<4).map { String(step * 2 + $0 * 10) } }
  #expect(!changes("requests", even).dropFirst().contains(false))
}

@Test func `clocks with fractions, before a beginning, and of ISO 8601 are clocks`() {
  func runs(_ text: (Int) -> String) -> [[String]] {
    (0..<5).map { step in (0..<3).map { row in text(1_000 + step * 2 + row * 60) } }.map(quoted)
  }
  func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  func clock(_ seconds: Int) -> String { "00:\(digits(seconds / 60)):\(digits(seconds % 60))" }
  let learned = [false, true, false, false, false]
  #expect(changes("runs", runs { clock($0) + ".123456" }) == learned)
  #expect(changes("runs", runs { "PT\($0 / 60)M\($0 % 60)S" }) == learned)
  #expect(changes("runs", runs { "-" + clock(2_000 - $0) }) == learned)
  #expect(changes("runs", runs { "1 day \(clock($0)).5" }) == learned)
  let known = [false, false, false, false, false]
  #expect(changes("now()-backend_start", runs { clock($0) + ".123456" }) == known)
}

@Test func `lines with a running clock are updated`() {
  func status(_ seconds: Int, _ state: String) -> String {
    """
    web                              RUNNING   pid 1234, uptime 0:16:\(seconds)
    worker                           RUNNING   pid 1235, uptime 1 day, 2:03:\(seconds)
    cron                             \(state)   Nov 27 10:00 AM

    """
  }
  var feed = FeedFixture(status(41, "STOPPED"), of: .init(isPolled: true))
  let ids = feed.ids
  feed.items += feed.decoder.append(Array(status(43, "STOPPED").utf8)) + feed.decoder.endRun()
  #expect(feed.ids == ids)
  feed.items += feed.decoder.append(Array(status(45, "EXITED ").utf8)) + feed.decoder.endRun()
  #expect(zip(feed.ids, ids).count { $0 == $1 } == 2)
}

@Test func `fields of Redis are updated by their names`() {
  func info(_ seconds: Int) -> String {
    "# Server\r\nredis_version:7.0.15\r\nuptime_in_seconds:\(seconds)\r\n\r\n# Clients\r\nconnected_clients:1\r\n"
  }
  var feed = FeedFixture(info(1_001), of: .init(isPolled: true))
  let ids = feed.ids
  feed.items += feed.decoder.append(Array(info(1_003).utf8)) + feed.decoder.endRun()
  #expect(feed.ids == ids)
  #expect(feed.values("value") == ["7.0.15", "1003", "1"])
}
