/// Sorts elements in slices, by repeatedly merging adjacent runs until there is only one.
///
/// Source: Knuth, "The Art of Computer Programming", volume 3, 5.2.4: natural merge sort.
struct RunMerge<Element: Sendable>: Sendable {
  /// The elements, as a sequence of runs.
  private(set) var elements: ContiguousArray<Element> = []
  /// The end of each run.
  private var ends: [Int] = []
  /// The runs merged in the current pass, behind them anything, and their ends.
  private var merged: ContiguousArray<Element> = []
  private var mergedEnds: [Int] = []
  /// The positions in the two runs being merged.
  private var (left, right) = (0, 0)
  /// The number of elements moved, and the number to move in total.
  private var moves = (done: 0, all: 0)

  /// Creates a merge with room for a number of elements.
  init(capacity: Int) { elements.reserveCapacity(capacity) }

  /// Appends elements in any order.
  mutating func append(
    _ chunk: some Sequence<Element>,
    by precedes: (Element, Element) -> Bool
  ) {
    let start = elements.count
    elements += chunk
    guard start < elements.count else { return }
    if !Self.isOrdered(elements[start...], by: precedes) { elements[start...].sort(by: precedes) }
    if start > 0, precedes(elements[start - 1], elements[start]) { ends.removeLast() }
    ends.append(elements.count)
  }

  private static func isOrdered(
    _ slice: ArraySlice<Element>,
    by precedes: (Element, Element) -> Bool
  ) -> Bool { zip(slice, slice.dropFirst()).allSatisfy { precedes($0, $1) } }

  /// Whether all elements are in order.
  var isDone: Bool { ends.count <= 1 }

  /// The share of the moves that are done, from 0 to 1.
  var progress: Double {
    if isDone { return 1 }
    return moves.all == 0 ? 0 : min(1, Double(moves.done) / Double(moves.all))
  }

  /// How many elements ahead of those that are compared memory is asked for.
  private static var prefetchDistance: Int { 8 }

  /// Moves at least a given number of elements, unless that completes the merge.
  ///
  /// - Parameters:
  ///   - count: The number of elements.
  ///   - prefetch: Asks for the memory that is needed to compare an element.
  ///   - precedes: Whether one element precedes another.
  @inline(__always)
  mutating func advance(
    by count: Int,
    prefetch: (Element) -> Void = { _ in },
    precedes: (Element, Element) -> Bool
  ) {
    guard !isDone else { return }
    if moves.all == 0 {
      let passes = Int.bitWidth - (ends.count - 1).leadingZeroBitCount
      // Once more, to make room.
      moves.all = elements.count * (passes + 1)
      (left, right) = (0, ends[0])
    }
    let goal = moves.done + count
    while merged.count < elements.count {
      let end = min(merged.count + count, elements.count)
      moves.done += end - merged.count
      merged += elements[merged.count..<end]
      if moves.done >= goal { return }
    }
    while moves.done < goal, !isDone { step(upTo: goal - moves.done, prefetch, precedes) }
  }

  /// Moves at most a given number of elements of the next pair of runs.
  @inline(__always)
  private mutating func step(
    upTo limit: Int,
    _ prefetch: (Element) -> Void,
    _ precedes: (Element, Element) -> Bool
  ) {
    // Each merged run stands for two of the previous pass.
    let pair = mergedEnds.count * 2
    let middle = ends[pair]
    let end = pair + 1 < ends.count ? ends[pair + 1] : middle
    var (left, right) = (left, right)
    let start = left + right - middle
    let stop = min(start + limit, end)
    // Addresses instead of indices that are checked: this is where half of the time of a sort is spent.
    elements.withUnsafeBufferPointer { source in
      merged.withUnsafeMutableBufferPointer { target in
        var position = start
        while position < stop, left < middle, right < end {
          let takesRight = precedes(source[right], source[left])
          let taken = takesRight ? right : left
          target[position] = source[taken]
          position += 1
          right += takesRight ? 1 : 0
          left += takesRight ? 0 : 1
          let next = taken + Self.prefetchDistance
          if next < end { prefetch(source[next]) }
        }
        while position < stop {
          let takesRight = left == middle
          target[position] = source[takesRight ? right : left]
          position += 1
          right += takesRight ? 1 : 0
          left += takesRight ? 0 : 1
        }
      }
    }
    (self.left, self.right) = (left, right)
    moves.done += stop - start
    guard stop == end else { return }
    mergedEnds.append(end)
    if end < elements.count {
      (self.left, self.right) = (end, ends[pair + 2])
    } else {
      swap(&elements, &merged)
      (ends, mergedEnds) = (mergedEnds, [])
      (self.left, self.right) = (0, ends[0])
    }
  }
}
