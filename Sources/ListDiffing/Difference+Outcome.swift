extension Difference {
  /// A difference, and why the diff ended: for a caller that must know whether a limit cut it short.
  ///
  /// ```swift
  /// let outcome = Difference.Outcome(from: old, to: new, limit: WorkLimit(steps: 1_000_000))
  /// if outcome.completion == .workLimitReached { … }
  /// ```
  public struct Outcome: Hashable, Sendable {
    /// The difference; correct whatever `completion` says.
    public var difference: Difference
    /// Why the diff ended.
    public var completion: Completion

    /// Diffs two lists by a rule for identity and one for content.
    ///
    /// - Parameters:
    ///   - old: The list before the change.
    ///   - new: The list after the change.
    ///   - strategy: How to look for it.
    ///   - limit: How long to look for it.
    ///   - identity: Which row it is; equal identities are the same row.
    ///   - isContentEqual: Whether two rows of one identity say the same.
    /// - Complexity: That of the strategy.
    @inlinable
    @inline(__always)
    public init<Row, Identity: Hashable>(
      from old: some Collection<Row>,
      to new: some Collection<Row>,
      strategy: Strategy = .automatic,
      limit: WorkLimit = .none,
      identity: (Row) -> Identity,
      isContentEqual: (Row, Row) -> Bool
    ) {
      self = withBuffer(of: old) { old in
        withBuffer(of: new) { new in
          var engine = DiffEngine(old.count, new.count, strategy: strategy, limit: limit)
          let rest = engine.goShortWay(
            Identity.self,
            isSame: { identity(old[$0]) == identity(new[$1]) },
            isContentEqual: { isContentEqual(old[$0], new[$1]) }
          )
          guard rest != nil || strategy == .myers || strategy == .heckel else {
            return engine.outcome
          }
          return withoutActuallyEscaping(isContentEqual) { isContentEqual in
            let oldRange = rest?.old ?? old.indices
            let newRange = rest?.new ?? new.indices
            return Outcome(
              engine,
              rest,
              old[oldRange].identities(identity),
              from: oldRange.lowerBound,
              new[newRange].identities(identity),
              from: newRange.lowerBound,
              isEqual: { isContentEqual(old[$0], new[$1]) }
            )
          }
        }
      }
    }

    /// Diffs two lists of identifiable rows.
    ///
    /// - Parameters:
    ///   - old: The list before the change.
    ///   - new: The list after the change.
    ///   - strategy: How to look for it.
    ///   - limit: How long to look for it.
    /// - Complexity: That of the strategy.
    @inlinable
    public init<Row: Identifiable & Equatable>(
      from old: some Collection<Row>,
      to new: some Collection<Row>,
      strategy: Strategy = .automatic,
      limit: WorkLimit = .none
    ) {
      self = withBuffer(of: old) { old in
        withBuffer(of: new) { Outcome(identifiable: old, $0, strategy, limit) }
      }
    }

    /// Diffs two lists of values that are their own identity.
    ///
    /// - Parameters:
    ///   - old: The list before the change.
    ///   - new: The list after the change.
    ///   - strategy: How to look for it.
    ///   - limit: How long to look for it.
    /// - Complexity: That of the strategy.
    @inlinable
    public init<Row: Hashable>(
      from old: some Collection<Row>,
      to new: some Collection<Row>,
      strategy: Strategy = .automatic,
      limit: WorkLimit = .none
    ) {
      self = withBuffer(of: old) { old in
        withBuffer(of: new) { Outcome(hashable: old, $0, strategy, limit) }
      }
    }

    /// Diffs two lists of identifiable rows that could also be their own identity: the identity they
    /// name counts.
    ///
    /// - Parameters:
    ///   - old: The list before the change.
    ///   - new: The list after the change.
    ///   - strategy: How to look for it.
    ///   - limit: How long to look for it.
    /// - Complexity: That of the strategy.
    @inlinable
    public init<Row: Identifiable & Hashable>(
      from old: some Collection<Row>,
      to new: some Collection<Row>,
      strategy: Strategy = .automatic,
      limit: WorkLimit = .none
    ) {
      self = withBuffer(of: old) { old in
        withBuffer(of: new) { Outcome(identifiable: old, $0, strategy, limit) }
      }
    }

    // One copy of the engine for each type of row.

    @inlinable
    @inline(never)
    init<Row: Identifiable & Equatable>(
      identifiable old: UnsafeBufferPointer<Row>,
      _ new: UnsafeBufferPointer<Row>,
      _ strategy: Strategy,
      _ limit: WorkLimit
    ) {
      var engine = DiffEngine(old.count, new.count, strategy: strategy, limit: limit)
      engine.run(IdentifiableRows(old, new))
      self = engine.outcome
    }

    @inlinable
    @inline(never)
    init<Row: Hashable>(
      hashable old: UnsafeBufferPointer<Row>,
      _ new: UnsafeBufferPointer<Row>,
      _ strategy: Strategy,
      _ limit: WorkLimit
    ) {
      var engine = DiffEngine(old.count, new.count, strategy: strategy, limit: limit)
      engine.run(HashableRows(old, new))
      self = engine.outcome
    }

    /// What follows the short way, on identities that were asked for once.
    @inlinable
    init<Identity: Hashable>(
      _ engine: DiffEngine,
      _ rest: ShortWay.Rest?,
      _ old: ContiguousArray<Identity>,
      from oldBase: Int,
      _ new: ContiguousArray<Identity>,
      from newBase: Int,
      isEqual: @escaping (Int, Int) -> Bool
    ) {
      var engine = engine
      old.withUnsafeBufferPointer { old in
        new.withUnsafeBufferPointer { new in
          let rows = IdentityRows(old, from: oldBase, new, from: newBase, isEqual: isEqual)
          engine.finish(rows, rest)
        }
      }
      self = engine.outcome
    }

    @usableFromInline
    init(difference: Difference, completion: Completion) {
      self.difference = difference
      self.completion = completion
    }
  }
}

/// Calls a closure with the elements of a collection side by side in memory.
@inlinable
@inline(__always)
func withBuffer<Rows: Collection, Result>(
  of rows: Rows,
  _ body: (UnsafeBufferPointer<Rows.Element>) -> Result
) -> Result {
  rows.withContiguousStorageIfAvailable(body)
    ?? ContiguousArray(rows).withUnsafeBufferPointer(body)
}
