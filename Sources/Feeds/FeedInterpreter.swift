/// Makes snapshots and changes of the values of a feed: tells their shapes and reads their keys.
///
/// A value that may turn out to be all there is, and the rows of a text with a header, are held back
/// until the feed rests, so that a document becomes one snapshot however it was cut on its way.
struct FeedInterpreter: Sendable {
  /// Where a value comes from.
  enum Origin {
    /// It is JSON.
    case json
    /// It is a record under a header.
    case record
    /// It is a line of text.
    case line
  }

  /// What became of a value.
  enum Verdict {
    case taken
    /// It is a line of a log: plain lines between such lines are rows too.
    case takenAsLog
    /// It counts as bad input, for the reason given.
    case refused(String)
  }

  /// The most bytes of rows that are held back until the feed rests.
  static let documentCapacity = 64 << 20

  let rowsPath: RowsPath?
  let isPolled: Bool

  private(set) var inference: KeyInference? {
    didSet { noteRule() }
  }
  /// The rule of `inference`, and whether it is `arrival`: read for each row, and cheap to read.
  private var rule: KeyRule?
  private var isByArrival = false
  private let isKeyGiven: Bool
  /// Whether the key is that of lines, until the first row with fields arrives.
  private var isKeyOfLines = false
  private(set) var duplicateKeys = 0
  private(set) var keyTally = KeyTally()
  private(set) var valueCount = 0
  private(set) var ignoredCount = 0
  /// How many values had each shape, by its raw value.
  private(set) var shapeCounts = [Int](repeating: 0, count: FeedShape.allCases.count)
  private(set) var volatileFields = VolatileFields()
  private var items: [FeedItem] = []
  private var arrivals = 0
  private var document = Document()
  /// The values of the run that goes on.
  private var run: [JSONValue] = []
  private var lastOrigin = Origin.json
  /// Whether the keys of the rows that `--rows` led to are numbers.
  private var hasNumberKeys = false

  /// What may still be one document.
  private struct Document {
    /// A value that may be all there is.
    var first: JSONValue?
    /// Whether anything but `first` has arrived.
    var hasMore = false
    /// The records so far, in order; nil once it is known that they are no document.
    var records: [JSONValue]? = []
    /// The number of records that have been given out.
    var released = 0
    /// Whether the feed has rested since the first record.
    var isReleased = false
    var byteCount = 0
    var keys: Set<ByteSlice> = []
  }

  init(key: [FieldPath]?, rowsPath: RowsPath?, isPolled: Bool) {
    self.rowsPath = rowsPath
    self.isPolled = isPolled
    inference = key.map(KeyInference.init(given:))
    isKeyGiven = key != nil
    noteRule()
  }

  private mutating func noteRule() {
    rule = inference?.rule
    isByArrival = rule == .arrival
  }

  /// The member that holds the key, where one look at a row is enough to tell all of it.
  var keyMember: MemberName? {
    guard !isPolled, rowsPath == nil, document.hasMore, document.first == nil,
      case .fields(let paths) = rule, paths.count == 1, paths[0].names.count == 1
    else { return nil }
    return MemberName(paths[0].names[0])
  }

