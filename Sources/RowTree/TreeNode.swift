/// A node of a ``RankTree``: a leaf with elements, or an inner node with children.
@usableFromInline
final class TreeNode<Element: SummarizedElement> {
  @usableFromInline typealias Summary = Element.Summary

  /// The elements of a leaf; of an inner node the first element under each child.
  @usableFromInline var elements: ContiguousArray<Element>
  /// The children of an inner node; empty for a leaf.
  @usableFromInline var children: ContiguousArray<TreeNode>
  /// How many elements are under each child.
  @usableFromInline var counts: ContiguousArray<Int>
  /// What the elements under each child add up to.
  @usableFromInline var summaries: ContiguousArray<Summary>
  /// How many elements are under the node.
  @usableFromInline var count: Int
  /// What the elements under the node add up to.
  @usableFromInline var summary: Summary

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

  @inlinable
  func sumUp() {
    var sum = Summary.zero
    if isLeaf {
      for element in elements { sum = sum + element.summary }
      count = elements.count
    } else {
      var total = 0
      for position in counts.indices {
        total += counts[position]
        sum = sum + summaries[position]
      }
      count = total
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

  /// Takes over all of the node behind this one.
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

  /// The child under which the element of a rank is, and its rank there; for the rank behind all, the
  /// last child.
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
