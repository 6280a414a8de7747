import FeedValues

/// The name of a field of a log line, as the JSON string in rows.
struct LogName: Hashable, Sendable {
  let json: [UInt8]

  init(_ name: some Sequence<UInt8>) {
    var json: [UInt8] = []
    json.appendJSONString(Array(name))
    self.json = json
  }

  init(_ name: String) { self.init(name.utf8) }

  /// Creates a name from a JSON string.
  init(json: [UInt8]) { self.json = json }

  static let time = LogName("time")
  static let level = LogName("level")
  static let message = LogName("message")
  static let logger = LogName("logger")
  static let thread = LogName("thread")
  static let process = LogName("process")
  static let pid = LogName("pid")
  static let host = LogName("host")
  static let tag = LogName("tag")
  static let tid = LogName("tid")
  static let location = LogName("location")
  static let seconds = LogName("seconds")
}

/// The fields of a log line.
struct LogRecord {
  /// The content of a field.
  enum Value {
    /// A part of the line; a number if it is written like one in JSON.
    case part(Range<Int>)
    /// A part of the line that is text, whatever it looks like.
    case text(Range<Int>)
    /// Information that other parts of the line repeat.
    case bytes([UInt8])
    /// A value that is JSON already.
    case json([UInt8])
  }

  struct Field {
    var name: LogName
    var value: Value
  }

  private(set) var fields: [Field] = []
  /// Whether the entry goes on in the next line.
  var isPartial = false
  /// The part of the line that continues the one before, if that is partial.
  var content: Range<Int>?

  mutating func add(_ name: LogName, _ value: Value) {
    fields.append(Field(name: name, value: value))
  }

  /// Adds fields in front of all others.
  mutating func putInFront(_ others: LogRecord) { fields = others.fields + fields }

  /// Adds the fields of a part of the line that begins at an offset.
  mutating func append(_ other: LogRecord, shiftedBy offset: Int) {
    func shifted(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound + offset..<range.upperBound + offset
    }
    for field in other.fields where !has(field.name) {
      switch field.value {
      case .part(let range): add(field.name, .part(shifted(range)))
      case .text(let range): add(field.name, .text(shifted(range)))
      case .bytes, .json: add(field.name, field.value)
      }
    }
  }

  /// Adds a part of the line, if there is one.
  mutating func add(_ name: LogName, _ range: Range<Int>?) {
    guard let range, !range.isEmpty else { return }
    add(name, .part(range))
  }

  /// Adds a text, unless it is missing or a `-` in its place.
  mutating func addText(_ name: LogName, _ range: Range<Int>?, in cursor: LogCursor) {
    guard let range, !range.isEmpty else { return }
    if range.count == 1, cursor.bytes[range.lowerBound] == UInt8(ascii: "-") { return }
    add(name, .text(range))
  }

  /// Adds the message, even an empty one.
  mutating func addMessage(_ range: Range<Int>) { add(.message, .text(range)) }

  /// Adds a field, or replaces the one with its name.
  mutating func replace(_ name: LogName, _ value: Value) {
    guard let known = fields.firstIndex(where: { $0.name == name }) else { return add(name, value) }
    fields[known].value = value
  }

  /// Gives a field another name.
  mutating func rename(_ name: LogName, to other: LogName) {
    for offset in fields.indices where fields[offset].name == name { fields[offset].name = other }
  }

  /// The part of the line that a field is, or nothing.
  func text(
    of name: LogName,
    in line: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    for field in fields where field.name == name {
      switch field.value {
      case .part(let range), .text(let range): return UnsafeBufferPointer(rebasing: line[range])
      case .bytes, .json: break
      }
    }
    return UnsafeBufferPointer(rebasing: line[..<line.startIndex])
  }

  /// Whether the line has a time with a day.
  func hasDate(in line: UnsafeBufferPointer<UInt8>) -> Bool {
    fields.contains { field in
      guard field.name == .time else { return false }
      switch field.value {
      case .part(let range), .text(let range):
        var cursor = LogCursor(line).part(range)
        return cursor.time()?.kind == .full
      case .bytes: return true
      case .json: return false
      }
    }
  }

  func has(_ name: LogName) -> Bool { fields.contains { $0.name == name } }

  /// Whether the line has a field other than this one that is not empty.
  func hasMore(than name: LogName) -> Bool {
    fields.contains { field in
      guard field.name != name else { return false }
      if case .text(let range) = field.value { return !range.isEmpty }
      return true
    }
  }

