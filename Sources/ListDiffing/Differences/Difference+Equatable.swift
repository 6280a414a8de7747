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
