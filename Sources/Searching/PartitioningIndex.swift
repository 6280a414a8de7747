extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies a predicate, if all elements after one that does satisfy
  /// it too; the end index if none does.
  ///
  /// - Parameter isInSecondPart: Whether an element is in the second part.
  /// - Returns: The beginning of the second part.
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
