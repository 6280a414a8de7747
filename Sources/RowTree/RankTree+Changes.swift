extension RankTree {
  /// Inserts an element at a rank.
  ///
  /// - Precondition: The rank is in `0...count`.
  /// - Complexity: O(log *n*).
  @inlinable
  package mutating func insert(_ element: Element, at rank: Int) {
    precondition(rank >= 0 && rank <= count, "rank out of range")
    TreeNode.own(&root)
    let edges = (isFirst: rank == 0, isLast: rank == count)
    guard let right = insert(element, at: rank, under: root, edges) else { return }
    root = TreeNode(children: [root, right])
  }

  /// Inserts below a node that is uniquely referenced.
  ///
  /// - Returns: The new node after it, if it had to be split.
  @inlinable
  func insert(
    _ element: Element,
    at rank: Int,
    under node: TreeNode<Element>,
    _ edges: (isFirst: Bool, isLast: Bool)
  ) -> TreeNode<Element>? {
    if node.isLeaf {
      node.elements.insert(element, at: rank)
    } else {
      let child = node.child(ofRank: rank)
      TreeNode.own(&node.children[child.position])
      let right = insert(element, at: child.rank, under: node.children[child.position], edges)
      node.refresh(child.position)
      if let right { node.insertChild(right, at: child.position + 1) }
    }
    guard node.size > capacity else {
      node.count(element)
      return nil
    }
    // If elements are only inserted at one end, the other nodes stay full.
    let middle = edges.isFirst ? 1 : edges.isLast ? node.size - 1 : node.size / 2
    return node.split(at: middle)
  }

  /// Removes and returns the element at a rank.
  ///
  /// - Precondition: The rank is in `0..<count`.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  package mutating func remove(at rank: Int) -> Element {
    precondition(rank >= 0 && rank < count, "rank out of range")
    TreeNode.own(&root)
    let element = remove(at: rank, under: root)
    while root.children.count == 1 {
      let child = root.children[0]
      root = child
    }
    return element
  }

  /// Removes and returns the last element.
  ///
  /// - Precondition: There is one.
  /// - Complexity: O(log *n*).
  @inlinable
  package mutating func removeLast() -> Element { remove(at: count - 1) }

  @inlinable
  func remove(at rank: Int, under node: TreeNode<Element>) -> Element {
    guard !node.isLeaf else {
      let element = node.elements.remove(at: rank)
      node.uncount(element)
      return element
    }
    let child = node.child(ofRank: rank)
    TreeNode.own(&node.children[child.position])
    let element = remove(at: child.rank, under: node.children[child.position])
    let size = node.children[child.position].size
    if size == 0 {
      node.removeChild(at: child.position)
    } else {
      node.refresh(child.position)
      if size * 4 <= capacity { Self.mergeChild(at: child.position, of: node, capacity) }
    }
    node.uncount(element)
    return element
  }

  /// Merges a small child with a neighbour if both fit into three quarters of a node.
  @inlinable
  static func mergeChild(at position: Int, of node: TreeNode<Element>, _ capacity: Int) {
    func merges(_ left: Int) -> Bool {
      node.children.indices.contains(left) && node.children.indices.contains(left + 1)
        && (node.children[left].size + node.children[left + 1].size) * 4 <= capacity * 3
    }
    guard let left = [position, position - 1].first(where: merges) else { return }
    TreeNode.own(&node.children[left])
    node.children[left].append(node.children[left + 1])
    node.refresh(left)
    node.removeChild(at: left + 1)
  }

  /// Replaces the element at a rank and returns the old one.
  ///
  /// - Precondition: The rank is in `0..<count`, and the new element preserves the order.
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  package mutating func replace(at rank: Int, with element: Element) -> Element {
    precondition(rank >= 0 && rank < count, "rank out of range")
    TreeNode.own(&root)
    return replace(at: rank, with: element, under: root)
  }

  @inlinable
  func replace(at rank: Int, with element: Element, under node: TreeNode<Element>) -> Element {
    guard !node.isLeaf else {
      let old = node.elements[rank]
      node.elements[rank] = element
      node.summary = node.summary - old.summary + element.summary
      return old
    }
    let child = node.child(ofRank: rank)
    TreeNode.own(&node.children[child.position])
    let old = replace(at: child.rank, with: element, under: node.children[child.position])
    node.refresh(child.position)
    node.summary = node.summary - old.summary + element.summary
    return old
  }

  /// Changes all elements in place; the order must be preserved.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  package mutating func updateAll(_ body: (inout Element) -> Void) {
    guard !isEmpty else { return }
    TreeNode.own(&root)
    Self.updateAll(under: root, body)
  }

  @inlinable
  static func updateAll(under node: TreeNode<Element>, _ body: (inout Element) -> Void) {
    if node.isLeaf {
      for offset in node.elements.indices { body(&node.elements[offset]) }
    } else {
      for child in node.children.indices {
        TreeNode.own(&node.children[child])
        updateAll(under: node.children[child], body)
        node.refresh(child)
      }
    }
    node.sumUp()
  }

  /// Checks that all nodes agree with their subtrees; for tests.
  @usableFromInline package var isConsistent: Bool {
    Self.depth(of: root, capacity, isRoot: true) != nil
  }

  private static func depth(
    of node: TreeNode<Element>,
    _ capacity: Int,
    isRoot: Bool
  ) -> Int? {
    guard node.size <= capacity, isRoot || node.size > 0 else { return nil }
    if node.isLeaf { return node.count == node.elements.count ? 0 : nil }
    let depths = node.children.map { depth(of: $0, capacity, isRoot: false) }
    guard let depth = depths[0], depths.allSatisfy({ $0 == depth }),
      Array(node.counts) == node.children.map(\.count),
      node.count == node.counts.reduce(0, +), node.elements.count == node.children.count
    else { return nil }
    return depth + 1
  }
}
