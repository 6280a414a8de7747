/// The price of a share, now and relative to the opening of the market.
struct Quote: RowContent {
  let symbol: String
  let name: String
  /// In cents, like all prices here.
  let opening: Int
  var price: Int
  var volume: Int
  /// Milliseconds since 1970.
  var time: Int

  /// Hundredths of a percent since the market opened.
  var gain: Int { (price - opening) * 10_000 / opening }

  var key: String { "\"\(symbol)\"" }

  var json: [UInt8] {
    let text = """
      {"id":"\(symbol)","object":"quote","name":"\(name)","price":\(decimal(price)),\
      "change":\(decimal(price - opening)),"percent":\(decimal(gain)),"volume":\(volume),\
      "time":\(time)}
      """
    return Array(text.utf8)
  }

  /// A number of hundredths as text with two decimals.
  private func decimal(_ hundredths: Int) -> String {
    let size = abs(hundredths)
    return "\(hundredths < 0 ? "-" : "")\(size / 100).\(String(size % 100 + 100).dropFirst())"
  }
}
