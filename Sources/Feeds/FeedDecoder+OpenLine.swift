/// The last line of a source, or the last number, which nothing ends: it may be all that there is, as in a file without a
/// final line end, or be continued later, as a program writes whole blocks.
///
/// It is read as a complete one once the source has nothing more. If it is continued, it is read again, and what it is
/// then replaces the rows that it was.
struct OpenLine: Sendable {
  /// The reader before the line was read as a complete one.
  let framing: FeedDecoder.Framing
  /// What was read, and the rows of it.
  fileprivate(set) var values: [JSONValue] = []
  fileprivate(set) var rows: [RowID] = []
  /// Whether it has been continued since.
  fileprivate var isContinued = false
}

extension FeedDecoder {
  /// Whether there is a line that may be complete if nothing follows, and that has not been read.
  public var hasOpenLine: Bool {
    switch framing {
    case .unknown: false
    case .json(let reader): !options.isPolled && reader.hasOpenLine
    case .text(let reader): !options.isPolled && reader.hasOpenLine
    }
  }

  /// Reads a line that nothing has continued for a while.
  ///
  /// - Returns: What it is as a complete line.
  public mutating func endOpenLine() -> [FeedItem] {
    let former = readOpenLine(isWhole: false)
    interpreter.reachEnd(isWhole: false)
    return takeItems(replacing: former)
  }

  /// Reads the line.
  ///
  /// - Parameter isWhole: Whether it is the last one of a file that has been there; otherwise only a line is read whose
  ///   row is known even if it is continued.
  /// - Returns: The rows that it was when it was shorter.
  mutating func readOpenLine(isWhole: Bool) -> [RowID] {
    guard hasOpenLine else { return [] }
    if case .text(let reader) = framing, !reader.namesRow(isWhole: isWhole) { return [] }
    let former = openLine?.rows ?? []
    var line = OpenLine(framing: framing)
    func take(
      _ value: JSONValue,
      _ origin: FeedInterpreter.Origin,
      _ glance: JSONScanner.Whole?
    ) -> FeedInterpreter.Verdict {
      line.values.append(value)
      return interpreter.take(value, from: origin, glance: glance)
    }
    switch framing {
    case .unknown: break
    case .json(var reader):
      reader.finish(take)
      framing = .json(reader)
    case .text(var reader):
      reader.endOpenLine(take)
      framing = .text(reader)
    }
    openLine = line
    return former
  }

  /// Goes back to the beginning of a line that was read as a complete one, unless the next bytes end it.
  ///
  /// - Parameter chunk: The next bytes, without the end of the line afterwards.
  mutating func continueOpenLine(with chunk: inout [UInt8]) {
    guard let line = openLine, !line.isContinued else { return }
    let end = chunk.starts(with: "\r\n".utf8) ? 2 : chunk.starts(with: "\n".utf8) ? 1 : 0
    if end > 0 {
      openLine = nil
      guard case .text(var reader) = framing else { return }
      framing = .unknown([])
      reader.skipLineEnd(end)
      framing = .text(reader)
      chunk.removeFirst(end)
    } else {
      framing = line.framing
      openLine?.isContinued = true
    }
  }

  /// The rows that a line was that was continued and is complete now.
  mutating func takeFormerRows() -> [RowID] {
    guard let line = openLine, line.isContinued else { return [] }
    switch (line.framing, framing) {
    case (.text(let before), .text(let reader)) where before.line == reader.line: return []
    case (.json, .json(let reader)) where reader.hasOpenLine: return []
    default: break
    }
    openLine = nil
    return line.rows
  }

  /// The items so far; deleted are rows that a line was, unless it is the same one now.
  mutating func takeItems(replacing former: [RowID] = []) -> [FeedItem] {
    let items = interpreter.takeItems()
    if openLine?.isContinued == false, openLine?.rows.isEmpty == true { noteRows(in: items) }
    guard !former.isEmpty else { return items }
    let kept = Set(items.flatMap(\.ids))
    return former.filter { !kept.contains($0) }.map { .delete($0, at: nil) } + items
  }

  /// Notes which rows the line is.
  private mutating func noteRows(in items: [FeedItem]) {
    guard let values = openLine?.values, !values.isEmpty else { return }
    var rows: [RowID] = []
    for item in items.reversed() where rows.count < values.count {
      for row in item.lastRows(values.count)
      where values.contains(where: { $0.text == row.value.text }) {
        rows.append(row.id)
      }
    }
    openLine?.rows = rows
  }
}

extension FeedItem {
  /// The identities of the rows that it contains.
  fileprivate var ids: [RowID] { lastRows(.max).map(\.id) }

  /// The last of the rows that it contains.
  fileprivate func lastRows(_ count: Int) -> [Row] {
    switch self {
    case .snapshot(let snapshot): Array(snapshot.rows.suffix(count))
    case .upsert(let row, _): [row]
    case .delete: []
    }
  }
}

extension TextReader {
  /// Whether there is a line that may be complete if no byte follows.
  var hasOpenLine: Bool {
    guard let first = carry.first(where: { !$0.isJSONSpace }), !isSkipping else { return false }
    return switch form {
    case .events, .syndication: false
    // JSON that is cut off is no plain line.
    case .lines, .log: !"{[".utf8.contains(first)
    case .delimited, .table, .directives, .settings, .metrics, .yaml: true
    }
  }

  /// Whether the form of such a line shows that no other row can be meant than that which it is.
  ///
  /// - Parameter isWhole: Whether it is the last line of a file that has been there.
  /// - Returns: Whether it does.
  /// - Complexity: O(*n*) in the length of the line.
  func namesRow(isWhole: Bool) -> Bool {
    switch form {
    case .delimited(let delimited): delimited.isRecord(carry)
    case .settings(let settings): isWhole || settings.isSetting(carry)
    case .lines, .log: true
    // A cut cell may be the key of another row.
    case .table, .directives, .metrics, .yaml: isWhole
    case .events, .syndication: false
    }
  }
}
