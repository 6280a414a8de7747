public import Searching

/// A list with ranks: a counted B+ tree with a summary of each subtree.
///
/// Elements are found by rank, by the summary of the elements before them, or, if they are ordered, by a
/// key. A copy shares all nodes with the original, and a change copies only the nodes on the path to it:
/// the list before a change and the list after it have all but O(log *n*) nodes in common.
///
/// Elements have no stable address, and nodes have no parents (a shared node would have several), so
/// the rank of an element is found by its key, not by climbing.
///
/// Sources: Bayer and McCreight, "Organization and Maintenance of Large Ordered Indexes" (1972);
/// Driscoll et al., "Making Data Structures Persistent" (1989): path copying.
@usableFromInline package struct RankTree<Element: SummarizedElement>: Sendable {
  /// The summary of a range of elements.
  @usableFromInline package typealias Summary = Element.Summary

  @usableFromInline var root: TreeNode<Element>
  /// The maximum number of elements of a leaf, and of children of an inner node.
  @usableFromInline let capacity: Int

  /// The maximum number of elements of a leaf, unless something else is asked for.
  @usableFromInline package static var standardCapacity: Int { 64 }

  /// Creates an empty tree.
  ///
  /// - Parameter capacity: The maximum number of elements of a leaf.
  /// - Precondition: `capacity` is at least 3.
  @inlinable
  package init(capacity: Int = Self.standardCapacity) {
    precondition(capacity >= 3, "the capacity must be at least 3")
    self.capacity = capacity
    root = TreeNode(elements: [])
  }

  /// Creates a tree from elements in their order.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  package init(_ elements: some Sequence<Element>, capacity: Int = Self.standardCapacity) {
    var builder = Builder(capacity: capacity)
    for element in elements { builder.append(element) }
    self = builder.finish()
  }

  /// The number of elements.
  @inlinable package var count: Int { root.count }
  /// Whether there are no elements.
  @inlinable package var isEmpty: Bool { root.count == 0 }
  /// The first element; nil if there is none.
  @inlinable package var first: Element? { root.elements.first }
  /// The summary of all elements.
  @inlinable package var summary: Summary { root.summary }

  // MARK: Search

  /// The element at a rank.
  ///
  /// - Precondition: The rank is in `0..<count`.
  /// - Complexity: O(log *n*).
  @inlinable
  package subscript(rank: Int) -> Element {
    precondition(rank >= 0 && rank < count, "rank out of range")
    var (node, rank) = (root, rank)
    while !node.isLeaf {
      let child = node.child(ofRank: rank)
      (node, rank) = (node.children[child.position], child.rank)
    }
    return node.elements[rank]
  }

  /// The number of elements before a position in the order, and their summary.
  ///
  /// - Parameter isBefore: Whether an element is before the position; true for a prefix of the
  ///   elements.
  /// - Returns: The rank of the position, and the summary of all elements before it.
  /// - Complexity: O(log *n*) calls of the predicate.
  @inlinable
  package func position(
    where isBefore: (Element) -> Bool
  ) -> (rank: Int, summary: Summary) {
    var node = root
    var (rank, summary) = (0, Summary.zero)
    while true {
      let found = node.elements.partitioningIndex { !isBefore($0) }
      guard !node.isLeaf else {
        return (rank + found, summary + node.summary(before: found))
      }
      let child = Swift.max(found - 1, 0)
      for position in 0..<child { rank += node.counts[position] }
      summary = summary + node.summary(before: child)
      node = node.children[child]
    }
  }

  /// The rank of the first element at which the running sum exceeds an amount; ``count`` if none does.
  ///
  /// - Parameters:
  ///   - amount: The amount.
  ///   - dimension: The component of a summary; it never decreases.
  /// - Returns: The rank.
  /// - Complexity: O(log *n*).
  @inlinable
  package func rank(exceeding amount: Int, _ dimension: (Summary) -> Int) -> Int {
    position(exceeding: amount, dimension).rank
  }

  /// The first element at which the running sum exceeds an amount, and the summary of the elements before it.
  ///
  /// - Parameters:
  ///   - amount: The amount.
  ///   - dimension: The component of a summary; it never decreases.
  /// - Returns: The rank of the element and the summary before it; ``count`` and that of all elements if the sum
  ///   never exceeds the amount.
  /// - Complexity: O(log *n*).
  @inlinable
  package func position(
    exceeding amount: Int,
    _ dimension: (Summary) -> Int
  ) -> (rank: Int, summary: Summary) {
    guard dimension(root.summary) > amount else { return (count, root.summary) }
    var node = root
    var (rank, left, summary) = (0, amount, Summary.zero)
    while !node.isLeaf {
      var position = 0
      while dimension(node.summaries[position]) <= left {
        left -= dimension(node.summaries[position])
        rank += node.counts[position]
        summary = summary + node.summaries[position]
        position += 1
      }
      node = node.children[position]
    }
    for element in node.elements {
      left -= dimension(element.summary)
      if left < 0 { break }
      rank += 1
      summary = summary + element.summary
    }
    return (rank, summary)
  }

  /// The summary of the elements before a rank.
  ///
  /// - Precondition: The rank is in `0...count`.
  /// - Complexity: O(log *n*).
  @inlinable
  package func summary(before rank: Int) -> Summary {
    precondition(rank >= 0 && rank <= count, "rank out of range")
    var (node, rank) = (root, rank)
    var summary = Summary.zero
    while !node.isLeaf {
      let child = node.child(ofRank: rank)
      summary = summary + node.summary(before: child.position)
      (node, rank) = (node.children[child.position], child.rank)
    }
    return summary + node.summary(before: rank)
  }

  /// Calls a closure with the elements in a range of ranks, in order.
  ///
  /// - Precondition: The range is within `0..<count`.
  /// - Complexity: O(log *n* + *m*) for *m* elements.
  @inlinable
  package func forEach(in ranks: Range<Int>, _ body: (Element) -> Void) {
    precondition(ranks.lowerBound >= 0 && ranks.upperBound <= count, "range out of bounds")
    if !ranks.isEmpty { Self.forEach(in: ranks, of: root, body) }
  }

  @inlinable
  static func forEach(
    in ranks: Range<Int>,
    of node: TreeNode<Element>,
    _ body: (Element) -> Void
  ) {
    if node.isLeaf {
      for element in node.elements[ranks] { body(element) }
      return
    }
    var start = 0
    for (child, count) in zip(node.children, node.counts) where start < ranks.upperBound {
      let part = ranks.clamped(to: start..<start + count)
      if !part.isEmpty {
        forEach(in: part.lowerBound - start..<part.upperBound - start, of: child, body)
      }
      start += count
    }
  }

  /// All elements in order.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  package var elements: ContiguousArray<Element> {
    var result: ContiguousArray<Element> = []
    result.reserveCapacity(count)
    forEach(in: 0..<count) { result.append($0) }
    return result
  }
}

