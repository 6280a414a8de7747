/// A row as the shapes know it: an identity and a text.
struct SimulatedRow: Hashable, Sendable {
  /// The identity as JSON: a string with its quotation marks, or a number.
  let key: String
  /// The row as one JSON value without a newline.
  ///
  /// These are bytes, as some rows of ``ChaosScenario`` are not UTF-8.
  let json: [UInt8]
}

/// The rows of a list, the first row first.
typealias SimulatedRows = ReversedCollection<ArraySlice<SimulatedRow>>

/// What a row is to its scenario.
protocol RowContent: Sendable {
  /// The identity as JSON, which never changes.
  var key: String { get }
  /// The row as one JSON value without a newline, which holds the key.
  var json: [UInt8] { get }
}

extension SimulatedRow {
  init(_ content: some RowContent) {
    self.init(key: content.key, json: content.json)
  }
}
