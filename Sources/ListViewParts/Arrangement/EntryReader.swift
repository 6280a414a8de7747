internal import Feeds
internal import Values

/// Reads of a row all that its place depends on, in one walk over its text.
struct EntryReader: Sendable {
  private let reader: PathReader
  /// The numbers of the paths of the column that rows are sorted by, of that which groups them, and of
  /// that which is summed.
  private let sorted: Range<Int>
  private let grouped: Range<Int>
  private let summed: Range<Int>
  /// The number of the path of the currency beside each path; nil for one without.
  private let currencies: [Int?]

  /// Makes a reader; nil where nothing but a filter decides on rows.
  init?(sort: Arrangement.Sort?, grouping: Grouping?) {
    guard sort != nil || grouping != nil else { return nil }
    var paths: [FieldPath] = []
    var currencies: [Int?] = []
    func number(of path: FieldPath) -> Int {
      paths.append(path)
      currencies.append(nil)
      return paths.count - 1
    }
    func numbers(of column: Column?) -> Range<Int> {
      let start = paths.count
      for path in column?.paths ?? [] { _ = number(of: path) }
      let numbers = start..<paths.count
      guard let column, column.format.isMoney else { return numbers }
      for (path, offset) in zip(column.paths, numbers) {
        currencies[offset] = number(of: path.parent.appending("currency"))
      }
      return numbers
    }
    sorted = numbers(of: sort?.column)
    grouped = numbers(of: grouping?.column)
    summed =
      sort != nil && grouping?.summed == sort?.column ? sorted : numbers(of: grouping?.summed)
    self.currencies = currencies
    reader = PathReader(paths)
  }

  /// A value, and the currency beside it.
  struct Amount {
    var value: JSONValue?
    var currency: JSONValue?
  }

  /// What a row says in the fields that decide on its place.
  struct Reading {
    /// What the row is sorted by.
    var sorted: Amount
    /// The value that the row shares with those of its group.
    var grouped: JSONValue?
    /// What is summed.
    var summed: Amount
  }

  /// Reads a row.
  ///
  /// - Complexity: O(*m*) in the length of its text.
  func reading(of row: Row) -> Reading {
    let values = reader.values(of: row.value)
    return Reading(
      sorted: amount(sorted, values),
      grouped: amount(grouped, values).value,
      summed: amount(summed, values)
    )
  }

  /// The value of a column, and the currency beside the amount.
  private func amount(_ numbers: Range<Int>, _ values: [JSONValue?]) -> Amount {
    var amount = Amount()
    var isFirst = true
    for number in numbers {
      guard let value = values[number] else { continue }
      // The currency is the one beside the first amount that is there, even if that is null.
      if isFirst, let currency = currencies[number] { amount.currency = values[currency] }
      isFirst = false
      guard value.kind != .null else { continue }
      amount.value = value
      break
    }
    return amount
  }
}
