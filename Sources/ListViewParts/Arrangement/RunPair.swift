/// Two adjacent runs, and how far they are merged.
struct RunPair: Sendable {
  typealias Element = OrderEntry

  /// The positions of the next elements of both, and their ends.
  private var left: Int
  private let middle: Int
  private var right: Int
  let end: Int

  init(_ start: Int = 0, _ middle: Int = 0, _ end: Int = 0) {
    (left, self.middle, right, self.end) = (start, middle, middle, end)
  }

  /// The position of the next element of the merged run.
  var position: Int { left + right - middle }

  /// How many elements ahead of those that are compared memory is asked for.
  private static var prefetchDistance: Int { 8 }
  /// How many elements are sorted by insertion.
  private static var insertionCount: Int { 8 }

  /// Merges elements; of those that are equal the ones of the first run come first.
  ///
  /// By addresses, instead of indices that are checked, and without a branch for what is as likely as not: this is
  /// where a third of the time of a sort is spent.
  ///
  /// - Parameters:
  ///   - source: What contains the runs.
  ///   - target: What they are merged to, at the same positions.
  ///   - limit: The maximum number of elements that are moved.
  ///   - prefetch: Asks for the memory that is needed to compare an element.
  ///   - precedes: Whether one element precedes another.
  @inline(__always)
  mutating func merge(
    _ source: UnsafeBufferPointer<Element>,
    to target: UnsafeMutableBufferPointer<Element>,
    limit: Int = .max,
    prefetch: (Element) -> Void = { _ in },
    by precedes: (Element, Element) -> Bool
  ) {
    var (left, right, position) = (left, right, position)
    let stop = position + min(limit, end - position)
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
    (self.left, self.right) = (left, right)
  }

  /// Sorts elements, as many as the nearest caches hold; those that are equal stay in their order.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - start: The position of the first element that is sorted.
  ///   - precedes: Whether one element precedes another.
  @inline(__always)
  static func sort(
    _ elements: inout ContiguousArray<Element>,
    from start: Int = 0,
    by precedes: (Element, Element) -> Bool
  ) {
    var scratch = ContiguousArray(elements[start...])
    elements.withUnsafeMutableBufferPointer { elements in
      scratch.withUnsafeMutableBufferPointer { scratch in
        sort(.init(rebasing: elements[start...]), scratch, by: precedes)
      }
    }
  }

  /// Sorts elements by means of others, as many, in whose place anything is afterwards.
  @inline(__always)
  private static func sort(
    _ elements: UnsafeMutableBufferPointer<Element>,
    _ scratch: UnsafeMutableBufferPointer<Element>,
    by precedes: (Element, Element) -> Bool
  ) {
    let count = elements.count
    for start in stride(from: 0, to: count, by: insertionCount) {
      for index in start + 1..<max(start + 1, min(start + insertionCount, count)) {
        let element = elements[index]
        var place = index
        while place > start, precedes(element, elements[place - 1]) {
          elements[place] = elements[place - 1]
          place -= 1
        }
        elements[place] = element
      }
    }
    var (source, target) = (elements, scratch)
    var length = insertionCount
    while length < count {
      for start in stride(from: 0, to: count, by: 2 * length) {
        let middle = min(start + length, count)
        var pair = RunPair(start, middle, min(middle + length, count))
        pair.merge(UnsafeBufferPointer(source), to: target, by: precedes)
      }
      swap(&source, &target)
      length *= 2
    }
    guard source.baseAddress != elements.baseAddress else { return }
    for index in source.indices { elements[index] = source[index] }
  }
}
