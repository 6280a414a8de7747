/// What a batch did to a row.
struct RowMark: Sendable {
  /// When the batch was.
  var since: ContinuousClock.Instant
  /// Which of the batches it was, as several may come at one instant.
  var batch: UInt32
  /// What happened to the row, or to its place.
  var mark: Mark
  /// Whether its content changed, be that all or beside a move.
  var isUpdated: Bool

  /// All that happened to the row.
  var marks: Set<Mark> { isUpdated ? [mark, .update] : [mark] }
}
