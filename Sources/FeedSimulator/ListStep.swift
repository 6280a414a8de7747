/// What happened to one row.
enum SimulatedChange: Hashable, Sendable {
  /// A row came; where it stands, only a whole list can say.
  case came(SimulatedRow)
  /// The row of this identity says something else now.
  case changed(SimulatedRow)
  /// The row of this identity left; the row is what it said last.
  case went(SimulatedRow)
}

/// What happened to a list at one instant.
struct ListStep: Sendable {
  /// The changes in their order: one row may come, change and leave in a single step.
  var changes: [SimulatedChange] = []
  /// How often rows have changed since the list began.
  var version = 0

  /// Rows that are in the list at this instant only: they have no key, or that of another row.
  var strays: [[UInt8]] = []
  /// Bytes that are no part of the list, each of them a line of its own before the step's values.
  var noise: [[ByteRun]] = []
  /// Whether the whole list is said once more, in a shape of its own.
  var restatement: Restatement?
  /// Whether the last value of the step arrives in two parts.
  var stalls = false

  /// Another shape for one value.
  enum Restatement: Hashable, Sendable {
    /// A bare array of rows.
    case array
    /// The document that an API answers with.
    case document
  }
}

/// Bytes, or the same bytes many times over, which are only made when they are written.
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
