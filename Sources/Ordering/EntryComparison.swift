internal import FeedStore
internal import FeedValues
internal import RowTree

/// Compares entries of rows before and after a change; a class, so that the state it needs is not copied for
/// each comparison.
final class EntryComparison: Sendable {
  private let rule: OrderRule
  private let old: ComparedRows
  private let new: ComparedRows
  /// Numbers in the order of the groups.
  private let groupLabels: [UInt64]
  private let isDescending: Bool
  /// The known tails of long keys.
  private let tails: KeyTails
  /// Whether neither of two rows with equal keys precedes the other.
  private let isStable: Bool

  /// Creates a comparison of rows whose places in the feed have the same numbering.
  ///
  /// - Parameters:
  ///   - rule: The order, whose groups have been sorted.
  ///   - old: The rows before.
  ///   - new: The rows after.
  ///   - tails: The known tails of long keys of all rows, whose groups are known too.
  ///   - isStable: Whether neither of two rows with equal keys precedes the other: they are and stay in feed order.
  init(
    _ rule: OrderRule,
    before old: ComparedRows,
    after new: ComparedRows,
    knowing tails: KeyTails = KeyTails(),
    isStable: Bool = false
  ) {
    (self.rule, self.old, self.new, self.tails) = (rule, old, new, tails)
    self.isStable = isStable
    groupLabels = rule.grouping?.labels ?? []
    isDescending = rule.isDescending
  }

  /// Whether one entry precedes another.
  @inline(__always)
  func precedes(
    _ left: OrderEntry,
    isOld: Bool,
    _ right: OrderEntry,
    isOtherOld: Bool
  ) -> Bool {
    let (group, other) = (Int(left.group), Int(right.group))
    if group != other, max(group, other) < groupLabels.count {
      return groupLabels[group] < groupLabels[other]
    }
    guard group == other else { return slowlyPrecedes(left, isOld, right, isOtherOld) }
    if let isLess = left.keyPrecedes(right) {
      // Missing values are last in either direction.
      return isDescending && !left.isMissing && !right.isMissing ? !isLess : isLess
    }
    if left.isWhole, right.isWhole {
      if isStable { return false }
      if let isBefore = left.placePrecedes(right) { return isBefore }
    } else if !left.isWhole, !right.isWhole {
      if let isLess = tails.wordsPrecede(left.slot, right.slot) { return isLess != isDescending }
      if let order = tails.comparison(left.slot, right.slot) {
        if order != 0 { return (order < 0) != isDescending }
        return !isStable && isPlaced(left.slot, isOld, beforeSlot: right.slot, isOtherOld)
      }
    }
    return slowlyPrecedes(left, isOld, right, isOtherOld)
  }

  /// Whether one entry precedes another, for which their rows may have to be read.
  @inline(never)
  private func slowlyPrecedes(
    _ left: OrderEntry,
    _ isOld: Bool,
    _ right: OrderEntry,
    _ isOtherOld: Bool
  ) -> Bool {
    rule.precedes(left, right) { entry, isOther in
      ((isOther ? isOtherOld : isOld) ? old : new).slot(entry.slot)
    }
  }

  /// Whether the row in a slot is before another one in the feed.
  @inline(never)
  private func isPlaced(
    _ slot: Int32,
    _ isOld: Bool,
    beforeSlot other: Int32,
    _ isOtherOld: Bool
  ) -> Bool {
    (isOld ? old : new).place(of: slot) < (isOtherOld ? old : new).place(of: other)
  }

  /// Creates a comparison of entries of the same rows.
  convenience init(
    _ rule: OrderRule,
    _ rows: FeedRows,
    knowing tails: KeyTails,
    isStable: Bool = false
  ) {
    let rows = ComparedRows(rows)
    self.init(rule, before: rows, after: rows, knowing: tails, isStable: isStable)
  }

  /// Whether one entry precedes another, both of the rows after the change.
  @inline(__always)
  func precedes(_ left: OrderEntry, _ right: OrderEntry) -> Bool {
    let (head, other) = (directed(left.head), directed(right.head))
    // Branch-free: the outcome is unpredictable.
    if left.group == right.group, head != other { return head < other }
    return precedes(left, isOld: false, right, isOtherOld: false)
  }

  /// A word that is the less the earlier a key with this first word comes, unless it equals that of another one.
  @inline(__always)
  private func directed(_ head: UInt64) -> UInt64 {
    isDescending && head != .max ? ~head : head
  }

  /// The position of an entry of the previous order relative to one that is being removed or inserted.
  func placement(_ entry: OrderEntry, _ other: OrderEntry, isLeaving: Bool) -> Precedence {
    if isLeaving, entry.slot == other.slot { return .same }
    return precedes(entry, isOld: true, other, isOtherOld: isLeaving) ? .before : .after
  }
}
