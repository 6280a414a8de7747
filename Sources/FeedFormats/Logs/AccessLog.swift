import FeedValues
import Values

extension LineForm {
  static let access = LineForm(FeedText.Lines.access, AccessLog.read)
  static let gin = LineForm(FeedText.Lines.gin, AccessLog.readGin)
  static let haproxy = LineForm(FeedText.Lines.haproxy, AccessLog.readHAProxy)
  static let squid = LineForm(FeedText.Lines.squid, AccessLog.readSquid)
  static let uvicorn = LineForm(FeedText.Lines.uvicorn, AccessLog.readUvicorn)
}

/// Access logs of web servers.
enum AccessLog {
  private static let client = LogName("client")
  private static let identity = LogName("ident")
  private static let user = LogName("user")
  private static let method = LogName("method")
  private static let path = LogName("path")
  private static let proto = LogName("protocol")
  private static let request = LogName("request")
  private static let status = LogName("status")
  private static let bytes = LogName("bytes")
  private static let referer = LogName("referer")
  private static let agent = LogName("agent")
  private static let virtualHost = LogName("vhost")
  private static let forwarded = LogName("forwarded")
  private static let timeTaken = LogName("time_taken")
  private static let extra = LogName("extra")

  /// The common and the combined format of NCSA, Apache and nginx, optionally after a virtual host, with
  /// the addresses that a proxy forwarded, and followed by more fields.
  static func read(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    // Addresses, the user's name on the client, and the user's name.
    var words: [Range<Int>] = []
    while cursor.peek() != UInt8(ascii: "[") {
      guard words.count < 8, let word = userName(&cursor) else { return nil }
      cursor.skipSpaces()
      words.append(word)
    }
    guard words.count > 2, let user = words.popLast(), let identity = words.popLast(),
      let time = cursor.enclosed("[", "]")
    else { return nil }
    var inner = cursor.part(time)
    guard inner.time()?.kind == .full, inner.isAtEnd, cursor.skip(" ") else { return nil }
    var record = LogRecord()
    if words.count > 1, !isAddress(cursor.bytes[words[0]]) {
      record.add(virtualHost, .text(words.removeFirst()))
    }
    record.add(.time, .text(time))
    record.add(client, .text(words[0]))
    if words.count > 1 {
      record.add(forwarded, .text(words[1].lowerBound..<words[words.count - 1].upperBound))
    }
    record.addText(Self.identity, identity, in: cursor)
    record.addText(Self.user, user, in: cursor)
    // Apache's %D may stand before the request.
    if let taken = cursor.digits(1...18) {
      record.add(timeTaken, .part(taken))
      guard cursor.skip(" ") else { return nil }
    }
    guard let text = cursor.quoted(), cursor.skip(" ") else { return nil }
    addRequest(text, of: cursor, to: &record)
    guard let code = cursor.digits(3...3) else { return nil }
    record.add(status, .part(code))
    guard cursor.isAtEnd || cursor.skip(" ") else { return nil }
    if cursor.peek() == UInt8(ascii: "-") {
      cursor.position += 1
    } else {
      record.add(bytes, cursor.digits(1...18))
    }
    cursor.skipSpaces()
    if let text = cursor.quoted() {
      record.addText(referer, text, in: cursor)
      cursor.skipSpaces()
      record.addText(agent, cursor.quoted(), in: cursor)
    }
    record.add(extra, cursor.rest())
    return record
  }

  /// Whether a word is an address, unlike the name of a host.
  private static func isAddress(_ word: some Collection<UInt8>) -> Bool {
    word.allSatisfy { $0.isDigit || ".:,abcdefABCDEF".utf8.contains($0) }
      && word.contains { ".:".utf8.contains($0) }
  }

  /// A word before the bracket.
  private static func userName(_ cursor: inout LogCursor) -> Range<Int>? {
    let start = cursor.position
    while !cursor.isAtEnd, cursor.position - start < 128 {
      if cursor.peek() == UInt8(ascii: " ") { return start..<cursor.position }
      cursor.position += 1
    }
    return nil
  }

  /// Adds `GET /path HTTP/1.1` as separate fields, and anything else as one.
  static func addRequest(
    _ range: Range<Int>,
    of cursor: LogCursor,
    to record: inout LogRecord
  ) {
    var part = cursor.part(range)
    guard let verb = part.take(while: { $0 &- UInt8(ascii: "A") < 26 }), part.skip(" "),
      let target = part.word()
    else {
      record.addText(request, range, in: cursor)
      return
    }
    record.add(method, .text(verb))
    record.add(path, .text(target))
    part.skipSpaces()
    record.addText(proto, part.rest(), in: part)
  }