  /// Adds a message; `key=value` pairs at its end are fields as well, but the message is as it was written: whether they
  /// are data or a part of the sentence, as in `… WHERE id=8`, no line tells.
  mutating func addMessage(_ range: Range<Int>, pairsOf cursor: LogCursor) {
    addMessage(range)
    guard let start = Logfmt.trailingPairs(cursor.part(range)) else { return }
    var pairs = LogRecord()
    guard Logfmt.read(cursor.part(start..<range.upperBound), into: &pairs),
      !pairs.fields.contains(where: { $0.name == .message || has($0.name) }),
      Set(pairs.fields.map(\.name)).count == pairs.fields.count
    else { return }
    fields += pairs.fields
  }
}

extension TextValues {
  /// Appends a log line as a row of its fields.
  ///
  /// - Parameters:
  ///   - record: The fields.
  ///   - line: The line.
  ///   - shape: The text of the line between them; nil if nobody asks for the line again.
  mutating func append(
    _ record: LogRecord,
    of line: UnsafeBufferPointer<UInt8>,
    shape: LineShape? = nil
  ) {
    let start = text.count
    var message: (start: Int, range: Range<Int>)?
    var end: Int?
    let isAppended = appendValue(from: .log) { text in
      text.append(UInt8(ascii: "{"))
      for (offset, field) in record.fields.enumerated() {
        if offset > 0 { text.append(UInt8(ascii: ",")) }
        text.append(contentsOf: field.name.json)
        text.append(UInt8(ascii: ":"))
        switch field.value {
        case .part(let range):
          let part = UnsafeBufferPointer(rebasing: line[range])
          if isJSONNumber(part) {
            text.append(contentsOf: part)
          } else {
            text.appendJSONString(part)
          }
        case .text(let range):
          if field.name == .message { message = (text.count, range) }
          text.appendJSONString(UnsafeBufferPointer(rebasing: line[range]))
        case .bytes(let bytes): text.appendJSONString(bytes)
        case .json(let bytes): text.append(contentsOf: bytes)
        }
        if field.name == .message, text.last == UInt8(ascii: "\"") { end = text.count - 1 }
      }
      text.append(UInt8(ascii: "}"))
    }
    noteMessage(endingAt: isAppended ? end : nil)
    if isAppended, let shape { noteShape(shape, at: start) }
    if isAppended, let message { noteLook(of: message.range, at: message.start) }
  }
}

/// The shapes of the newest lines.
struct LineShapes: Sendable {
  private var shapes: [LineShape] = []

  private static let capacity = 8

  /// The shape of a line: one of those known, or another one, which is known from then on.
  mutating func shape(of record: LogRecord, in line: UnsafeBufferPointer<UInt8>) -> LineShape {
    let parts = record.parts
    if let known = shapes.firstIndex(where: { Self.fits($0, parts, of: line) }) {
      if known > 0 { shapes.swapAt(0, known) }
      return shapes[0]
    }
    if shapes.count == Self.capacity { shapes.removeLast() }
    let starts = [0] + parts.map(\.range.upperBound)
    let ends = parts.map(\.range.lowerBound) + [line.count]
    let gaps = zip(starts, ends).map { Array(line[$0..<$1]) }
    shapes.insert(LineShape(names: parts.map(\.name.json), gaps: gaps), at: 0)
    return shapes[0]
  }

  private static func fits(
    _ shape: LineShape,
    _ parts: [LogRecord.Part],
    of line: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard parts.count == shape.names.count else { return false }
    var start = 0
    for (index, part) in parts.enumerated() {
      guard line[start..<part.range.lowerBound].elementsEqual(shape.gaps[index]),
        part.name.json == shape.names[index]
      else { return false }
      start = part.range.upperBound
    }
    return line[start...].elementsEqual(shape.gaps[parts.count])
  }
}

extension LogRecord {
  /// A field that is a part of the line.
  fileprivate typealias Part = (name: LogName, range: Range<Int>)

  /// The fields that are parts of the line, in its order; of those that overlap the first one.
  fileprivate var parts: [Part] {
    var parts: [Part] = []
    parts.reserveCapacity(fields.count)
    for field in fields {
      switch field.value {
      case .part(let range), .text(let range): parts.append((field.name, range))
      case .bytes, .json: break
      }
    }
    let isSorted = zip(parts, parts.dropFirst()).allSatisfy {
      $0.range.upperBound <= $1.range.lowerBound
    }
    if isSorted { return parts }
    parts.sort { ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count) }
    var end = 0
    return parts.filter { part in
      guard part.range.lowerBound >= end else { return false }
      end = part.range.upperBound
      return true
    }
  }
}
