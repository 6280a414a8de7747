/// Old rows by the hash of their identity, for hashes that hardly tell rows apart.
///
/// Rows with the same hash form a ring, in list order. The search for a row starts where the last row
/// with its hash was found, in both directions at once: lists that keep their order, or turn it around, cost
/// a comparison or two a row, whatever the hash.
@usableFromInline
struct HashBuckets {
  /// The comparisons that may still be made.
  @usableFromInline private(set) var comparisonsLeft: Int
  private var steps = 0
  private var numbers: [Int: Int32] = [:]
  /// For each bucket, the row that the next search begins at, or -1 where the bucket is empty.
  private var cursors: [Int32] = []
  /// For each row, its neighbours in the ring.
  private var next: [Int32]
  private var previous: [Int32]

  /// Makes room for old rows to be searched for by new ones.
  ///
  /// - Parameters:
  ///   - oldCount: The number of old rows, below `Int32.max`.
  ///   - newCount: The number of new rows.
  @usableFromInline
  init(oldCount: Int, newCount: Int) {
    comparisonsLeft = 256 * (oldCount + newCount) + 16_777_216
    next = [Int32](repeating: -1, count: oldCount)
    previous = next
  }

  /// Whether searches ended because the comparisons were used up.
  @usableFromInline
  var isExhausted: Bool { comparisonsLeft <= 0 }

  /// The comparisons made since this was asked last.
  @usableFromInline
  mutating func takeSteps() -> Int {
    defer { steps = 0 }
    return steps
  }

  /// Puts a row at the end of the bucket of its hash.
  @usableFromInline
  mutating func append(_ row: Int, hash: Int) {
    let row = Int32(row)
    guard let number = numbers[hash] else {
      numbers[hash] = Int32(cursors.count)
      cursors.append(row)
      next[Int(row)] = row
      previous[Int(row)] = row
      return
    }
    let first = cursors[Int(number)]
    let last = previous[Int(first)]
    next[Int(last)] = row
    previous[Int(row)] = last
    next[Int(row)] = first
    previous[Int(first)] = row
  }

  /// Takes a row out of a bucket.
  ///
  /// - Parameters:
  ///   - hash: The hash of its identity.
  ///   - isSame: Whether the row at an offset is the one.
  /// - Returns: Its offset; nil if there is none, or no comparison is left to find it with.
  @inlinable
  mutating func remove(hash: Int, isSame: (Int) -> Bool) -> Int? {
    guard let bucket = bucket(of: hash) else { return nil }
    var forward = start(of: bucket)
    guard forward >= 0 else { return nil }
    var backward = row(before: forward)
    var compared = 0
    defer { spend(compared) }
    while compared < comparisonsLeft {
      compared += 1
      if isSame(forward) {
        unlink(forward, of: bucket)
        return forward
      }
      if backward == forward { return nil }
      compared += 1
      if isSame(backward) {
        unlink(backward, of: bucket)
        return backward
      }
      forward = row(after: forward)
      if forward == backward { return nil }
      backward = row(before: backward)
    }
    return nil
  }

  @usableFromInline
  func bucket(of hash: Int) -> Int? { numbers[hash].map { Int($0) } }

  @usableFromInline
  func start(of bucket: Int) -> Int { Int(cursors[bucket]) }

  @usableFromInline
  func row(after row: Int) -> Int { Int(next[row]) }

  @usableFromInline
  func row(before row: Int) -> Int { Int(previous[row]) }

  @usableFromInline
  mutating func spend(_ compared: Int) {
    comparisonsLeft -= compared
    steps += compared
  }

  @usableFromInline
  mutating func unlink(_ row: Int, of bucket: Int) {
    let after = next[row]
    let before = previous[row]
    guard Int(after) != row else {
      cursors[bucket] = -1
      return
    }
    next[Int(before)] = after
    previous[Int(after)] = before
    cursors[bucket] = after
  }
}
