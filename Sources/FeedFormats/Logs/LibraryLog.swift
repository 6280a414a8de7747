import FeedValues
import Values

extension LineForm {
  static let glog = LineForm(FeedText.Lines.glog, continuation: .any, LibraryLog.readGlog)
  static let logcat = LineForm(FeedText.Lines.logcat, continuation: .any, LibraryLog.readLogcat)
  static let ruby = LineForm(FeedText.Lines.ruby, continuation: .any, LibraryLog.readRuby)
  static let logrus = LineForm(FeedText.Lines.logrus, continuation: .any, LibraryLog.readLogrus)
  static let tomcat = LineForm(FeedText.Lines.tomcat, continuation: .any, LibraryLog.readTomcat)
  static let php = LineForm(FeedText.Lines.php, continuation: .any, LibraryLog.readPHP)
  static let laravel = LineForm(FeedText.Lines.laravel, continuation: .any, LibraryLog.readLaravel)
  static let python = LineForm(FeedText.Lines.python, continuation: .indented) {
    LibraryLog.readPython($0) ?? LibraryLog.readTimedPython($0)
  }
}

/// Log lines in the own formats of logging libraries.
enum LibraryLog {

  /// glog and klog: `I1122 10:00:00.123456    1234 file.go:12] message`.
  static func readGlog(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard "IWEFD".utf8.contains(cursor.peek()) else { return nil }
    cursor.position = 1
    guard let date = cursor.digits(4...8), date.count != 5, date.count != 6, date.count != 7,
      cursor.skip(" "), let time = cursor.time(), time.kind == .clock, cursor.skipSpaces() > 0,
      let thread = cursor.digits(1...20), cursor.skip(" "),
      let place = cursor.take(while: { !$0.isBlank && $0 != UInt8(ascii: "]") }), cursor.skip("]")
    else { return nil }
    var record = LogRecord()
    let day = date.upperBound - 4
    guard let text = dated(cursor, day..<day + 2, day + 2..<day + 4, time.range) else { return nil }
    record.add(.time, .bytes(text))
    record.add(.level, .text(0..<1))
    record.add(.tid, .part(thread))
    record.add(.location, .text(place))
    record.addMessage(cursor.rest(), pairsOf: cursor)
    return record
  }

  /// Android: `11-22 10:00:00.123  1234  5678 I Tag: message`.
  static func readLogcat(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard let month = cursor.digits(2...2), cursor.skip("-"), let day = cursor.digits(2...2),
      cursor.skip(" "), let time = cursor.time(), time.kind == .clock, cursor.skipSpaces() > 0,
      let pid = cursor.digits(1...10), cursor.skipSpaces() > 0,
      let thread = cursor.digits(1...10), cursor.skip(" "), "VDIWEF".utf8.contains(cursor.peek()),
      cursor.peek(1) == UInt8(ascii: " "),
      let text = dated(cursor, month, day, time.range)
    else { return nil }
    var record = LogRecord()
    record.add(.time, .bytes(text))
    record.add(.level, .text(cursor.position..<cursor.position + 1))
    cursor.position += 2
    record.add(.pid, .part(pid))
    record.add(.tid, .part(thread))
    guard let tag = cursor.take(while: { $0 != UInt8(ascii: ":") }), cursor.skip(":") else {
      return nil
    }
    record.add(.tag, .text(trimmed(tag, cursor)))
    record.addMessage(cursor.rest())
    return record
  }