extension RankTree {
  /// Builds a tree from elements in their order.
  @usableFromInline package struct Builder: Sendable {
    @usableFromInline let capacity: Int
    @usableFromInline var leaves: ContiguousArray<TreeNode<Element>> = []
    @usableFromInline var leaf: ContiguousArray<Element> = []
    /// The number of elements appended.
    @usableFromInline package var count: Int { length }
    @usableFromInline var length = 0

    /// Creates a builder without elements.
    ///
    /// - Parameter capacity: The maximum number of elements of a leaf.
    /// - Precondition: `capacity` is at least 3.
    @inlinable
    package init(capacity: Int = RankTree.standardCapacity) {
      precondition(capacity >= 3, "the capacity must be at least 3")
      self.capacity = capacity
    }

    /// Appends an element.
    ///
    /// - Complexity: O(1), amortised.
    @inlinable
    package mutating func append(_ element: Element) {
      if leaf.isEmpty { leaf.reserveCapacity(capacity) }
      leaf.append(element)
      length += 1
      guard leaf.count == capacity else { return }
      leaves.append(TreeNode(elements: leaf))
      leaf = []
    }

    /// The tree of all elements; the builder is empty afterwards.
    ///
    /// - Complexity: O(*n* / capacity).
    @inlinable
    package mutating func finish() -> RankTree {
      if !leaf.isEmpty { leaves.append(TreeNode(elements: leaf)) }
      var nodes = leaves
      (leaves, leaf, length) = ([], [], 0)
      while nodes.count > 1 {
        nodes = ContiguousArray(
          stride(from: 0, to: nodes.count, by: capacity).map { start in
            let end = Swift.min(start + capacity, nodes.count)
            return TreeNode(children: ContiguousArray(nodes[start..<end]))
          }
        )
      }
      var tree = RankTree(capacity: capacity)
      if let node = nodes.first { tree.root = node }
      return tree
    }
  }
}

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
