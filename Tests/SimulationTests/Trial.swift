import Foundation

@testable import ListViewParts

/// A run of some events of a script, and what is planted in it.
@MainActor struct Trial {
  let script: SimulationScript
  /// Changes the simulation before it begins; for faults that are planted.
  var prepare: (Simulation) -> Void = { _ in }

  /// Whether frames go to a terminal; windows may be larger than any terminal then.
  var isDrawn = true

  /// The result of a run.
  struct Outcome: Codable {
    /// The place in the run, from 0, of the event after which a promise was broken.
    var event: Int?
    var oracle: Violation.Oracle?
    var message = ""
    /// The time that passed in the run, in seconds.
    var seconds = 0.0

    var violation: Violation? { oracle.map { Violation($0, message) } }
  }

  /// The time that a run may take by the clock, in seconds; only one that hangs takes so long.
  private static let patience: UInt32 = 600

  /// Lets events happen, one after the other, in a process of their own.
  func run(_ events: [SimulatedEvent], isSilent: Bool = false) -> Outcome {
    start(events, isSilent: isSilent).outcome()
  }

  /// A run in a process of its own; to be ended once, by one of its functions.
  struct Run {
    fileprivate let child: Result<Isolation.Child, Violation>

    /// Waits for the end of the run.
    func outcome() -> Outcome {
      switch child.flatMap({ $0.outcome() }) {
      case .failure(let violation):
        return Outcome(event: nil, oracle: violation.oracle, message: violation.message)
      case .success(let data):
        let outcome = try? JSONDecoder().decode(Outcome.self, from: data)
        return outcome ?? Outcome(oracle: .survival, message: "the run said nothing")
      }
    }

    /// Ends the run, whose outcome is not wanted any more.
    func cancel() { try? child.get().kill() }
  }

  /// Lets events begin to happen in a process of their own.
  func start(_ events: [SimulatedEvent], isSilent: Bool = false) -> Run {
    let child = Result { () throws(Violation) in
      try Isolation.start(seconds: Self.patience, isSilent: isSilent) {
        (try? JSONEncoder().encode(perform(events))) ?? Data()
      }
    }
    return Run(child: child)
  }

  /// Lets events happen in this process.
  func perform(_ events: [SimulatedEvent]) -> Outcome {
    var outcome = Outcome()
    let simulation: Simulation
    do {
      simulation = try Simulation(script.settings, isDrawn: isDrawn)
    } catch {
      return Outcome(oracle: .survival, message: "no terminal: \(error)")
    }
    prepare(simulation)
    for (number, event) in events.enumerated() {
      do throws(Violation) {
        try simulation.perform(event)
      } catch {
        (outcome.event, outcome.oracle, outcome.message) = (number, error.oracle, error.message)
        break
      }
    }
    let time = simulation.now - .simulationStart
    outcome.seconds = Double(time.components.seconds)
    return outcome
  }
}
