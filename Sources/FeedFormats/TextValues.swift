package import FeedValues
import Values

/// The values of some lines, as JSON texts one after the other.
package struct TextValues {
  package enum Piece {
    case value(Range<Int>, ValueOrigin, Place)
    case refused(String, Place)
  }

  /// The place at which a value begins: the number of its line, and the offset of that line in bytes.
  package struct Place {
    package var line: Int
    package var offset: Int

    /// Creates a place, the first by default.
    package init(line: Int = 1, offset: Int = 0) {
      self.line = line
      self.offset = offset
    }
  }

  package private(set) var text: [UInt8] = []
  package private(set) var pieces: [Piece] = []
  /// The end of the last value's message, if that is a log entry, and the number of bytes that continue it.
  private var message: (end: Int, continued: Int)?
  /// The styles of strings in the values.
  package private(set) var looks: [TextLook] = []
  /// The styled parts of the current line.
  package var spans: [TextSpan] = []
  /// The place at which the next value begins.
  package var place = Place()
  /// The account of the lines.
  package var account = LineAccount()
  /// The kind of the current line, if it is not appended to.
  private var role: LineAccount.Role?
  /// The budget of bytes that may still be made of the lines.
  package private(set) var budget: RowBudget

  /// Creates no values yet.
  package init(_ budget: RowBudget) { self.budget = budget }

  /// Whether so many values have been made that they should be passed on.
  package var isFull: Bool { text.count >= 1 << 25 }

  /// Says what the current line is, if nothing is made of it, or it is blank.
  package mutating func note(_ role: LineAccount.Role) { self.role = role }

  /// Enters the current line into the account.
  ///
  /// - Parameters:
  ///   - count: The number of values before it.
  ///   - isBlank: Whether there is nothing in it.
  package mutating func enterLine(after count: Int, isBlank: Bool) {
    defer { role = nil }
    if let role { return account.note(role, line: place.line) }
    if pieces.count > count {
      if case .refused = pieces[pieces.count - 1] {
        return account.note(.malformed, line: place.line)
      }
      // A blank line ends a row of several lines.
      return account.note(isBlank ? .blank : .row, line: place.line)
    }
    account.note(isBlank ? .blank : .continuation, line: place.line)
  }

  /// Appends malformed input.
  ///
  /// - Parameters:
  ///   - reason: The fault.
  ///   - line: The line where it begins; nil for the current one.
  package mutating func refuse(_ reason: String, line: Int? = nil) {
    pieces.append(.refused(reason, Place(line: line ?? place.line, offset: place.offset)))
  }

  package mutating func appendLine(
    _ line: UnsafeBufferPointer<UInt8>,
    from origin: ValueOrigin = .line
  ) {
    let start = text.count
    append(from: origin) { $0.append($1, string: line) }
    if text.count > start { noteLook(of: 0..<line.count, at: start) }
  }

  /// Appends a value, unless it is too long.
  ///
  /// - Parameters:
  ///   - origin: The kind of text that it is made of.
  ///   - isDocument: Whether it has many rows.
  ///   - write: Appends its JSON text, given how many bytes there may be afterwards; it may stop once there are more.
  private mutating func append(
    from origin: ValueOrigin,
    isDocument: Bool = false,
    _ write: (_ text: inout [UInt8], _ limit: Int) -> Void
  ) {
    let start = text.count
    // The next line continues this value, or none.
    message = nil
    write(&text, start + budget.limit)
    let count = text.count - start
    if budget.take(count, isDocument: isDocument) {
      pieces.append(.value(start..<text.count, origin, place))
    } else {
      text.removeSubrange(start...)
      refuse(RowBudget.refusal(count))
    }
  }

  /// Records the style of a part of the line that was appended as a string.
  mutating func noteLook(of range: Range<Int>, at start: Int) {
    guard !spans.isEmpty else { return }
    let spans = spans.compactMap { $0.clipped(to: range) }
    if !spans.isEmpty { looks.append(TextLook(start: UInt32(start), spans: spans)) }
  }

  /// Records what the line has between the fields of an object that was made of it.
  mutating func noteShape(_ shape: LineShape, at start: Int) {
    looks.append(TextLook(start: UInt32(start), shape: shape))
  }

  /// Appends a value that is JSON already, unless it is too long.
  ///
  /// - Returns: Whether it was appended.
  @discardableResult
  mutating func appendValue(
    from origin: ValueOrigin,
    isDocument: Bool = false,
    _ write: (inout [UInt8]) -> Void
  ) -> Bool {
    let start = text.count
    append(from: origin, isDocument: isDocument) { text, _ in write(&text) }
    return text.count > start
  }

  // MARK: Lines that continue a log entry

  /// The maximum number of bytes of the lines that continue an entry.
  private static let continuationLimit = 1 << 16

  /// A line feed in a JSON string.
  package static let newLine = "\\n"

  /// Appends a line to the message of the last value, if that is a log entry.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - separator: The text between them, as in a JSON string, unless the message is empty.
  /// - Returns: Whether there is one that may be so long.
  /// - Complexity: O(*m*) in the lengths of the line and of what follows the message.
  mutating func continueLast(
    with line: UnsafeBufferPointer<UInt8>,
    after separator: String = Self.newLine
  ) -> Bool {
    guard let last = pieces.last, case .value(let range, .log, let place) = last,
      let message, message.continued + line.count <= Self.continuationLimit
    else { return false }
    let isEmpty = text[message.end - 2..<message.end].elementsEqual(":\"".utf8)
    let isNewLine = separator == Self.newLine
    var more: [UInt8] = []
    // Below an empty message, the indentation says nothing.
    let content = isEmpty && isNewLine ? line.drop(while: \.isBlank) : line[...]
    more.appendJSONString(UnsafeBufferPointer(rebasing: content))
    // Without its quotation marks.
    more = (isEmpty ? [] : Array(separator.utf8)) + more.dropFirst().dropLast()
    guard budget.take(more.count) else { return false }
    text.insert(contentsOf: more, at: message.end)
    let end = range.upperBound + more.count
    pieces[pieces.count - 1] = .value(range.lowerBound..<end, .log, place)
    self.message = (message.end + more.count, message.continued + line.count + 1)
    return true
  }

  /// Notes where the message of the value that was appended last ends; nil if it has none.
  mutating func noteMessage(endingAt end: Int?) { message = end.map { ($0, 0) } }

  /// Takes the last value off, if it is a log entry: the next line may continue it.
  package mutating func takeOpenEntry() -> TextValues? {
    guard let last = pieces.last, case .value(let range, .log, let place) = last, let message else {
      return nil
    }
    var entry = TextValues(budget)
    let start = range.lowerBound
    entry.text = Array(text[range])
    entry.pieces = [.value(0..<range.count, .log, place)]
    entry.looks = looks.filter { Int($0.start) >= start }.map { $0.moved(by: -start) }
    entry.message = (message.end - start, message.continued)
    pieces.removeLast()
    looks.removeAll { Int($0.start) >= start }
    text.removeSubrange(range)
    self.message = nil
    return entry
  }

  /// Replaces how much more may be made.
  package func with(_ budget: RowBudget) -> TextValues {
    var result = self
    result.budget = budget
    return result
  }

  /// Appends the text of a named event, as a row of both; without a name, as a line.
  mutating func appendLine(_ line: UnsafeBufferPointer<UInt8>, event name: [UInt8]) {
    guard !name.isEmpty else { return appendLine(line, from: .event) }
    append(from: .json) { text, limit in
      text += "{\"event\":".utf8
      text.appendJSONString(name)
      text += ",\"data\":".utf8
      text.append(limit, string: line)
      text.append(UInt8(ascii: "}"))
    }
  }

  /// Appends the values of a text, if it is only JSON objects and arrays.
  ///
  /// - Parameters:
  ///   - line: The text.
  ///   - name: The member `event` for objects that have none; empty for no member.
  ///   - origin: The kind of text that it is.
  ///   - isTaken: Whether a value may be one of a row.
  /// - Returns: Whether it is.
  package mutating func appendJSON(
    _ line: UnsafeBufferPointer<UInt8>,
    event name: [UInt8] = [],
    from origin: ValueOrigin = .json,
    where isTaken: ((JSONValue) -> Bool)? = nil
  ) -> Bool {
    var ranges: [Range<Int>] = []
    var position = 0
    while true {
      while position < line.count, line[position].isJSONSpace { position += 1 }
      guard position < line.count else { break }
      guard "{[".utf8.contains(line[position]) else { return false }
      var scanner = JSONScanner()
      guard case .value(let end) = scanner.scan(line, from: position),
        scanner.deepest <= JSONScanner.maximumDepth
      else { return false }
      ranges.append(position..<end)
      position = end
    }
    guard let first = ranges.first else { return false }
    // A number in brackets may be the name of a process.
    if ranges.count > 1, first.count < 16, PrefixedLog.read(line) != nil { return false }
    guard name.isEmpty else {
      for range in ranges {
        appendObject(UnsafeBufferPointer(rebasing: line[range]), event: name)
      }
      return true
    }
    if let isTaken {
      let values = ranges.map {
        JSONValue(ByteSlice(copying: UnsafeBufferPointer(rebasing: line[$0])))
      }
      guard values.allSatisfy(isTaken) else { return false }
    }
    for range in ranges {
      append(from: origin) { text, _ in text.append(contentsOf: line[range]) }
    }
    return true
  }

  private mutating func appendObject(_ bytes: UnsafeBufferPointer<UInt8>, event name: [UInt8]) {
    let value = JSONValue(ByteSlice(copying: bytes))
    let isNamed = value.kind != .object || value.member("event") != nil
    append(from: .json) { text, _ in
      text.append(contentsOf: bytes)
      guard !isNamed else { return }
      text.removeLast()
      text += (value.isEmptyContainer ? "\"event\":" : ",\"event\":").utf8
      text.appendJSONString(name)
      text.append(UInt8(ascii: "}"))
    }
  }

  /// Appends a row of named cells; a name without a cell is omitted.
  mutating func appendRecord(_ names: [[UInt8]], _ cells: some Collection<some Collection<UInt8>>) {
    append(from: .record) { text, limit in
      text.append(UInt8(ascii: "{"))
      for (offset, cell) in cells.enumerated() {
        guard text.count <= limit else { return }
        if offset > 0 { text.append(UInt8(ascii: ",")) }
        // `names` contains JSON strings, which need no further conversion.
        if offset < names.count {
          text.append(contentsOf: names[offset])
        } else {
          text.appendJSONString("column \(offset + 1)".utf8)
        }
        text.append(UInt8(ascii: ":"))
        let isNumber = cell.withContiguousStorageIfAvailable { isJSONNumber($0) } ?? false
        if isNumber {
          text.append(contentsOf: cell)
        } else {
          text.append(limit, string: cell)
        }
      }
      text.append(UInt8(ascii: "}"))
    }
  }
}

