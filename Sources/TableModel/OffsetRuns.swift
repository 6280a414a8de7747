import ListDiffing

/// A set of offsets into a changing list, stored as ascending runs that do not touch.
struct OffsetRuns: Hashable, Sendable {
  private(set) var runs: [Range<Int>] = []
  /// The number of offsets.
  private(set) var count = 0

  var isEmpty: Bool { runs.isEmpty }

  func contains(_ offset: Int) -> Bool {
    let position = runs.partitionPoint { $0.upperBound <= offset }
    return position < runs.count && runs[position].contains(offset)
  }

  /// The number of offsets below a given one.
  func count(below offset: Int) -> Int {
    let position = runs.partitionPoint { $0.upperBound <= offset }
    var result = runs[..<position].reduce(0) { $0 + $1.count }
    if position < runs.count { result += max(0, offset - runs[position].lowerBound) }
    return result
  }

  mutating func removeAll() {
    self = OffsetRuns()
  }

  /// Removes the offsets in a range.
  mutating func remove(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let first = runs.partitionPoint { $0.upperBound <= range.lowerBound }
    let last = runs.partitionPoint { $0.lowerBound < range.upperBound }
    guard first < last else { return }
    let touched = runs[first..<last]
    var kept: [Range<Int>] = []
    if let run = touched.first, run.lowerBound < range.lowerBound {
      kept.append(run.lowerBound..<range.lowerBound)
    }
    if let run = touched.last, run.upperBound > range.upperBound {
      kept.append(range.upperBound..<run.upperBound)
    }
    count += kept.reduce(0) { $0 + $1.count } - touched.reduce(0) { $0 + $1.count }
    runs.replaceSubrange(first..<last, with: kept)
  }

  /// Inserts offsets, some of which may already be in the set.
  ///
  /// - Parameter offsets: The offsets in ascending order.
  mutating func insert(_ offsets: [Int]) {
    guard !offsets.isEmpty else { return }
    var merged = OffsetRuns()
    var next = 0
    for run in runs {
      while next < offsets.count, offsets[next] < run.lowerBound {
        merged.append(offsets[next]..<offsets[next] + 1)
        next += 1
      }
      merged.append(run)
      while next < offsets.count, offsets[next] < run.upperBound { next += 1 }
    }
    while next < offsets.count {
      merged.append(offsets[next]..<offsets[next] + 1)
      next += 1
    }
    self = merged
  }

  /// The set after a change of the list: offsets follow their rows, and those of deleted rows are removed.
  ///
  /// - Complexity: O(*r* + *k* log *k*) for *r* runs and *k* changes.
  func applying(_ difference: Difference) -> OffsetRuns {
    guard !isEmpty else { return self }
    let leaving = (difference.deletions + difference.moves.map(\.source)).sorted()
    let arriving = (difference.insertions + difference.moves.map(\.target)).sorted()
    var result = OffsetRuns()
    var left = 0
    var arrived = 0
    // Rows that stay keep their relative order: first departing rows are cut out of each run, then the ranks
    // are shifted by arriving rows.
    func appendStaying(_ offsets: Range<Int>, rankShift: Int) {
      var rank = offsets.lowerBound - rankShift
      let end = offsets.upperBound - rankShift
      while rank < end {
        while arrived < arriving.count, arriving[arrived] - arrived <= rank { arrived += 1 }
        let limit = arrived < arriving.count ? min(end, arriving[arrived] - arrived) : end
        result.append(rank + arrived..<limit + arrived)
        rank = limit
      }
    }
    for run in runs {
      while left < leaving.count, leaving[left] < run.lowerBound { left += 1 }
      var start = run.lowerBound
      while left < leaving.count, leaving[left] < run.upperBound {
        appendStaying(start..<leaving[left], rankShift: left)
        start = leaving[left] + 1
        left += 1
      }
      appendStaying(start..<run.upperBound, rankShift: left)
    }
    result.insert(difference.moves.filter { contains($0.source) }.map(\.target).sorted())
    return result
  }

  /// Appends a run that starts at or after the end of the last one.
  private mutating func append(_ run: Range<Int>) {
    guard !run.isEmpty else { return }
    count += run.count
    if let last = runs.last, last.upperBound == run.lowerBound {
      runs[runs.count - 1] = last.lowerBound..<run.upperBound
    } else {
      runs.append(run)
    }
  }
}
