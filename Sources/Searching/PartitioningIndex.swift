extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies a predicate, where all elements after one that does satisfy
  /// it too; the end index where none does.
  ///
  /// - Parameter isInSecondPart: Whether an element is in the second part.
  /// - Returns: Where the second part begins.
  /// - Complexity: O(log *n*) calls of the predicate.
  @inlinable
  package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
