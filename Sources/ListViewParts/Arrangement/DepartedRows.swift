internal import Feeds

/// The rows that left in a batch, found by their identities.
///
/// A table for one batch, with linear probing: the rows of few batches come back, so that nearly all lookups end at
/// an empty place without a look at a row.
struct DepartedRows {
  private let changes: [NetChange]
  private let departures: [Int]
  /// A part of each row's hash, above the number of its change and 1; 0 where there is none.
  ///
  /// It is empty if all rows are compared.
  private var table: [UInt64] = []
  private static let numberMask: UInt64 = 0xFFFF_FFFF
  /// Of so few, all are compared sooner than one is found by its hash.
  private static let few = 4

  /// Creates the table, if anything is to be looked up.
  ///
  /// - Parameters:
  ///   - changes: The changes of a batch.
  ///   - departures: The indices of those that rows left by.
  ///   - lookups: How many rows will be looked up.
  init(of changes: [NetChange], at departures: [Int], lookups: Int) {
    (self.changes, self.departures) = (changes, departures)
    guard lookups > 0, departures.count > Self.few else { return }
    var capacity = 16
    while capacity < 2 * departures.count { capacity *= 2 }
    table = Array(repeating: 0, count: capacity)
    for index in departures {
      guard let hash = changes[index].old?.row.idHash else { continue }
      var place = place(of: hash)
      while table[place] != 0 { place = (place + 1) & (capacity - 1) }
      table[place] = hash & ~Self.numberMask | UInt64(index + 1)
    }
  }

  private func place(of hash: UInt64) -> Int { Int(hash >> 32) & (table.count - 1) }

  /// The index of the change by which a row with the identity of another one left; nil if none did.
  func index(of row: Row) -> Int? {
    guard !table.isEmpty else { return departures.first { hasSameID($0, row) } }
    let hash = row.idHash
    var place = place(of: hash)
    while table[place] != 0 {
      let index = Int(table[place] & Self.numberMask) - 1
      if (table[place] ^ hash) & ~Self.numberMask == 0, hasSameID(index, row) { return index }
      place = (place + 1) & (table.count - 1)
    }
    return nil
  }

  private func hasSameID(_ index: Int, _ row: Row) -> Bool {
    changes[index].old?.row.hasSameID(as: row) ?? false
  }
}
