package import Columns
package import FeedValues

/// Reads the values of some columns, and the currencies next to amounts, in a single pass over a row.
package struct AmountReader: Sendable {
  private let reader: PathReader
  /// For each column, the indices of its paths.
  private let columns: [Range<Int>]
  /// For each path, the index of the path of the currency next to it; nil if there is none.
  private let currencies: [Int?]

  /// A value, and the currency next to it; valid as long as the row.
  package struct Amount {
    package var value: FoundValue?
    package var currency: FoundValue?
  }

  /// Creates a reader; a nil column has no values.
  package init(_ columns: [Column?]) {
    var paths: [FieldPath] = []
    var currencies: [Int?] = []
    func number(of path: FieldPath) -> Int {
      paths.append(path)
      currencies.append(nil)
      return paths.count - 1
    }
    self.columns = columns.map { column in
      let start = paths.count
      for path in column?.paths ?? [] { _ = number(of: path) }
      let numbers = start..<paths.count
      guard let column, column.format.isMoney else { return numbers }
      for (path, offset) in zip(column.paths, numbers) {
        currencies[offset] = number(of: path.parent.appending("currency"))
      }
      return numbers
    }
    self.currencies = currencies
    reader = PathReader(paths)
  }

  /// The values of all paths of a row, valid during a call of the closure.
  package typealias Values = UnsafeBufferPointer<FoundValue?>

  /// Calls a closure with the values of all paths, for ``amount(_:_:)``.
  ///
  /// - Complexity: O(*m*) in the length of the row's text.
  @inline(__always)
  package func withValues<Result>(of row: Row, _ body: (Values) -> Result) -> Result {
    var result: Result?
    reader.read(row.value) { result = body($0) }
    guard let result else { preconditionFailure("the values were not read") }
    return result
  }

  /// The value of the column at an index.
  package func amount(_ column: Int, _ values: Values) -> Amount {
    var amount = Amount()
    var isFirst = true
    for number in columns[column] {
      guard let value = values[number] else { continue }
      // The currency of the first amount present counts, even if that amount is null.
      if isFirst, let currency = currencies[number] { amount.currency = values[currency] }
      isFirst = false
      guard value.kind != .null else { continue }
      amount.value = value
      break
    }
    return amount
  }
}
