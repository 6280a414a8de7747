internal import Feeds
internal import Values

/// Reads of a row all that its place depends on, in one walk over its text.
struct EntryReader: Sendable {
  private let reader: AmountReader
  /// Whether the column that is summed is the one that rows are sorted by.
  private let isSummedSorted: Bool

  /// Makes a reader; nil where nothing but a filter decides on rows.
  init?(sort: Arrangement.Sort?, grouping: Grouping?) {
    guard sort != nil || grouping != nil else { return nil }
    isSummedSorted = sort != nil && grouping?.summed == sort?.column
    reader = AmountReader([
      sort?.column, grouping?.column, isSummedSorted ? nil : grouping?.summed,
    ])
  }

  /// What a row says in the fields that decide on its place.
  struct Reading {
    /// What the row is sorted by.
    var sorted: AmountReader.Amount
    /// The value that the row shares with those of its group.
    var grouped: JSONValue?
    /// What is summed.
    var summed: AmountReader.Amount
  }

  /// Reads a row.
  ///
  /// - Complexity: O(*m*) in the length of its text.
  func reading(of row: Row) -> Reading {
    let values = reader.values(of: row)
    let sorted = reader.amount(0, values)
    return Reading(
      sorted: sorted,
      grouped: reader.amount(1, values).value,
      summed: isSummedSorted ? sorted : reader.amount(2, values)
    )
  }
}
