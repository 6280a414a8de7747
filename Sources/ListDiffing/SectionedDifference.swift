/// What turns one sectioned list into another: sections and rows that go, come, move and change.
///
/// Deletions, the sources of moves and the old side of updates carry index paths of the list
/// *before* the change, with its section numbers; insertions, the targets of moves and the new side
/// of updates carry those of the list *after* it.
///
/// A change is told once: the rows of a deleted section go with it, the rows of an inserted section
/// come with it, and neither is told by itself. A row moves between sections that are in both
/// lists, or within one. A row that stays in its section while the section moves does not move.
public struct SectionedDifference: Hashable, Sendable, Codable {
  /// A row that kept its identity and changed its place.
  public struct Move: Hashable, Sendable, Codable {
    /// The index path before the change.
    public var source: RowIndexPath
    /// The index path after the change.
    public var target: RowIndexPath

    /// Makes a move from a path before the change to one after it.
    public init(from source: RowIndexPath, to target: RowIndexPath) {
      self.source = source
      self.target = target
    }
  }

  /// A row that kept its identity and changed its content.
  public struct Update: Hashable, Sendable, Codable {
    /// The index path before the change.
    public var old: RowIndexPath
    /// The index path after the change.
    public var new: RowIndexPath

    /// Makes an update of the row at one path before and at another after the change.
    public init(old: RowIndexPath, new: RowIndexPath) {
      self.old = old
      self.new = new
    }
  }

  /// What happens to the sections; an update is one of the header.
  public var sections: Difference
  /// Paths of the rows that go, before the change, ascending.
  public var deletions: [RowIndexPath]
  /// Paths of the rows that come, after the change, ascending.
  public var insertions: [RowIndexPath]
  /// Rows that travel, ascending by their path after the change.
  public var moves: [Move]
  /// Rows whose content changed, ascending by their path after the change.
  public var updates: [Update]

  /// Makes a difference of its parts, each in the order that its property documents.
  public init(
    sections: Difference = Difference(),
    deletions: [RowIndexPath] = [],
    insertions: [RowIndexPath] = [],
    moves: [Move] = [],
    updates: [Update] = []
  ) {
    self.sections = sections
    self.deletions = deletions
    self.insertions = insertions
    self.moves = moves
    self.updates = updates
  }

  /// How many changes there are, to sections and to rows.
  public var changeCount: Int {
    sections.changeCount + deletions.count + insertions.count + moves.count + updates.count
  }

  /// Whether nothing changed.
  public var isEmpty: Bool {
    sections.isEmpty && deletions.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
  }

  /// The difference that undoes this one.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes.
  public func inverted() -> SectionedDifference {
    SectionedDifference(
      sections: sections.inverted(),
      deletions: insertions,
      insertions: deletions,
      moves: moves.map { Move(from: $0.target, to: $0.source) },
      updates: updates.map { Update(old: $0.new, new: $0.old) }
    ).sorted()
  }

  /// The same changes, each part in the order that its property documents.
  func sorted() -> SectionedDifference {
    SectionedDifference(
      sections: sections.sorted(),
      deletions: deletions.sorted(),
      insertions: insertions.sorted(),
      moves: moves.sorted { ($0.target, $0.source) < ($1.target, $1.source) },
      updates: updates.sorted { ($0.new, $0.old) < ($1.new, $1.old) }
    )
  }
}
