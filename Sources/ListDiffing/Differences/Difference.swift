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

extension Difference {
  /// The difference of two lists of values that can be compared only: deletions and insertions, as
  /// few as there can be.
  ///
  /// Without a hash no two rows are found to be the same but by comparing them, so that this is
  /// `Strategy.myers`: make the rows `Hashable` or `Identifiable` for moves, and for near-linear time
  /// whatever changed. Rows that provide more are compared by that.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after the change.
  ///   - limit: The limit of the search for it.
  /// - Complexity: O((*n* + *m*)*d*) for *d* operations, O(*n* + *m* + *d*²) expected.
  @_disfavoredOverload
  @inlinable
  public init<Element: Equatable>(
    from old: some Collection<Element>,
    to new: some Collection<Element>,
    limit: WorkLimit = .none
  ) {
    self = withBuffer(of: old) { old in
      withBuffer(of: new) { new in
        var engine = DiffEngine(old.count, new.count, strategy: .myers, limit: limit)
        engine.runMyers(isSame: { old[$0] == new[$1] }, isContentEqual: { _, _ in true })
        return engine.outcome.difference
      }
    }
  }

  /// Rows that name their identity, but do not say when their content is the same.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: "make the rows Equatable, or give a rule: Difference(from:to:isContentEqual:)"
  )
  public init<Element: Identifiable>(
    from old: some Collection<Element>,
    to new: some Collection<Element>
  ) {
    self.init()
  }
}

extension Difference {
  /// The difference that undoes this one.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes.
  public func inverted() -> Difference {
    Difference(
      deletions: insertions,
      insertions: deletions,
      moves: moves.map { Move(from: $0.target, to: $0.source) },
      updates: updates.map { Update(old: $0.new, new: $0.old) }
    )
  }
}

extension Difference {
  /// The same changes in a longer list, before whose part of it there are `count` more rows.
  func shifted(by count: Int) -> Difference {
    guard count != 0 else { return self }
    return Difference(
      deletions: deletions.map { $0 + count },
      insertions: insertions.map { $0 + count },
      moves: moves.map { Move(from: $0.source + count, to: $0.target + count) },
      updates: updates.map { Update(old: $0.old + count, new: $0.new + count) }
    )
  }

  /// The same changes of the lists read from their ends.
  func mirrored(from oldCount: Int, to newCount: Int) -> Difference {
    Difference(
      deletions: deletions.map { oldCount - 1 - $0 },
      insertions: insertions.map { newCount - 1 - $0 },
      moves: moves.map { Move(from: oldCount - 1 - $0.source, to: newCount - 1 - $0.target) },
      updates: updates.map { Update(old: oldCount - 1 - $0.old, new: newCount - 1 - $0.new) }
    ).sorted()
  }
}

extension Difference {
  /// A way to look for a difference.
  public enum Strategy: Hashable, Sendable, CaseIterable {
    /// The one to use: minimal wherever that is cheap, near it elsewhere, never slow.
    ///
    /// Both ends that the lists share are trimmed, and a walk looks past edits until it has cost as
    /// much as hashing every row would; only the rest is hashed then. A longest increasing
    /// subsequence of the pairs stays and the others move, which for unique identities is the least
    /// number of operations. Repeated identities are aligned by a common subsequence: a longest one
    /// until the work for that exceeds a hash of each row once more, and a long one otherwise. The
    /// rest is paired k-th with k-th. `Completion` says whether the result is the least.
    ///
    /// O(*n* + *d*²) for *n* rows and *d* edits, without a hash, as long as that is O(*n*);
    /// elsewhere O(*n* log *n*), with one hash of each row.
    case automatic

    /// The least number of operations for repeated identities too.
    ///
    /// As `automatic`, with a longest common subsequence of the rows in line:
    /// O(*n* log *n* + *nm*/64) in the worst case, in linear space.
    case exact

    /// The least number of deletions and insertions, without moves, and without any hash.
    ///
    /// Myers' algorithm in linear space: O((*n* + *m*)*d*) for *d* operations, and
    /// O(*n* + *m* + *d*²) expected. The result is that of `CollectionDifference`.
    case myers

    /// Heckel's algorithm to the letter: fast and short, but far from the least operations.
    ///
    /// Rows are paired if an identity occurs once in both lists, and from there to neighbours
    /// with one identity; each pair that is not shifted by the deletions and insertions before it
    /// moves, so that a rotation of *n* rows is *n* moves. O(*n* + *m*).
    case heckel
  }
}
