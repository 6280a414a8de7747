/// The rules by which a list reports changes: which rows are the same, and when one is modified.
public struct ListRules<Element> {
  /// The place of a change if several are possible, as for one more of several equal rows.
  public enum Preference: Hashable, Sendable {
    /// As near to the tail as it can be: a log, to which rows are appended.
    case tail
    /// As near to the head as it can be: a feed, whose newest row comes first.
    case head
  }

  /// Trims and walks.
  @usableFromInline let takeFastPath: (inout DiffEngine, RowLists<Element>) -> FastPath.Rest?
  /// Does the rest of the work.
  @usableFromInline let finish: (inout DiffEngine, RowLists<Element>, FastPath.Rest) -> Void
  @usableFromInline let preference: Preference

  /// Makes rules of identity and content.
  ///
  /// A comparison by rules takes about as long as one by conformances if the closures are written
  /// or named here: then it is compiled for them. Closures that come from elsewhere are called
  /// without any knowledge of them.
  ///
  /// - Parameters:
  ///   - preference: The place of a change if several are possible.
  ///   - identity: The identity of a row.
  ///   - isContentEqual: Whether two rows of one identity say the same; if not, the row was
  ///     modified.
  @inlinable
  @inline(__always)
  public init<Identity: Hashable>(
    preference: Preference = .tail,
    identity: @escaping (Element) -> Identity,
    isContentEqual: @escaping (Element, Element) -> Bool
  ) {
    self.preference = preference
    // Made here, where the rules are known, and each of closures alone that know them directly: that
    // is how far the optimiser follows them.
    switch preference {
    case .tail:
      takeFastPath = { engine, lists in
        engine.takeFastPath(
          isSame: { lists.lend(old: $0, new: $1) { identity($0) == identity($1) } },
          isContentEqual: { lists.lend(old: $0, new: $1, isContentEqual) }
        )
      }
      finish = { engine, lists, rest in
        engine.runInterned(
          rest,
          oldHash: { lists.lendOld($0) { identity($0).hashValue } },
          newHash: { lists.lendNew($0) { identity($0).hashValue } },
          isRepeated: { lists.lendOld($0, $1) { identity($0) == identity($1) } },
          isSame: { lists.lend(old: $0, new: $1) { identity($0) == identity($1) } },
          isContentEqual: { lists.lend(old: $0, new: $1, isContentEqual) }
        )
      }
    case .head:
      // Shared starts are trimmed before shared ends, so that the other end is preferred by reading
      // the lists backwards.
      takeFastPath = { engine, lists in
        engine.takeFastPath(
          isSame: { lists.lend(oldFromEnd: $0, newFromEnd: $1) { identity($0) == identity($1) } },
          isContentEqual: { lists.lend(oldFromEnd: $0, newFromEnd: $1, isContentEqual) }
        )
      }
      finish = { engine, lists, rest in
        engine.runInterned(
          rest,
          oldHash: { lists.lendOld(fromEnd: $0) { identity($0).hashValue } },
          newHash: { lists.lendNew(fromEnd: $0) { identity($0).hashValue } },
          isRepeated: { lists.lendOld(fromEnd: $0, $1) { identity($0) == identity($1) } },
          isSame: { lists.lend(oldFromEnd: $0, newFromEnd: $1) { identity($0) == identity($1) } },
          isContentEqual: { lists.lend(oldFromEnd: $0, newFromEnd: $1, isContentEqual) }
        )
      }
    }
  }

  /// The difference of two lists by these rules.
  ///
  /// - Complexity: That of `Difference.Strategy.automatic`.
  public func difference(from old: [Element], to new: [Element]) -> Difference {
    let difference = withRows(of: old, and: new) { lists in
      var engine = DiffEngine(lists, strategy: .automatic, limit: .none)
      if let rest = takeFastPath(&engine, lists) { finish(&engine, lists, rest) }
      return engine.outcome.difference
    }
    switch preference {
    case .tail: return difference
    case .head: return difference.mirrored(from: old.count, to: new.count)
    }
  }
}

extension ListRules where Element: Identifiable & Equatable {
  /// The rows' own identity and equality.
  ///
  /// - Parameter preference: The place of a change if several are possible.
  @inlinable
  public init(preference: Preference = .tail) {
    self.init(preference: preference, identity: { $0.id }, isContentEqual: { $0 == $1 })
  }
}

extension ListRules where Element: Hashable {
  /// Rows that are their own identity, and so never change.
  ///
  /// - Parameter preference: The place of a change if several are possible.
  @inlinable
  public init(preference: Preference = .tail) {
    self.init(preference: preference, identity: { $0 }, isContentEqual: { _, _ in true })
  }
}

extension ListRules where Element: Identifiable & Hashable {
  /// The identity that the rows name, and their equality.
  ///
  /// - Parameter preference: The place of a change if several are possible.
  @inlinable
  public init(preference: Preference = .tail) {
    self.init(preference: preference, identity: { $0.id }, isContentEqual: { $0 == $1 })
  }
}
