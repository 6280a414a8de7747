import FeedValues
import Values

/// Documents that are read once they are complete, and while nothing more arrives: YAML, RSS or Atom.
///
/// A line of YAML that begins with `---` or `...` ends a document wherever it occurs, as YAML specifies, so that an
/// error in one does not affect the next.
package struct DocumentForm: Sendable {
  package enum Language: String { case yaml = "YAML", xml = "XML" }

  /// The reason why a document could not be read, and its line from 0.
  typealias Failure = YAMLReader.Failure

  package let language: Language
  /// The lines of the current document, each with its end.
  private var text: [UInt8] = []
  /// The line of the feed where it begins.
  private var start = 1
  /// The number of its bytes that were emitted while nothing more had arrived.
  private var given = 0
  /// The number of its bytes when it was last tried whether it can be read.
  private var tried = 0
  /// Whether it exceeds the maximum length of a document.
  private var isTooLong = false

  package init(_ language: Language) { self.language = language }

  /// Reads a line without its end.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - number: The number of the line in the feed.
  ///   - limit: The maximum number of bytes in a document.
  ///   - values: The values to which its documents are appended.
  package mutating func take(
    _ line: UnsafeBufferPointer<UInt8>,
    _ number: Int,
    limit: Int,
    into values: inout TextValues
  ) {
    if language == .yaml {
      let isEnd = Self.isMarker(line, UInt8(ascii: "."))
      if isEnd || Self.isMarker(line, UInt8(ascii: "-")) && !isDirectives {
        finish(limit: limit, into: &values)
        start = number
      }
      if isEnd { return }
    }
    guard !isTooLong else { return }
    if text.isEmpty { start = number }
    guard text.count + line.count < limit else {
      isTooLong = true
      text = []
      return
    }
    text.append(contentsOf: line)
    text.append(UInt8(ascii: "\n"))
  }

  /// The number of bytes that are read again at every pause.
  private static let alwaysRead = 1 << 14

  /// Whether there is text that was not tried whether it can be read.
  package var isBehind: Bool { tried < text.count }

  /// Handles a pause of the feed: a document that can be read is emitted, and again when it has grown.
  ///
  /// - Parameters:
  ///   - isLong: Whether the feed has been silent for a while; otherwise a long document is read again once it is
  ///     twice as long.
  ///   - values: The values to which its documents are appended.
  package mutating func rest(isLong: Bool, into values: inout TextValues) {
    guard isBehind,
      isLong || text.count <= Self.alwaysRead || text.count >= 2 * tried
    else { return }
    tried = text.count
    guard let documents = try? documents() else { return }
    given = text.count
    for document in documents { values.appendDocument(document) }
  }

  /// Handles the end of the document.
  package mutating func finish(limit: Int, into values: inout TextValues) {
    defer {
      text.removeAll(keepingCapacity: true)
      (given, tried) = (0, 0)
      isTooLong = false
    }
    if isTooLong { return values.refuse(FeedText.Malformed.longDocument(limit), line: start) }
    guard given < text.count else { return }
    do throws(Failure) {
      for document in try documents() { values.appendDocument(document) }
    } catch {
      let reason = FeedText.Malformed.document(language.rawValue, error.reason)
      values.refuse(reason, line: start + error.line)
    }
  }

  /// The documents of the text as JSON.
  private func documents() throws(Failure) -> [[UInt8]] {
    guard language == .xml else { return try text.withUnsafeBufferPointer(YAMLReader.documents) }
    do throws(XMLScanner.Failure) {
      return [try SyndicationReader.list(of: text)]
    } catch {
      let line = text.prefix(error.offset).count { $0 == UInt8(ascii: "\n") }
      throw Failure(reason: error.reason, line: line)
    }
  }

  /// Whether only directives have arrived, which belong to the following document.
  private var isDirectives: Bool {
    text.first == UInt8(ascii: "%")
      && text.split(separator: UInt8(ascii: "\n")).allSatisfy {
        $0.first == UInt8(ascii: "%") || $0.first == UInt8(ascii: "#")
      }
  }

  /// Whether a line is `---` or `...`, possibly with content after it.
  static func isMarker(_ line: UnsafeBufferPointer<UInt8>, _ byte: UInt8) -> Bool {
    line.count >= 3 && line.prefix(3).allSatisfy { $0 == byte }
      && (line.count == 3 || line[3].isBlank)
  }
}

extension TextValues {
  fileprivate mutating func appendDocument(_ json: [UInt8]) {
    appendValue(from: .json, isDocument: true) { $0 += json }
  }
}

/// Server-sent events: fields on lines, and a blank line after each event.
///
/// The data of an event is read as JSON, or as one line of text. The name of an event becomes the member
/// `event` of an object that has none, and of a row made from text. Source: HTML, "Server-sent events",
/// 9.2.6 (interpreting an event stream).
package struct ServerSentEventForm: Sendable {
  /// The maximum number of bytes of data that an event may have; a longer one is dropped and
  /// counted.
  let maximumDataLength: Int
  private var name: [UInt8] = []
  private var data: [UInt8] = []
  private var hasData = false
  private var isTooLong = false
  /// The place at which the event begins; nil between two events.
  private var start: TextValues.Place?

  private static let maximumNameLength = 1_024

  package init(maximumDataLength: Int) {
    self.maximumDataLength = maximumDataLength
  }

  /// Reads a line, which ends an event if it is blank.
  package mutating func take(_ line: UnsafeBufferPointer<UInt8>, into values: inout TextValues) {
    guard !line.isEmpty else { return dispatch(into: &values) }
    values.note(line.first == UInt8(ascii: ":") ? .legend : start == nil ? .row : .continuation)
    start = start ?? values.place
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.count
    var value = line[min(colon + 1, line.count)...]
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "data":
      if hasData { data.append(UInt8(ascii: "\n")) }
      data.append(contentsOf: value)
      hasData = true
      if data.count > maximumDataLength {
        data = []
        isTooLong = true
      }
    case "event": name = Array(value.prefix(Self.maximumNameLength))
    // Comments, `id` and `retry` (no connection is made here), and what is not known.
    default: break
    }
  }

  private mutating func dispatch(into values: inout TextValues) {
    defer {
      (name, start) = ([], nil)
      data.removeAll(keepingCapacity: true)
      hasData = false
      isTooLong = false
    }
    guard hasData else { return }
    if let start { values.place = start }
    guard !isTooLong else { return values.refuse(FeedText.Malformed.longEvent(maximumDataLength)) }
    data.withUnsafeBufferPointer { data in
      if !values.appendJSON(data, event: name) { values.appendLine(data, event: name) }
    }
  }
}
