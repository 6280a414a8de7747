extension SectionedBatchUpdates {
  /// Checks a difference against the sections on both sides of it.
  ///
  /// - Parameters:
  ///   - difference: The changes, whose parts may be in any order.
  ///   - old: The sections before the batch.
  ///   - new: The sections after the batch.
  /// - Throws: `SectionedBatchUpdatesError` for the first inconsistency.
  /// - Complexity: O(*s* log *s* + *k* log *k*) for *s* sections and *k* changes.
  public init<Header, Row>(
    _ difference: SectionedDifference,
    from old: [ListSection<Header, Row>],
    to new: [ListSection<Header, Row>]
  ) throws(SectionedBatchUpdatesError) {
    try self.init(difference, from: old.map(\.rows.count), to: new.map(\.rows.count))
  }

  /// The sections before the batch as this batch changes them, with headers and rows of those after
  /// it.
  ///
  /// - Parameters:
  ///   - old: The sections before the batch.
  ///   - new: The sections after the batch, of which those are taken that are inserted or updated, and
  ///     such rows.
  /// - Returns: The sections after the batch.
  /// - Throws: `SectionedBatchUpdatesError.staleRows` if the rows are not as many as the batch
  ///   counts.
  /// - Complexity: O(*n* + *k* log *k*) for *n* rows and *k* changes.
  public func applying<Header, Row>(
    to old: [ListSection<Header, Row>],
    new: [ListSection<Header, Row>]
  ) throws(SectionedBatchUpdatesError) -> [ListSection<Header, Row>] {
    guard new.map(\.rows.count) == newCounts else {
      throw .staleRows(counts: new.map(\.rows.count), expected: newCounts)
    }
    let rows = try applying(to: old.map(\.rows)) { new[$0.section].rows[$0.row] }
    let updated = Set(difference.sections.updates.map(\.new))
    return rows.enumerated().map { section, rows in
      let source = updated.contains(section) ? nil : map.oldSection(ofNew: section)
      return ListSection(header: source.map { old[$0].header } ?? new[section].header, rows: rows)
    }
  }
}

extension SectionedDifference {
  /// The old sections as this difference changes them, with headers and rows of the new ones.
  ///
  /// - Parameters:
  ///   - old: The sections before the change.
  ///   - new: The sections after the change.
  /// - Returns: The sections after the change.
  /// - Throws: `SectionedBatchUpdatesError` if the difference does not lead from sections with as
  ///   many rows as those of `old` to such as those of `new`.
  /// - Complexity: O(*n* + *k* log *k*) for *n* rows and *k* changes.
  public func applying<Header, Row>(
    to old: [ListSection<Header, Row>],
    new: [ListSection<Header, Row>]
  ) throws(SectionedBatchUpdatesError) -> [ListSection<Header, Row>] {
    try SectionedBatchUpdates(self, from: old, to: new).applying(to: old, new: new)
  }
}
