/// The line above the names of a table, such as `---reads---` in vmstat(8): groups of columns.
struct TableGroups: Sendable {
  private let groups: [(range: Range<Int>, name: [UInt8])]

  /// Parses the line above a header; nil if it is not such a line.
  init?(_ line: TableLine) {
    let dash = UInt8(ascii: "-")
    if let barred = Self.barred(line) {
      groups = barred
      return
    }
    guard line.words.contains(where: { line.trimmed($0).starts(with: [dash, dash]) }) else {
      return nil
    }
    groups = line.words.map { word in
      var text = line.trimmed(word)
      while text.first == dash { text.removeFirst() }
      while text.last == dash { text.removeLast() }
      return (word, Array(text))
    }
    guard groups.allSatisfy({ !$0.name.isEmpty }) else { return nil }
  }

  /// The groups between bars, as in `/proc/net/dev`: each has one word, and room for several columns below it.
  private static func barred(_ line: TableLine) -> [(range: Range<Int>, name: [UInt8])]? {
    let bars = (0..<line.count).filter { line.trimmed($0..<$0 + 1).first == UInt8(ascii: "|") }
    guard bars.count > 1, bars[0] > 0 else { return nil }
    let edges = [-1] + bars + [max(line.count, bars[bars.count - 1] + 1) + (1 << 10)]
    let groups = zip(edges, edges.dropFirst()).map { left, right in
      (range: left + 1..<right, name: Array(line.trimmed(left + 1..<right)))
    }
    let areWords = groups.allSatisfy { !$0.name.isEmpty && !$0.name.contains(UInt8(ascii: " ")) }
    let isWide = groups.dropFirst().allSatisfy { $0.range.count > $0.name.count * 2 }
    return areWords && isWide ? groups : nil
  }

  /// The word above a range of characters; nil if there is none.
  func name(above range: Range<Int>) -> [UInt8]? {
    groups.first { $0.range.overlaps(range) }?.name
  }
}
