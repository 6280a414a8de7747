/// Which rows are the same, and when one is modified: the rules by which a list reports changes.
public struct ListRules<Row> {
  /// Where a change is told that could be told in more than one place, as can one more of several
  /// equal rows.
  public enum Preference: Hashable, Sendable {
    /// As near to the tail as it can be: a log, to which rows are appended.
    case tail
    /// As near to the head as it can be: a feed, whose newest row comes first.
    case head
  }

  private let compare: ([Row], [Row]) -> Difference

  /// Makes rules of identity and content.
  ///
  /// - Parameters:
  ///   - preference: Where a change is told that could be told in more than one place.
  ///   - identity: Which row it is.
  ///   - isContentEqual: Whether two rows of one identity say the same; where not, the row was
  ///     modified.
  public init<Identity: Hashable>(
    preference: Preference = .tail,
    identity: @escaping (Row) -> Identity,
    isContentEqual: @escaping (Row, Row) -> Bool
  ) {
    compare = { old, new in
      switch preference {
      case .tail:
        return Difference(from: old, to: new, identity: identity, isContentEqual: isContentEqual)
      case .head:
        // Shared starts are trimmed before shared ends, so that the other end is preferred by
        // reading the lists backwards.
        return Difference(
          from: old.reversed() as [Row],
          to: new.reversed() as [Row],
          identity: identity,
          isContentEqual: isContentEqual
        ).mirrored(from: old.count, to: new.count)
      }
    }
  }

  /// The difference of two lists by these rules.
  public func difference(from old: [Row], to new: [Row]) -> Difference {
    compare(old, new)
  }
}

extension ListRules where Row: Identifiable & Equatable {
  /// The rows' own identity and equality.
  ///
  /// - Parameter preference: Where a change is told that could be told in more than one place.
  public init(preference: Preference = .tail) {
    self.init(preference: preference, identity: { $0.id }, isContentEqual: { $0 == $1 })
  }
}
