import ListDiffing

/// A set of offsets into a changing list, kept in blocks, so that a change of the list moves the offsets of one
/// block only.
struct OffsetSet: Sendable {
  /// Whether each offset is in the set, from 0 on; those after the last block are not.
  private var blocks: [[Bool]] = []
  /// The number of offsets in each block, and the number of those in the set.
  private var sizes: [Int] = []
  private var counts: [Int] = []
  /// The number of offsets in the set.
  private(set) var count = 0

  /// The number of offsets in a block; at most twice as many, at least a quarter.
  private static let blockSize = 4_096

  var isEmpty: Bool { count == 0 }

  func contains(_ offset: Int) -> Bool {
    let (block, rest) = place(of: offset)
    return block < blocks.count && blocks[block][rest]
  }

  /// The number of offsets below a given one.
  func count(below offset: Int) -> Int {
    let (block, rest) = place(of: offset)
    let before = counts[..<block].reduce(0, +)
    return block < blocks.count ? before + blocks[block][..<rest].count { $0 } : before
  }

  mutating func removeAll() { self = OffsetSet() }

  /// Removes offsets; those that follow each other are found together.
  ///
  /// - Parameter offsets: The offsets in ascending order.
  mutating func remove(_ offsets: [Int]) {
    for range in Self.ranges(offsets) {
      var (block, start) = place(of: range.lowerBound)
      var left = range.count
      while left > 0, block < blocks.count {
        let part = start..<min(start + left, sizes[block])
        let members = blocks[block][part].count { $0 }
        if members > 0 { for offset in part { blocks[block][offset] = false } }
        counts[block] -= members
        count -= members
        left -= part.count
        (block, start) = (block + 1, 0)
      }
    }
    if isEmpty { removeAll() }
  }

  /// Inserts offsets, some of which may already be in the set.
  mutating func insert(_ offsets: [Int]) {
    guard let last = offsets.max() else { return }
    let end = sizes.reduce(0, +)
    if last >= end { append(repeatElement(false, count: last + 1 - end)) }
    for offset in offsets {
      let (block, rest) = place(of: offset)
      guard !blocks[block][rest] else { continue }
      blocks[block][rest] = true
      counts[block] += 1
      count += 1
    }
  }

  /// Changes the set with the list: offsets follow their rows, and those of deleted rows are removed.
  ///
  /// - Complexity: O(*k* · *b*) for *k* changed stretches of rows and *b* blocks, or O(*n*) for *n* rows,
  ///   whichever is less.
  mutating func apply(_ difference: Difference) {
    guard !isEmpty else { return }
    let moved = difference.moves.filter { contains($0.source) }.map(\.target)
    let leaving = Self.ranges((difference.deletions + difference.moves.map(\.source)).sorted())
    let arriving = Self.ranges((difference.insertions + difference.moves.map(\.target)).sorted())
    if (leaving.count + arriving.count) * (blocks.count + 16) < sizes.reduce(0, +) {
      for range in leaving.reversed() { drop(range) }
      for range in arriving { open(range) }
    } else {
      rebuild(without: leaving, with: arriving)
    }
    insert(moved)
    if isEmpty { removeAll() }
  }

  /// The stretches that ascending offsets form.
  private static func ranges(_ offsets: [Int]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for offset in offsets {
      if let last = ranges.last, last.upperBound == offset {
        ranges[ranges.count - 1] = last.lowerBound..<offset + 1
      } else {
        ranges.append(offset..<offset + 1)
      }
    }
    return ranges
  }

  /// The block that has an offset, and where it is in there; after the last block if none has.
  private func place(of offset: Int) -> (block: Int, rest: Int) {
    var rest = offset
    for (block, size) in sizes.enumerated() {
      if rest < size { return (block, rest) }
      rest -= size
    }
    return (blocks.count, rest)
  }

  private mutating func append(_ flags: some Collection<Bool>) {
    var rest = flags[...]
    while !rest.isEmpty {
      let block = Array(rest.prefix(Self.blockSize))
      rest = rest.dropFirst(block.count)
      blocks.append(block)
      sizes.append(block.count)
      counts.append(block.count { $0 })
      count += counts[counts.count - 1]
    }
  }

  /// Removes the offsets of rows that leave, which moves the following ones.
  private mutating func drop(_ range: Range<Int>) {
    var left = range.count
    while left > 0 {
      let (block, start) = place(of: range.lowerBound)
      guard block < blocks.count else { return }
      let part = start..<min(start + left, sizes[block])
      let members = blocks[block][part].count { $0 }
      blocks[block].removeSubrange(part)
      sizes[block] -= part.count
      counts[block] -= members
      count -= members
      left -= part.count
      if sizes[block] < Self.blockSize / 4 { join(block) }
    }
  }

  /// Joins a block that has become short with the next one.
  private mutating func join(_ block: Int) {
    let next = block + 1
    if next < blocks.count, sizes[block] + sizes[next] <= 2 * Self.blockSize {
      blocks[next].insert(contentsOf: blocks[block], at: 0)
      sizes[next] += sizes[block]
      counts[next] += counts[block]
    } else if sizes[block] > 0 {
      return
    }
    blocks.remove(at: block)
    sizes.remove(at: block)
    counts.remove(at: block)
  }

  /// Makes room for the offsets of rows that arrive, which moves those at and after them.
  private mutating func open(_ range: Range<Int>) {
    let (block, rest) = place(of: range.lowerBound)
    guard block < blocks.count else { return }
    blocks[block].insert(contentsOf: repeatElement(false, count: range.count), at: rest)
    sizes[block] += range.count
    guard sizes[block] > 2 * Self.blockSize else { return }
    var parts = OffsetSet()
    parts.append(blocks[block])
    blocks.replaceSubrange(block...block, with: parts.blocks)
    sizes.replaceSubrange(block...block, with: parts.sizes)
    counts.replaceSubrange(block...block, with: parts.counts)
  }

  /// Lays all rows out anew.
  private mutating func rebuild(without leaving: [Range<Int>], with arriving: [Range<Int>]) {
    let all = Array(blocks.joined())
    var stayed: [Bool] = []
    var next = 0
    for range in leaving where range.lowerBound < all.count {
      stayed += all[next..<range.lowerBound]
      next = min(range.upperBound, all.count)
    }
    stayed += all[next...]
    var result: [Bool] = []
    next = 0
    for range in arriving {
      let end = next + range.lowerBound - result.count
      guard end < stayed.count else { break }
      result += stayed[next..<end]
      result += repeatElement(false, count: range.count)
      next = end
    }
    result += stayed[next...]
    self = OffsetSet()
    append(result)
  }
}
