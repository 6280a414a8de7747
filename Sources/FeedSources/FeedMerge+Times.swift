import FeedIdentity
package import FeedStore
import FeedValues
internal import Searching
internal import Values

/// Merges by time: rows that have times stand in the order of these, whichever source they are from.
///
/// Until all sources have nothing more for now, the earliest of the rows that each has next is taken; so nothing needs to
/// be moved later. A row that arrives late is inserted where it belongs, but never in front of one that its own source
/// had before. A row without a time belongs to the one before it.
///
/// Sources of which one has rows without times, or in no order of time, are merged as they arrive.
extension FeedMerge {
  /// The state of merging by time.
  struct Timing: Sendable {
    /// The way in which the sources are merged.
    enum Mode { case undecided, byTime, asTheyCome }
    var mode = Mode.undecided
    var sources: [Source]
    /// The time of the latest row of the list.
    var latest: FeedTime?

    init(count: Int, _ times: TimeReader) {
      sources = Array(repeating: Source(clock: RowClock(times)), count: count)
    }

    struct Source: Sendable {
      var clock: RowClock
      /// The items that have arrived and are not in the list yet, with their own times.
      var queue: ArraySlice<(item: FeedItem, time: FeedTime?)> = []
      /// Whether something in it has a place of its own: a list, which is given as a whole.
      var isText = true
      /// The time of its last row in the list, and the identity that this has there.
      var last: FeedTime?
      var lastID: RowID?

      /// When what comes next happened; nil if that is a list, or unknown.
      var next: FeedTime? {
        guard let first = queue.first else { return nil }
        if case .snapshot = first.item { return nil }
        return first.time ?? last ?? queue.first { $0.time != nil }?.time
      }
    }
  }

  /// Whether rows are in the order of their times; false as long as that is not known.
  package var isByTime: Bool { timing?.mode == .byTime }

  /// Whether the source has nothing that waits for the other ones.
  func isWaiting(for source: Int) -> Bool {
    guard let timing, timing.mode != .asTheyCome else { return false }
    return timing.sources[source].queue.isEmpty
  }

  /// Takes items of a source.
  ///
  /// - Parameters:
  ///   - items: The items, in order.
  ///   - source: The offset of its name in ``names``.
  ///   - isText: Whether its rows follow each other downwards, or arrive one by one.
  package mutating func take(_ items: [FeedItem], from source: Int, isText: Bool) {
    for item in items {
      var time: FeedTime?
      switch item {
      case .snapshot(let snapshot):
        if !isText, !snapshot.rows.isEmpty { timing?.sources[source].isText = false }
        for row in snapshot.rows { _ = timing?.sources[source].clock.note(row) }
      default:
        time = item.row.flatMap { timing?.sources[source].clock.note($0) }
        time = item.time ?? time
      }
      timing?.sources[source].queue.append((item, time))
    }
  }

  /// Gives what has its place in the list.
  ///
  /// - Parameter mayHaveMore: Whether a source may have earlier rows than those that have arrived.
  /// - Returns: The items of the merged list.
  package mutating func release(_ mayHaveMore: (Int) -> Bool) -> [FeedItem] {
    guard timing != nil else { return [] }
    decide(mayHaveMore)
    switch timing?.mode {
    case .asTheyCome?: return names.indices.flatMap { takeAll(of: $0) }
    case .byTime?: return takeByTime(mayHaveMore)
    default: return []
    }
  }

  /// Decides how to merge, once each source has shown what it has.
  private mutating func decide(_ mayHaveMore: (Int) -> Bool) {
    guard let sources = timing?.sources, timing?.mode == .undecided else { return }
    let known = sources.enumerated().map { offset, source -> Bool? in
      guard source.isText else { return false }
      if let isTimed = source.clock.isTimed { return isTimed }
      guard !mayHaveMore(offset) else { return nil }
      return source.clock.hasRows ? source.clock.isTimedSoFar : true
    }
    if known.contains(false) {
      timing?.mode = .asTheyCome
    } else if !known.contains(nil), sources.contains(where: \.clock.hasRows) {
      timing?.mode = .byTime
    }
  }

  private mutating func takeAll(of source: Int) -> [FeedItem] {
    guard let queue = timing?.sources[source].queue, !queue.isEmpty else { return [] }
    timing?.sources[source].queue = []
    return merge(queue.map(\.item), from: source)
  }

  private mutating func takeByTime(_ mayHaveMore: (Int) -> Bool) -> [FeedItem] {
    var result: [FeedItem] = []
    while let source = nextSource(mayHaveMore) {
      guard let (item, time) = timing?.sources[source].queue.popFirst() else { break }
      if case .snapshot(let list) = item, list.identity == nil, case .snapshot? = result.last {
        // Lists that are there at the same time are one.
        result.removeLast()
      }
      result.append(merge(item, at: time, from: source))
    }
    return result
  }

