public import Searching

/// The position of an element of a tree relative to another one.
@usableFromInline package enum Precedence: Sendable {
  /// It comes before the other one.
  case before
  /// It is the other one.
  case same
  /// It comes after the other one.
  case after
}

extension RankTree {
  /// Removes elements and inserts others in one pass from the first to the last: parts of the path that
  /// several changes share are traversed once.
  ///
  /// - Parameters:
  ///   - leaving: Elements of the tree, in its order.
  ///   - arriving: Elements in their order.
  ///   - placement: The position of an element of the tree relative to another one, which leaves or arrives.
  /// - Returns: The removed elements, as the tree had them; for each, the summary of the elements before it in the
  ///   old tree; and for each inserted element, the summary of those before it in the new tree.
  /// - Precondition: All that leave are in the tree.
  /// - Complexity: O(*k* log *n*) for *k* changes, and O(*k* + log *n*) for those that stand together.
  @inlinable
  package mutating func replace(
    _ leaving: [Element],
    by arriving: [Element],
    placement: (_ element: Element, _ other: Element, _ isLeaving: Bool) -> Precedence
  ) -> (left: [Element], old: [Summary], new: [Summary]) {
    if leaving.count <= 1, arriving.count <= 1 {
      return replace(leaving.first, by: arriving.first, placement)
    }
    var sweep = Sweep(leaving: leaving, arriving: arriving, capacity: capacity)
    TreeNode.own(&root)
    var nodes = sweep.change(root, placement)
    if !nodes.isEmpty {
      nodes.insert(root, at: 0)
      while nodes.count > 1 { nodes = Self.parents(of: nodes, capacity) }
      root = nodes[0]
    }
    while root.children.count == 1 {
      let child = root.children[0]
      root = child
    }
    return (sweep.left, sweep.old, sweep.new)
  }

  /// Removes one element, if there is one, and inserts another: a sweep would take several times as long.
  @inlinable
  mutating func replace(
    _ leaving: Element?,
    by arriving: Element?,
    _ placement: Sweep.Placement
  ) -> (left: [Element], old: [Summary], new: [Summary]) {
    var (left, old, new): ([Element], [Summary], [Summary]) = ([], [], [])
    if let leaving {
      let place = position { placement($0, leaving, true) == .before }
      precondition(place.rank < count, "the element to remove is not in the tree")
      (left, old) = ([remove(at: place.rank)], [place.summary])
    }
    if let arriving {
      let place = position { placement($0, arriving, false) == .before }
      insert(arriving, at: place.rank)
      new = [place.summary]
    }
    return (left, old, new)
  }

  /// The nodes above some, as evenly filled as they can be.
  @inlinable
  static func parents(
    of nodes: ContiguousArray<TreeNode<Element>>,
    _ capacity: Int
  ) -> ContiguousArray<TreeNode<Element>> {
    let count = (nodes.count + capacity - 1) / capacity
    return ContiguousArray(
      (0..<count).map { number in
        let (start, end) = (number * nodes.count / count, (number + 1) * nodes.count / count)
        return TreeNode(children: ContiguousArray(nodes[start..<end]))
      }
    )
  }
}

extension RankTree {
  /// A change of many elements that is under way.
  @usableFromInline
  struct Sweep {
    @usableFromInline let leaving: [Element]
    @usableFromInline let arriving: [Element]
    @usableFromInline let capacity: Int
    /// The sums of all elements up to the place of the sweep, before the change and after it.
    @usableFromInline var before = Summary.zero
    @usableFromInline var after = Summary.zero
    /// The elements that have left.
    @usableFromInline var left: [Element] = []
    @usableFromInline var old: [Summary] = []
    @usableFromInline var new: [Summary] = []
    /// A leaf that is made anew.
    @usableFromInline var leaf: ContiguousArray<Element> = []

    @inlinable
    init(leaving: [Element], arriving: [Element], capacity: Int) {
      (self.leaving, self.arriving, self.capacity) = (leaving, arriving, capacity)
      left.reserveCapacity(leaving.count)
      old.reserveCapacity(leaving.count)
      new.reserveCapacity(arriving.count)
    }

    @usableFromInline
    typealias Placement = (_ element: Element, _ other: Element, _ isLeaving: Bool) -> Precedence

    /// Changes what is under a root that is owned.
    ///
    /// - Returns: The nodes that come after it, if it had to be split.
    @inlinable
    mutating func change(
      _ root: TreeNode<Element>,
      _ placement: Placement
    ) -> ContiguousArray<TreeNode<Element>> {
      change(root, leaving.indices, arriving.indices, placement)
    }

    /// Changes what is under a node that is owned.
    @inlinable
    mutating func change(
      _ node: TreeNode<Element>,
      _ leaving: Range<Int>,
      _ arriving: Range<Int>,
      _ placement: Placement
    ) -> ContiguousArray<TreeNode<Element>> {
      if node.isLeaf { return changeLeaf(node, leaving, arriving, placement) }
      return change(node, visits(of: node, leaving, arriving, placement), placement)
    }

