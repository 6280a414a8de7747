import ListDiffing
internal import Searching

/// Determines the initial and final order of items.
extension SceneBuilder {
  /// The final position of an item.
  struct Key: Comparable {
    /// The entry at or next to which the item is placed.
    var entry: Int
    /// 0 before that entry, 1 for the entry itself, 2 after it.
    var side: Int
    /// The position among items with the same entry and side.
    var rank: Int

    static func < (left: Key, right: Key) -> Bool {
      (left.entry, left.side, left.rank) < (right.entry, right.side, right.rank)
    }
  }

  /// Determines which items are entries that keep their relative order.
  func findStays() -> [Bool] {
    var stays = [Bool](repeating: false, count: items.count)
    var positions: [Int] = []
    var offsets: [Int] = []
    for (position, item) in items.enumerated() {
      guard case .entry(let offset) = item.subject else { continue }
      positions.append(position)
      offsets.append(offset)
      stays[position] = true
    }
    let moves = Difference(
      from: offsets,
      to: offsets.sorted(),
      identity: \.self,
      isContentEqual: ==
    ).moves
    for move in moves { stays[positions[move.source]] = false }
    return stays
  }

  mutating func assignKeys(stays: [Bool]) {
    var beside = keepsToNext ? Int.max : -1
    keys = items.map { _ in Key(entry: 0, side: 0, rank: 0) }
    for position in keepsToNext ? Array(items.indices.reversed()) : Array(items.indices) {
      switch items[position].subject {
      case .entry(let offset):
        keys[position] = Key(entry: offset, side: 1, rank: 0)
        if stays[position] { beside = offset }
      case .tombstone(let serial):
        let index = tombstones.firstIndex { $0.serial == serial } ?? 0
        keys[position] = key(ofTombstone: index)
      case .ghost:
        keys[position] = Key(entry: beside, side: keepsToNext ? 0 : 2, rank: position)
      }
    }
  }

  func key(ofTombstone index: Int) -> Key {
    Key(entry: tombstones[index].place, side: 0, rank: index - tombstones.count)
  }

  struct Newcomers {
    /// Items that come into view from above.
    var above: [Int] = []
    /// Items between rows in view, whose lines have yet to open.
    var between: [Int] = []
    /// Items that come into view from below.
    var below: [Int] = []
  }

  mutating func addNewcomers(stays: [Bool], hadBlankLines: Bool) -> Newcomers {
    var known: Set<TableNode.Subject> = []
    var low: Key?
    var high: Key?
    for (position, item) in items.enumerated() {
      switch item.subject {
      case .entry(let offset): known.insert(.entry(offset))
      case .tombstone(let serial):
        if let index = tombstones.firstIndex(where: { $0.serial == serial }) {
          known.insert(.tombstone(index))
        }
      case .ghost: break
      }
      guard stays[position] else { continue }
      low = min(low ?? keys[position], keys[position])
      high = max(high ?? keys[position], keys[position])
    }
    var newcomers = Newcomers()
    for node in target where !known.contains(node.subject) {
      guard let item = resting(node) else { continue }
      let key: Key
      var arrives = change.map != nil && hadBlankLines
      switch node.subject {
      case .entry(let offset):
        key = Key(entry: offset, side: 1, rank: 0)
        arrives = arrives || change.arrives(new: offset)
      case .tombstone(let index): key = self.key(ofTombstone: index)
      case .ghost: continue
      }
      if arrives || low == nil && change.map != nil {
        newcomers.between.append(items.count)
      } else if let low, key < low {
        newcomers.above.append(items.count)
      } else if let high, key < high {
        newcomers.between.append(items.count)
      } else {
        newcomers.below.append(items.count)
      }
      items.append(item)
      keys.append(key)
    }
    opening = newcomers.between
    return newcomers
  }

  /// The initial order of the items, in which newcomers are placed relative to the items that keep their order.
  func merging(
    _ newcomers: [Int],
    into standingCount: Int,
    _ stays: [Bool],
    _ order: [Int]
  ) -> [Int] {
    var following: [Int: [Int]] = [:]
    let coming = Set(newcomers)
    var previous = -1
    for item in order {
      if coming.contains(item) {
        following[previous, default: []].append(item)
      } else if item < standingCount, stays[item] || items[item].isGhost {
        previous = item
      }
    }
    return (following[-1] ?? []) + (0..<standingCount).flatMap { [$0] + (following[$0] ?? []) }
  }

  /// The ranges of the entries and tombstones among the items.
  func extent() -> (entries: Range<Int>, tombstones: Range<Int>) {
    var entries: [Int] = []
    var stones: [Int] = []
    for item in items {
      switch item.subject {
      case .entry(let offset): entries += [offset, offset + 1]
      case .tombstone(let serial):
        guard let index = tombstones.firstIndex(where: { $0.serial == serial }) else { continue }
        stones += [index, index + 1]
        entries.append(tombstones[index].place)
      case .ghost: break
      }
    }
    let low = entries.min() ?? 0
    let high = entries.max() ?? 0
    let above = tombstones.partitioningIndex { $0.place >= low }
    let below = tombstones.partitioningIndex { $0.place >= high }
    let first = min(above, stones.min() ?? above)
    return (low..<high, first..<max(below, stones.max() ?? below, first))
  }
}
