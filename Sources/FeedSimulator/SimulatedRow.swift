/// A row as the encodings know it: an identity and a text.
struct SimulatedRow: Hashable, Sendable {
  /// The identity as JSON: a string with its quotation marks, or a number.
  let key: String
  /// The row as one JSON value without a newline.
  ///
  /// Bytes, because some rows of ``ChaosScenario`` are not UTF-8.
  let json: [UInt8]
}

/// The rows of a list, first row first.
typealias SimulatedRows = ReversedCollection<ArraySlice<SimulatedRow>>

/// The contents of a row in its scenario.
protocol RowContent: Sendable {
  /// The identity as JSON; it never changes.
  var key: String { get }
  /// The row as one JSON value without a newline; it contains the key.
  var json: [UInt8] { get }
}

extension SimulatedRow {
  init(_ content: some RowContent) {
    self.init(key: content.key, json: content.json)
  }
}
