import FeedValues
import Values

extension LineForm {
  static let cloud = LineForm(FeedText.Lines.cloud, GatewayLog.readCloud)
  static let uwsgi = LineForm(FeedText.Lines.uwsgi, GatewayLog.readUWSGI)
}

/// Access logs of load balancers and application servers, with fields between spaces.
enum GatewayLog {
  /// A log format of a cloud service: its fields in order, and how to recognise it.
  private struct Layout {
    let names: [LogName?]
    /// The fields that are instants.
    let times: [Int]
    /// The fields that are numbers or `-`.
    let numbers: ClosedRange<Int>
    /// The first word, if it identifies the format.
    let types: Set<String>
    /// The minimum number of fields.
    let least: Int

    init(
      _ names: String,
      times: [Int],
      numbers: ClosedRange<Int>,
      types: Set<String> = [],
      least: Int
    ) {
      self.names = names.split(separator: " ").map { $0 == "_" ? nil : LogName(String($0)) }
      (self.times, self.numbers, self.types, self.least) = (times, numbers, types, least)
    }
  }

  /// Sources: AWS, "Access logs for your Application Load Balancer", "… Classic Load Balancer",
  /// "… Network Load Balancer"; "Amazon S3 server access log format".
  private static let layouts: [Layout] = [
    Layout(
      """
      type time elb client target request_time target_time response_time status target_status \
      received_bytes bytes request agent ssl_cipher ssl_protocol target_group trace_id domain \
      certificate priority request_created actions redirect error targets target_statuses \
      classification classification_reason connection_trace
      """,
      times: [1],
      numbers: 5...11,
      types: ["http", "https", "h2", "grpcs", "ws", "wss"],
      least: 14
    ),
    Layout(
      """
      time elb client target request_time target_time response_time status target_status \
      received_bytes bytes request agent ssl_cipher ssl_protocol
      """,
      times: [0],
      numbers: 4...10,
      least: 12
    ),
    Layout(
      """
      type version time elb listener client target connection_time handshake_time received_bytes \
      bytes tls_alert certificate certificate_serial ssl_cipher ssl_protocol named_group domain \
      alpn_frontend alpn_backend alpn_client connection_created
      """,
      times: [2],
      numbers: 7...10,
      types: ["tls"],
      least: 16
    ),
    Layout(
      """
      owner bucket time client user request_id operation key request status error bytes size \
      total_ms turnaround_ms referer agent version host_id signature ssl_cipher authentication host \
      ssl_protocol
      """,
      times: [2],
      numbers: 11...14,
      least: 17
    ),
  ]

  private static let request = LogName("request")
  private static let maximumFields = 64

  /// A log line of an AWS load balancer or bucket.
  static func readCloud(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    var fields: [Range<Int>] = []
    while !cursor.isAtEnd, fields.count < maximumFields {
      guard let field = field(&cursor) else { return nil }
      fields.append(field)
      cursor.skipSpaces()
      // Most lines do not match: one of the first fields has to be a time.
      if fields.count == 3, !fields.contains(where: { isTime(cursor.part($0)) }) { return nil }
    }
    for layout in layouts where fields.count >= layout.least {
      if let record = read(fields, cursor, as: layout) { return record }
    }
    return nil
  }

  /// Reads a word, or a text in quotation marks or brackets that is followed by a space.
  private static func field(_ cursor: inout LogCursor) -> Range<Int>? {
    let start = cursor.position
    if let field = cursor.quoted() ?? cursor.enclosed("[", "]"),
      cursor.isAtEnd || cursor.peek().isBlank
    {
      return field
    }
    cursor.position = start
    return cursor.word()
  }

  private static func read(
    _ fields: [Range<Int>],
    _ cursor: LogCursor,
    as layout: Layout
  ) -> LogRecord? {
    guard layout.types.isEmpty || layout.types.contains(cursor.text(fields[0])),
      layout.times.allSatisfy({ isTime(cursor.part(fields[$0])) }),
      layout.numbers.allSatisfy({ isNumber(cursor.bytes[fields[$0]]) })
    else { return nil }
    var record = LogRecord()
    for (offset, field) in fields.enumerated() {
      guard offset < layout.names.count else {
        record.add(LogName("extra"), field.lowerBound..<cursor.bytes.count)
        break
      }
      guard let name = layout.names[offset] else { continue }
      if name == request {
        AccessLog.addRequest(field, of: cursor, to: &record)
      } else if !(field.count == 1 && cursor.bytes[field.lowerBound] == UInt8(ascii: "-")) {
        record.add(name, field)
      }
    }
    return record
  }

  /// Whether a field is a time, and not a number that might be one.
  private static func isTime(_ part: LogCursor) -> Bool {
    var (whole, part) = (part, part)
    return !isNumber(whole.bytes[whole.rest()]) && part.time()?.kind == .full && part.isAtEnd
  }

  private static func isNumber(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    bytes.allSatisfy { $0.isDigit || "-.".utf8.contains($0) } && !bytes.isEmpty
  }

  /// uwsgi: `[pid: 7|app: 0|req: 1/1] 127.0.0.1 () {28 vars in 301 bytes} [Sun Nov 22
  /// 10:00:00 2026] GET / => generated 12 bytes in 3 msecs (HTTP/1.1 200) …`.
  static func readUWSGI(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    guard let head = cursor.enclosed("[", "]") else { return nil }
    var part = cursor.part(head)
    guard part.skip(text: "pid: "), let pid = part.digits(1...10), part.skip(text: "|app: "),
      cursor.skipSpaces() > 0, let client = cursor.word(), cursor.skip(" "),
      let user = cursor.enclosed("(", ")"),
      cursor.skip(" "), cursor.enclosed("{", "}") != nil, cursor.skip(" "),
      let time = cursor.enclosed("[", "]"), isTime(cursor.part(time)), cursor.skip(" "),
      let verb = cursor.word(), cursor.skip(" "), let target = cursor.word(),
      cursor.skip(text: " => generated "), let size = cursor.digits(1...18),
      cursor.skip(text: " bytes in "), let elapsed = cursor.digits(1...18), cursor.skip(" "),
      let unit = cursor.word(), cursor.skip(text: " ("),
      let proto = cursor.word(), cursor.skip(" "), let code = cursor.digits(3...3), cursor.skip(")")
    else { return nil }
    var record = LogRecord()
    record.add(.time, .text(time))
    record.add(LogName("client"), .text(client))
    record.addText(LogName("user"), user, in: cursor)
    record.add(LogName("method"), .text(verb))
    record.add(LogName("path"), .text(target))
    record.add(LogName("protocol"), .text(proto))
    record.add(LogName("status"), .part(code))
    record.add(LogName("bytes"), .part(size))
    record.add(LogName(cursor.text(unit) == "micros" ? "elapsed_us" : "elapsed_ms"), .part(elapsed))
    record.add(.pid, .part(pid))
    record.add(LogName("extra"), cursor.rest())
    return record
  }
}
