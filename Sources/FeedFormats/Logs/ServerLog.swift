import FeedValues
import Values

extension LineForm {
  static let nginxError = LineForm(
    FeedText.Lines.nginxError,
    continuation: .indented,
    ServerLog.readNginxError
  )
  static let apacheError = LineForm(
    FeedText.Lines.apacheError,
    continuation: .indented,
    ServerLog.readApacheError
  )
  static let postgresql = LineForm(
    FeedText.Lines.postgresql,
    continuation: .any,
    ServerLog.readPostgreSQL
  )
  static let samba = LineForm(
    FeedText.Lines.samba,
    continuation: .any,
    ServerLog.readSamba
  )
  static let mysqlSlow = LineForm(
    FeedText.Lines.mysqlSlow,
    continuation: .any,
    below: 3,
    ServerLog.readSlowQuery
  )
  static let fail2ban = LineForm(
    FeedText.Lines.fail2ban,
    continuation: .indented,
    ServerLog.readFail2ban
  )
  static let redis = LineForm(FeedText.Lines.redis, continuation: .indented, ServerLog.readRedis)
  static let container = LineForm(FeedText.Lines.container, ServerLog.readContainer)
}

/// Log lines in the own formats of servers.
enum ServerLog {
  private static let connection = LogName("connection")
  private static let module = LogName("module")
  private static let client = LogName("client")
  private static let role = LogName("role")
  static let stream = LogName("stream")

  /// nginx: `2026/11/22 10:00:00 [error] 12#13: *7 message, client: 1.2.3.4, server: x, request: "…"`.
  static func readNginxError(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard let time = cursor.time(), time.kind == .full, cursor.skip(text: " ["),
      let level = cursor.take(while: { $0.isLetter }), LogHead.isLevel(cursor.bytes[level]),
      cursor.skip(text: "] "), let pid = cursor.digits(1...10), cursor.skip("#"),
      let thread = cursor.digits(1...10), cursor.skip(text: ": ")
    else { return nil }
    var record = LogRecord()
    record.add(.time, .text(time.range))
    record.add(.level, .text(level))
    record.add(.pid, .part(pid))
    record.add(.tid, .part(thread))
    if cursor.skip("*") { record.add(connection, cursor.digits(1...18)) }
    var message = cursor.rest()
    let parts = trailingParts(cursor, message)
    message = message.lowerBound..<(parts.start ?? message.upperBound)
    record.addMessage(message)
    for part in parts.parts { record.add(LogName(cursor.bytes[part.name]), .text(part.value)) }
    return record
  }

  /// The `, client: …, request: "…"` after a message, which ends where the first of them begins.
  private static func trailingParts(
    _ cursor: LogCursor,
    _ message: Range<Int>
  ) -> (start: Int?, parts: [(name: Range<Int>, value: Range<Int>)]) {
    let names: [StaticString] = [
      "client", "server", "request", "upstream", "host", "referrer", "subrequest", "login",
    ]
    var parts: [(name: Range<Int>, value: Range<Int>)] = []
    var start: Int?
    var part = cursor.part(message)
    var seen: Set<Int> = []
    while !part.isAtEnd {
      let begin = part.position
      guard part.skip(text: ", "),
        let found = names.indices.first(where: { index in
          var probe = part
          return !seen.contains(index) && probe.skip(text: names[index]) && probe.skip(text: ": ")
        })
      else {
        part.position = begin + 1
        continue
      }
      let name = part.position..<part.position + names[found].utf8CodeUnitCount
      part.position = name.upperBound + 2
      let value =
        part.quoted() ?? part.take { $0 != UInt8(ascii: ",") } ?? part.position..<part.position
      seen.insert(found)
      parts.append((name, value))
      start = start ?? begin
    }
    return (start, parts)
  }

