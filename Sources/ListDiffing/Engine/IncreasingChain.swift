/// A longest strictly increasing subsequence, held as links from each position to the one before.
///
/// Patience sorting: the top of pile *k* is the least value that ends an increasing subsequence of
/// length *k* + 1, and each value is put on the leftmost pile whose top is not below it.
///
/// Craige Schensted, Longest Increasing and Decreasing Subsequences, Canad. J. Math. 13 (1961);
/// Michael L. Fredman, On Computing the Length of Longest Increasing Subsequences (1975).
struct IncreasingChain {
  /// The number of positions in the chain.
  private(set) var length: Int
  /// The last position of the chain, or -1 where it is empty.
  private(set) var last: Int
  private let previous: UnsafeMutablePointer<Int32>

  /// Finds a chain of the values that are 0 or more; negative ones take no part.
  ///
  /// If the work is stopped, the rest of the values take no part either.
  ///
  /// - Complexity: O(*n* log *n*), in O(*n*) space.
  init(of values: UnsafeBufferPointer<Int32>, meter: inout WorkMeter) {
    let capacity = max(values.count, 1)
    previous = .allocate(capacity: capacity)
    var piles = PileTops(capacity: values.count)
    defer { piles.deallocate() }
    // The place of the top of each pile; written at `low` before it is read there.
    let positions = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
    defer { positions.deallocate() }
    var position = 0
    while position < values.count, meter.spend(min(WorkMeter.stride, values.count - position)) {
      let pause = min(values.count, position + WorkMeter.stride)
      while position < pause {
        let value = values[position]
        if value >= 0 {
          let pile = piles.place(value)
          positions[pile] = Int32(truncatingIfNeeded: position)
          previous[position] = pile > 0 ? positions[pile - 1] : -1
        }
        position += 1
      }
    }
    let count = piles.count
    length = count
    last = count > 0 ? Int(positions[count - 1]) : -1
  }

  /// Drops the last position, so that `last` becomes the one before it.
  mutating func removeLast() {
    last = Int(previous[last])
  }

  /// Gives the links back; to be called once.
  func deallocate() { previous.deallocate() }
}

/// Whether each value belongs to a longest strictly increasing subsequence; negative ones never do.
package func longestIncreasing(_ values: [Int32]) -> [Bool] {
  var (meter, isMember) = (WorkMeter(.none), [Bool](repeating: false, count: values.count))
  var chain = values.withUnsafeBufferPointer { IncreasingChain(of: $0, meter: &meter) }
  defer { chain.deallocate() }
  while chain.last >= 0 {
    isMember[chain.last] = true
    chain.removeLast()
  }
  return isMember
}

/// The tops of the piles of a patience sort, ascending.
///
/// A value above all tops makes a new pile without a search, and one below all goes to the first,
/// so that a nearly sorted sequence costs O(1) a value, and so does a falling one. Otherwise a
/// search compares 16 tops at a time: the way of a shuffled value is unpredictable, and two
/// rows of 16 cost less than the mispredicted branches of eight halvings.
struct PileTops {
  /// The number of piles.
  private(set) var count = 0
  /// The tops; from `count` on to the end of its row of 16, values above all others.
  private let tops: UnsafeMutablePointer<Int32>
  /// The first top of each row; filled up in the same way.
  private let heads: UnsafeMutablePointer<Int32>

  /// Makes room for as many piles as values; only rows in use are ever written.
  init(capacity: Int) {
    tops = .allocate(capacity: capacity + 16)
    heads = .allocate(capacity: capacity / 16 + 32)
  }

  /// Puts a value on the leftmost pile whose top is not below it, or on a new one.
  ///
  /// - Parameter value: 0 or more.
  /// - Returns: The number of the pile.
  @inline(__always)
  mutating func place(_ value: Int32) -> Int {
    let pile: Int
    if count == 0 || tops[count &- 1] < value {
      pile = count
      if pile & 15 == 0 { openRow(pile >> 4) }
      count &+= 1
    } else {
      pile = value <= tops[0] ? 0 : search(value)
    }
    tops[pile] = value
    if pile & 15 == 0 { heads[pile >> 4] = value }
    return pile
  }

  private func openRow(_ row: Int) {
    (tops + 16 * row).initialize(repeating: .max, count: 16)
    if row & 15 == 0 { (heads + row).initialize(repeating: .max, count: 16) }
  }

  /// The least pile whose top is not below the value; the first one's is, and the last one's not.
  @inline(__always)
  private func search(_ value: Int32) -> Int {
    // All heads before `row` are below the value, and from `end` on none is.
    var row = 0
    var end = (count &+ 15) >> 4
    while end &- row > 64 {
      let middle = ((row &+ end) >> 5) << 4
      if heads[middle] < value { row = middle } else { end = middle }
    }
    while row < end {
      let below = Self.countBelow(value, heads + row)
      row &+= below
      if below < 16 { break }
    }
    // The value belongs behind the last head below it.
    let first = (row &- 1) << 4
    return first &+ Self.countBelow(value, tops + first)
  }

  /// The number of 16 values that are below another one.
  ///
  /// All are 0 or more, so that no difference overflows, and its sign tells which is the lesser.
  @inline(__always)
  private static func countBelow(_ value: Int32, _ row: UnsafeMutablePointer<Int32>) -> Int {
    let bytes = UnsafeRawPointer(row)
    let bound = SIMD4<Int32>(repeating: value)
    let signs = SIMD4<Int32>(repeating: 31)
    let first = (bytes.loadUnaligned(as: SIMD4<Int32>.self) &- bound) &>> signs
    let second =
      (bytes.loadUnaligned(fromByteOffset: 16, as: SIMD4<Int32>.self) &- bound) &>> signs
    let third =
      (bytes.loadUnaligned(fromByteOffset: 32, as: SIMD4<Int32>.self) &- bound) &>> signs
    let fourth =
      (bytes.loadUnaligned(fromByteOffset: 48, as: SIMD4<Int32>.self) &- bound) &>> signs
    let sums = (first &+ second) &+ (third &+ fourth)
    return -Int(sums[0] &+ sums[1] &+ sums[2] &+ sums[3])
  }

  /// Gives the room back; to be called once.
  func deallocate() {
    tops.deallocate()
    heads.deallocate()
  }
}
