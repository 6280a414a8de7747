internal import Randomness

/// The quotes of a market, greatest gain first: in each step all of them change, and their order too.
struct PricesScenario: Scenario {
  var random: SplitMix64
  private var quotes: JournaledList<Quote>

  /// Creates a market with as many shares as the window allows.
  init(seed: UInt64, window: Int, start: SimulatedTime) {
    random = SplitMix64(seed: seed)
    quotes = JournaledList(window: window)
    var taken: Set<String> = []
    while quotes.count < window {
      let symbol = makeSymbol()
      guard taken.insert(symbol).inserted else { continue }
      let opening = random.number(random.pick([400...5_000, 5_000...40_000, 40_000...90_000]))
      quotes.insert(
        Quote(
          symbol: symbol,
          name: "\(random.pick(Self.firstWords)) \(random.pick(Self.lastWords))",
          opening: opening,
          price: opening + random.number(-opening / 30...opening / 30),
          volume: random.number(1_000...900_000),
          time: start.milliseconds
        )
      )
    }
    sort()
    _ = quotes.takeStep()
  }

  var resource: Resource { .api(path: "/v1/quotes") }
  var rows: SimulatedRows { quotes.simulatedRows }
  var version: Int { quotes.version }

  mutating func step(at time: SimulatedTime) -> ListStep {
    for offset in quotes.indices {
      let price = quotes[offset].price
      let reach = max(price / 150, 1)
      let move = random.number(-reach...reach)
      // The volume always changes, so that each row changes even if its price does not.
      let traded = random.number(1...4_000)
      quotes.update(at: offset) { quote in
        quote.price = max(price + move, 1)
        quote.volume += traded
        quote.time = time.milliseconds
      }
    }
    sort()
    return quotes.takeStep()
  }

  private mutating func sort() {
    quotes.sort { ($1.gain, $0.symbol) < ($0.gain, $1.symbol) }
  }

  private mutating func makeSymbol() -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    let count = random.pick([(3, weight: 3), (4, weight: 7)])
    return String(decoding: (0..<count).map { _ in random.pick(letters) }, as: UTF8.self)
  }

  private static let firstWords = [
    "Alder", "Birch", "Cobalt", "Delta", "Ember", "Fjord", "Granit", "Harbor", "Indigo", "Juniper",
    "Kestrel", "Lumen", "Meridian", "Nordlys", "Océan", "Prisma", "Quarry", "Río", "Sierra",
    "Tōkyō",
  ]
  private static let lastWords = [
    "Foods", "Freight", "Instruments", "Labs", "Materials", "Mills", "Motors", "Networks", "Optics",
    "Pharma", "Power", "Software", "Steel", "Studios", "Water",
  ]
}

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
