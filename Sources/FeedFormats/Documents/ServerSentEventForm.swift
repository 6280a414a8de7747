import FeedValues

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