    /// Changes what is under an inner node that is owned.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - visits: Its children under which something changes.
    ///   - placement: The position of an element of the tree relative to another one.
    /// - Returns: The nodes that come after it, if it had to be split.
    @inlinable
    mutating func change(
      _ node: TreeNode<Element>,
      _ visits: ContiguousArray<Visit>,
      _ placement: Placement
    ) -> ContiguousArray<TreeNode<Element>> {
      var position = 0
      var total = Summary.zero
      /// Adds up the children that stay, up to a position.
      func pass(to end: Int) {
        var passed = Summary.zero
        while position < end {
          passed = passed + node.summaries[position]
          position += 1
        }
        (before, after, total) = (before + passed, after + passed, total + passed)
      }
      /// The positions of children that were split, were emptied, or have become small.
      var splits: [(position: Int, nodes: ContiguousArray<TreeNode<Element>>)] = []
      var small: [Int] = []
      for visit in visits {
        let child = visit.child
        pass(to: child)
        position = child + 1
        TreeNode.own(&node.children[child])
        let added = change(node.children[child], visit.leaving, visit.arriving, placement)
        if !added.isEmpty { splits.append((child, added)) }
        let size = node.children[child].size
        if size > 0 { node.refresh(child) }
        total = total + node.summaries[child]
        if size * 4 <= capacity { small.append(child) }
      }
      pass(to: node.size)
      node.count += visits.reduce(0) { $0 + $1.arriving.count - $1.leaving.count }
      node.summary = total
      return splits.isEmpty && small.isEmpty ? [] : settle(node, splits, small)
    }

    /// Takes over what became of children, and splits the node if it has too many.
    @inlinable
    mutating func settle(
      _ node: TreeNode<Element>,
      _ splits: [(position: Int, nodes: ContiguousArray<TreeNode<Element>>)],
      _ small: [Int]
    ) -> ContiguousArray<TreeNode<Element>> {
      // From the last to the first, so that the others keep their positions.
      for split in splits.reversed() { insert(split.nodes, into: node, after: split.position) }
      var shift = splits.reduce(0) { $0 + $1.nodes.count }
      var next = splits.count
      for child in small.reversed() {
        while next > 0, splits[next - 1].position > child {
          next -= 1
          shift -= splits[next].nodes.count
        }
        if node.children[child + shift].size == 0 {
          node.removeChild(at: child + shift)
        } else {
          RankTree.mergeChild(at: child + shift, of: node, capacity)
        }
      }
      var parts: ContiguousArray<TreeNode<Element>> = []
      if node.size > capacity {
        let count = (node.size + capacity - 1) / capacity
        let size = node.size
        for number in (1..<count).reversed() {
          parts.append(node.split(at: number * size / count))
        }
        parts.reverse()
      }
      node.sumUp()
      return parts
    }

    @inlinable
    func insert(
      _ nodes: ContiguousArray<TreeNode<Element>>,
      into node: TreeNode<Element>,
      after position: Int
    ) {
      let start = position + 1
      node.elements.insert(contentsOf: nodes.lazy.map { $0.elements[0] }, at: start)
      node.children.insert(contentsOf: nodes, at: start)
      node.counts.insert(contentsOf: nodes.lazy.map { $0.count }, at: start)
      node.summaries.insert(contentsOf: nodes.lazy.map { $0.summary }, at: start)
    }
  }
}

/// The path of a change of many elements.
extension RankTree.Sweep {
  /// A child under which something changes, and what.
  @usableFromInline typealias Visit = (child: Int, leaving: Range<Int>, arriving: Range<Int>)

  /// The children of a node under which something changes.
  @inlinable
  func visits(
    of node: TreeNode<Element>,
    _ leaving: Range<Int>,
    _ arriving: Range<Int>,
    _ placement: Placement
  ) -> ContiguousArray<Visit> {
    var (leaving, arriving) = (leaving, arriving)
    var visits: ContiguousArray<Visit> = []
    visits.reserveCapacity(Swift.min(node.size, leaving.count + arriving.count))
    // The children under which the next element leaves, and the next one arrives.
    var leaves = child(of: node, from: 0, leaving, in: self.leaving, true, placement)
    var arrives = child(of: node, from: 0, arriving, in: self.arriving, false, placement)
    while true {
      let child = Swift.min(leaves, arrives)
      guard child < node.size else { break }
      let next = child + 1
      func taken(_ range: Range<Int>, _ others: [Element], _ isLeaving: Bool) -> Int {
        guard next < node.size else { return range.upperBound }
        return end(of: range, in: others, before: node.elements[next], isLeaving, placement)
      }
      let ends = (
        leaves > child ? leaving.lowerBound : taken(leaving, self.leaving, true),
        arrives > child ? arriving.lowerBound : taken(arriving, self.arriving, false)
      )
      visits.append((child, leaving.lowerBound..<ends.0, arriving.lowerBound..<ends.1))
      leaving = ends.0..<leaving.upperBound
      arriving = ends.1..<arriving.upperBound
      if leaves == child {
        leaves = self.child(of: node, from: next, leaving, in: self.leaving, true, placement)
      }
      if arrives == child {
        arrives = self.child(of: node, from: next, arriving, in: self.arriving, false, placement)
      }
    }
    return visits
  }

  /// The child under which the first of some elements leaves or arrives; the number of children for none.
  @inlinable
  func child(
    of node: TreeNode<Element>,
    from position: Int,
    _ range: Range<Int>,
    in others: [Element],
    _ isLeaving: Bool,
    _ placement: Placement
  ) -> Int {
    guard let first = range.first else { return node.size }
    let next = node.elements[position...].partitioningIndex {
      placement($0, others[first], isLeaving) == .after
    }
    return Swift.max(next - 1, position)
  }

  /// The end of the changes that are before the first element of a child.
  @inlinable
  func end(
    of range: Range<Int>,
    in others: [Element],
    before element: Element,
    _ isLeaving: Bool,
    _ placement: Placement
  ) -> Int {
    // Mostly few of them, so that they are tried in growing steps.
    var (low, step) = (range.lowerBound, 1)
    while low < range.upperBound, placement(element, others[low], isLeaving) == .after {
      let next = low + step
      guard next < range.upperBound, placement(element, others[next], isLeaving) == .after else {
        let high = Swift.min(next, range.upperBound)
        return others[low + 1..<high].partitioningIndex {
          placement(element, $0, isLeaving) != .after
        }
      }
      (low, step) = (next, 2 * step)
    }
    return low
  }
}
