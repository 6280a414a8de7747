import FeedIdentity
import FeedStore
import FeedValues
internal import Values

/// Gives the values of a feed their identities: determines the rule, and creates the rows.
struct RowBuilder: Sendable {
  /// The rule that reads keys, and its reasons; nil until the first rows.
  private(set) var inference: KeyInference?
  /// The rule of `inference`, which is needed for each row and cheaper to access here.
  private(set) var rule: KeyRule?
  private(set) var isByArrival = false
  /// Reports that the rule is not the first one; nil if it is.
  var rechoice: KeyProblem?
  /// The user's choice.
  private(set) var choice: KeyChoice
  /// Whether the rows are selected by a path, so that their keys are compared with others.
  private let isSelected: Bool
  private(set) var duplicateKeys = 0
  private(set) var keyTally = KeyTally()
  private var clocks = ClockObserver()
  private var events = EventEvidence()
  private var lists = ListEvidence()
  private var arrivals = 0
  /// The number of objects without a key that were searched for one.
  private var unkeyedObjects = 0
  /// Whether the keys of selected rows are numbers.
  private var hasNumberKeys = false
  /// Whether a list has been identified, so that a change of rule affects rows that are shown.
  private var hasList = false

  private static let searchedObjects = 256

  init(key choice: KeyChoice, isSelected: Bool) {
    self.choice = choice
    self.isSelected = isSelected
    setInference(KeyInference(given: choice))
  }

  /// The fields that are running clocks.
  var volatileFields: VolatileFields { clocks.fields }

  /// The problems that prevent changes from being tracked, and the rule that was replaced, the worst first.
  var problems: [KeyProblem] {
    keyTally.problems(of: inference) + [rechoice].compactMap(\.self)
  }

  /// Whether the user gave the key.
  var isKeyGiven: Bool { choice != .automatic }

  /// Whether the key of an object can be trusted without examining more of the object.
  var trustsKey: Bool { inference?.origin != .events || events.isSettled }

  /// Whether log lines are separate rows even if they have the key.
  var separatesLogLines: Bool { inference?.origin == .events }

  private mutating func setInference(_ inference: KeyInference?) {
    if let old = rule, let inference, inference.origin == .list, old != inference.rule,
      old != .position, old != .arrival
    {
      rechoice = .rechosen(inference.rule, from: old, reason: inference.reason)
    }
    self.inference = inference
    rule = inference?.rule
    isByArrival = rule == .arrival
  }

  /// The report that the rows of a list are identified by another rule from here on; the one there is if they are not.
  func rechoice(to other: KeyInference?) -> KeyProblem? {
    guard let old = rule, let other, other.isInferred, old != other.rule, hasList else {
      return rechoice
    }
    return .rechosen(other.rule, from: old, reason: other.reason)
  }

  /// Identifies rows by the rule of their format, unless the user chose one or a rule is set already.
  mutating func adopt(_ rule: KeyRule, _ reason: String) {
    guard !isKeyGiven, rule != self.rule else { return }
    setInference(KeyInference(rule, reason, origin: .format))
  }

  /// Identifies rows by the user's choice from now on.
  mutating func choose(_ choice: KeyChoice) {
    self.choice = choice
    rechoice = nil
    rule = nil
    events = EventEvidence()
    lists = ListEvidence()
    unkeyedObjects = 0
    setInference(KeyInference(given: choice))
  }

  /// Forgets the rule, unless it was given, because rows of another form follow.
  mutating func forgetKey() {
    guard !isKeyGiven else { return }
    setInference(nil)
    rechoice = nil
    events = EventEvidence()
    lists = ListEvidence()
    clocks = ClockObserver()
  }

  /// The text of a message's key, which is always a string, as in the rows' keys.
  func keyText(ofMessage key: JSONValue) -> ByteSlice {
    guard hasNumberKeys else { return KeyRule.text(of: key) }
    return ByteSlice(copying: key.string.utf8)
  }

  // MARK: Lists

  /// The rows of a list, in order.
  ///
  /// - Parameters:
  ///   - values: Their contents.
  ///   - keys: Their keys, if they are known; then no rule is applied.
  ///   - mayGrow: Whether more rows of the list may follow one by one.
  ///   - time: The time of the list.
  ///   - instant: When it arrived, for detecting clocks in rows without times.
  /// - Returns: The rows, equal keys distinguished by their order.
  mutating func snapshot(
    _ values: [JSONValue],
    _ keys: [ByteSlice]? = nil,
    mayGrow: Bool = false,
    at time: FeedTime?,
    arriving instant: ContinuousClock.Instant? = nil
  ) -> Snapshot {
    let rows: [Row]
    var identity: IdentityRule?
    if let keys, keys.count == values.count {
      rows = KeyRule.rows(of: values) { keys[$0] }
    } else {
      let old = rule
      rows = self.rows(of: values, mayGrow)
      if hasList, rule != old { identity = rule.map { IdentityRule($0) } }
    }
    hasList = hasList || !values.isEmpty
    clocks.observe(rows, at: time, arriving: instant)
    return Snapshot(time: time, rows: rows, identity: identity)
  }

