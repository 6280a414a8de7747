extension Difference: CustomStringConvertible {
  /// The changes as text: `2 deletions (0, 1), 1 move (4 → 0)`, or `no changes`.
  public var description: String {
    let parts = [
      phrase(deletions.count, "deletion", deletions.lazy.map { "\($0)" }),
      phrase(insertions.count, "insertion", insertions.lazy.map { "\($0)" }),
      phrase(moves.count, "move", moves.lazy.map { "\($0.source) → \($0.target)" }),
      phrase(updates.count, "update", updates.lazy.map { pair($0.old, $0.new) }),
    ]
    return joined(parts)
  }
}

extension BatchUpdates: CustomStringConvertible {
  /// The row counts and the changes as text: `6 → 5 rows: 1 deletion (0)`.
  public var description: String { "\(oldCount) → \(newCount) rows: \(difference)" }
}

extension SectionedDifference: CustomStringConvertible {
  /// The changes as text: `sections: 1 deletion (0); rows: 2 insertions ((0, 1), (0, 2))`.
  public var description: String {
    let parts = [
      phrase(deletions.count, "deletion", deletions.lazy.map { "\($0)" }),
      phrase(insertions.count, "insertion", insertions.lazy.map { "\($0)" }),
      phrase(moves.count, "move", moves.lazy.map { "\($0.source) → \($0.target)" }),
      phrase(updates.count, "update", updates.lazy.map { pair($0.old, $0.new) }),
    ]
    return "sections: \(sections); rows: \(joined(parts))"
  }
}

extension SectionedBatchUpdates: CustomStringConvertible {
  /// The counts of sections and rows and the changes as text: `2 → 1 sections, 6 → 5 rows: …`.
  public var description: String {
    let old = oldCounts.reduce(0) { $0.addingReportingOverflow($1).partialValue }
    let new = newCounts.reduce(0) { $0.addingReportingOverflow($1).partialValue }
    return "\(oldCounts.count) → \(newCounts.count) sections, \(old) → \(new) rows: \(difference)"
  }
}

/// The number of a kind, and the first of them.
private func phrase(_ count: Int, _ noun: String, _ values: some Collection<String>) -> String? {
  guard count > 0 else { return nil }
  let shown = 10
  let listed = values.prefix(shown).joined(separator: ", ")
  let more = count > shown ? ", … \(count - shown) more" : ""
  return "\(count) \(noun)\(count == 1 ? "" : "s") (\(listed)\(more))"
}

private func pair<Place: Equatable>(_ old: Place, _ new: Place) -> String {
  old == new ? "\(old)" : "\(old) as \(new)"
}

private func joined(_ parts: [String?]) -> String {
  let parts = parts.compactMap(\.self)
  return parts.isEmpty ? "no changes" : parts.joined(separator: ", ")
}
