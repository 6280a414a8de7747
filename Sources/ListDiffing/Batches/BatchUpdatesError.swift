/// Why a set of changes is not a batch that a view can perform.
///
/// The messages have the shape that `UITableView` made known: they name the offset, and the count
/// of rows on the side of the batch that the offset counts on. More cases may come: a `switch` in
/// another package needs a default.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum BatchUpdatesError: Error, Hashable, Sendable {
  /// The role of an offset in a batch, and with it the side of the batch that it refers to.
  public enum Role: String, Hashable, Sendable {
    /// A row that goes; an offset before the batch.
    case deletion
    /// An inserted row; an offset after the batch.
    case insertion
    /// The beginning of a move; an offset before the batch.
    case moveSource
    /// The end of a move; an offset after the batch.
    case moveTarget
    /// A row that changes; an offset before the batch.
    case update
    /// The new place of a row that changes; an offset after the batch.
    case updateTarget
  }

  /// A count of rows before or after the batch is below zero.
  case negativeCount(Int)
  /// An offset lies outside the rows on its side of the batch, of which there are `count`.
  case offsetOutOfRange(Role, offset: Int, count: Int)
  /// Two changes claim the row at one offset, on the same side of the batch.
  case conflict(Role, Role, offset: Int)
  /// The rows before the batch, and those that come and go, do not make the rows after it.
  case invalidCount(before: Int, after: Int, inserted: Int, deleted: Int)
  /// An updated row is said to end at one offset, but the rest of the batch puts it at another.
  case misplacedUpdate(old: Int, new: Int, expected: Int)
  /// A row was to be replaced by one of another identity, at an offset before the batch.
  case changedIdentity(offset: Int)
  /// The rows are in sections, and the changes do not say in which.
  case needsSections
  /// The batch was made for another number of rows than there are.
  case staleRows(count: Int, expected: Int)
}

extension BatchUpdatesError: CustomStringConvertible {
  /// The message, in the words of `UITableView`'s assertion.
  public var description: String {
    switch self {
    case .negativeCount(let count):
      "invalid number of rows: \(count)"
    case .offsetOutOfRange(let role, let offset, let count):
      """
      attempt to \(role.verb) \(offset), but there are only \(count) rows \
      \(role.isBefore ? "before" : "after") the update
      """
    case .conflict(let first, let second, let offset) where first == second:
      """
      attempt to \(first.verb) \(offset) more than once \
      (offset \(first.isBefore ? "before" : "after") the update)
      """
    case .conflict(let first, let second, let offset):
      """
      attempt to \(first.verb) \(offset) and to \(second.verb) \(offset) \
      (offset \(first.isBefore ? "before" : "after") the update)
      """
    case .invalidCount(let before, let after, let inserted, let deleted):
      """
      invalid number of rows: the number of rows after the update (\(after)) must be equal to the \
      number of rows before the update (\(before)), plus or minus the number of rows inserted or \
      deleted (\(inserted) inserted, \(deleted) deleted)
      """
    case .changedIdentity(let offset):
      "attempt to reload row \(offset) by a row of another identity"
    case .needsSections:
      "the rows stand in sections: the changes have to say in which section they are"
    case .staleRows(let count, let expected):
      "the batch was made for \(expected) rows before the update, but there are \(count)"
    case .misplacedUpdate(let old, let new, let expected):
      """
      attempt to update row \(old) as row \(new) after the update, but the batch puts it at \
      \(expected)
      """
    }
  }
}

extension BatchUpdatesError.Role {
  fileprivate var verb: String {
    switch self {
    case .deletion: "delete row"
    case .insertion: "insert row"
    case .moveSource: "move row"
    case .moveTarget: "move a row to"
    case .update: "update row"
    case .updateTarget: "update a row as"
    }
  }

  var isBefore: Bool {
    switch self {
    case .deletion, .moveSource, .update: true
    case .insertion, .moveTarget, .updateTarget: false
    }
  }
}
