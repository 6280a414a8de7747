import FeedFormats
import FeedIdentity
import FeedStore
import FeedValues

/// Values that become a list only when they have ended: a document, records under a header, a command's run.
extension FeedInterpreter {
  /// Handles a source that has nothing more for now.
  ///
  /// - Parameter isWhole: Whether a whole file has arrived, or nothing will ever follow.
  mutating func reachEnd(isWhole: Bool) {
    if let first = document.first, !document.hasMore {
      if isWhole, let (_, rows) = ValueMeaning.documentRows(of: first) {
        count(.document)
        document.first = nil
        document.hasMore = true
        items.append(.snapshot(snapshot(of: ValueMeaning.outline(rows), at: nil)))
      } else {
        releaseFirst()
      }
    }
    if isWhole, let rows = objectOrder?.take() {
      items.append(.snapshot(Snapshot(rows: rows)))
    }
    releaseRecords()
  }

  /// Handles the end of a run, whose output is the list.
  ///
  /// - Returns: The reasons for malformed input.
  mutating func endRun() -> [String] {
    let values = run
    run = []
    if lastOrigin != .json {
      for value in values {
        count(
          lastOrigin == .record || lastOrigin == .sample
            ? .record : value.kind == .object ? .logLine : .line
        )
      }
      items.append(.snapshot(snapshot(of: values, at: nil)))
      return []
    }
    if rowsPath == nil, let rows = TupleStream.rows(of: values) {
      for _ in values { count(.object) }
      items.append(.snapshot(snapshot(of: rows, at: nil)))
      return []
    }
    let meanings = values.map { meaning(of: $0) }
    if values.count == 1, meanings[0].structure == .object, rowsPath == nil,
      let (_, rows) = ValueMeaning.documentRows(of: values[0])
    {
      count(.document)
      items.append(.snapshot(snapshot(of: ValueMeaning.outline(rows), at: nil)))
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
      for (meaning, structure) in meanings {
        count(structure)
        if case .nothing = meaning { ignoredCount += 1 }
      }
      items.append(.snapshot(snapshot(of: rows, at: nil)))
      return []
    }
    let start = items.count
    var refusals: [String] = []
    for ((meaning, structure), value) in zip(meanings, values) {
      if case .refused(let reason) = take(meaning, structure, of: value) { refusals.append(reason) }
    }
    guard !hasSnapshot, items.count > start else { return refusals }
    // Changes that a run printed are combined into the list, in the order of their rows.
    var list = RowList()
    for item in items[start...] { list.apply(item) }
    items.removeSubrange(start...)
    items.append(.snapshot(Snapshot(rows: list.rows.reversed())))
    return refusals
  }

  /// Emits a value that was held back as a row.
  mutating func releaseFirst() {
    guard let first = document.first else { return }
    document.first = nil
    document.hasMore = true
    let (meaning, structure) = meaning(of: first)
    _ = take(meaning, structure, of: first)
  }

  // MARK: Records

  mutating func takeRecord(_ value: JSONValue) {
    guard document.records != nil else {
      if lastOrigin == .sample { return items.append(.append(builder.row(value), at: nil)) }
      return append(recordRow(value))
    }
    document.records?.append(value)
    document.byteCount += value.text.count
    if document.byteCount > Self.documentCapacity { releaseRecords(isBeginning: true) }
  }

  /// Emits the records that were held back, as a list.
  ///
  /// - Parameter isBeginning: Whether more of them follow.
  private mutating func releaseRecords(isBeginning: Bool = false) {
    guard let records = document.records, !records.isEmpty else { return }
    document.records = nil
    var snapshot = snapshot(of: records, at: nil)
    snapshot.isBeginning = isBeginning
    for row in snapshot.rows { document.keyCounts[row.id.keyHash, default: 0] += 1 }
    if lastOrigin == .record { readsDownwards = true }
    items.append(.snapshot(snapshot))
  }

  /// The row of a record below the others: with a key that occurred before it is one more row with that key, unless the
  /// user chose the key.
  private mutating func recordRow(_ value: JSONValue) -> Row {
    let row = builder.row(value)
    guard !builder.isKeyGiven, !row.id.isByArrival else { return row }
    if document.keyCounts.count > Self.keyCapacity {
      document.keyCounts = [:]
      builder.adopt(.arrival, FeedText.Key.logLines)
      return builder.row(value)
    }
    let occurrence = document.keyCounts[row.id.keyHash, default: 0]
    document.keyCounts[row.id.keyHash] = occurrence + 1
    return occurrence == 0
      ? row : Row(id: RowID(key: row.id.key, occurrence: occurrence), value: value)
  }

  /// The maximum number of keys that are counted; further records are identified by their arrival.
  private static let keyCapacity = 4 << 20
}
