/// A row of ``ChaosScenario``: members as they are written, valid or not.
struct ChaosRow: RowContent {
  /// The identity as JSON: a string, or a number that a floating-point number cannot represent.
  let key: String
  /// Seconds since 1970.
  let created: Int
  /// The value of `status` as JSON.
  var status: String
  /// Further JSON members, each preceded by a comma; bytes, because some are not UTF-8.
  var rest: [UInt8] = []

  var json: [UInt8] {
    Array("{\"id\":\(key),\"created\":\(created),\"status\":\(status)".utf8) + rest
      + [UInt8(ascii: "}")]
  }
}
