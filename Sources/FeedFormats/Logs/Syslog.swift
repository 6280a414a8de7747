import FeedValues
import Values

extension LineForm {
  static let syslog5424 = LineForm(
    FeedText.Lines.syslog5424,
    continuation: .indented,
    Syslog.read5424
  )
  static let monotonic = LineForm(
    FeedText.Lines.monotonic,
    continuation: .indented,
    Syslog.readMonotonic
  )
  static let syslog = LineForm(
    FeedText.Lines.syslog,
    continuation: .indented,
    Syslog.read3164
  )
}

/// Lines of the system log: RFC 3164 and 5424, and the output of journalctl(1) and dmesg(1).
enum Syslog {
  private static let facility = LogName("facility")
  private static let messageID = LogName("msgid")
  private static let data = LogName("data")

  /// `<34>1 2003-10-11T22:14:15.003Z host app 123 ID47 [data@1 key="value"] message` (RFC 5424).
  static func read5424(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard let priority = priority(&cursor), cursor.skip(text: "1 ") else { return nil }
    var record = LogRecord()
    if !cursor.skip("-") {
      guard let time = cursor.time() else { return nil }
      record.add(.time, .text(time.range))
    }
    add(priority, to: &record)
    for name in [LogName.host, .process, .pid, messageID] {
      guard cursor.skip(" "), let word = cursor.word() else { return nil }
      if name == .pid, cursor.bytes[word].allSatisfy(\.isDigit) {
        record.add(name, .part(word))
      } else {
        record.addText(name, word, in: cursor)
      }
    }
    guard cursor.skip(" ") else { return nil }
    if !cursor.skip("-") {
      guard let elements = elements(&cursor) else { return nil }
      record.add(data, .json(elements))
    }
    guard cursor.isAtEnd || cursor.skip(" ") else { return nil }
    _ = cursor.skip(text: "\u{FEFF}")
    record.addMessage(cursor.rest())
    return record
  }

  /// `Nov 22 10:00:00 host program[123]: message`, with or without a priority before it, and the same
  /// with the other times that syslog daemons and journalctl write.
  static func read3164(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    let priority = priority(&cursor)
    var record = LogRecord()
    guard let time = cursor.time(), time.kind == .full, cursor.skip(" ") else { return nil }
    record.add(.time, .text(time.range))
    if let priority { add(priority, to: &record) }
    // rsyslog writes microseconds and the offset, which the entries of a program rarely have.
    let stamp = cursor.bytes[time.range]
    let isRsyslog =
      stamp.count == 32 && stamp.contains(UInt8(ascii: "T")) && stamp.last != UInt8(ascii: "Z")
    let isClassic = stamp.first?.isLetter == true || isRsyslog
    guard tag(&cursor, to: &record, needsNumber: !isClassic && priority == nil) else { return nil }
    record.addMessage(cursor.rest())
    return record
  }

  /// `[   12.345678] host program[123]: message` of journalctl, and `[   12.345678] message` of the
  /// kernel.
  static func readMonotonic(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    var record = LogRecord()
    // dmesg -x: `kern  :info  : [    0.000000] message`
    if cursor.peek().isLetter {
      guard let name = cursor.take(while: { $0.isLetter }) else { return nil }
      cursor.skipSpaces()
      guard cursor.skip(":"), let word = cursor.take(while: { $0.isLetter }),
        LogHead.isLevel(cursor.bytes[word])
      else { return nil }
      record.add(.level, .text(word))
      record.add(facility, .text(name))
      cursor.skipSpaces()
      guard cursor.skip(":"), cursor.skip(" ") else { return nil }
    }
    guard cursor.skip("[") else { return nil }
    cursor.skipSpaces()
    let start = cursor.position
    guard cursor.digits(1...9) != nil, cursor.skip("."), cursor.digits(6...6) != nil else {
      return nil
    }
    record.add(.seconds, .part(start..<cursor.position))
    guard cursor.skip("]"), cursor.isAtEnd || cursor.skip(" ") else { return nil }
    let message = cursor
    if !tag(&cursor, to: &record, needsNumber: true) { cursor = message }
    record.addMessage(cursor.rest())
    return record
  }

