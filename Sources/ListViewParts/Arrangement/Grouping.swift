internal import Feeds
internal import TableModel

/// A grouping of rows by value, and the order of the groups.
package struct Grouping: Sendable {
  /// What stays the same, in an object: a grouping is copied with every batch.
  private final class Plan: Sendable {
    let column: Column
    let order: ValueOrder
    let summed: Column?
    /// The common prefix of all group identifiers.
    let path: String

    init(_ column: Column, _ order: ValueOrder, _ summed: Column?) {
      (self.column, self.order, self.summed) = (column, order, summed)
      path = column.paths.first?.description ?? ""
    }
  }

  private let plan: Plan
  /// The column whose values define the groups.
  package var column: Column { plan.column }
  /// How the values are ordered.
  var order: ValueOrder { plan.order }
  /// The summed column; nil for none.
  var summed: Column? { plan.summed }
  /// Whether the groups are in descending order.
  private(set) var isDescending = false

  /// The groups in the order in which they first occurred, including empty ones.
  private(set) var groups: [Group] = []
  private var known: [String: Int32] = [:]
  /// The groups of recent values, by the bytes of the values.
  private var met = ValueCache()
  /// The groups in sorted order, and the rank of each group in it; groups added since they were last sorted
  /// are missing.
  private(set) var sorted: [Int32] = []
  private(set) var ranks: [Int32] = []

  struct Group: Sendable {
    /// The identifier of the section, as text and as the table knows it.
    let id: String
    let section: SectionID
    var value: String?
    var key: SortKey
  }

  /// Creates a grouping without groups.
  init(by column: Column, order: ValueOrder, summing summed: Column?) {
    plan = Plan(column, order, summed)
  }

  /// Returns the group of a value, adding it if it is new.
  ///
  /// - Parameters:
  ///   - value: The value; nil for rows without one.
  ///   - row: A row with the value.
  /// - Returns: The index of the group.
  mutating func group(of value: FoundValue?, in row: Row) -> Int32 {
    if let value, let group = met[value] { return group }
    let (id, text) = identity(of: value)
    let group: Int32
    if let present = known[id] {
      group = present
    } else {
      group = Int32(groups.count)
      groups.append(
        Group(id: id, section: SectionID(id), value: text, key: order.key(of: row, in: column))
      )
      known[id] = group
    }
    if let value { met[value] = group }
    return group
  }

  /// Returns the group of a value; nil if it is unknown.
  func knownGroup(of value: FoundValue?) -> Int32? {
    if let value, let group = met[value] { return group }
    return known[identity(of: value).id]
  }

  /// Returns the group of a row; nil if it is unknown.
  func knownGroup(of row: Row) -> Int32? {
    guard let value = column.value(of: row) else { return knownGroup(of: nil) }
    return value.withFound { knownGroup(of: $0) }
  }

  private func identity(of value: FoundValue?) -> (id: String, value: String?) {
    let value = value?.value.string
    return (value.map { "\(plan.path)=\($0)" } ?? plan.path, value)
  }

  /// Returns the group with an identifier; nil if it is unknown.
  func group(ofID id: String) -> Int32? { known[id] }

  /// The headers of the groups that have rows, in order.
  func headers(_ totals: GroupTotals) -> [SectionHeader] {
    var headers: [SectionHeader] = []
    headers.reserveCapacity(sorted.count)
    for group in sorted {
      let count = totals.count(of: group)
      guard count > 0 else { continue }
      let id = groups[Int(group)].section
      headers.append(SectionHeader(id: id, title: groups[Int(group)].id, count: count))
    }
    return headers
  }

  /// Removes all groups.
  mutating func removeAll() {
    (groups, known, met, sorted, ranks) = ([], [:], ValueCache(), [], [])
  }

  /// Sorts groups added since the last call into the order.
  ///
  /// - Complexity: O(*s* + *k* log *k*) for *k* new groups among *s*; O(1) if there are none.
  mutating func settle() {
    guard ranks.count < groups.count else { return }
    let new = (Int32(ranks.count)..<Int32(groups.count)).sorted(by: compare)
    var (result, next) = ([Int32](), 0)
    result.reserveCapacity(groups.count)
    for group in sorted {
      while next < new.count, compare(new[next], group) {
        result.append(new[next])
        next += 1
      }
      result.append(group)
    }
    sorted = result + new[next...]
    ranks = Array(repeating: 0, count: groups.count)
    for (rank, group) in sorted.enumerated() { ranks[Int(group)] = Int32(rank) }
  }

  /// Sets the direction of the order.
  mutating func setDescending(_ isDescending: Bool) {
    guard isDescending != self.isDescending else { return }
    self.isDescending = isDescending
    (sorted, ranks) = ([], [])
    settle()
  }

  /// Whether one group precedes another; the group without a value is last.
  @inline(__always)
  func precedes(_ left: Int32, _ right: Int32) -> Bool {
    guard Int(max(left, right)) < ranks.count else { return compare(left, right) }
    return ranks[Int(left)] < ranks[Int(right)]
  }

  private func compare(_ left: Int32, _ right: Int32) -> Bool {
    let (a, b) = (groups[Int(left)], groups[Int(right)])
    if a.key.equals(b.key) { return a.id < b.id }
    if isDescending, !a.key.isMissing, !b.key.isMissing { return b.key.precedes(a.key) }
    return a.key.precedes(b.key)
  }
}

/// The row count and sums of each group, kept up to date as rows are inserted and deleted.
struct GroupTotals: Sendable {
  private(set) var counts: [Int] = []
  private var sums: [ColumnSums] = []

  /// Adds a row to the totals of a group, or removes it.
  ///
  /// - Parameters:
  ///   - summand: The contribution to the sum; nil for none.
  ///   - group: The group.
  ///   - isRemoved: Whether the row is removed.
  mutating func add(_ summand: ColumnSums.Summand?, to group: Int32, isRemoved: Bool = false) {
    let group = Int(group)
    while counts.count <= group {
      counts.append(0)
      sums.append(ColumnSums())
    }
    counts[group] += isRemoved ? -1 : 1
    guard let summand else { return }
    if isRemoved { sums[group].subtract(summand) } else { sums[group].add(summand) }
  }

  /// The number of rows shown in a group.
  func count(of group: Int32) -> Int {
    counts.indices.contains(Int(group)) ? counts[Int(group)] : 0
  }

  /// The formatted sums of a group.
  func sums(of group: Int32, _ grouping: Grouping) -> [String] {
    // One more than is shown, which tells that there are more.
    sums[Int(group)].texts(
      isMinor: grouping.summed?.format == .money,
      limit: GroupSummary.shownSums + 1
    )
  }
}
