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
