import FeedValues

/// The captions that tell tables with the same header apart: `Chain INPUT (policy ACCEPT)` and
/// `Chain web (1 references)` in the output of iptables(8).
extension TableFinder {
  /// The name that the line above a header gives its table, without anything in parentheses behind it, which may
  /// change; nil if there is no such line.
  static func caption(above header: Int, in lines: ArraySlice<TableLine>) -> ArraySlice<UInt8>? {
    let offset = header - 1
    guard offset >= lines.startIndex, offset == lines.startIndex || lines[offset - 1].isBlank,
      TableRuler(lines[offset]) == nil, TableGroups(lines[offset]) == nil
    else { return nil }
    let line = lines[offset]
    let words = line.words.prefix { line.trimmed($0).first != UInt8(ascii: "(") }
    // A time, or a number of a report, is another one each time.
    guard let first = words.first, let last = words.last, !words.contains(where: line.isNumber)
    else { return nil }
    let text = line.trimmed(first.lowerBound..<last.upperBound)
    return text.last == UInt8(ascii: ":") ? text.dropLast() : text
  }

  /// Whether a header is that of several tables, each with its own caption.
  static func hasCaptions(header: Int, in lines: ArraySlice<TableLine>) -> Bool {
    !captions(header: header, in: lines).isEmpty
  }

  /// The offsets of a header that is that of several tables, each with its own caption; empty if it is not.
  static func captions(header: Int, in lines: ArraySlice<TableLine>) -> [Int] {
    guard lines[header].words.count > 2, let first = caption(above: header, in: lines) else {
      return []
    }
    let others = lines[(header + 1)...].indices.filter { offset in
      isSame(lines[offset], lines[header]) && caption(above: offset, in: lines) != nil
    }
    return others.contains { caption(above: $0, in: lines) != first } ? [header] + others : []
  }

  /// Whether a header is printed again.
  static func isSame(_ line: TableLine, _ header: TableLine) -> Bool {
    line.words.count == header.words.count
      && zip(line.words, header.words).allSatisfy { word, name in
        line.trimmed(word).elementsEqual(header.trimmed(name))
      }
  }
}