  /// The source whose next item is the earliest; nil if there is none, or an earlier one may arrive.
  private func nextSource(_ mayHaveMore: (Int) -> Bool) -> Int? {
    guard let sources = timing?.sources else { return nil }
    var earliest: (source: Int, time: FeedTime)?
    var hasList = false
    for (offset, source) in sources.enumerated() {
      if source.queue.isEmpty {
        if mayHaveMore(offset) { return nil }
      } else if !hasList {
        guard let time = source.next else {
          (earliest, hasList) = ((offset, .latest), true)
          continue
        }
        if earliest.map({ time < $0.time }) ?? true { earliest = (offset, time) }
      }
    }
    return earliest?.source
  }

  /// Merges an item at the place that its time gives it.
  private mutating func merge(_ item: FeedItem, at time: FeedTime?, from source: Int) -> FeedItem {
    var merged = converted(item, from: source)
    if case .append(let row, let itemTime) = merged {
      if let next = follower(of: time, from: source) {
        merged = .insert(row, inFrontOf: next, at: itemTime)
      }
      timing?.sources[source].lastID = row.id
    }
    list.apply(merged)
    if case .snapshot(let snapshot) = item {
      noteLast(of: snapshot.rows, from: source)
    } else {
      note(time, from: source)
    }
    return merged
  }

  private mutating func note(_ time: FeedTime?, from source: Int) {
    guard let time else { return }
    let latest = timing?.latest ?? time
    timing?.latest = max(latest, time)
    timing?.sources[source].last = time
  }

  private mutating func noteLast(of rows: [Row], from source: Int) {
    guard let clock = timing?.sources[source].clock else { return }
    for row in rows { note(clock.time(of: row), from: source) }
    timing?.sources[source].lastID = rows.last.map { sources[source].id($0.id) }
  }

  /// The identity of the row in front of which a row of a text belongs; nil if it belongs at the end.
  ///
  /// It is never in front of an earlier row of the same source.
  ///
  /// - Complexity: O(log²(*n*)); O(1) for a row that is not late.
  private func follower(of time: FeedTime?, from source: Int) -> RowID? {
    guard let timing, let latest = timing.latest else { return nil }
    let own = timing.sources[source]
    // One of several rows of the same time stands where its source was named.
    if let time, time > latest || time == latest && source == names.count - 1 { return nil }
    let start = own.lastID.flatMap(list.offset(of:)).map { $0 + 1 } ?? 0
    // Without a time it belongs to the row before it, or is the first of its source.
    guard let time = time ?? (own.lastID == nil ? latest : nil) else { return list.id(at: start) }
    let heads = sources.map { $0.head(field) }
    let offset = (start..<list.count).partitioningIndex { offset in
      guard let other = self.time(at: offset, start, heads) else { return false }
      return other.time > time || other.time == time && other.owner > source
    }
    return list.id(at: offset)
  }

  /// The time of the row at an offset of the list, or of the one before it that has one.
  private func time(
    at offset: Int,
    _ start: Int,
    _ heads: [[UInt8]]
  ) -> (time: FeedTime, owner: Int)? {
    for offset in stride(from: offset, through: max(start, offset - 1_000), by: -1) {
      let row = list.rows[offset]
      if let owner = heads.firstIndex(where: row.hasText(startingWith:)),
        let time = timing?.sources[owner].clock.time(of: row)
      {
        return (time, owner)
      }
    }
    return nil
  }

  /// The rows of two lists, each in its own order, by their times.
  ///
  /// - Parameters:
  ///   - own: The rows of a source, in the merged list.
  ///   - source: The offset of its name.
  ///   - others: The rows of the others, with the offsets of their names.
  /// - Returns: All rows.
  func byTime(_ own: [Row], of source: Int, _ others: [(row: Row, owner: Int)]) -> [Row] {
    guard let timing else { return own }
    var result: [Row] = []
    result.reserveCapacity(own.count + others.count)
    var (rest, last) = (own[...], FeedTime?.none)
    for (row, owner) in others {
      if let time = timing.sources[owner].clock.time(of: row) {
        while let next = rest.first {
          let nextTime = timing.sources[source].clock.time(of: next) ?? last
          guard nextTime.map({ $0 < time || $0 == time && source < owner }) ?? true else { break }
          (last, rest) = (nextTime, rest.dropFirst())
          result.append(next)
        }
      }
      result.append(row)
    }
    return result + rest
  }
}

extension RowList {
  /// The offset of the row with an identity; nil if there is none.
  fileprivate func offset(of id: RowID) -> Int? {
    slot(of: id).map { rows.offset(ofPlace: rows.slot($0).place) }
  }

  /// The identity of the row at an offset; nil after the last one.
  fileprivate func id(at offset: Int) -> RowID? { offset < count ? rows[offset].id : nil }
}
