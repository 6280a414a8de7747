import FeedValues

/// Recognises the format of a feed from its first lines, independently of how the bytes were split.
package struct FormatRecognizer: Sendable {
  /// The result of recognition so far.
  package enum Outcome: Hashable, Sendable {
    /// More bytes are needed.
    case undecided
    case format(FeedFormat, TextLayout, reason: String)

    static func table(_ reason: String, endsWithReturn: Bool) -> Outcome {
      .format(.table, TextLayout(endsWithReturn: endsWithReturn), reason: reason)
    }
  }

  /// The input that may follow the bytes.
  package enum Extent {
    /// More bytes soon.
    case more
    /// More bytes at some time: a line that has arrived is not held back until the next one.
    case resting
    /// Nothing.
    case whole
  }

  /// The number of bytes after which recognition no longer waits for more.
  package static let capacity = 1 << 16

  /// Examines the first bytes of a feed.
  ///
  /// - Parameters:
  ///   - all: All bytes so far.
  ///   - extent: The input that may follow.
  ///   - memory: The headers of earlier tables.
  /// - Returns: The format, and why; or that the bytes do not show it yet.
  package static func recognize(
    _ all: UnsafeBufferPointer<UInt8>,
    extent: Extent,
    knowing memory: TableMemory = TableMemory()
  ) -> Outcome {
    // No more than the capacity is examined, so that the result does not depend on chunk sizes.
    let bytes = UnsafeBufferPointer(rebasing: all.prefix(capacity))
    let isFull = extent == .whole || bytes.count >= capacity
    var start = 0
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      start = 3
    } else if !isFull, bytes.count < 3, [0xEF, 0xBB, 0xBF].starts(with: bytes) {
      return .undecided
    }
    // Blank lines are ignored, but the spaces before a header are significant.
    var position = start
    while position < bytes.count, bytes[position].isJSONSpace || bytes[position] == 0x1E {
      if bytes[position] == UInt8(ascii: "\n") || bytes[position] == 0x1E { start = position + 1 }
      position += 1
    }
    guard position < bytes.count else { return .undecided }
    if bytes[position] == 0x1B, let outcome = controlled(bytes, extent) { return outcome }
    if let reason = reasonForJSON(bytes, at: position),
      let outcome = json(bytes, from: position, mayGrow: !isFull && extent == .more, reason)
    {
      return outcome
    }
    if bytes[position] == UInt8(ascii: "<") {
      switch SyndicationReader.begins(UnsafeBufferPointer(rebasing: bytes[position...])) {
      case true?: return .format(.rss, TextLayout(), reason: FeedText.Format.syndication)
      case nil where !isFull && extent == .more: return .undecided
      case nil, false?: break
      }
    }
    if isList(bytes, from: position) { return json(FeedText.Format.firstBytesAreList) }
    if let line = lineBeforeReturn(bytes, from: position), isEventStream(line),
      line.first != UInt8(ascii: ":")
    {
      return events
    }
    if endsWithReturns(bytes, isFull) {
      return text(bytes, from: start, end: UInt8(ascii: "\r"), isFull: true, extent, memory)
    }
    return text(bytes, from: start, end: UInt8(ascii: "\n"), isFull: isFull, extent, memory)
  }

  /// JSON with control sequences between its parts; nil if it is something else.
  private static func controlled(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ extent: Extent
  ) -> Outcome? {
    var (text, controls) = (Array(bytes), ControlBlanks())
    controls.replace(in: &text)
    guard let first = text.first(where: { !$0.isJSONSpace }), "{[".utf8.contains(first) else {
      return nil
    }
    switch text.withUnsafeBufferPointer({ recognize($0, extent: extent) }) {
    case .format(.json, var layout, let reason):
      layout.hasControls = true
      return .format(.json, layout, reason: reason)
    case .undecided: return .undecided
    case .format: return nil
    }
  }

  /// Whether the first lines declare the format of the others, or are all settings.
  static func marked(
    _ lines: [UnsafeBufferPointer<UInt8>],
    endsWithReturn: Bool
  ) -> Outcome? {
    var layout = TextLayout(endsWithReturn: endsWithReturn)
    if DirectiveForm.holds(lines) {
      layout.hasDirectives = true
      return .format(.log, layout, reason: FeedText.Format.directives)
    }
    if MetricsForm.holds(lines) {
      return .format(.metrics, layout, reason: FeedText.Format.metrics)
    }
    guard SettingsForm.holds(lines) else { return nil }
    return .format(.settings, layout, reason: FeedText.Format.settings)
  }

  /// The outcome for lines most of which match a log format.
  static func outcome(
    _ found: (format: LogFormat, count: Int, of: Int),
    endsWithReturn: Bool
  ) -> Outcome {
    .format(
      .log,
      TextLayout(endsWithReturn: endsWithReturn, log: found.format),
      reason: FeedText.Format.log("\(found.format)", found.count, of: found.of)
    )
  }

  /// The layout of records that are known to be delimited.
  ///
  /// - Parameters:
  ///   - bytes: All bytes so far.
  ///   - separator: The separator, if known.
  ///   - extent: The input that may follow.
  /// - Returns: The layout; nil if more bytes are needed.
  package static func delimitedLayout(
    _ bytes: UnsafeBufferPointer<UInt8>,
    separator: UInt8?,
    extent: Extent
  ) -> TextLayout? {
    let bytes = UnsafeBufferPointer(rebasing: bytes.prefix(capacity))
    let isFull = extent == .whole || bytes.count >= capacity
    let isReturn = endsWithReturns(bytes, isFull)
    let end = UInt8(ascii: isReturn ? "\r" : "\n")
    let start = bytes.firstIndex { !$0.isJSONSpace } ?? bytes.count
    guard let line = lines(bytes, from: start, end: end, isFull).first else { return nil }
    // The most frequent separator in the first line.
    var best = (separator: separator ?? UInt8(ascii: ","), count: 0)
    for (byte, _) in DelimitedSample.separators where separator == nil {
      let count = count(of: byte, in: line)
      if count > best.count { best = (byte, count) }
    }
    return TextLayout(separator: best.separator, endsWithReturn: isReturn)
  }

  /// Whether there is one line, followed by a blank one and nothing else so far.
  static func isTitle(_ lines: [UnsafeBufferPointer<UInt8>]) -> Bool {
    lines.count > 1 && lines.dropFirst().allSatisfy { $0.allSatisfy(\.isJSONSpace) }
  }

  static func delimited(
    _ finding: DelimitedSample.Finding,
    endsWithReturn: Bool,
    below preamble: Int = 0,
    names: [String] = []
  ) -> Outcome {
    .format(
      finding.separator == UInt8(ascii: "\t") ? .tsv : .csv,
      TextLayout(
        separator: finding.separator,
        hasHeader: finding.hasHeader,
        names: names,
        preamble: preamble,
        endsWithReturn: endsWithReturn
      ),
      reason: finding.reason
    )
  }

  static func json(_ reason: String) -> Outcome {
    .format(.json, TextLayout(), reason: reason)
  }

  static let events = Outcome.format(
    .sse,
    TextLayout(),
    reason: FeedText.Format.eventStream
  )

  /// The first lines, without their ends; an unfinished last line only if nothing follows.
  static func lines(
    _ bytes: UnsafeBufferPointer<UInt8>,
    from start: Int,
    end: UInt8,
    _ isFull: Bool,
    limit: Int = TableFinder.lineLimit
  ) -> [UnsafeBufferPointer<UInt8>] {
    var lines: [UnsafeBufferPointer<UInt8>] = []
    var start = start
    while start < bytes.count, lines.count < limit {
      let stop = start + length(of: bytes, from: start, to: end)
      guard stop < bytes.count || isFull else { break }
      let hasReturn = stop > start && bytes[stop - 1] == UInt8(ascii: "\r")
      lines.append(UnsafeBufferPointer(rebasing: bytes[start..<(hasReturn ? stop - 1 : stop)]))
      start = stop + 1
    }
    return lines
  }

  /// Whether lines end with carriage returns alone, as old spreadsheets write them.
  private static func endsWithReturns(_ bytes: UnsafeBufferPointer<UInt8>, _ isFull: Bool) -> Bool {
    isFull && !bytes.contains(UInt8(ascii: "\n"))
      && bytes.dropLast().contains(UInt8(ascii: "\r"))
  }

  /// The line at an offset that ends with a carriage return alone and is followed by more bytes; nil if
  /// there is none.
  private static func lineBeforeReturn(
    _ bytes: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> UnsafeBufferPointer<UInt8>? {
    let end = start + length(of: bytes, from: start, to: UInt8(ascii: "\r"))
    guard end + 1 < bytes.count, bytes[end + 1] != UInt8(ascii: "\n") else { return nil }
    let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
    return line.contains(UInt8(ascii: "\n")) ? nil : line
  }
}