extension [UInt8] {
  /// Appends a JSON string of these bytes, or only the beginning of it if there were more than `limit` bytes
  /// afterwards.
  ///
  /// So a text of the maximum length does not become six times as long before it is refused.
  fileprivate mutating func append(_ limit: Int, string: some Collection<UInt8>) {
    let piece = 1 << 20
    guard string.count > piece else { return appendJSONString(string) }
    append(UInt8(ascii: "\""))
    var rest = string[...]
    while !rest.isEmpty, count <= limit {
      appendJSONString(rest.prefix(piece), isQuoted: false)
      rest = rest.dropFirst(piece)
    }
    append(UInt8(ascii: "\""))
  }
}

/// An account of the lines of a text: the sum of all kinds is the number of its lines, so that none is lost.
package struct LineAccount: Hashable, Sendable {
  /// The kinds of lines.
  package enum Role: Int, CaseIterable, Hashable, Sendable {
    /// The first line of a row.
    case row
    /// Another line of a row.
    case continuation
    /// The names of columns, or of the section below it.
    case header
    /// A line above rows that says what they are.
    case caption
    /// A line that is drawn.
    case ruler
    /// A comment, or a line below rows that sums them up or explains them.
    case legend
    /// A part of a document whose rows are not lines.
    case document
    case blank
    case malformed
  }

  /// A line that is neither a row nor blank.
  package struct Entry: Hashable, Sendable {
    package let line: Int
    package let role: Role
  }

  private var counts = [Int](repeating: 0, count: Role.allCases.count)
  /// The first lines that are neither rows nor parts of rows or documents, nor blank.
  package private(set) var entries: [Entry] = []
  /// The maximum number of entries that are kept.
  package static let capacity = 256

  package init() {}

  /// The number of all lines.
  package var total: Int { counts.reduce(0, +) }

  /// The number of lines of a kind.
  package subscript(role: Role) -> Int { counts[role.rawValue] }

  /// Enters a line.
  package mutating func note(_ role: Role, line: Int) {
    counts[role.rawValue] += 1
    switch role {
    case .row, .continuation, .document, .blank: break
    case .header, .caption, .ruler, .legend, .malformed:
      if entries.count < Self.capacity { entries.append(Entry(line: line, role: role)) }
    }
  }

  /// Adds the account of another part of the text.
  package static func += (left: inout LineAccount, right: LineAccount) {
    for role in Role.allCases { left.counts[role.rawValue] += right[role] }
    left.entries = Array((left.entries + right.entries).prefix(capacity))
  }
}
