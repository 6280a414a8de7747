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
      self = withoutActuallyEscaping(identity) { identity in
        withoutActuallyEscaping(isContentEqual) { isContentEqual in
          Outcome(
            inlining: old,
            new,
            rule: ClosureRule(identity: identity, isEqual: isContentEqual),
            strategy: strategy,
            limit: limit
          )
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
      self.init(old, new, rule: IdentifiableRule(), strategy: strategy, limit: limit)
    }

    /// One copy of the engine for each type of rule.
    @inlinable
    init<Rule: RowRule>(
      _ old: some Collection<Rule.Row>,
      _ new: some Collection<Rule.Row>,
      rule: Rule,
      strategy: Strategy,
      limit: WorkLimit
    ) {
      self.init(inlining: old, new, rule: rule, strategy: strategy, limit: limit)
    }

    /// Hands both lists over as buffers: their own storage where it is contiguous, a copy elsewhere.
    @inlinable
    @inline(__always)
    init<Rule: RowRule>(
      inlining old: some Collection<Rule.Row>,
      _ new: some Collection<Rule.Row>,
      rule: Rule,
      strategy: Strategy,
      limit: WorkLimit
    ) {
      self = withBuffer(of: old) { old in
        withBuffer(of: new) { new in
          Outcome(buffer: old, new, rule: rule, strategy: strategy, limit: limit)
        }
      }
    }

    @inlinable
    @inline(__always)
    init<Rule: RowRule>(
      buffer old: UnsafeBufferPointer<Rule.Row>,
      _ new: UnsafeBufferPointer<Rule.Row>,
      rule: Rule,
      strategy: Strategy,
      limit: WorkLimit
    ) {
      var engine = KeyedEngine(old, new, rule: rule, isExact: strategy == .exact, limit: limit)
      switch strategy {
      case .automatic, .exact: engine.run()
      case .myers: engine.runMyers()
      case .heckel: engine.runHeckel()
      }
      difference = engine.difference
      completion = engine.meter.outcome
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
