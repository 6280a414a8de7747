import FeedFormats
import FeedStore
import FeedValues
import Values

/// The division of bytes into values: by the format, once it is known, and its reader.
extension FeedDecoder {
  /// Begins to read in the format of the options.
  mutating func begin() {
    if let pattern = options.pattern {
      use(
        .log,
        TextLayout(log: .pattern(pattern)),
        reason: FeedText.Format.given(with: "--pattern")
      )
      return
    }
    switch options.format {
    case .auto:
      guard declaredFormat == nil, let name = options.name,
        let (format, reason) = FeedFormat.suggested(by: name)
      else { break }
      use(format, TextLayout(), reason: reason)
    case .csv: break  // The separator is detected from the header.
    default:
      let layout = TextLayout(separator: UInt8(ascii: "\t"))
      use(options.format, layout, reason: FeedText.Format.given(with: "--format"))
    }
  }

  mutating func use(_ format: FeedFormat, _ layout: TextLayout, reason: String) {
    // The key was chosen for rows of another form.
    if let known = self.format, known != format { interpreter.forgetKey() }
    self.format = format
    formatReason = reason
    textLayout = layout
    let form: TextReader.Form
    switch format {
    case .auto, .json:
      var reader = ValueReader(
        maximumValueLength: options.maximumValueLength,
        isLog: layout.messageName != nil
      )
      if let name = layout.messageName { interpreter.expectLog(messagesIn: name) }
      reader.resume(pastMalformedInput, byteCount: pastByteCount)
      framing = .json(reader)
      controls = layout.hasControls ? ControlBlanks() : nil
      return
    case .csv, .tsv:
      form = .delimited(
        DelimitedForm(
          separator: layout.separator,
          hasHeader: layout.hasHeader,
          names: layout.names,
          below: layout.preamble
        )
      )
    case .table: form = .table(TableForm(tableMemory, isNameless: !layout.hasHeader))
    case .log where layout.listing != nil: form = .listing(ListingForm(layout.listing ?? .names))
    case .log:
      if layout.log != nil { interpreter.expectLog() }
      form = layout.hasDirectives ? .directives(DirectiveForm()) : .log(LogForm(layout.log))
    case .settings:
      form =
        layout.records.map { .records(RecordsForm($0)) }
        ?? .settings(SettingsForm(layout.settings))
    case .metrics: form = .metrics(MetricsForm(metricsMemory, arriving: interpreter.arrival))
    case .lines: form = options.format == .auto ? .log(LogForm(nil)) : .lines
    case .yaml: form = .document(DocumentForm(.yaml))
    case .rss: form = .document(DocumentForm(.xml))
    case .sse: form = .events(ServerSentEventForm(maximumDataLength: options.maximumValueLength))
    }
    framing = .text(
      TextReader(
        form,
        endsWithReturn: layout.endsWithReturn,
        maximumLineLength: options.maximumValueLength,
        resuming: pastMalformedInput,
        byteCount: pastByteCount
      )
    )
  }

  mutating func read(_ chunk: [UInt8]) {
    switch framing {
    case .unknown(var bytes):
      framing = .unknown([])
      // The format is recognised from the first bytes, from whole lines, or from the end of a list.
      let isWorthALook =
        bytes.count <= 256 || bytes.count + chunk.count >= FormatRecognizer.capacity
        || chunk.contains { "\n\r]".utf8.contains($0) }
      bytes += chunk
      guard isWorthALook else {
        framing = .unknown(bytes)
        return
      }
      recognize(bytes, .more)
    case .json(var reader):
      framing = .unknown([])  // so that the reader is not copied
      var chunk = chunk
      controls?.replace(in: &chunk)
      Self.read(&reader, chunk, &interpreter)
      framing = .json(reader)
    case .text(var reader):
      framing = .unknown([])
      Self.read(&reader, chunk, &interpreter)
      framing = .text(reader)
    }
  }

  private static func read(
    _ reader: inout ValueReader,
    _ chunk: [UInt8],
    _ interpreter: inout FeedInterpreter
  ) {
    reader.append(chunk, key: interpreter.keyMember) { interpreter.take($0, from: $1, glance: $2) }
  }

  private static func read(
    _ reader: inout TextReader,
    _ chunk: [UInt8],
    _ interpreter: inout FeedInterpreter
  ) {
    reader.append(chunk) { interpreter.take($0, from: $1, glance: $2) }
  }

  /// Recognises the format, if the bytes show it, and reads them.
  mutating func recognize(_ bytes: [UInt8], _ extent: FormatRecognizer.Extent) {
    var format = options.format
    var reason = FeedText.Format.given(
      with: options.separator == nil ? "--format" : "--delimiter"
    )
    if let contentType, let declared = declaredFormat {
      guard let first = firstSignificantByte(of: bytes) else {
        framing = .unknown(bytes)
        return
      }
      if declared.mayBegin(with: first) {
        (format, reason) = (declared, FeedText.Format.declared(contentType))
      }
    }
    if format == .csv {
      let layout = bytes.withUnsafeBufferPointer {
        FormatRecognizer.delimitedLayout($0, separator: options.separator, extent: extent)
      }
      guard let layout else {
        framing = .unknown(bytes)
        return
      }
      use(.csv, layout, reason: reason)
      read(bytes)
      return
    }
    // The output of a command that printed JSON before is damaged, not something else.
    if options.isPolled, self.format == .json,
      let first = firstSignificantByte(of: bytes), "{[".utf8.contains(first)
    {
      format = .json
      reason = formatReason
    }
    guard format == .auto else {
      use(format, TextLayout(separator: UInt8(ascii: "\t")), reason: reason)
      read(bytes)
      return
    }
    let outcome = bytes.withUnsafeBufferPointer {
      FormatRecognizer.recognize($0, extent: extent, knowing: tableMemory)
    }
    switch outcome {
    case .undecided:
      framing = .unknown(bytes)
    case .format(let format, let layout, let reason):
      use(format, layout, reason: reason)
      read(bytes)
    }
  }

