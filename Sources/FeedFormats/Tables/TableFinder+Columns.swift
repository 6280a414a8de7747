import FeedValues

/// Columns without names, in lines that are padded so that their words are below each other: `update-alternatives
/// --get-selections`, `wc`, `/proc/self/maps`.
extension TableFinder {
  /// The columns of lines, the last of which may hold several words, or be empty; nil if they do not show any.
  ///
  /// Words of at least three columns begin or end at the same place in nearly every line, though not all of them are
  /// equally long.
  static func columns(of lines: ArraySlice<TableLine>) -> [TableColumn]? {
    alignedColumns(of: lines[startOfNameless(lines)...])
  }

  private static func alignedColumns(of lines: ArraySlice<TableLine>) -> [TableColumn]? {
    let lines = lines.filter { !$0.isBlank }
    guard lines.count > 3, let count = lines.map(\.words.count).min(), count > 1 else { return nil }
    func gap(_ line: TableLine, before offset: Int) -> Int {
      line.words[offset].lowerBound - line.words[offset - 1].upperBound
    }
    var columns: [Range<Int>] = []
    // Gaps differ, or there is more than a space everywhere.
    var (isPadded, isWide) = (false, true)
    var beginsAtPlace = false
    for offset in 0..<count {
      let words = lines.map { $0.words[offset] }
      let (start, end) = (place(words.map(\.lowerBound)), place(words.map(\.upperBound)))
      guard start != nil || end != nil,
        zip(lines, words).allSatisfy({ !isHalfOpen($0.trimmed($1)) })
      else { break }
      if offset > 0 {
        let gaps = Set(lines.map { gap($0, before: offset) })
        isPadded = isPadded || gaps.count > 1
        isWide = isWide && !gaps.contains(1)
      }
      beginsAtPlace = start != nil
      columns.append(
        (start ?? words.map(\.lowerBound).min() ?? 0)..<(end ?? words.map(\.upperBound).max() ?? 0)
      )
    }
    guard columns.count > 1, isPadded || isWide && columns.count > 2 else { return nil }
    // Text behind the columns goes on with the last one, or begins at one place; it has no columns of its own.
    let rest = lines.filter { $0.words.count > columns.count }
    let hasGaps = rest.count { line in
      line.words.indices.dropFirst(columns.count + 1).contains { gap(line, before: $0) > 1 }
    }
    guard hasGaps * 2 <= rest.count else { return nil }
    let goesOn = beginsAtPlace && rest.allSatisfy { gap($0, before: columns.count) == 1 }
    if !rest.isEmpty, !goesOn {
      guard let start = place(rest.map { $0.words[columns.count].lowerBound }) else { return nil }
      columns.append(start..<start + 1)
    }
    guard columns.count > 2 else { return nil }
    return columns.map { TableColumn(name: [], header: $0) }
  }

  /// The offset of the first of such lines: below comments, and titles that end with a colon or above a blank line.
  static func startOfNameless(_ lines: ArraySlice<TableLine>) -> Int {
    let start = startBelowTitles(lines)
    // Any other line may be a title above the rows.
    let isTitle =
      alignedColumns(of: lines[start...]) == nil
      && alignedColumns(of: lines[start...].dropFirst()) != nil
    return isTitle ? start + 1 : start
  }

  private static func startBelowTitles(_ lines: ArraySlice<TableLine>) -> Int {
    lines.indices.first { offset in
      let line = lines[offset]
      let isAboveBlank = offset + 1 < lines.endIndex && lines[offset + 1].isBlank
      return !line.isBlank && line.bytes.first != UInt8(ascii: "#")
        && line.bytes.last != UInt8(ascii: ":") && !isAboveBlank
    } ?? lines.startIndex
  }

  /// The place where nearly all of some edges are; nil if there is none.
  private static func place(_ edges: [Int]) -> Int? {
    let counts = Dictionary(grouping: edges, by: \.self).mapValues(\.count)
    return counts.first { $0.value * 8 >= edges.count * 7 }?.key
  }

  /// Whether a word has a parenthesis that another one closes.
  private static func isHalfOpen(_ word: ArraySlice<UInt8>) -> Bool {
    word.count { $0 == UInt8(ascii: "(") } != word.count { $0 == UInt8(ascii: ")") }
  }
}
