import Foundation
import Testing

private let isExhaustive = ProcessInfo.processInfo.environment["LISTVIEW_EXHAUSTIVE"] != nil

/// Whatever the feed, the terminal and the user do, what the program promises holds after each event.
@MainActor @Suite(.serialized) struct `The whole program, simulated` {
  /// Some runs that are the same each time, a million events where tests are to be exhaustive, or the one
  /// run that is asked for.
  @Test func `keeps its promises whatever happens`() {
    if let replay = Replay.asked {
      report(Finding.look(for: replay))
      return
    }
    let (seeds, events) = isExhaustive ? (500, 2_000) : (8, 125)
    let first = UInt64(ProcessInfo.processInfo.environment["LISTVIEW_SIMULATION_FIRST"] ?? "1") ?? 1
    var findings = 0
    for seed in first..<first + UInt64(seeds) where findings < 5 {
      guard let finding = Finding.look(for: Replay(seed: seed, events: events)) else { continue }
      findings += 1
      report(finding)
    }
  }

  private func report(_ finding: Finding?) {
    if let finding { Issue.record(Comment(rawValue: finding.description)) }
  }

  /// Far less than an hour passes outside; how much is printed, for machines differ.
  @Test(.enabled(if: isExhaustive)) func `an hour of it takes seconds`() {
    var seed: UInt64 = 1_000
    var seconds = 0.0
    var events = 0
    let start = ContinuousClock.now
    while seconds < 3_600 {
      // Nights are left out: an hour is of events, not of sleep.
      var script = SimulationScript(seed: seed, count: 500)
      script.events.removeAll { if case .wait(let time) = $0 { time >= 60_000 } else { false } }
      let outcome = Trial(script: script).run(script.events)
      #expect(outcome.violation == nil, "seed \(seed): \(outcome.message)")
      seconds += outcome.seconds
      events += script.events.count
      seed += 1
      if outcome.violation != nil { break }
    }
    print("simulated \(Int(seconds)) s, \(events) events, in \(ContinuousClock.now - start)")
    #expect(seconds >= 3_600)
  }
}
