/// Something that must never happen, and what it was.
struct Violation: Error, Hashable, CustomStringConvertible {
  /// The promises that hold after each event.
  enum Oracle: String, Codable, Sendable, CaseIterable {
    /// The table shows what a naive arrangement of the feed's rows shows.
    case arrangement
    /// The row that the reader looks at keeps its line.
    case anchor
    /// The terminal was sent nothing but what draws, and shows what was drawn.
    case terminal
    /// Everything that is kept has bounds.
    case memory
    /// When all motion is over, the screen is as without motion.
    case motion
    /// The program goes on: it neither ends by a signal nor hangs. Only seen from outside.
    case survival
  }

  let oracle: Oracle
  let message: String

  init(_ oracle: Oracle, _ message: String) {
    (self.oracle, self.message) = (oracle, message)
  }

  var description: String { "\(oracle.rawValue): \(message)" }
}
