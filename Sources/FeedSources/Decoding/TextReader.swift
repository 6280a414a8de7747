import FeedFormats
import FeedStore
import FeedValues
import Glibc

/// Splits a stream of text into lines, and makes values of them.
///
/// The values are records under a header, plain lines, or the data of server-sent events. Bytes may be
/// split anywhere between two calls.
///
/// The rows become JSON text here, so that everything after the reader handles one kind of row.
struct TextReader: Sendable {
  /// The meaning of the lines.
  enum Form: Sendable {
    case delimited(DelimitedForm)
    case table(TableForm)
    /// Each line is a row of one cell.
    case lines
    /// Each line is a row; JSON is read as such, and log lines are split into fields.
    case log(LogForm)
    /// Each line is a row with the fields that an earlier line named.
    case directives(DirectiveForm)
    case settings(SettingsForm)
    case records(RecordsForm)
    case listing(ListingForm)
    case metrics(MetricsForm)
    case events(ServerSentEventForm)
    case document(DocumentForm)
  }

  /// The maximum number of bytes in a line, or in a record of several lines; a longer line is skipped
  /// and counted.
  let maximumLineLength: Int
  private(set) var form: Form
  private(set) var malformedInput = MalformedInputLog()
  private(set) var byteCount = 0
  /// The account of the lines.
  private(set) var account = LineAccount()
  /// The budget of bytes that may still be made of the lines.
  private var budget = RowBudget()

  /// The last log entry, which the next line may continue.
  private var open: TextValues?
  /// The bytes of an unfinished line.
  private(set) var carry: [UInt8] = []
  private(set) var isSkipping = false
  /// Whether the last line ended with a carriage return, which may be followed by a line feed.
  private var endedWithReturn = false
  private var isAtStart = true
  /// The number of the current line.
  private(set) var line = 1
  /// The offset of the current line.
  private var lineOffset = 0

  /// The byte that ends a line.
  private let lineEnd: UInt8

  init(
    _ form: Form,
    endsWithReturn: Bool = false,
    maximumLineLength: Int,
    resuming log: MalformedInputLog,
    byteCount: Int
  ) {
    self.form = form
    lineEnd = UInt8(ascii: endsWithReturn ? "\r" : "\n")
    self.maximumLineLength = maximumLineLength
    malformedInput = log
    self.byteCount = byteCount
    lineOffset = byteCount
  }

