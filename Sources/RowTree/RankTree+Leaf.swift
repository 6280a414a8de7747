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
    var (left, arrived) = (leaving.lowerBound, arriving.lowerBound)
    while left < leaving.upperBound || arrived < arriving.upperBound {
      let rest = node.elements[position...]
      let leaves =
        left < leaving.upperBound
        ? rest.partitioningIndex { placement($0, self.leaving[left], true) != .before }
        : Int.max
      let arrives =
        arrived < arriving.upperBound
        ? rest.partitioningIndex { placement($0, self.arriving[arrived], false) != .before }
        : Int.max
      take(node.elements, from: position, to: Swift.min(leaves, arrives))
      if arrives <= leaves {
        position = arrives
        let element = self.arriving[arrived]
        new.append(after)
        after = after + element.summary
        leaf.append(element)
        arrived += 1
      } else {
        precondition(leaves < node.elements.count, "the element to remove is not in the tree")
        old.append(before)
        before = before + node.elements[leaves].summary
        position = leaves + 1
        left += 1
      }
    }
    take(node.elements, from: position, to: node.elements.count)
    var parts: ContiguousArray<TreeNode<Element>> = []
    let count = Swift.max((leaf.count + capacity - 1) / capacity, 1)
    for number in 1..<Swift.max(count, 1) {
      let (start, end) = (number * leaf.count / count, (number + 1) * leaf.count / count)
      parts.append(TreeNode(elements: ContiguousArray(leaf[start..<end])))
    }
    node.elements.replaceSubrange(0..., with: leaf[..<(leaf.count / count)])
    node.sumUp()
    return parts
  }

  /// More changes than this make a leaf anew.
  @usableFromInline static var few: Int { 4 }

  /// Changes a few elements of a leaf that has room for those that arrive.
  @inlinable
  mutating func changeInPlace(
    _ node: TreeNode<Element>,
    _ leaving: Range<Int>,
    _ arriving: Range<Int>,
    _ placement: Placement
  ) {
    var position = 0
    var (left, arrived) = (leaving.lowerBound, arriving.lowerBound)
    var sum = Element.Summary.zero
    /// Adds up the elements that stay, up to a position.
    func pass(to end: Int) {
      guard MemoryLayout<Element.Summary>.size > 0 else { return position = end }
      var passed = Element.Summary.zero
      while position < end {
        passed = passed + node.elements[position].summary
        position += 1
      }
      (before, after, sum) = (before + passed, after + passed, sum + passed)
    }
    while left < leaving.upperBound || arrived < arriving.upperBound {
      let leaves =
        left < leaving.upperBound
        ? place(of: self.leaving[left], in: node, from: position, true, placement) : Int.max
      let arrives =
        arrived < arriving.upperBound
        ? place(of: self.arriving[arrived], in: node, from: position, false, placement) : Int.max
      pass(to: Swift.min(leaves, arrives))
      if arrives <= leaves {
        let element = self.arriving[arrived]
        new.append(after)
        (after, sum) = (after + element.summary, sum + element.summary)
        node.elements.insert(element, at: position)
        position += 1
        arrived += 1
      } else {
        precondition(position < node.elements.count, "the element to remove is not in the tree")
        old.append(before)
        before = before + node.elements.remove(at: position).summary
        left += 1
      }
    }
    pass(to: node.elements.count)
    (node.count, node.summary) = (node.elements.count, sum)
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

  /// Takes over elements that stay.
  @inlinable
  mutating func take(_ elements: ContiguousArray<Element>, from start: Int, to end: Int) {
    leaf.append(contentsOf: elements[start..<end])
    guard MemoryLayout<Element.Summary>.size > 0 else { return }
    for position in start..<end {
      let summary = elements[position].summary
      before = before + summary
      after = after + summary
    }
  }
}
