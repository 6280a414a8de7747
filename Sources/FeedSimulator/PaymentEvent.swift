/// An event of a payment account, in the format of Stripe's event objects.
struct PaymentEvent: RowContent, Hashable {
  /// The subject of an event.
  enum Subject: String, Hashable, Sendable {
    case charge, customer, payout, refund, dispute

    /// The prefix of the identifiers of such objects.
    var prefix: String {
      switch self {
      case .charge: "ch"
      case .customer: "cus"
      case .payout: "po"
      case .refund: "re"
      case .dispute: "dp"
      }
    }
  }

  var id: String
  /// Seconds since 1970.
  var created: Int
  var type: String
  var subject: Subject
  var objectID: String
  /// In the minor unit of the currency: cents, or yen, which has none.
  var amount: Int?
  var currency: String?
  var customer: String?
  var email: String?
  var name: String?
  var card: String?
  var status: String?

  var key: String { "\"\(id)\"" }

  /// The event as one line of JSON.
  ///
  /// No text in it needs to be escaped: names and addresses are from the tables of the scenario.
  var json: [UInt8] {
    var members: [String] = []
    func add(_ name: String, _ value: String?) {
      if let value { members.append("\"\(name)\":\"\(value)\"") }
    }
    add("id", objectID)
    add("object", subject.rawValue)
    if let amount { members.append("\"amount\":\(amount)") }
    add("currency", currency)
    add("customer", customer)
    if subject == .customer {
      add("email", email)
      add("name", name)
    } else if let email, let name {
      members.append("\"billing_details\":{\"email\":\"\(email)\",\"name\":\"\(name)\"}")
    }
    if let card {
      members.append(
        "\"payment_method_details\":{\"card\":{\"brand\":\"\(card)\"},\"type\":\"card\"}"
      )
    }
    add("status", status)
    let text = """
      {"id":"\(id)","object":"event","created":\(created),"type":"\(type)","livemode":false,\
      "data":{"object":{\(members.joined(separator: ","))}}}
      """
    return Array(text.utf8)
  }
}
