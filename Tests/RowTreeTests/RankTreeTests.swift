import RowTree
import Testing

/// A number, which adds itself to a summary that tells sums of different numbers apart.
private struct Item: SummarizedElement, Equatable {
  var value: Int

  struct Summary: TreeSummary, Equatable {
    var sum: Int
    var mixed: UInt64
    static let zero = Summary(sum: 0, mixed: 0)
    static func + (left: Summary, right: Summary) -> Summary {
      Summary(sum: left.sum + right.sum, mixed: left.mixed &+ right.mixed)
    }
    static func - (left: Summary, right: Summary) -> Summary {
      Summary(sum: left.sum - right.sum, mixed: left.mixed &- right.mixed)
    }
  }

  var summary: Summary {
    let number = UInt64(bitPattern: Int64(value))
    return Summary(sum: value % 3, mixed: (number &* number) &* 0x9E37_79B9_7F4A_7C15)
  }
}

/// Compares a tree with an array of the same elements.
private func check(_ tree: RankTree<Item>, _ array: [Item], _ place: String) {
  #expect(tree.isConsistent, "\(place)")
  #expect(Array(tree.elements) == array, "\(place)")
  #expect(tree.count == array.count && tree.isEmpty == array.isEmpty, "\(place)")
  let sums = array.indices.map { tree.summary(before: $0) } + [tree.summary]
  var sum = Item.Summary.zero
  for (offset, expected) in sums.enumerated() {
    #expect(expected == sum, "\(place)")
    if offset < array.count { sum = sum + array[offset].summary }
  }
  for (rank, item) in array.enumerated() {
    #expect(tree[rank] == item, "\(place)")
    for end in [rank, min(rank + 3, array.count), array.count] {
      var part: [Item] = []
      tree.forEach(in: rank..<end) { part.append($0) }
      #expect(part == Array(array[rank..<end]), "\(place)")
    }
  }
  for amount in 0...sum.sum {
    var (total, expected) = (0, 0)
    for item in array {
      total += item.summary.sum
      if total > amount { break }
      expected += 1
    }
    #expect(tree.rank(exceeding: amount) { $0.sum } == expected, "\(place)")
  }
}

private func checkKeys(_ tree: RankTree<Item>, _ array: [Item]) {
  for key in -1...(array.map(\.value).max() ?? 0) + 1 {
    let (rank, summary) = tree.position { $0.value < key }
    let before = array.filter { $0.value < key }
    #expect(rank == before.count)
    #expect(summary == before.reduce(.zero) { $0 + $1.summary })
  }
}

@Test(arguments: 3...5)
func `after any few changes, a tree of small nodes equals the array`(capacity: Int) {
  for size in [0, 1, 4, 7] {
    let start = (0..<size).map { Item(value: $0) }
    func go(_ tree: RankTree<Item>, _ array: [Item], _ depth: Int) {
      check(tree, array, "\(array.map(\.value)) of \(capacity)")
      guard depth > 0 else { return }
      for rank in 0...array.count {
        var (next, list) = (tree, array)
        let item = Item(value: 10 + depth)
        next.insert(item, at: rank)
        list.insert(item, at: rank)
        go(next, list, depth - 1)
        guard rank < array.count else { continue }
        (next, list) = (tree, array)
        #expect(next.remove(at: rank) == list.remove(at: rank))
        go(next, list, depth - 1)
        (next, list) = (tree, array)
        #expect(next.replace(at: rank, with: item) == list[rank])
        list[rank] = item
        go(next, list, depth - 1)
      }
      // A shared tree has not changed.
      #expect(Array(tree.elements) == array)
    }
    go(RankTree(start, capacity: capacity), start, size < 4 ? 3 : 2)
  }
}

@Test(arguments: 3...6)
func `trees of any size can be built, and grow at either end`(capacity: Int) {
  for size in 0...150 {
    let array = (0..<size).map { Item(value: $0) }
    let built = RankTree(array, capacity: capacity)
    check(built, array, "\(size) of \(capacity)")
    checkKeys(built, array)
    var (front, back) = (RankTree<Item>(capacity: capacity), RankTree<Item>(capacity: capacity))
    for item in array {
      back.insert(item, at: back.count)
      front.insert(Item(value: size - 1 - item.value), at: 0)
    }
    check(front, array, "\(size) of \(capacity) from the end")
    check(back, array, "\(size) of \(capacity) from the start")
    while !front.isEmpty {
      front.remove(at: 0)
      back.remove(at: back.count - 1)
    }
    #expect(back.isEmpty && front.isConsistent && back.isConsistent)
  }
}

@Test(arguments: [3, 4, RankTree<Item>.standardCapacity])
func `after random changes, with versions kept, a tree equals the array`(capacity: Int) {
  var generator = SystemRandomNumberGenerator()
  let seed = UInt64.random(in: .min ... .max, using: &generator)
  var state = seed
  func random(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
  var array: [Item] = []
  var tree = RankTree<Item>(capacity: capacity)
  var versions: [(tree: RankTree<Item>, array: [Item])] = []
  for step in 0..<6_000 {
    // It grows and shrinks by turns, and changes mostly in one place.
    let grows = step / 1_000 % 2 == 0
    let rank = random(4) == 0 ? random(array.count + 1) : min(array.count, array.count / 2)
    switch random(10) {
    case 0 where rank < array.count:
      let item = Item(value: random(1_000))
      #expect(tree.replace(at: rank, with: item) == array[rank])
      array[rank] = item
    case 1:
      if random(20) == 0 {
        tree.updateAll { $0.value += 1 }
        for offset in array.indices { array[offset].value += 1 }
      }
    case let choice where (choice < 7) == grows || array.isEmpty:
      let item = Item(value: random(1_000))
      tree.insert(item, at: rank)
      array.insert(item, at: rank)
    default:
      let rank = min(rank, array.count - 1)
      #expect(tree.remove(at: rank) == array.remove(at: rank), "seed \(seed), step \(step)")
    }
    if step % 300 == 0 { versions.append((tree, array)) }
  }
  for version in versions + [(tree, array)] {
    #expect(version.tree.isConsistent, "seed \(seed)")
    #expect(Array(version.tree.elements) == version.array, "seed \(seed)")
  }
}

@Test func `elements are found by key in order`() {
  var array: [Item] = []
  var tree = RankTree<Item>(capacity: 4)
  var state: UInt32 = 7
  for _ in 0..<300 {
    state = state &* 1_664_525 &+ 1_013_904_223
    let item = Item(value: Int(state >> 24))
    let rank = tree.position { $0.value < item.value }.rank
    tree.insert(item, at: rank)
    array.insert(item, at: array.firstIndex { $0.value >= item.value } ?? array.count)
  }
  check(tree, array, "sorted")
  checkKeys(tree, array)
}

@Test func `paged arrays keep their versions`() {
  var (paged, array) = (PagedArray<Int>(), [Int]())
  var versions: [(PagedArray<Int>, [Int])] = []
  for value in 0..<10_000 {
    paged.append(value)
    array.append(value)
    let index = value * 7_919 % (value + 1)
    paged[index] += 3
    array[index] += 3
    if value % 1_000 == 0 { versions.append((paged, array)) }
  }
  versions.append((paged, array))
  for (paged, array) in versions {
    #expect(paged.count == array.count)
    #expect(array.indices.allSatisfy { paged[$0] == array[$0] })
  }
}
