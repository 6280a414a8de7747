internal import FeedStore
internal import FeedValues
internal import RowTree

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
