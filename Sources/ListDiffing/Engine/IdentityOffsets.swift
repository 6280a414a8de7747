/// The place of each identity before and after a change.
///
/// ```swift
/// let offsets = IdentityOffsets(from: old, to: new, identity: \.id)
/// let (before, after) = offsets[selected]
/// ```
public struct IdentityOffsets<Identity: Hashable> {
  private var offsets: [Identity: (before: Int?, after: Int?)] = [:]

  /// Looks up every row of both lists.
  ///
  /// - Parameters:
  ///   - old: The list before the change.
  ///   - new: The list after the change.
  ///   - identity: The identity of a row. Of an identity that a list holds more than once, its first row
  ///     there counts.
  /// - Complexity: O(*n*) for lists of *n* rows.
  public init<Element>(
    from old: some Collection<Element>,
    to new: some Collection<Element>,
    identity: (Element) -> Identity
  ) {
    offsets.reserveCapacity(max(old.count, new.count))
    for (offset, row) in old.enumerated() {
      let key = identity(row)
      if offsets[key] == nil { offsets[key] = (offset, nil) }
    }
    for (offset, row) in new.enumerated() {
      let entry = offsets[identity(row), default: (nil, nil)]
      if entry.after == nil { offsets[identity(row)] = (entry.before, offset) }
    }
  }

  /// The offset of an identity in the old list and in the new one, nil if it is not in it.
  ///
  /// - Complexity: O(1) on average.
  public subscript(identity: Identity) -> (before: Int?, after: Int?) {
    offsets[identity] ?? (nil, nil)
  }
}

extension IdentityOffsets: Sendable where Identity: Sendable {}
