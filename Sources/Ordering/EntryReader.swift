internal import FeedValues
internal import Values

/// Reads everything that determines the position of a row, in a single pass over its text; a class, so that
/// its parts are not copied for each row.
final class EntryReader: Sendable {
  private let reader: AmountReader
  /// Whether the summed column is also the sort column.
  let isSummedSorted: Bool
  /// The number of columns that decide between rows with equal values of the sort column.
  private let furtherCount: Int

  /// Creates a reader; without a sort order and a grouping it reads nothing.
  init(sort: Arrangement.Sort?, grouping: Grouping?) {
    isSummedSorted = sort != nil && grouping?.summed == sort?.column
    let further = sort?.keys.dropFirst().map(\.column) ?? []
    furtherCount = further.count
    reader = AmountReader(
      [sort?.column, grouping?.column, isSummedSorted ? nil : grouping?.summed] + further
    )
  }

  /// The values that determine the position of a row.
  struct Reading {
    /// The value of the sort column.
    var sorted: AmountReader.Amount
    /// The values of the columns that decide between rows with equal values of the sort column.
    var further: [AmountReader.Amount] = []
    /// The value of the group column.
    var grouped: FoundValue?
    /// The value of the summed column.
    var summed: AmountReader.Amount
  }

  /// Calls a closure with what is read of a row, which is valid during the call only.
  ///
  /// - Complexity: O(*m*) in the length of the row's text.
  @inline(__always)
  func withReading<Result>(of row: Row, _ body: (Reading) -> Result) -> Result {
    reader.withValues(of: row) { values in
      let sorted = reader.amount(0, values)
      var reading = Reading(
        sorted: sorted,
        grouped: reader.amount(1, values).value,
        summed: isSummedSorted ? sorted : reader.amount(2, values)
      )
      if furtherCount > 0 {
        reading.further = (0..<furtherCount).map { reader.amount(3 + $0, values) }
      }
      return body(reading)
    }
  }
}
