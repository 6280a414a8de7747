package import FeedFormats
package import FeedIdentity
package import FeedStore
package import FeedValues
package import Patterns
package import Values

/// Turns the bytes of a feed into snapshots and changes.
///
/// | A value | is read as |
/// |---|---|
/// | an array | a snapshot |
/// | `{"at": T, "rows": […]}` | a snapshot at a time |
/// | `{"at": T, "op": "upsert", "row": {…}}`, `{"at": T, "op": "delete", "id": …}` | a change |
/// | a Stripe or Kubernetes list | a snapshot |
/// | a Kubernetes watch event | a change |
/// | one object that is all there is | a snapshot of the rows in it |
/// | any other object or scalar, a line of text | a row that is added or, by its key, replaces a row |
/// | the lines under a header (CSV, TSV, a printed table) | a snapshot, then rows that are added |
///
/// The format is recognised from the first lines. The key is inferred from the rows, and again if later
/// rows contradict it; see ``KeyInference``.
///
/// Some meanings depend on where a document ends. The owner reports that: ``finish()`` at the end of a
/// stream, ``endRun()`` at the end of a polled command's run, and ``reachEnd(isWhole:)`` when the
/// source has nothing more for now.
package struct FeedDecoder: Sendable {
  enum Framing {
    /// The first bytes, which do not show the format yet.
    case unknown([UInt8])
    case json(ValueReader)
    case text(TextReader)
  }

  /// The facts known about the feed before its first byte.
  package internal(set) var options: Options
  var framing: Framing
  var interpreter: FeedInterpreter
  /// The malformed input and bytes of earlier readers.
  var pastMalformedInput = MalformedInputLog()
  var pastByteCount = 0
  var pastAccount = LineAccount()
  /// The count of malformed input at the beginning of the current run.
  private var malformedInputBeforeRun = 0
  private var valueCountBeforeRun = 0
  var textLayout = TextLayout()
  var metricsMemory = MetricsForm.Memory()
  private var pastLogDescription: String?
  /// The control sequences between the parts of JSON; nil if there are none.
  var controls: ControlBlanks?
  /// The known columns of a printed table, which stay the same in later runs.
  var tableMemory = TableMemory()

  /// The media type that the sender declares; nil if none.
  private(set) var contentType: String?

  /// The last line, if nothing ended it when it was read; nil otherwise.
  var openLine: OpenLine?

  /// The beginning, as long as its reading may be revised; nil otherwise.
  var opening: Opening?
  /// Finds lists that are printed again; nil if the source says where each ends.
  var frames: FrameDetector? = FrameDetector()
  /// The output of a run that is still going on.
  var run: [UInt8] = []

  /// The format; nil until it is recognised.
  package internal(set) var format: FeedFormat?

  /// The reason for the format, in words.
  package internal(set) var formatReason = FeedText.Format.nothing

  /// The format of the log and the number of lines in it; nil if there is none.
  package var logDescription: String? {
    guard case .text(let reader) = framing, case .log(let log) = reader.form else {
      return pastLogDescription
    }
    return log.description ?? pastLogDescription
  }

  /// When the next bytes arrived, for detecting clocks in the rows; nil if unknown.
  package var arrival: ContinuousClock.Instant? {
    get { interpreter.arrival }
    set { interpreter.arrival = newValue }
  }

  /// Creates a decoder at the start of a feed.
  package init(_ options: Options) {
    self.options = options
    framing = .unknown([])
    interpreter = FeedInterpreter(
      key: options.key,
      rowsPath: options.rowsPath,
      isPolled: options.isPolled,
      times: TimeReader(options.calendar)
    )
    if options.keepsObjectOrder { interpreter.objectOrder = ObjectOrder() }
    if options.isPolled { frames = nil } else { opening = Opening() }
    begin()
  }

  /// Creates a decoder that reads the beginning of a feed at once.
  init(_ options: Options, after malformed: MalformedInputLog, byteCount: Int) {
    self.init(options)
    opening = nil
    (pastMalformedInput, pastByteCount) = (malformed, byteCount)
    begin()
  }

  /// Creates a decoder at the start of a feed.
  ///
  /// - Parameters:
  ///   - key: The paths of the fields that identify a row; nil to infer them from the first rows.
  ///   - maximumValueLength: The maximum size of one value in bytes; a longer one is malformed.
  package init(key: [FieldPath]? = nil, maximumValueLength: Int = 64 << 20) {
    let choice = key.map(KeyChoice.fields) ?? .automatic
    self.init(Options(key: choice, maximumValueLength: maximumValueLength))
  }

  /// Declares that the feed consists of runs, each of which gives the whole list; before its first byte.
  package mutating func readRuns() {
    guard !options.isPolled, interpreter.valueCount == 0 else { return }
    options.isPolled = true
    interpreter.isPolled = true
    (opening, frames) = (nil, nil)
  }

  /// Takes note of the media type that the sender declares for the bytes, which shows the format unless the first of
  /// them contradicts it.
  ///
  /// - Parameter contentType: The media type with its parameters; nil if none.
  package mutating func declare(_ contentType: String?) {
    guard contentType != self.contentType else { return }
    self.contentType = contentType
    guard declaredFormat != nil, byteCount == pastByteCount else { return }
    // A name indicates less than a declaration.
    framing = .unknown([])
  }

  /// The format that the sender declares, unless the user knows better; nil if there is none.
  var declaredFormat: FeedFormat? {
    guard options.format == .auto, options.pattern == nil else { return nil }
    return contentType.flatMap(FeedFormat.declared)
  }

  /// Whether the current run is larger than what is held back.
  var isRunTooLarge: Bool {
    options.isPolled
      && max(byteCount - pastByteCount, interpreter.runByteCount) > options.maximumRunLength
  }

  /// Reads a chunk of the feed.
  ///
  /// - Parameter chunk: The bytes that arrived, split anywhere.
  /// - Returns: The items that they complete, in order.
  /// - Complexity: O(*n*) in the length of the chunk, amortised.
  package mutating func append(_ chunk: [UInt8]) -> [FeedItem] {
    let list = beginFrame(with: chunk)
    guard !options.isPolled else {
      takeOutput(chunk)
      return list
    }
    var chunk = chunk
    let revision = keep(&chunk)
    if !chunk.isEmpty, openLine != nil { continueOpenLine(with: &chunk) }
    guard !chunk.isEmpty else { return revision }
    read(chunk)
    return revision + followed(takeItems())
  }

  /// Keeps the output of a run: it is read at its end, as if it had arrived at once.
  private mutating func takeOutput(_ chunk: [UInt8]) {
    guard run.count + chunk.count > Opening.capacity else {
      run += chunk
      return
    }
    // The format shows in the first lines.
    read(run + chunk)
    run = []
  }

  /// Keeps account of the rows of the beginning.
  mutating func followed(_ items: [FeedItem]) -> [FeedItem] {
    opening?.apply(items)
    return items
  }

  /// Handles the end of the feed, which may complete a value or a document.
  package mutating func finish() -> [FeedItem] {
    if options.isPolled { return endRun() }
    if let revision = reviewEnd() { return revision }
    finishFraming()
    interpreter.reachEnd(isWhole: true)
    return takeItems()
  }

  /// Handles the current end of the source: emits what was held back because it might have been part of
  /// a document.
  ///
  /// - Parameter isWhole: Whether all of a file has arrived, so that one object in it is a
  ///   document; false for a stream, of which it may be the first event.
  /// - Returns: The items that were held back.
  package mutating func reachEnd(isWhole: Bool) -> [FeedItem] {
    guard !options.isPolled else { return [] }
    // Unread bytes are read together with all before them.
    if opening?.unread.isEmpty == false { return review(.rest(isWhole: isWhole)) }
    recognizeRest(isWhole ? .whole : .resting)
    if case .text(var reader) = framing {
      framing = .unknown([])
      reader.rest { interpreter.take($0, from: $1, glance: $2) }
      framing = .text(reader)
    }
    interpreter.reachEnd(isWhole: isWhole)
    let items = followed(takeItems())
    guard opening?.hasRested == true else {
      opening?.rest()
      return items
    }
    return items + review(.rest(isWhole: isWhole), isForced: false)
  }

  /// Handles the end of a polled command's run, whose output is the list.
  ///
  /// - Returns: One snapshot, which is empty if the run printed nothing; nothing if it printed only
  ///   malformed input.
  /// - Precondition: The options say that the feed is polled.
  package mutating func endRun() -> [FeedItem] {
    precondition(options.isPolled, "the feed is not polled")
    read(run)
    run = []
    finishFraming()
    let isDamaged =
      interpreter.valueCount == valueCountBeforeRun
      && malformedInput.count > malformedInputBeforeRun
    let refusals = isDamaged ? [] : interpreter.endRun()
    let start = pastByteCount
    restart()
    guard !refusals.isEmpty else { return interpreter.takeItems() }
    for reason in refusals {
      pastMalformedInput.append(MalformedInput(line: 1, offset: start, reason: reason, bytes: []))
    }
    malformedInputBeforeRun = pastMalformedInput.count
    begin()
    return interpreter.takeItems()
  }

  /// Handles a polled command's run that failed: its output is discarded.
  package mutating func abandonRun() {
    restart()
  }

  /// Handles a restart of the feed, such as that of a rotated log: an unfinished value is
  /// malformed, unless it is a line or a number.
  ///
  /// - Returns: The items that were held back, or are completed by the end.
  package mutating func endPart() -> [FeedItem] {
    let last = readHeldBack()
    finishFraming()
    interpreter.reachEnd(isWhole: false)
    let items = last + takeItems()
    restart()
    return items
  }

  /// Handles the end of a writer after which others go on in the same format: an unfinished value ends there.
  ///
  /// - Returns: The items that were held back, or are completed by the end.
  package mutating func endWriter() -> [FeedItem] {
    let last = readHeldBack()
    opening = nil
    // If what was written does not show the format, the next writer may.
    recognizeRest(.resting)
    if format != nil { finishFraming() }
    interpreter.reachEnd(isWhole: false)
    defer { openLine = nil }
    return last + takeItems()
  }

  /// Handles a feed that begins again, such as a truncated file: an unfinished value is discarded.
  package mutating func restart() {
    pastMalformedInput = malformedInput
    pastByteCount = byteCount
    pastAccount = lineAccount
    malformedInputBeforeRun = malformedInput.count
    valueCountBeforeRun = interpreter.valueCount
    interpreter.restart()
    (openLine, opening, run) = (nil, nil, [])
    if case .text(let reader) = framing, case .table(let form) = reader.form {
      tableMemory = form.memory
    }
    if case .text(let reader) = framing, case .metrics(let form) = reader.form {
      metricsMemory = form.memory
    }
    pastLogDescription = logDescription
    framing = .unknown([])
    if let format, !options.isPolled {
      // The same program continues to write; its first bytes need not show the format again.
      use(format, textLayout, reason: formatReason)
    } else {
      begin()
    }
  }

  /// Identifies rows that arrive from now on by the user's rule.
  package mutating func chooseKey(_ choice: KeyChoice) {
    interpreter.builder.choose(choice)
    opening = nil
    openLine?.choose(choice)
  }
}

