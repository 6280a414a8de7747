/// A node of a ``RankTree``: a leaf with elements, or an inner node with children.
///
/// Exclusivity of its fields is not checked at run time: the checks took a third of the time of an
/// insertion. No accesses can overlap: nodes are reached only through methods of the tree that holds
/// them, a value, whose own accesses are checked.
@usableFromInline
final class TreeNode<Element: SummarizedElement> {
  @usableFromInline typealias Summary = Element.Summary

  /// The elements of a leaf; for an inner node the first element below each child.
  @safe @exclusivity(unchecked) @usableFromInline var elements: ContiguousArray<Element>
  /// The children of an inner node; empty for a leaf.
  @safe @exclusivity(unchecked) @usableFromInline var children: ContiguousArray<TreeNode>
  /// The number of elements below each child.
  @safe @exclusivity(unchecked) @usableFromInline var counts: ContiguousArray<Int>
  /// The summary of the elements below each child.
  @safe @exclusivity(unchecked) @usableFromInline var summaries: ContiguousArray<Summary>
  /// The number of elements below the node.
  @safe @exclusivity(unchecked) @usableFromInline var count: Int
  /// The summary of the elements below the node.
  @safe @exclusivity(unchecked) @usableFromInline var summary: Summary

  /// Creates a leaf.
  @inlinable
  init(elements: ContiguousArray<Element>) {
    self.elements = elements
    (children, counts, summaries) = ([], [], [])
    (count, summary) = (0, .zero)
    sumUp()
  }

  /// Creates an inner node with at least one child.
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
  /// The number of elements or children of the node itself.
  @inlinable var size: Int { elements.count }

  /// Makes a node unique: copies it if it is shared with another tree.
  @inlinable
  static func own(_ node: inout TreeNode) {
    if !isKnownUniquelyReferenced(&node) { node = TreeNode(copying: node) }
  }

  /// Recomputes the count and the summary.
  @inlinable
  func sumUp() {
    count = isLeaf ? elements.count : counts.reduce(0, +)
    summary = sum(0..<size)
  }

  /// The summary of the elements at some positions, or below the children there.
  @inlinable
  func sum(_ positions: Range<Int>) -> Summary {
    var sum = Summary.zero
    // Elements that are only counted have no summary.
    guard MemoryLayout<Summary>.size > 0 else { return sum }
    if isLeaf {
      for element in elements[positions] { sum = sum + element.summary }
    } else {
      for part in summaries[positions] { sum = sum + part }
    }
    return sum
  }

  /// The summary of the elements before a position, or of those below the children before it.
  ///
  /// Those between it and the nearer end are looked at.
  @inlinable
  func summary(before position: Int) -> Summary {
    if isLeaf, let sum = Element.summary(of: position, among: size, summary) { return sum }
    return position * 2 <= size ? sum(0..<position) : summary - sum(position..<size)
  }

  /// Counts an element that is below the node now.
  @inlinable
  func count(_ element: Element) {
    count += 1
    summary = summary + element.summary
  }

  /// Counts an element no more that was below the node.
  @inlinable
  func uncount(_ element: Element) {
    count -= 1
    summary = summary - element.summary
  }

  /// Updates the entry of a child that has changed.
  @inlinable
  func refresh(_ child: Int) {
    elements[child] = children[child].elements[0]
    counts[child] = children[child].count
    summaries[child] = children[child].summary
  }

  /// Moves everything from a position on into a new node.
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

  /// Appends everything in the following node.
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

  /// The child that contains the element at a rank, and its rank there; for the rank after the last
  /// element, the last child.
  @inlinable
  func child(ofRank rank: Int) -> (position: Int, rank: Int) {
    let last = counts.count - 1
    // The ends are where most rows come and go.
    if rank >= count - counts[last] { return (last, rank - (count - counts[last])) }
    var (position, rank) = (0, rank)
    while position < last, rank >= counts[position] {
      rank -= counts[position]
      position += 1
    }
    return (position, rank)
  }
}

// Unchecked, but safe: a node is written to only after `isKnownUniquelyReferenced` has shown that the tree
// has the only reference to it, and to every node on the path to it; a node that two trees share, in
// whatever tasks, is copied first and never changed again. Its elements are values, and must be
// `Sendable` themselves.
extension TreeNode: @unchecked Sendable {}

/// A summary of some elements, such as their number: a commutative group.
///
/// `+` is associative and commutative, `zero` is its neutral element, and `-` takes back what `+` added.
@usableFromInline package protocol TreeSummary: Sendable {
  /// The summary of no elements.
  static var zero: Self { get }
  /// The summary of the elements of both.
  static func + (left: Self, right: Self) -> Self
  /// The summary of the elements of the first one without those of the second one, which are among them.
  static func - (left: Self, right: Self) -> Self
}

/// An element that contributes to a summary.
@usableFromInline package protocol SummarizedElement: Sendable {
  /// The summary of a range of elements.
  associatedtype Summary: TreeSummary
  /// The contribution of the element.
  var summary: Summary { get }
  /// The summary of some of the elements that a summary describes, if it does not depend on which; else nil.
  ///
  /// - Parameters:
  ///   - part: The number of elements in the part.
  ///   - count: The number of all the elements.
  ///   - summary: The summary of all.
  /// - Returns: The summary of the part, without a look at its elements.
  static func summary(of part: Int, among count: Int, _ summary: Summary) -> Summary?
}

extension SummarizedElement {
  /// Nil: the elements have to be looked at.
  @inlinable
  package static func summary(of part: Int, among count: Int, _ summary: Summary) -> Summary? {
    nil
  }
}

/// A summary for elements that are only counted.
@usableFromInline package struct NoSummary: TreeSummary {
  /// The summary of no elements.
  @usableFromInline package static var zero: NoSummary { NoSummary() }

  /// Creates a summary.
  @inlinable
  package init() {}

  /// The summary of the elements of both.
  @inlinable
  package static func + (left: NoSummary, right: NoSummary) -> NoSummary { NoSummary() }

  /// The summary of the others.
  @inlinable
  package static func - (left: NoSummary, right: NoSummary) -> NoSummary { NoSummary() }
}
