import FeedFormats
import FeedIdentity
import FeedStore
import FeedValues
internal import Values

/// Turns the values of a feed into snapshots and changes: recognises their structures and reads their
/// keys.
///
/// A value that may turn out to be the whole feed, and the rows of a text with a header, are held
/// back until the feed rests, so that a document becomes one snapshot however it was split.
struct FeedInterpreter: Sendable {
  /// The result of reading a value.
  enum Verdict {
    case taken
    /// It is a log line: plain lines between such lines are rows too.
    case takenAsLog
    /// It is malformed input, for this reason.
    case refused(String)
  }

  /// The maximum size, in bytes, of rows that are held back until the feed rests.
  static let documentCapacity = 64 << 20

  let rowsPath: RowsPath?
  var isPolled: Bool

  /// Identifies rows.
  var builder: RowBuilder
  /// The member that holds the messages of a log; nil before its first line.
  private var messageName: String? {
    didSet { if messageName != oldValue { messageShape = messageName.map(LineShape.init(of:)) } }
  }
  /// The shape of a plain line, which is a message and nothing else.
  private var messageShape: LineShape?
  /// When what is read arrived; nil if unknown.
  var arrival: ContinuousClock.Instant?
  private(set) var valueCount = 0
  var ignoredCount = 0
  /// The number of values of each structure, by its raw value.
  private(set) var structureCounts = [Int](repeating: 0, count: FeedStructure.allCases.count)
  var items: [FeedItem] = []
  var document = Document()
  /// Arrays that arrive one by one, each of which is a row.
  private var tuples = TupleStream()
  /// The objects so far, if they may have the order of the file at its end.
  var objectOrder: ObjectOrder?
  /// Whether rows follow each other downwards, as in a text and a log; nil until the first row.
  var readsDownwards: Bool?
  /// The rows of a list that a recording has in several lines.
  private var parts = ListParts()
  /// The values of the current run.
  var run: [JSONValue] = []
  /// The number of bytes that they take.
  private(set) var runByteCount = 0
  var lastOrigin = ValueOrigin.json

  /// The values that may still be one document.
  struct Document {
    /// A value that may be the whole document.
    var first: JSONValue?
    /// Whether anything but `first` has arrived.
    var hasMore = false
    /// The records that are held back, in order; nil once the feed has rested, or there are too many.
    var records: [JSONValue]? = []
    var byteCount = 0
    /// The number of records of each key, by its hash: a record of a text that grows never replaces another.
    var keyCounts: [UInt64: Int] = [:]
  }

  /// Reads the times of snapshots and changes.
  let times: TimeReader

  init(key: KeyChoice, rowsPath: RowsPath?, isPolled: Bool, times: TimeReader) {
    self.rowsPath = rowsPath
    self.times = times
    self.isPolled = isPolled
    builder = RowBuilder(key: key, isSelected: rowsPath != nil)
  }

  /// The member with the key, if one look at a row is enough to read it.
  var keyMember: MemberName? {
    guard !isPolled, rowsPath == nil, document.hasMore, document.first == nil, builder.trustsKey,
      case .fields(let paths) = builder.rule, paths.count == 1, paths[0].names.count == 1
    else { return nil }
    return MemberName(paths[0].names[0])
  }

  /// Reads a value, of which the scanner may already know something: its key too, if it was looked
  /// for.
  mutating func take(
    _ value: JSONValue,
    from origin: ValueOrigin,
    glance: JSONScanner.Whole? = nil
  ) -> Verdict {
    if let glance, let key = glance.key, glance.hints.isPlain,
      !(builder.separatesLogLines && glance.hints.mayBeLogLine)
    {
      valueCount += 1
      lastOrigin = origin
      count(.object)
      let row = Row(value: value, key: key)
      items.append(.upsert(row, at: nil))
      objectOrder?.append(row)
      return .taken
    }
    let hints = glance?.hints
    valueCount += 1
    lastOrigin = origin
    if origin == .log { takeLogIdentity(of: value) }
    if isPolled {
      let value = origin == .line ? asMessage(value) : value
      run.append(value)
      runByteCount += value.text.count + MemoryLayout<JSONValue>.stride
      guard origin == .json, LogLine.isLogLine(value) else { return .taken }
      noteMessage(of: value)
      return .takenAsLog
    }
    switch origin {
    case .log:
      count(.logLine)
      releaseFirst()
      append(builder.row(value))
      return .taken
    case .record, .sample:
      count(.record)
      takeRecord(value)
      return .taken
    case .line:
      count(.line)
      releaseFirst()
      append(builder.row(asMessage(value)))
      return .taken
    case .event:
      count(.line)
      releaseFirst()
      items.append(.upsert(builder.row(value), at: nil))
      return .taken
    case .json:
      if let verdict = takeTuple(value) { return verdict }
      let (meaning, structure) = meaning(of: value, hints)
      if structure != .object { objectOrder = nil }
      let isFirst = document.first == nil && !document.hasMore
      let mayBeDocument = isFirst && structure == .object && rowsPath == nil
      if mayBeDocument, ValueMeaning.documentRows(of: value) != nil {
        document.first = value
        return .taken
      }
      releaseFirst()
      document.hasMore = true
      return take(meaning, structure, of: value)
    }
  }

