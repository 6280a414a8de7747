#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Cuts a stream of text into lines, and makes values of them.
///
/// The values are records under a header, lines as they are, or the data of server-sent events. Bytes
/// may be cut anywhere between two calls.
///
/// The rows become JSON text, once, so that everything behind the reader knows one kind of row.
struct TextReader: Sendable {
  /// What the lines mean.
  enum Form: Sendable {
    case delimited(DelimitedForm)
    case table(TableForm)
    /// Each line is a row of one cell.
    case lines
    /// Each line is a row; one that is JSON is read as such, and one of a log is cut into fields.
    case log(LogForm)
    /// Each line is a row of the fields that a line before it named.
    case directives(DirectiveForm)
    case settings(SettingsForm)
    case metrics(MetricsForm)
    case events(ServerSentEventForm)
  }

  /// The most bytes that a line, or a record of several lines, may have; a longer line is skipped to
  /// its end and counted.
  let maximumLineLength: Int
  private(set) var form: Form
  private(set) var badInput = BadInputLog()
  private(set) var byteCount = 0

  /// The bytes of an unfinished line.
  private var carry: [UInt8] = []
  private var isSkipping = false
  /// Whether the last line ended with a carriage return, to which a line feed may belong.
  private var endedWithReturn = false
  private var isAtStart = true
  private var line = 1
  private var lineOffset = 0

  /// What ends a line.
  private let lineEnd: UInt8

  init(
    _ form: Form,
    endsWithReturn: Bool = false,
    maximumLineLength: Int,
    resuming log: BadInputLog,
    byteCount: Int
  ) {
    self.form = form
    lineEnd = UInt8(ascii: endsWithReturn ? "\r" : "\n")
    self.maximumLineLength = maximumLineLength
    badInput = log
    self.byteCount = byteCount
    lineOffset = byteCount
  }

  mutating func append(_ chunk: [UInt8], _ body: ValueBody) {
    guard !chunk.isEmpty else { return }
    byteCount += chunk.count
    var values = TextValues()
    chunk.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        if endedWithReturn {
          endedWithReturn = false
          guard bytes[start] != UInt8(ascii: "\n") else {
            start += 1
            continue
          }
        }
        var count = length(of: bytes, from: start, to: lineEnd)
        if case .events = form {
          // A line of an event stream may end with a carriage return alone.
          let line = UnsafeBufferPointer(rebasing: bytes[start..<start + count])
          let end = length(of: line, from: 0, to: UInt8(ascii: "\r"))
          endedWithReturn = end < count
          count = end
        }
        let end = start + count
        if end == bytes.count {
          keep(bytes[start..<end])
        } else {
          endLine(bytes[start..<end], into: &values)
        }
        start = end + 1
      }
    }
    give(values, body)
    if case .table(let table) = form, table.hasRested { rest(body) }
  }

  mutating func finish(_ body: ValueBody) {
    var values = TextValues()
    if !carry.isEmpty || isSkipping {
      [UInt8]().withUnsafeBufferPointer { endLine($0[...], into: &values) }
    }
    switch form {
    case .delimited(var delimited):
      if let reason = delimited.finish(into: &values) { values.refuse(reason, line: line) }
      form = .delimited(delimited)
    case .table(var table):
      table.rest(isEnd: true, into: &values)
      form = .table(table)
    // An event that no blank line ends is discarded (HTML, "Server-sent events").
    case .events, .lines, .log, .directives, .settings, .metrics: break
    }
    give(values, body)
  }

  /// Says that nothing more comes for now: rows that waited for others to be compared with are given
  /// out.
  mutating func rest(_ body: ValueBody) {
    guard case .table(var table) = form else { return }
    var values = TextValues()
    table.rest(isEnd: false, into: &values)
    form = .table(table)
    give(values, body)
  }

  private mutating func keep(_ rest: Slice<UnsafeBufferPointer<UInt8>>) {
    guard !isSkipping else { return }
    carry.append(contentsOf: rest)
    if carry.count > maximumLineLength {
      carry = []
      isSkipping = true
    }
  }

  private mutating func endLine(
    _ rest: Slice<UnsafeBufferPointer<UInt8>>,
    into values: inout TextValues
  ) {
    defer {
      line += 1
      isAtStart = false
    }
    keep(rest)
    if isSkipping {
      isSkipping = false
      values.refuse("a line longer than \(maximumLineLength) bytes", line: line)
      return
    }
    let text = carry
    carry.removeAll(keepingCapacity: true)
    text.withUnsafeBufferPointer { bytes in
      var bytes = bytes[...]
      if isAtStart, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
      if bytes.last == UInt8(ascii: "\r") { bytes = bytes.dropLast() }
      take(UnsafeBufferPointer(rebasing: bytes), into: &values)
    }
  }

  private mutating func take(_ text: UnsafeBufferPointer<UInt8>, into values: inout TextValues) {
    switch form {
    case .delimited(var delimited):
      form = .lines  // so that the form is not copied
      if let reason = delimited.take(text, limit: maximumLineLength, into: &values) {
        values.refuse(reason, line: line)
      }
      form = .delimited(delimited)
    case .table(var table):
      form = .lines
      table.take(text, into: &values)
      form = .table(table)
    case .events(var events):
      form = .lines
      if let reason = events.take(text, into: &values) { values.refuse(reason, line: line) }
      form = .events(events)
    case .lines:
      withoutColors(text) { line in
        if !line.allSatisfy(\.isJSONSpace) { values.appendLine(line) }
      }
    case .log(var log):
      form = .lines
      withoutColors(text) { line in
        guard !line.allSatisfy(\.isJSONSpace), !values.appendJSON(line) else { return }
        log.take(line, into: &values)
      }
      form = .log(log)
    case .directives(var directives):
      form = .lines
      directives.take(text, into: &values)
      form = .directives(directives)
    case .settings(var settings):
      form = .lines
      withoutColors(text) { settings.take($0, into: &values) }
      form = .settings(settings)
    case .metrics(var metrics):
      form = .lines
      metrics.take(text, into: &values)
      form = .metrics(metrics)
    }
  }

  private func withoutColors(
    _ text: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    guard text.contains(0x1B) else { return body(text) }
    Rendition.removed(from: Array(text)).withUnsafeBufferPointer(body)
  }

  /// Gives out what some lines made, in order.
  private mutating func give(_ values: TextValues, _ body: ValueBody) {
    let store = ByteStore(values.text)
    for piece in values.pieces {
      switch piece {
      case .value(let range, let origin):
        let value = JSONValue(ByteSlice(store, range))
        if case .refused(let reason) = body(value, origin, nil) {
          note(reason, line, value.text.withBytes { Array($0.prefix(256)) })
        }
      case .refused(let reason, let line): note(reason, line, [])
      }
    }
  }

  private mutating func note(_ reason: String, _ line: Int, _ bytes: [UInt8]) {
    badInput.append(BadInput(line: line, offset: byteCount, reason: reason, bytes: bytes))
  }
}

