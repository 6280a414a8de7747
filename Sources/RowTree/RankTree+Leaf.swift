public import Searching

/// The leaves in a change of many elements.
extension RankTree.Sweep {
  /// Changes a leaf.
  @inlinable
  mutating func changeLeaf(
    _ node: TreeNode<Element>,
    _ leaving: Range<Int>,
    _ arriving: Range<Int>,
    _ placement: Placement
  ) -> ContiguousArray<TreeNode<Element>> {
    if leaving.count + arriving.count <= Self.few, node.elements.count + arriving.count <= capacity
    {
      changeInPlace(node, leaving, arriving, placement)
      return []
    }
    leaf.removeAll(keepingCapacity: true)
    leaf.reserveCapacity(2 * capacity)
    var position = 0
    var (gone, arrived) = (leaving.lowerBound, arriving.lowerBound)
    while gone < leaving.upperBound || arrived < arriving.upperBound {
      let leaves =
        gone < leaving.upperBound
        ? place(of: self.leaving[gone], in: node, from: position, true, placement) : Int.max
      let arrives =
        arrived < arriving.upperBound
        ? place(of: self.arriving[arrived], in: node, from: position, false, placement) : Int.max
      take(position..<Swift.min(leaves, arrives), of: node)
      if arrives <= leaves {
        position = arrives
        let element = self.arriving[arrived]
        new.append(after)
        after = after + element.summary
        leaf.append(element)
        arrived += 1
      } else {
        precondition(leaves < node.elements.count, "the element to remove is not in the tree")
        note(node.elements[leaves])
        position = leaves + 1
        gone += 1
      }
    }
    take(position..<node.elements.count, of: node)
    var parts: ContiguousArray<TreeNode<Element>> = []
    let count = Swift.max((leaf.count + capacity - 1) / capacity, 1)
    for number in 1..<count {
      let (start, end) = (number * leaf.count / count, (number + 1) * leaf.count / count)
      parts.append(TreeNode(elements: ContiguousArray(leaf[start..<end])))
    }
    node.elements.replaceSubrange(0..., with: leaf[..<(leaf.count / count)])
    node.sumUp()
    return parts
  }

  /// A leaf with more changes than this is rebuilt.
  @usableFromInline static var few: Int { 4 }

  /// Changes a few elements of a leaf that has room for those that arrive.
  @inlinable
  mutating func changeInPlace(
    _ node: TreeNode<Element>,
    _ leaving: Range<Int>,
    _ arriving: Range<Int>,
    _ placement: Placement
  ) {
    let start = (before: before, after: after)
    var position = 0
    var (gone, arrived) = (leaving.lowerBound, arriving.lowerBound)
    /// The sum of those that arrived, less that of those that left.
    var gain = Element.Summary.zero
    while gone < leaving.upperBound || arrived < arriving.upperBound {
      let leaves =
        gone < leaving.upperBound
        ? place(of: self.leaving[gone], in: node, from: position, true, placement) : Int.max
      let arrives =
        arrived < arriving.upperBound
        ? place(of: self.arriving[arrived], in: node, from: position, false, placement) : Int.max
      position = Swift.min(leaves, arrives)
      let passed = node.summary(before: position)
      if arrives <= leaves {
        let element = self.arriving[arrived]
        new.append(start.after + passed)
        node.elements.insert(element, at: position)
        (node.summary, gain) = (node.summary + element.summary, gain + element.summary)
        position += 1
        arrived += 1
      } else {
        precondition(position < node.elements.count, "the element to remove is not in the tree")
        let element = node.elements.remove(at: position)
        left.append(element)
        old.append(start.before + passed - gain)
        (node.summary, gain) = (node.summary - element.summary, gain - element.summary)
        gone += 1
      }
    }
    node.count = node.elements.count
    after = start.after + node.summary
    before = start.before + node.summary - gain
  }

  /// Notes an element that leaves.
  @inlinable
  mutating func note(_ element: Element) {
    left.append(element)
    old.append(before)
    before = before + element.summary
  }

  /// The position of the first element of a leaf that is not before another one.
  @inlinable
  func place(
    of other: Element,
    in node: TreeNode<Element>,
    from start: Int,
    _ isLeaving: Bool,
    _ placement: Placement
  ) -> Int {
    node.elements[start...].partitioningIndex { placement($0, other, isLeaving) != .before }
  }

  /// Takes over elements of a leaf that stay.
  @inlinable
  mutating func take(_ positions: Range<Int>, of node: TreeNode<Element>) {
    leaf.append(contentsOf: node.elements[positions])
    let passed = node.sum(positions)
    (before, after) = (before + passed, after + passed)
  }
}