  private mutating func rows(of values: [JSONValue], _ mayGrow: Bool) -> [Row] {
    review(values, mayGrow)
    let rule = rule ?? .content
    if rule == .arrival, inference?.origin == .format {
      return values.map { Row(id: nextArrival(), value: $0) }
    }
    // A list that is repeated each time cannot be identified by arrival.
    var rows = self.rows(of: values, by: rule == .arrival ? .content : rule)
    // A key that no longer distinguishes the rows is replaced; one with an identifying name only if it
    // fails in most of them.
    let tolerated = KeyNames.identify(rule) ? values.count / 2 : values.count / 10
    if keyTally.faults > tolerated, inference?.isInferred == true, lists.allowsSearch() {
      let found = KeyInference(fromList: values)
      if found.rule != rule {
        setInference(found)
        rows = self.rows(of: values, by: found.rule)
      }
    }
    duplicateKeys += keyTally.shared
    return rows
  }

  private mutating func rows(of values: [JSONValue], by rule: KeyRule) -> [Row] {
    let (rows, lacking) = KeyRule.rows(of: values, by: rule)
    keyTally = KeyTally(values, lacking: lacking)
    if rule != .content {
      for row in rows where row.id.occurrence > 0 { keyTally.noteShared(row.id.key) }
    }
    return rows
  }

  /// Determines the rule for a list, or a new one if the evidence has changed.
  private mutating func review(_ values: [JSONValue], _ mayGrow: Bool) {
    // An empty list is not evidence.
    guard !values.isEmpty else { return }
    guard let inference else {
      setInference(KeyInference(fromList: values, mayGrow: mayGrow))
      if let known = self.inference { _ = lists.review(values, known) }
      return
    }
    guard inference.isInferred else { return }
    switch inference.rule {
    case .position where values.count > 1, .arrival where inference.origin == .events:
      setInference(KeyInference(fromList: values))
    case .content where values.count > 1:
      guard values[0].kind == .object, lists.allowsSearch() else { return }
      let found = KeyInference(fromList: values)
      if found.rule != .content { setInference(found) }
    case .fields:
      guard let fields = lists.review(values, inference) else { return }
      let reason = FeedText.Key.changed("\(inference.rule)")
      setInference(KeyInference(.fields(fields), reason, origin: .list))
    default: break
    }
  }

  // MARK: Events

  /// Creates a row from a single value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isVersion: Whether the feed says that it is a version of the row with its key.
  /// - Returns: The row.
  mutating func row(_ value: JSONValue, isVersion: Bool = false) -> Row {
    keyTally.note(value)
    return Row(id: id(of: value, isVersion), value: value)
  }

  /// The identity of the newest row without a key.
  var newestArrival: RowID { RowID(key: ByteSlice(copying: []), occurrence: arrivals) }

  /// The identity that a value's content gives it, as far as it does.
  mutating func knownID(of value: JSONValue) -> RowID {
    guard case .fields(let paths)? = rule, let key = KeyRule.key(of: value, at: paths) else {
      return RowID(key: KeyRule.text(of: value))
    }
    return RowID(key: key)
  }

  private mutating func id(of value: JSONValue, _ isVersion: Bool) -> RowID {
    if rule == nil || isByArrival && inference?.origin == .events { search(value) }
    switch rule {
    case .fields(let paths)?:
      guard let key = KeyRule.key(of: value, at: paths) else {
        // A row without the key cannot be identified: no other replaces it.
        keyTally.noteLacking()
        return nextArrival()
      }
      if !isVersion, inference?.origin == .events, isRowOfItsOwn(value, key, paths) {
        return nextArrival()
      }
      if isSelected { hasNumberKeys = key.isNumber }
      return RowID(key: key)
    case .content?: return RowID(key: KeyRule.text(of: value))
    case .arrival?, .position?, nil: return nextArrival()
    }
  }

  private mutating func nextArrival() -> RowID {
    arrivals += 1
    return newestArrival
  }

  /// Searches an object for a key, as long as objects that arrive one by one have none.
  private mutating func search(_ value: JSONValue) {
    guard value.kind == .object, unkeyedObjects < Self.searchedObjects else {
      if rule == nil {
        setInference(KeyInference(.arrival, FeedText.Key.noObject, origin: .events))
      }
      return
    }
    unkeyedObjects += 1
    let columns = KeyColumns([value])
    let paths = KeyNames.ofObjects.lazy.compactMap(columns.paths)
      .first { KeyRule.key(of: value, at: $0) != nil }
    if let paths, isLineIdentity(paths) || !LogLine.isLogLine(value) {
      let reason = FeedText.Key.objectNoLog
      setInference(
        KeyInference(.fields(paths), reason, origin: isLineIdentity(paths) ? .format : .events)
      )
    } else if unkeyedObjects == 1 {
      let reason =
        LogLine.isLogLine(value) ? FeedText.Key.logEntry : FeedText.Key.noIdentity
      setInference(KeyInference(.arrival, reason, origin: .events))
    }
  }

