internal import Values

/// Gives the values of a feed their identities: tells by which rule, and makes rows of them.
struct RowBuilder: Sendable {
  /// How keys are read, and why; nil until the first rows.
  var inference: KeyInference? {
    didSet { noteRule() }
  }
  /// The rule of `inference`, and whether it is `arrival`: read for each row, and cheap to read.
  private(set) var rule: KeyRule?
  private(set) var isByArrival = false
  /// Whether the user gave the key.
  let isKeyGiven: Bool
  /// Whether a path leads to the rows, so that their keys have to be compared with those of others.
  private let isSelected: Bool
  private(set) var duplicateKeys = 0
  private(set) var keyTally = KeyTally()
  private(set) var volatileFields = VolatileFields()
  private var arrivals = 0
  /// Whether the keys of the rows that a path led to are numbers.
  private var hasNumberKeys = false

  init(key: [FieldPath]?, isSelected: Bool) {
    inference = key.map(KeyInference.init(given:))
    isKeyGiven = key != nil
    self.isSelected = isSelected
    noteRule()
  }

  private mutating func noteRule() {
    rule = inference?.rule
    isByArrival = rule == .arrival
  }

  /// Forgets the rule, unless it was given, because rows of another form follow.
  mutating func forgetKey() {
    guard !isKeyGiven else { return }
    inference = nil
    volatileFields = VolatileFields()
  }

  /// The text of the key of a message, which is a string always, as the rows' keys are written.
  func keyText(ofMessage key: JSONValue) -> ByteSlice {
    guard hasNumberKeys else { return KeyRule.text(of: key) }
    return ByteSlice(copying: key.string.utf8)
  }

  /// The rows of a list, in order.
  ///
  /// - Parameters:
  ///   - values: Their contents.
  ///   - keys: Their keys, where they are known; no rule is asked then.
  ///   - prefersWords: Whether a column of words makes a better key than one of numbers, as in a text
  ///     with a header.
  ///   - time: When the list was so.
  /// - Returns: The rows, equal keys told apart by their order.
  mutating func snapshot(
    _ values: [JSONValue],
    _ keys: [ByteSlice]? = nil,
    prefersWords: Bool,
    at time: FeedTime?
  ) -> Snapshot {
    let keys = keys?.count == values.count ? keys : nil
    let rule: KeyRule
    if keys != nil {
      rule = .content  // It is not asked.
    } else if let known = inference {
      rule = known.rule
    } else {
      let found = KeyInference(fromList: values, prefersWords: prefersWords)
      rule = found.rule
      // An empty list says nothing of its rows.
      if !values.isEmpty { inference = found }
    }
    keyTally = KeyTally()
    keyTally.note(values)
    var occurrences: [ByteSlice: Int] = [:]
    occurrences.reserveCapacity(values.count)
    var rows: [Row] = []
    rows.reserveCapacity(values.count)
    for (offset, value) in values.enumerated() {
      if keys == nil, rule == .arrival {
        rows.append(row(value))
        continue
      }
      let key = keys?[offset] ?? key(of: value, by: rule)
      let occurrence = occurrences[key, default: 0]
      occurrences[key] = occurrence + 1
      if occurrence > 0 && rule != .content {
        duplicateKeys += 1
        keyTally.noteShared(key)
      }
      rows.append(Row(id: RowID(key: key, occurrence: occurrence), value: value))
    }
    volatileFields.observe(rows)
    return Snapshot(time: time, rows: rows)
  }

  /// A row that arrives alone.
  mutating func row(_ value: JSONValue) -> Row {
    if rule == nil { inference = KeyInference(fromEvent: value) }
    let rule = rule ?? .arrival
    keyTally.note(value)
    let key = key(of: value, by: rule)
    if isSelected { hasNumberKeys = key.isNumber }
    if isByArrival { arrivals += 1 }
    return Row(id: RowID(key: key, occurrence: isByArrival ? arrivals : 0), value: value)
  }

  private mutating func key(of value: JSONValue, by rule: KeyRule) -> ByteSlice {
    switch rule {
    case .fields(let paths):
      if let key = KeyRule.key(of: value, at: paths) { return key }
      // A row without its key is known by all that it says.
      keyTally.noteLacking()
      return KeyRule.text(of: value)
    case .content:
      return KeyRule.text(of: value)
    case .arrival:
      return value.text.sibling(0..<0)
    }
  }
}

extension ByteSlice {
  fileprivate var isNumber: Bool { withBytes { isJSONNumber($0) } }
}
