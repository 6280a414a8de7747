internal import Feeds
internal import RowTree

extension OrderBuilder {
  /// The slots of some successive rows; nil if rows would have to be read to determine them.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - pivot: The slot around which they are, as many before as after; nil for the first ones.
  ///   - arrangement: The current arrangement.
  /// - Returns: The slots in order.
  func slots(_ count: Int, around pivot: Int32?, after arrangement: Arrangement) -> [Int32]? {
    guard let known else { return nil }
    let selection = KnownSelection(known: known, rule: rule, rows: rows)
    guard let pivot else { return selection.slots(count, around: nil) }
    let content = rows.slot(pivot)
    guard let row = content.row,
      let offset = arrangement.arrangedRows.offset(ofHandle: Int(pivot))
    else { return nil }
    let entry = rule.knownEntry(of: row, slot: pivot, place: content.place)
    return selection.slots(count, around: .init(entry: entry, offset: offset))
  }

  /// The first rows of the first groups; nil if rows would have to be read to determine them.
  ///
  /// - Parameters:
  ///   - count: The number of lines, including those of section headers.
  ///   - isCollapsed: Whether only the header of a group is shown.
  /// - Returns: The groups in order, each with the slots of at least one row.
  /// - Complexity: O(*n*), without reading rows.
  func firstGroups(
    _ count: Int,
    isCollapsed: (Grouping.Group) -> Bool
  ) -> [(group: Int32, slots: [Int32])]? {
    if let known, groups == nil {
      return KnownSelection(known: known, rule: rule, rows: rows)
        .firstGroups(count, isCollapsed: isCollapsed)
    }
    guard let groups, let grouping = rule.grouping, known?.isSorted ?? true else { return nil }
    var result: [(group: Int32, slots: [Int32])] = []
    // For each group, its index in the result, and the number of rows that are still wanted.
    var wanted = [(index: Int, count: Int)](repeating: (0, 0), count: grouping.groups.count)
    var (lines, missing) = (0, 0)
    for group in grouping.sorted where lines < count && totals.count(of: group) > 0 {
      let rows = min(totals.count(of: group), max(1, count - lines - 1))
      let isCollapsed = isCollapsed(grouping.groups[Int(group)])
      wanted[Int(group)] = (result.count, isCollapsed ? 1 : rows)
      missing += wanted[Int(group)].count
      lines += isCollapsed ? 1 : 1 + rows
      result.append((group, []))
    }
    func take(_ slot: Int32) {
      let group = Int(groups[slot])
      guard wanted[group].count > 0 else { return }
      wanted[group].count -= 1
      missing -= 1
      result[wanted[group].index].slots.append(slot)
    }
    for start in stride(from: 0, to: rows.count, by: slice.reading) where missing > 0 {
      let offsets = start..<min(start + slice.reading, rows.count)
      if let known {
        known.order.forEach(in: offsets) { take($0.slot) }
      } else {
        rows.forEachSlot(in: offsets) { take($0) }
      }
    }
    return result
  }
}