/// The findings about the feed, and its totals.
extension FeedDecoder {
  /// The rule that identifies rows; nil until the first rows have arrived, unless it was given.
  package var keyRule: KeyRule? { interpreter.builder.inference?.rule }

  /// The rule that identifies rows, and its reasons; nil until the first rows have arrived, unless it was given.
  package var keyInference: KeyInference? { interpreter.builder.inference }

  /// Whether the rows follow each other downwards, as those of a text and a log do; false until the first row.
  package var readsDownwards: Bool { interpreter.readsDownwards ?? false }

  /// Whether the newest rows matter first, as in a log, and not the first ones, as in a table.
  package var opensAtEnd: Bool {
    switch format {
    case .csv, .tsv, .table, .settings: false
    default: readsDownwards
    }
  }

  /// The fields that are running clocks.
  package var volatileFields: VolatileFields { interpreter.builder.volatileFields }

  /// The problems that keep changes from being recognised, the worst first: in the last snapshot and the rows that
  /// arrived after it.
  ///
  /// The counts keep changing; ``KeyProblem/kind`` identifies a problem.
  package var keyProblems: [KeyProblem] {
    interpreter.builder.problems
  }

  /// The number of rows whose key had already occurred in the same snapshot.
  package var duplicateKeys: Int { interpreter.builder.duplicateKeys }

