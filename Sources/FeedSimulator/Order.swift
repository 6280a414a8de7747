/// An order of a shop.
struct Order: RowContent {
  /// How far an order has come.
  enum Status: String, Sendable {
    case placed, paid, packed, shipped, delivered, cancelled, returned

    /// Whether nothing comes after it.
    var isFinal: Bool { self == .cancelled || self == .returned }
  }

  let id: String
  let number: Int
  /// Seconds since 1970.
  let created: Int
  var updated: Int
  var status = Status.placed
  let name: String
  let email: String
  let items: Int
  /// In cents.
  let amount: Int
  /// Where the parcel is with, and its number there.
  var shipping: (carrier: String, number: String)?

  var key: String { "\"\(id)\"" }

  /// No text in it needs an escape.
  var json: [UInt8] {
    let parcel =
      shipping.map {
        "{\"carrier\":\"\($0.carrier)\",\"tracking_number\":\"\($0.number)\"}"
      } ?? "null"
    let text = """
      {"id":"\(id)","object":"order","number":\(number),"created":\(created),\
      "updated":\(updated),"status":"\(status.rawValue)",\
      "customer":{"name":"\(name)","email":"\(email)"},"items":\(items),"amount":\(amount),\
      "currency":"eur","shipping":\(parcel)}
      """
    return Array(text.utf8)
  }
}
