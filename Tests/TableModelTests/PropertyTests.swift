import Foundation
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

extension Scene<Item> {
  /// The rows that leave and were coming, or come and were leaving.
  fileprivate func turningRows(in table: Table) -> Set<Int> {
    var result: Set<Int> = []
    for item in items where item.opacity.velocity * (item.opacity.to - 0.5) < 0 {
      switch item.subject {
      case .entry(let offset):
        if case .row(let row) = table.outline[offset] { result.insert(row.id) }
      case .tombstone(let serial):
        let tombstone = table.tombstones.first { $0.serial == serial }
        if case .row(let row)? = tombstone?.entry { result.insert(row.id) }
      case .ghost(.row(let row), _): result.insert(row.id)
      case .ghost: break
      }
    }
    return result
  }
}

extension Table {
  /// Whether the selection is what keeps the position.
  fileprivate var isHeld: Bool {
    switch pin {
    case .edge, .tombstone: false
    case .entry(let offset, _): offset == selected?.offset
    }
  }

  /// Whether the list ends on the last line.
  fileprivate var isAtEnd: Bool { linesAbove == lineCount - height }

  /// Whether the list ends on the last line at rest, when all tombstones have closed.
  fileprivate func ends(in rest: [TablePresentation<Item, Item.Field>.Line]) -> Bool {
    // A selected tombstone stays.
    if tombstones.contains(where: { $0.isSelected && $0.place == rows.count }) {
      return rest.last?.isSelected == true
    }
    return rows.last.map { rest.last?.content == .row($0, offset: rows.count - 1) } ?? false
  }
}

/// Four runs of 2,500 steps, or many with LISTVIEW_EXHAUSTIVE in the environment.
private let cases: [(seed: UInt64, edge: LiveEdge, tombstone: Duration)] =
  (0..<(ProcessInfo.processInfo.environment["LISTVIEW_EXHAUSTIVE"] == nil ? 1 : 25)).flatMap {
    round -> [(UInt64, LiveEdge, Duration)] in
    let seed = UInt64(1000 * round)
    return [
      (seed + 1, .top, .zero), (seed + 2, .bottom, .zero),
      (seed + 3, .top, .milliseconds(300)), (seed + 4, .bottom, .milliseconds(300)),
    ]
  }

@Test func `after the motion a table looks like one without motion`() {
  for (seed, edge, tombstone) in cases {
    var still = makeTable(height: 8, motion: .none, liveEdge: edge)
    still.timing.tombstone = tombstone
    still.reload(RandomScript(seed: seed, count: 20).rows, at: epoch)
    run(seed: seed, steps: 2500, liveEdge: edge, tombstone: tombstone) {
      step,
      _,
      after,
      action,
      instant,
      _ in
      action.perform(on: &still, at: instant)
      let end = instant + .seconds(8)
      let moved = after.presentation(at: end)
      let expected = still.presentation(at: end)
      #expect(moved.lines == expected.lines, "seed \(seed) step \(step) \(action)")
      #expect(moved.nextChange == nil, "seed \(seed) step \(step)")
    }
  }
}

@Test func `at every instant each line shows one thing and no row is on two`() {
  for (seed, edge, tombstone) in cases {
    run(seed: seed + 10, steps: 2500, liveEdge: edge, tombstone: tombstone) {
      step,
      _,
      after,
      action,
      instant,
      next in
      var sample = instant
      while sample <= min(next, instant + .milliseconds(450)) {
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
      let resting = after.presentation(at: instant + .seconds(5)).lines
      let isBlankForSelection = after.isHeld && after.lineCount > after.height
      #expect(
        resting.first?.isEmpty != true || resting.allSatisfy(\.isEmpty) || isBlankForSelection,
        "seed \(seed + 10) step \(step) \(action): the list begins below the first line"
      )
    }
  }
}

