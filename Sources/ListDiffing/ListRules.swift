/// Which rows are the same, and when one is modified: the rules by which a list reports changes.
public struct ListRules<Element> {
  /// Where a change is placed if several places are possible, as for one more of several
  /// equal rows.
  public enum Preference: Hashable, Sendable {
    /// As near to the tail as it can be: a log, to which rows are appended.
    case tail
    /// As near to the head as it can be: a feed, whose newest row comes first.
    case head
  }

  @usableFromInline let compare: ([Element], [Element]) -> Difference

  /// Makes rules of identity and content.
  ///
  /// The rules are called for each row. Where few rows changed that costs next to nothing; where all
  /// have to be hashed, a comparison by them takes about twice as long as one by conformances, or by
  /// the closures of a `Difference`.
  ///
  /// - Parameters:
  ///   - preference: Where a change is placed if several places are possible.
  ///   - identity: Which row it is.
  ///   - isContentEqual: Whether two rows of one identity say the same; where not, the row was
  ///     modified.
  @inlinable
  @inline(__always)
  public init<Identity: Hashable>(
    preference: Preference = .tail,
    identity: @escaping (Element) -> Identity,
    isContentEqual: @escaping (Element, Element) -> Bool
  ) {
    // Made where the rules are known, so that the comparison is compiled for them.
    self.init(preference) { old, new in
      Difference(from: old, to: new, identity: identity, isContentEqual: isContentEqual)
    }
  }

  /// Creates rules that compare two lists and place changes near the tail.
  @usableFromInline
  init(_ preference: Preference, compare: @escaping ([Element], [Element]) -> Difference) {
    switch preference {
    case .tail: self.compare = compare
    case .head:
      // Shared starts are trimmed before shared ends, so that the other end is preferred by reading
      // the lists backwards.
      self.compare = { old, new in
        compare(old.reversed(), new.reversed()).mirrored(from: old.count, to: new.count)
      }
    }
  }

  /// The difference of two lists by these rules.
  public func difference(from old: [Element], to new: [Element]) -> Difference {
    compare(old, new)
  }
}

extension ListRules where Element: Identifiable & Equatable {
  /// The rows' own identity and equality.
  ///
  /// - Parameter preference: Where a change is placed if several places are possible.
  @inlinable
  public init(preference: Preference = .tail) {
    self.init(preference) { Difference(from: $0, to: $1) }
  }
}

extension ListRules where Element: Hashable {
  /// Rows that are their own identity, and so never change.
  ///
  /// - Parameter preference: Where a change is placed if several places are possible.
  @inlinable
  public init(preference: Preference = .tail) {
    self.init(preference) { Difference(from: $0, to: $1) }
  }
}

extension ListRules where Element: Identifiable & Hashable {
  /// The identity that the rows name, and their equality.
  ///
  /// - Parameter preference: Where a change is placed if several places are possible.
  @inlinable
  public init(preference: Preference = .tail) {
    self.init(preference) { Difference(from: $0, to: $1) }
  }
}
