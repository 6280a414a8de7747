import Testing

@testable import TableModel

private let frameLength = Duration.microseconds(16_667)

/// Runs a script on a table and calls a check before and after each action.
private func run(
  seed: UInt64,
  steps: Int,
  liveEdge: LiveEdge,
  tombstone: Duration = .zero,
  margin: Int = 0,
  _ check: (
    _ step: Int, _ before: Table, _ after: Table, _ action: Action,
    _ instant: ContinuousClock.Instant, _ next: ContinuousClock.Instant
  ) throws -> Void
) rethrows {
  var script = RandomScript(seed: seed, count: 20)
  var table = makeTable(height: 8, liveEdge: liveEdge)
  table.timing.tombstone = tombstone
  table.scrollMargin = margin
  table.reload(script.rows, at: epoch)
  var instant = epoch
  var delay = script.delay()
  for step in 0..<steps {
    instant += delay
    let action = script.action()
    delay = script.delay()
    let before = table
    action.perform(on: &table, at: instant)
    try check(step, before, table, action, instant, instant + delay)
  }
}

private let cases: [(seed: UInt64, edge: LiveEdge, tombstone: Duration)] = [
  (1, .top, .zero), (2, .bottom, .zero), (3, .top, .milliseconds(300)),
  (4, .bottom, .milliseconds(300)),
]

@Test func `after the motion a table looks like one without motion`() {
  for (seed, edge, tombstone) in cases {
    var still = makeTable(height: 8, motion: .none, liveEdge: edge)
    still.timing.tombstone = tombstone
    still.reload(RandomScript(seed: seed, count: 20).rows, at: epoch)
    run(seed: seed, steps: 2500, liveEdge: edge, tombstone: tombstone) {
      step, _, after, action, instant, _ in
      action.perform(on: &still, at: instant)
      let end = instant + .seconds(5)
      let moved = after.presentation(at: end)
      let expected = still.presentation(at: end)
      #expect(moved.lines == expected.lines, "seed \(seed) step \(step) \(action)")
      #expect(moved.nextChange == nil, "seed \(seed) step \(step)")
    }
  }
}

@Test func `at every instant each line holds one thing and no row stands on two`() {
  for (seed, edge, tombstone) in cases {
    run(seed: seed + 10, steps: 2500, liveEdge: edge, tombstone: tombstone) {
      step, _, after, action, instant, next in
      var sample = instant
      while sample <= min(next, instant + .milliseconds(300)) {
        let lines = after.presentation(at: sample).lines
        let place = "seed \(seed + 10) step \(step) \(action) \(sample - instant)"
        #expect(lines.count == after.height)
        let ids = lines.compactMap(\.id)
        #expect(Set(ids).count == ids.count, "\(place): \(ids)")
        let filled = lines.indices.filter { !lines[$0].isEmpty }
        if let first = filled.first, let last = filled.last {
          #expect(filled.count == last - first + 1, "\(place): \(filled)")
        }
        sample += .milliseconds(40)
      }
    }
  }
}

@Test func `a row stays where it stands when something happens in the middle of a motion`() {
  for (seed, edge, tombstone) in cases {
    run(seed: seed + 20, steps: 2500, liveEdge: edge, tombstone: tombstone) {
      step, before, after, action, instant, _ in
      guard before.height == after.height, action.isBatch, after.scene != nil else { return }
      let old = before.presentation(at: instant).lines
      let new = after.presentation(at: instant).lines
      for (line, each) in new.enumerated() {
        guard let id = each.id, let was = old.firstIndex(where: { $0.id == id }) else { continue }
        let place = "seed \(seed + 20) step \(step) row \(id)"
        #expect(was == line, "\(place)\n\(frame(before, at: instant))\n\(frame(after, at: instant))")
        #expect(abs(old[was].opacity - each.opacity) < 1e-9, "\(place)")
      }
    }
  }
}