  /// Reads `host program[123]: `, or `host program: ` if no number is needed.
  private static func tag(
    _ cursor: inout LogCursor,
    to record: inout LogRecord,
    needsNumber: Bool
  ) -> Bool {
    guard let host = cursor.word(), cursor.skip(" "), !LogHead.isLevel(cursor.bytes[host]),
      cursor.bytes[host].allSatisfy({ $0.isNamePart || $0 == UInt8(ascii: ":") }),
      cursor.bytes[host.upperBound - 1] != UInt8(ascii: ":"),
      let program = program(&cursor, to: &record)
    else { return false }
    var number: Range<Int>?
    if cursor.skip("[") {
      number = cursor.digits(1...10)
      guard number != nil, cursor.skip("]") else { return false }
    }
    let isKernel = cursor.bytes[program].elementsEqual("kernel".utf8)
    guard cursor.skip(":"), cursor.isAtEnd || cursor.peek().isBlank,
      number != nil || isKernel || !needsNumber && !LogHead.isLevel(cursor.bytes[program])
    else { return false }
    record.add(.host, .text(host))
    record.add(.process, .text(program))
    record.add(.pid, number)
    return true
  }

  /// Reads the name of a program, optionally after `daemon.warning`, which busybox's syslogd writes.
  private static func program(
    _ cursor: inout LogCursor,
    to record: inout LogRecord
  ) -> Range<Int>? {
    func isPart(_ byte: UInt8) -> Bool { !byte.isBlank && !"[]:\"".utf8.contains(byte) }
    guard let word = cursor.take(while: isPart) else { return nil }
    guard cursor.peek() == UInt8(ascii: " "), !record.has(.level),
      let point = cursor.bytes[word].firstIndex(of: UInt8(ascii: ".")),
      LogHead.isLevel(cursor.bytes[point + 1..<word.upperBound]),
      facilities.contains(cursor.text(word.lowerBound..<point))
    else { return word }
    cursor.position += 1
    record.add(.level, .text(point + 1..<word.upperBound))
    record.add(facility, .text(word.lowerBound..<point))
    return cursor.take(while: isPart)
  }

  /// Reads `<34>`: a facility and a severity.
  private static func priority(_ cursor: inout LogCursor) -> Int? {
    guard cursor.skip("<"), let digits = cursor.digits(1...3), cursor.skip(">"),
      let number = Int(cursor.text(digits)), number < 192
    else { return nil }
    return number
  }

  private static func add(_ priority: Int, to record: inout LogRecord) {
    record.add(.level, .bytes(Array(severities[priority % 8].utf8)))
    record.add(facility, .bytes(Array(facilities[priority / 8].utf8)))
  }

  private static let severities = [
    "emerg", "alert", "crit", "err", "warning", "notice", "info", "debug",
  ]

  /// The names that logger(1) uses.
  private static let facilities = [
    "kern", "user", "mail", "daemon", "auth", "syslog", "lpr", "news", "uucp", "cron", "authpriv",
    "ftp", "ntp", "security", "console", "solaris-cron", "local0", "local1", "local2", "local3",
    "local4", "local5", "local6", "local7",
  ]

  /// Reads structured data, `[id key="value" …][…]`, as a JSON object of the parameters, or of the elements if there are
  /// several, each an object of its parameters.
  private static func elements(_ cursor: inout LogCursor) -> [UInt8]? {
    var json: [UInt8] = []
    var ids: Set<LogName> = []
    var only: [UInt8] = []
    while cursor.skip("[") {
      guard let id = cursor.take(while: { !$0.isBlank && $0 != UInt8(ascii: "]") }) else {
        return nil
      }
      var parameters: [UInt8] = []
      var names: Set<LogName> = []
      while cursor.skip(" ") {
        guard let name = cursor.take(while: { !$0.isBlank && !"=]\"".utf8.contains($0) }),
          cursor.skip("="), let text = cursor.quoted()
        else { return nil }
        let label = LogName(cursor.bytes[name])
        guard names.insert(label).inserted else { continue }
        parameters += (parameters.isEmpty ? [] : [UInt8(ascii: ",")]) + label.json
        parameters.append(UInt8(ascii: ":"))
        parameters.appendJSONString(parameter(cursor.bytes[text]))
      }
      guard cursor.skip("]") else { return nil }
      let label = LogName(cursor.bytes[id])
      guard ids.insert(label).inserted else { continue }
      only = parameters
      json += (json.isEmpty ? [] : [UInt8(ascii: ",")]) + label.json
      json += Array(":{".utf8) + parameters + [UInt8(ascii: "}")]
    }
    if ids.count == 1 { json = only }
    return ids.isEmpty ? nil : [UInt8(ascii: "{")] + json + [UInt8(ascii: "}")]
  }

  /// A backslash escapes only `"`, `\` and `]` (RFC 5424, 6.3.3).
  private static func parameter(_ text: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var isEscaped = false
    for byte in text {
      if isEscaped {
        if !"\"\\]".utf8.contains(byte) { result.append(UInt8(ascii: "\\")) }
        result.append(byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        result.append(byte)
      }
    }
    if isEscaped { result.append(UInt8(ascii: "\\")) }
    return result
  }
}
