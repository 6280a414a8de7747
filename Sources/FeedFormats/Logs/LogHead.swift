import FeedValues
internal import Values

/// The beginning of log lines, before the message: a time, a level, a source.
///
/// Programs choose the parts, their order and the separators. What the first lines have in common is
/// the head of all of them; the rest is the message.
package struct LogHead: Hashable, Sendable {
  /// The meaning of a part of the head.
  enum Part: Hashable, Sendable {
    /// A time of day with a fraction at the beginning of the line is a `moment`, which is hardly anything else.
    ///
    /// `pairs` are names with values in front of the level: `pid=4711 tid=1abc INFO`.
    case time, clock, moment, level, pid, tid, logger, thread, tag, location, uptime, pairs

    fileprivate var isTime: Bool { [.time, .clock, .moment].contains(self) }

    fileprivate var name: LogName {
      switch self {
      case .time, .clock, .moment: .time
      case .level: .level
      case .pid: .pid
      case .tid: LogName.tid
      case .logger: .logger
      case .thread: .thread
      case .tag: .tag
      case .location: LogName.location
      case .uptime: LogName.seconds
      case .pairs: LogName("pairs")
      }
    }

  }

  /// The parts, in their order.
  private(set) var parts: [Part]

  /// The order of the numbers in dates such as `11/22/2026`; nil if there are none, or nothing shows it.
  private let dateOrder: DateOrder?

  static let longest = 8

  /// The head that most of some lines share; nil if there is none.
  init?(of lines: [UnsafeBufferPointer<UInt8>]) {
    let readers = lines.map { Reader($0) }
    var heads = readers.map { $0.parts.map(\.part) }.filter(Self.isHead)
    // A line of a stack trace may begin with a level: `panic: no such file`.
    let timed = heads.filter { $0.contains(.time) }
    if timed.count * 2 >= heads.count { heads = timed }
    guard !heads.isEmpty else { return nil }
    var parts: [Part] = []
    // Part by part, while six in ten lines continue with the same one.
    var open = heads
    while parts.count < Self.longest {
      let counts = Dictionary(
        open.compactMap { $0.count > parts.count ? $0[parts.count] : nil }.map { ($0, 1) },
        uniquingKeysWith: +
      )
      guard let best = counts.max(by: { ($0.value, "\($1.key)") < ($1.value, "\($0.key)") }),
        best.value * 10 >= heads.count * 6
      else { break }
      open = open.filter { $0.count > parts.count && $0[parts.count] == best.key }
      parts.append(best.key)
    }
    self.parts = parts
    dateOrder = DateOrder(
      of: readers.compactMap { reader in
        reader.parts.first { $0.part == .time }.flatMap { ShortDate(reader.cursor.part($0.range)) }
      }
    )
    guard Self.isHead(parts) else { return nil }
  }

  /// Whether the lines contain a level and something else.
  var isStrong: Bool { parts.contains(.level) && parts.count > 1 }

  /// Whether the lines contain a time.
  var hasTime: Bool { parts.contains(where: \.isTime) }

  /// Whether a part may be in the place of another one: numbers of processes and threads, times of day with and without a
  /// fraction.
  private static func isSame(_ part: Part, _ other: Part) -> Bool {
    part == other
      || [[Part.pid, .tid], [.clock, .moment]].contains { $0.contains(part) && $0.contains(other) }
  }

  /// Whether parts identify a log line: a day and a time, or a time of day or a level with other
  /// parts.
  private static func isHead(_ parts: [Part]) -> Bool {
    guard
      let first = parts.prefix(3).firstIndex(where: {
        [.time, .clock, .moment, .level, .uptime].contains($0)
      }),
      first < 3
    else { return false }
    let isBracketed = parts.contains { [.thread, .pid, .location, .logger].contains($0) }
    return parts.contains(.time) || parts.contains(.moment) || parts.contains(.level)
      || parts.contains(.clock) && isBracketed
  }

  /// Reads a line, which may lack some parts; nil if it lacks even the time of the others, or all that identifies a log
  /// line.
  func read(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var matched: [(part: Part, range: Range<Int>, end: Int)] = []
    let reader = Reader(line, limit: parts.count)
    var rest = parts[...]
    for found in reader.parts {
      guard let next = rest.firstIndex(where: { Self.isSame($0, found.part) }) else { break }
      matched.append(found)
      rest = parts[(next + 1)...]
    }
    let isTimed = hasTime && matched.contains { $0.part.isTime }
    let isBeginning = zip(matched, parts).allSatisfy { Self.isSame($0.part, $1) }
    guard
      isTimed || isBeginning && Self.isHead(matched.map(\.part)) || matched.count == parts.count,
      let last = matched.last
    else { return nil }
    var record = LogRecord()
    for found in matched where !found.range.isEmpty && !record.has(found.part.name) {
      if found.part == .pairs {
        var pairs = LogRecord()
        if Logfmt.read(reader.cursor.part(found.range), into: &pairs) {
          record.append(pairs, shiftedBy: 0)
        }
        continue
      }
      if found.part == .time, let dateOrder, let date = ShortDate(reader.cursor.part(found.range)),
        let text = date.text(in: dateOrder)
      {
        record.add(.time, .bytes(text))
        continue
      }
      let isNumber = [.pid, .tid, .uptime].contains(found.part)
      record.add(found.part.name, isNumber ? .part(found.range) : .text(found.range))
    }
    var cursor = reader.cursor
    cursor.position = last.end
    Reader.skipSeparators(&cursor)
    record.addMessage(cursor.rest(), pairsOf: cursor)
    return record
  }

  /// Whether a word names a level, in a spelling that loggers use.
  static func isLevel(_ word: some Collection<UInt8>) -> Bool {
    // In capitals it is the result of a test.
    guard 3...13 ~= word.count, word.allSatisfy({ $0.isLetter }), !word.elementsEqual("FAIL".utf8)
    else { return false }
    return Level(String(decoding: word, as: UTF8.self)) != nil
      || word.elementsEqual("LOG".utf8) || word.elementsEqual("System".utf8)
  }
}

