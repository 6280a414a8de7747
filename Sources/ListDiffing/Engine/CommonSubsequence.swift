/// A longest common subsequence of two lists, and what each list holds besides.
///
/// ```swift
/// let common = CommonSubsequence(of: "TWITTER", and: "STRIPE")  // TIE
/// let counts = (common.removed.count, common.added.count)  // 4, 3
/// ```
public struct CommonSubsequence: Hashable, Sendable, Codable {
  /// Offsets into the old list of the common rows, ascending.
  public let oldOffsets: [Int]
  /// Offsets into the new list of the common rows, ascending, as many.
  public let newOffsets: [Int]
  /// Offsets into the old list of the rows that are not common, ascending.
  public let removed: [Int]
  /// Offsets into the new list of the rows that are not common, ascending.
  public let added: [Int]

  /// Finds a longest common subsequence by dynamic programming.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after the change.
  ///   - limit: The limit of the search for it; one step is a cell of the table.
  ///   - areEqual: Whether an old and a new row are the same.
  /// - Complexity: O(*nm*), in O(*n* + *m*) space. D. S. Hirschberg, A Linear Space Algorithm for
  ///   Computing Maximal Common Subsequences, CACM 18 (1975).
  @inlinable
  public init<Element>(
    of old: some Collection<Element>,
    and new: some Collection<Element>,
    limit: WorkLimit = .none,
    by areEqual: (Element, Element) -> Bool
  ) {
    self = withBuffer(of: old) { old in
      withBuffer(of: new) { new in
        var meter = WorkMeter(limit)
        let table = TwoRowTable(old.count, new.count, meter: &meter) {
          areEqual(old[$0], new[$1]) ? 0 : 2
        }
        return CommonSubsequence(table)
      }
    }
  }

  /// Finds a longest common subsequence of values that are equal by their own rule.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after the change.
  ///   - limit: The limit of the search for it; one step is a cell of the table.
  /// - Complexity: O(*nm*), in O(*n* + *m*) space.
  @inlinable
  public init<Element: Equatable>(
    of old: some Collection<Element>,
    and new: some Collection<Element>,
    limit: WorkLimit = .none
  ) {
    self.init(of: old, and: new, limit: limit, by: ==)
  }

  @usableFromInline
  init(_ table: TwoRowTable) {
    var oldOffsets: [Int] = []
    var newOffsets: [Int] = []
    var removed: [Int] = []
    var added: [Int] = []
    for move in table.path {
      switch move {
      case .pair(let old, let new):
        oldOffsets.append(old)
        newOffsets.append(new)
      case .deletion(let offset): removed.append(offset)
      case .insertion(let offset): added.append(offset)
      }
    }
    self.oldOffsets = oldOffsets
    self.newOffsets = newOffsets
    self.removed = removed
    self.added = added
  }

  /// The changes that lead from the old list to the new one, without moves.
  public var difference: Difference {
    Difference(deletions: removed, insertions: added)
  }
}

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
