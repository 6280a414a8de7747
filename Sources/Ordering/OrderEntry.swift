internal import FeedStore
internal import FeedValues
internal import RowTree
internal import Values

/// An entry of the order: the sort key of a row, and whether the table shows the row.
///
/// It takes 24 bytes and contains no reference. Of a long key it holds only a part; comparisons that need the
/// rest read the row.
struct OrderEntry: SummarizedElement {
  /// The first word of the key.
  private(set) var head: UInt64
  /// The second word of the key.
  ///
  /// Half of it is enough for a complete key; the other half is then the upper half of the row's place in the feed.
  private var next: UInt64
  var slot: Int32
  /// The group, and in the two lowest bits whether the words are the complete key and whether the row is shown.
  private var groupAndFlags: UInt32

  /// The number of rows shown in a range of entries.
  struct Shown: TreeSummary {
    var count: Int
    static let zero = Shown(count: 0)
    static func + (left: Shown, right: Shown) -> Shown { Shown(count: left.count + right.count) }
    static func - (left: Shown, right: Shown) -> Shown { Shown(count: left.count - right.count) }
  }

  init(words: KeyWords, place: Int64, slot: Int32, group: Int32, isShown: Bool) {
    self.slot = slot
    (head, next) = (words.head, words.next)
    groupAndFlags = UInt32(group) << 2 | (words.isWhole ? 2 : 0) | (isShown ? 1 : 0)
    setPlace(place)
  }

  /// Replaces the words of the key by those of a whole one.
  mutating func setNumber(_ number: UInt64, place: Int64) {
    self = OrderEntry(
      words: KeyWords(number: number),
      place: place,
      slot: slot,
      group: group,
      isShown: isShown
    )
  }

  /// Replaces the place of the row in the feed.
  mutating func setPlace(_ place: Int64) {
    guard isWhole else { return }
    next = next & ~UInt64(UInt32.max) | UInt64(FeedRows.upperHalf(ofPlace: place))
  }

  var group: Int32 {
    get { Int32(groupAndFlags >> 2) }
    set { groupAndFlags = UInt32(newValue) << 2 | groupAndFlags & 3 }
  }
  /// Whether the words are the complete key.
  var isWhole: Bool { groupAndFlags & 2 != 0 }
  /// Whether the row has no value in the sort column.
  var isMissing: Bool { head == .max }
  /// Whether the key does not start with the common prefix.
  var isStray: Bool { !isWhole && KeyWords(head, next, isWhole: false).isStray }

  /// Whether the key is less than that of another entry; nil if the entries do not tell.
  @inline(__always)
  func keyPrecedes(_ other: OrderEntry) -> Bool? {
    if head != other.head { return head < other.head }
    if next == other.next { return nil }
    if next >> 32 == other.next >> 32, isWhole || other.isWhole { return nil }
    return next < other.next
  }

  /// Whether the key is the same as that of another entry; nil if the entries do not tell.
  @inline(__always)
  func hasSameKey(as other: OrderEntry) -> Bool? {
    if keyPrecedes(other) != nil { return false }
    return isWhole && other.isWhole ? true : nil
  }

  /// Whether the row is before that of another entry in the feed; nil if the entries do not tell.
  @inline(__always)
  func placePrecedes(_ other: OrderEntry) -> Bool? {
    next == other.next || !isWhole || !other.isWhole ? nil : next < other.next
  }

  var isShown: Bool {
    get { groupAndFlags & 1 != 0 }
    set { groupAndFlags = groupAndFlags & ~1 | (newValue ? 1 : 0) }
  }

  var summary: Shown { Shown(count: Int(groupAndFlags & 1)) }

  static func summary(of part: Int, among count: Int, _ summary: Shown) -> Shown? {
    switch summary.count {
    case 0: Shown.zero
    case count: Shown(count: part)
    default: nil
    }
  }

  /// Whether another entry with the same place is known to have the same position, whether shown or not.
  func hasSamePosition(as other: OrderEntry) -> Bool {
    (groupAndFlags ^ other.groupAndFlags) & ~1 == 0 && isWhole && slot == other.slot
      && head == other.head && next == other.next
  }
}

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

/// Reads everything that determines the position of a row, in a single pass over its text; a class, so that
/// its parts are not copied for each row.
final class EntryReader: Sendable {
  private let reader: AmountReader
  /// Whether the summed column is also the sort column.
  let isSummedSorted: Bool
  /// The number of columns that decide between rows with equal values of the sort column.
  private let furtherCount: Int

  /// Creates a reader; without a sort order and a grouping it reads nothing.
  init(sort: Arrangement.Sort?, grouping: Grouping?) {
    isSummedSorted = sort != nil && grouping?.summed == sort?.column
    let further = sort?.keys.dropFirst().map(\.column) ?? []
    furtherCount = further.count
    reader = AmountReader(
      [sort?.column, grouping?.column, isSummedSorted ? nil : grouping?.summed] + further
    )
  }

  /// The values that determine the position of a row.
  struct Reading {
    /// The value of the sort column.
    var sorted: AmountReader.Amount
    /// The values of the columns that decide between rows with equal values of the sort column.
    var further: [AmountReader.Amount] = []
    /// The value of the group column.
    var grouped: FoundValue?
    /// The value of the summed column.
    var summed: AmountReader.Amount
  }

  /// Calls a closure with what is read of a row, which is valid during the call only.
  ///
  /// - Complexity: O(*m*) in the length of the row's text.
  @inline(__always)
  func withReading<Result>(of row: Row, _ body: (Reading) -> Result) -> Result {
    reader.withValues(of: row) { values in
      let sorted = reader.amount(0, values)
      var reading = Reading(
        sorted: sorted,
        grouped: reader.amount(1, values).value,
        summed: isSummedSorted ? sorted : reader.amount(2, values)
      )
      if furtherCount > 0 {
        reading.further = (0..<furtherCount).map { reader.amount(3 + $0, values) }
      }
      return body(reading)
    }
  }
}
