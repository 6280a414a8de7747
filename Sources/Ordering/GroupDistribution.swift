internal import RowTree

/// Hands entries out to their groups, whose sizes are known: without a comparison, and each where it stays.
struct GroupDistribution: Sendable {
  /// The entries, those of one group after those of another.
  private(set) var entries: ContiguousArray<OrderEntry> = []
  /// For each group the number of its entries; once there is room, where the next one goes.
  private var places: [Int] = []
  private var count = 0

  /// Whether there is room for all entries.
  private(set) var isReady = false

  /// Counts an entry of a group.
  mutating func count(_ group: Int32) {
    let group = Int(group)
    if group >= places.count {
      places += repeatElement(0, count: max(group + 1, 2 * places.count) - places.count)
    }
    places[group] += 1
    count += 1
  }

  /// Counts a number of entries of each group.
  mutating func count(all sizes: [Int]) {
    if places.count < sizes.count {
      places += repeatElement(0, count: sizes.count - places.count)
    }
    for (group, size) in sizes.enumerated() { places[group] += size }
    count += sizes.reduce(0, +)
  }

  /// Makes room for some of the entries.
  ///
  /// - Parameters:
  ///   - limit: The number of entries.
  ///   - order: Returns the groups in order; called once there is room for all.
  mutating func makeRoom(_ limit: Int, _ order: () -> [Int32]) {
    if entries.isEmpty { entries.reserveCapacity(count) }
    let free = OrderEntry(words: KeyWords(number: 0), place: 0, slot: 0, group: 0, isShown: false)
    entries += repeatElement(free, count: min(limit, count - entries.count))
    guard entries.count == count else { return }
    var place = 0
    for group in order() where Int(group) < places.count {
      let size = places[Int(group)]
      places[Int(group)] = place
      place += size
    }
    isReady = true
  }

  /// Puts an entry behind those of its group that came before.
  mutating func append(_ entry: OrderEntry) {
    let group = Int(entry.group)
    entries[places[group]] = entry
    places[group] += 1
  }
}
