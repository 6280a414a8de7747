internal import Feeds
internal import RowTree

/// Compares entries of rows before and after a change; a class, so that the state it needs is not copied for
/// each comparison.
final class EntryComparison: Sendable {
  private let rule: OrderRule
  private let old: ComparedRows
  private let new: ComparedRows
  /// Numbers in the order of the groups.
  private let groupLabels: [UInt64]
  private let hasShortLabels: Bool
  private let isDescending: Bool
  /// What is known of long keys.
  private let tails: KeyTails

  /// Creates a comparison of rows whose places in the feed have the same numbering.
  ///
  /// - Parameters:
  ///   - rule: The order, whose groups have been sorted.
  ///   - old: The rows before.
  ///   - new: The rows after.
  ///   - tails: What is known of long keys of all rows, whose groups are known too.
  init(
    _ rule: OrderRule,
    before old: ComparedRows,
    after new: ComparedRows,
    knowing tails: KeyTails = KeyTails()
  ) {
    (self.rule, self.old, self.new, self.tails) = (rule, old, new, tails)
    groupLabels = rule.grouping?.labels ?? []
    hasShortLabels = rule.grouping?.hasShortLabels ?? true
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
    if group == other, left.head != right.head || left.next != right.next {
      let isLess = left.head == right.head ? left.next < right.next : left.head < right.head
      // Missing values are last in either direction.
      return isDescending && !left.isMissing && !right.isMissing ? !isLess : isLess
    }
    if group == other, !left.isWhole, !right.isWhole,
      let order = tails.comparison(left.slot, right.slot)
    {
      return order == 0 ? left.place < right.place : (order < 0) != isDescending
    }
    return rule.precedes(left, right) { entry, isOther in
      ((isOther ? isOtherOld : isOld) ? old : new).row(in: entry.slot)
    }
  }

  /// The beginning of what entries are compared by: of two entries with different words the one with the lesser word
  /// comes first.
  @inline(__always)
  func word(of entry: OrderEntry) -> UInt64 {
    let group = Int(entry.group)
    let label = group < groupLabels.count ? groupLabels[group] : 0
    guard hasShortLabels else { return label }
    return (label >> Grouping.labelShift) << 48 | directed(entry.head) >> 16
  }

  /// Creates a comparison of entries of the same rows.
  convenience init(_ rule: OrderRule, _ rows: FeedRows, knowing tails: KeyTails) {
    let rows = ComparedRows(rows)
    self.init(rule, before: rows, after: rows, knowing: tails)
  }

  private convenience init(_ rule: OrderRule, _ rows: ComparedRows) {
    self.init(rule, before: rows, after: rows)
  }

  /// Compares entries of the rows before the change.
  var before: EntryComparison { EntryComparison(rule, old) }
  /// Compares entries of the rows after the change.
  var after: EntryComparison { EntryComparison(rule, new) }

  /// Whether one entry precedes another, both of the rows after the change.
  @inline(__always)
  func precedes(_ left: OrderEntry, _ right: OrderEntry) -> Bool {
    let (head, other) = (directed(left.head), directed(right.head))
    // Without a branch for what is as likely as not.
    if left.group == right.group, head != other { return head < other }
    return precedes(left, isOld: false, right, isOtherOld: false)
  }

  /// A word that is the less the earlier a key with this first word comes, unless it equals that of another one.
  @inline(__always)
  private func directed(_ head: UInt64) -> UInt64 {
    isDescending && head != .max ? ~head : head
  }

  /// Asks for what is needed to compare an entry.
  @inline(__always)
  func prefetch(_ entry: OrderEntry) { if !entry.isWhole { tails.prefetch(entry.slot) } }

  /// The position of an entry of the previous order relative to one that is being removed or inserted.
  func placement(_ entry: OrderEntry, _ other: OrderEntry, isLeaving: Bool) -> Precedence {
    if isLeaving, entry.slot == other.slot { return .same }
    return precedes(entry, isOld: true, other, isOtherOld: isLeaving) ? .before : .after
  }
}