extension LogHead: CustomStringConvertible {
  /// The parts as they occur in the lines.
  package var description: String {
    parts.map { String(decoding: $0.name.json.dropFirst().dropLast(), as: UTF8.self) }
      .joined(separator: ", ")
  }
}

extension LogHead {
  /// Splits the head of one line.
  struct Reader {
    /// The parts, with their meanings, ranges and ends.
    private(set) var parts: [(part: Part, range: Range<Int>, end: Int)] = []
    private(set) var cursor: LogCursor

    init(_ line: UnsafeBufferPointer<UInt8>, limit: Int = LogHead.longest) {
      cursor = LogCursor(line)
      while parts.count < limit, !cursor.isAtEnd {
        Self.skipSeparators(&cursor)
        let start = cursor.position
        guard take() else {
          cursor.position = start
          return
        }
      }
    }

    /// Skips the separators between the parts.
    static func skipSeparators(_ cursor: inout LogCursor) {
      while !cursor.isAtEnd {
        let byte = cursor.peek()
        if byte.isBlank || byte == UInt8(ascii: "|") && cursor.position > 0
          || byte == UInt8(ascii: ",") && cursor.peek(1).isBlank
        {
          cursor.position += 1
        } else if "-:>".utf8.contains(byte), cursor.position > 0 {
          var length = 1
          while cursor.peek(length) == UInt8(ascii: "-") { length += 1 }
          guard cursor.peek(length).isBlank else { return }
          cursor.position += length
        } else {
          return
        }
      }
    }

    private mutating func add(_ part: Part, _ range: Range<Int>) -> Bool {
      parts.append((part, range, cursor.position))
      return true
    }

    private func has(_ part: Part) -> Bool { parts.contains { $0.part == part } }

    private var hasTime: Bool { has(.time) || has(.clock) || has(.moment) }

    private mutating func take() -> Bool {
      if !hasTime, let time = time() {
        guard time.kind == .clock else { return add(.time, time.range) }
        let fraction = cursor.bytes[time.range].drop { !".,".utf8.contains($0) }.dropFirst()
        let isMoment = time.range.lowerBound == 0 && fraction.prefix(while: \.isDigit).count > 2
        return add(isMoment ? .moment : .clock, time.range)
      }
      switch cursor.peek() {
      case UInt8(ascii: "["): return takePairs() || takeEnclosed("[", "]")
      case UInt8(ascii: "{"): return takeBraces()
      case UInt8(ascii: "("): return takeEnclosed("(", ")")
      case UInt8(ascii: "<"): return takeEnclosed("<", ">")
      default: break
      }
      if let level = level() ?? letter() { return add(.level, level) }
      if cursor.isDigit(), !parts.isEmpty { return takeNumber() }
      return takePairs() || takeName()
    }

