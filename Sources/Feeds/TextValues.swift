/// The values of some lines, as JSON texts one after the other.
struct TextValues {
  enum Piece {
    case value(Range<Int>, FeedInterpreter.Origin, Place)
    case refused(String, Place)
  }

  /// Where a value begins: the number of its line, and the offset of that line in bytes.
  struct Place {
    var line = 1
    var offset = 0
  }

  private(set) var text: [UInt8] = []
  private(set) var pieces: [Piece] = []
  /// The styles of strings in the values.
  private(set) var looks: [TextLook] = []
  /// The styled parts of the current line.
  var spans: [TextSpan] = []
  /// Where what is appended next begins.
  var place = Place()

  /// Appends what is malformed.
  ///
  /// - Parameters:
  ///   - reason: What is wrong.
  ///   - line: The line where it begins; nil for the current one.
  mutating func refuse(_ reason: String, line: Int? = nil) {
    pieces.append(.refused(reason, Place(line: line ?? place.line, offset: place.offset)))
  }

  mutating func appendLine(_ line: UnsafeBufferPointer<UInt8>) {
    let start = text.count
    noteLook(of: 0..<line.count, at: start)
    text.appendJSONString(line)
    pieces.append(.value(start..<text.count, .line, place))
  }

  /// Records the style of a part of the line that was appended as a string.
  mutating func noteLook(of range: Range<Int>, at start: Int) {
    guard !spans.isEmpty else { return }
    let spans = spans.compactMap { $0.clipped(to: range) }
    if !spans.isEmpty { looks.append(TextLook(start: UInt32(start), spans: spans)) }
  }

  /// Appends a value that is JSON already.
  mutating func appendValue(
    from origin: FeedInterpreter.Origin,
    _ write: (inout [UInt8]) -> Void
  ) {
    let start = text.count
    write(&text)
    pieces.append(.value(start..<text.count, origin, place))
  }

  /// Appends the text of a named event, as a row of both; without a name, as a line.
  mutating func appendLine(_ line: UnsafeBufferPointer<UInt8>, event name: [UInt8]) {
    guard !name.isEmpty else { return appendLine(line) }
    let start = text.count
    text += "{\"event\":".utf8
    text.appendJSONString(name)
    text += ",\"data\":".utf8
    text.appendJSONString(line)
    text.append(UInt8(ascii: "}"))
    pieces.append(.value(start..<text.count, .json, place))
  }

  /// Appends the values of a text, if it is only JSON objects and arrays.
  ///
  /// - Parameters:
  ///   - line: The text.
  ///   - name: The member `event` for objects that have none; empty for no member.
  /// - Returns: Whether it is.
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
      pieces.append(.value(start + range.lowerBound..<start + range.upperBound, .json, place))
    }
    return true
  }

  private mutating func appendObject(_ bytes: UnsafeBufferPointer<UInt8>, event name: [UInt8]) {
    let start = text.count
    text.append(contentsOf: bytes)
    defer { pieces.append(.value(start..<text.count, .json, place)) }
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

  /// Appends a row of named cells; a name without a cell is omitted.
  mutating func appendRecord<Cell: Sequence<UInt8>>(_ names: [[UInt8]], _ cells: [Cell]) {
    let start = text.count
    text.append(UInt8(ascii: "{"))
    for (offset, cell) in cells.enumerated() {
      if offset > 0 { text.append(UInt8(ascii: ",")) }
      // `names` contains JSON strings, which need no further conversion.
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
    pieces.append(.value(start..<text.count, .record, place))
  }

  /// Whether the text from an offset on is a number in the syntax of JSON.
  private func isNumber(from start: Int) -> Bool {
    text.withUnsafeBufferPointer { isJSONNumber(UnsafeBufferPointer(rebasing: $0[start...])) }
  }
}
