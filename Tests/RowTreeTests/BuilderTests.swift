import Testing

@testable import RowTree

private struct Item: SummarizedElement {
  var value: Int
  var summary: NoSummary { NoSummary() }
}

/// The sizes of the leaves below a node.
private func leafSizes(_ node: TreeNode<Item>) -> [Int] {
  node.isLeaf ? [node.size] : node.children.flatMap(leafSizes)
}

@Test(arguments: [3, 8, 20])
func `leaves that are built with room are not split by insertions into each`(capacity: Int) {
  for count in 1...450 {
    var array = (0..<count).map { Item(value: $0) }
    var builder = RankTree<Item>.Builder(capacity: capacity, hasRoom: true)
    for item in array { builder.append(item) }
    var tree = builder.finish()
    let sizes = leafSizes(tree.root)
    var end = count
    for size in sizes.reversed() where size < capacity {
      end -= size
      let item = Item(value: 1_000 + end)
      tree.insert(item, at: end + 1)
      array.insert(item, at: end + 1)
    }
    let place: Comment = "\(count) of \(capacity)"
    #expect(tree.isConsistent && tree.elements.map(\.value) == array.map(\.value), place)
    #expect(leafSizes(tree.root) == sizes.map { $0 < capacity ? $0 + 1 : $0 }, place)
    #expect(sizes.dropLast().allSatisfy { $0 == capacity - capacity / 8 }, place)
  }
}
