extension Difference {
  /// The difference of two lists of identifiable rows, compared by identity and content.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after the change.
  ///   - strategy: The strategy of the search for it.
  ///   - limit: The limit of the search for it.
  /// - Complexity: That of the strategy.
  @inlinable
  public init<Element: Identifiable & Equatable>(
    from old: some Collection<Element>,
    to new: some Collection<Element>,
    strategy: Strategy = .automatic,
    limit: WorkLimit = .none
  ) {
    self = Outcome(from: old, to: new, strategy: strategy, limit: limit).difference
  }

  /// The difference of two lists of values that are their own identity, and so never change.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after the change.
  ///   - strategy: The strategy of the search for it.
  ///   - limit: The limit of the search for it.
  /// - Complexity: That of the strategy.
  @inlinable
  public init<Element: Hashable>(
    from old: some Collection<Element>,
    to new: some Collection<Element>,
    strategy: Strategy = .automatic,
    limit: WorkLimit = .none
  ) {
    self = Outcome(from: old, to: new, strategy: strategy, limit: limit).difference
  }

  /// The difference of two lists of identifiable rows that could also be their own identity: the
  /// identity they name counts.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after the change.
  ///   - strategy: The strategy of the search for it.
  ///   - limit: The limit of the search for it.
  /// - Complexity: That of the strategy.
  @inlinable
  public init<Element: Identifiable & Hashable>(
    from old: some Collection<Element>,
    to new: some Collection<Element>,
    strategy: Strategy = .automatic,
    limit: WorkLimit = .none
  ) {
    self = Outcome(from: old, to: new, strategy: strategy, limit: limit).difference
  }

  /// The difference of two lists by a rule for identity and one for content.
  ///
  /// ```swift
  /// let resized = Difference(from: old, to: new, identity: \.path) { $0.size == $1.size }
  /// ```
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after the change.
  ///   - strategy: The strategy of the search for it.
  ///   - limit: The limit of the search for it.
  ///   - identity: The identity of a row; rows of equal identity are the same.
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
    self =
      Outcome(
        from: old,
        to: new,
        strategy: strategy,
        limit: limit,
        identity: identity,
        isContentEqual: isContentEqual
      ).difference
  }

  /// The difference of two lists by a rule for identity; content is compared by equality.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after the change.
  ///   - strategy: The strategy of the search for it.
  ///   - limit: The limit of the search for it.
  ///   - identity: The identity of a row; rows of equal identity are the same.
  /// - Complexity: That of the strategy.
  @inlinable
  @inline(__always)
  public init<Element: Equatable, Identity: Hashable>(
    from old: some Collection<Element>,
    to new: some Collection<Element>,
    strategy: Strategy = .automatic,
    limit: WorkLimit = .none,
    identity: (Element) -> Identity
  ) {
    self.init(
      from: old,
      to: new,
      strategy: strategy,
      limit: limit,
      identity: identity,
      isContentEqual: { $0 == $1 }
    )
  }

  /// The difference of two lists of identifiable rows by a rule for content.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after the change.
  ///   - strategy: The strategy of the search for it.
  ///   - limit: The limit of the search for it.
  ///   - isContentEqual: Whether two rows of one identity say the same.
  /// - Complexity: That of the strategy.
  @inlinable
  @inline(__always)
  public init<Element: Identifiable>(
    from old: some Collection<Element>,
    to new: some Collection<Element>,
    strategy: Strategy = .automatic,
    limit: WorkLimit = .none,
    isContentEqual: (Element, Element) -> Bool
  ) {
    self.init(
      from: old,
      to: new,
      strategy: strategy,
      limit: limit,
      identity: { $0.id },
      isContentEqual: isContentEqual
    )
  }
}

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
    ///   - strategy: The strategy of the search for it.
    ///   - limit: The limit of the search for it.
    ///   - identity: The identity of a row; rows of equal identity are the same.
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
      self = withRows(of: old, and: new) { lists in
        var engine = DiffEngine(lists, strategy: strategy, limit: limit)
        engine.run(lists, identity: identity, isContentEqual: isContentEqual)
        return engine.outcome
      }
    }

    /// Diffs two lists of identifiable rows.
    ///
    /// - Parameters:
    ///   - old: The list before the change.
    ///   - new: The list after the change.
    ///   - strategy: The strategy of the search for it.
    ///   - limit: The limit of the search for it.
    /// - Complexity: That of the strategy.
    @inlinable
    public init<Element: Identifiable & Equatable>(
      from old: some Collection<Element>,
      to new: some Collection<Element>,
      strategy: Strategy = .automatic,
      limit: WorkLimit = .none
    ) {
      self = withRows(of: old, and: new) { Outcome(identifiable: $0, strategy, limit) }
    }

    /// Diffs two lists of values that are their own identity.
    ///
    /// - Parameters:
    ///   - old: The list before the change.
    ///   - new: The list after the change.
    ///   - strategy: The strategy of the search for it.
    ///   - limit: The limit of the search for it.
    /// - Complexity: That of the strategy.
    @inlinable
    public init<Element: Hashable>(
      from old: some Collection<Element>,
      to new: some Collection<Element>,
      strategy: Strategy = .automatic,
      limit: WorkLimit = .none
    ) {
      self = withRows(of: old, and: new) { Outcome(hashable: $0, strategy, limit) }
    }

    /// Diffs two lists of identifiable rows that could also be their own identity: the identity they
    /// name counts.
    ///
    /// - Parameters:
    ///   - old: The list before the change.
    ///   - new: The list after the change.
    ///   - strategy: The strategy of the search for it.
    ///   - limit: The limit of the search for it.
    /// - Complexity: That of the strategy.
    @inlinable
    public init<Element: Identifiable & Hashable>(
      from old: some Collection<Element>,
      to new: some Collection<Element>,
      strategy: Strategy = .automatic,
      limit: WorkLimit = .none
    ) {
      self = withRows(of: old, and: new) { Outcome(identifiable: $0, strategy, limit) }
    }

    // One copy of the engine for each type of row.

    @inlinable
    @inline(never)
    init<Element: Identifiable & Equatable>(
      identifiable lists: RowLists<Element>,
      _ strategy: Strategy,
      _ limit: WorkLimit
    ) {
      var engine = DiffEngine(lists, strategy: strategy, limit: limit)
      engine.run(lists, identity: { $0.id }, isContentEqual: { $0 == $1 })
      self = engine.outcome
    }

    @inlinable
    @inline(never)
    init<Element: Hashable>(
      hashable lists: RowLists<Element>,
      _ strategy: Strategy,
      _ limit: WorkLimit
    ) {
      var engine = DiffEngine(lists, strategy: strategy, limit: limit)
      engine.run(lists, identity: { $0 }, isContentEqual: { _, _ in true })
      self = engine.outcome
    }

    @usableFromInline
    init(difference: Difference, completion: Completion) {
      self.difference = difference
      self.completion = completion
    }
  }
}