  mutating func append(_ chunk: [UInt8], _ body: ValueBody) {
    guard !chunk.isEmpty else { return }
    let offset = byteCount
    byteCount += chunk.count
    budget.note(read: chunk.count)
    var values = takeOpen()
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
        if carry.isEmpty, !isSkipping { lineOffset = offset + start }
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
          if values.isFull {
            let next = values.takeOpenEntry()
            give(values, body)
            values = next?.with(budget) ?? TextValues(budget)
          }
        }
        start = end + 1
      }
    }
    open = values.takeOpenEntry()
    give(values, body)
    if case .table(let table) = form, table.hasRested { rest(body) }
  }

  mutating func finish(_ body: ValueBody) {
    var values = takeOpen()
    values.place = TextValues.Place(line: line, offset: lineOffset)
    endOpenLine(into: &values)
    release(.end, into: &values)
    give(values, body)
  }

  /// Handles a pause of the feed: emits what was held back, such as rows to be compared with others, documents that can be
  /// read, and the last entry of a log.
  mutating func rest(_ body: ValueBody) { rest(.pause, body) }

  /// When nothing more arrives: for now, for a while, or ever.
  private enum Rest { case pause, silence, end }

  private mutating func rest(_ rest: Rest, _ body: ValueBody) {
    var values = takeOpen()
    values.place = TextValues.Place(line: line, offset: lineOffset)
    release(rest, into: &values)
    give(values, body)
  }

  /// Gives what the form holds back.
  private mutating func release(_ rest: Rest, into values: inout TextValues) {
    let isEnd = rest == .end
    switch form {
    case .delimited(var delimited) where isEnd:
      delimited.finish(into: &values)
      form = .delimited(delimited)
    case .table(var table):
      table.rest(isEnd: isEnd, into: &values)
      form = .table(table)
    case .records(var records):
      records.finish(into: &values)
      form = .records(records)
    case .listing(var listing):
      listing.finish(into: &values)
      form = .listing(listing)
    case .document(var document):
      if isEnd {
        document.finish(limit: maximumLineLength, into: &values)
      } else {
        document.rest(isLong: rest == .silence, into: &values)
      }
      form = .document(document)
    // An event that is not ended by a blank line is discarded (HTML, "Server-sent events").
    case .delimited, .events, .lines, .log, .directives, .settings, .metrics: break
    }
  }

  /// Reads a line without an end as a complete one; see ``hasOpenLine``.
  mutating func endOpenLine(_ body: ValueBody) {
    var values = takeOpen()
    endOpenLine(into: &values)
    give(values, body)
    rest(.silence, body)
  }

  /// The log entry that the next line may continue, to which others are added.
  private mutating func takeOpen() -> TextValues {
    defer { open = nil }
    return open?.with(budget) ?? TextValues(budget)
  }

  private mutating func endOpenLine(into values: inout TextValues) {
    guard !carry.isEmpty || isSkipping else { return }
    [UInt8]().withUnsafeBufferPointer { endLine($0[...], into: &values) }
  }

  /// Skips the end of a line that was read as a complete one.
  mutating func skipLineEnd(_ count: Int) { byteCount += count }

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
    values.place = TextValues.Place(line: line, offset: lineOffset)
    if isSkipping {
      isSkipping = false
      values.refuse(FeedText.Malformed.longLine(maximumLineLength))
      account.note(.malformed, line: line)
      return
    }
    let text = carry
    carry.removeAll(keepingCapacity: true)
    text.withUnsafeBufferPointer { bytes in
      var bytes = bytes[...]
      if isAtStart, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
      if bytes.last == UInt8(ascii: "\r") { bytes = bytes.dropLast() }
      let text = UnsafeBufferPointer(rebasing: bytes)
      let count = values.pieces.count
      take(text, into: &values)
      // A table holds its lines back, and enters them when it knows what they are.
      if case .table = form { return }
      values.enterLine(after: count, isBlank: text.allSatisfy(\.isJSONSpace))
    }
  }

  private mutating func take(_ text: UnsafeBufferPointer<UInt8>, into values: inout TextValues) {
    switch form {
    case .delimited(var delimited):
      form = .lines  // so that the form is not copied
      withoutColors(text) {
        delimited.take($0, line, limit: maximumLineLength, into: &values)
      }
      form = .delimited(delimited)
    case .table(var table):
      form = .lines
      table.take(text, into: &values)
      form = .table(table)
    case .events(var events):
      form = .lines
      events.take(text, into: &values)
      form = .events(events)
    case .lines:
      withLooks(of: text, in: &values) { line, values in
        if !line.allSatisfy(\.isJSONSpace) { values.appendLine(line) }
      }
    case .log(var log):
      form = .lines
      withLooks(of: text, in: &values) { line, values in
        guard !line.allSatisfy(\.isJSONSpace) else { return }
        // A list would replace all rows above it, and what an entry prints belongs to that.
        let isOther = values.appendJSON(line, from: log.isSplit ? .log : .json) { value in
          value.kind == .object && (!log.ownsOtherLines || LogLine.isEntry(value))
        }
        if isOther { log.noteOtherRow() } else { log.take(line, into: &values) }
      }
      form = .log(log)
    case .directives(var directives):
      form = .lines
      withoutColors(text) { directives.take($0, into: &values) }
      form = .directives(directives)
    case .settings(var settings):
      form = .lines
      withoutColors(text) { settings.take($0, into: &values) }
      form = .settings(settings)
    case .records(var records):
      form = .lines
      withoutColors(text) { records.take($0, into: &values) }
      form = .records(records)
    case .listing(var listing):
      form = .lines
      withoutColors(text) { listing.take($0, into: &values) }
      form = .listing(listing)
    case .metrics(var metrics):
      form = .lines
      withoutColors(text) { metrics.take($0, into: &values) }
      form = .metrics(metrics)
    case .document(var document):
      form = .lines
      if document.language == .yaml {
        withoutColors(text) { document.take($0, line, limit: maximumLineLength, into: &values) }
      } else {
        document.take(text, line, limit: maximumLineLength, into: &values)
      }
      form = .document(document)
      noteDocument(text, in: &values)
    }
  }

  private func noteDocument(
    _ text: UnsafeBufferPointer<UInt8>,
    in values: inout TextValues
  ) {
    values.note(text.allSatisfy(\.isJSONSpace) ? .blank : .document)
  }

  /// Calls a function with a line without its colours, which are kept as the styles of its parts.
  private func withLooks(
    of text: UnsafeBufferPointer<UInt8>,
    in values: inout TextValues,
    _ body: (UnsafeBufferPointer<UInt8>, inout TextValues) -> Void
  ) {
    guard text.contains(0x1B) else { return body(text, &values) }
    let line = Rendition.cut(Array(text))
    values.spans = line.spans
    line.text.withUnsafeBufferPointer { body($0, &values) }
    values.spans = []
  }

  private func withoutColors(
    _ text: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    guard text.contains(0x1B) else { return body(text) }
    Rendition.removed(from: Array(text)).withUnsafeBufferPointer(body)
  }

  /// Emits the values of some lines, in order.
  private mutating func give(_ values: TextValues, _ body: ValueBody) {
    budget = values.budget
    account += values.account
    let store = ByteStore(values.text, looks: values.looks)
    for piece in values.pieces {
      switch piece {
      case .value(let range, let origin, let place):
        let value = JSONValue(ByteSlice(store, range))
        if case .refused(let reason) = body(value, origin, nil) {
          note(reason, place, value.text.withBytes { Array($0.prefix(256)) })
        }
      case .refused(let reason, let place): note(reason, place, [])
      }
    }
  }

  private mutating func note(_ reason: String, _ place: TextValues.Place, _ bytes: [UInt8]) {
    malformedInput.append(
      MalformedInput(line: place.line, offset: place.offset, reason: reason, bytes: bytes)
    )
  }
}
