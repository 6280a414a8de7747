/// A row of ``ChaosScenario``: members as they are written, right or wrong.
struct ChaosRow: RowContent {
  /// The identity as JSON: a string, or a number that no floating-point number can tell from its
  /// neighbours.
  let key: String
  /// Seconds since 1970.
  let created: Int
  /// The value of `status` as JSON.
  var status: String
  /// What follows as JSON members, each with a comma before it; bytes, as some are not UTF-8.
  var rest: [UInt8] = []

  var json: [UInt8] {
    Array("{\"id\":\(key),\"created\":\(created),\"status\":\(status)".utf8) + rest
      + [UInt8(ascii: "}")]
  }
}
