import FeedSimulator

/// A list as a reader of any encoding would keep it, without any of the program's code: the smallest
/// thing that can be right.
struct Replay: Equatable {
  /// The texts of the rows by the texts of their keys.
  var rows: [String: String] = [:]
  /// The keys in the order in which a list that shows the newest first would have them, from its
  /// end on.
  var order: [String] = []
  /// Lines that are not values, by the rules for malformed input.
  var badLines = 0

  static func == (left: Replay, right: Replay) -> Bool {
    left.rows == right.rows && left.order == right.order
  }

  /// Reads a value that a feed wrote.
  mutating func read(_ line: [UInt8], key path: [String]) {
    guard let value = JSONText(line) else {
      badLines += 1
      return
    }
    func key(_ row: JSONText) -> String? {
      let field = path.reduce(row as JSONText?) { $0?[$1] }
      switch field?.kind {
      case .string, .number: return field?.text
      default: return nil
      }
    }
    if let list = value.elements ?? value["rows"]?.elements ?? list(value, "data", "object", "list")
      ?? list(value, "items", "kind", "PodList")
    {
      rows = [:]
      order = []
      for row in list {
        // A row without a key is no one's, and the second row of a key is not this list's concern.
        guard let key = key(row), rows[key] == nil else { continue }
        rows[key] = row.text
        order.append(key)
      }
      order.reverse()
    } else if let op = value["op"]?.string {
      if op == "delete" {
        delete(value["id"]?.text ?? "")
      } else if let row = value["row"], let key = key(row) {
        upsert(key, row.text)
      }
    } else if let type = value["type"]?.string, let object = value["object"],
      ["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"].contains(type)
    {
      guard let key = key(object) else { return }
      switch type {
      case "ADDED", "MODIFIED": upsert(key, object.text)
      case "DELETED": delete(key)
      default: break
      }
    } else if let key = key(value) {
      upsert(key, value.text)
    }
  }

  private func list(
    _ value: JSONText,
    _ rows: String,
    _ mark: String,
    _ name: String
  )
    -> [JSONText]?
  {
    value[mark]?.string == name ? value[rows]?.elements : nil
  }

  private mutating func upsert(_ key: String, _ row: String) {
    if rows.updateValue(row, forKey: key) == nil { order.append(key) }
  }

  private mutating func delete(_ key: String) {
    // To delete what is not there would be a mistake of the simulator.
    if rows.removeValue(forKey: key) == nil { badLines += 1_000_000 }
    if let offset = order.firstIndex(of: key) { order.remove(at: offset) }
  }
}

extension ScenarioName {
  /// The path of the rows' identity.
  var key: [String] { self == .pods ? ["metadata", "uid"] : ["id"] }

  /// Whether the rows stand by their arrival, so that the order can be told from changes alone.
  var isByArrival: Bool { self != .pods && self != .prices }
}

let start = 1_795_262_400_000

/// A feed of these options at a fixed time.
func feed(
  _ scenario: ScenarioName,
  _ encoding: FeedEncoding = .snapshots,
  seed: UInt64 = 1,
  rate: Double = 2,
  window: Int? = nil,
  speed: Double = 1
) throws -> FeedSimulation {
  let options = try SimulationOptions(
    scenario: scenario,
    encoding: encoding,
    seed: seed,
    rate: rate,
    window: window,
    speed: speed
  )
  return FeedSimulation(options, start: start)
}

extension FeedSimulation {
  /// The values of the next step; of one that is longer than 2 MiB only the beginning, which no
  /// reader takes for a value.
  mutating func nextStep() -> [[UInt8]] {
    var values: [[UInt8]] = []
    var value: [UInt8] = []
    var length = 0
    while true {
      let chunk = next()
      length += chunk.bytes.count
      if length < 2 << 20 { value += chunk.bytes }
      if chunk.endsValue {
        values.append(length < 2 << 20 ? value : Array(value.prefix(64)))
        value = []
        length = 0
      }
      if chunk.endsStep { return values }
    }
  }
}
