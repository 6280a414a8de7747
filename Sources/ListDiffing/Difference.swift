/// What turns one list into another: rows that go, come, move and change.
///
/// Deletions, the sources of moves and the old side of updates are offsets into the list *before*
/// the change; insertions, the targets of moves and the new side of updates are offsets into the
/// list *after* it. That is the index rule of `UITableView.performBatchUpdates(_:completion:)`:
/// deletions come first by meaning, in whatever order they are written down.
///
/// A row that moved and changed is in both `moves` and `updates`.
public struct Difference: Hashable, Sendable, Codable {
  /// A row that kept its identity and changed its place among the rows that stay.
  public struct Move: Hashable, Sendable, Codable {
    /// The offset in the list before the change.
    public var source: Int
    /// The offset in the list after the change.
    public var target: Int

    /// Makes a move from an offset before the change to one after it.
    public init(from source: Int, to target: Int) {
      self.source = source
      self.target = target
    }
  }

  /// A row that kept its identity and changed its content.
  public struct Update: Hashable, Sendable, Codable {
    /// The offset in the list before the change.
    public var old: Int
    /// The offset in the list after the change.
    public var new: Int

    /// Makes an update of the row at one offset before and at another after the change.
    public init(old: Int, new: Int) {
      self.old = old
      self.new = new
    }
  }

  /// Offsets into the old list of the rows that go, ascending.
  public var deletions: [Int]
  /// Offsets into the new list of the rows that come, ascending.
  public var insertions: [Int]
  /// Rows that travel, ascending by their offset in the new list.
  public var moves: [Move]
  /// Rows whose content changed, ascending by their offset in the new list.
  public var updates: [Update]

  /// Makes a difference of its parts, each in the order that its property documents.
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
  }

  /// A difference that was found.
  @usableFromInline
  init(_ parts: DifferenceParts) {
    deletions = parts.deletions
    insertions = parts.insertions
    moves = parts.moves
    updates = parts.updates
  }

  /// How many changes there are: deletions, insertions, moves and updates.
  public var changeCount: Int {
    deletions.count + insertions.count + moves.count + updates.count
  }

  /// Whether nothing changed.
  public var isEmpty: Bool {
    deletions.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
  }
}
