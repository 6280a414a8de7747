extension Search {
  /// Whether the row at an offset matches, by the last count.
  package func hasMatch(at offset: Int) -> Bool {
    let position = matches.partition { $0 < offset }
    return position < matches.count && matches[position] == offset
  }

  /// `3/17` for the third of seventeen matches, `17` beside them; nil before there is a count.
  package func count(at offset: Int?) -> String? {
    guard hasCount else { return nil }
    let total = Money.grouped(String(matches.count)) + (isCounted ? "" : "…")
    guard let offset else { return total }
    let position = matches.partition { $0 < offset }
    guard position < matches.count, matches[position] == offset else { return total }
    return "\(Money.grouped(String(position + 1)))/\(total)"
  }
}

extension [Int] {
  /// How many elements at the front satisfy the condition, where all that do stand at the front.
  fileprivate func partition(_ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