  /// The first byte that is neither white space nor part of a byte order mark.
  private func firstSignificantByte(of bytes: [UInt8]) -> UInt8? {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...].first { !$0.isJSONSpace }
  }

  /// Reads an incomplete first line after which nothing follows.
  mutating func recognizeRest(_ extent: FormatRecognizer.Extent) {
    guard case .unknown(let bytes) = framing, !bytes.isEmpty else { return }
    recognize(bytes, extent)
  }

  mutating func finishFraming() {
    recognizeRest(.whole)
    switch framing {
    case .unknown: break
    case .json(var reader):
      framing = .unknown([])
      Self.finish(&reader, &interpreter)
      framing = .json(reader)
    case .text(var reader):
      framing = .unknown([])
      Self.finish(&reader, &interpreter)
      framing = .text(reader)
    }
  }

  private static func finish(_ reader: inout ValueReader, _ interpreter: inout FeedInterpreter) {
    reader.finish { interpreter.take($0, from: $1, glance: $2) }
  }

  private static func finish(_ reader: inout TextReader, _ interpreter: inout FeedInterpreter) {
    reader.finish { interpreter.take($0, from: $1, glance: $2) }
  }
}

/// Lists that are printed again and again without saying so: `while sleep 2; do kubectl get pods; done`, `squeue -i 2`,
/// `iostat 2`, psql's `\watch`.
///
/// A table whose header comes again after a pause, and whose rows came with it at once, is the list again: it is compared
/// with the one before, and what it lacks is deleted. A program that prints one line after another and its header now and
/// then, as vmstat(8) does, goes on with the same table.
struct FrameDetector: Sendable {
  /// The shortest time without bytes between two lists.
  static let pause = Duration.milliseconds(300)
  /// The number of lines at the beginning among which the header is.
  private static let headLines = 3

  /// The first lines of the first list.
  private var head: [[UInt8]] = []
  /// Whether these are all of them.
  private var isWhole = false
  private var last: ContinuousClock.Instant?
  /// The number of pauses since the header.
  private var pauses = 0

  /// Takes note of bytes before they are read.
  ///
  /// - Parameters:
  ///   - chunk: The bytes.
  ///   - instant: When they arrived; nil if unknown, which is never after a pause.
  /// - Returns: Whether they are the list again.
  mutating func begins(with chunk: [UInt8], at instant: ContinuousClock.Instant?) -> Bool {
    defer { last = instant ?? last }
    let isAfterPause = if let last, let instant { instant - last >= Self.pause } else { false }
    // The first lines may arrive one by one.
    isWhole = isWhole || isAfterPause && !head.isEmpty || head.count >= Self.headLines
    guard isAfterPause || !isWhole else { return false }
    let lines = Self.firstLines(of: chunk)
    guard isWhole else {
      head += lines
      return false
    }
    pauses += 1
    let isHead =
      lines.contains { line in Self.isHeader(line) && head.contains(line) }
      || isTimed && lines.first.map { TableLine($0).isTime } == true
    defer { if isHead { pauses = 0 } }
    return isHead && pauses == 1
  }

  /// Whether the list has the time above its names, as that of `squeue -i`.
  private var isTimed: Bool {
    head.first.map { TableLine($0).isTime } == true && head.contains(where: Self.isHeader)
  }

  /// The first lines that are not blank, each with its end.
  private static func firstLines(of chunk: [UInt8]) -> [[UInt8]] {
    chunk.prefix(4_096).split(separator: UInt8(ascii: "\n"), maxSplits: 2 * headLines)
      .filter { !$0.allSatisfy(\.isJSONSpace) }.prefix(headLines).map { Array($0) }
  }

  /// Whether a line may be the names of columns: several words without a digit.
  private static func isHeader(_ line: [UInt8]) -> Bool {
    let words = line.split { $0.isBlank || ",;|".utf8.contains($0) }
    return words.count > 1 && !line.contains { $0.isDigit }
  }
}

extension FeedDecoder {
  /// Begins the next list, if bytes are one.
  ///
  /// - Returns: The list before, if it was one of several.
  mutating func beginFrame(with chunk: [UInt8]) -> [FeedItem] {
    let instant = arrival
    guard frames?.begins(with: chunk, at: instant) == true else { return [] }
    if options.isPolled { return run.isEmpty ? [] : endRun() }
    guard let format, [.table, .csv, .tsv].contains(format) else { return [] }
    // The first list has been read already; from now on each is read as a whole.
    let items = finish()
    options.isPolled = true
    interpreter.isPolled = true
    restart()
    return items
  }
}
