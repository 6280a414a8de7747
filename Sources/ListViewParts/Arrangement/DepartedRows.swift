internal import Feeds

/// The rows that left in a batch, found by their identities.
///
/// The rows of few batches come back, so that nearly all lookups end without a look at a row.
struct DepartedRows {
  private let changes: [NetChange]
  private let departures: [Int]
  /// The indices of their changes by the hashes of the rows; nil if all rows are compared.
  private var table: OffsetTable?
  /// Up to so many, all are compared sooner than one is found by its hash.
  private static let few = 4

  /// Creates the table, if anything is to be looked up.
  ///
  /// - Parameters:
  ///   - changes: The changes of a batch.
  ///   - departures: The indices of those that rows left by.
  ///   - lookups: The number of rows that will be looked up.
  init(of changes: [NetChange], at departures: [Int], lookups: Int) {
    (self.changes, self.departures) = (changes, departures)
    guard lookups > 0, departures.count > Self.few else { return }
    var table = OffsetTable(count: departures.count)
    for index in departures {
      if let row = changes[index].old?.row { table.insert(index, row.idHash) }
    }
    self.table = table
  }

  /// The index of the change by which a row with the identity of another one left; nil if none did.
  func index(of row: Row) -> Int? {
    guard let table else { return departures.first { hasSameID($0, row) } }
    return table.first(row.idHash) { hasSameID($0, row) }
  }

  private func hasSameID(_ index: Int, _ row: Row) -> Bool {
    changes[index].old?.row.hasSameID(as: row) ?? false
  }
}
