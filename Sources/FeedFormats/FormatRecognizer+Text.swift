import FeedValues

/// The formats of texts of several lines.
extension FormatRecognizer {
  /// Determines the format of lines.
  static func text(
    _ bytes: UnsafeBufferPointer<UInt8>,
    from start: Int,
    end: UInt8,
    isFull: Bool,
    _ extent: Extent,
    _ memory: TableMemory
  ) -> Outcome {
    guard bytes[start...].contains(0x1B) else {
      return plainText(bytes, from: start, end: end, isFull: isFull, extent, memory)
    }
    // Colours are not part of the text; they are removed once, as from the lines.
    return Rendition.removed(from: Array(bytes[start...])).withUnsafeBufferPointer {
      plainText($0, from: 0, end: end, isFull: isFull, extent, memory)
    }
  }

  /// Determines the format of lines without colours.
  private static func plainText(
    _ bytes: UnsafeBufferPointer<UInt8>,
    from start: Int,
    end: UInt8,
    isFull: Bool,
    _ extent: Extent,
    _ memory: TableMemory
  ) -> Outcome {
    let found = lines(bytes, from: start, end: end, isFull)
    guard let header = found.first else {
      return isFull ? guessed(.lines, FeedText.Format.lines) : .undecided
    }
    let isReturn = end == UInt8(ascii: "\r")
    let text = TextLines(
      lines: found,
      endsWithReturn: isReturn,
      isFull: isFull,
      isWhole: extent == .whole,
      mayGrow: !isFull && extent != .resting,
      more: { lines(bytes, from: start, end: end, isFull, limit: RecordsForm.lineLimit) }
    )
    if let outcome = declared(by: header, of: text) { return outcome }
    // Nothing more can be inferred from lines that are not examined.
    guard text.isComplete || extent == .resting else { return .undecided }
    return structured(text, memory) ?? unstructured(text)
  }

  /// The first lines of a text.
  private struct TextLines {
    let lines: [UnsafeBufferPointer<UInt8>]
    let endsWithReturn: Bool
    /// Whether there are as many lines as may be read.
    let isFull: Bool
    /// Whether there will be no more of the text.
    let isWhole: Bool
    /// Whether more lines may come soon.
    let mayGrow: Bool
    /// As many lines as may matter if the first ones are not enough.
    let more: () -> [UnsafeBufferPointer<UInt8>]

    /// Whether no further line would be examined.
    var isComplete: Bool { isFull || isCut }
    /// Whether there are more lines than are examined.
    var isCut: Bool { lines.count >= TableFinder.lineLimit }
  }

  /// The format that the first line declares, together with the second one if it needs that.
  private static func declared(
    by header: UnsafeBufferPointer<UInt8>,
    of text: TextLines
  ) -> Outcome? {
    let found = text.lines
    let opening = UnsafeBufferPointer(rebasing: header.drop { $0.isJSONSpace })
    // Whether an object is JSON has been decided.
    if opening.first != UInt8(ascii: "{"), isJSON(opening), !areSeveralScalars(opening),
      PrefixedLog.read(opening) == nil,
      case let isRefuted = isRefuted(from: opening, found.dropFirst(), text), isRefuted != true
    {
      if isRefuted == nil { return .undecided }
      func isContainer(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line.first { !$0.isJSONSpace }.map { "[{".utf8.contains($0) } ?? false
      }
      // A number or a word may be one of any lines: the first that is something else decides.
      func isOther(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        isContainer(line) || !isJSON(line) || areSeveralScalars(line)
      }
      let other = found.first(where: isOther)
      if other == nil, text.mayGrow, !text.isCut { return .undecided }
      if other.map(isContainer) ?? true { return guessed(.json, FeedText.Format.firstLineIsJSON) }
    }
    if let outcome = eventStream(from: opening, text) { return outcome }
    if let separator = DelimitedSample.separator(declaredBy: header) {
      if found.count < 2, text.mayGrow { return .undecided }
      return delimited(separator, endsWithReturn: text.endsWithReturn, below: 1)
    }
    // The options of a file system are a list with commas.
    let isMount = [LineForm.mounts, .fileSystems].contains { $0.read(header) != nil }
    if !isMount, let finding = DelimitedSample.strict(header) {
      if found.count < 2, text.mayGrow { return .undecided }
      switch DelimitedSample.holds(finding, over: found, mayGrow: text.mayGrow && !text.isCut) {
      case true?: return delimited(finding, endsWithReturn: text.endsWithReturn)
      case nil: return .undecided
      case false?: break
      }
    }
    if let outcome = logObjects(text) { return outcome }
    if found.count > 1, let byte = found[1].first, "{[".utf8.contains(byte), isJSON(found[1]),
      PrefixedLog.read(found[1]) == nil,
      case let isRefuted = isRefuted(from: found[1], found.dropFirst(2), text), isRefuted != true
    {
      if isRefuted == nil { return .undecided }
      return guessed(.json, FeedText.Format.secondLineIsJSON)
    }
    return nil
  }