  /// Takes a value, of which something may have been seen while it was scanned: its key too, where
  /// that was looked for.
  mutating func take(
    _ value: JSONValue,
    from origin: Origin,
    glance: JSONScanner.Whole? = nil
  ) -> Verdict {
    if let glance, let key = glance.key, glance.hints.isPlain {
      valueCount += 1
      lastOrigin = origin
      count(.object)
      items.append(.upsert(Row(value: value, key: key), at: nil))
      return .taken
    }
    let hints = glance?.hints
    valueCount += 1
    lastOrigin = origin
    if isPolled {
      run.append(value)
      return .taken
    }
    switch origin {
    case .record:
      count(.record)
      takeRecord(value)
      return .taken
    case .line:
      count(.line)
      releaseFirst()
      // A line tells nothing of the rows that may follow.
      let known = inference
      if known == nil { inference = KeyInference(.arrival, "lines of text have no fields") }
      items.append(.upsert(row(value), at: nil))
      isKeyOfLines = isKeyOfLines || known == nil
      return .taken
    case .json:
      if isKeyOfLines {
        inference = nil
        isKeyOfLines = false
      }
      let (meaning, shape) = meaning(of: value, hints)
      let isFirst = document.first == nil && !document.hasMore
      if isFirst, shape == .object, rowsPath == nil, ValueMeaning.documentRows(of: value) != nil {
        document.first = value
        return .taken
      }
      releaseFirst()
      document.hasMore = true
      return take(meaning, shape, of: value)
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

  /// Says that nothing follows for now.
  ///
  /// - Parameter isWhole: Whether what has arrived is all of a file, or all there will ever be.
  mutating func reachEnd(isWhole: Bool) {
    if let first = document.first, !document.hasMore {
      if isWhole, let (_, rows) = ValueMeaning.documentRows(of: first) {
        count(.document)
        document.first = nil
        document.hasMore = true
        items.append(.snapshot(snapshot(ValueMeaning.outline(rows), at: nil)))
      } else {
        releaseFirst()
      }
    }
    guard let records = document.records, document.byteCount > 0 else { return }
    if !document.isReleased || isWhole && document.released < records.count {
      releaseRecords(records)
    }
  }

  /// Says that what arrives from here on is another document.
  mutating func restart() {
    document = Document()
    run = []
  }

  /// Says that a run ended: what it printed is the list.
  ///
  /// - Returns: Why some of it counts as bad input.
  mutating func endRun() -> [String] {
    let values = run
    run = []
    if lastOrigin != .json {
      for _ in values { count(lastOrigin == .record ? .record : .line) }
      items.append(.snapshot(snapshot(values, at: nil)))
      return []
    }
    let meanings = values.map { meaning(of: $0) }
    if values.count == 1, meanings[0].shape == .object, rowsPath == nil,
      let (_, rows) = ValueMeaning.documentRows(of: values[0])
    {
      count(.document)
      items.append(.snapshot(snapshot(ValueMeaning.outline(rows), at: nil)))
      return []
    }
    var rows: [JSONValue] = []
    var isPlain = true
    var hasSnapshot = false
    for (meaning, _) in meanings {
      switch meaning {
      case .upsert(let row, _): rows.append(row)
      case .upserts(let all): rows += all.map(\.value)
      case .nothing: break
      case .snapshot: (isPlain, hasSnapshot) = (false, true)
      default: isPlain = false
      }
    }
    if isPlain {
      for (meaning, shape) in meanings {
        count(shape)
        if case .nothing = meaning { ignoredCount += 1 }
      }
      items.append(.snapshot(snapshot(rows, at: nil)))
      return []
    }
    let start = items.count
    var refusals: [String] = []
    for ((meaning, shape), value) in zip(meanings, values) {
      if case .refused(let reason) = take(meaning, shape, of: value) { refusals.append(reason) }
    }
    guard !hasSnapshot, items.count > start else { return refusals }
    // Changes that one run prints make the list, in the order in which their rows came.
    var list = RowList()
    for item in items[start...] { list.apply(item) }
    items.removeSubrange(start...)
    items.append(.snapshot(Snapshot(rows: list.rows.reversed())))
    return refusals
  }

  /// Forgets the rule of the keys, because rows of another form follow.
  mutating func forgetKey() {
    guard !isKeyGiven else { return }
    inference = nil
    volatileFields = VolatileFields()
  }

  // MARK: Values

  private func meaning(
    of value: JSONValue,
    _ hints: ShapeHints? = nil
  ) -> (meaning: ValueMeaning, shape: FeedShape) {
    guard let rowsPath else { return ValueMeaning.of(value, hints) }
    let (whole, shape) = ValueMeaning.of(value, hints)
    // The entries of a stream are unpacked before there is anything to lead a path through.
    switch (shape, whole) {
    case (.redisStream, .snapshot(let entries, _)):
      let timed = entries.map { TimedValue(value: $0) }
      if let rows = select(rowsPath, from: timed) {
        return (.snapshot(rows.map(\.value), at: nil), shape)
      }
    case (.redisStream, .upserts(let entries)):
      if let rows = select(rowsPath, from: entries) { return (.upserts(rows), shape) }
    default: break
    }
    guard let values = rowsPath.select(from: value) else {
      return (.refused("nothing at \(rowsPath)"), .selection)
    }
    if rowsPath.selectsMany { return (.snapshot(values, at: nil), .selection) }
    guard let selected = values.first else { return (.nothing, .selection) }
    if selected.kind == .null, shape == .kafkaMessage, let key = value.member("key"), key.isScalar {
      return (.deleteKey(keyText(ofMessage: key), at: nil), .selection)
    }
    return ValueMeaning.of(selected)
  }

  /// What a path leads to in each of some entries; an entry in which it does not exist is left as it
  /// is; nil where it exists in none.
  private func select(_ path: RowsPath, from entries: [TimedValue]) -> [TimedValue]? {
    let selections = entries.map { path.select(from: $0.value) }
    guard selections.contains(where: { $0 != nil }) else { return nil }
    return zip(selections, entries).flatMap { values, entry in
      values.map { $0.map { TimedValue(value: $0, time: entry.time) } } ?? [entry]
    }
  }

  /// The text of the key of a message, which is a string always, as the rows' keys are written.
  private func keyText(ofMessage key: JSONValue) -> ByteSlice {
    guard hasNumberKeys else { return KeyRule.text(of: key) }
    return ByteSlice(copying: key.string.utf8)
  }

  private mutating func count(_ shape: FeedShape) {
    shapeCounts[shape.rawValue] += 1
  }

  private mutating func take(
    _ meaning: ValueMeaning,
    _ shape: FeedShape,
    of value: JSONValue
  ) -> Verdict {
    count(shape)
    let keys = recordedKeys(shape, of: value)
    if shape == .mqttMessage, inference == nil {
      inference = KeyInference(
        .fields([FieldPath("topic")]),
        "an MQTT message takes the place of the last one of its topic"
      )
    }
    switch meaning {
    case .snapshot(let values, let time):
      items.append(.snapshot(snapshot(values, keys, at: time)))
    case .upsert(let content, let time):
      if let keys, keys.count == 1 {
        items.append(.upsert(Row(id: RowID(key: keys[0]), value: content), at: time))
        return .taken
      }
      if shape == .dockerEvent, inference == nil {
        inference = KeyInference(
          .arrival,
          "a docker event's id names what it happened to",
          isDeliberate: true
        )
      }
      items.append(.upsert(row(content), at: time))
      if isByArrival, shape != .scalar { return .takenAsLog }
    case .upserts(let contents):
      for content in contents { items.append(.upsert(row(content.value), at: content.time)) }
    case .delete(let content, let time):
      items.append(.delete(row(content).id, at: time))
    case .deleteKey(let key, let time):
      items.append(.delete(RowID(key: key), at: time))
    case .tombstone(let content, let name, let time):
      let row = row(content)
      let isKey = inference?.rule == .fields([FieldPath("\(name)")])
      items.append(isKey ? .delete(row.id, at: time) : .upsert(row, at: time))
    case .nothing:
      ignoredCount += 1
    case .refused(let reason):
      return .refused(reason)
    }
    return .taken
  }

  /// Takes over what a recording says of the identity of its rows; the keys that stand beside them.
  private mutating func recordedKeys(_ shape: FeedShape, of value: JSONValue) -> [ByteSlice]? {
    guard shape == .recordedSnapshot || shape == .recordedChange else { return nil }
    let recorded = RecordedIdentity(value)
    if let rule = recorded.rule, !isKeyGiven, rule != inference?.rule {
      inference = KeyInference(rule, "as it was recorded")
    }
    return isKeyGiven ? nil : recorded.keys
  }

  /// Gives a value that was held back out as a row.
  private mutating func releaseFirst() {
    guard let first = document.first else { return }
    document.first = nil
    document.hasMore = true
    let (meaning, shape) = meaning(of: first)
    _ = take(meaning, shape, of: first)
  }

  // MARK: Records

  private mutating func takeRecord(_ value: JSONValue) {
    document.byteCount += value.text.count
    guard document.records != nil else {
      items.append(.upsert(row(value), at: nil))
      return
    }
    document.records?.append(value)
    if document.isReleased {
      let row = row(value)
      if !document.keys.insert(row.id.key).inserted { document.records = nil }
      items.append(.upsert(row, at: nil))
    }
    if document.byteCount > Self.documentCapacity {
      if !document.isReleased, let records = document.records { releaseRecords(records) }
      document.records = nil
      document.keys = []
    }
  }

  private mutating func releaseRecords(_ records: [JSONValue]) {
    let snapshot = snapshot(records, at: nil)
    if !document.isReleased {
      for row in snapshot.rows { document.keys.insert(row.id.key) }
    }
    document.isReleased = true
    document.released = records.count
    items.append(.snapshot(snapshot))
  }

  // MARK: Rows

  private mutating func snapshot(
    _ values: [JSONValue],
    _ keys: [ByteSlice]? = nil,
    at time: FeedTime?
  ) -> Snapshot {
    let keys = keys?.count == values.count ? keys : nil
    let rule: KeyRule
    if keys != nil {
      rule = .content  // It is not asked.
    } else if let known = inference {
      rule = known.rule
    } else {
      let found = KeyInference(fromList: values, prefersWords: lastOrigin == .record)
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
  private mutating func row(_ value: JSONValue) -> Row {
    if rule == nil { inference = KeyInference(fromEvent: value) }
    let rule = rule ?? .arrival
    keyTally.note(value)
    let key = key(of: value, by: rule)
    if rowsPath != nil { hasNumberKeys = key.isNumber }
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
