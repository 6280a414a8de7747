/// What the engine asks about the rows of two lists, which it knows by their offsets.
///
/// A protocol with static witnesses, so that a client's module gets its own copy of the engine with
/// the rules inlined into the innermost loops.
@usableFromInline
protocol DiffRows {
  /// What a row is identified by.
  associatedtype Identity: Hashable

  /// The identity of the row at an offset of the old list.
  func oldIdentity(_ offset: Int) -> Identity
  /// The identity of the row at an offset of the new list.
  func newIdentity(_ offset: Int) -> Identity
  /// Whether an old and a new offset hold one identity.
  func isSame(_ old: Int, _ new: Int) -> Bool
  /// Whether an old and a new offset of one identity say the same.
  func isContentEqual(_ old: Int, _ new: Int) -> Bool
}

/// Rows that bring their identity with them, and whose equality is that of their content.
@usableFromInline
struct IdentifiableRows<Row: Identifiable & Equatable>: DiffRows {
  @usableFromInline let old: UnsafeBufferPointer<Row>
  @usableFromInline let new: UnsafeBufferPointer<Row>

  @inlinable
  init(_ old: UnsafeBufferPointer<Row>, _ new: UnsafeBufferPointer<Row>) {
    self.old = old
    self.new = new
  }

  @inlinable
  func oldIdentity(_ offset: Int) -> Row.ID { old[offset].id }

  @inlinable
  func newIdentity(_ offset: Int) -> Row.ID { new[offset].id }

  @inlinable
  func isSame(_ before: Int, _ after: Int) -> Bool { old[before].id == new[after].id }

  @inlinable
  func isContentEqual(_ before: Int, _ after: Int) -> Bool { old[before] == new[after] }
}

/// Rows that are their own identity, and with that never change.
@usableFromInline
struct HashableRows<Row: Hashable>: DiffRows {
  @usableFromInline let old: UnsafeBufferPointer<Row>
  @usableFromInline let new: UnsafeBufferPointer<Row>

  @inlinable
  init(_ old: UnsafeBufferPointer<Row>, _ new: UnsafeBufferPointer<Row>) {
    self.old = old
    self.new = new
  }

  @inlinable
  func oldIdentity(_ offset: Int) -> Row { old[offset] }

  @inlinable
  func newIdentity(_ offset: Int) -> Row { new[offset] }

  @inlinable
  func isSame(_ before: Int, _ after: Int) -> Bool { old[before] == new[after] }

  @inlinable
  func isContentEqual(_ before: Int, _ after: Int) -> Bool { true }
}

/// Rows whose identities were asked for once and are held side by side: calls of a closure cost more
/// than the room.
@usableFromInline
struct IdentityRows<Identity: Hashable>: DiffRows {
  @usableFromInline let old: UnsafeBufferPointer<Identity>
  @usableFromInline let new: UnsafeBufferPointer<Identity>
  @usableFromInline let oldBase: Int
  @usableFromInline let newBase: Int
  @usableFromInline let isEqual: (Int, Int) -> Bool

  /// - Parameters:
  ///   - old: The identities of old rows, the first of which is at `oldBase`.
  ///   - oldBase: The first offset that is asked for.
  ///   - new: The identities of new rows, the first of which is at `newBase`.
  ///   - newBase: The first offset that is asked for.
  ///   - isEqual: Whether an old and a new offset of one identity say the same.
  @inlinable
  init(
    _ old: UnsafeBufferPointer<Identity>,
    from oldBase: Int,
    _ new: UnsafeBufferPointer<Identity>,
    from newBase: Int,
    isEqual: @escaping (Int, Int) -> Bool
  ) {
    self.old = old
    self.new = new
    self.oldBase = oldBase
    self.newBase = newBase
    self.isEqual = isEqual
  }

  @inlinable
  func oldIdentity(_ offset: Int) -> Identity { old[offset - oldBase] }

  @inlinable
  func newIdentity(_ offset: Int) -> Identity { new[offset - newBase] }

  @inlinable
  func isSame(_ before: Int, _ after: Int) -> Bool {
    old[before - oldBase] == new[after - newBase]
  }

  @inlinable
  func isContentEqual(_ before: Int, _ after: Int) -> Bool { isEqual(before, after) }
}

extension Collection {
  /// The identities of all elements, each asked for once.
  @inlinable
  @inline(__always)
  func identities<Identity>(_ identity: (Element) -> Identity) -> ContiguousArray<Identity> {
    ContiguousArray(unsafeUninitializedCapacity: count) { buffer, initialized in
      for element in self {
        (buffer.baseAddress.unsafelyUnwrapped + initialized).initialize(to: identity(element))
        initialized += 1
      }
    }
  }
}
