/// A row that was deleted and keeps its line for the reader.
struct Tombstone<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
  /// Tells one tombstone from all others.
  let serial: Int
  let entry: Outline<Row>.Entry
  /// Which entry it stands before.
  var place: Int
  /// Whether it stands for the selected row, until the user moves.
  let isSelected: Bool
  /// How solid it is; at the end of it its line closes.
  let opacity: Spring
  /// When its line closes; nil for when the user moves.
  let closesAt: ContinuousClock.Instant?

  /// Whether it has a line at an instant; nil for now.
  func stands(at instant: ContinuousClock.Instant?) -> Bool {
    guard let instant, let closesAt else { return true }
    return instant < closesAt
  }
}
