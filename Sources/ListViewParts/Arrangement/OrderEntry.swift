internal import Feeds
internal import RowTree

/// An entry of the order: the sort key of a row, and whether the table shows the row.
///
/// It takes 32 bytes and contains no reference. Of a long key it holds only a part; comparisons that need the
/// rest read the row.
struct OrderEntry: SummarizedElement {
  /// The words of the key.
  private(set) var head: UInt64
  private(set) var next: UInt64
  /// The position of the row in the feed.
  var place: Int64
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
    (self.place, self.slot) = (place, slot)
    (head, next) = (words.head, words.next)
    groupAndFlags = UInt32(group) << 2 | (words.isWhole ? 2 : 0) | (isShown ? 1 : 0)
  }

  /// Replaces the words of the key by those of a whole one.
  mutating func setNumber(_ number: UInt64) {
    let words = KeyWords(number: number)
    (head, next, groupAndFlags) = (words.head, words.next, groupAndFlags | 2)
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
  var isStray: Bool { KeyWords(head, next, isWhole: isWhole).isStray }

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

  /// Whether another entry is known to have the same position, whether shown or not.
  func hasSamePosition(as other: OrderEntry) -> Bool {
    (groupAndFlags ^ other.groupAndFlags) & ~1 == 0 && isWhole && place == other.place
      && slot == other.slot && head == other.head && next == other.next
  }
}
