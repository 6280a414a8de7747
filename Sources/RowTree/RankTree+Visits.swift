public import Searching

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