    /// Reads a time that is a separate part.
    private mutating func time() -> (range: Range<Int>, kind: LogCursor.TimeKind)? {
      let start = cursor.position
      guard let time = cursor.time() else { return nil }
      let next = cursor.peek()
      let isEnd =
        next == 0 || next.isBlank || "]|>)".utf8.contains(next)
        || next == UInt8(ascii: ":") && cursor.peek(1).isBlank
      guard isEnd else {
        cursor.position = start
        return nil
      }
      if next == UInt8(ascii: ":") { cursor.position += 1 }
      return time
    }

    /// Reads a word that names a level, alone or before a colon.
    private mutating func level() -> Range<Int>? {
      guard !has(.level) else { return nil }
      let start = cursor.position
      guard let word = cursor.take(while: { $0.isLetter }), 3...13 ~= word.count else {
        cursor.position = start
        return nil
      }
      let next = cursor.peek()
      // A sentence may begin with `Error` or `info`; capitals, a colon or a time show that it is a level.
      let isCapital = cursor.bytes[word].allSatisfy { $0 &- UInt8(ascii: "A") < 26 }
      let isColon =
        next == UInt8(ascii: ":")
        && (cursor.peek(1).isBlank || cursor.peek(1) == 0 || isCapital && !parts.isEmpty)
      // Celery writes `INFO/MainProcess`.
      let isSlash = next == UInt8(ascii: "/") && hasTime && isCapital && cursor.peek(1).isLetter
      guard next == 0 || next.isBlank || isColon || isSlash || "]|)>".utf8.contains(next),
        isCapital || isColon || hasTime || has(.uptime), LogHead.isLevel(cursor.bytes[word])
      else {
        cursor.position = start
        return nil
      }
      if isColon || isSlash { cursor.position += 1 }
      return word
    }

    /// Reads the letter that names a level before a time in brackets, as cupsd writes it.
    private mutating func letter() -> Range<Int>? {
      guard parts.isEmpty, "DIWENCAX".utf8.contains(cursor.peek()),
        cursor.peek(1) == UInt8(ascii: " "), cursor.peek(2) == UInt8(ascii: "[")
      else { return nil }
      var time = cursor
      time.position += 3
      guard time.time() != nil, time.peek() == UInt8(ascii: "]") else { return nil }
      cursor.position += 1
      return cursor.position - 1..<cursor.position
    }

    /// Whether a level follows.
    private var isLevelNext: Bool {
      var following = self
      return following.cursor.skipSpaces() > 0 && following.level() != nil
    }

    /// Reads names with values that a level is behind, alone or in brackets: `pid=4711 tid=1abc INFO`, `[id=1] INFO`.
    private mutating func takePairs() -> Bool {
      guard hasTime, !has(.level), !has(.pairs) else { return false }
      var inner = self
      let isEnclosed = cursor.peek() == UInt8(ascii: "[")
      let start = cursor.position + (isEnclosed ? 1 : 0)
      var end = start
      if isEnclosed {
        guard let inside = inner.cursor.enclosed("[", "]"), isPair(inside) else { return false }
        end = inside.upperBound
      } else {
        while let word = inner.cursor.word(), isPair(word) {
          end = word.upperBound
          inner.cursor.skipSpaces()
        }
        inner.cursor.position = end
      }
      // Those that are no fields are part of the message, as are names that the entry has already.
      var pairs = LogRecord()
      guard end > start, inner.isLevelNext,
        Logfmt.read(cursor.part(start..<end), into: &pairs),
        !pairs.fields.contains(where: { [.time, .level, .message].contains($0.name) })
      else { return false }
      cursor.position = inner.cursor.position
      return add(.pairs, start..<end)
    }

    private func isPair(_ word: Range<Int>) -> Bool {
      let text = cursor.bytes[word]
      return text.first?.isLetter == true && text.contains(UInt8(ascii: "="))
        && !text.contains(where: { $0.isBlank || $0 == UInt8(ascii: "\"") })
    }

