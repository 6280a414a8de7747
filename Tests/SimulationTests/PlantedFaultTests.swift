import TerminalCore
import Testing

@testable import FeedStore
@testable import ListViewApp
@testable import ListViewParts
@testable import TableModel

/// A simulator that finds nothing proves nothing: each oracle finds what is planted for it, and the
/// events that a fault does not need are left out.
@MainActor @Suite(.serialized) struct `The simulator` {
  /// A fault, the oracle that has to find it, and how many events it takes at most.
  private struct Fault {
    var oracle: Violation.Oracle
    /// The most events that the fault needs: a run of a command is two, and a window may be resized.
    var most: Int
    var prepare: (Simulation) -> Void
  }

  private func check(_ fault: Fault) {
    for seed in UInt64(1)...12 {
      let replay = Replay(seed: seed, events: 200)
      guard let finding = Finding.look(for: replay, prepare: fault.prepare) else { continue }
      // A fault that another oracle finds first is another one.
      guard finding.violation.oracle == fault.oracle else { continue }
      #expect(finding.events.count <= fault.most, "\(finding)")
      // The line replays it, and nothing can be left out.
      #expect(Finding.look(for: finding.replay, prepare: fault.prepare) != nil)
      #expect(Replay("\(finding.replay) commit=abc") == finding.replay)
      let trial = Trial(script: SimulationScript(seed: seed, count: 200), prepare: fault.prepare)
      for number in finding.events.indices {
        var fewer = finding.events.map(\.event)
        fewer.remove(at: number)
        #expect(trial.run(fewer, isSilent: true).oracle != fault.oracle, "\(finding)")
      }
      return
    }
    Issue.record("nobody noticed what was planted for \(fault.oracle)")
  }

  @Test func `finds a row that is dropped`() {
    check(
      Fault(oracle: .arrangement, most: 8) { simulation in
        simulation.sabotage = { app, moment in
          guard app.table.rows.count > 2, app.table.sections.isEmpty else { return }
          app.list.table.setRows(Array(app.table.rows.dropLast()), byUser: true, at: moment.instant)
        }
      }
    )
  }

  @Test func `finds a view that scrolls by itself`() {
    check(
      Fault(oracle: .anchor, most: 8) { simulation in
        simulation.sabotage = { app, moment in
          guard !moment.isByUser, app.table.selection != nil, !app.table.isFollowing else { return }
          app.list.table.scroll(by: 1, at: moment.instant)
        }
      }
    )
  }

  @Test func `finds a control byte on its way to the terminal`() {
    check(
      Fault(oracle: .terminal, most: 3) { simulation in
        simulation.terminal?.tamper = { bytes in
          if bytes.count > 200 { bytes.insert(0x07, at: 100) }
        }
      }
    )
  }

  @Test func `finds what is kept for ever`() {
    check(
      Fault(oracle: .memory, most: 4) { simulation in
        simulation.sabotage = { app, _ in
          if let step = app.player.steps.last { app.feed.player.steps.append(step) }
        }
      }
    )
  }

  @Test func `finds a screen that does not come to rest as without motion`() {
    check(
      Fault(oracle: .motion, most: 2) { simulation in
        simulation.sabotage = { app, _ in
          if app.size.columns < 70 { app.notices.report("still moving") }
        }
      }
    )
  }

  @Test func `finds a trap, which ends a process of its own`() {
    check(
      Fault(oracle: .survival, most: 2) { simulation in
        simulation.sabotage = { app, _ in
          precondition(app.size.columns != 80 && app.size.columns < 100, "planted")
        }
      }
    )
  }

  @Test func `says of each script the same again`() {
    for seed in UInt64(1)...20 {
      let (one, other) = (
        SimulationScript(seed: seed, count: 300), SimulationScript(seed: seed, count: 300)
      )
      #expect(one.events == other.events)
      // A longer one begins alike, so that places in it hold.
      let longer = SimulationScript(seed: seed, count: 400)
      #expect(Array(longer.events.prefix(one.events.count)) == one.events)
    }
  }

  @Test func `leaves out what a failure does not need`() {
    for needed in [[7], [3, 40], [0, 1, 98, 99]] {
      let list = Shrinker.shrink(Array(0..<100)) { part in
        needed.allSatisfy(part.contains) ? part.count : nil
      }
      #expect(list == needed)
    }
  }

  @Test(arguments: [
    "", "events=3", "seed=x", "seed=1 events=0", "seed=1 only=1,b", "seed=1 what=2",
  ])
  func `refuses a line that is none of its own`(line: String) {
    #expect(Replay(line) == nil)
  }
}
