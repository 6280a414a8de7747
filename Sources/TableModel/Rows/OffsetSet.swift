import ListDiffing

/// A set of offsets into a changing list.
struct OffsetSet: Sendable {
  /// Whether each offset is in the set, from 0 on; those after the last one are not.
  private var members: [Bool] = []
  /// The number of offsets in the set.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  func contains(_ offset: Int) -> Bool { offset < members.count && members[offset] }

  /// The number of offsets below a given one.
  func count(below offset: Int) -> Int { members.prefix(offset).count { $0 } }

  mutating func removeAll() { self = OffsetSet() }

  mutating func remove(_ offsets: [Int]) {
    for offset in offsets where contains(offset) {
      members[offset] = false
      count -= 1
    }
    if isEmpty { removeAll() }
  }

  /// Inserts offsets, some of which may already be in the set.
  mutating func insert(_ offsets: [Int]) {
    guard let last = offsets.max() else { return }
    members += repeatElement(false, count: max(0, last + 1 - members.count))
    for offset in offsets where !members[offset] {
      members[offset] = true
      count += 1
    }
  }

  /// Changes the set with the list: offsets follow their rows, and those of deleted rows are removed.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  mutating func apply(_ difference: Difference) {
    let isBehind = difference.insertions.allSatisfy { $0 >= members.count }
    guard !isEmpty, !isBehind || !difference.deletions.isEmpty || !difference.moves.isEmpty else {
      return
    }
    let moved = difference.moves.filter { contains($0.source) }.map(\.target)
    var (stayed, next) = ([Bool](), 0)
    for offset in (difference.deletions + difference.moves.map(\.source)).sorted()
    where offset < members.count {
      stayed += members[next..<offset]
      next = offset + 1
    }
    stayed += members[next...]
    (members, next) = ([], 0)
    for offset in (difference.insertions + difference.moves.map(\.target)).sorted() {
      let end = next + offset - members.count
      guard end < stayed.count else { break }
      members += stayed[next..<end]
      members.append(false)
      next = end
    }
    members += stayed[next...]
    count = members.count { $0 }
    insert(moved)
    if isEmpty { removeAll() }
  }
}
