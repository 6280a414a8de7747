/// A batch with the rows that it inserts and updates: all that is needed to bring a copy of the old
/// list up to date, here or at the other end of a connection.
///
/// ```swift
/// let changeset = Changeset(from: old, to: new)
/// let copy = try changeset.applying(to: old)  // new
/// ```
public struct Changeset<Element> {
  private enum CodingKeys: String, CodingKey {
    case batchUpdates
    case insertedRows
    case updatedRows
  }

  /// The changes, checked.
  public let batchUpdates: BatchUpdates
  /// The inserted rows, in the order of `batchUpdates.insertions`.
  public let insertedRows: [Element]
  /// The updated rows as they are now, in the order of `batchUpdates.updates`.
  public let updatedRows: [Element]

  /// Creates a changeset of a difference and the list that it leads to.
  ///
  /// - Parameters:
  ///   - difference: The changes.
  ///   - oldCount: The number of rows before them.
  ///   - new: The list after them.
  /// - Throws: `BatchUpdatesError` if the difference does not lead from as many rows to as many
  ///   as `new` has.
  /// - Complexity: O(*k* log *k*) for *k* changes.
  public init(
    _ difference: Difference,
    from oldCount: Int,
    to new: [Element]
  ) throws(BatchUpdatesError) {
    self.init(try BatchUpdates(difference, from: oldCount, to: new.count), new)
  }

  /// Creates a changeset by a rule for identity and one for content.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after the change.
  ///   - identity: The identity of a row; rows of equal identity are the same.
  ///   - isContentEqual: Whether two rows of one identity say the same.
  /// - Complexity: That of `Difference.Strategy.automatic`.
  @inlinable
  public init<Identity: Hashable>(
    from old: [Element],
    to new: [Element],
    identity: (Element) -> Identity,
    isContentEqual: (Element, Element) -> Bool
  ) {
    self.init(
      found: Difference(from: old, to: new, identity: identity, isContentEqual: isContentEqual),
      old.count,
      new
    )
  }

  /// The list before the change as the changeset changes it.
  ///
  /// - Parameter old: The list before the change.
  /// - Returns: The list after the change.
  /// - Throws: `BatchUpdatesError.staleRows` if the rows are not as many as the batch counts.
  /// - Complexity: O(*n* + *k* log *k*) for *n* rows and *k* changes.
  public func applying(to old: [Element]) throws(BatchUpdatesError) -> [Element] {
    let (insertions, updates) = (batchUpdates.insertions, batchUpdates.updates)
    return try batchUpdates.applying(to: old) { offset in
      let insertion = partitionPoint(of: insertions.indices) { insertions[$0] < offset }
      if insertion < insertions.count, insertions[insertion] == offset {
        return insertedRows[insertion]
      }
      return updatedRows[partitionPoint(of: updates.indices) { updates[$0].new < offset }]
    }
  }

  @usableFromInline
  init(found difference: Difference, _ oldCount: Int, _ new: [Element]) {
    self.init(BatchUpdates(unchecked: difference, from: oldCount, to: new.count), new)
  }

  private init(_ batch: BatchUpdates, _ new: [Element]) {
    batchUpdates = batch
    insertedRows = batch.insertions.map { new[$0] }
    updatedRows = batch.updates.map { new[$0.new] }
  }
}

extension Changeset where Element: Identifiable & Equatable {
  /// Creates a changeset of rows that provide identity and content.
  @inlinable
  public init(from old: [Element], to new: [Element]) {
    self.init(found: Difference(from: old, to: new), old.count, new)
  }
}

extension Changeset where Element: Hashable {
  /// Creates a changeset of values that are their own identity.
  @inlinable
  public init(from old: [Element], to new: [Element]) {
    self.init(found: Difference(from: old, to: new), old.count, new)
  }
}

extension Changeset where Element: Identifiable & Hashable {
  /// Creates a changeset of rows that name their identity.
  @inlinable
  public init(from old: [Element], to new: [Element]) {
    self.init(found: Difference(from: old, to: new), old.count, new)
  }
}

extension Changeset: Equatable where Element: Equatable {}
extension Changeset: Hashable where Element: Hashable {}
extension Changeset: Sendable where Element: Sendable {}
extension Changeset: Encodable where Element: Encodable {}
extension Changeset: Decodable where Element: Decodable {
  /// Decodes a changeset, and rejects one whose rows are not those of its changes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    batchUpdates = try container.decode(BatchUpdates.self, forKey: .batchUpdates)
    insertedRows = try container.decode([Element].self, forKey: .insertedRows)
    updatedRows = try container.decode([Element].self, forKey: .updatedRows)
    guard insertedRows.count == batchUpdates.insertions.count,
      updatedRows.count == batchUpdates.updates.count
    else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: container.codingPath,
          debugDescription: "the rows are not as many as the changes"
        )
      )
    }
  }
}
