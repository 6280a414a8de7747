extension BatchUpdates {
  /// A part of both lists, read side by side from their starts.
  enum Part {
    /// A deleted or moved row, by its offset before the batch.
    case leaving(Int)
    /// An inserted or moved row, by its offset after the batch.
    case arriving(Int)
    /// Rows that stay in line beside each other, by their first offsets.
    case staying(old: Int, new: Int, length: Int)
  }

  /// The parts in order: between two runs of rows that stay, first the deleted and moved ones.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes, whatever the counts of rows are.
  func parts() -> [Part] {
    let leaving = (deletions + moves.map(\.source)).sorted()
    let arriving = (insertions + moves.map(\.target)).sorted()
    var parts: [Part] = []
    var nextLeaving = 0
    var nextArriving = 0
    var old = 0
    var new = 0
    while true {
      while nextLeaving < leaving.count, leaving[nextLeaving] == old {
        parts.append(.leaving(old))
        nextLeaving += 1
        old += 1
      }
      while nextArriving < arriving.count, arriving[nextArriving] == new {
        parts.append(.arriving(new))
        nextArriving += 1
        new += 1
      }
      let length = min(
        (nextLeaving < leaving.count ? leaving[nextLeaving] : oldCount) - old,
        (nextArriving < arriving.count ? arriving[nextArriving] : newCount) - new
      )
      guard length > 0 else { return parts }
      parts.append(.staying(old: old, new: new, length: length))
      old += length
      new += length
    }
  }
}