  /// The number of values that were read.
  package var valueCount: Int { interpreter.valueCount }

  /// The number of values without meaning for the list, such as bookmarks.
  package var ignoredCount: Int { interpreter.ignoredCount }

  /// The number of values of each structure, without those that did not occur.
  package var structureCounts: [(structure: FeedStructure, count: Int)] {
    FeedStructure.allCases.map { ($0, interpreter.structureCounts[$0.rawValue]) }.filter {
      $0.1 > 0
    }
  }

  /// The malformed input so far.
  package var malformedInput: MalformedInputLog {
    switch framing {
    case .unknown: pastMalformedInput
    case .json(let reader): reader.malformedInput
    case .text(let reader): reader.malformedInput
    }
  }

  /// The account of the lines of all texts so far.
  ///
  /// Lines that are held back are yet to come; other formats than text have none.
  package var lineAccount: LineAccount {
    guard case .text(let reader) = framing else { return pastAccount }
    var account = pastAccount
    account += reader.account
    return account
  }

  /// The number of bytes that were read.
  package var byteCount: Int {
    let count =
      switch framing {
      case .unknown(let bytes): pastByteCount + bytes.count
      case .json(let reader): reader.byteCount
      case .text(let reader): reader.byteCount
      }
    return count + run.count
  }
}

