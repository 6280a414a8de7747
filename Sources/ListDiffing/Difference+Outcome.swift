extension Difference {
  /// A difference, and why the diff ended: for a caller that must know whether a limit cut it short.
  ///
  /// ```swift
  /// let outcome = Difference.Outcome(from: old, to: new, limit: WorkLimit(steps: 1_000_000))
  /// if outcome.completion == .workLimitReached { show(outcome.difference) }
  /// ```
  public struct Outcome: Hashable, Sendable {
    /// The difference; correct whatever `completion` says.
    public let difference: Difference
    /// Why the diff ended.
    public let completion: Completion

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
    public init<Element, Identity: Hashable>(
      from old: some Collection<Element>,
      to new: some Collection<Element>,
      strategy: Strategy = .automatic,
      limit: WorkLimit = .none,
      identity: (Element) -> Identity,
      isContentEqual: (Element, Element) -> Bool
    ) {
      self = withBuffer(of: old) { old in
        withBuffer(of: new) { new in
          var engine = DiffEngine(old.count, new.count, strategy: strategy, limit: limit)
          switch strategy {
          case .automatic, .exact:
            let rest = engine.goShortWay(
              isSame: { identity(old[$0]) == identity(new[$1]) },
              isContentEqual: { isContentEqual(old[$0], new[$1]) }
            )
            guard let rest else { break }
            engine.goOn(old, new, rest) { engine, old, new, rest in
              engine.runInterned(
                rest.old,
                rest.new,
                oldIdentity: { identity(old[$0]) },
                newIdentity: { identity(new[$0]) },
                isContentEqual: { isContentEqual(old[$0], new[$1]) }
              )
            }
          case .myers:
            engine.runMyers(
              isSame: { identity(old[$0]) == identity(new[$1]) },
              isContentEqual: { isContentEqual(old[$0], new[$1]) }
            )
          case .heckel:
            engine.runHeckel(
              oldIdentity: { identity(old[$0]) },
              newIdentity: { identity(new[$0]) },
              isContentEqual: { isContentEqual(old[$0], new[$1]) }
            )
          }
          return engine.outcome
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
    public init<Element: Identifiable & Equatable>(
      from old: some Collection<Element>,
      to new: some Collection<Element>,
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
    public init<Element: Hashable>(
      from old: some Collection<Element>,
      to new: some Collection<Element>,
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
    public init<Element: Identifiable & Hashable>(
      from old: some Collection<Element>,
      to new: some Collection<Element>,
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
    init<Element: Identifiable & Equatable>(
      identifiable old: UnsafeBufferPointer<Element>,
      _ new: UnsafeBufferPointer<Element>,
      _ strategy: Strategy,
      _ limit: WorkLimit
    ) {
      var engine = DiffEngine(old.count, new.count, strategy: strategy, limit: limit)
      engine.run(IdentifiableRows(old, new))
      self = engine.outcome
    }

    @inlinable
    @inline(never)
    init<Element: Hashable>(
      hashable old: UnsafeBufferPointer<Element>,
      _ new: UnsafeBufferPointer<Element>,
      _ strategy: Strategy,
      _ limit: WorkLimit
    ) {
      var engine = DiffEngine(old.count, new.count, strategy: strategy, limit: limit)
      engine.run(HashableRows(old, new))
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
