import TerminalCore
import TestSupport

/// All that happens in a run, worked out from its seed before it begins.
struct SimulationScript: Sendable {
  let seed: UInt64
  let settings: SimulationSettings
  var events: [SimulatedEvent]

  /// Works out a run.
  ///
  /// - Parameters:
  ///   - seed: The seed that decides everything.
  ///   - count: The number of events; a few more if the last of them belong together.
  init(seed: UInt64, count: Int) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    let settings = SimulationSettings(using: &random)
    var feed = FaultyFeed(settings.form, using: &random)
    var user = UserScript(settings.size, using: &random)
    // The number of ten events that are the user's, and the time between two, on average.
    let share = Int.random(in: 1...8, using: &random)
    let pace = [30, 120, 500, 1_500].randomElement(using: &random) ?? 500
    var events: [SimulatedEvent] = []
    while events.count < count {
      if Int.random(in: 0..<10, using: &random) < share {
        events.append(user.next(using: &random))
      } else {
        events += feed.next(using: &random)
      }
      switch Int.random(in: 0..<300, using: &random) {
      // The machine slept, or nobody was there.
      case 0: events.append(.wait(Int.random(in: 60_000...9_000_000, using: &random)))
      case 1..<150: events.append(.wait(Int.random(in: 1...2 * pace, using: &random)))
      default: break
      }
    }
    (self.settings, self.events) = (settings, events)
  }
}
