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
