/// What the engine asks of two rows: which row each is, and whether it says the same.
///
/// A protocol with static witnesses, and not a pair of closures, so that a client's module gets
/// its own copy of the engine with both rules inlined into the innermost loops.
@usableFromInline
protocol RowRule<Row> {
  associatedtype Row

  /// Whether two rows have one identity.
  func isSame(_ first: Row, _ second: Row) -> Bool
  /// A hash of the row's identity.
  func hash(_ row: Row) -> Int
  /// Whether two rows of one identity have the same content.
  func isContentEqual(_ first: Row, _ second: Row) -> Bool
}

/// Rows that bring their identity with them, and whose equality is that of their content.
@usableFromInline
struct IdentifiableRule<Row: Identifiable & Equatable>: RowRule {
  @inlinable
  init() {}

  @inlinable
  func isSame(_ first: Row, _ second: Row) -> Bool { first.id == second.id }

  @inlinable
  func hash(_ row: Row) -> Int { row.id.hashValue }

  @inlinable
  func isContentEqual(_ first: Row, _ second: Row) -> Bool { first == second }
}

/// Rows that are their own identity, and with that never change.
@usableFromInline
struct HashableRule<Row: Hashable>: RowRule {
  @inlinable
  init() {}

  @inlinable
  func isSame(_ first: Row, _ second: Row) -> Bool { first == second }

  @inlinable
  func hash(_ row: Row) -> Int { row.hashValue }

  @inlinable
  func isContentEqual(_ first: Row, _ second: Row) -> Bool { true }
}

/// Rows whose identity is told by a closure, and whose equality is that of their content.
@usableFromInline
struct IdentityRule<Row: Equatable, Identity: Hashable>: RowRule {
  @usableFromInline
  let identity: (Row) -> Identity

  @inlinable
  init(identity: @escaping (Row) -> Identity) {
    self.identity = identity
  }

  @inlinable
  @inline(__always)
  func isSame(_ first: Row, _ second: Row) -> Bool { identity(first) == identity(second) }

  @inlinable
  @inline(__always)
  func hash(_ row: Row) -> Int { identity(row).hashValue }

  @inlinable
  @inline(__always)
  func isContentEqual(_ first: Row, _ second: Row) -> Bool { first == second }
}

/// Rows whose identity and content are told by closures.
@usableFromInline
struct ClosureRule<Row, Identity: Hashable>: RowRule {
  @usableFromInline
  let identity: (Row) -> Identity
  @usableFromInline
  let isEqual: (Row, Row) -> Bool

  @inlinable
  init(identity: @escaping (Row) -> Identity, isEqual: @escaping (Row, Row) -> Bool) {
    self.identity = identity
    self.isEqual = isEqual
  }

  @inlinable
  @inline(__always)
  func isSame(_ first: Row, _ second: Row) -> Bool { identity(first) == identity(second) }

  @inlinable
  @inline(__always)
  func hash(_ row: Row) -> Int { identity(row).hashValue }

  @inlinable
  @inline(__always)
  func isContentEqual(_ first: Row, _ second: Row) -> Bool { isEqual(first, second) }
}