  private static func trimmed(_ range: Range<Int>, _ cursor: LogCursor) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, cursor.bytes[end - 1].isBlank { end -= 1 }
    return range.lowerBound..<end
  }

  /// `Nov 22 10:00:00.123`, from a month and a day in digits.
  private static func dated(
    _ cursor: LogCursor,
    _ month: Range<Int>,
    _ day: Range<Int>,
    _ clock: Range<Int>
  ) -> [UInt8]? {
    guard let month = Int(cursor.text(month)), 1...12 ~= month else { return nil }
    let name = LogCursor.monthNames[month - 1]
    return Array("\(name) \(cursor.text(day)) \(cursor.text(clock))".utf8)
  }

  /// Ruby: `I, [2026-11-22T10:00:00.123456 #123]  INFO -- program: message`.
  static func readRuby(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard "DIWEFA".utf8.contains(cursor.peek()) else { return nil }
    cursor.position = 1
    guard cursor.skip(text: ", ["), let time = cursor.time(), time.kind == .full,
      cursor.skip(text: " #"), let pid = cursor.digits(1...10), cursor.skip("]")
    else { return nil }
    cursor.skipSpaces()
    guard let level = cursor.word(), cursor.skip(text: " -- ") else { return nil }
    var record = LogRecord()
    record.add(.time, .text(time.range))
    record.add(.level, .text(level))
    record.add(.pid, .part(pid))
    let program = cursor.take { $0 != UInt8(ascii: ":") }
    guard cursor.skip(":") else { return nil }
    record.addText(.process, program, in: cursor)
    record.addMessage(cursor.rest())
    return record
  }

  /// Python's `logging` without a format: `WARNING:root:message`.
  static func readPython(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard let level = cursor.take(while: { $0 &- UInt8(ascii: "A") < 26 }), level.count > 3,
      LogHead.isLevel(cursor.bytes[level]), cursor.skip(":"),
      let logger = cursor.take(while: { $0.isNamePart && $0 != UInt8(ascii: "/") }),
      cursor.skip(":")
    else { return nil }
    var record = LogRecord()
    record.add(.level, .text(level))
    record.add(.logger, .text(logger))
    record.addMessage(cursor.rest())
    return record
  }

  /// Python's `logging` with the format `%(asctime)s:%(levelname)s:%(message)s`, or two colons between the parts.
  static func readTimedPython(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard let time = cursor.time(), time.kind == .full, cursor.skip(":") else { return nil }
    let isDouble = cursor.skip(":")
    guard let level = cursor.take(while: { $0 &- UInt8(ascii: "A") < 26 }), level.count > 3,
      LogHead.isLevel(cursor.bytes[level]), cursor.skip(text: isDouble ? "::" : ":")
    else { return nil }
    var record = LogRecord()
    record.add(.time, .text(time.range))
    record.add(.level, .text(level))
    record.addMessage(cursor.rest())
    return record
  }

  /// `java.util.logging`: `Nov 22, 2026 10:00:00 AM org.example.Server start`, and `SEVERE: message` below.
  static func readTomcat(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard cursor.peek().isLetter, let time = cursor.time(), time.kind == .full,
      "AP".utf8.contains(line[time.range.upperBound - 2]), cursor.skip(" "),
      let name = cursor.word(), line[name].contains(UInt8(ascii: ".")), cursor.skip(" "),
      let method = cursor.word(), cursor.isAtEnd
    else { return nil }
    var record = LogRecord()
    record.add(.time, .text(time.range))
    record.add(.logger, .text(name))
    record.add(LogName("method"), .text(method))
    record.addMessage(line.count..<line.count)
    return record
  }

  /// PHP: `[22-Nov-2026 10:00:00 UTC] PHP Warning:  message`.
  static func readPHP(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard let stamp = cursor.enclosed("[", "]"), cursor.skip(text: " PHP "),
      let kind = cursor.take(while: { $0 != UInt8(ascii: ":") }), cursor.skip(":")
    else { return nil }
    var inner = cursor.part(stamp)
    guard let time = inner.time(), time.kind == .full, kind.count < 32 else { return nil }
    var record = LogRecord()
    record.add(.time, .text(time.range))
    inner.skipSpaces()
    record.add(LogName("zone"), inner.rest())
    let words: [(StaticString, String)] = [
      ("Fatal", "fatal"), ("Recoverable", "error"), ("Parse", "error"), ("Core", "fatal"),
      ("Compile", "error"), ("Warning", "warning"), ("Notice", "notice"), ("Deprecated", "notice"),
    ]
    var word = cursor.part(kind)
    if let level = words.first(where: { word.skip(text: $0.0) })?.1 {
      record.add(.level, .bytes(Array(level.utf8)))
    }
    record.addMessage(kind.lowerBound..<cursor.rest().upperBound)
    return record
  }

  /// Monolog: `[2026-11-22 10:00:00] production.ERROR: message`.
  static func readLaravel(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard let stamp = cursor.enclosed("[", "]"), cursor.skip(" "),
      let channel = cursor.take(while: { $0.isNamePart && $0 != UInt8(ascii: ".") }),
      cursor.skip("."), let level = cursor.take(while: { $0 &- UInt8(ascii: "A") < 26 }),
      LogHead.isLevel(line[level]), cursor.skip(":"), cursor.isAtEnd || cursor.skip(" ")
    else { return nil }
    var inner = cursor.part(stamp)
    guard inner.time()?.kind == .full, inner.isAtEnd else { return nil }
    var record = LogRecord()
    record.add(.time, .text(stamp))
    record.add(.level, .text(level))
    record.add(.logger, .text(channel))
    record.addMessage(cursor.rest())
    return record
  }

  /// logrus on a terminal: `INFO[0003] message   key=value`, with seconds or a time.
  static func readLogrus(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard let level = cursor.take(while: { $0 &- UInt8(ascii: "A") < 26 }), level.count == 4,
      logrusLevels.contains(cursor.text(level)), let stamp = cursor.enclosed("[", "]"),
      cursor.skip(" ")
    else { return nil }
    var record = LogRecord()
    var inner = cursor.part(stamp)
    if inner.digits(4...12) != nil, inner.isAtEnd {
      guard let count = Int(cursor.text(stamp)) else { return nil }
      record.add(.seconds, .bytes(Array("\(count)".utf8)))
    } else {
      inner = cursor.part(stamp)
      guard inner.time() != nil, inner.isAtEnd else { return nil }
      record.add(.time, .text(stamp))
    }
    record.add(.level, .bytes(level.count == 4 ? word(cursor.text(level)) : []))
    record.addMessage(cursor.rest(), pairsOf: cursor)
    return record
  }

  private static let logrusLevels: Set<String> = [
    "TRAC", "DEBU", "INFO", "WARN", "ERRO", "FATA", "PANI",
  ]

  /// The level of which logrus writes the first four letters.
  private static func word(_ level: String) -> [UInt8] {
    let words = ["trace", "debug", "info", "warning", "error", "fatal", "panic"]
    return Array((words.first { $0.hasPrefix(level.lowercased()) } ?? level).utf8)
  }
}
