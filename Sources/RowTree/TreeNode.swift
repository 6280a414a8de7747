/// A node of a ``RankTree``: a leaf with elements, or an inner node with children.
///
/// Its fields are not checked for overlapping accesses at run time, which took a third of the time of an
/// insertion. None can overlap: nodes are reached only through methods of the tree that holds them, a
/// value, whose own accesses are checked.
@usableFromInline
final class TreeNode<Element: SummarizedElement> {
  @usableFromInline typealias Summary = Element.Summary

  /// The elements of a leaf; of an inner node the first element under each child.
  @safe @exclusivity(unchecked) @usableFromInline var elements: ContiguousArray<Element>
  /// The children of an inner node; empty for a leaf.
  @safe @exclusivity(unchecked) @usableFromInline var children: ContiguousArray<TreeNode>
  /// How many elements are under each child.
  @safe @exclusivity(unchecked) @usableFromInline var counts: ContiguousArray<Int>
  /// What the elements under each child add up to.
  @safe @exclusivity(unchecked) @usableFromInline var summaries: ContiguousArray<Summary>
  /// How many elements are under the node.
  @safe @exclusivity(unchecked) @usableFromInline var count: Int
  /// What the elements under the node add up to.
  @safe @exclusivity(unchecked) @usableFromInline var summary: Summary

  /// Makes a leaf.
  @inlinable
  init(elements: ContiguousArray<Element>) {
    self.elements = elements
    (children, counts, summaries) = ([], [], [])
    (count, summary) = (0, .zero)
    sumUp()
  }

  /// Makes an inner node of one child at least.
  @inlinable
  init(children: ContiguousArray<TreeNode>) {
    self.children = children
    elements = ContiguousArray(children.map { $0.elements[0] })
    counts = ContiguousArray(children.map(\.count))
    summaries = ContiguousArray(children.map(\.summary))
    (count, summary) = (0, .zero)
    sumUp()
  }

  @inlinable
  init(copying other: TreeNode) {
    (elements, children) = (other.elements, other.children)
    (counts, summaries) = (other.counts, other.summaries)
    (count, summary) = (other.count, other.summary)
  }

  @inlinable var isLeaf: Bool { children.isEmpty }
  /// How many elements or children the node itself has.
  @inlinable var size: Int { elements.count }

  /// Makes a node safe to change: a copy of one that another tree shares.
  @inlinable
  static func own(_ node: inout TreeNode) {
    if !isKnownUniquelyReferenced(&node) { node = TreeNode(copying: node) }
  }

  /// Counts and adds up what is under the node.
  @inlinable
  func sumUp() {
    count = isLeaf ? elements.count : counts.reduce(0, +)
    addUp()
  }

  /// Adds up what is under the node.
  @inlinable
  func addUp() {
    // Elements that are only counted have nothing to be added up.
    guard MemoryLayout<Summary>.size > 0 else { return }
    var sum = Summary.zero
    if isLeaf {
      for element in elements { sum = sum + element.summary }
    } else {
      for part in summaries { sum = sum + part }
    }
    summary = sum
  }

  /// Takes over what a child has become.
  @inlinable
  func refresh(_ child: Int) {
    elements[child] = children[child].elements[0]
    counts[child] = children[child].count
    summaries[child] = children[child].summary
  }

  /// Moves what is from a position on into a new node.
  @inlinable
  func split(at position: Int) -> TreeNode {
    let right: TreeNode
    if isLeaf {
      right = TreeNode(elements: ContiguousArray(elements[position...]))
      elements.removeSubrange(position...)
    } else {
      right = TreeNode(children: ContiguousArray(children[position...]))
      elements.removeSubrange(position...)
      children.removeSubrange(position...)
      counts.removeSubrange(position...)
      summaries.removeSubrange(position...)
    }
    sumUp()
    return right
  }

  /// Takes over all of the node after this one.
  @inlinable
  func append(_ right: TreeNode) {
    elements += right.elements
    children += right.children
    counts += right.counts
    summaries += right.summaries
    sumUp()
  }

  @inlinable
  func insertChild(_ child: TreeNode, at position: Int) {
    elements.insert(child.elements[0], at: position)
    children.insert(child, at: position)
    counts.insert(child.count, at: position)
    summaries.insert(child.summary, at: position)
  }

  @inlinable
  func removeChild(at position: Int) {
    elements.remove(at: position)
    children.remove(at: position)
    counts.remove(at: position)
    summaries.remove(at: position)
  }

  /// The child under which the element of a rank is, and its rank there; for the rank after all,
  /// the last child.
  @inlinable
  func child(ofRank rank: Int) -> (position: Int, rank: Int) {
    var (position, rank) = (0, rank)
    let last = counts.count - 1
    while position < last, rank >= counts[position] {
      rank -= counts[position]
      position += 1
    }
    return (position, rank)
  }
}

// Unchecked, and safe: a node is written to only after `isKnownUniquelyReferenced` has said that the tree
// that writes holds the only reference to it, and every node on the way down to it; any node that two
// trees share, in whatever tasks, is copied first and never changed again. Its elements are values, and
// must be `Sendable` themselves.
extension TreeNode: @unchecked Sendable {}
