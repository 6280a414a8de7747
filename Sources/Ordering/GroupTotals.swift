import Columns
internal import TableModel
internal import Values

/// The row count and sums of each group, kept up to date as rows are inserted and deleted.
struct GroupTotals: Sendable {
  /// The totals of a group, all in one place.
  private struct Group {
    var sums = ColumnSums()
    var count: Int32 = 0
    /// Whether the former count is among the changes.
    var isChanged = false
  }

  private var groups: [Group] = []
  /// The groups whose totals changed, each with its former count.
  private var changed: [(group: Int32, count: Int32)] = []

  /// Adds a row to the totals of a group, or removes it.
  ///
  /// - Parameters:
  ///   - summand: The contribution to the sum; nil for none.
  ///   - group: The group.
  ///   - isRemoved: Whether the row is removed.
  mutating func add(_ summand: ColumnSums.Summand?, to group: Int32, isRemoved: Bool = false) {
    let (number, group) = (group, Int(group))
    while groups.count <= group { groups.append(Group()) }
    if !groups[group].isChanged {
      groups[group].isChanged = true
      changed.append((number, groups[group].count))
    }
    groups[group].count += isRemoved ? -1 : 1
    guard let summand else { return }
    if isRemoved { groups[group].sums.subtract(summand) } else { groups[group].sums.add(summand) }
  }

  /// The groups whose counts changed since the last call, in no particular order, as changes of sections.
  mutating func takeChanges() -> [SectionUpdate.Change] {
    defer { forgetChanges() }
    return changed.compactMap { group, count in
      let new = groups[Int(group)].count
      guard new != count else { return nil }
      return SectionUpdate.Change(
        section: Int(group),
        old: count > 0 ? Int(count) : nil,
        new: new > 0 ? Int(new) : nil
      )
    }
  }

  /// Takes the totals as they are for those of the last call of ``takeChanges()``.
  mutating func forgetChanges() {
    for index in changed.indices { groups[Int(changed[index].group)].isChanged = false }
    changed.removeAll(keepingCapacity: true)
  }

  /// The number of rows shown in each group.
  var counts: [Int] { groups.map { Int($0.count) } }

  /// The number of rows shown in a group.
  func count(of group: Int32) -> Int {
    group < groups.count ? Int(groups[Int(group)].count) : 0
  }

  /// The figure that a group is ordered by; nil for its value, and if nothing is summed.
  func figure(of group: Int32, _ ranking: GroupSpec.Ranking) -> DecimalNumber? {
    guard group < groups.count else { return nil }
    return switch ranking {
    case .value: nil
    case .count: DecimalNumber(Int(groups[Int(group)].count))
    case .sum: groups[Int(group)].sums.firstSum
    }
  }

  /// The formatted sums of a group.
  func sums(of group: Int32, _ grouping: Grouping) -> [String] {
    // One more than is shown, which tells that there are more.
    groups[Int(group)].sums.texts(
      isMinor: grouping.summed?.format == .money,
      limit: GroupSummary.shownSums + 1
    )
  }
}
