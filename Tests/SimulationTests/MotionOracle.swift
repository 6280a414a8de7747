import TerminalCore

@testable import ListViewApp
@testable import ListViewParts

/// Looks whether the screen, when all motion is over, is as it is without motion.
struct MotionOracle {
  func check(_ app: App, _ still: App, at instant: ContinuousClock.Instant) throws(Violation) {
    let instant = instant + Simulation.settling
    var (app, still) = (app, still)
    // Columns grow when the rows have come to rest, and what is on the screen is searched.
    app.columns.layOutWhenDue(at: instant)
    still.columns.layOutWhenDue(at: instant)
    app.continueSearch(at: instant)
    still.continueSearch(at: instant)
    let (moved, stood) = (app.frame(at: instant).buffer, still.frame(at: instant).buffer)
    guard moved != stood else { return }
    guard moved.size == stood.size else { throw Violation(.motion, "the sizes differ") }
    for line in 0..<moved.size.lines where moved.line(line) != stood.line(line) {
      let (a, b) = (moved.text(line: line), stood.text(line: line))
      throw Violation(.motion, "line \(line): \"\(a)\", without motion \"\(b)\"")
    }
  }
}