  /// Whether some fields identify the lines themselves, so that log lines have them too.
  private func isLineIdentity(_ paths: [FieldPath]) -> Bool {
    ["__CURSOR", "metadata.uid", "topic,partition,offset"].contains("\(KeyRule.fields(paths))")
  }

  /// Whether an object with the key is not a later state of the last one with this key.
  private mutating func isRowOfItsOwn(
    _ value: JSONValue,
    _ key: ByteSlice,
    _ paths: [FieldPath]
  ) -> Bool {
    if LogLine.isLogLine(value) { return true }
    guard events.judge(value, key, paths) == .unrelated else { return false }
    keyTally.noteUnrelated(key, .fields(paths))
    if events.isRefuted {
      let reason = FeedText.Key.unrelated("\(KeyRule.fields(paths))")
      setInference(KeyInference(.arrival, reason, origin: .format))
    }
    return true
  }
}

extension ByteSlice {
  fileprivate var isNumber: Bool { withBytes { isJSONNumber($0) } }
}

/// The text that listview itself writes around rows, recognised by the beginning of a value: such values may be longer
/// and nested deeper than rows, so that a row of the maximum size can be merged and recorded, and read again.
enum RowWrapping: CaseIterable {
  /// A line of a recording: rows, and their identities, which may be as long as they are.
  case recording
  /// A row of one of several sources, with the name of its source.
  case merged

  /// Recognises a value by its first bytes.
  init?(_ value: Slice<UnsafeBufferPointer<UInt8>>) {
    let found = Self.allCases.first { wrapping in
      wrapping.beginnings.contains { value.starts(with: $0.utf8) }
    }
    guard let found else { return nil }
    self = found
  }

  private var beginnings: [String] {
    switch self {
    case .recording: ["{\"at\":"]
    case .merged: MergedSource.fields.map { "{\"\($0)\":\"" }
    }
  }

  /// The maximum number of bytes of such a value, given that of a row.
  func maximumLength(ofRow length: Int) -> Int {
    let (result, overflow) =
      self == .recording
      ? length.multipliedReportingOverflow(by: 5) : length.addingReportingOverflow(1 << 16)
    return overflow ? .max : result
  }

  /// Whether a value that is longer or deeper than a row may be is nothing but rows in a wrapping.
  ///
  /// - Parameters:
  ///   - value: The value, which begins as this wrapping does.
  ///   - depth: Its depth.
  ///   - length: The maximum number of bytes of a row.
  /// - Returns: Whether it may be as long and as deep as it is.
  /// - Complexity: O(*n*) in the length of the text.
  func holds(_ value: JSONValue, depth: Int, ofRow length: Int) -> Bool {
    guard value.text.count <= maximumLength(ofRow: length) else { return false }
    switch self {
    case .recording: return value.member("rows")?.kind == .array || value.member("op") != nil
    case .merged: return depth <= JSONScanner.maximumDepth + 1
    }
  }
}

/// The rows of a list that a recording has in several lines, until the last of them.
struct ListParts: Sendable {
  private var parts: [(rows: [JSONValue], keys: [ByteSlice]?)] = []
  private var byteCount = 0

  /// The maximum number of bytes of all lines.
  static let capacity = 1 << 30

  /// The number of lines.
  var count: Int { parts.count }

  /// Keeps the rows of a line, and their keys if it has them; returns whether there is room for them.
  mutating func append(_ rows: [JSONValue], _ keys: [ByteSlice]?, _ byteCount: Int) -> Bool {
    guard byteCount <= Self.capacity - self.byteCount else { return false }
    self.byteCount += byteCount
    parts.append((rows, keys))
    return true
  }

  /// Takes the rows of the newest lines, as many as the last one says.
  ///
  /// Those before them are of a list whose recording was cut off.
  ///
  /// - Parameters:
  ///   - count: The number of lines.
  ///   - rows: The rows of the last line.
  ///   - keys: Their keys; nil if it has none.
  /// - Returns: The rows, and their keys if all have them; nil if there are fewer lines.
  mutating func take(
    _ count: Int,
    before rows: [JSONValue],
    _ keys: [ByteSlice]?
  ) -> (rows: [JSONValue], keys: [ByteSlice]?)? {
    guard count <= parts.count else { return nil }
    let own = parts.suffix(count)
    parts.removeLast(count)
    let allKeys = (own.map(\.keys) + [keys]).compactMap(\.self)
    return (own.flatMap(\.rows) + rows, allKeys.count == count + 1 ? allKeys.flatMap(\.self) : nil)
  }
}