  /// Gives what has been made of the values so far.
  mutating func takeItems() -> [FeedItem] {
    defer {
      let count = items.count
      items = []
      items.reserveCapacity(min(count, 4_096))
    }
    return items
  }

  /// Starts a new document.
  mutating func restart() {
    document = Document()
    tuples = TupleStream()
    dropParts()
    if objectOrder != nil { objectOrder = ObjectOrder() }
    (run, runByteCount) = ([], 0)
  }

  /// Forgets the rule of the keys, because rows of another form follow.
  mutating func forgetKey() {
    builder.forgetKey()
  }

  /// Prepares for the lines of a log, the first of which may be a plain one.
  ///
  /// - Parameter name: The member with the messages, unless it is known.
  mutating func expectLog(messagesIn name: String = "message") {
    if messageName == nil { messageName = name }
  }

  /// Identifies lines of a log as what they are: each is a row of its own.
  ///
  /// Records of a run that say neither when something happened nor what are a list as any other.
  private mutating func takeLogIdentity(of value: JSONValue) {
    expectLog()
    guard builder.inference == nil,
      !isPolled || value.member("message") != nil || LogLine.isLogLine(value)
    else { return }
    builder.adopt(isPolled ? .content : .arrival, FeedText.Key.logLines)
  }

  /// Notes the name that messages have in the lines of a log.
  private mutating func noteMessage(of value: JSONValue) {
    guard messageName == nil else { return }
    // It is repeated in the rows of plain lines.
    messageName = LogLine.messageName(of: value).flatMap { $0.utf8.count > 64 ? nil : $0 }
  }

  /// A plain line among the lines of a log, which is a message.
  private func asMessage(_ line: JSONValue) -> JSONValue {
    guard let messageName, let messageShape else { return line }
    return line.asMember(messageName, as: messageShape)
  }

  // MARK: Values

  /// Inserts a value: at the end of the list if it is an entry of a log, or a number or word on a line of its own, else
  /// where the newest ones are.
  private mutating func insert(_ row: Row, of structure: FeedStructure, at time: FeedTime?) {
    if readsDownwards == nil {
      readsDownwards =
        row.id.isByArrival && (structure == .scalar || LogLine.isLogLine(row.value))
    }
    guard readsDownwards == false else { return append(row, at: time) }
    items.append(.upsert(row, at: time))
    objectOrder?.append(row)
  }

  /// Inserts a row of a text, which reads downwards.
  mutating func append(_ row: Row, at time: FeedTime? = nil) {
    readsDownwards = true
    items.append(.append(row, at: time))
  }

  mutating func count(_ structure: FeedStructure) {
    structureCounts[structure.rawValue] += 1
  }

  mutating func take(
    _ meaning: ValueMeaning,
    _ structure: FeedStructure,
    of value: JSONValue
  ) -> Verdict {
    count(structure)
    let (ownKeys, partCount) = recordedKeys(structure, of: value)
    var keys = ownKeys
    if structure == .mqttMessage, builder.inference == nil {
      builder.adopt(
        .fields([FieldPath("topic")]),
        FeedText.Key.mqttTopic
      )
    }
    if case .part(let values) = meaning {
      guard parts.append(values, keys, value.text.count) else {
        return .refused(FeedText.Malformed.longList(ListParts.capacity))
      }
      return .taken
    }
    defer { dropParts() }
    switch meaning {
    case .part: break
    case .snapshot(var values, let time):
      if structure != .recordedSnapshot {
        values = ColumnarRows.objects(of: values)
      } else if partCount > 0 {
        guard let whole = parts.take(partCount, before: values, keys) else {
          return .refused(FeedText.Malformed.listCutOff)
        }
        (values, keys) = whole
      }
      items.append(.snapshot(snapshot(of: values, keys, at: time)))
    case .upsert(let content, let time):
      if let keys, keys.count == 1 {
        items.append(.upsert(Row(id: RowID(key: keys[0]), value: content), at: time))
        return .taken
      }
      if structure == .dockerEvent, builder.inference == nil {
        builder.adopt(.arrival, FeedText.Key.dockerEvent)
      }
      let isVersion = [.recordedChange, .kubernetesWatchEvent].contains(structure)
      let row = builder.row(content, isVersion: isVersion)
      insert(row, of: structure, at: time)
      guard row.id.isByArrival, structure != .scalar else { break }
      noteMessage(of: content)
      return .takenAsLog
    case .append(let content, let time):
      let row = keys.map { Row(id: RowID(key: $0[0]), value: content) } ?? builder.row(content)
      append(row, at: time)
    case .insert(let content, let next, let time):
      readsDownwards = true
      let row = keys.map { Row(id: RowID(key: $0[0]), value: content) } ?? builder.row(content)
      items.append(.insert(row, inFrontOf: RowID(key: next), at: time))
    case .upserts(let contents):
      for content in contents {
        items.append(.upsert(builder.row(content.value), at: content.time))
      }
    case .delete(let content, let time):
      let isNewest = structure == .recordedChange && content.kind == .null
      let id = isNewest ? builder.newestArrival : builder.knownID(of: content)
      items.append(.delete(id, at: time))
    case .deleteKey(let key, let time):
      items.append(.delete(RowID(key: key), at: time))
    case .tombstone(let content, let name, let time):
      let row = builder.row(content)
      let isKey = builder.rule == .fields([FieldPath("\(name)")])
      items.append(isKey ? .delete(row.id, at: time) : .upsert(row, at: time))
    case .nothing:
      ignoredCount += 1
    case .refused(let reason):
      return .refused(reason)
    }
    return .taken
  }

