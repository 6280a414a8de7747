extension RankTree {
  /// Makes a tree of elements that come in their order, one after the other.
  public struct Builder: Sendable {
    @usableFromInline let capacity: Int
    @usableFromInline var leaves: ContiguousArray<TreeNode<Element>> = []
    @usableFromInline var leaf: ContiguousArray<Element> = []
    /// How many elements came.
    public var count: Int { length }
    @usableFromInline var length = 0

    /// Makes a builder without elements.
    ///
    /// - Parameter capacity: How many elements a leaf of the tree has at most; not less than 3.
    @inlinable
    public init(capacity: Int = RankTree.standardCapacity) {
      precondition(capacity >= 3, "a node has room for three")
      self.capacity = capacity
    }

    /// Takes the element after all others.
    ///
    /// - Complexity: O(1), amortised.
    @inlinable
    public mutating func append(_ element: Element) {
      if leaf.isEmpty { leaf.reserveCapacity(capacity) }
      leaf.append(element)
      length += 1
      guard leaf.count == capacity else { return }
      leaves.append(TreeNode(elements: leaf))
      leaf = []
    }

    /// The tree of all elements; the builder is empty then.
    ///
    /// - Complexity: O(*n* / capacity).
    @inlinable
    public mutating func finish() -> RankTree {
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