  /// Apache: `[Sun Nov 22 10:00:00.123456 2026] [core:error] [pid 12:tid 34] [client 1.2.3.4:5] message`.
  static func readApacheError(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard let time = cursor.enclosed("[", "]") else { return nil }
    var inner = cursor.part(time)
    guard inner.peek().isLetter, inner.time()?.kind == .full, inner.isAtEnd, cursor.skip(" "),
      let kind = cursor.enclosed("[", "]")
    else { return nil }
    var record = LogRecord()
    record.add(.time, .text(time))
    inner = cursor.part(kind)
    // Without a module, Apache 2.4 writes `[:error]`.
    let isModuleless = inner.skip(":")
    guard let first = inner.take(while: { $0 != UInt8(ascii: ":") }) else { return nil }
    var level = first
    if !isModuleless, inner.skip(":") {
      level = inner.rest()
      record.add(module, .text(first))
    }
    guard LogHead.isLevel(cursor.bytes[level]) else { return nil }
    record.add(.level, .text(level))
    while cursor.skip(" "), let part = cursor.enclosed("[", "]") {
      inner = cursor.part(part)
      if inner.skip(text: "pid ") {
        record.add(.pid, inner.digits(1...10))
        if inner.skip(text: ":tid ") { record.add(.tid, inner.digits(1...20)) }
      } else if inner.skip(text: "client ") {
        record.add(client, .text(inner.rest()))
      } else {
        cursor.position = part.lowerBound - 1
        break
      }
    }
    record.addMessage(cursor.rest())
    return record
  }

  /// Redis: `123:M 22 Nov 2026 10:00:00.123 * message`.
  static func readRedis(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard let pid = cursor.digits(1...10), cursor.skip(":"), "XCSM".utf8.contains(cursor.peek())
    else { return nil }
    let letter = cursor.peek()
    cursor.position += 1
    guard cursor.skip(" "), let time = cursor.time(), time.kind == .full, cursor.skip(" "),
      let level = redisLevels[cursor.peek()]
    else { return nil }
    cursor.position += 1
    guard cursor.isAtEnd || cursor.skip(" ") else { return nil }
    var record = LogRecord()
    record.add(.time, .text(time.range))
    record.add(.level, .bytes(Array(level.utf8)))
    record.add(.pid, .part(pid))
    record.add(role, .bytes(Array(roles[letter, default: ""].utf8)))
    record.addMessage(cursor.rest())
    return record
  }

  /// The characters for levels, named as in redis.conf's `loglevel`.
  private static let redisLevels: [UInt8: String] = [
    UInt8(ascii: "."): "debug", UInt8(ascii: "-"): "verbose", UInt8(ascii: "*"): "notice",
    UInt8(ascii: "#"): "warning",
  ]

  private static let roles: [UInt8: String] = [
    UInt8(ascii: "X"): "sentinel", UInt8(ascii: "C"): "child", UInt8(ascii: "S"): "replica",
    UInt8(ascii: "M"): "master",
  ]

  /// PostgreSQL: `2026-11-22 10:00:00.123 UTC [123] user@database ERROR:  message`.
  ///
  /// The part between the time and the severity depends on `log_line_prefix`.
  static func readPostgreSQL(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard let time = cursor.time(), time.kind == .full else { return nil }
    var record = LogRecord()
    record.add(.time, .text(time.range))
    if cursor.skip(":") { return readHosted(cursor, record) }
    guard cursor.skip(" ") else { return nil }
    let prefix = cursor.position
    // The severity is the first word that a colon and two spaces follow.
    while let word = cursor.word() {
      let last = word.upperBound - 1
      if cursor.bytes[last] == UInt8(ascii: ":"), cursor.peek(1) == UInt8(ascii: " "),
        severities.contains(cursor.text(word.lowerBound..<last))
      {
        record.add(.level, .text(word.lowerBound..<last))
        addSession(cursor.part(prefix..<word.lowerBound), to: &record)
        record.addMessage(cursor.rest())
        return record
      }
      guard cursor.position - prefix < 256 else { return nil }
      cursor.skipSpaces()
    }
    return nil
  }

  /// `10.0.0.1(5432):app@db:[12760]:LOG:  message` behind the time, as Amazon's RDS writes it.
  private static func readHosted(_ start: LogCursor, _ record: LogRecord) -> LogRecord? {
    var (cursor, record) = (start, record)
    let host = cursor.take { $0 != UInt8(ascii: ":") && !$0.isBlank }
    guard cursor.skip(":") else { return nil }
    let session = cursor.take { $0 != UInt8(ascii: ":") && !$0.isBlank }
    guard cursor.skip(text: ":["), let pid = cursor.digits(1...10), cursor.skip(text: "]:"),
      let word = cursor.take(while: { $0 != UInt8(ascii: ":") && !$0.isBlank }),
      severities.contains(cursor.text(word)), cursor.skip(":")
    else { return nil }
    record.add(.level, .text(word))
    record.addText(client, host, in: cursor)
    record.add(.pid, .part(pid))
    if let session { addSession(cursor.part(session), to: &record) }
    record.addMessage(cursor.rest())
    return record
  }