  /// Takes an array that is a row of its own, or may be; nil if it is not.
  private mutating func takeTuple(_ value: JSONValue) -> Verdict? {
    guard rowsPath == nil else { return nil }
    let isFirst = document.first == nil && !document.hasMore
    switch tuples.take(value, isFirst: isFirst) {
    case .other: return nil
    case .refused(let reason): return .refused(reason)
    case .held:
      document.first = value
      return .taken
    case .rows(let rows):
      // A list that was given out while nothing else had come was the first row.
      if rows.count > 1, document.first == nil { items.append(.snapshot(Snapshot(rows: []))) }
      document.first = nil
      document.hasMore = true
      for value in rows {
        count(.object)
        insert(builder.row(value), of: .object, at: nil)
      }
      return .taken
    }
  }

  /// Takes over what a recording says of the identity of its rows: the keys that stand beside them, and how many lines
  /// before this one belong to it.
  private mutating func recordedKeys(
    _ kind: FeedStructure,
    of value: JSONValue
  ) -> (keys: [ByteSlice]?, parts: Int) {
    guard kind == .recordedSnapshot || kind == .recordedChange else { return (nil, 0) }
    let recorded = RecordedIdentity(value)
    if let rule = recorded.rule { builder.adopt(rule, FeedText.Key.recorded) }
    return (builder.isKeyGiven ? nil : recorded.keys, recorded.parts)
  }

  /// Forgets the parts of a list whose last one does not follow.
  private mutating func dropParts() {
    guard parts.count > 0 else { return }
    ignoredCount += parts.count
    parts = ListParts()
  }

  mutating func snapshot(
    of values: [JSONValue],
    _ keys: [ByteSlice]? = nil,
    at time: FeedTime?
  ) -> Snapshot {
    let mayGrow = lastOrigin == .record && !isPolled
    return builder.snapshot(values, keys, mayGrow: mayGrow, at: time, arriving: arrival)
  }
}

/// The meaning of a value after the path to its rows was applied.
extension FeedInterpreter {
  func meaning(
    of value: JSONValue,
    _ hints: StructureHints? = nil
  ) -> (meaning: ValueMeaning, structure: FeedStructure) {
    guard let rowsPath else { return ValueMeaning.of(value, hints, times) }
    let (whole, structure) = ValueMeaning.of(value, hints, times)
    // The entries of a stream are unpacked before the path is applied.
    switch (structure, whole) {
    case (.redisStream, .snapshot(let entries, _)):
      let timed = entries.map { TimedValue(value: $0) }
      if let rows = select(rowsPath, from: timed) {
        return (.snapshot(rows.map(\.value), at: nil), structure)
      }
    case (.redisStream, .upserts(let entries)):
      if let rows = select(rowsPath, from: entries) { return (.upserts(rows), structure) }
    default: break
    }
    guard let values = rowsPath.select(from: value) else {
      return (.refused(FeedText.Malformed.nothing(at: "\(rowsPath)")), .selection)
    }
    if rowsPath.selectsMany { return (.snapshot(values, at: nil), .selection) }
    guard let selected = values.first else { return (.nothing, .selection) }
    if selected.kind == .null, structure == .kafkaMessage, let key = value.member("key"),
      key.isScalar
    {
      return (.deleteKey(builder.keyText(ofMessage: key), at: nil), .selection)
    }
    return ValueMeaning.of(selected, nil, times)
  }

  /// The values at a path in each entry; an entry without it is left unchanged; nil if no entry has
  /// it.
  private func select(_ path: RowsPath, from entries: [TimedValue]) -> [TimedValue]? {
    let selections = entries.map { path.select(from: $0.value) }
    guard selections.contains(where: { $0 != nil }) else { return nil }
    return zip(selections, entries).flatMap { values, entry in
      values.map { $0.map { TimedValue(value: $0, time: entry.time) } } ?? [entry]
    }
  }
}
