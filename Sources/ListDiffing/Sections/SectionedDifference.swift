/// The changes that turn one sectioned list into another: deletions, insertions, moves and updates of
/// sections and rows.
///
/// Deletions, the sources of moves and the old side of updates carry index paths of the list
/// *before* the change, with its section numbers; insertions, the targets of moves and the new side
/// of updates carry those of the list *after* it.
///
/// A change is reported once: the rows of a deleted section go with it, the rows of an inserted section
/// come with it, and neither is reported separately. A row moves between sections that are in both
/// lists, or within one. A row that stays in its section while the section moves does not move.
public struct SectionedDifference: Hashable, Sendable {
  /// A row that kept its identity and changed its place.
  public struct Move: Hashable, Sendable, Codable {
    /// The index path before the change.
    public let source: RowIndexPath
    /// The index path after the change.
    public let target: RowIndexPath

    /// Creates a move from a path before the change to one after it.
    public init(from source: RowIndexPath, to target: RowIndexPath) {
      self.source = source
      self.target = target
    }
  }

  /// A row that kept its identity and changed its content.
  public struct Update: Hashable, Sendable, Codable {
    /// The index path before the change.
    public let old: RowIndexPath
    /// The index path after the change.
    public let new: RowIndexPath

    /// Creates an update of the row at one path before and at another after the change.
    public init(old: RowIndexPath, new: RowIndexPath) {
      self.old = old
      self.new = new
    }
  }

  /// The changes of the sections; an update is one of the header.
  public package(set) var sections: Difference
  /// Paths of the deleted rows, before the change, ascending.
  public package(set) var deletions: [RowIndexPath]
  /// Paths of the inserted rows, after the change, ascending.
  public package(set) var insertions: [RowIndexPath]
  /// Moved rows, ascending by their path after the change.
  public package(set) var moves: [Move]
  /// Rows whose content changed, ascending by their path after the change.
  public package(set) var updates: [Update]

  /// Creates a difference of its parts, in any order.
  ///
  /// The parts that concern rows are not checked: that is done by ``SectionedBatchUpdates``.
  ///
  /// - Complexity: O(*k*) for *k* changes in order, O(*k* log *k*) else.
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
    sort()
  }

  /// The number of changes, to sections and to rows.
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
    )
  }
}

extension SectionedDifference {
  /// Puts each part in the order that its property documents.
  mutating func sort() {
    sections.sort()
    deletions.sortUnlessAscending(by: <)
    insertions.sortUnlessAscending(by: <)
    moves.sortUnlessAscending { ($0.target, $0.source) < ($1.target, $1.source) }
    updates.sortUnlessAscending { ($0.new, $0.old) < ($1.new, $1.old) }
  }

  /// The same changes, each part in the order that its property documents.
  func sorted() -> SectionedDifference {
    var result = self
    result.sort()
    return result
  }
}

extension SectionedDifference: Codable {
  private enum CodingKeys: String, CodingKey {
    case sections
    case deletions
    case insertions
    case moves
    case updates
  }

  /// Decodes the parts of a difference, in any order.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      sections: try container.decode(Difference.self, forKey: .sections),
      deletions: try container.decode([RowIndexPath].self, forKey: .deletions),
      insertions: try container.decode([RowIndexPath].self, forKey: .insertions),
      moves: try container.decode([Move].self, forKey: .moves),
      updates: try container.decode([Update].self, forKey: .updates)
    )
  }
}
