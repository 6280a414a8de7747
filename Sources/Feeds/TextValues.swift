/// The values that some lines make, as JSON text one after the other.
struct TextValues {
  enum Piece {
    case value(Range<Int>, FeedInterpreter.Origin)
    case refused(String, line: Int)
  }

  private(set) var text: [UInt8] = []
  private(set) var pieces: [Piece] = []
  /// How texts of the values look.
  private(set) var looks: [TextLook] = []
  /// How parts of the line that is being read look.
  var spans: [TextSpan] = []

  mutating func refuse(_ reason: String, line: Int) {
    pieces.append(.refused(reason, line: line))
  }

  mutating func appendLine(_ line: UnsafeBufferPointer<UInt8>) {
    let start = text.count
    noteLook(of: 0..<line.count, at: start)
    text.appendJSONString(line)
    pieces.append(.value(start..<text.count, .line))
  }

  /// Takes note of how a part of the line looks that stands in the text, as a string.
  mutating func noteLook(of range: Range<Int>, at start: Int) {
    guard !spans.isEmpty else { return }
    let spans = spans.compactMap { $0.clipped(to: range) }
    if !spans.isEmpty { looks.append(TextLook(start: UInt32(start), spans: spans)) }
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

  /// Appends the values of a text, if it is only JSON objects and arrays.
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

  /// Appends a row of cells under their names; a name without a cell is omitted.
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
