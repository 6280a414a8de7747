internal import FeedStore
internal import FeedValues
internal import RowTree

/// A frozen order: each slot has a number, and inserted rows get the next ones.
struct FrozenOrder: Sendable {
  private var numbers = PagedArray<UInt64>()
  private var next: UInt64 = 0
  /// Whether the numbers are yet to be determined.
  let isPending: Bool

  /// An order whose numbers are determined later, by a ``SlotNumbering``.
  static let pending = FrozenOrder(isPending: true)

  private init(isPending: Bool) { self.isPending = isPending }

  /// Creates the order of the given slots.
  init(_ slots: some Sequence<Int32> = []) {
    isPending = false
    for slot in slots { append(slot) }
  }

  /// The number of a slot; 0 for one that has none.
  subscript(slot: Int32) -> UInt64 {
    get { Int(slot) < numbers.count ? numbers[Int(slot)] : 0 }
    set {
      while numbers.count <= Int(slot) { numbers.append(0) }
      numbers[Int(slot)] = newValue
    }
  }

  /// Appends a slot.
  mutating func append(_ slot: Int32) {
    self[slot] = next
    next += 1
  }
}

/// Numbers the slots of all rows in the order that is to be frozen, in slices of a few milliseconds.
struct SlotNumbering: Sendable {
  private let rows: FeedRows
  /// Puts the rows in order; nil if they are.
  private(set) var builder: OrderBuilder?
  /// The order; nil for that of the feed.
  private var order: RankTree<OrderEntry>?
  /// Whether its entries say which rows are shown.
  private var isFiltered = true
  private var position = 0
  private let slice: Int
  /// The result, once it is complete.
  private(set) var frozen = FrozenOrder()

  /// Creates a numbering.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - rule: The order to be frozen, disregarding its groups.
  ///   - arrangement: An existing arrangement of the same rows; nil if there is none.
  ///   - slices: The amount of work done at a time.
  init(
    of rows: FeedRows,
    by rule: OrderRule,
    knowing arrangement: Arrangement?,
    slices: OrderBuilder.Slices = .standard
  ) {
    (self.rows, slice) = (rows, slices.building)
    var rule = rule
    rule.frozen = nil
    rule.setGrouping(nil)
    guard rule.sort != nil else { return }
    if let known = arrangement, known.grouping == nil, rule.hasSameKeys(as: known.rule),
      rule.isDescending == known.rule.isDescending
    {
      order = known.order
      isFiltered = rule.hasSameFilter(as: known.rule)
    } else {
      builder = OrderBuilder(of: rows, by: rule, knowing: arrangement, slices: slices)
    }
  }

  var isDone: Bool { builder == nil && position == rows.count }

  /// The share of the work that is done, from 0 to 1.
  var progress: Double {
    builder.map { $0.progress * 0.9 } ?? 0.9 + 0.1 * Double(position) / Double(max(1, rows.count))
  }

  /// Carries out the next slice.
  mutating func advance() {
    if builder?.isDone == false { builder?.advance() }
    guard builder?.isDone ?? true else { return }
    if let builder { order = builder.order }
    builder = nil
    let ranks = position..<min(position + slice, rows.count)
    position = ranks.upperBound
    if let order {
      order.forEach(in: ranks) { frozen.append($0.slot) }
    } else {
      rows.forEachSlot(in: ranks) { frozen.append($0) }
    }
  }

  /// The rows in the order in which they were numbered, to be taken over by the frozen one; nil for that of the feed.
  func known(for rule: OrderRule) -> ReusableOrder? {
    order.map { ReusableOrder($0, isFiltered: isFiltered, for: rule) }
  }

  /// Carries out all remaining slices.
  mutating func finishAtOnce() { while !isDone { advance() } }
}
