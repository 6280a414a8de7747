internal import Feeds
internal import RowTree

/// A row in its order: its sort key, and whether it is among the rows of the table.
///
/// It is 32 bytes without a reference. Of a long key it holds a part; a comparison that needs the rest
/// reads the row.
struct OrderEntry: SummarizedElement {
  /// The words of the key.
  private(set) var head: UInt64
  private(set) var next: UInt64
  /// The position of the row in the feed.
  var place: Int64
  var slot: Int32
  /// The group, and in the lowest bits whether the words say all of the key and whether the row is shown.
  private var groupAndFlags: UInt32

  /// How many rows of a stretch are shown.
  struct Shown: TreeSummary {
    var count: Int
    static let zero = Shown(count: 0)
    static func + (left: Shown, right: Shown) -> Shown { Shown(count: left.count + right.count) }
  }

  init(words: KeyWords, place: Int64, slot: Int32, group: Int32, isShown: Bool) {
    (self.place, self.slot) = (place, slot)
    (head, next) = (words.head, words.next)
    groupAndFlags = UInt32(group) << 2 | (words.isWhole ? 2 : 0) | (isShown ? 1 : 0)
  }

  var group: Int32 {
    get { Int32(groupAndFlags >> 2) }
    set { groupAndFlags = UInt32(newValue) << 2 | groupAndFlags & 3 }
  }
  /// Whether the words say all of the key.
  var isWhole: Bool { groupAndFlags & 2 != 0 }
  /// Whether the row has no value to be sorted by.
  var isMissing: Bool { head == .max }
  /// Whether the key does not begin like most.
  var isStray: Bool { KeyWords(head, next, isWhole: isWhole).isStray }

  var isShown: Bool {
    get { groupAndFlags & 1 != 0 }
    set { groupAndFlags = groupAndFlags & ~1 | (newValue ? 1 : 0) }
  }

  var summary: Shown { Shown(count: Int(groupAndFlags & 1)) }

  /// Whether another entry is known to have the same position and the same visibility.
  func hasSamePosition(as other: OrderEntry) -> Bool {
    groupAndFlags == other.groupAndFlags && isWhole && place == other.place && slot == other.slot
      && head == other.head && next == other.next
  }
}

/// The order that the user froze: each slot has a number, and those that come get the next ones.
struct FrozenOrder: Sendable {
  private var numbers = PagedArray<UInt64>()
  private var next: UInt64 = 0

  /// Freezes slots in their order.
  init(_ slots: some Sequence<Int32>) {
    for slot in slots { append(slot) }
  }

  /// The number of a slot.
  subscript(slot: Int32) -> UInt64 {
    get { Int(slot) < numbers.count ? numbers[Int(slot)] : 0 }
    set {
      while numbers.count <= Int(slot) { numbers.append(0) }
      numbers[Int(slot)] = newValue
    }
  }

  /// Puts a slot after all others.
  mutating func append(_ slot: Int32) {
    self[slot] = next
    next += 1
  }
}
