internal import FeedValues

/// The reading of rows whose place or group is known, and of samples.
extension OrderRule {
  /// Determines the visibility and the group of a row whose key is known; a new group is added.
  mutating func mark(_ row: Row, _ reader: EntryReader) -> Mark {
    let plan = plan
    return reader.withReading(of: row) { reading in
      let isShown = plan.shows(row)
      return Mark(
        group: group(of: reading.grouped, in: row),
        isShown: isShown,
        summand: isShown ? plan.summand(of: reading) : nil
      )
    }
  }

  /// The group and the visibility of a row, and its contribution to the sum of the group.
  struct Mark: Sendable {
    var group: Int32
    var isShown: Bool
    var summand: ColumnSums.Summand?
  }

  /// The contribution of a row to the sum of its group.
  func summand(of row: Row) -> ColumnSums.Summand? {
    plan.hasSums ? plan.reader.withReading(of: row) { plan.summand(of: $0) } : nil
  }
}
