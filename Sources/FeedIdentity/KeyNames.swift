package import FeedValues
package import Values

/// Names of fields that identify rows, by how much they say.
///
/// Names are compared by their letters and digits only, in any case: `databaseId`, `database_id` and
/// `DATABASE ID` are equal.
package enum KeyNames {
  /// Names of an object's own identity.
  ///
  /// Among objects that arrive one by one, only these can show that one replaces another: `pid`, `host`
  /// or `request_id` say what the object is about.
  package static let ofObjects: [[String]] = [
    ["id"], ["_id"], ["uuid"], ["guid"], ["metadata.uid"], ["key"], ["__CURSOR"],
    ["topic", "partition", "offset"],
  ]

  /// Names that identify the rows of a list, best first, if they are in the rows and hardly repeat.
  static let ofRows: [[String]] =
    [
      ["id"], ["_id"], ["metadata.uid"], ["pid"], ["uid"], ["uuid"], ["guid"], ["databaseId"],
      ["key"], ["__CURSOR"], ["topic", "partition", "offset"],
    ]

  /// Names that usually identify the rows of a list, best first.
  static let ofThings: [[String]] = [
    ["namespace", "name"], ["metadata.namespace", "metadata.name"], ["name"], ["path"], ["target"],
    ["number"], ["slug"], ["language"], ["group", "topic", "partition"], ["topic", "partition"],
  ]

  /// Whether a rule uses fields whose names say that they identify rows.
  package static func identify(_ rule: KeyRule) -> Bool {
    guard case .fields(let paths) = rule else { return false }
    let names = paths.map { folded($0.description) }
    return ofRows.contains { $0.map(folded) == names }
  }

  /// The letters and digits of a name, in lower case.
  static func folded(_ name: String) -> String {
    String(decoding: name.lowercased().utf8.filter(isSignificant), as: UTF8.self)
  }

  /// Words that name what identifies a thing, as the first or the last part of a name: `order_id`, `orderId`, `Job ID`,
  /// `invoice_no`, `ref`.
  private static let identityWords: Set<String> = [
    "id", "uuid", "guid", "key", "pid", "uid", "sha", "hash", "oid", "arn", "no", "number", "nr",
    "ref",
  ]

  /// Words of quantities: a row whose amount changes is the same row, and two rows with the same amount are two.
  private static let quantityWords: Set<String> = [
    "sales", "minutes", "seconds", "hours", "days", "units", "amount", "count", "total", "qty",
    "quantity", "price",
    "cost", "score", "size", "sz", "bytes", "visitors", "views", "hits", "age", "value", "sum",
    "avg",
    "average", "mean",
    "min", "max", "rate", "duration", "revenue", "profit", "weight", "height", "population",
    "balance", "used", "free", "available", "avail", "reclaimable", "hex", "dec", "humidity",
    "temp", "temperature", "pressure", "voltage", "power", "speed", "load", "usage", "percent",
    "latency", "rtt", "srtt", "rto", "ttl", "timeout", "timer", "hold", "uptime", "metric", "mtu",
  ]

  /// Words of states and kinds, which different things share sooner or later.
  private static let stateWords: Set<String> = [
    "state", "status", "stat", "phase", "type", "kind", "mode", "flags", "proto", "protocol",
    "prot", "fstype", "reason", "chart", "version", "user", "username", "owner", "author",
    "assignee",
  ]

  /// Words of what is said about a thing, which is neither the thing nor different from that of others.
  private static let messageWords: Set<String> = [
    "message", "msg", "text", "description", "comment", "level", "severity",
  ]

  /// Whether a name is that of what is said about a thing.
  static func isMessageName(_ name: String) -> Bool {
    parts(of: name).last.map(messageWords.contains) ?? false
  }

  /// Things that have numbers and no names.
  private static let unitWords: Set<String> = [
    "cpu", "core", "socket", "node", "slot", "irq", "channel", "lane", "port", "gpu", "device",
  ]

  /// Whether a name is that of things that have numbers and no names.
  static func isUnitName(_ name: String) -> Bool {
    parts(of: name).last.map(unitWords.contains) ?? false
  }

  /// Whether a name is that of a state or a kind.
  static func isStateName(_ name: String) -> Bool {
    parts(of: name).last.map(stateWords.contains) ?? false
  }

  /// The parts of a name, in small letters: `orderId`, `order_id` and `Order ID` have two.
  private static func parts(of name: String) -> [String] {
    var parts: [String] = [""]
    var wasSmall = false
    for character in name {
      let isWord = character.isLetter || character.isNumber
      if !isWord || character.isUppercase && wasSmall { parts.append("") }
      if isWord { parts[parts.count - 1] += character.lowercased() }
      wasSmall = character.isLowercase
    }
    return parts.filter { !$0.isEmpty }
  }

  /// Whether a name is that of a quantity.
  static func isQuantityName(_ name: String) -> Bool {
    let parts = parts(of: name)
    return [parts.first, parts.last].contains { $0.map(quantityWords.contains) ?? false }
  }

  /// Words for things that are counted: a number of them does not move because time passes.
  private static let countedWords: Set<String> = [
    "count", "counts", "counter", "total", "requests", "reqs", "packets", "pkts", "bytes", "hits",
    "misses", "commands", "queries", "events", "messages", "msgs", "reads", "writes", "ops",
    "errors", "calls", "jobs", "rows", "records", "offset", "lsn", "seq", "sequence", "sent",
    "received", "processed", "connections", "transactions", "commits", "interrupts", "size", "n",
    "num", "tuples", "blocks", "frames", "lines", "items", "keys", "tokens", "views", "clicks",
    "orders", "visits", "users", "sessions",
  ]
  private static let timeWords: Set<String> = [
    "time", "seconds", "secs", "sec", "s", "ms", "us", "ns", "uptime", "age", "elapsed", "duration",
    "minutes", "hours", "days",
  ]

  /// Whether a name is that of a count, and not of a time that is counted.
  static func isCountName(_ name: String) -> Bool {
    let parts = parts(of: name)
    return parts.contains(where: countedWords.contains)
      && !parts.contains(where: timeWords.contains)
  }

  /// Whether a name says that it identifies: `order_id`, `orderId`, `ORDER ID`, `JOBID`, `ifindex`.
  static func isIdentifierName(_ name: String) -> Bool {
    let parts = parts(of: name)
    if [parts.first, parts.last].contains(where: { $0.map(identityWords.contains) ?? false }) {
      return true
    }
    // In capitals the words are not told apart.
    if name.count > 3, name.hasSuffix("ID"), name == name.uppercased() { return true }
    let folded = folded(name)
    if folded.hasSuffix("uuid") || folded.hasSuffix("guid") || folded.hasSuffix("index") {
      return true
    }
    guard folded.hasSuffix("id"), folded.utf8.count > 2 else { return false }
    // `id` has to be a separate word: `orderId`, not `paid`.
    let end = name.suffix(3)
    guard let before = end.first, end.count == 3 else { return false }
    let last = end.dropFirst()
    return last == "Id" || last == "ID" && (before.isLowercase || !before.isLetter)
      || !before.isLetter && !before.isNumber
  }

  /// Whether a name is that of a row's time of creation, which never changes.
  static func isCreationName(_ name: String) -> Bool {
    let folded = folded(name)
    return ["created", "started", "opened", "born", "birth"].contains { folded.hasPrefix($0) }
  }

  private static func isSignificant(_ byte: UInt8) -> Bool {
    byte.isDigit || byte.isLowercaseLetter || byte >= 0x80
  }
}

/// The times of log entries, and of other objects.
extension LogLine {
  /// The time of an object, by the first member with a suitable name; nil if there is none.
  package static func time(of value: JSONValue) -> FeedTime? {
    first(of: value) { name, role, member in
      role == .time || KeyNames.isCreationName(name) ? FeedTime(member) : nil
    }
  }

  /// The first member with a suitable name that is a time; nil if there is none.
  static func timeName(of value: JSONValue, _ times: TimeReader) -> String? {
    first(of: value) { name, role, member in
      guard role == .time || KeyNames.isCreationName(name) else { return nil }
      return times.time(member).map { _ in name }
    }
  }
}