@Test func `a row stays in place when something happens during a motion`() {
  for (seed, edge, tombstone) in cases {
    run(seed: seed + 20, steps: 2500, liveEdge: edge, tombstone: tombstone) {
      step,
      before,
      after,
      action,
      instant,
      _ in
      guard before.height == after.height, action.isBatch, after.scene != nil else { return }
      let old = before.presentation(at: instant).lines
      let new = after.presentation(at: instant).lines
      for (line, each) in new.enumerated() {
        guard let id = each.id, let was = old.firstIndex(where: { $0.id == id }) else { continue }
        let place = "seed \(seed + 20) step \(step) row \(id)"
        #expect(
          was == line,
          "\(place)\n\(frame(before, at: instant))\n\(frame(after, at: instant))"
        )
        #expect(abs(old[was].opacity - each.opacity) < 1e-9, "\(place)")
      }
    }
  }
}

@Test func `scrolling during a motion shifts all lines alike`() {
  var scrolled = 0
  for (seed, edge, tombstone) in cases {
    run(seed: seed + 30, steps: 2500, liveEdge: edge, tombstone: tombstone) {
      step,
      before,
      after,
      action,
      instant,
      _ in
      guard before.height == after.height, !action.isBatch, after.scene != nil else { return }
      // A scroll past everything that was in view shows nothing of it.
      if case .scroll(let lines) = action, abs(lines) >= after.height { return }
      let old = before.presentation(at: instant).lines
      let new = after.presentation(at: instant).lines
      var moved: [(from: Int, to: Int, fades: Double)] = []
      for (line, each) in new.enumerated() {
        guard let id = each.id, let was = old.firstIndex(where: { $0.id == id }) else { continue }
        // A row may leave its place for one that the scroll brings into view.
        if old[was].mark == .move, case .ghost = old[was].content { continue }
        moved.append((was, line, abs(old[was].opacity - each.opacity)))
      }
      guard !moved.isEmpty else { return }
      scrolled += 1
      // A row that was scrolled out of view may come into view at the place that it was on its way to.
      let isOneShift = Set(moved.map { $0.to - $0.from }).contains { distance in
        moved.allSatisfy { row in
          !new.indices.contains(row.from + distance)
            || row.to == row.from + distance && row.fades < 1e-9
        }
      }
      #expect(
        isOneShift,
        """
        seed \(seed + 30) step \(step) \(action)
        \(frame(before, at: instant))
        \(frame(after, at: instant))
        """
      )
    }
  }
  #expect(scrolled > 500)
}

@Test func `between two frames nothing moves or fades faster than its easing allows`() {
  var frames = 0
  for (seed, edge, tombstone) in cases {
    // In a stream of batches each takes the time that there is; what is fastest of all that is
    // still in motion may be seen.
    var paces: [(instant: ContinuousClock.Instant, timing: MotionTiming)] = []
    run(seed: seed + 40, steps: 2500, liveEdge: edge, tombstone: tombstone) {
      step,
      before,
      after,
      action,
      instant,
      next in
      var pace = before.pace
      if after.pace != before.pace, let timing = after.timing.fitting(pace.record(instant)) {
        paces.append((instant, timing))
      }
      paces.removeAll { instant - $0.instant > after.timing.batch }
      guard let scene = after.scene else { return }
      let fastest = paces.map(\.timing).min { $0.batch < $1.batch } ?? after.timing
      let steepest = scene.steepestStep(in: frameLength, fastest) + 1
      let turning = scene.turningRows(in: after)
      var sample = instant
      var last = after.presentation(at: instant).lines
      while sample + frameLength < min(next, scene.end + frameLength) {
        sample += frameLength
        frames += 1
        let lines = after.presentation(at: sample).lines
        for (line, each) in lines.enumerated() {
          guard let id = each.id, let was = last.firstIndex(where: { $0.id == id }) else {
            continue
          }
          // A row that left its place out of view fades out there, and in where it is.
          if case .ghost = last[was].content, case .row = each.content, each.opacity < 0.42 {
            continue
          }
          let place = "seed \(seed + 40) step \(step) row \(id) at \(sample - instant)"
          #expect(
            abs(line - was) <= steepest,
            "\(place): \(was) → \(line)\n\(frame(after, at: sample - frameLength))\n\(frame(after, at: sample))"
          )
          let change = each.opacity - last[was].opacity
          #expect(
            abs(change) <= 1.9 * (frameLength / min(fastest.fade, fastest.reveal)) + 1e-9,
            "\(place)\n\(frame(after, at: sample - frameLength))\n\(frame(after, at: sample))"
          )
          // Rows that come only come, and rows that go only go, except those that were under way the other
          // way and have to turn around first.
          if turning.contains(id) { continue }
          if case .ghost = each.content {
            #expect(change <= 1e-9, "\(place)")
          } else {
            #expect(change >= -1e-9, "\(place)")
          }
        }
        last = lines
      }
    }
  }
  #expect(frames > 3000)
}

