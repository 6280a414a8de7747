/// Why a set of changes is not a batch that a sectioned view can perform.
///
/// More cases may come: a `switch` in another package needs a default.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum SectionedBatchUpdatesError: Error, Hashable, Sendable {
  /// The role of an index path, and with it the side of the batch that it refers to.
  public typealias Role = BatchUpdatesError.Role

  /// The changes to the sections themselves are inconsistent.
  case sections(BatchUpdatesError)
  /// A count of rows is below zero.
  case negativeCount(section: Int, count: Int)
  /// A path names a section, or a row in it, that is not there; `count` counts what there is.
  case pathOutOfRange(Role, RowIndexPath, count: Int)
  /// Two changes claim the row at one path, on the same side of the batch.
  case conflict(Role, Role, RowIndexPath)
  /// A row change is redundant: it is part of a deleted or inserted section.
  case goesWithSection(Role, RowIndexPath)
  /// The rows of a section before the batch, and those that come and go, do not make those after.
  ///
  /// The section is counted after the batch.
  case invalidCount(
    section: Int,
    before: Int,
    after: Int,
    inserted: Int,
    deleted: Int,
    movedIn: Int,
    movedOut: Int
  )
  /// An updated row is said to end at one path, but the rest of the batch puts it at another.
  case misplacedUpdate(old: RowIndexPath, new: RowIndexPath, expected: RowIndexPath)
  /// The batch was made for other numbers of rows than there are.
  case staleRows(counts: [Int], expected: [Int])
}

extension SectionedBatchUpdatesError: CustomStringConvertible {
  /// The message, in the words of `UITableView`'s assertion.
  public var description: String {
    switch self {
    case .sections(let error):
      "in the sections: \(error)"
    case .negativeCount(let section, let count):
      "invalid number of rows in section \(section): \(count)"
    case .pathOutOfRange(let role, let path, let count):
      "invalid \(role.rawValue) at \(path): there are only \(count)"
    case .conflict(let first, let second, let path):
      "\(first.rawValue) and \(second.rawValue) of the same row \(path)"
    case .goesWithSection(let role, let path):
      """
      \(role.rawValue) at \(path): the rows of a deleted or inserted section go and come with it
      """
    case .invalidCount(
      let section,
      let before,
      let after,
      let inserted,
      let deleted,
      let movedIn,
      let movedOut
    ):
      """
      invalid number of rows in section \(section): the number of rows contained in an existing \
      section after the update (\(after)) must be equal to the number of rows contained in that \
      section before the update (\(before)), plus or minus the number of rows inserted or deleted \
      from that section (\(inserted) inserted, \(deleted) deleted) and plus or minus the number of \
      rows moved into or out of that section (\(movedIn) moved in, \(movedOut) moved out)
      """
    case .misplacedUpdate(let old, let new, let expected):
      "update of row \(old) as row \(new), but the batch puts it at \(expected)"
    case .staleRows(let counts, let expected):
      "the batch was made for sections of \(expected) rows, but there are \(counts)"
    }
  }
}
