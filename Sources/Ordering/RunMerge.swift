/// Sorts entries in slices, by repeatedly merging adjacent runs until there is only one.
///
/// Source: Knuth, "The Art of Computer Programming", volume 3, 5.2.4: natural merge sort.
struct RunMerge: Sendable {
  typealias Element = OrderEntry

  /// The elements, as a sequence of runs.
  private(set) var elements: ContiguousArray<Element> = []
  /// The end of each run.
  private var ends: [Int] = []
  /// The ends of the runs merged in the current pass.
  private var mergedEnds: [Int] = []
  /// The two runs being merged, and a copy of the first one.
  private var pair = RunPair()
  private var copy: ContiguousArray<Element> = []
  /// The number of elements moved, and the number to move in total.
  private var moves = (done: 0, all: 0)

  /// Creates a merge with room for a number of elements.
  init(capacity: Int) { elements.reserveCapacity(capacity) }

  /// Appends elements in any order, to be sorted before they are merged.
  mutating func append(_ chunk: some Sequence<Element>) {
    // Not all together: an empty array would take over the others' memory, in which there is no room for more.
    for element in chunk { elements.append(element) }
  }

  /// The number of elements that are in runs; those behind them are not sorted yet.
  var sortedCount: Int { ends.last ?? 0 }

  /// Sorts at most a given number of elements into a run.
  @inline(__always)
  mutating func sort(_ count: Int, by precedes: (Element, Element) -> Bool) {
    let start = sortedCount
    let end = min(start + count, elements.count)
    guard start < end else { return }
    let isOrdered = (start + 1..<end).allSatisfy { !precedes(elements[$0], elements[$0 - 1]) }
    if !isOrdered {
      // The standard sort leaves equal elements in their order, although it does not promise that.
      elements.withUnsafeMutableBufferPointer { elements in
        var run = UnsafeMutableBufferPointer(rebasing: elements[start..<end])
        run.sort(by: precedes)
      }
    }
    if start > 0, !precedes(elements[start], elements[start - 1]) { ends.removeLast() }
    ends.append(end)
  }

  /// Whether all elements are in order.
  var isDone: Bool { ends.count <= 1 && sortedCount == elements.count }

  /// The share of the moves that are done, from 0 to 1.
  var progress: Double {
    if isDone { return 1 }
    return moves.all == 0 ? 0 : min(1, Double(moves.done) / Double(moves.all))
  }

  /// Moves at least a given number of elements, unless that completes the merge.
  ///
  /// - Parameters:
  ///   - count: The number of elements.
  ///   - precedes: Whether one element precedes another.
  @inline(__always)
  mutating func advance(
    by count: Int,
    precedes: (Element, Element) -> Bool
  ) {
    guard !isDone else { return }
    if moves.all == 0 {
      let passes = Int.bitWidth - (ends.count - 1).leadingZeroBitCount
      // Half of them are copied as well.
      moves.all = elements.count * passes * 3 / 2
      pair = nextPair
      // In the last pass the first run is the longest: all that make a number of runs that is a power of two.
      copy.reserveCapacity(ends[1 << (passes - 1) - 1])
    }
    let goal = moves.done + count
    while moves.done < goal, !isDone { step(upTo: goal - moves.done, precedes) }
  }

  /// The first two runs that have not been merged in the current pass: each merged run stands for two.
  private var nextPair: RunPair {
    let (first, number) = (mergedEnds.last ?? 0, 2 * mergedEnds.count)
    return RunPair(first, ends[number], number + 1 < ends.count ? ends[number + 1] : ends[number])
  }

  /// Moves at most a given number of elements of the current pair of runs.
  @inline(__always)
  private mutating func step(
    upTo limit: Int,
    _ precedes: (Element, Element) -> Bool
  ) {
    let copied = pair.copied.dropFirst(copy.count).prefix(limit)
    copy += elements[copied]
    moves.done += copied.count
    guard copy.count == pair.copied.count else { return }
    let start = pair.position
    var pair = pair
    copy.withUnsafeMutableBufferPointer { copy in
      elements.withUnsafeMutableBufferPointer { elements in
        guard let copy = copy.baseAddress, let elements = elements.baseAddress else { return }
        pair.merge(copy, into: elements, limit: limit, by: precedes)
      }
    }
    self.pair = pair
    moves.done += pair.position - start
    guard pair.position == pair.end else { return }
    mergedEnds.append(pair.end)
    copy.removeAll(keepingCapacity: true)
    if pair.end == elements.count { (ends, mergedEnds) = (mergedEnds, []) }
    if isDone { copy = [] } else { self.pair = nextPair }
  }
}

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