  /// The format of plain lines with entries of a JSON log among them; nil if there are no such entries, or too few.
  ///
  /// Plain lines that are entries themselves, in a form of their own, make it a log of text.
  private static func logObjects(_ text: TextLines) -> Outcome? {
    let filled = text.lines.filter { !$0.allSatisfy(\.isJSONSpace) }
    var (name, count, objects): (String?, Int, Int) = (nil, 0, 0)
    for line in filled where line.first.map({ "{[".utf8.contains($0) }) ?? false && isJSON(line) {
      objects += 1
      var scanner = JSONScanner()
      guard case .value(line.count) = scanner.scan(line, from: 0) else { continue }
      let value = JSONValue(ByteSlice(copying: line))
      guard LogLine.isLogLine(value) else { continue }
      count += 1
      name = name ?? LogLine.messageName(of: value)
    }
    guard objects > 0 else { return nil }
    if text.mayGrow, !text.isCut { return .undecided }
    // A single entry may be before other values.
    if let log = LogFormat.recognize(text.lines, isStrict: false), log.count > (count > 0 ? 0 : 1),
      filled.contains(where: { log.format.read($0)?.hasDate(in: $0) ?? false })
    {
      return outcome(log, endsWithReturn: text.endsWithReturn)
    }
    guard count > 0, count * 3 >= filled.count else { return nil }
    var layout = TextLayout(isGuess: true)
    layout.messageName = name ?? "message"
    return .format(.json, layout, reason: FeedText.Format.logBetweenLines)
  }

  static func guessed(_ format: FeedFormat, _ reason: String) -> Outcome {
    .format(format, TextLayout(isGuess: true), reason: reason)
  }

  /// Whether the next line contradicts that a list begins in one and goes on: a file called `[` is the first of many.
  ///
  /// Only the next line that is not blank is examined, so that the result does not depend on how many have arrived.
  ///
  /// - Returns: nil if that line is yet to come.
  private static func isRefuted(
    from opening: UnsafeBufferPointer<UInt8>,
    _ rest: ArraySlice<UnsafeBufferPointer<UInt8>>,
    _ text: TextLines
  ) -> Bool? {
    guard opening.first == UInt8(ascii: "["), let start = opening.baseAddress else { return false }
    var scanner = JSONScanner(isLenient: true)
    guard case .incomplete = scanner.scan(opening, from: 0) else { return false }
    guard let next = rest.first(where: { !$0.allSatisfy(\.isJSONSpace) }),
      let end = next.baseAddress
    else { return text.mayGrow && !text.isCut ? nil : false }
    scanner = JSONScanner(isLenient: true)
    let bytes = UnsafeBufferPointer(start: start, count: end - start + next.count)
    if case .invalid = scanner.scan(bytes, from: 0) { return true }
    return false
  }

  /// The format of events, if the first line is a field of one, or a comment before it; nil if it is something else.
  private static func eventStream(
    from opening: UnsafeBufferPointer<UInt8>,
    _ text: TextLines
  ) -> Outcome? {
    guard isEventStream(opening) else { return nil }
    func isComment(_ line: UnsafeBufferPointer<UInt8>) -> Bool { line.first == UInt8(ascii: ":") }
    let found = text.lines
    if isComment(opening) {
      // Other programs print lines that begin with a colon as well: `git diff --raw`.
      guard let field = found.first(where: { !$0.isEmpty && !isComment($0) }) else {
        return text.isWhole || text.isCut ? nil : .undecided
      }
      return isEventStream(field) ? events : nil
    }
    if found.count < 2, text.mayGrow { return .undecided }
    // A field alone may be a setting.
    if found.count < 2 { return guessed(.sse, FeedText.Format.eventStream) }
    return isEventStream(found[1]) || found[1].isEmpty ? events : nil
  }

