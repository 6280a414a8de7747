/// Two adjacent runs, and the progress of their merge.
struct RunPair: Sendable {
  typealias Element = OrderEntry

  /// The position of the first element, those of the next ones of both runs, and their ends.
  private let start: Int
  private var left: Int
  private let middle: Int
  private var right: Int
  let end: Int

  init(_ start: Int = 0, _ middle: Int = 0, _ end: Int = 0) {
    (self.start, self.middle, right, self.end) = (start, middle, middle, end)
    // A single run needs no merge.
    left = middle == end ? end : start
  }

  /// The position of the next element of the merged run.
  var position: Int { left + right - middle }
  /// The elements of the first run, to be copied before they are merged with others.
  var copied: Range<Int> { start..<(middle == end ? start : middle) }

  /// Merges elements in their place; of those that are equal the ones of the first run come first.
  ///
  /// Addresses replace checked indices, and there is no branch, because its outcome would be unpredictable: a third
  /// of the time of a sort is spent here. Room is needed for one run alone; the rest of the other one is already in
  /// its place.
  ///
  /// - Parameters:
  ///   - first: A copy of ``copied``.
  ///   - elements: The memory that contains the runs.
  ///   - limit: The maximum number of elements that are moved.
  ///   - precedes: Whether one element precedes another.
  @inline(__always)
  mutating func merge(
    _ first: UnsafeMutablePointer<Element>,
    into elements: UnsafeMutablePointer<Element>,
    limit: Int = .max,
    by precedes: (Element, Element) -> Bool
  ) {
    var (left, right, position) = (left, right, position)
    let stop = position + min(limit, end - position)
    while position < stop, left < middle, right < end {
      let (own, other) = (first + (left - start), elements + right)
      let takesRight = precedes(other.pointee, own.pointee)
      elements[position] = (takesRight ? other : own).pointee
      position += 1
      right += takesRight ? 1 : 0
      left += takesRight ? 0 : 1
    }
    if left < middle {
      while position < stop {
        elements[position] = first[left - start]
        position += 1
        left += 1
      }
    } else {
      right = end
    }
    (self.left, self.right) = (left, right)
  }
}
