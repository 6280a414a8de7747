internal import Feeds
internal import TableModel

/// How rows are grouped by value, and the order of the groups.
package struct Grouping: Sendable {
  /// The column whose values are shared.
  package let column: Column
  /// How the groups are ordered among each other.
  let order: ValueOrder
  /// Whether the last group comes first.
  private(set) var isDescending = false
  /// The column that is added up; nil for none.
  let summed: Column?
  /// What the identifiers of all groups begin with.
  private let path: String

  /// The groups in the order in which they were met, empty ones too.
  private(set) var groups: [Group] = []
  private var known: [String: Int32] = [:]
  /// The groups of values that were met, by the bytes of these.
  private var met = ValueCache()
  /// The groups in their order, and the place of each group there, as far as they were put in order.
  private(set) var sorted: [Int32] = []
  private(set) var ranks: [Int32] = []

  struct Group: Sendable {
    /// The identifier of the section, as text and as the table knows it.
    let id: String
    let section: SectionID
    var value: String?
    var key: SortKey
  }

  /// Makes groups of no rows.
  init(by column: Column, order: ValueOrder, summing summed: Column?) {
    (self.column, self.order, self.summed) = (column, order, summed)
    path = column.paths.first?.description ?? ""
  }

  /// The group of the rows that have a value, which is made if it is not known.
  ///
  /// - Parameters:
  ///   - value: The value; nil for rows without one.
  ///   - row: A row that has it.
  /// - Returns: The group.
  mutating func group(of value: JSONValue?, in row: Row) -> Int32 {
    if let value, let group = met[value] { return group }
    let (id, text) = identity(of: value)
    let group: Int32
    if let present = known[id] {
      group = present
    } else {
      group = Int32(groups.count)
      groups.append(
        Group(id: id, section: SectionID(id), value: text, key: order.key(of: row, in: column))
      )
      known[id] = group
    }
    if let value { met[value] = group }
    return group
  }

  /// The group of the rows that have a value; nil if it is not known.
  func knownGroup(of value: JSONValue?) -> Int32? {
    if let value, let group = met[value] { return group }
    return known[identity(of: value).id]
  }

  /// The group of a row; nil if it is not known.
  func knownGroup(of row: Row) -> Int32? { knownGroup(of: column.value(of: row)) }

  private func identity(of value: JSONValue?) -> (id: String, value: String?) {
    let value = value?.string
    return (value.map { "\(path)=\($0)" } ?? path, value)
  }

  /// The group of an identifier; nil if none is known.
  func group(ofID id: String) -> Int32? { known[id] }

  /// Forgets all groups.
  mutating func removeAll() {
    (groups, known, met, sorted, ranks) = ([], [:], ValueCache(), [], [])
  }

  /// Puts the groups in order that came since the last time.
  ///
  /// - Complexity: O(*s* + *k* log *k*) for *k* new ones among *s*; O(1) if there are none.
  mutating func settle() {
    guard ranks.count < groups.count else { return }
    let new = (Int32(ranks.count)..<Int32(groups.count)).sorted(by: compare)
    var (result, next) = ([Int32](), 0)
    result.reserveCapacity(groups.count)
    for group in sorted {
      while next < new.count, compare(new[next], group) {
        result.append(new[next])
        next += 1
      }
      result.append(group)
    }
    sorted = result + new[next...]
    ranks = Array(repeating: 0, count: groups.count)
    for (rank, group) in sorted.enumerated() { ranks[Int(group)] = Int32(rank) }
  }

  /// Turns the order of the groups around, or not.
  mutating func setDescending(_ isDescending: Bool) {
    guard isDescending != self.isDescending else { return }
    self.isDescending = isDescending
    (sorted, ranks) = ([], [])
    settle()
  }

  /// Whether one group comes before another one; those without a value come last.
  @inline(__always)
  func precedes(_ left: Int32, _ right: Int32) -> Bool {
    guard Int(max(left, right)) < ranks.count else { return compare(left, right) }
    return ranks[Int(left)] < ranks[Int(right)]
  }

  private func compare(_ left: Int32, _ right: Int32) -> Bool {
    let (a, b) = (groups[Int(left)], groups[Int(right)])
    if a.key.equals(b.key) { return a.id < b.id }
    if isDescending, !a.key.isMissing, !b.key.isMissing { return b.key.precedes(a.key) }
    return a.key.precedes(b.key)
  }
}

/// Remembers what values mean that come again and again, as long as they are short.
private struct ValueCache: Sendable {
  private var entries: [(text: [UInt8], group: Int32)?] = Array(repeating: nil, count: 256)
  private static let longest = 64

  subscript(value: JSONValue) -> Int32? {
    get {
      value.text.withBytes { bytes in
        guard let entry = entries[Self.place(of: bytes)], entry.text.count == bytes.count,
          entry.text.withUnsafeBufferPointer({ $0.elementsEqual(bytes) })
        else { return nil }
        return entry.group
      }
    }
    set {
      value.text.withBytes { bytes in
        guard bytes.count <= Self.longest, let newValue else { return }
        entries[Self.place(of: bytes)] = (Array(bytes), newValue)
      }
    }
  }

  private static func place(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes.suffix(8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: (hash ^ UInt64(bytes.count)) &* 0x9E37_79B9 >> 24) & 255
  }
}

/// The sums of each group, kept up to date as rows are inserted and deleted.
struct GroupTotals: Sendable {
  private(set) var counts: [Int] = []
  private var sums: [ColumnSums] = []

  /// Adds a row to a group, or takes it away.
  ///
  /// - Parameters:
  ///   - summand: What it adds to the sum; nil for nothing.
  ///   - group: The group.
  ///   - isRemoved: Whether it is taken away.
  mutating func add(_ summand: ColumnSums.Summand?, to group: Int32, isRemoved: Bool = false) {
    let group = Int(group)
    while counts.count <= group {
      counts.append(0)
      sums.append(ColumnSums())
    }
    counts[group] += isRemoved ? -1 : 1
    guard let summand else { return }
    if isRemoved { sums[group].subtract(summand) } else { sums[group].add(summand) }
  }

  /// How many rows of a group are shown.
  func count(of group: Int32) -> Int {
    counts.indices.contains(Int(group)) ? counts[Int(group)] : 0
  }

  /// The sums of a group as people write them.
  func sums(of group: Int32, _ grouping: Grouping) -> [String] {
    sums[Int(group)].texts(isMinor: grouping.summed?.format == .money)
  }
}
