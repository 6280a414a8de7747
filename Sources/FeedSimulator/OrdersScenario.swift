internal import Randomness

/// The orders of a shop, newest first: each is placed, paid, packed, shipped and delivered in place,
/// unless it is cancelled or returned.
///
/// Orders are archived some time after delivery; if the window is full, the oldest are deleted.
struct OrdersScenario: Scenario {
  var random: SplitMix64
  private var orders: JournaledList<Order>
  private var number: Int

  /// Creates a shop with orders that fill half of the window.
  init(seed: UInt64, window: Int, start: SimulatedTime) {
    random = SplitMix64(seed: seed)
    orders = JournaledList(window: window)
    number = random.number(1_000...60_000)
    for age in (0..<max(window / 2, 1)).reversed() {
      arrive(at: max(0, start.seconds - age * 7 - random.number(0...6)))
      for _ in 0..<min(age / 5, 3) where !orders[0].status.isFinal {
        march(0, at: start.seconds - age)
      }
    }
    _ = orders.takeStep()
  }

  var resource: Resource { .api(path: "/v1/orders") }
  var rows: SimulatedRows { orders.simulatedRows }
  var version: Int { orders.version }

  mutating func step(at time: SimulatedTime) -> ListStep {
    for _ in 0..<random.pick([(1, weight: 30), (2, weight: 50), (3, weight: 20)])
    where !orders.isEmpty {
      march(random.number(0...orders.count - 1), at: time.seconds)
    }
    if orders.isEmpty || random.happens(55) { arrive(at: time.seconds) }
    return orders.takeStep()
  }

  private mutating func arrive(at time: Int) {
    let (name, address) = random.pick(People.names)
    number += random.number(1...3)
    let items = random.pick([(1...2, weight: 60), (3...6, weight: 30), (7...20, weight: 10)])
    let count = random.number(items)
    orders.insert(
      Order(
        id: "ord_1P\(random.letters(14))",
        number: number,
        created: time,
        updated: time,
        name: name,
        email: "\(address)@example.com",
        items: count,
        amount: (0..<count).reduce(0) { sum, _ in sum + random.number(4...60) * 100 - 5 }
      )
    )
  }

  /// Advances the order at an offset, or archives it if it is complete.
  private mutating func march(_ offset: Int, at time: Int) {
    let status = orders[offset].status
    if status.isFinal || status == .delivered && !random.happens(12) {
      orders.remove(at: offset)
      return
    }
    let next: Order.Status =
      switch status {
      case .placed: random.happens(92) ? .paid : .cancelled
      case .paid: random.happens(96) ? .packed : .cancelled
      case .packed: .shipped
      case .shipped: .delivered
      case .delivered, .cancelled, .returned: .returned
      }
    let carrier = random.pick(["DHL", "UPS", "PostNL", "DPD"])
    let parcel = "\(random.number(10_000_000...99_999_999))"
    orders.update(at: offset) { order in
      order.status = next
      order.updated = time
      if next == .shipped { order.shipping = (carrier, parcel) }
    }
  }
}

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

/// The people of the scenarios: names in many scripts.
enum People {
  /// Names, and the local parts of their email addresses; none needs to be escaped.
  static let names: [(name: String, address: String)] = [
    ("Jenny Rosen", "jenny.rosen"), ("Lee Chang", "lee"), ("Mary Okafor", "m.okafor"),
    ("佐藤 健", "sato"), ("Inês Duarte", "ines"), ("Karin Braun", "k.braun"),
    ("Amara Nwosu", "amara"), ("Noor Haddad", "noor"), ("Ravi Patel", "ravi"),
    ("Tom Fletcher", "tom"), ("Yuki Mori", "yuki"), ("Zoë Lindqvist", "zoe.lindqvist"),
    ("Pat Murphy", "pat"), ("Łukasz Nowak", "lukasz"), ("Chloé Martin", "chloe.martin"),
    ("Diego Álvarez", "diego"), ("김 민지", "minji.kim"), ("Olu Adeyemi", "olu"),
  ]
}