  private static let severities: Set<String> = [
    "DEBUG1", "DEBUG2", "DEBUG3", "DEBUG4", "DEBUG5", "INFO", "NOTICE", "WARNING", "ERROR", "LOG",
    "FATAL", "PANIC", "DETAIL", "HINT", "QUERY", "CONTEXT", "LOCATION", "STATEMENT", "BACKTRACE",
  ]

  /// Adds `[123] user@database` as fields, and anything else as one.
  private static func addSession(_ prefix: LogCursor, to record: inout LogRecord) {
    var cursor = prefix
    if let pid = cursor.enclosed("[", "]") {
      record.add(.pid, .part(pid))
      _ = cursor.skip(":")
    }
    cursor.skipSpaces()
    let rest = cursor.rest()
    let text = cursor.bytes[rest]
    if let sign = text.firstIndex(of: UInt8(ascii: "@")), !text.contains(where: \.isBlank) {
      record.add(LogName("user"), .text(rest.lowerBound..<sign))
      record.add(LogName("database"), .text(sign + 1..<rest.upperBound))
    } else if !rest.isEmpty {
      record.add(LogName("session"), .text(rest))
    }
  }

  /// A container's log on disk (CRI): `2026-11-22T10:00:00.123456789Z stdout F message`.
  static func readContainer(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard let time = cursor.time(), time.kind == .full, cursor.skip(text: " std"),
      cursor.skip(text: "out") || cursor.skip(text: "err"), cursor.skip(" "),
      "FP".utf8.contains(cursor.peek())
    else { return nil }
    var record = LogRecord()
    record.isPartial = cursor.peek() == UInt8(ascii: "P")
    cursor.position += 1
    guard cursor.isAtEnd || cursor.skip(" ") else { return nil }
    record.add(.time, .text(time.range))
    let name = time.range.upperBound + 1
    record.add(stream, .text(name..<name + 6))
    record.content = cursor.position..<line.count
    if !record.isPartial, let object = PrefixedLog.object(line, from: cursor.position) {
      PrefixedLog.add(object, to: &record)
      return record
    }
    // A part of an entry may end with a space.
    record.addMessage(record.isPartial ? cursor.position..<line.count : cursor.rest())
    return record
  }

  /// Samba: `[2026/11/22 10:00:00.123456,  0] ../source3/smbd/server.c:1741(main)`, and the message below.
  static func readSamba(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard cursor.skip("["), let time = cursor.time(), time.kind == .full, cursor.skip(",") else {
      return nil
    }
    cursor.skipSpaces()
    guard let level = cursor.digits(1...2) else { return nil }
    if cursor.skip(",") { cursor.skipSpaces() }
    let rest = cursor.take { $0 != UInt8(ascii: "]") }
    guard cursor.skip("]"), cursor.skip(" "), let place = cursor.word() else { return nil }
    var record = LogRecord()
    record.add(.time, .text(time.range))
    record.add(LogName("debug_level"), .part(level))
    record.addText(LogName("extra"), rest, in: cursor)
    record.add(.location, .text(place))
    record.addMessage(cursor.rest())
    return record
  }

  /// MySQL: `# Time: 2026-11-22T10:00:00.123456Z`, and the query with its statistics below.
  static func readSlowQuery(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard cursor.skip(text: "# Time: "), let time = cursor.time(), time.kind == .full,
      cursor.isAtEnd
    else { return nil }
    var record = LogRecord()
    record.add(.time, .text(time.range))
    record.addMessage(line.count..<line.count)
    return record
  }

  /// fail2ban: `2026-11-22 10:00:00,123 fail2ban.actions        [1234]: NOTICE  [sshd] Ban 1.2.3.4`.
  static func readFail2ban(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard let time = cursor.time(), time.kind == .full, cursor.skip(" "),
      let name = cursor.take(while: { $0.isNamePart }), cursor.skipSpaces() > 0,
      cursor.skip("["), let pid = cursor.digits(1...10), cursor.skip(text: "]: "),
      let level = cursor.take(while: { $0.isLetter }), LogHead.isLevel(line[level]),
      cursor.skipSpaces() > 0
    else { return nil }
    var record = LogRecord()
    record.add(.time, .text(time.range))
    record.add(.level, .text(level))
    record.add(.logger, .text(name))
    record.add(.pid, .part(pid))
    record.addMessage(cursor.rest())
    return record
  }
}
