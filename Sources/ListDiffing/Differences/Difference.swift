/// The changes that turn one list into another: deletions, insertions, moves and updates.
///
/// Deletions, the sources of moves and the old side of updates are offsets into the list *before*
/// the change; insertions, the targets of moves and the new side of updates are offsets into the
/// list *after* it. That is the index rule of `UITableView.performBatchUpdates(_:completion:)`:
/// deletions are applied first, regardless of the order in which they are listed.
///
/// A row that moved and changed is in both `moves` and `updates`.
public struct Difference: Hashable, Sendable {
  /// A row that kept its identity and changed its place among the rows that stay.
  public struct Move: Hashable, Sendable, Codable {
    /// The offset in the list before the change.
    public let source: Int
    /// The offset in the list after the change.
    public let target: Int

    /// Creates a move from an offset before the change to one after it.
    public init(from source: Int, to target: Int) {
      self.source = source
      self.target = target
    }
  }

  /// A row that kept its identity and changed its content.
  public struct Update: Hashable, Sendable, Codable {
    /// The offset in the list before the change.
    public let old: Int
    /// The offset in the list after the change.
    public let new: Int

    /// Creates an update of the row at one offset before and at another after the change.
    public init(old: Int, new: Int) {
      self.old = old
      self.new = new
    }
  }

  /// Offsets of the deleted rows in the old list, ascending.
  public package(set) var deletions: [Int]
  /// Offsets of the inserted rows in the new list, ascending.
  public package(set) var insertions: [Int]
  /// Rows that moved, ascending by their offset in the new list.
  public package(set) var moves: [Move]
  /// Rows whose content changed, ascending by their offset in the new list.
  public package(set) var updates: [Update]

  /// Creates a difference from its parts, in any order.
  ///
  /// Offsets are not checked: ``BatchUpdates`` does that, because it knows the number of rows.
  ///
  /// - Complexity: O(*k*) for *k* changes in order, O(*k* log *k*) otherwise.
  public init(
    deletions: [Int] = [],
    insertions: [Int] = [],
    moves: [Move] = [],
    updates: [Update] = []
  ) {
    self.deletions = deletions
    self.insertions = insertions
    self.moves = moves
    self.updates = updates
    sort()
  }

  /// A difference that was found.
  @usableFromInline
  init(_ parts: DifferenceParts) {
    deletions = parts.deletions
    insertions = parts.insertions
    moves = parts.moves
    updates = parts.updates
  }

  /// The number of changes: deletions, insertions, moves and updates.
  public var changeCount: Int {
    deletions.count + insertions.count + moves.count + updates.count
  }

  /// Whether nothing changed.
  public var isEmpty: Bool {
    deletions.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
  }
}

extension Difference {
  /// Puts each part in the order that its property documents.
  mutating func sort() {
    deletions.sortUnlessAscending(by: <)
    insertions.sortUnlessAscending(by: <)
    moves.sortUnlessAscending { ($0.target, $0.source) < ($1.target, $1.source) }
    updates.sortUnlessAscending { ($0.new, $0.old) < ($1.new, $1.old) }
  }

  /// The same changes, each part in the order that its property documents.
  func sorted() -> Difference {
    var result = self
    result.sort()
    return result
  }
}

extension Difference: Codable {
  private enum CodingKeys: String, CodingKey {
    case deletions
    case insertions
    case moves
    case updates
  }

  /// Decodes the parts of a difference, in any order.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      deletions: try container.decode([Int].self, forKey: .deletions),
      insertions: try container.decode([Int].self, forKey: .insertions),
      moves: try container.decode([Move].self, forKey: .moves),
      updates: try container.decode([Update].self, forKey: .updates)
    )
  }
}

extension Array {
  /// Sorts if two neighbours are not in order.
  mutating func sortUnlessAscending(by precedes: (Element, Element) -> Bool) {
    guard zip(self, dropFirst()).contains(where: { precedes($1, $0) }) else { return }
    sort(by: precedes)
  }
}