  /// The format that the lines have together; nil if they have no structure.
  private static func structured(_ text: TextLines, _ memory: TableMemory) -> Outcome? {
    let (found, isReturn) = (text.lines, text.endsWithReturn)
    // Blank lines between entries, each of which has a time, do not make records of them.
    let log = LogFormat.recognize(found, isStrict: true)
    if let log, log.count == log.of, log.count > 1,
      log.format.read(found[0])?.hasDate(in: found[0]) ?? false
    {
      return outcome(log, endsWithReturn: isReturn)
    }
    if let style = RecordsForm.style(of: found) {
      let layout = TextLayout(endsWithReturn: isReturn, records: style)
      return .format(.settings, layout, reason: FeedText.Format.fieldsOfRecords)
    }
    // A record may have more lines than are examined.
    if text.isCut, RecordsForm.mayBegin(found) {
      let more = text.more()
      if let style = RecordsForm.style(of: more) {
        let layout = TextLayout(endsWithReturn: isReturn, records: style)
        return .format(.settings, layout, reason: FeedText.Format.fieldsOfRecords)
      }
      if text.mayGrow, more.count < RecordsForm.lineLimit, RecordsForm.mayBegin(more) {
        return .undecided
      }
    }
    if let style = ListingForm.style(of: found) {
      let layout = TextLayout(endsWithReturn: isReturn, listing: style)
      return .format(.log, layout, reason: FeedText.Format.listing)
    }
    // An equals sign in a cell makes no settings of them.
    let hasTabs = DelimitedSample.hasTabs(found)
    if !areRecordsBetweenTabs(found), let outcome = marked(found, endsWithReturn: isReturn) {
      return outcome
    }
    if YAMLSample.holds(found, isWhole: text.isWhole && !text.isCut) {
      let layout = TextLayout(endsWithReturn: isReturn)
      return .format(.yaml, layout, reason: FeedText.Format.yaml)
    }
    if let log { return outcome(log, endsWithReturn: isReturn) }
    // As many bars in all lines say more than words below words.
    if DelimitedSample.haveBars(found, UInt8(ascii: "|")),
      let finding = DelimitedSample.loose(found, isWhole: text.isComplete)
    {
      return delimited(finding, endsWithReturn: isReturn)
    }
    let table = found.map { TableLine($0) }
    // A line above a header is a title, and has no cells between tabs as all others have.
    if let start = TableFinder.find(in: table[...], knowing: memory),
      start.header == 0 || !hasTabs, isTable(text, memory)
    {
      return Outcome.table(
        FeedText.Format.table(headerOnLine: start.header + 1),
        endsWithReturn: isReturn
      )
    }
    if let log = LogFormat.recognize(found, isStrict: false) {
      return outcome(log, endsWithReturn: isReturn)
    }
    if let finding = DelimitedSample.loose(found, isWhole: text.isComplete) {
      return delimited(finding, endsWithReturn: isReturn)
    }
    if text.isComplete, let records = ColonRecords.find(found) {
      let layout = TextLayout(
        separator: ColonRecords.separator,
        hasHeader: false,
        names: records.names,
        endsWithReturn: isReturn
      )
      return .format(.csv, layout, reason: records.reason)
    }
    // Lines below a header, or below the title of a table, are needed to recognise it.
    if !text.isComplete, TableFinder.mayBegin(table) || isTitle(found) { return .undecided }
    if text.isComplete,
      TableFinder.alone(in: table[...]) != nil || TableFinder.box(in: table[...]) != nil,
      isTable(text, memory)
    {
      return Outcome.table(FeedText.Format.tableHeader, endsWithReturn: isReturn)
    }
    return nil
  }

  /// Whether a table explains a text better than lines do: there are not many more titles and notes than rows.
  private static func isTable(_ text: TextLines, _ memory: TableMemory) -> Bool {
    var (form, values) = (TableForm(memory), TextValues(RowBudget()))
    for line in text.lines { form.take(line, into: &values) }
    form.rest(isEnd: true, into: &values)
    let account = values.account
    let others = account[.caption] + account[.legend]
    let parts = account[.row] + account[.continuation] + account[.header] + account[.ruler]
    return others <= parts + titles
  }

  /// The number of titles that need no rows.
  private static let titles = 4

  /// Whether lines have three or more cells between tabs each.
  private static func areRecordsBetweenTabs(_ lines: [UnsafeBufferPointer<UInt8>]) -> Bool {
    let lines = lines.filter { !$0.isEmpty }
    return lines.count > 1 && lines.allSatisfy { $0.count { $0 == UInt8(ascii: "\t") } > 1 }
  }

  /// Settings, records between tabs, or lines.
  private static func unstructured(_ text: TextLines) -> Outcome {
    var layout = TextLayout(endsWithReturn: text.endsWithReturn)
    // A program that has printed little so far may print something else.
    let columns = TableFinder.columns(of: text.lines.map { TableLine($0) }[...])
    if text.isWhole || text.isCut {
      for (style, reason) in [
        (SettingsForm.Style.info, FeedText.Format.colonSettings),
        (.colon, FeedText.Format.colonSettings), (.count, FeedText.Format.counts),
      ]
      where SettingsForm.holds(text.lines, style)
        && (style != .count || columns?.count ?? 0 < 5 && !areRecordsBetweenTabs(text.lines))
      {
        layout.settings = style
        return .format(.settings, layout, reason: reason)
      }
    }
    if text.isWhole || text.isCut, let finding = DelimitedSample.belowPreamble(text.lines) {
      return delimited(
        finding.finding,
        endsWithReturn: text.endsWithReturn,
        below: finding.preamble,
        names: finding.names
      )
    }
    if let finding = DelimitedSample.tabbed(text.lines) {
      return delimited(finding, endsWithReturn: text.endsWithReturn)
    }
    if let columns {
      layout.hasHeader = false
      return .format(.table, layout, reason: FeedText.Format.columns(columns.count))
    }
    return .format(.lines, layout, reason: FeedText.Format.lines)
  }
}
