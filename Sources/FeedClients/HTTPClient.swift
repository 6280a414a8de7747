internal import FeedSources
internal import FeedValues

/// HTTP by curl(1): event streams, which resume after the last event; JSON streams; and documents,
/// which are requested again with validators.
///
/// All options of curl are passed on its standard input, so that headers and passwords do not appear in
/// the process list. Source: HTML, "Server-sent events"; RFC 9110.
final class HTTPClient: FeedClient {
  static let program = (name: "curl", package: "curl")

  private enum Kind {
    case document, stream, events
  }

  private struct Validators {
    var entityTag: String?
    var lastModified: String?
  }

  private let url: FeedURL
  private let options: ClientOptions
  /// The validators of the last document that was read to its end.
  private var validators = Validators()
  /// Those of the response.
  private var newValidators = Validators()
  private var lastEventID = ""
  private var retry: Duration?

  private var kind: Kind?
  private var head: [UInt8]? = []
  private var status = 0
  private var reason = ""
  private var events = EventIDs()
  /// Whether a document was read, so that each response is a list.
  private(set) var givesLists = false
  private(set) var contentType: String?
  private(set) var refusal: String?
  /// The first bytes of the body, until they show whether it is text; nil afterwards.
  private var bodyHead: [UInt8]? = []

  /// A bound that is not met: curl gives up after 300 KB of headers.
  private static let longestHead = 1 << 20

  init(_ url: FeedURL, _ options: ClientOptions) {
    (self.url, self.options) = (url, options)
  }

  func nextRun() -> ClientRun {
    head = []
    (status, reason, kind) = (0, "", nil)
    (refusal, bodyHead, newValidators) = (nil, [], Validators())
    events.reset()
    var lines = [
      "silent", "show-error", "no-buffer", "location", "include", "netrc-optional", "globoff",
      "compressed",
      "connect-timeout = 20", "keepalive-time = 15", "proto = \"=http,https\"",
      "user-agent = \"listview\"",
      "header = \"Accept: text/event-stream, application/x-ndjson, application/json;q=0.9, */*;q=0.5\"",
    ]
    func add(_ name: String, _ value: String) { lines.append("\(name) = \(Self.quoted(value))") }
    add("url", url.withoutCredentials)
    if let password = url.password { add("user", "\(url.user):\(password)") }
    // No compression is asked for, because it may delay events; a compressed body is decompressed nevertheless.
    let isAsked = options.headers.contains { $0.lowercased().hasPrefix("accept-encoding:") }
    if !isAsked { add("header", "Accept-Encoding: identity") }
    for header in options.headers { add("header", header) }
    if !lastEventID.isEmpty { add("header", "Last-Event-ID: \(lastEventID)") }
    if let tag = validators.entityTag {
      add("header", "If-None-Match: \(tag)")
    } else if let time = validators.lastModified {
      add("header", "If-Modified-Since: \(time)")
    }
    let text = lines.joined(separator: "\n") + "\n"
    return ClientRun(arguments: ["curl", "--disable", "--config", "-"], input: Array(text.utf8))
  }

