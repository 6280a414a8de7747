/// A list that records the changes of its rows.
///
/// Offset 0 is the first row, where new rows are inserted; rows are stored in reverse, so that inserting
/// the first row and deleting the last one take constant time.
struct JournaledList<Content: RowContent>: Sendable {
  /// The contents of the list from `head` on, the last row first.
  private var contents: [Content] = []
  private var texts: [SimulatedRow] = []
  private var head = 0
  private var changes: [SimulatedChange] = []

  /// The number of changes since the start.
  private(set) var version = 0

  /// The maximum number of rows at any time, including between the changes of one step.
  let window: Int

  /// - Precondition: `window` is greater than 0.
  init(window: Int) {
    precondition(window > 0, "the window must be greater than 0")
    self.window = window
  }

  var count: Int { contents.count - head }
  var isEmpty: Bool { count == 0 }
  var indices: Range<Int> { 0..<count }

  /// The contents, first row first.
  var rows: ReversedCollection<ArraySlice<Content>> { contents[head...].reversed() }

  /// The rows for the encodings, first row first.
  var simulatedRows: SimulatedRows { texts[head...].reversed() }

  subscript(offset: Int) -> Content { contents[contents.count - 1 - offset] }

  /// The offsets of the rows that satisfy a predicate, ascending.
  func offsets(where isIncluded: (Content) -> Bool) -> [Int] {
    let contents = contents[head...]
    let last = contents.endIndex - 1
    return (0..<contents.count).filter { isIncluded(contents[last - $0]) }
  }

  /// Inserts a row; if the window is full, the last row is deleted first.
  ///
  /// - Complexity: O(1) amortised at offset 0, otherwise O(*n*).
  mutating func insert(_ content: Content, at offset: Int = 0) {
    var offset = offset
    if count == window {
      removeLast()
      offset = min(offset, count)
    }
    let row = SimulatedRow(content)
    contents.insert(content, at: contents.count - offset)
    texts.insert(row, at: texts.count - offset)
    note(.came(row))
  }

  /// Updates the contents of a row.
  mutating func update(at offset: Int, _ body: (inout Content) -> Void) {
    let position = contents.count - 1 - offset
    body(&contents[position])
    let row = SimulatedRow(contents[position])
    assert(row.key == texts[position].key, "an update must not change the identity of the row")
    texts[position] = row
    note(.changed(row))
  }

  /// Deletes a row.
  mutating func remove(at offset: Int) {
    guard offset < count - 1 else { return removeLast() }
    let position = contents.count - 1 - offset
    contents.remove(at: position)
    note(.went(texts.remove(at: position)))
  }

  /// Deletes the last row.
  ///
  /// - Complexity: O(1) amortised.
  mutating func removeLast() {
    note(.went(texts[head]))
    head += 1
    guard head > contents.count / 2 else { return }
    contents.removeFirst(head)
    texts.removeFirst(head)
    head = 0
  }

  /// Reorders the rows; this is not recorded: only a whole list shows it.
  mutating func sort(by areInIncreasingOrder: (Content, Content) -> Bool) {
    let order = (head..<contents.count).sorted { areInIncreasingOrder(contents[$1], contents[$0]) }
    (contents, texts) = (order.map { contents[$0] }, order.map { texts[$0] })
    head = 0
  }

  /// Returns the recorded changes, and clears the record.
  mutating func takeStep() -> ListStep {
    defer { changes = [] }
    return ListStep(changes: changes, version: version)
  }

  private mutating func note(_ change: SimulatedChange) {
    changes.append(change)
    version += 1
  }
}

/// The bytes of a step that are still to be written.
///
/// It shares the texts of rows, and stores repeated bytes as a run; a step of any size costs a reference
/// per row until it is written.
struct ValueQueue: Sendable {
  /// A separator after a run.
  enum End: Hashable, Sendable { case more, pause, value }

  private struct Entry: Sendable {
    var run: ByteRun
    var end: End
  }

  private var entries: [Entry] = []
  private var position = 0
  /// The number of bytes written of the entry at the position.
  private var written = 0
  /// The start of the last value.
  private var lastValue = 0

  var isEmpty: Bool { position == entries.count }

  /// Appends a part of a value.
  mutating func append(_ run: ByteRun) {
    if entries.last?.end == .value { lastValue = entries.count }
    entries.append(Entry(run: run, end: .more))
  }

  mutating func append(_ bytes: [UInt8]) { append(ByteRun(bytes)) }
  mutating func append(_ text: String) { append(ByteRun(text)) }

  /// Ends a value with a newline.
  mutating func endValue(_ closing: String = "") {
    append(closing + "\n")
    entries[entries.count - 1].end = .value
  }

  /// Appends a list as one value; rows are separated by commas.
  mutating func appendList(
    _ opening: String,
    _ rows: SimulatedRows,
    strays: [[UInt8]],
    _ closing: String
  ) {
    append(opening)
    let comma = Array(",".utf8)
    var isFirst = true
    for row in rows {
      if !isFirst { append(comma) }
      append(row.json)
      isFirst = false
    }
    for stray in strays {
      if !isFirst { append(comma) }
      append(stray)
      isFirst = false
    }
    endValue(closing)
  }

  /// Splits the last value in the middle of its longest part.
  mutating func pauseInLastValue() {
    let parts = lastValue..<entries.count
    guard let offset = parts.max(by: { entries[$0].run.bytes.count < entries[$1].run.bytes.count }),
      entries[offset].run.repetitions == 1
    else { return }
    let bytes = entries[offset].run.bytes
    guard bytes.count > 1 else { return }
    let rest = Entry(run: ByteRun(Array(bytes[(bytes.count / 2)...])), end: entries[offset].end)
    entries[offset] = Entry(run: ByteRun(Array(bytes[..<(bytes.count / 2)])), end: .pause)
    entries.insert(rest, at: offset + 1)
  }

  /// The next bytes, at most up to the end of a value, a pause or a number of bytes.
  mutating func next(atMost limit: Int) -> (bytes: [UInt8], end: End) {
    var bytes: [UInt8] = []
    while position < entries.count {
      let entry = entries[position]
      let total = entry.run.bytes.count * entry.run.repetitions
      while written < total, bytes.count < limit {
        let start = written % entry.run.bytes.count
        let end = min(entry.run.bytes.count, start + limit - bytes.count)
        bytes += entry.run.bytes[start..<end]
        written += end - start
      }
      guard written == total else { return (bytes, .more) }
      written = 0
      position += 1
      if isEmpty { removeAll() }
      if entry.end != .more { return (bytes, entry.end) }
    }
    return (bytes, .more)
  }

  private mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    position = 0
    lastValue = 0
  }
}
