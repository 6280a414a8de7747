import FeedValues
import Values

/// The line above the names of a table, such as `---reads---` in vmstat(8): groups of columns.
struct TableGroups: Sendable {
  private let groups: [(range: Range<Int>, name: [UInt8])]

  /// Parses the line above a header; nil if it is not such a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - header: The names below it: if some are equal, words above them are groups, as in `zpool iostat`.
  init?(_ line: TableLine, above header: TableHeader? = nil) {
    if let header, let groups = Self.centred(line, above: header) {
      self.groups = groups
      return
    }
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

  /// The groups above names some of which are equal: each is above the names that are nearest to its middle.
  private static func centred(
    _ line: TableLine,
    above header: TableHeader
  ) -> [(range: Range<Int>, name: [UInt8])]? {
    let names = header.words.map { header.line.text($0) }
    let texts = line.phrases
    guard Set(names).count < names.count, texts.count > 1, texts.count * 2 <= names.count,
      texts.allSatisfy({ line.trimmed($0).allSatisfy { $0.isLetter || $0 == UInt8(ascii: " ") } }),
      header.words[0].upperBound < texts[0].lowerBound
    else { return nil }
    func middle(_ range: Range<Int>) -> Int { range.lowerBound + range.upperBound }
    let owners = header.words.map { name in
      texts.indices.min {
        abs(middle(texts[$0]) - middle(name)) < abs(middle(texts[$1]) - middle(name))
      } ?? 0
    }
    // Equal names are in different groups.
    let pairs = Set(zip(owners, names).map { "\($0) \($1)" })
    guard pairs.count == names.count else { return nil }
    return texts.indices.compactMap { text in
      let own = zip(owners, header.words).filter { $0.0 == text }.map(\.1)
      guard let first = own.first, let last = own.last else { return nil }
      return (first.lowerBound..<last.upperBound, Array(line.trimmed(texts[text])))
    }
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
