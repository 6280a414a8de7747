import ListDiffing
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A row that tells its identity from its content.
struct Row: Identifiable, Hashable, CustomStringConvertible {
  var id: Int
  var content = 0

  var description: String { "\(id)" + String(repeating: "′", count: content) }
}

/// The length of the lists of which every pair is tried, in the long runs: `LISTVIEW_EXHAUSTIVE`,
/// 5 if it says less; nil if the long runs were not asked for.
let exhaustiveLength: Int? = getenv("LISTVIEW_EXHAUSTIVE").map { text in
  max(Int(atoi(text)), 5)
}

/// Whether the long runs were asked for.
let isExhaustive = exhaustiveLength != nil

extension Difference {
  /// The old list as this difference changes it, or nil if it does not fit.
  func replayed<Row>(to old: [Row], new: (Int) -> Row) -> [Row]? {
    try? applying(to: old, new: new)
  }

  var operationCount: Int { deletions.count + insertions.count + moves.count + updates.count }
}

/// Every list of up to `length` values out of `alphabet`.
func lists(of alphabet: Int, upTo length: Int) -> [[Int]] {
  var result: [[Int]] = [[]]
  var longest: [[Int]] = [[]]
  for _ in 0..<length {
    longest = longest.flatMap { list in (0..<alphabet).map { list + [$0] } }
    result += longest
  }
  return result
}

/// The fault of a difference of two lists, or nil: it must apply, its inverse must apply, a
/// batch must take it, its parts must be in order, and pairs must have one identity.
func fault(in difference: Difference, from old: [Row], to new: [Row]) -> String? {
  let batch: BatchUpdates
  do {
    batch = try BatchUpdates(difference, from: old.count, to: new.count)
  } catch {
    return "no batch: \(error)"
  }
  if batch.difference != difference { return "a part is out of order" }
  if difference.replayed(to: old, new: { new[$0] }) != new { return "does not apply" }
  if difference.inverted().replayed(to: new, new: { old[$0] }) != old {
    return "the inverse does not apply"
  }
  if difference.moves.contains(where: { old[$0.source].id != new[$0.target].id }) {
    return "a move changes the identity"
  }
  if difference.updates.contains(where: { old[$0.old].id != new[$0.new].id }) {
    return "an update changes the identity"
  }
  return nil
}

/// The least number of deletions, insertions, moves and updates if no identity repeats in a
/// list, and the least without the updates if some do: by the textbook table.
func leastOperations(from old: [Row], to new: [Row], countingUpdates: Bool) -> Int {
  var previous = [Int](repeating: 0, count: new.count + 1)
  for row in old {
    var current = [0]
    for (place, other) in new.enumerated() {
      current.append(
        row.id == other.id ? previous[place] + 1 : max(previous[place + 1], current[place])
      )
    }
    previous = current
  }
  let inLine = previous[new.count]
  var pairs = 0
  var updates = 0
  for id in Set(old.map(\.id)) {
    pairs += min(old.count { $0.id == id }, new.count { $0.id == id })
    if countingUpdates, let before = old.first(where: { $0.id == id }),
      let after = new.first(where: { $0.id == id }), before != after
    {
      updates += 1
    }
  }
  return (old.count - pairs) + (new.count - pairs) + (pairs - inLine) + updates
}
