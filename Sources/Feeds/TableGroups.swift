/// The line above the names of a table, such as `---reads---` in vmstat(8): groups of columns.
struct TableGroups: Sendable {
  private let groups: [(range: Range<Int>, name: [UInt8])]

  /// Parses the line above a header; nil if it is not such a line.
  init?(_ line: TableLine) {
    let dash = UInt8(ascii: "-")
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

  /// The word above a range of characters; nil if there is none.
  func name(above range: Range<Int>) -> [UInt8]? {
    groups.first { $0.range.overlaps(range) }?.name
  }
}
