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

  static let longest = 8

  /// The head that most of some lines share; nil if there is none.
  init?(of lines: [UnsafeBufferPointer<UInt8>]) {
    var heads = lines.map { Reader($0).parts.map(\.part) }.filter(Self.isHead)
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
    guard Self.isHead(parts) else { return nil }
  }

  /// Whether the lines contain a severity, or more than a time of day.
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
