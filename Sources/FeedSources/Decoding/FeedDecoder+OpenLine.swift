import FeedFormats
import FeedIdentity
package import FeedStore
import FeedValues

/// The last line of a source, or the last number, which nothing ends: it may be all that there is, as in a file without a
/// final line end, or be continued later, as a program writes whole blocks.
///
/// It is read as a complete one once nothing has continued it for a while. If it is continued then, all is as if it had not
/// been read, and the complete line takes the place of its rows.
struct OpenLine: Sendable {
  /// The state of the decoder before the line was read as a complete one.
  fileprivate let framing: FeedDecoder.Framing
  fileprivate var interpreter: FeedInterpreter
  /// The rows that the line was.
  fileprivate let rows: [RowID]
  /// Whether it has been continued since.
  fileprivate var isContinued = false

  /// Applies the user's choice of a key, which is later than the state.
  mutating func choose(_ key: KeyChoice) { interpreter.builder.choose(key) }
}

extension FeedDecoder {
  /// Whether there is a line that may be complete if nothing follows, and that has not been read.
  package var hasOpenLine: Bool {
    switch framing {
    case .unknown: false
    case .json(let reader): !options.isPolled && reader.hasOpenLine
    case .text(let reader): !options.isPolled && reader.hasOpenLine
    }
  }

  /// Reads a line that nothing has continued for a while, unless it might be another row if it were continued.
  ///
  /// - Parameter isWhole: Whether all of a file has arrived.
  /// - Returns: The items of the complete line.
  package mutating func endOpenLine(isWhole: Bool) -> [FeedItem] {
    if awaitsEndOfList { return endRun() }
    let revision = awaitsReview ? review(.rest(isWhole: isWhole)) : []
    guard hasOpenLine else { return revision }
    let before = (framing, interpreter)
    let former = openLine?.rows ?? []
    finishOpenLine()
    interpreter.reachEnd(isWhole: isWhole)
    let items = interpreter.takeItems()
    let rows = items.compactMap { item -> Row? in
      item.row
    }
    guard rows.allSatisfy(interpreter.builder.identifiesBeforeEnd) else {
      (framing, interpreter) = before
      return revision
    }
    // In a list that follows, they may be identified in another way.
    let listed = items.flatMap { item -> [Row] in
      guard case .snapshot(let snapshot) = item else { return [] }
      return snapshot.rows.filter { row in rows.contains { $0.value.text == row.value.text } }
    }
    let ids = Set((rows + listed).map(\.id))
    openLine = OpenLine(framing: before.0, interpreter: before.1, rows: Array(ids))
    return revision + followed(items.replacing(former))
  }

  private mutating func finishOpenLine() {
    func take(
      _ value: JSONValue,
      _ origin: ValueOrigin,
      _ glance: JSONScanner.Whole?
    ) -> FeedInterpreter.Verdict {
      interpreter.take(value, from: origin, glance: glance)
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
      let arrival = interpreter.arrival
      (framing, interpreter) = (line.framing, line.interpreter)
      interpreter.arrival = arrival
      openLine?.isContinued = true
    }
  }

  /// Takes the items made of the bytes, with deletions of the rows of a line that was continued and is complete now.
  mutating func takeItems() -> [FeedItem] {
    let items = interpreter.takeItems()
    guard let line = openLine, line.isContinued else { return items }
    switch (line.framing, framing) {
    case (.text(let before), .text(let reader)) where before.line == reader.line: return items
    case (.json, .json(let reader))
    where reader.hasOpenLine && interpreter.valueCount == line.interpreter.valueCount:
      return items
    default: break
    }
    openLine = nil
    return items.replacing(line.rows)
  }
}

extension [FeedItem] {
  /// The items after deletions of rows, except of those that have a key and are among the items.
  ///
  /// One without a key is deleted even if the number of its arrival is given again, as who records the feed does not
  /// record numbers.
  fileprivate func replacing(_ rows: [RowID]) -> [FeedItem] {
    guard !rows.isEmpty else { return self }
    var kept: Set<RowID> = []
    for item in self {
      switch item {
      case .snapshot: return self
      default: item.row.map { _ = kept.insert($0.id) }
      }
    }
    return rows.filter { $0.isByArrival || !kept.contains($0) }.map { .delete($0, at: nil) } + self
  }
}

extension TextReader {
  /// Whether there is a line that may be complete if no byte follows.
  var hasOpenLine: Bool {
    if case .document(let form) = form, form.isBehind { return true }
    guard let first = carry.first(where: { !$0.isJSONSpace }), !isSkipping else { return false }
    return switch form {
    case .events: false
    case .document(let form): form.language == .yaml
    // JSON that is cut off is not a plain line.
    case .lines, .log: first != UInt8(ascii: "{")
    case .settings(let settings): carry.count < 1 << 16 && settings.isSetting(carry)
    case .delimited, .table, .directives, .records, .listing, .metrics: true
    }
  }
}

extension RowBuilder {
  /// Whether a row would be identified in the same way if its text went on: it has no key, or more follows the key.
  fileprivate func identifiesBeforeEnd(_ row: Row) -> Bool {
    if row.id.isByArrival { return true }
    guard case .fields(let paths)? = rule, row.value.kind == .object else { return false }
    var last: String?
    row.value.forEachMember { name, value in
      if value.kind != .null, !value.withString(\.isEmpty) { last = name }
      return true
    }
    return !paths.contains { $0.names.first == last }
  }
}
