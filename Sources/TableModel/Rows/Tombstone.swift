/// A deleted row that keeps its line for a while.
struct Tombstone<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
  /// A number that identifies the tombstone.
  let serial: Int
  let entry: Outline<Row>.Entry
  /// The offset of the entry that follows it.
  var place: Int
  /// Whether it represents the selected row, until the user moves.
  let isSelected: Bool
  /// The opacity, at whose end the line closes.
  let opacity: Spring
  /// When the line closes; nil if it stays until the user moves.
  let closesAt: ContinuousClock.Instant?

  /// Whether the tombstone has a line at an instant; nil for now.
  func stands(at instant: ContinuousClock.Instant?) -> Bool {
    guard let instant, let closesAt else { return true }
    return instant < closesAt
  }
}
