package import FeedValues
internal import Searching

/// Rows by the second at which something has to be done for them.
package struct Agenda: Sendable {
  /// The seconds with their rows, the latest first.
  private var entries: [(second: Int, rows: [RowID])] = []

  /// Creates an agenda without rows.
  package init() {}

  /// The first second with rows; nil for none.
  package var next: Int? { entries.last?.second }

  /// Adds a row at a second, whether it is there already or not.
  ///
  /// - Complexity: O(log *n*) in the number of seconds with rows, O(*n*) for the first row of a second.
  package mutating func add(_ row: RowID, at second: Int) {
    let place = entries.partitioningIndex { $0.second <= second }
    if place < entries.count, entries[place].second == second {
      entries[place].rows.append(row)
    } else {
      entries.insert((second, [row]), at: place)
    }
  }

  /// Takes the rows of the seconds up to one, in order.
  package mutating func take(upTo second: Int) -> [(second: Int, row: RowID)] {
    var taken: [(second: Int, row: RowID)] = []
    while let last = entries.last, last.second <= second {
      taken += last.rows.map { (last.second, $0) }
      entries.removeLast()
    }
    return taken
  }
}