@Test func `away from the live edge the anchor keeps its line at every instant of a batch`() {
  var selections = 0
  var others = 0
  var held = 0
  // Selections with too few rows above them.
  var lacking = 0
  var raised = 0
  var lowered = 0
  for (seed, edge, tombstone) in cases {
    run(seed: seed + 50, steps: 2500, liveEdge: edge, tombstone: tombstone) {
      step,
      before,
      after,
      action,
      instant,
      next in
      guard action.isBatch, !before.isFollowing else { return }
      let resting = before.presentation(at: instant + .seconds(5)).lines
      let now = before.presentation(at: instant).lines
      // The selection if it is in view, else the row that is pinned.
      let id: Int
      if let selected = resting.first(where: \.isSelected)?.id {
        id = selected
      } else if case .entry(let offset, _) = before.pin,
        case .row(let row) = before.outline[offset],
        case .entry(let moved, _) = after.pin, case .row(let new) = after.outline[moved],
        new.id == row.id
      {
        id = row.id
      } else {
        return
      }
      // A row that has only just become the anchor may still be on its way to its line.
      guard let line = resting.firstIndex(where: { $0.id == id }), line < now.count,
        now[line].id == id
      else { return }
      let place = "seed \(seed + 50) step \(step) row \(id) line \(line)"
      // If there are too few rows above it, it stands as far down as they reach, and if there are too
      // few below it, as far up as those do, and returns with them; on the way it is nowhere else.
      let rest = after.presentation(at: instant + .seconds(5)).lines
      guard let end = rest.firstIndex(where: { $0.id == id }) else {
        Issue.record("\(place) is gone")
        return
      }
      let height = after.height
      if before.isHeld, after.isHeld, case .entry(_, let pinned) = after.pin,
        min(before.lineCount, after.lineCount) > height + before.tombstones.count
      {
        // It goes nowhere but nearer to where the user left it.
        let (former, present) = (abs(line - pinned), abs(end - pinned))
        #expect(end == line || present < former, "\(place)")
        held += 1
        if rest[0].isEmpty { lacking += 1 }
      }
      if end < line {
        #expect(
          rest[0].content == .row(after.rows[0], offset: 0) || rest[0].isSelected
            || before.ends(in: resting),
          "\(place)"
        )
        raised += 1
      } else if end > line {
        #expect(
          resting[0].content == .row(before.rows[0], offset: 0) || resting[0].isSelected
            || after.ends(in: rest),
          "\(place)"
        )
        lowered += 1
      } else if resting[line].isSelected {
        selections += 1
      } else {
        others += 1
      }
      // Tombstones above it hold it down, and those below it hold it up, as far as the line on which it was
      // pinned, until they close.
      var (highest, lowest) = (min(line, end), max(line, end))
      if case .entry(let offset, let pinned) = after.pin {
        if after.tombstones.contains(where: { $0.place <= offset }) { lowest = max(lowest, pinned) }
        if after.tombstones.contains(where: { $0.place > offset }) {
          highest = min(highest, pinned)
        }
      }
      var sample = instant
      while sample <= min(next, instant + .milliseconds(450)) {
        let lines = after.presentation(at: sample).lines
        let present = lines.firstIndex { $0.id == id }
        #expect(
          present.map { (highest...lowest).contains($0) } ?? false,
          "\(place) at \(sample - instant)"
        )
        sample += .milliseconds(20)
      }
    }
  }
  #expect(selections > 500 && others > 500 && held > 300, "\(selections) \(others) \(held)")
  #expect(raised > 0 && lacking + raised > 3, "\(raised) \(lacking)")
  #expect(lowered > 0)
}