extension FeedDecoder {
  /// The facts known about a feed before its first byte.
  package struct Options: Hashable, Sendable {
    /// The choice of the key that identifies a row.
    package var key: KeyChoice
    /// The path to the rows inside a value; nil to infer it from the value.
    package var rowsPath: RowsPath?
    /// The format, which divides the bytes into values.
    package var format: FeedFormat
    /// The separator of CSV, one ASCII character; nil to infer it from the first lines.
    package var separator: UInt8?
    /// The pattern that splits lines, with a field for each named group; nil to infer the format
    /// from the lines.
    package var pattern: CapturePattern?
    /// The name of the file or the address of the feed, whose extension may indicate the format; nil if
    /// there is none.
    package var name: String?
    /// Whether the feed is a command that is run repeatedly, each time printing the whole list.
    package var isPolled: Bool
    /// Whether the objects of a file stay in its order if their times show that the newest comes first.
    package var keepsObjectOrder: Bool
    /// The time zone of instants that are written without one.
    package var calendar = Calendar.utc
    /// The maximum number of bytes in a value or line; a longer one is malformed input.
    package var maximumValueLength: Int
    /// The maximum number of bytes in a run, which is held back until its end: those that arrive, and those that its
    /// rows take.
    package var maximumRunLength = 64 << 20

    /// Creates options.
    package init(
      key: KeyChoice = .automatic,
      rowsPath: RowsPath? = nil,
      format: FeedFormat = .auto,
      separator: UInt8? = nil,
      isPolled: Bool = false,
      keepsObjectOrder: Bool = false,
      maximumValueLength: Int = 64 << 20
    ) {
      self.key = key
      self.rowsPath = rowsPath
      self.format = format
      self.separator = separator
      self.isPolled = isPolled
      self.keepsObjectOrder = keepsObjectOrder
      self.maximumValueLength = maximumValueLength
    }
  }
}
