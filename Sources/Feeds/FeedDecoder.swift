/// Turns the bytes of a feed into snapshots and changes.
///
/// | A value | is |
/// |---|---|
/// | an array | a snapshot |
/// | `{"at": T, "rows": […]}` | a snapshot at a time |
/// | `{"at": T, "op": "upsert", "row": {…}}`, `{"at": T, "op": "delete", "id": …}` | a change |
/// | any other object or scalar | a row that arrives or, by its key, takes a row's place |
///
/// The key is told from the first rows, and does not change after.
public struct FeedDecoder: Sendable {
  private var reader: ValueReader
  private var arrivals = 0

  /// How identities are read; nil until the first rows have arrived, unless it was given.
  public private(set) var keyRule: KeyRule?

  /// The number of rows whose key stood in the same snapshot already.
  public private(set) var duplicateKeys = 0

  /// The number of values that were read.
  public private(set) var valueCount = 0

  /// What could not be read.
  public var badInput: BadInputLog { reader.badInput }

  /// The number of bytes that were read.
  public var byteCount: Int { reader.byteCount }

  /// Makes a decoder at the start of a feed.
  ///
  /// - Parameters:
  ///   - key: The paths of the fields that identify a row; nil to tell them from the first rows.
  ///   - maximumValueLength: The most bytes that one value may have; a longer one is bad input.
  public init(key: [FieldPath]? = nil, maximumValueLength: Int = 64 << 20) {
    reader = ValueReader(maximumValueLength: maximumValueLength)
    keyRule = key.map(KeyRule.fields)
  }

  /// Reads on.
  ///
  /// - Parameter chunk: The bytes that arrived, cut anywhere.
  /// - Returns: What they complete, in order.
  /// - Complexity: O(*n*) in the length of the chunk, amortised.
  public mutating func append(_ chunk: [UInt8]) -> [FeedItem] {
    var values: [JSONValue] = []
    reader.append(chunk) { values.append($0) }
    return values.map { item(of: $0) }
  }

  /// Says that nothing follows, which may complete a number.
  public mutating func finish() -> [FeedItem] {
    var values: [JSONValue] = []
    reader.finish { values.append($0) }
    return values.map { item(of: $0) }
  }

  /// Says that the feed begins anew, as a file that was truncated: an unfinished value is forgotten.
  public mutating func restart() {
    reader.reset()
  }

  private mutating func item(of value: JSONValue) -> FeedItem {
    valueCount += 1
    switch value.kind {
    case .array:
      return .snapshot(snapshot(value.elements, at: nil))
    case .object:
      let rows = value.member("rows")
      if let rows, rows.kind == .array, let time = value.member("at") {
        return .snapshot(snapshot(rows.elements, at: FeedTime(time)))
      }
      return change(value) ?? .upsert(row(value), at: nil)
    default:
      return .upsert(row(value), at: nil)
    }
  }

  /// The change that an object in listview's own form says; nil where it is something else.
  private mutating func change(_ value: JSONValue) -> FeedItem? {
    guard let op = value.member("op"), let at = value.member("at") else { return nil }
    switch op.string {
    case "upsert":
      guard let content = value.member("row") else { return nil }
      return .upsert(row(content), at: FeedTime(at))
    case "delete":
      if let id = value.member("id"), id.isScalar {
        return .delete(RowID(key: id.text), at: FeedTime(at))
      }
      guard let content = value.member("row") else { return nil }
      return .delete(row(content).id, at: FeedTime(at))
    default:
      return nil
    }
  }

  private mutating func snapshot(_ values: [JSONValue], at time: FeedTime?) -> Snapshot {
    let rule: KeyRule
    if let known = keyRule {
      rule = known
    } else {
      rule = .inferred(fromList: values)
      // An empty list says nothing of its rows.
      if !values.isEmpty { keyRule = rule }
    }
    var occurrences: [ByteSlice: Int] = [:]
    occurrences.reserveCapacity(values.count)
    var rows: [Row] = []
    rows.reserveCapacity(values.count)
    for value in values {
      let key = key(of: value, by: rule)
      let occurrence = occurrences[key, default: 0]
      occurrences[key] = occurrence + 1
      if occurrence > 0 && rule != .content { duplicateKeys += 1 }
      rows.append(Row(id: RowID(key: key, occurrence: occurrence), value: value))
    }
    return Snapshot(time: time, rows: rows)
  }

  /// A row that arrives alone.
  private mutating func row(_ value: JSONValue) -> Row {
    let rule = keyRule ?? .inferred(fromEvent: value)
    keyRule = rule
    return Row(id: RowID(key: key(of: value, by: rule)), value: value)
  }

  private mutating func key(of value: JSONValue, by rule: KeyRule) -> ByteSlice {
    switch rule {
    case .fields(let paths):
      // A row without its key is known by all that it says.
      return KeyRule.key(of: value, at: paths) ?? value.text
    case .content:
      return value.text
    case .arrival:
      arrivals += 1
      return ByteSlice(copying: String(arrivals).utf8)
    }
  }
}
