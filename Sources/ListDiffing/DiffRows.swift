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
struct IdentifiableRows<Element: Identifiable & Equatable>: DiffRows {
  @usableFromInline let old: UnsafeBufferPointer<Element>
  @usableFromInline let new: UnsafeBufferPointer<Element>

  @inlinable
  init(_ old: UnsafeBufferPointer<Element>, _ new: UnsafeBufferPointer<Element>) {
    self.old = old
    self.new = new
  }

  @inlinable
  func oldIdentity(_ offset: Int) -> Element.ID { old[offset].id }

  @inlinable
  func newIdentity(_ offset: Int) -> Element.ID { new[offset].id }

  @inlinable
  func isSame(_ before: Int, _ after: Int) -> Bool { old[before].id == new[after].id }

  @inlinable
  func isContentEqual(_ before: Int, _ after: Int) -> Bool { old[before] == new[after] }
}

/// Rows that are their own identity, and with that never change.
@usableFromInline
struct HashableRows<Element: Hashable>: DiffRows {
  @usableFromInline let old: UnsafeBufferPointer<Element>
  @usableFromInline let new: UnsafeBufferPointer<Element>

  @inlinable
  init(_ old: UnsafeBufferPointer<Element>, _ new: UnsafeBufferPointer<Element>) {
    self.old = old
    self.new = new
  }

  @inlinable
  func oldIdentity(_ offset: Int) -> Element { old[offset] }

  @inlinable
  func newIdentity(_ offset: Int) -> Element { new[offset] }

  @inlinable
  func isSame(_ before: Int, _ after: Int) -> Bool { old[before] == new[after] }

  @inlinable
  func isContentEqual(_ before: Int, _ after: Int) -> Bool { true }
}