  /// uvicorn: `INFO:     127.0.0.1:36134 - "GET / HTTP/1.1" 200 OK`.
  static func readUvicorn(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard let word = cursor.take(while: { $0.isLetter }), LogHead.isLevel(cursor.bytes[word]),
      cursor.skip(":"), cursor.skipSpaces() > 0
    else { return nil }
    var record = LogRecord()
    record.add(.level, .text(word))
    guard let host = cursor.word(), cursor.skip(text: " - "), let text = cursor.quoted(),
      cursor.skip(" "), let code = cursor.digits(3...3)
    else { return nil }
    record.add(client, .text(host))
    addRequest(text, of: cursor, to: &record)
    record.add(status, .part(code))
    return record
  }

  /// Gin: `[GIN] 2026/11/22 - 10:00:00 | 200 |     1.317ms |     10.1.2.3 | GET      "/path"`.
  static func readGin(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard cursor.skip(text: "[GIN] "), let time = cursor.time(), time.kind == .full,
      cursor.skip(text: " | "), let code = cursor.digits(3...3), cursor.skip(text: " |")
    else { return nil }
    var record = LogRecord()
    record.add(.time, .text(time.range))
    record.add(status, .part(code))
    for name in [LogName("latency"), client] {
      cursor.skipSpaces()
      guard let word = cursor.word() else { return nil }
      record.add(name, .text(word))
      cursor.skipSpaces()
      guard cursor.skip("|") else { return nil }
    }
    cursor.skipSpaces()
    guard let verb = cursor.word() else { return nil }
    record.add(method, .text(verb))
    cursor.skipSpaces()
    guard let target = cursor.quoted() ?? cursor.word() else { return nil }
    record.add(path, .text(target))
    record.add(extra, cursor.rest())
    return record
  }

  /// HAProxy: `10.0.0.1:5432 [22/Nov/2026:10:00:00.123] front~ back/server 0/0/0/1/1 200 739 - - ---- 1/1/0/0/0 0/0 "GET /
  /// HTTP/1.1"`; of a connection the first three parts, and a message.
  static func readHAProxy(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard let peer = cursor.word(), line[peer].contains(UInt8(ascii: ":")), cursor.skip(" "),
      let time = cursor.enclosed("[", "]")
    else { return nil }
    var inner = cursor.part(time)
    guard inner.digits(1...2) != nil, inner.skip("/") else { return nil }
    inner = cursor.part(time)
    guard inner.time()?.kind == .full, inner.isAtEnd, cursor.skip(" "), let front = cursor.word()
    else { return nil }
    var record = LogRecord()
    record.add(.time, .text(time))
    record.add(client, .text(peer))
    record.add(LogName("frontend"), .text(front))
    cursor.skipSpaces()
    let start = cursor
    if let back = cursor.word(), line[back].contains(UInt8(ascii: "/")), cursor.skip(" "),
      let timers = cursor.word(), line[timers].contains(UInt8(ascii: "/")), cursor.skip(" "),
      let code = cursor.digits(3...3), cursor.skip(" "), let size = cursor.digits(1...18)
    {
      record.add(LogName("backend"), .text(back))
      record.add(LogName("timers"), .text(timers))
      record.add(status, .part(code))
      record.add(bytes, .part(size))
      let rest = cursor.rest()
      var end = rest.upperBound
      var tail = cursor.part(rest.upperBound..<rest.upperBound)
      if let quote = line[rest].firstIndex(of: UInt8(ascii: "\"")) {
        cursor = cursor.part(quote..<rest.upperBound)
        // A request that is cut off has no second mark.
        addRequest(cursor.quoted() ?? quote + 1..<rest.upperBound, of: cursor, to: &record)
        tail = cursor.position > quote ? cursor : tail
        end = quote
      }
      cursor = cursor.part(rest.lowerBound..<end)
      record.add(extra, cursor.rest())
      record.add(LogName("tail"), tail.rest())
    } else {
      cursor = start
      record.addMessage(cursor.rest())
    }
    return record
  }

  /// squid: `1795341600.123 45 10.0.0.1 TCP_MISS/200 1234 GET http://… - HIER_DIRECT/… text/html`.
  static func readSquid(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard let time = cursor.time(), time.kind == .full, cursor.skipSpaces() > 0,
      let elapsed = cursor.digits(1...12), cursor.skip(" "), let host = cursor.word(),
      cursor.skip(" "), let result = cursor.take(while: { $0.isLetter || $0 == UInt8(ascii: "_") }),
      cursor.skip("/"), let code = cursor.digits(3...3), cursor.skip(" "),
      let size = cursor.digits(1...18), cursor.skip(" "), let verb = cursor.word(),
      cursor.skip(" "), let target = cursor.word()
    else { return nil }
    var record = LogRecord()
    record.add(.time, .part(time.range))
    record.add(client, .text(host))
    record.add(method, .text(verb))
    record.add(path, .text(target))
    record.add(status, .part(code))
    record.add(bytes, .part(size))
    record.add(LogName("elapsed_ms"), .part(elapsed))
    record.add(LogName("result"), .text(result))
    record.add(extra, cursor.rest())
    return record
  }
}
