package import Feeds
package import TableModel

/// Which rows of a list are rows of the list before, told mostly by where their text lies.
///
/// Rows that stay share their text from one list to the next, so that the look at a hundred thousand
/// rows, of which a few thousand are new, costs a millisecond or two.
package struct RowMatching {
  /// For each new row the offset of the old row of the same identity, or −1.
  private(set) var oldOffsets: [Int32]
  /// For each old row the offset of the new row of the same identity, or −1.
  private(set) var newOffsets: [Int32]
  /// The new rows that came, or whose content may be another one than before, ascending.
  private(set) var fresh: [Int32] = []

  /// Finds the rows of one list in the one before.
  ///
  /// - Complexity: O(*n*) for *n* rows in all.
  init(from old: [Row], places oldPlaces: [RowPlace], to new: [Row], places: [RowPlace]) {
    oldOffsets = Array(repeating: -1, count: new.count)
    newOffsets = Array(repeating: -1, count: old.count)
    var table: PlaceTable?
    var expected = 0
    for (offset, place) in places.enumerated() {
      var match = expected
      if match >= oldPlaces.count || oldPlaces[match] != place {
        if table == nil { table = PlaceTable(oldPlaces) }
        match = table?.offset(of: place, in: oldPlaces) ?? -1
      }
      // What lies in one place twice is two rows.
      if match >= 0, newOffsets[match] < 0 {
        oldOffsets[offset] = Int32(match)
        newOffsets[match] = Int32(offset)
        expected = match + 1
      } else {
        fresh.append(Int32(offset))
      }
    }
    guard !fresh.isEmpty else { return }
    // Of the few that are left those with the same key have changed.
    var left: [RowID: Int32] = [:]
    for offset in old.indices where newOffsets[offset] < 0 { left[old[offset].id] = Int32(offset) }
    guard !left.isEmpty else { return }
    for offset in fresh {
      guard let match = left.removeValue(forKey: new[Int(offset)].id) else { continue }
      oldOffsets[Int(offset)] = match
      newOffsets[Int(match)] = offset
    }
  }

  /// The rows of one list that are rows of another one, for a table.
  ///
  /// - Complexity: O(*n*) for *n* rows in all.
  package static func matches(of old: [Row], in new: [Row]) -> RowMatches {
    let matching = RowMatching(
      from: old,
      places: old.map(\.place),
      to: new,
      places: new.map(\.place)
    )
    var mayDiffer = [Bool](repeating: false, count: new.count)
    for offset in matching.fresh { mayDiffer[Int(offset)] = true }
    return RowMatches(oldOffsets: matching.oldOffsets, mayDiffer: mayDiffer)
  }

  /// Where a row of the list before stands now; nil where it is gone.
  func newOffset(ofOld offset: Int32) -> Int32? {
    let new = newOffsets[Int(offset)]
    return new < 0 ? nil : new
  }
}

/// Finds places by their hashes, with open addressing.
private struct PlaceTable {
  private var slots: [Int32]
  private let mask: Int

  init(_ places: [RowPlace]) {
    var size = 16
    while size < 2 * places.count { size *= 2 }
    slots = Array(repeating: -1, count: size)
    mask = size - 1
    for (offset, place) in places.enumerated() {
      var slot = Int(truncatingIfNeeded: place.hash >> 20) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(offset)
    }
  }

  func offset(of place: RowPlace, in places: [RowPlace]) -> Int? {
    var slot = Int(truncatingIfNeeded: place.hash >> 20) & mask
    while slots[slot] >= 0 {
      if places[Int(slots[slot])] == place { return Int(slots[slot]) }
      slot = (slot + 1) & mask
    }
    return nil
  }
}
