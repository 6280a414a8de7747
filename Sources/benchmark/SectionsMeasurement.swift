import Randomness
import ListDiffing

/// The cost of the difference of two sectioned lists, beside that of the same rows in one list.
struct SectionsMeasurement {
  /// A change to a list in sections.
  struct Workload {
    var name: String
    var sectionCount: Int
    var old: [Int]
    var new: [Int]
    /// The order of the sections after the change.
    var order: [Int]

    static func all() -> [Workload] {
      [(2000, 10), (2000, 100), (20_000, 100), (20_000, 1000), (200_000, 100)].flatMap {
        count,
        sections in
        var source = SplitMix64(seed: 9)
        let rows = Array(0..<count)
        let size = count / sections
        let within = (0..<sections).flatMap { section in
          rows[(section * size)..<((section + 1) * size)].shuffled(using: &source)
        }
        let across = rows.shuffled(using: &source)
        let order = Array(0..<sections)
        let name = "\(count / 1000)kin\(sections)"
        return [
          Workload(name: "within", sectionCount: sections, old: rows, new: within, order: order),
          Workload(name: "across", sectionCount: sections, old: rows, new: across, order: order),
          Workload(
            name: "all",
            sectionCount: sections,
            old: rows,
            new: across,
            order: order.shuffled(using: &source)
          ),
        ].map { workload in
          var workload = workload
          workload.name = "\(workload.name)-\(name)"
          return workload
        }
      }
    }
  }

  var ours: Duration
  /// The difference checked, and divided into stages.
  var staged: Duration
  var flat: Duration
  var operations: Int

  /// Measures in turns, and takes the least of each.
  init(_ workload: Workload) {
    let size = workload.old.count / workload.sectionCount
    func sections(_ rows: [Int], _ order: [Int]) -> [ListSection<Int, DiffRow>] {
      order.enumerated().map { place, header in
        ListSection(
          header: header,
          rows: rows[(place * size)..<((place + 1) * size)].map { DiffRow(number: $0, revision: 0) }
        )
      }
    }
    let old = sections(workload.old, Array(0..<workload.sectionCount))
    let new = sections(workload.new, workload.order)
    let (oldRows, newRows) = (old.flatMap(\.rows), new.flatMap(\.rows))
    var result = SectionedDifference()
    var least = [Duration](repeating: .seconds(3600), count: 3)
    for _ in 0..<(workload.old.count >= 100_000 ? 5 : 40) {
      least[0] = min(
        least[0],
        ProcessorClock.measure { result = SectionedDifference(from: old, to: new) }
      )
      let staged = ProcessorClock.measure {
        let batch = try? SectionedBatchUpdates(
          SectionedDifference(from: old, to: new),
          from: old.map(\.rows.count),
          to: new.map(\.rows.count)
        )
        precondition(batch?.stages().isEmpty == false, "a consistent difference with changes")
      }
      least[1] = min(least[1], staged)
      least[2] = min(
        least[2],
        ProcessorClock.measure { _ = Difference(from: oldRows, to: newRows) }
      )
    }
    (ours, staged, flat) = (least[0], least[1], least[2])
    operations = result.changeCount
  }
}