    /// Reads a place or a mark in braces, as Airflow and ClickHouse write them: `{task.py:93}`.
    private mutating func takeBraces() -> Bool {
      let start = cursor.position
      if hasTime, let inside = cursor.enclosed("{", "}"), cursor.peek().isBlank,
        cursor.bytes[inside].allSatisfy({ $0.isNamePart || $0 == UInt8(ascii: ":") })
      {
        let isPlace = cursor.bytes[inside].contains(UInt8(ascii: ":"))
        if isPlace ? !has(.location) : !has(.tag) { return add(isPlace ? .location : .tag, inside) }
      }
      cursor.position = start
      return false
    }

    /// Whether a time follows, possibly behind a number: `[Nest] 7  - 11/22/2026, 10:00:00 AM`.
    private func isBeforeTime(skippingNumber: Bool) -> Bool {
      var following = cursor
      Self.skipSeparators(&following)
      if skippingNumber, following.time() == nil, following.digits(1...10) != nil {
        Self.skipSeparators(&following)
      }
      return following.time()?.kind == .full
    }

    /// Reads the number of a process or a thread.
    private mutating func takeNumber() -> Bool {
      guard let digits = cursor.digits(1...10) else { return false }
      if !hasTime {
        return cursor.peek().isBlank && isBeforeTime(skippingNumber: false) && add(.pid, digits)
      }
      if cursor.peek() == UInt8(ascii: ":"), cursor.peek(1).isBlank, has(.logger) {
        cursor.position += 1
      } else {
        guard cursor.peek().isBlank else { return false }
        var following = self
        following.cursor.skipSpaces()
        let isLevel =
          following.level() != nil
          || following.takeEnclosed("[", "]") && following.parts.last?.part == .level
        guard has(.level) || has(.pid) || isLevel else { return false }
      }
      return has(.pid) ? !has(.tid) && add(.tid, digits) : add(.pid, digits)
    }

    /// Reads the content of brackets.
    private mutating func takeEnclosed(_ open: Unicode.Scalar, _ close: Unicode.Scalar) -> Bool {
      let start = cursor.position
      guard let inside = cursor.enclosed(open, close), inside.count <= 96 else { return false }
      let end = cursor.position
      var inner = cursor.part(inside)
      inner.skipSpaces()
      let trimmed = inner.rest()
      guard !trimmed.isEmpty else { return false }
      let next = cursor.peek()
      var following = self
      guard next == 0 || next.isBlank || "[(:-|<".utf8.contains(next) || following.level() != nil
      else { return false }
      inner = cursor.part(trimmed)
      if !hasTime, let time = inner.time() {
        if inner.isAtEnd {
          if next == UInt8(ascii: ":") { cursor.position += 1 }
          return add(time.kind == .full ? .time : .clock, trimmed)
        }
        // The same brackets contain more parts, as in env_logger's lines.
        let isColon = inner.peek() == UInt8(ascii: ":") && inner.peek(1).isBlank
        guard inner.peek().isBlank || "|,".utf8.contains(inner.peek()) || isColon else {
          return false
        }
        return takeInside(trimmed, after: end)
      }
      if parts.isEmpty, let word = inner.word(), LogHead.isLevel(cursor.bytes[word]),
        inner.skipSpaces() > 0, inner.time() != nil
      {
        return takeInside(trimmed, after: end)
      }
      inner = cursor.part(trimmed)
      let text = cursor.bytes[trimmed]
      if !has(.level), LogHead.isLevel(text) {
        if next == UInt8(ascii: ":") { cursor.position += 1 }
        return add(.level, trimmed)
      }
      // `Server thread/INFO`
      if hasTime, !has(.level), !has(.thread), let slash = text.lastIndex(of: UInt8(ascii: "/")),
        slash > trimmed.lowerBound, LogHead.isLevel(text[(slash + 1)...])
      {
        if next == UInt8(ascii: ":") { cursor.position += 1 }
        return add(.thread, trimmed.lowerBound..<slash)
          && add(.level, slash + 1..<trimmed.upperBound)
      }
      if text.last == UInt8(ascii: "s"), !hasTime, parts.isEmpty,
        text.dropLast().allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") })
      {
        return add(.uptime, trimmed)
      }
      if next == UInt8(ascii: ":") { cursor.position += 1 }
      if parts.isEmpty, text.first?.isLetter == true, !text.contains(where: \.isBlank),
        isBeforeTime(skippingNumber: true)
      {
        return add(.tag, trimmed)
      }
      let isKnown = hasTime || has(.level) || has(.uptime)
      guard isKnown, open != "<" || !text.contains(where: \.isBlank) else {
        cursor.position = start
        return false
      }
      var digits = text
      if digits.first == UInt8(ascii: "#") { digits = digits.dropFirst() }
      if digits.allSatisfy(\.isDigit) {
        let number = digits.startIndex..<digits.endIndex
        if !has(.pid) { return add(.pid, number) }
        if !has(.tid) { return add(.tid, number) }
        cursor.position = start
        return false
      }
      return takeWord(in: trimmed)
        || {
          cursor.position = start
          return false
        }()
    }

