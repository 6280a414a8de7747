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

/// The columns that the spaces in all rows and in the header show.
extension TableHeader {
  /// The ranges between which there are so many spaces in all rows and in the header.
  private func bands(over rows: [TableLine], apart gap: Int = 2) -> [Range<Int>] {
    let lines = rows + [line]
    var bands: [Range<Int>] = []
    // Longer lines are read, but do not tell where columns end.
    for place in 0..<min(lines.map(\.count).max() ?? 0, 4_096)
    where !lines.allSatisfy({ $0.isSpace(place) }) {
      if let last = bands.last, place < last.upperBound + gap {
        bands[bands.count - 1] = last.lowerBound..<place + 1
      } else {
        bands.append(place..<place + 1)
      }
    }
    return bands
  }

  /// Finds columns whose names go on from the line above, or are there.
  ///
  /// - Parameters:
  ///   - upper: The line above.
  ///   - ruler: The ruler below both.
  ///   - rows: The rows.
  /// - Returns: The ranges of the columns; nil if the line is something else.
  func columns(
    below upper: TableLine,
    above ruler: TableRuler,
    over rows: [TableLine]
  ) -> [Range<Int>]? {
    var columns = ruler.segments
    if columns.count < 2 {
      // A title above names that are far apart.
      if upper.words.count > 1, upper.phrases.count == 1, wideGaps > 0 { return nil }
      let wide = bands(over: rows + [upper])
      let narrow = bands(over: rows + [upper], apart: 1)
      if narrow.count == max(words.count, upper.words.count), narrow.count > 2 {
        columns = narrow
      } else if wide.count > 1, wide.count == wideGaps + 1 {
        columns = wide
      } else {
        return nil
      }
    }
    func column(of word: Range<Int>) -> Int? {
      let all = columns.indices.filter { columns[$0].overlaps(word) }
      return all.count == 1 ? all[0] : nil
    }
    let (above, own) = (upper.words.map(column), words.map(column))
    guard !above.contains(nil), !own.contains(nil), !Set(above).isDisjoint(with: own),
      Set(own).count * 2 >= columns.count
    else { return nil }
    // The words of a title are closer to each other than columns are.
    for offset in above.indices.dropFirst() {
      guard let left = above[offset - 1], let right = above[offset], left != right else { continue }
      let distance = upper.words[offset].lowerBound - upper.words[offset - 1].upperBound
      if distance < 2, columns[right].lowerBound - columns[left].upperBound > 1 { return nil }
    }
    return columns
  }

  /// The ranges of columns that are two spaces apart everywhere, if names are in the middle of all that are wider; nil
  /// otherwise.
  func centredColumns(over rows: [TableLine]) -> [Range<Int>]? {
    let bands = bands(over: rows)
    guard bands.count > 2, bands.count == wideGaps + 1 else { return nil }
    var isCentred = false
    for band in bands {
      let names = words.filter(band.overlaps)
      let areTwo = zip(names, names.dropFirst()).contains { left, right in
        rows.contains { $0.hasWords(below: left, right) }
      }
      guard let first = names.first, let last = names.last, !areTwo else { return nil }
      let (left, right) = (first.lowerBound - band.lowerBound, band.upperBound - last.upperBound)
      if left + right > 1 {
        guard left > 0, right > 0 else { return nil }
        isCentred = true
      }
    }
    return isCentred ? bands : nil
  }