@Test func `lines beside the list are empty only for the selection, which keeps its line`() {
  var (short, held) = (0, 0)
  for (seed, edge, tombstone) in cases {
    run(seed: seed + 70, steps: 2500, liveEdge: edge, tombstone: tombstone) {
      step,
      before,
      after,
      action,
      instant,
      _ in
      let rest = after.presentation(at: instant + .seconds(5)).lines
      let standing = after.tombstones.count { $0.stands(at: instant + .seconds(5)) }
      let filled = min(after.height, after.rows.count + standing)
      let place = "seed \(seed + 70) step \(step) \(action)"
      if after.isHeld, rest.count(where: { !$0.isEmpty }) < filled {
        // The row came to where it is by a batch, and has not left the line on which the user left it.
        let line = after.restingLineOfSelection
        if before.isHeld, action.isBatch {
          #expect(line == min(before.restingLineOfSelection ?? -1, line ?? 0), "\(place)")
        }
        held += 1
        return
      }
      #expect(rest.count { !$0.isEmpty } == filled, "\(place)")
      if after.isAtEnd, !before.isAtEnd, action.isBatch { short += 1 }
    }
  }
  #expect(short > 20 && held > 20, "\(short) \(held)")
}

@Test func `the unseen count matches brute force`() {
  var most = 0
  for (seed, edge, tombstone) in cases {
    var unseen: Set<Int> = []
    var still = makeTable(height: 8, motion: .none, liveEdge: edge)
    still.timing.tombstone = tombstone
    still.reload(RandomScript(seed: seed + 60, count: 20).rows, at: epoch)
    func see(_ instant: ContinuousClock.Instant) -> Int? {
      var first: Int?
      for line in still.presentation(at: instant).lines {
        guard case .row(let row, let offset) = line.content else { continue }
        unseen.remove(row.id)
        first = first ?? offset
      }
      return first
    }
    run(seed: seed + 60, steps: 2500, liveEdge: edge, tombstone: tombstone) {
      step,
      before,
      after,
      action,
      instant,
      _ in
      let old = Set(before.rows.map(\.id))
      let new = after.rows.map(\.id)
      _ = see(instant)
      action.perform(on: &still, at: instant)
      unseen.formIntersection(new)
      if action.isBatch { unseen.formUnion(Set(new).subtracting(old)) }
      let first = see(instant)
      if after.isFollowing { unseen = [] }
      let place = "seed \(seed + 60) step \(step) \(action)"
      #expect(after.unseen.total == unseen.count, "\(place)")
      if let first {
        #expect(after.unseen.above == new[..<first].count { unseen.contains($0) }, "\(place)")
      }
      most = max(most, unseen.count)
    }
  }
  #expect(most > 10)
}

@Test func `a row updated a thousand times before it is seen counts once`() {
  var table = makeTable(height: 3, rows: 0..<9)
  table.moveSelection(by: 1, at: epoch)
  table.moveSelection(by: 1, at: epoch)
  var rows = table.rows
  rows.insert(Item(99), at: 0)
  for state in 0..<1000 {
    rows[0].state = state
    rows[8].state = state
    table.setRows(rows, at: .ms(state))
  }
  #expect(table.unseen == UnseenCount(above: 1, below: 0))
  table.moveSelection(.first, at: .ms(2000))
  #expect(table.unseen.total == 0)
}
