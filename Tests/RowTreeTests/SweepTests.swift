import RowTree
import Testing

/// A number with a tag: rows of one key that are not the same one.
private struct Item: SummarizedElement, Equatable {
  var key: Int
  var tag: Int

  struct Summary: TreeSummary, Equatable {
    var sum: Int
    static let zero = Summary(sum: 0)
    static func + (left: Summary, right: Summary) -> Summary { Summary(sum: left.sum + right.sum) }
    static func - (left: Summary, right: Summary) -> Summary { Summary(sum: left.sum - right.sum) }
  }

  var summary: Summary { Summary(sum: tag % 3) }

  static func summary(of part: Int, among count: Int, _ summary: Summary) -> Summary? {
    [0, 2].first { summary.sum == $0 * count }.map { Summary(sum: $0 * part) }
  }

  var order: (Int, Int) { (key, tag) }
}

private func placement(_ element: Item, _ other: Item, _ isLeaving: Bool) -> Precedence {
  element.order < other.order ? .before : element == other ? .same : .after
}

/// The sums of what comes before items, which are in order.
private func sums(_ list: [Item], before items: [Item]) -> [Int] {
  var (sum, position) = (0, 0)
  return items.map { item in
    while position < list.count, list[position].order < item.order {
      sum += list[position].summary.sum
      position += 1
    }
    return sum
  }
}

/// Changes a tree and an array, and compares them.
private func change(
  _ tree: inout RankTree<Item>,
  _ list: inout [Item],
  removing leaving: [Item],
  inserting arriving: [Item],
  _ place: String
) {
  let version = (tree, list)
  let (left, old, new) = tree.replace(leaving, by: arriving, placement: placement)
  let before = list
  list.removeAll { leaving.contains($0) }
  list = (list + arriving).sorted { $0.order < $1.order }
  #expect(tree.isConsistent, "\(place)")
  #expect(Array(tree.elements) == list, "\(place)")
  #expect(left == leaving, "\(place)")
  #expect(old.map(\.sum) == sums(before, before: leaving), "\(place)")
  #expect(new.map(\.sum) == sums(list, before: arriving), "\(place)")
  #expect(tree.summary.sum == list.reduce(0) { $0 + $1.summary.sum }, "\(place)")
  // The shared version has not changed.
  #expect(version.0.isConsistent && Array(version.0.elements) == version.1, "\(place)")
}

@Test(arguments: 3...5)
func `after any simultaneous removals and insertions, a tree of small nodes equals the array`(
  capacity: Int
) {
  for size in 0...5 {
    let start = (0..<size).map { Item(key: 2 * $0, tag: $0) }
    for leaving in 0..<1 << size {
      for arriving in 0..<1 << (size + 1) {
        var (tree, list) = (RankTree(start, capacity: capacity), start)
        change(
          &tree,
          &list,
          removing: start.indices.filter { leaving & 1 << $0 != 0 }.map { start[$0] },
          inserting: (0...size).filter { arriving & 1 << $0 != 0 }.map {
            Item(key: 2 * $0 - 1, tag: 10 + $0)
          },
          "\(size) of \(capacity): \(leaving), \(arriving)"
        )
      }
    }
  }
}

@Test(arguments: [3, 4, 7, RankTree<Item>.standardCapacity])
func `many random changes, in one place and everywhere, match those of the array`(capacity: Int) {
  var generator = SystemRandomNumberGenerator()
  let seed = UInt64.random(in: .min ... .max, using: &generator)
  var state = seed
  func random(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
  var (tree, list) = (RankTree<Item>(capacity: capacity), [Item]())
  var tag = 0
  for step in 0..<250 {
    let goal = step / 50 % 2 == 0 ? 700 : 20
    let (leavingCount, comingCount) = (random(list.count + 1), random(goal + 1))
    // All over, or around one key.
    let (low, width) = random(2) == 0 ? (0, 1_000) : (random(1_000), 1 + random(20))
    let near = list.filter { low..<low + width ~= $0.key }
    let leaving = near.filter { _ in random(near.count + 1) < leavingCount }
    let arriving = (0..<(list.count > goal ? 0 : comingCount)).map { _ in
      tag += 1
      return Item(key: low + random(width), tag: tag)
    }.sorted { $0.order < $1.order }
    change(
      &tree,
      &list,
      removing: leaving,
      inserting: arriving,
      "seed \(seed), step \(step), capacity \(capacity)"
    )
  }
}
