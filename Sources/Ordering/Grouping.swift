package import Columns
internal import FeedValues
internal import RowTree
package import TableModel
internal import Values

/// A grouping of rows by value, and the order of the groups.
package struct Grouping: Sendable {
  /// The constant part, in an object because a grouping is copied with every batch.
  private final class Plan: Sendable {
    let column: Column
    let order: ValueOrder
    let summed: Column?
    let ranking: GroupSpec.Ranking
    /// The common prefix of all group identifiers.
    let path: String

    init(
      _ column: Column,
      _ order: ValueOrder,
      _ summed: Column?,
      _ ranking: GroupSpec.Ranking
    ) {
      (self.column, self.order, self.summed, self.ranking) = (column, order, summed, ranking)
      path = column.paths.first?.description ?? ""
    }
  }

  private let plan: Plan
  /// The column whose values define the groups.
  package var column: Column { plan.column }
  /// The order of the values.
  var order: ValueOrder { plan.order }
  /// The summed column; nil for none.
  package var summed: Column? { plan.summed }
  /// The order of the groups.
  package var ranking: GroupSpec.Ranking { plan.ranking }
  /// Whether groups are to be ordered by sums of nothing.
  package var lacksSums: Bool { ranking == .sum && summed == nil }
  /// The figures that groups had when they were ordered by them; those that came later have none.
  private var figures: [DecimalNumber?] = []
  /// Whether the groups are in descending order.
  private(set) var isDescending = false

  /// The groups in the order in which they first occurred, including empty ones.
  private(set) var groups: [Group] = []
  private var known: [String: Int32] = [:]
  /// The groups of short values.
  private var met = ValueNumbers()
  /// The groups in sorted order; groups added since they were last sorted are missing.
  private var tree = RankTree<SortedGroup>()
  /// A number for each of these groups, which is the greater the later it comes.
  ///
  /// There is room between them, so that a new group leaves those of the others as they are.
  private(set) var labels: [UInt64] = []

  /// The distance between the labels of successive groups, as a binary logarithm.
  private static let labelShift: UInt64 = 32
  /// The label of the first group, which leaves room before it.
  private static let firstLabel: UInt64 = 1 << 47

  private struct SortedGroup: SummarizedElement {
    let number: Int32
    var summary: NoSummary { NoSummary() }
  }

  struct Group: Sendable {
    /// The identifier of the section, as text and as the table knows it.
    let id: String
    let section: SectionID
    var value: String?
    var key: SortKey
  }

  /// Creates a grouping without groups.
  package init(
    by column: Column,
    order: ValueOrder,
    summing summed: Column?,
    ranking: GroupSpec.Ranking = .value
  ) {
    plan = Plan(column, order, summed, ranking)
  }

  /// Returns the group of a value, adding it if it is new.
  ///
  /// - Parameters:
  ///   - value: The value; nil for rows without one.
  ///   - row: A row with the value.
  /// - Returns: The index of the group.
  mutating func group(
    of value: FoundValue?,
    in row: @autoclosure () -> Row
  ) -> Int32 {
    if let value, let group = met[value] { return group }
    let (id, text) = identity(of: value)
    let group: Int32
    if let present = known[id] {
      group = present
    } else {
      group = Int32(groups.count)
      // Only amounts have a currency beside them.
      let key =
        order == .money
        ? order.key(of: row(), in: column) : order.key(of: value, currency: nil, isMinor: false)
      groups.append(Group(id: id, section: SectionID(id), value: text, key: key))
      known[id] = group
    }
    // The same value may be spelled in many ways.
    if let value, met.count <= 2 * groups.count { met[value] = group }
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

  /// The sections of the groups that have rows.
  func sections(_ totals: GroupTotals) -> SectionList {
    let sections = sorted.map { (number: Int($0), count: totals.count(of: $0)) }
    return SectionList(sections.filter { $0.count > 0 }, self)
  }

  /// The groups in sorted order.
  ///
  /// - Complexity: O(*s*) for *s* groups.
  var sorted: [Int32] { tree.elements.map(\.number) }

  /// Removes all groups.
  mutating func removeAll() {
    (groups, known, met, figures) = ([], [:], ValueNumbers(), [])
    (tree, labels) = (RankTree(), [])
  }

  /// Sorts groups added since the last call into the order.
  ///
  /// - Complexity: O(*k* log *s*) for *k* new groups among *s*, or O(*s* + *k* log *k*) if they are many; O(1) if
  ///   there are none.
  mutating func settle() {
    guard labels.count < groups.count else { return }
    let new = Int32(labels.count)..<Int32(groups.count)
    guard new.count <= 8 + tree.count / 64 else { return merge(new) }
    for group in new { insert(group) }
  }

  private mutating func merge(_ new: Range<Int32>) {
    let (old, new) = (sorted, new.sorted(by: compare))
    var (result, next) = ([Int32](), 0)
    result.reserveCapacity(groups.count)
    for group in old {
      while next < new.count, compare(new[next], group) {
        result.append(new[next])
        next += 1
      }
      result.append(group)
    }
    tree = RankTree((result + new[next...]).map { SortedGroup(number: $0) })
    label()
  }

  /// Sorts the next group into the order.
  private mutating func insert(_ group: Int32) {
    let rank = tree.position { compare($0.number, group) }.rank
    let before = rank > 0 ? labels[Int(tree[rank - 1].number)] : nil
    let after = rank < tree.count ? labels[Int(tree[rank].number)] : nil
    tree.insert(SortedGroup(number: group), at: rank)
    let step = UInt64(1) << Self.labelShift
    let label: UInt64? =
      switch (before, after) {
      case (nil, nil): Self.firstLabel
      case (let before?, nil): before < .max - step ? before + step : nil
      case (nil, let after?): after > step ? after - step : nil
      case (let before?, let after?):
        after - before > 1 ? before + (after - before) / 2 : nil
      }
    labels.append(label ?? 0)
    if label == nil { self.label() }
  }

  /// Spaces the labels evenly.
  private mutating func label() {
    labels = Array(repeating: 0, count: tree.count)
    var label = Self.firstLabel
    tree.forEach(in: 0..<tree.count) { group in
      labels[Int(group.number)] = label
      label += 1 << Self.labelShift
    }
  }

  /// Sets the direction of the order.
  mutating func setDescending(_ isDescending: Bool) {
    guard isDescending != self.isDescending else { return }
    self.isDescending = isDescending
    (tree, labels) = (RankTree(), [])
    settle()
  }

  /// Whether the groups are to be ordered by figures, and have not been yet.
  var isUnranked: Bool { ranking != .value && figures.isEmpty }

  /// Orders the groups by their figures, the greatest first.
  mutating func rank(by figures: [DecimalNumber?]) {
    self.figures = figures
    (tree, labels) = (RankTree(), [])
    settle()
  }

  /// Whether a group has a greater figure than one before it.
  func isOvertaken(_ figures: [DecimalNumber?], _ totals: GroupTotals) -> Bool {
    let shown = sorted.filter { totals.count(of: $0) > 0 }.map { figures[Int($0)] }
    return zip(shown, shown.dropFirst()).contains { Self.isGreater($1, $0) }
  }

  /// Whether a figure comes before another one; none comes last.
  private static func isGreater(_ left: DecimalNumber?, _ right: DecimalNumber?) -> Bool {
    guard let left else { return false }
    return right.map { $0 < left } ?? true
  }

  /// Whether one group precedes another; the group without a value is last, unless figures say otherwise.
  @inline(__always)
  func precedes(_ left: Int32, _ right: Int32) -> Bool {
    guard Int(max(left, right)) < labels.count else { return compare(left, right) }
    return labels[Int(left)] < labels[Int(right)]
  }

  private func compare(_ left: Int32, _ right: Int32) -> Bool {
    if !figures.isEmpty {
      let (first, second) = (figure(of: left), figure(of: right))
      if first != second { return Self.isGreater(first, second) }
    }
    let (a, b) = (groups[Int(left)], groups[Int(right)])
    if a.key.equals(b.key) {
      // A value without a place in the order is before none.
      return (a.value == nil) == (b.value == nil) ? a.id < b.id : b.value == nil
    }
    if isDescending, !a.key.isMissing, !b.key.isMissing { return b.key.precedes(a.key) }
    return a.key.precedes(b.key)
  }
}

extension Grouping {
  private func figure(of group: Int32) -> DecimalNumber? {
    group < figures.count ? figures[Int(group)] : nil
  }
}

extension Grouping: SectionOrder {
  package func name(ofSection number: Int) -> SectionName {
    SectionName(id: groups[number].section, title: groups[number].id)
  }

  package func section(withID id: SectionID) -> Int? {
    id.value(as: String.self).flatMap { group(ofID: $0) }.map { Int($0) }
  }

  package func precedes(_ number: Int, _ other: Int) -> Bool {
    precedes(Int32(number), Int32(other))
  }
}