  /// Finds columns that are two spaces apart everywhere, with a name each, some of which are of several words.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - isUnderlined: Whether a line across the page is below the names, so that they need not be of several words.
  /// - Returns: The ranges of the columns; nil if there are none.
  func spacedColumns(over rows: [TableLine], isUnderlined: Bool = false) -> [Range<Int>]? {
    let bands = bands(over: rows)
    guard rows.count > 1, bands.count > (isUnderlined ? 1 : 2), bands.count == wideGaps + 1 else {
      return nil
    }
    // The names of several words that cells show to be one, and how many more than those that nothing shows.
    var (seen, balance) = (0, 0)
    for band in bands {
      let names = words.filter(band.overlaps)
      guard !names.isEmpty else { return nil }
      // Two words below two names are two cells, unless a comma is between them.
      let areTwo = zip(names, names.dropFirst()).contains { left, right in
        rows.count { row in
          let isList = row.words(before: left.upperBound).last.map {
            row.trimmed($0).last == UInt8(ascii: ",")
          }
          return row.hasWords(below: left, right) && isList != true
        } * 2 >= rows.count
      }
      if areTwo { return nil }
      // A cell below both words shows that they are one name.
      guard names.count > 1 else { continue }
      let pairs = zip(names, names.dropFirst())
      let isOne = pairs.allSatisfy { left, _ in rows.contains { !$0.isSpace(left.upperBound) } }
      seen += isOne ? 1 : 0
      balance += isOne || pairs.allSatisfy(isPhrase) ? 1 : -1
    }
    return (seen > 0 || isUnderlined) && balance >= 0 ? bands : nil
  }

  /// The ranges of columns between others that have a word in each row and no name, as that of the signs in `repquota`.
  func unnamedColumns(over rows: [TableLine]) -> [Range<Int>] {
    guard let first = words.first, let last = words.last, rows.count > 1 else { return [] }
    return bands(over: rows).filter { band in
      band.lowerBound > first.upperBound && band.upperBound < last.lowerBound
        && !words.contains { $0.overlaps(band) }
        && rows.allSatisfy { row in
          row.words(before: band.upperBound).last?.lowerBound == band.lowerBound
        }
    }
  }

  /// Whether names are two spaces apart at least, but for a few gaps, and so are the cells below them: the columns
  /// are padded by more than a space.
  func areApart(_ wide: Int, over rows: [TableLine]) -> Bool {
    guard wide > 2, (words.count - 1 - wide) * 2 <= wide else { return false }
    return zip(words, words.dropFirst()).allSatisfy { left, right in
      let gap = left.upperBound..<right.lowerBound
      guard gap.count > 1 else { return true }
      return zip(gap, gap.dropFirst()).contains { first, second in
        rows.allSatisfy { $0.isSpace(first) && $0.isSpace(second) }
      }
    }
  }

  /// Whether rows never have a word for each of two, but one for both; a column without cells is one of those that are
  /// all padded by as many spaces.
  func isOne(_ left: Range<Int>, _ right: Range<Int>, over rows: [TableLine]) -> Bool {
    if rows.contains(where: { $0.hasWords(below: left, right) }) { return false }
    let name = left.lowerBound..<right.upperBound
    let cells = rows.flatMap { $0.words(before: name.upperBound).filter { $0.overlaps(name) } }
    if !cells.isEmpty {
      return cells.allSatisfy { $0.displacement(from: name) == 0 }
        && cells.contains { $0.upperBound > left.upperBound }
    }
    let bands = bands(over: rows)
    return Set(zip(bands, bands.dropFirst()).map { $1.lowerBound - $0.upperBound }).count == 1
  }

  /// Whether rows have words below three quarters of the names.
  func hasWordsBelow(_ rows: [TableLine]) -> Bool {
    let count = rows.reduce(0) { sum, row in
      sum + words.count { name in row.words.contains { $0.overlaps(name) } }
    }
    return count * 4 >= rows.count * words.count * 3
  }
}

extension [TableColumn] {
  /// The columns, those with equal names behind the names of their groups.
  func named(below groups: TableGroups?) -> [TableColumn] {
    guard let groups else { return self }
    var counts: [[UInt8]: Int] = [:]
    for column in self { counts[column.name, default: 0] += 1 }
    return map { column in
      guard counts[column.name] ?? 0 > 1, let group = groups.name(above: column.header) else {
        return column
      }
      var column = column
      column.name = group + [UInt8(ascii: " ")] + column.name
      return column
    }
  }
}
