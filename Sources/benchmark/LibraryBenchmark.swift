import FeedSimulator
import ArgumentParser
import Foundation
import ListDiffing

/// Measures how the time of each public operation grows with the rows.
struct LibraryBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library",
    abstract: "Measure how each operation of ListDiffing grows with the rows.",
    discussion: """
      Each line is an operation: its processor time for 10,000 rows, and how many times longer it \
      takes each time the rows double, up to 160,000. Twice is linear; n log n is 2.15 at most.
      """
  )

  @Option(help: "Measure only the operations whose names begin so.")
  var only = ""

  func run() throws {
    print("operation                    10k_ms   20k   40k   80k  160k")
    for (name, prepare) in Self.operations where name.hasPrefix(only) {
      var times: [Duration] = []
      for count in [10_000, 20_000, 40_000, 80_000, 160_000] {
        let operation = try prepare(count)
        let samples = try (0..<5).map { _ in try ProcessorClock.measure(operation) }
        times.append(samples.min() ?? .zero)
      }
      let first = String(format: "%8.3f", times[0] / .milliseconds(1))
      let growth = zip(times.dropFirst(), times).map { String(format: "%6.2f", $0 / $1) }
      print(name.padding(toLength: 26, withPad: " ", startingAt: 0), first, growth.joined())
    }
  }

  /// A value that says little of itself.
  private struct Weak: Hashable {
    var value: Int

    func hash(into hasher: inout Hasher) { hasher.combine(value & 255) }
  }

  private struct Header: Identifiable, Hashable {
    var id: Int
  }

  private typealias Operation = () throws -> Void

  private static func shuffled(_ count: Int) -> [Int] {
    var source = SplitMix64(seed: 7)
    return (0..<count).shuffled(using: &source)
  }

  private static func sections(_ values: [Int]) -> [ListSection<Header, DiffRow>] {
    let size = values.count / 100
    return (0..<100).map { number in
      let rows = values[(number * size)..<((number + 1) * size)]
      return ListSection(
        header: Header(id: number),
        rows: rows.map { DiffRow(id: "\($0)", content: "") }
      )
    }
  }

  private static func batch(_ count: Int) throws -> BatchUpdates {
    let difference = Difference(from: Array(0..<count), to: shuffled(count))
    return try BatchUpdates(difference, from: count, to: count)
  }

  private static func sectioned(_ count: Int) throws -> SectionedBatchUpdates {
    let (old, new) = (sections(Array(0..<count)), sections(shuffled(count)))
    return try SectionedBatchUpdates(
      SectionedDifference(from: old, to: new),
      from: old.map(\.rows.count),
      to: new.map(\.rows.count)
    )
  }

  private static var operations: [(String, (Int) throws -> Operation)] {
    [
      (
        "shuffled",
        { count in
          let (old, new) = (Array(0..<count), shuffled(count))
          return { _ = Difference(from: old, to: new) }
        }
      ),
      (
        "weak hash, shuffled",
        { count in
          let (old, new) = ((0..<count).map(Weak.init), shuffled(count).map(Weak.init))
          return { _ = Difference(from: old, to: new) }
        }
      ),
      (
        "weak hash, reversed",
        { count in
          let old = (0..<count).map(Weak.init)
          let new = Array(old.reversed())
          return { _ = Difference(from: old, to: new) }
        }
      ),
      (
        "rules, shuffled",
        { count in
          let (old, new) = (Array(0..<count), shuffled(count))
          let rules = ListRules<Int>(identity: { $0 }, isContentEqual: { _, _ in true })
          return { _ = rules.difference(from: old, to: new) }
        }
      ),
      (
        "BatchUpdates",
        { count in
          let batch = try batch(count)
          return { _ = try BatchUpdates(batch.difference, from: count, to: count) }
        }
      ),
      (
        "applying",
        { count in
          let (batch, old) = (try batch(count), Array(0..<count))
          return { _ = try batch.applying(to: old) { $0 } }
        }
      ),
      (
        "inverted",
        { count in
          let batch = try batch(count)
          return { _ = batch.inverted() }
        }
      ),
      (
        "stages",
        { count in
          let batch = try batch(count)
          return { _ = batch.stages() }
        }
      ),
      (
        "patch",
        { count in
          let batch = try batch(count)
          return { _ = batch.patch(.insertionsFirst) }
        }
      ),
      (
        "followed",
        { count in
          let batch = try batch(count)
          return { _ = try batch.followed(by: batch.inverted()) }
        }
      ),
      (
        "sections, shuffled",
        { count in
          let (old, new) = (sections(Array(0..<count)), sections(shuffled(count)))
          return { _ = SectionedDifference(from: old, to: new) }
        }
      ),
      (
        "SectionedBatchUpdates",
        { count in
          let batch = try sectioned(count)
          return {
            _ = try SectionedBatchUpdates(
              batch.difference,
              from: batch.oldCounts,
              to: batch.newCounts
            )
          }
        }
      ),
      (
        "sections, stages",
        { count in
          let batch = try sectioned(count)
          return { _ = batch.stages() }
        }
      ),
      (
        "sections, patch",
        { count in
          let batch = try sectioned(count)
          return { _ = batch.patch() }
        }
      ),
      (
        "sections, followed",
        { count in
          let batch = try sectioned(count)
          return { _ = try batch.followed(by: batch.inverted()) }
        }
      ),
      ("appends, unobserved", { count in { append(count, isObserved: false) } }),
      ("appends, unread", { count in { append(count, isObserved: true) } }),
    ]
  }

  private static func append(_ count: Int, isObserved: Bool) {
    let list = ObservableList<Int>([])
    let changes = isObserved ? list.changes() : nil
    for value in 0..<count { list.append(value) }
    withExtendedLifetime(changes) {}
  }
}
