public import CPrefetch
public import Searching

/// How an element of a tree stands to another one.
public enum Precedence: Sendable {
  /// It comes before the other one.
  case before
  /// It is the other one.
  case same
  /// It comes after the other one.
  case after
}

extension RankTree {
  /// Takes elements out and puts others in, in one sweep from the first to the last: what many changes
  /// share of the way to them is gone once.
  ///
  /// - Parameters:
  ///   - leaving: Elements of the tree, in its order.
  ///   - arriving: Elements in their order.
  ///   - placement: How an element of the tree stands to another one, which leaves or arrives.
  /// - Returns: For each element that leaves what all before it added up to before the change, and for each
  ///   that arrives what all before it add up to after the change.
  /// - Precondition: All that leave are in the tree.
  /// - Complexity: O(*k* log *n*) for *k* changes, and O(*k* + log *n*) for those that stand together.
  @inlinable
  public mutating func replace(
    _ leaving: [Element],
    by arriving: [Element],
    placement: (_ element: Element, _ other: Element, _ isLeaving: Bool) -> Precedence
  ) -> (old: [Summary], new: [Summary]) {
    guard !leaving.isEmpty || !arriving.isEmpty else { return ([], []) }
    var sweep = Sweep(leaving: leaving, arriving: arriving, capacity: capacity)
    TreeNode.own(&root)
    var nodes = sweep.change(root, leaving.indices, arriving.indices, placement)
    if !nodes.isEmpty {
      nodes.insert(root, at: 0)
      while nodes.count > 1 { nodes = Self.parents(of: nodes, capacity) }
      root = nodes[0]
    }
    while root.children.count == 1 {
      let child = root.children[0]
      root = child
    }
    return (sweep.old, sweep.new)
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
  /// What is under way of a change of many elements.
  @usableFromInline
  struct Sweep {
    @usableFromInline let leaving: [Element]
    @usableFromInline let arriving: [Element]
    @usableFromInline let capacity: Int
    /// What all up to where the sweep is added up to before the change, and add up to after it.
    @usableFromInline var before = Summary.zero
    @usableFromInline var after = Summary.zero
    @usableFromInline var old: [Summary] = []
    @usableFromInline var new: [Summary] = []
    /// A leaf that is made anew.
    @usableFromInline var leaf: ContiguousArray<Element> = []

    @inlinable
    init(leaving: [Element], arriving: [Element], capacity: Int) {
      (self.leaving, self.arriving, self.capacity) = (leaving, arriving, capacity)
      old.reserveCapacity(leaving.count)
      new.reserveCapacity(arriving.count)
    }

    @usableFromInline
    typealias Placement = (_ element: Element, _ other: Element, _ isLeaving: Bool) -> Precedence

    /// Changes what is under a node that is owned.
    ///
    /// - Returns: The nodes that come after it, where it had to be split.
    @inlinable
    mutating func change(
      _ node: TreeNode<Element>,
      _ leaving: Range<Int>,
      _ arriving: Range<Int>,
      _ placement: Placement
    ) -> ContiguousArray<TreeNode<Element>> {
      if node.isLeaf { return changeLeaf(node, leaving, arriving, placement) }
      var position = 0
      /// Where children were split, emptied, or have become small.
      var splits: [(position: Int, nodes: ContiguousArray<TreeNode<Element>>)] = []
      var small: [Int] = []
      for (child, leaving, arriving) in visits(of: node, leaving, arriving, placement) {
        for passed in position..<child {
          before = before + node.summaries[passed]
          after = after + node.summaries[passed]
        }
        position = child + 1
        TreeNode.own(&node.children[child])
        let added = change(node.children[child], leaving, arriving, placement)
        if !added.isEmpty { splits.append((child, added)) }
        let size = node.children[child].size
        if size > 0 { node.refresh(child) }
        if size * 4 <= capacity { small.append(child) }
      }
      for passed in position..<node.size {
        before = before + node.summaries[passed]
        after = after + node.summaries[passed]
      }
      return settle(node, splits, small)
    }

    /// A child under which something changes, and what.
    @usableFromInline typealias Visit = (child: Int, leaving: Range<Int>, arriving: Range<Int>)

    /// The children of a node under which something changes, whose memory is asked for: they are nowhere near each
    /// other.
    @inlinable
    func visits(
      of node: TreeNode<Element>,
      _ leaving: Range<Int>,
      _ arriving: Range<Int>,
      _ placement: Placement
    ) -> ContiguousArray<Visit> {
      var (leaving, arriving) = (leaving, arriving)
      var position = 0
      var visits: ContiguousArray<Visit> = []
      visits.reserveCapacity(Swift.min(node.size, leaving.count + arriving.count))
      while !leaving.isEmpty || !arriving.isEmpty {
        let child = child(of: node, from: position, leaving, arriving, placement)
        position = child + 1
        let isLast = position == node.size
        let ends =
          isLast
          ? (leaving.upperBound, arriving.upperBound)
          : (
            end(of: leaving, in: self.leaving, before: node.elements[position], true, placement),
            end(of: arriving, in: self.arriving, before: node.elements[position], false, placement)
          )
        unsafe CPrefetch.prefetch(node.address(ofChild: child))
        visits.append(
          (child, leaving.lowerBound..<ends.0, arriving.lowerBound..<ends.1)
        )
        leaving = ends.0..<leaving.upperBound
        arriving = ends.1..<arriving.upperBound
      }
      if visits.count > 1 {
        for visit in visits { node.prefetchElements(ofChild: visit.child) }
      }
      return visits
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

    /// The child under which the next change is.
    @inlinable
    func child(
      of node: TreeNode<Element>,
      from position: Int,
      _ leaving: Range<Int>,
      _ arriving: Range<Int>,
      _ placement: Placement
    ) -> Int {
      func child(_ other: Element, _ isLeaving: Bool) -> Int {
        let next = node.elements[position...].partitioningIndex {
          placement($0, other, isLeaving) == .after
        }
        return Swift.max(next - 1, position)
      }
      let last = node.size - 1
      return Swift.min(
        leaving.isEmpty ? last : child(self.leaving[leaving.lowerBound], true),
        arriving.isEmpty ? last : child(self.arriving[arriving.lowerBound], false)
      )
    }

    /// How far changes go that are before the first element of a child.
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
}
