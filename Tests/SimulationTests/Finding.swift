import Foundation

/// A failure that was found, cut down to what it needs.
struct Finding: CustomStringConvertible {
  let replay: Replay
  let violation: Violation
  /// The events that are left, by their places in the script.
  let events: [(place: Int, event: SimulatedEvent)]

  /// Runs a script, or some of its events.
  ///
  /// - Returns: The finding; nil if all promises held.
  @MainActor static func look(
    for replay: Replay,
    prepare: @escaping (Simulation) -> Void = { _ in }
  ) -> Finding? {
    let script = SimulationScript(seed: replay.seed, count: replay.events)
    let places = replay.only?.filter(script.events.indices.contains) ?? Array(script.events.indices)
    let trial = Trial(script: script, prepare: prepare)
    func events(_ places: [Int]) -> [SimulatedEvent] { places.map { script.events[$0] } }
    let outcome = trial.run(events(places))
    guard let first = outcome.violation else { return nil }
    var violation = first
    let failing = Array(places.prefix(outcome.event.map { $0 + 1 } ?? places.count))
    let left = Shrinker.shrink(failing) { part in
      let outcome = trial.run(events(part), isSilent: true)
      guard let found = outcome.violation, found.oracle == first.oracle else { return nil }
      violation = found
      return outcome.event.map { $0 + 1 } ?? part.count
    }
    return Finding(
      replay: Replay(seed: replay.seed, events: replay.events, only: left),
      violation: violation,
      events: left.map { ($0, script.events[$0]) }
    )
  }

  var description: String {
    let list = events.map { "  \($0.place). \($0.event)" }.joined(separator: "\n")
    return """
      \(violation)
      \(Replay.variable)='\(replay) commit=\(Self.commit)' swift test --filter SimulationTests
      \(list)
      """
  }

  /// The source that is tested, as git names it.
  private static let commit: String = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "describe", "--always", "--dirty"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return "unknown" }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }()
}
