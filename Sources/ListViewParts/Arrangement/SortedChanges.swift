/// The entries of changed rows, in their order.
///
/// Words of eight bytes, which tell most entries apart, are sorted in place of the entries.
struct SortedChanges {
  /// The indices of the changes, in the order of their entries.
  private(set) var indices: [Int] = []
  /// The entries in their order.
  private(set) var entries: [OrderEntry] = []

  /// Sorts entries.
  ///
  /// - Parameters:
  ///   - source: The entries by the indices of their changes.
  ///   - indices: The indices of those to be sorted.
  ///   - comparison: Says what word an entry has.
  ///   - precedes: Whether one entry precedes another, which is asked of those with equal words.
  init(
    _ source: [OrderEntry?],
    at indices: [Int],
    _ comparison: EntryComparison,
    by precedes: (OrderEntry, OrderEntry) -> Bool
  ) {
    self.indices = indices
    if indices.count > 1 {
      var words: [(word: UInt64, index: Int)] = []
      words.reserveCapacity(indices.count)
      for index in indices {
        if let entry = source[index] { words.append((comparison.word(of: entry), index)) }
      }
      words.sort { left, right in
        guard left.word == right.word, let first = source[left.index],
          let second = source[right.index]
        else { return left.word < right.word }
        return precedes(first, second)
      }
      self.indices = words.map(\.index)
    }
    entries.reserveCapacity(indices.count)
    for index in self.indices { if let entry = source[index] { entries.append(entry) } }
  }
}
