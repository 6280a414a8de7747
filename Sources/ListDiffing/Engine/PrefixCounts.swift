/// The number of inserted numbers below a bound: a binary indexed tree.
///
/// Peter M. Fenwick, A New Data Structure for Cumulative Frequency Tables, Software: Practice and
/// Experience 24 (1994).
struct PrefixCounts {
  /// `sums[i]` counts the numbers below *i* that share no more than its lowest set bit allows.
  private var sums: [Int]

  /// Creates an empty set of numbers below `count`.
  init(count: Int) {
    sums = [Int](repeating: 0, count: count + 1)
  }

  /// Inserts a number that was not inserted before.
  ///
  /// - Complexity: O(log *n*).
  mutating func insert(_ number: Int) {
    var index = number + 1
    while index < sums.count {
      sums[index] += 1
      index += index & -index
    }
  }

  /// The number of inserted numbers below a bound.
  ///
  /// - Complexity: O(log *n*).
  func count(below bound: Int) -> Int {
    var index = bound
    var total = 0
    while index > 0 {
      total += sums[index]
      index -= index & -index
    }
    return total
  }
}
