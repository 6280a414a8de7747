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