  /// A text in the syntax of curl's configuration; it cannot continue on the next line.
  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.map {
      scalar in
      scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
    }
    return "\"\(escaped.joined())\""
  }

  func take(_ bytes: [UInt8]) -> [UInt8] {
    guard var head else { return takeBody(bytes) }
    head += bytes
    while let end = Self.endOfHead(head) {
      let text = String(decoding: head[..<end], as: UTF8.self)
      head.removeSubrange(..<end)
      guard takeHead(text) else { continue }
      self.head = nil
      return takeBody(head)
    }
    self.head = head.count > Self.longestHead ? [] : head
    return []
  }

  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    var position = 0
    while position + 1 < bytes.count {
      if bytes[position] == 0x0A {
        if bytes[position + 1] == 0x0A { return position + 2 }
        if bytes[position + 1] == 0x0D, position + 2 < bytes.count, bytes[position + 2] == 0x0A {
          return position + 3
        }
      }
      position += 1
    }
    return nil
  }

  /// Parses the header of a response; false if another response follows.
  private func takeHead(_ text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    let words = (lines.first ?? "").split(separator: " ", maxSplits: 2)
    status = words.count > 1 ? Int(words[1]) ?? 0 : 0
    reason = words.count > 2 ? String(words[2]) : ""
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      fields[line[..<colon].lowercased()] = String(value)
    }
    // The response of a proxy, an interim response, or a redirect.
    if status < 200 || 300..<400 ~= status && status != 304 && fields["location"] != nil {
      return false
    }
    if reason == "Connection established" || reason == "Connection Established" { return false }
    guard 200..<300 ~= status else { return true }
    contentType = fields["content-type"]
    let type = (contentType ?? "").lowercased()
    if type.hasPrefix("text/event-stream") {
      kind = .events
    } else if options.isStream || Self.streams.contains(where: type.hasPrefix)
      || type.contains("stream=watch")
    {
      kind = .stream
    } else {
      kind = .document
      givesLists = true
      newValidators = Validators(
        entityTag: fields["etag"],
        lastModified: fields["last-modified"]
      )
    }
    return true
  }

  private static let streams = [
    "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines",
    "application/json-seq", "application/stream+json", "application/x-json-stream",
  ]

  private func takeBody(_ bytes: [UInt8]) -> [UInt8] {
    guard 200..<300 ~= status else { return [] }
    checkContent(bytes)
    guard refusal == nil else { return [] }
    if kind == .events {
      events.take(bytes)
      lastEventID = events.last
      retry = events.retry ?? retry
    }
    return bytes
  }

  /// Refuses a body that is not text, whatever its header says.
  private func checkContent(_ bytes: [UInt8], isWhole: Bool = false) {
    guard let known = bodyHead else { return }
    let head = known + bytes.prefix(ContentKind.capacity - known.count)
    let kind = ContentKind.of(head, isWhole: isWhole, awaitsSample: true)
    bodyHead = kind == nil || head.count < ContentKind.capacity ? head : nil
    switch kind {
    case .compressed(let program): refusal = ClientText.compressed(program.rawValue, url.title)
    case .binary(let kind, let advice): refusal = FeedText.Content.binary(kind, advice)
    case .text, .utf16, nil: break
    }
  }

  /// Whether the response is not a stream, which may be silent.
  var hasDeadline: Bool { kind != .events && kind != .stream && !options.isStream }

  func endRun(_ failure: String?) -> RunEnd {
    if 200..<300 ~= status { checkContent([], isWhole: true) }
    if let refusal { return .failed(refusal) }
    if status == 304 { return failure.map(RunEnd.failed) ?? .unchanged }
    if let failure, status == 0 || 200..<300 ~= status, kind == nil || kind == .document {
      return .failed(failure)
    }
    guard 200..<300 ~= status else {
      return .failed("HTTP \(status)\(reason.isEmpty ? "" : " \(reason)")")
    }
    switch kind {
    case .events, .stream:
      // Nothing to report, and no further request.
      if status == 204 { return .over }
      return .lost(
        failure ?? ClientText.closedByServer,
        mayLackRows: kind == .stream || lastEventID.isEmpty,
        retry: retry
      )
    case .document, nil:
      validators = newValidators
      return .list
    }
  }
}

/// Extracts the identifiers of passing events.
struct EventIDs: Sendable {
  /// The identifier of the last complete event.
  private(set) var last = ""
  /// The delay before reconnecting, if the server specified one.
  private(set) var retry: Duration?
  private var current: String?
  private var line: [UInt8] = []
  private var endedWithReturn = false

  private static let longestLine = 4_096

  /// Discards an incomplete event.
  mutating func reset() {
    current = nil
    line = []
    endedWithReturn = false
  }

  mutating func take(_ bytes: [UInt8]) {
    for byte in bytes {
      if endedWithReturn {
        endedWithReturn = false
        if byte == 0x0A { continue }
      }
      if byte == 0x0A || byte == 0x0D {
        endedWithReturn = byte == 0x0D
        endLine()
      } else if line.count < Self.longestLine {
        line.append(byte)
      }
    }
  }

  private mutating func endLine() {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else {
      if let current { last = current }
      return
    }
    func value(_ name: String) -> String? {
      guard line.starts(with: name.utf8) else { return nil }
      var rest = line.dropFirst(name.utf8.count)
      guard rest.isEmpty || rest.removeFirst() == UInt8(ascii: ":") else { return nil }
      if rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
      return String(decoding: rest, as: UTF8.self)
    }
    if line.count < Self.longestLine, let id = value("id"), !id.utf8.contains(0) { current = id }
    if let text = value("retry"), let milliseconds = Int(text), 0...3_600_000 ~= milliseconds {
      retry = .milliseconds(milliseconds)
    }
  }
}
