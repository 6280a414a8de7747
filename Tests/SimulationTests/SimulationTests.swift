import Foundation
import Testing

private let isExhaustive = ProcessInfo.processInfo.environment["LISTVIEW_EXHAUSTIVE"] != nil

/// The promises of the program hold after each event, whatever the feed, the terminal and the user do.
@MainActor @Suite(.serialized) struct `The whole program, simulated` {
  /// Some runs that are the same each time, a million events if tests are to be exhaustive, or the one
  /// run that is asked for.
  @Test func `keeps its promises whatever happens`() {
    if let replay = Replay.asked {
      report(Finding.look(for: replay))
      return
    }
    let (seeds, events) = isExhaustive ? (500, 2_000) : (40, 250)
    let first = UInt64(ProcessInfo.processInfo.environment["LISTVIEW_SIMULATION_FIRST"] ?? "1") ?? 1
    var findings = 0
    run(first..<first + UInt64(seeds), count: events) { script, outcome in
      guard outcome.violation != nil else { return true }
      findings += 1
      report(Finding.look(for: Replay(seed: script.seed, events: events)))
      return findings < 5
    }
  }

  private func report(_ finding: Finding?) {
    if let finding { Issue.record(Comment(rawValue: finding.description)) }
  }

  /// Runs the scripts of some seeds, several at a time.
  ///
  /// - Parameters:
  ///   - seeds: The seeds of the scripts.
  ///   - count: The number of events of each.
  ///   - edit: Changes a script before it runs.
  ///   - take: Takes the outcome of a run, in the order of the seeds; false ends it.
  private func run(
    _ seeds: Range<UInt64>,
    count: Int,
    edit: (inout SimulationScript) -> Void = { _ in },
    take: (SimulationScript, Trial.Outcome) -> Bool
  ) {
    // Outcomes wait for those before them: a few more runs than processors keep these busy.
    let width = 2 * max(1, ProcessInfo.processInfo.activeProcessorCount)
    var runs: [(script: SimulationScript, run: Trial.Run)] = []
    var rest = seeds
    var isWanted = true
    while isWanted, !rest.isEmpty || !runs.isEmpty {
      while runs.count < width, let seed = rest.popFirst() {
        var script = SimulationScript(seed: seed, count: count)
        edit(&script)
        runs.append((script, Trial(script: script).start(script.events)))
      }
      let (script, run) = runs.removeFirst()
      isWanted = take(script, run.outcome())
    }
    for (_, run) in runs { run.cancel() }
  }

  /// Far less than an hour passes outside; how much is printed, for machines differ.
  @Test(.enabled(if: isExhaustive)) func `an hour of it takes seconds`() {
    var seconds = 0.0
    var events = 0
    let start = ContinuousClock.now
    // Nights are left out: an hour is of events, not of sleep.
    run(1_000..<2_000, count: 500) { script in
      script.events.removeAll { if case .wait(let time) = $0 { time >= 60_000 } else { false } }
    } take: { script, outcome in
      #expect(outcome.violation == nil, "seed \(script.seed): \(outcome.message)")
      seconds += outcome.seconds
      events += script.events.count
      return outcome.violation == nil && seconds < 3_600
    }
    print("simulated \(Int(seconds)) s, \(events) events, in \(ContinuousClock.now - start)")
    #expect(seconds >= 3_600)
  }
}
