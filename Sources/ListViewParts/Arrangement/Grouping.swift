internal import Feeds

/// How rows are grouped by value, and the order of the groups.
package struct Grouping: Sendable {
  /// The column whose values are shared.
  package let column: Column
  /// How the groups are ordered among each other.
  let order: ValueOrder
  /// Whether the last group comes first.
  var isDescending = false
  /// The column that is added up; nil for none.
  let summed: Column?
  /// What the identifiers of all groups begin with.
  private let path: String

  /// The groups in the order in which they were met, empty ones too.
  private(set) var groups: [Group] = []
  private var known: [String: Int32] = [:]

  struct Group: Sendable {
    /// The identifier of the section.
    var id: String
    var value: String?
    var key: SortKey
  }

  /// Makes groups of no rows.
  init(by column: Column, order: ValueOrder, summing summed: Column?) {
    (self.column, self.order, self.summed) = (column, order, summed)
    path = column.paths.first?.description ?? ""
  }

  /// The group of a row, which is made if it is not known.
  mutating func group(of row: Row) -> Int32 {
    let (id, value) = identity(of: row)
    if let group = known[id] { return group }
    let group = Int32(groups.count)
    groups.append(Group(id: id, value: value, key: order.key(of: row, in: column)))
    known[id] = group
    return group
  }

  /// The group of a row; nil if it is not known.
  func knownGroup(of row: Row) -> Int32? { known[identity(of: row).id] }

  private func identity(of row: Row) -> (id: String, value: String?) {
    let value = column.value(of: row)?.string
    return (value.map { "\(path)=\($0)" } ?? path, value)
  }

  /// The group of an identifier; nil if none is known.
  func group(ofID id: String) -> Int32? { known[id] }

  /// Forgets all groups.
  mutating func removeAll() { (groups, known) = ([], [:]) }

  /// Whether one group comes before another one; those without a value come last.
  func precedes(_ left: Int32, _ right: Int32) -> Bool {
    let (a, b) = (groups[Int(left)], groups[Int(right)])
    if a.key.equals(b.key) { return a.id < b.id }
    if isDescending, !a.key.isMissing, !b.key.isMissing { return b.key.precedes(a.key) }
    return a.key.precedes(b.key)
  }
}

/// The sums of each group, kept up to date as rows are inserted and deleted.
struct GroupTotals: Sendable {
  private(set) var counts: [Int] = []
  private var sums: [ColumnSums] = []

  /// Adds a row to a group, or takes it away.
  mutating func add(_ row: Row, to group: Int32, _ grouping: Grouping, isRemoved: Bool = false) {
    let group = Int(group)
    while counts.count <= group {
      counts.append(0)
      sums.append(ColumnSums())
    }
    counts[group] += isRemoved ? -1 : 1
    guard let summed = grouping.summed, let summand = ColumnSums.Summand(row, in: summed) else {
      return
    }
    if isRemoved { sums[group].subtract(summand) } else { sums[group].add(summand) }
  }

  /// How many rows of a group are shown.
  func count(of group: Int32) -> Int {
    counts.indices.contains(Int(group)) ? counts[Int(group)] : 0
  }

  /// The sums of a group as people write them.
  func sums(of group: Int32, _ grouping: Grouping) -> [String] {
    sums[Int(group)].texts(isMinor: grouping.summed?.format == .money)
  }
}
