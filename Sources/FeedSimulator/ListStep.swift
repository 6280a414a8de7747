/// A change of one row.
enum SimulatedChange: Hashable, Sendable {
  /// A row was inserted; only a whole list shows its position.
  case came(SimulatedRow)
  /// The row with this identity was updated.
  case changed(SimulatedRow)
  /// The row with this identity was deleted; the row has its last contents.
  case went(SimulatedRow)
}

/// The changes of a list at one instant.
struct ListStep: Sendable {
  /// The changes in order: one row may be inserted, updated and deleted in a single step.
  var changes: [SimulatedChange] = []
  /// The number of changes since the start.
  var version = 0

  /// Rows that are in the list at this instant only: they have no key, or a duplicate one.
  var strays: [[UInt8]] = []
  /// Lines that are not part of the list, written before the values of the step.
  var noise: [[ByteRun]] = []
  /// Whether to repeat the whole list, in another encoding.
  var restatement: Restatement?
  /// Whether the last value of the step arrives in two parts.
  var stalls = false

  /// Another encoding for one value.
  enum Restatement: Hashable, Sendable {
    /// A bare array of rows.
    case array
    /// The response of an API.
    case document
  }
}

/// Bytes, or a repetition of bytes that is only expanded when it is written.
struct ByteRun: Hashable, Sendable {
  var bytes: [UInt8]
  var repetitions = 1

  init(_ bytes: [UInt8], repetitions: Int = 1) {
    self.bytes = bytes
    self.repetitions = repetitions
  }

  init(_ text: String, repetitions: Int = 1) {
    self.init(Array(text.utf8), repetitions: repetitions)
  }
}