/// The values that some lines make, as JSON text one behind the other.
struct TextValues {
  enum Piece {
    case value(Range<Int>, FeedInterpreter.Origin)
    case refused(String, line: Int)
  }

  private(set) var text: [UInt8] = []
  private(set) var pieces: [Piece] = []

  mutating func refuse(_ reason: String, line: Int) {
    pieces.append(.refused(reason, line: line))
  }

  mutating func appendLine(_ line: UnsafeBufferPointer<UInt8>) {
    let start = text.count
    text.appendJSONString(line)
    pieces.append(.value(start..<text.count, .line))
  }

  /// Appends a value that is written as JSON.
  mutating func appendValue(
    from origin: FeedInterpreter.Origin,
    _ write: (inout [UInt8]) -> Void
  ) {
    let start = text.count
    write(&text)
    pieces.append(.value(start..<text.count, origin))
  }

  /// Appends a text that came under a name, as a row of both; without a name, as a line.
  mutating func appendLine(_ line: UnsafeBufferPointer<UInt8>, event name: [UInt8]) {
    guard !name.isEmpty else { return appendLine(line) }
    let start = text.count
    text += "{\"event\":".utf8
    text.appendJSONString(name)
    text += ",\"data\":".utf8
    text.appendJSONString(line)
    text.append(UInt8(ascii: "}"))
    pieces.append(.value(start..<text.count, .json))
  }

  /// Appends the values of a text, where it is nothing but JSON objects and arrays.
  ///
  /// - Parameters:
  ///   - line: The text.
  ///   - name: What becomes the member `event` of objects that have none; empty for nothing.
  /// - Returns: Whether it was.
  mutating func appendJSON(_ line: UnsafeBufferPointer<UInt8>, event name: [UInt8] = []) -> Bool {
    var ranges: [Range<Int>] = []
    var position = 0
    while true {
      while position < line.count, line[position].isJSONSpace { position += 1 }
      guard position < line.count else { break }
      guard "{[".utf8.contains(line[position]) else { return false }
      var scanner = JSONScanner()
      guard case .value(let end) = scanner.scan(line, from: position) else { return false }
      ranges.append(position..<end)
      position = end
    }
    guard !ranges.isEmpty else { return false }
    guard name.isEmpty else {
      for range in ranges {
        appendObject(UnsafeBufferPointer(rebasing: line[range]), event: name)
      }
      return true
    }
    let start = text.count
    text.append(contentsOf: line)
    for range in ranges {
      pieces.append(.value(start + range.lowerBound..<start + range.upperBound, .json))
    }
    return true
  }

  private mutating func appendObject(_ bytes: UnsafeBufferPointer<UInt8>, event name: [UInt8]) {
    let start = text.count
    text.append(contentsOf: bytes)
    defer { pieces.append(.value(start..<text.count, .json)) }
    let value = JSONValue(ByteSlice(copying: bytes))
    guard value.kind == .object, value.member("event") == nil else { return }
    var isEmpty = true
    value.forEachMember { _, _ in
      isEmpty = false
      return false
    }
    text.removeLast()
    text += (isEmpty ? "\"event\":" : ",\"event\":").utf8
    text.appendJSONString(name)
    text.append(UInt8(ascii: "}"))
  }

  /// Appends a row of cells under their names; a name without a cell is left out.
  mutating func appendRecord<Cell: Sequence<UInt8>>(_ names: [[UInt8]], _ cells: [Cell]) {
    let start = text.count
    text.append(UInt8(ascii: "{"))
    for (offset, cell) in cells.enumerated() {
      if offset > 0 { text.append(UInt8(ascii: ",")) }
      // `names` holds JSON strings, so that they are written once.
      if offset < names.count {
        text.append(contentsOf: names[offset])
      } else {
        text.appendJSONString("column \(offset + 1)".utf8)
      }
      text.append(UInt8(ascii: ":"))
      let cellStart = text.count
      text.append(contentsOf: cell)
      guard !isNumber(from: cellStart) else { continue }
      let bytes = Array(text[cellStart...])
      text.removeSubrange(cellStart...)
      text.appendJSONString(bytes)
    }
    text.append(UInt8(ascii: "}"))
    pieces.append(.value(start..<text.count, .record))
  }

  /// Whether the text from an offset on is a number as JSON writes it.
  private func isNumber(from start: Int) -> Bool {
    text.withUnsafeBufferPointer { isJSONNumber(UnsafeBufferPointer(rebasing: $0[start...])) }
  }
}
