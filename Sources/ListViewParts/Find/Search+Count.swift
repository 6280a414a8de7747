import Columns
internal import Searching

extension Search {
  /// Whether the row at an offset matches, by the last count.
  package func hasMatch(at offset: Int) -> Bool { matches.isSorted(containing: offset) }

  /// The count as shown to the user: `3/17` at the third of seventeen matches, otherwise `17`; nil until the
  /// first count.
  package func count(at offset: Int?) -> String? {
    guard hasCount else { return nil }
    let total = Money.grouped(String(matches.count)) + (isCounted ? "" : "…")
    guard let offset else { return total }
    let position = matches.partitioningIndex { $0 >= offset }
    guard position < matches.count, matches[position] == offset else { return total }
    return "\(Money.grouped(String(position + 1)))/\(total)"
  }
}

extension [Int] {
  /// Whether an element is among the elements, which ascend.
  func isSorted(containing element: Int) -> Bool {
    let position = partitioningIndex { $0 >= element }
    return position < count && self[position] == element
  }
}
