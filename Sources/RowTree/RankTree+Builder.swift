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
