/// An order of a shop.
struct Order: RowContent {
  /// The state of an order.
  enum Status: String, Sendable {
    case placed, paid, packed, shipped, delivered, cancelled, returned

    /// Whether the state is final.
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
  /// The carrier and the tracking number.
  var shipping: (carrier: String, number: String)?

  var key: String { "\"\(id)\"" }

  /// No text in it needs to be escaped.
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
