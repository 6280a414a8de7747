import Randomness
import ListDiffing

/// An operation of the library that is measured for lists of several lengths.
struct LibraryOperation {
  /// The kind of rows that it works on.
  enum Rows {
    case numbers
    case strings
  }

  typealias Run = () throws -> Void

  var name: String
  var rows = Rows.numbers
  var isYardstick = false
  /// Whether its growth is held to that of its yardstick.
  var hasBar = true
  /// Makes the lists of so many rows, and returns what is measured.
  var prepare: (Int) throws -> Run

  /// The yardsticks first.
  static var all: [LibraryOperation] { yardsticks + ofLists + ofSections + ofObservableLists }

  private static func shuffled(_ count: Int) -> [Int] {
    var source = SplitMix64(seed: 7)
    return (0..<count).shuffled(using: &source)
  }

  /// Looks all rows of one list up in a dictionary of the other.
  private static func lookUp<Key: Hashable>(_ old: [Key], _ new: [Key]) {
    var offsets: [Key: Int] = [:]
    offsets.reserveCapacity(old.count)
    for (offset, row) in old.enumerated() { offsets[row] = offset }
    let found = new.map { offsets[$0] ?? -1 }
    precondition(found.count == new.count)
  }

  private static var yardsticks: [LibraryOperation] {
    [
      LibraryOperation(name: "dictionary of numbers", isYardstick: true, hasBar: false) { count in
        let (old, new) = (Array(0..<count), shuffled(count))
        return { lookUp(old, new) }
      },
      LibraryOperation(
        name: "dictionary of strings",
        rows: .strings,
        isYardstick: true,
        hasBar: false
      ) { count in
        let old = (0..<count).map { "\($0)" }
        let new = shuffled(count).map { "\($0)" }
        return { lookUp(old, new) }
      },
    ]
  }

  private static func batch(_ count: Int) throws -> BatchUpdates {
    let difference = Difference(from: Array(0..<count), to: shuffled(count))
    return try BatchUpdates(difference, from: count, to: count)
  }

  private static var ofLists: [LibraryOperation] {
    [
      LibraryOperation(name: "shuffled") { count in
        let (old, new) = (Array(0..<count), shuffled(count))
        return { _ = Difference(from: old, to: new) }
      },
      LibraryOperation(name: "shuffled, exact") { count in
        let (old, new) = (Array(0..<count), shuffled(count))
        return { _ = Difference(from: old, to: new, strategy: .exact) }
      },
      LibraryOperation(name: "shuffled, Heckel") { count in
        let (old, new) = (Array(0..<count), shuffled(count))
        return { _ = Difference(from: old, to: new, strategy: .heckel) }
      },
      LibraryOperation(name: "one in a thousand edited") { count in
        let workload = DiffWorkload.edited("", count: count, edits: count / 1000)
        let (old, new) = (workload.old.map(\.number), workload.new.map(\.number))
        return { _ = Difference(from: old, to: new) }
      },
      LibraryOperation(name: "few values") { count in
        let workload = DiffWorkload.fewValues("", count: count, suitsStandardLibrary: false)
        let (old, new) = (workload.old.map(\.number), workload.new.map(\.number))
        return { _ = Difference(from: old, to: new) }
      },
      LibraryOperation(name: "256 hashes, shuffled", hasBar: false) { count in
        let (old, new) = ((0..<count).map(WeakRow.init), shuffled(count).map(WeakRow.init))
        return { _ = Difference(from: old, to: new) }
      },
      LibraryOperation(name: "8 rows a hash, shuffled") { count in
        let (old, new) = (
          (0..<count).map(ClusteredRow.init), shuffled(count).map(ClusteredRow.init)
        )
        return { _ = Difference(from: old, to: new) }
      },
      LibraryOperation(name: "256 hashes, reversed") { count in
        let old = (0..<count).map(WeakRow.init)
        let new = Array(old.reversed())
        return { _ = Difference(from: old, to: new) }
      },
      LibraryOperation(name: "rules, shuffled") { count in
        let (old, new) = (Array(0..<count), shuffled(count))
        let rules = ListRules<Int>(identity: { $0 }, isContentEqual: { _, _ in true })
        return { _ = rules.difference(from: old, to: new) }
      },
      LibraryOperation(name: "BatchUpdates") { count in
        let batch = try batch(count)
        return { _ = try BatchUpdates(batch.difference, from: count, to: count) }
      },
      LibraryOperation(name: "Changeset") { count in
        let (old, new) = (Array(0..<count), shuffled(count))
        return { _ = try Changeset(from: old, to: new).applying(to: old) }
      },
      LibraryOperation(name: "CollectionDifference") { count in
        let (old, new) = (Array(0..<count), shuffled(count))
        let difference = Difference(from: old, to: new)
        return { _ = try CollectionDifference(difference, from: old, to: new) }
      },
      LibraryOperation(name: "OffsetMap, all rows") { count in
        let batch = try batch(count)
        return {
          let map = OffsetMap(batch.difference)
          for row in 0..<count { _ = map.newOffset(ofOld: row) }
        }
      },
      LibraryOperation(name: "IdentityOffsets") { count in
        let (old, new) = (Array(0..<count), shuffled(count))
        return { _ = IdentityOffsets(from: old, to: new, identity: { $0 }) }
      },
      LibraryOperation(name: "applying") { count in
        let (batch, old) = (try batch(count), Array(0..<count))
        return { _ = try batch.applying(to: old) { $0 } }
      },
      LibraryOperation(name: "inverted") { count in
        let batch = try batch(count)
        return { _ = batch.inverted() }
      },
      LibraryOperation(name: "stages") { count in
        let batch = try batch(count)
        return { _ = batch.stages() }
      },
      LibraryOperation(name: "replacing") { count in
        let batch = try batch(count)
        return { _ = batch.replacing(.movesAndUpdates) }
      },
      LibraryOperation(name: "patch") { count in
        let batch = try batch(count)
        return { _ = batch.patch(.insertionsFirst) }
      },
      LibraryOperation(name: "followed") { count in
        let batch = try batch(count)
        return { _ = try batch.followed(by: batch.inverted()) }
      },
    ]
  }

