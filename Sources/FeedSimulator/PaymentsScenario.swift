internal import Randomness

/// The events of a payment account, newest first, as on a dashboard.
///
/// Charges are pending and then succeed or fail in place; there are refunds and disputes of earlier
/// charges, payouts in transit, and new customers. If the window is full, the oldest events are
/// deleted.
///
/// The same seed gives the same lists, byte for byte.
struct PaymentsScenario: Scenario {
  var random: SplitMix64
  private var events: JournaledList<PaymentEvent>
  private var customers: [Customer] = []
  /// Whether there is a charge to refund; there is none until the first ones have succeeded.
  private var hasDecided = false

  private struct Customer: Sendable {
    var id: String
    var email: String
    var name: String
    var currency: String
    var card: String
  }

  /// Creates an account with a history that fills the window.
  init(seed: UInt64, window: Int, start: SimulatedTime) {
    random = SplitMix64(seed: seed)
    events = JournaledList(window: window)
    for _ in 0..<12 { customers.append(makeCustomer()) }
    var created = start.seconds - window * 9
    for _ in 0..<window {
      created += random.number(2...15)
      arrive(at: min(created, start.seconds))
    }
    // Old payments are decided, with few exceptions.
    hasDecided = true
    for offset in events.indices.dropFirst(6) { settle(offset) }
    _ = events.takeStep()
  }

  var resource: Resource { .api(path: "/v1/events") }
  var rows: SimulatedRows { events.simulatedRows }
  var version: Int { events.version }

  mutating func step(at time: SimulatedTime) -> ListStep {
    live(at: time.seconds)
    return events.takeStep()
  }

  private mutating func live(at time: Int) {
    let pending = events.offsets(where: isOpen)
    if !pending.isEmpty, random.happens(min(30 + 8 * pending.count, 85)) {
      settle(random.pick(pending))
      if random.happens(35) { return }
    }
    for _ in 0..<random.pick([(1, weight: 70), (2, weight: 22), (3, weight: 8)]) {
      arrive(at: time)
    }
    // Deleting a customer deletes one of their events, too.
    if random.happens(9), events.count > 8 {
      events.remove(at: random.number(4...events.count - 1))
    }
  }

  private func isOpen(_ event: PaymentEvent) -> Bool {
    switch event.status {
    case "pending", "in_transit", "needs_response", "under_review": true
    default: false
    }
  }

  /// Completes or advances the event at an offset.
  private mutating func settle(_ offset: Int) {
    switch (events[offset].subject, events[offset].status) {
    case (.charge, "pending"):
      if random.happens(88) {
        decide(offset, "succeeded", type: "charge.succeeded")
      } else {
        decide(offset, "failed", type: "charge.failed")
      }
    case (.refund, "pending"):
      decide(offset, random.happens(95) ? "succeeded" : "failed")
    case (.payout, "pending"):
      decide(offset, "in_transit")
    case (.payout, "in_transit"):
      decide(offset, "paid", type: "payout.paid")
    case (.dispute, "needs_response"):
      decide(offset, "under_review")
    case (.dispute, "under_review"):
      decide(offset, random.happens(60) ? "won" : "lost", type: "charge.dispute.closed")
    default:
      break
    }
  }

  private mutating func decide(_ offset: Int, _ status: String, type: String? = nil) {
    events.update(at: offset) { event in
      event.status = status
      if let type { event.type = type }
    }
  }

  private mutating func arrive(at time: Int) {
    let event: PaymentEvent
    switch random.number(1...100) {
    case ...62: event = charge(at: time)
    case ...76: event = customer(at: time)
    case ...86: event = payout(at: time)
    case ...95: event = consequence(.refund, type: "charge.refunded", status: "pending", at: time)
    default:
      event = consequence(
        .dispute,
        type: "charge.dispute.created",
        status: "needs_response",
        at: time
      )
    }
    events.insert(event)
  }

  private mutating func event(
    _ subject: PaymentEvent.Subject,
    _ type: String,
    at time: Int
  ) -> PaymentEvent {
    PaymentEvent(
      id: "evt_1P\(random.letters(6))B7WZ01zgkW\(random.letters(8))",
      created: time,
      type: type,
      subject: subject,
      objectID: "\(subject.prefix)_1P\(random.letters(12))"
    )
  }

  private mutating func charge(at time: Int) -> PaymentEvent {
    let customer = random.pick(customers)
    var event = event(.charge, "charge.pending", at: time)
    event.amount = amount(in: customer.currency)
    event.currency = customer.currency
    event.customer = customer.id
    event.email = customer.email
    event.name = customer.name
    event.card = customer.card
    event.status = "pending"
    return event
  }

  private mutating func customer(at time: Int) -> PaymentEvent {
    if random.happens(45) {
      customers.append(makeCustomer())
      if customers.count > 40 { customers.removeFirst() }
      let customer = customers[customers.count - 1]
      return about(customer, event(.customer, "customer.created", at: time))
    }
    return about(random.pick(customers), event(.customer, "customer.updated", at: time))
  }

  private func about(_ customer: Customer, _ event: PaymentEvent) -> PaymentEvent {
    var event = event
    event.objectID = customer.id
    event.email = customer.email
    event.name = customer.name
    return event
  }

  private mutating func payout(at time: Int) -> PaymentEvent {
    var event = event(.payout, "payout.created", at: time)
    let currency = random.pick([("usd", weight: 6), ("eur", weight: 3), ("gbp", weight: 1)])
    event.amount = random.number(40...950) * 1_000
    event.currency = currency
    event.status = "pending"
    return event
  }

  /// A refund or a dispute of a charge that succeeded; a new charge if there is none.
  private mutating func consequence(
    _ subject: PaymentEvent.Subject,
    type: String,
    status: String,
    at time: Int
  ) -> PaymentEvent {
    let charges =
      hasDecided
      ? events.offsets { $0.subject == .charge && $0.status == "succeeded" } : []
    guard !charges.isEmpty else { return charge(at: time) }
    let charge = events[random.pick(charges)]
    var event = event(subject, type, at: time)
    event.amount = charge.amount
    event.currency = charge.currency
    event.customer = charge.customer
    event.email = charge.email
    event.name = charge.name
    event.status = status
    return event
  }

  private mutating func amount(in currency: String) -> Int {
    // Many small amounts, few large ones.
    let units = random.pick([
      (5...60, weight: 60), (61...400, weight: 30), (401...2_400, weight: 10),
    ])
    let major = random.number(units)
    switch currency {
    case "jpy": return major * 100
    case _ where random.happens(60): return major * 100
    default: return major * 100 + random.pick([50, 90, 95, 99])
    }
  }

  private mutating func makeCustomer() -> Customer {
    let (name, address) = random.pick(People.names)
    let number = random.happens(40) ? String(random.number(2...99)) : ""
    let (domain, currency) = random.pick(Self.domains)
    return Customer(
      id: "cus_\(random.letters(14))",
      email: "\(address)\(number)@\(domain)",
      name: name,
      currency: currency,
      card: random.pick([("visa", weight: 5), ("mastercard", weight: 4), ("amex", weight: 1)])
    )
  }

  private static let domains: [((domain: String, currency: String), weight: Int)] = [
    (("example.com", "usd"), weight: 10), (("example.org", "usd"), weight: 4),
    (("example.net", "usd"), weight: 3), (("example.de", "eur"), weight: 3),
    (("example.fr", "eur"), weight: 2), (("example.co.uk", "gbp"), weight: 2),
    (("example.jp", "jpy"), weight: 2),
  ]
}

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
