import Foundation

/// The run to repeat, as one line: `seed=17 events=500 only=3,18,44`.
struct Replay: Equatable, CustomStringConvertible {
  var seed: UInt64
  /// The number of events of which the script was made.
  var events: Int
  /// The events that are left, by their places in the script; nil for all.
  var only: [Int]?

  init(seed: UInt64, events: Int, only: [Int]? = nil) {
    (self.seed, self.events, self.only) = (seed, events, only)
  }

  /// Reads a line; nil if it has no seed, or something else than these three.
  init?(_ line: String) {
    var seed: UInt64?
    (events, only) = (Self.standardEvents, nil)
    for part in line.split(separator: " ") {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2 else { return nil }
      switch pair[0] {
      case "seed": seed = UInt64(pair[1])
      case "events":
        guard let count = Int(pair[1]), count > 0 else { return nil }
        events = count
      case "only":
        let numbers = pair[1].split(separator: ",").map { Int($0) }
        guard !numbers.contains(nil) else { return nil }
        only = numbers.compactMap(\.self)
      // The commit with which it failed is named for the reader.
      case "commit": continue
      default: return nil
      }
    }
    guard let seed else { return nil }
    self.seed = seed
  }

  static let standardEvents = 500

  var description: String {
    let rest = only.map { " only=" + $0.map(String.init).joined(separator: ",") } ?? ""
    return "seed=\(seed) events=\(events)\(rest)"
  }

  /// The name of the variable that asks for a run.
  static let variable = "LISTVIEW_SIMULATION"

  /// The run that the environment asks for.
  static var asked: Replay? {
    ProcessInfo.processInfo.environment[variable].flatMap(Replay.init)
  }
}
