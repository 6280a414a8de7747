/// The text between the fields of a line of a log, so that the line can be written again from the row made of it.
///
/// Most lines of a log have the same between their fields, so that many rows share a shape.
package final class LineShape: Hashable, Sendable {
  /// The names of the fields in the order of the line, as JSON strings.
  package let names: [[UInt8]]
  /// The text in front of each of them, and behind the last one.
  package let gaps: [[UInt8]]

  package init(names: [[UInt8]], gaps: [[UInt8]]) { (self.names, self.gaps) = (names, gaps) }

  /// Creates the shape of lines that are a field, and nothing besides.
  package convenience init(of name: String) {
    var json: [UInt8] = []
    json.appendJSONString(name.utf8)
    self.init(names: [json], gaps: [[], []])
  }

  /// The line that a row was made of, with the lines that belong to it; nil if it has lost a field.
  func line(of row: JSONValue) -> String? {
    var (line, others): ([UInt8], [UInt8]) = ([], [])
    for (name, gap) in zip(names, gaps) {
      guard let value = row.member(JSONValue(ByteSlice(ByteStore(name), 0..<name.count)).string)
      else { return nil }
      line += gap
      let text = Array(value.string.utf8)
      // Lines that continue an entry are behind the whole first line.
      let end = text.firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      line += text[..<end]
      others += text[end...]
    }
    return String(decoding: line + (gaps.last ?? []) + others, as: UTF8.self)
  }

  package static func == (left: LineShape, right: LineShape) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Row {
  /// The line that the row was made of, with those that continue it, if it is an entry of a log; nil otherwise.
  package var line: String? {
    looks(movedTo: 0).lazy.compactMap(\.shape).first.flatMap { $0.line(of: value) }
  }
}