    /// Reads the content of brackets as a logger, a source location or a thread.
    private mutating func takeWord(in range: Range<Int>) -> Bool {
      let text = cursor.bytes[range]
      guard !text.contains(UInt8(ascii: "=")) else { return false }
      let isWord = !text.contains(where: \.isBlank)
      let colon = text.lastIndex(of: UInt8(ascii: ":"))
      if isWord, let colon, colon + 1 < range.upperBound,
        text[(colon + 1)...].allSatisfy(\.isDigit),
        text[..<colon].contains(UInt8(ascii: ".")), !has(.location)
      {
        return add(.location, range)
      }
      if isWord, text.contains(UInt8(ascii: ".")) || text.firstRange(ofColons: 2), !has(.logger) {
        return add(.logger, range)
      }
      return has(.thread) ? !has(.tag) && isWord && add(.tag, range) : add(.thread, range)
    }

    /// Reads several parts in one pair of brackets.
    private mutating func takeInside(_ range: Range<Int>, after end: Int) -> Bool {
      var inner = self
      inner.cursor = cursor.part(range)
      var found = false
      while !inner.cursor.isAtEnd, inner.parts.count < LogHead.longest {
        Self.skipSeparators(&inner.cursor)
        let start = inner.cursor.position
        if !inner.take() {
          inner.cursor.position = start
          guard inner.takeBareWord() else { return false }
        }
        found = true
      }
      parts = inner.parts
      if let last = parts.indices.last { parts[last].end = end }
      return found
    }

    private mutating func takeBareWord() -> Bool {
      guard !has(.logger), let word = cursor.word() else { return false }
      return add(.logger, word)
    }

    /// Reads the name of a logger, which is followed by a colon, a hyphen or a bracket.
    private mutating func takeName() -> Bool {
      guard hasTime || has(.level), !has(.logger),
        cursor.peek().isLetter || cursor.peek() == UInt8(ascii: "_")
      else { return false }
      guard
        let word = cursor.take(while: {
          $0.isNamePart || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "$")
        })
      else { return false }
      var name = word
      var number: Range<Int>?
      if cursor.bytes[name.upperBound - 1] == UInt8(ascii: ":") {
        name = name.lowerBound..<name.upperBound - 1
        guard cursor.peek().isBlank || cursor.isAtEnd else { return false }
      } else if cursor.peek() == UInt8(ascii: "[") {
        cursor.position += 1
        number = cursor.digits(1...10)
        guard number != nil, cursor.skip("]"), cursor.skip(":") || isLevelNext else { return false }
      } else {
        // `name - message`, `name | message`, `name : message`
        var following = cursor
        guard following.skipSpaces() > 0, "-|:".utf8.contains(following.peek()),
          following.peek(1).isBlank
        else { return false }
      }
      let text = cursor.bytes[name]
      guard !name.isEmpty, !LogHead.isLevel(text) || has(.level), text.first?.isDigit == false,
        !text.contains(UInt8(ascii: "@")), !text.starts(with: "http".utf8)
      else { return false }
      // `main.go:12:` and `module:function:12` are source locations.
      if let colon = text.lastIndex(of: UInt8(ascii: ":")), colon + 1 < name.upperBound,
        text[(colon + 1)...].allSatisfy(\.isDigit)
      {
        return !has(.location) && add(.location, name)
      }
      if let number, !has(.pid) {
        _ = add(.logger, name)
        return add(.pid, number)
      }
      return add(.logger, name)
    }
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  /// Whether this many colons are adjacent.
  fileprivate func firstRange(ofColons count: Int) -> Bool {
    var run = 0
    for byte in self {
      run = byte == UInt8(ascii: ":") ? run + 1 : 0
      if run == count { return true }
    }
    return false
  }
}
