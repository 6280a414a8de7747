import ListDiffing
import Synchronization
import TestSupport
import Testing

@Suite struct `A work limit` {
  /// Changes of every kind, with repeats and without.
  private static let changes: [(name: String, old: [Row], new: [Row])] = {
    var source = SeededGenerator(seed: 81)
    let rows = (0..<6000).map { Row(id: $0) }
    let repeated = (0..<6000).map { _ in Row(id: Int.random(in: 0..<50, using: &source)) }
    return [
      ("same", rows, rows),
      ("shuffled", rows, rows.shuffled(using: &source)),
      ("changed", rows, rows.map { Row(id: $0.id, content: 1) }),
      ("rotated", rows, Array(rows[1...] + rows[..<1])),
      ("disjoint", rows, rows.map { Row(id: $0.id + 10_000) }),
      ("repeated", repeated, repeated.shuffled(using: &source)),
    ]
  }()

  @Test func `makes the difference larger, but never wrong`() {
    for change in Self.changes {
      for strategy in Difference.Strategy.allCases {
        for steps in [0, 1, 5000, 9000, 20_000, 60_000] {
          let outcome = Difference.Outcome(
            from: change.old,
            to: change.new,
            strategy: strategy,
            limit: WorkLimit(steps: steps),
            identity: \.id,
            isContentEqual: ==
          )
          let fault = fault(in: outcome.difference, from: change.old, to: change.new)
          if let fault { Issue.record("\(change.name), \(strategy), \(steps): \(fault)") }
          if steps == 1 { #expect(outcome.completion == .workLimitReached, "\(change.name)") }
        }
      }
    }
  }

  @Test func `has no effect on a diff that needs less`() {
    for change in Self.changes {
      let outcome = Difference.Outcome(
        from: change.old,
        to: change.new,
        limit: WorkLimit(steps: 100_000_000),
        identity: \.id,
        isContentEqual: ==
      )
      #expect(outcome.completion.isFinished)
      #expect((outcome.completion == .approximate) == (change.name == "repeated"))
      #expect(outcome.difference == Difference(from: change.old, to: change.new))
    }
  }

  @Test func `can end the work at any checkpoint when cancelled`() {
    for change in Self.changes {
      for strategy in Difference.Strategy.allCases {
        for patience in [0, 1, 2, 3, 4, 6, 9] {
          let asked = Counter()
          let limit = WorkLimit { asked.next() > patience }
          let outcome = Difference.Outcome(
            from: change.old,
            to: change.new,
            strategy: strategy,
            limit: limit,
            identity: \.id,
            isContentEqual: ==
          )
          let fault = fault(in: outcome.difference, from: change.old, to: change.new)
          if let fault { Issue.record("\(change.name), \(strategy), \(patience): \(fault)") }
          // Once it was told to end, it asked no more.
          #expect(asked.count <= patience + 1)
          #expect((outcome.completion == .cancelled) == (asked.count == patience + 1))
        }
      }
    }
  }

  @Test func `applies to the quadratic strategies too`() {
    let old = Array(0..<2000)
    let new = Array(old.reversed())
    let script = EditScript(from: old, to: new, limit: WorkLimit(steps: 10_000))
    #expect(script.difference.replayed(to: old) { new[$0] } == new)
    let common = CommonSubsequence(of: old, and: new, limit: WorkLimit(steps: 10_000))
    #expect(common.difference.replayed(to: old) { new[$0] } == new)
  }

  @Test func `ends the work with its task`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let rows = (0..<5000).map { Row(id: $0) }
      return Difference.Outcome(
        from: rows,
        to: rows.reversed(),
        limit: .untilTaskIsCancelled,
        identity: \.id,
        isContentEqual: ==
      ).completion
    }
    #expect(await task.value == .cancelled)
  }
}

private final class Counter: Sendable {
  private let value = Mutex(0)

  var count: Int { value.withLock { $0 } }

  func next() -> Int {
    value.withLock {
      $0 += 1
      return $0
    }
  }
}
