extension Difference {
  /// The difference of two lists of identifiable rows, told by identity and by content.
  ///
  /// The k-th row of an identity pairs with the k-th row of that identity. Of the pairs, a longest
  /// increasing subsequence stays and the others move, which for unique identities is the least
  /// number of operations.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after the change.
  /// - Complexity: O(*n* log *n*) for lists of *n* rows, with O(*n*) hashes of an identity.
  public init<Row: Identifiable & Equatable>(from old: [Row], to new: [Row]) {
    self.init(from: old, to: new, identity: \.id, isContentEqual: ==)
  }

  /// The difference of two lists by a rule for identity and one for content.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after the change.
  ///   - identity: Which row it is; equal identities are the same row.
  ///   - isContentEqual: Whether two rows of one identity say the same.
  /// - Complexity: O(*n* log *n*) for lists of *n* rows, with O(*n*) hashes of an identity.
  public init<Row, Identity: Hashable>(
    from old: [Row],
    to new: [Row],
    identity: (Row) -> Identity,
    isContentEqual: (Row, Row) -> Bool
  ) {
    self.init()
    var unpaired: [Identity: [Int]] = [:]
    for offset in old.indices.reversed() {
      unpaired[identity(old[offset]), default: []].append(offset)
    }
    var sources = [Int](repeating: -1, count: new.count)
    for offset in new.indices {
      guard let source = unpaired[identity(new[offset])]?.popLast() else {
        insertions.append(offset)
        continue
      }
      sources[offset] = source
      if !isContentEqual(old[source], new[offset]) {
        updates.append(Update(old: source, new: offset))
      }
    }
    deletions = unpaired.values.flatMap(\.self).sorted()

    let paired = new.indices.filter { sources[$0] >= 0 }
    let stays = longestIncreasingSubsequence(of: paired.map { sources[$0] })
    for (position, offset) in paired.enumerated() where !stays[position] {
      moves.append(Move(from: sources[offset], to: offset))
    }
  }
}

/// Tells for each value whether it belongs to one longest strictly increasing subsequence.
///
/// Patience sorting: `tails[k]` is the position of the least value that ends an increasing
/// subsequence of length k + 1 (Schensted 1961; Fredman 1975).
///
/// - Complexity: O(*n* log *n*).
func longestIncreasingSubsequence(of values: [Int]) -> [Bool] {
  var tails: [Int] = []
  var previous = [Int](repeating: -1, count: values.count)
  for position in values.indices {
    var low = 0
    var high = tails.count
    while low < high {
      let middle = (low + high) / 2
      if values[tails[middle]] < values[position] { low = middle + 1 } else { high = middle }
    }
    if low > 0 { previous[position] = tails[low - 1] }
    if low == tails.count { tails.append(position) } else { tails[low] = position }
  }
  var belongs = [Bool](repeating: false, count: values.count)
  var position = tails.last ?? -1
  while position >= 0 {
    belongs[position] = true
    position = previous[position]
  }
  return belongs
}