  private static func sections(_ values: [Int]) -> [ListSection<Int, DiffRow>] {
    let size = values.count / 100
    return (0..<100).map { number in
      let rows = values[(number * size)..<((number + 1) * size)]
      return ListSection(header: number, rows: rows.map { DiffRow(id: "\($0)", content: "") })
    }
  }

  private static func sectioned(_ count: Int) throws -> SectionedBatchUpdates {
    let (old, new) = (sections(Array(0..<count)), sections(shuffled(count)))
    return try SectionedBatchUpdates(
      SectionedDifference(from: old, to: new),
      from: old.map(\.rows.count),
      to: new.map(\.rows.count)
    )
  }

  private static var ofSections: [LibraryOperation] {
    [
      LibraryOperation(name: "grouping") { count in
        let rows = shuffled(count)
        return { _ = [ListSection](grouping: rows, by: { $0 % 100 }) }
      },
      LibraryOperation(name: "sections, shuffled", rows: .strings) { count in
        let (old, new) = (sections(Array(0..<count)), sections(shuffled(count)))
        return { _ = SectionedDifference(from: old, to: new) }
      },
      LibraryOperation(name: "SectionedBatchUpdates") { count in
        let batch = try sectioned(count)
        return {
          _ = try SectionedBatchUpdates(
            batch.difference,
            from: batch.oldCounts,
            to: batch.newCounts
          )
        }
      },
      LibraryOperation(name: "sections, applying") { count in
        let batch = try sectioned(count)
        let rows = batch.oldCounts.map { Array(0..<$0) }
        return { _ = try batch.applying(to: rows) { $0.row } }
      },
      LibraryOperation(name: "sections, inverted") { count in
        let batch = try sectioned(count)
        return { _ = batch.inverted() }
      },
      LibraryOperation(name: "sections, stages") { count in
        let batch = try sectioned(count)
        return { _ = batch.stages() }
      },
      LibraryOperation(name: "sections, replacing") { count in
        let batch = try sectioned(count)
        return { _ = batch.replacing(.movesAndUpdates) }
      },
      LibraryOperation(name: "sections, patch") { count in
        let batch = try sectioned(count)
        return { _ = batch.patch() }
      },
      LibraryOperation(name: "sections, followed") { count in
        let batch = try sectioned(count)
        return { _ = try batch.followed(by: batch.inverted()) }
      },
      LibraryOperation(name: "snapshot", rows: .strings) { count in
        let (old, new) = (rows(Array(0..<count)), rows(shuffled(count)))
        return {
          var (before, after) = (ListSnapshot<DiffRow, DiffRow>(), ListSnapshot<DiffRow, DiffRow>())
          let header = DiffRow(id: "all", content: "")
          before.appendSections([header])
          before.appendRows(old)
          after.appendSections([header])
          after.appendRows(new)
          _ = after.batchUpdates(from: before)
        }
      },
    ]
  }

  private static func rows(_ values: [Int]) -> [DiffRow] {
    values.map { DiffRow(id: "\($0)", content: "") }
  }

  private static var ofObservableLists: [LibraryOperation] {
    [
      LibraryOperation(name: "appends, unobserved") { count in
        { append(count, isObserved: false) }
      },
      LibraryOperation(name: "appends, unread") { count in
        { append(count, isObserved: true) }
      },
    ]
  }

  private static func append(_ count: Int, isObserved: Bool) {
    let list = ObservableList<Int>([])
    let changes = isObserved ? list.changes() : nil
    for value in 0..<count { list.append(value) }
    withExtendedLifetime(changes) {}
  }
}

/// A value whose hash distinguishes 256 of them.
struct WeakRow: Hashable {
  var value: Int

  func hash(into hasher: inout Hasher) { hasher.combine(value & 255) }
}

/// A value that shares its hash with seven others.
struct ClusteredRow: Hashable {
  var value: Int

  func hash(into hasher: inout Hasher) { hasher.combine(value >> 3) }
}
