import FeedValues
import Values

/// Finds the header of a table among lines: below titles, next to rulers, between bars.
enum TableFinder {
  /// A header, and the kind of lines below it.
  struct Found {
    var kind: Kind
    /// The line above the names.
    var groups: TableGroups?
    /// The offset of the header's line.
    var header: Int
    /// The offset of the line after the header and its rulers.
    var body: Int
    /// The line above the header with the beginnings of its names.
    var upper: TableLine?
  }

  enum Kind {
    /// Names, with the rows below them.
    case plain(TableHeader)
    /// Names above a ruler that shows the ranges of the columns.
    case ruled(TableHeader, [Range<Int>])
    case barred(BarredTable)
  }

  /// The maximum number of lines before a header.
  static let titleLimit = 10
  /// The maximum number of rows that are examined to recognise a header.
  static let sampleSize = 20
  /// The maximum number of lines that are examined.
  static let lineLimit = titleLimit + sampleSize + 4

  /// Looks for a header among the first lines; nil if there is none, or its rows have not arrived.
  ///
  /// A header that is known, for example from an earlier run of a command, needs no rows.
  static func find(
    in lines: ArraySlice<TableLine>,
    knowing memory: TableMemory = TableMemory()
  ) -> Found? {
    var titles = 0
    // The words between lines across the page count as one title.
    var isBelowLine = false
    for offset in lines.indices {
      guard titles < titleLimit else { return nil }
      if lines[offset].isBlank { continue }
      let header = TableHeader(lines[offset])
      let isRuled = lines[(offset + 1)...].prefix(2).contains { TableRuler($0) != nil }
      if header.mayBeNames, !isRuled, isAmongEntries(header, rows(below: offset, in: lines)) {
        return nil
      }
      if let found = find(at: offset, in: lines) {
        // The last line of a text between lines is no header.
        let hasLines = lines[found.body...].contains { !$0.isBlank }
        if titles < 2 || hasLines { return found }
      }
      if memory.knows(header) {
        return Found(kind: .plain(header), header: offset, body: offset + 1)
      }
      let isLine = TableRuler(lines[offset])?.isAcross ?? false
      if isLine || !isBelowLine { titles += 1 }
      isBelowLine = isBelowLine || isLine
    }
    return nil
  }

  /// Whether there is a header at an offset, possibly below a ruler.
  static func find(at offset: Int, in lines: ArraySlice<TableLine>) -> Found? {
    let line = lines[offset]
    guard !line.isBlank else { return nil }
    if let ruler = TableRuler(line) { return framed(below: ruler, at: offset, in: lines) }
    if let names = BarredTable.names(inBorder: line),
      let table = BarredTable(header: [names], end: names.count)
    {
      return Found(kind: .barred(table), header: offset, body: offset + 1)
    }
    if let found = twoLines(at: offset, in: lines) { return found }
    if offset + 1 < lines.endIndex, let ruler = TableRuler(lines[offset + 1]), !ruler.isTop {
      // A title is underlined as well, and has nothing at once below.
      let isTitle = ruler.isAcross && offset + 2 < lines.endIndex && lines[offset + 2].isBlank
      return isTitle ? nil : ruled(by: ruler, at: offset, in: lines)
    }
    let hasUnits =
      offset + 1 < lines.endIndex
      && (isMarked(line) && isMarked(lines[offset + 1]) || areUnits(lines[offset + 1], below: line))
    let body = offset + (hasUnits ? 2 : 1)
    var rows = rows(below: body - 1, in: lines)
    let isMarked =
      isMarked(line) && (hasUnits || rows.contains { $0.words.count < line.words.count })
    let header = TableHeader(line, isMarked: isMarked)
    if header.isOnlyName(above: rows) {
      return Found(kind: .plain(header), header: offset, body: body)
    }
    guard header.mayBeNames else { return nil }
    let continuations = TableContinuations(rows, below: header.words)
    rows = TableForm.whole(
      rows,
      below: header.words,
      keepingSigns: true,
      continuations,
      isSample: true
    )
    if rows.count > 1, let columns = header.centredColumns(over: rows) {
      return Found(kind: .ruled(header, columns), header: offset, body: body)
    }
    // One that is printed again below each caption is a header, however its rows are shifted.
    let hasCaptions = hasCaptions(header: offset, in: lines)
    guard header.isAligned(above: rows) || hasCaptions else { return nil }
    let above = offset > lines.startIndex ? lines[offset - 1] : nil
    let groups = above.flatMap { TableGroups($0, above: header) }
    if let above, groups == nil, !header.isStrong, isRow(above, of: header) { return nil }
    if isAmongRows(offset, header, in: lines) { return nil }
    let isSingle = continuations == nil && !hasCaptions
    let columns = isSingle ? header.spacedColumns(over: rows) : nil
    let kind = columns.map { Kind.ruled(header, $0) } ?? .plain(header)
    return Found(kind: kind, groups: groups, header: offset, body: body)
  }

  /// A header of two lines above a ruler.
  private static func twoLines(at offset: Int, in lines: ArraySlice<TableLine>) -> Found? {
    let body = offset + 3
    guard body < lines.endIndex, !lines[body].isBlank, let ruler = TableRuler(lines[offset + 2]),
      !ruler.isTop, TableRuler(lines[offset + 1]) == nil, !lines[offset + 1].isBlank,
      offset == lines.startIndex || TableRuler(lines[offset - 1]) == nil
    else { return nil }
    let (upper, lower) = (lines[offset], lines[offset + 1])
    guard !(upper.bytes + lower.bytes).contains(where: \.isDigit) else { return nil }
    let end = ruler.extent.upperBound
    if let table = BarredTable(header: [upper, lower], end: end), table.names.count > 1 {
      guard BarredTable(header: [lower], end: end)?.hasBars(of: table) ?? false else { return nil }
      return Found(kind: .barred(table), header: offset + 1, body: body)
    }
    // A title above names between bars, or one that ends with a colon.
    let isTitle = BarredTable(header: [lower], end: end)?.names.count ?? 0 > 1
    let colon = UInt8(ascii: ":")
    guard !isTitle, !upper.words.contains(where: { upper.trimmed($0).last == colon }) else {
      return nil
    }
    let header = TableHeader(lower)
    let rows = rows(below: offset + 2, in: lines)
    guard let columns = header.columns(below: upper, above: ruler, over: rows) else { return nil }
    return Found(kind: .ruled(header, columns), header: offset + 1, body: body, upper: upper)
  }

  /// Whether a line has units in parentheses below some names, and nothing below the first: `(sec)`.
  private static func areUnits(_ line: TableLine, below header: TableLine) -> Bool {
    guard let first = line.words.first, let name = header.words.first,
      first.lowerBound > name.upperBound, line.words.count < header.words.count
    else { return false }
    let texts = line.words.map { line.trimmed($0) }
    return texts.allSatisfy { !$0.contains(where: \.isDigit) }
      && texts.contains { $0.first == UInt8(ascii: "(") && $0.last == UInt8(ascii: ")") }
  }

  /// Whether several lines above a possible header have words where it has them: it is a row as they are.
  private static func isAmongRows(
    _ offset: Int,
    _ header: TableHeader,
    in lines: ArraySlice<TableLine>
  ) -> Bool {
    let starts = Set(header.words.map(\.lowerBound))
    let phrases = header.line.phrases.dropFirst()
    let count = lines[..<offset].suffix(titleLimit).count { line in
      guard TableRuler(line) == nil, TableHeader(line).wideGaps > 1 else { return false }
      // Names that look like names have to be where all cells above them are.
      guard header.isStrong else {
        return line.words.count { starts.contains($0.lowerBound) } > 2
      }
      let cells = Set(line.phrases.map(\.lowerBound))
      return phrases.count > 1 && phrases.allSatisfy { cells.contains($0.lowerBound) }
    }
    return count > 1
  }

  /// Whether a header and its first row are indented below an entry of a list, and others follow at once, as in
  /// `ip -s link`.
  private static func isAmongEntries(_ header: TableHeader, _ rows: [TableLine]) -> Bool {
    func isAtMargin(_ row: TableLine) -> Bool {
      guard let first = row.words.first, row.words.count > 2 else { return false }
      return first.upperBound < header.words[0].lowerBound && !row.isSign(first)
    }
    guard let first = rows.first, !isAtMargin(first), !isAtMargin(header.line) else { return false }
    // The cells of a column may all end below its name, or be in its middle.
    let end = header.words[0].upperBound
    if rows.allSatisfy({ $0.words.contains { $0.upperBound == end } }) { return false }
    if header.centredColumns(over: rows) != nil { return false }
    // Names behind a label that another one follows, at the same place: those of a single interface.
    let start = header.words[0].lowerBound
    func isLabelled(_ line: TableLine) -> Bool {
      line.words.count > 2 && line.words[0].lowerBound == start
        && line.trimmed(line.words[0]).last == UInt8(ascii: ":")
    }
    let isLabel = start > 0 && isLabelled(header.line)
    return rows.dropFirst().contains {
      isAtMargin($0) || isLabel && isLabelled($0) && !$0.bytes.contains(where: \.isDigit)
    }
  }

  /// Whether a line begins with a sign by itself, as the names and the units above the processes of `nvidia-smi pmon`, or
  /// the names of `/proc/slabinfo`.
  static func isMarked(_ line: TableLine) -> Bool {
    line.words.count > 2 && line.trimmed(line.words[0]).elementsEqual("#".utf8)
  }

  /// Whether a line above a possible header is a row like those below it, and not a title: its words, the first of
  /// which is at the margin anyway, begin below each other, and are as many or are far apart.
  private static func isRow(_ line: TableLine, of header: TableHeader) -> Bool {
    let words = line.words.dropFirst()
    let isApart = TableHeader(line).wideGaps == words.count
    guard !words.isEmpty, isApart || line.words.count == header.words.count else { return false }
    let starts = Set(header.words.map(\.lowerBound))
    return words.allSatisfy { starts.contains($0.lowerBound) }
  }

  /// The first lines of a table that are not blank, up to its end or that of another one with the same header.
  static func rows(below offset: Int, in lines: ArraySlice<TableLine>) -> [TableLine] {
    var rows: [TableLine] = []
    for (position, line) in zip((offset + 1)..., lines[(offset + 1)...]) {
      if line.isBlank {
        // There may be a blank line between the header and the rows.
        if rows.isEmpty { continue }
        break
      }
      let next = position + 1
      if let ruler = TableRuler(line) {
        // Below a line across the page there may be more rows, or a title.
        let isTitle =
          ruler.isAcross && next < lines.endIndex
          && lines[next].words.count * 2 < lines[offset].words.count
        if isTitle, !rows.isEmpty { break }
        continue
      }
      if isDashedTitle(line) || isSame(line, lines[offset])
        || next < lines.endIndex && isSame(lines[next], lines[offset])
        || isTitle(at: position, in: lines) || isTitle(line, leftOf: lines[offset])
      {
        break
      }
      rows.append(line)
      if rows.count == sampleSize { break }
    }
    return rows
  }

  /// Whether a line ends with a colon and begins left of the names that are indented: `Key to Flags:`.
  private static func isTitle(_ line: TableLine, leftOf header: TableLine) -> Bool {
    line.bytes.last == UInt8(ascii: ":") && line.words.count > 1
      && line.words[0].lowerBound == 0 && header.words.first?.lowerBound ?? 0 > 0
  }

  /// Whether a line is a title between dashes, as those of ipcs(1): `------ Message Queues --------`.
  static func isDashedTitle(_ line: TableLine) -> Bool {
    guard line.words.count > 2, let first = line.words.first, let last = line.words.last else {
      return false
    }
    return [first, last].allSatisfy { word in
      word.count > 2 && line.trimmed(word).allSatisfy { "-=".utf8.contains($0) }
    }
      && line.words.dropFirst().dropLast().allSatisfy {
        line.trimmed($0).contains(where: \.isLetter)
      }
  }

  /// Whether a line is the title of a table that follows at once: a sentence, names that are far apart, and a row with
  /// numbers.
  static func isTitle(at offset: Int, in lines: ArraySlice<TableLine>) -> Bool {
    let body = offset + 2
    guard body < lines.endIndex, lines[offset].words.count > 1, !lines[body].isBlank else {
      return false
    }
    func hasDigits(_ line: TableLine) -> Bool { line.bytes.contains(where: \.isDigit) }
    guard !hasDigits(lines[offset]), !hasDigits(lines[offset + 1]), hasDigits(lines[body]),
      TableHeader(lines[offset]).wideGaps == 0
    else { return false }
    let header = TableHeader(lines[offset + 1])
    return header.mayBeNames && header.words.count > 2 && header.wideGaps > 1
  }

  /// A header above a ruler.
  private static func ruled(
    by ruler: TableRuler,
    at offset: Int,
    in lines: ArraySlice<TableLine>
  ) -> Found? {
    let line = lines[offset]
    let body = offset + 2
    if let table = BarredTable(header: [line], end: ruler.extent.upperBound),
      table.names.count > 1 || isBarred(ruler, line),
      !table.isDivided(by: ruler)
    {
      if isTitle(table, aboveRulerAt: offset + 1, in: lines) {
        return boxed(belowTitleAt: offset, in: lines)
      }
      return Found(
        kind: .barred(table),
        header: offset,
        body: startOfRows(of: table, belowRulerAt: offset + 1, in: lines)
      )
    }
    let under = ruler.segments.filter { segment in line.words.contains { $0.overlaps(segment) } }
    guard ruler.segments.count > 1, under.count * 2 > ruler.segments.count,
      line.words.allSatisfy({ word in
        ruler.segments.contains { $0.overlaps(word) } || line.isBar(word.lowerBound)
      })
    else {
      // psql(1) centres the name of a single column; below a title the line begins with the title.
      guard ruler.segments.count == 1, line.words.first?.lowerBound ?? 0 > 0,
        ruler.extent.lowerBound == 0, TableHeader(line).wideGaps == 0,
        line.trimmed(line.words[0]).first?.isDigit == false, line.words.count < 5,
        body < lines.endIndex,
        lines[body].words.first?.lowerBound == 1
          || lines[body].isBlank || lines[body].words.first?.lowerBound ?? 0 > 0
          || TableForm.isRowCount(lines[body])
      else { return plain(at: offset, in: lines) }
      return Found(kind: .ruled(TableHeader(line), ruler.segments), header: offset, body: body)
    }
    let header = TableHeader(line)
    let groups = offset > lines.startIndex ? TableGroups(lines[offset - 1], above: header) : nil
    return Found(kind: .ruled(header, ruler.segments), groups: groups, header: offset, body: body)
  }

  private static func isBarred(_ ruler: TableRuler, _ line: TableLine) -> Bool {
    line.words.first?.lowerBound == ruler.extent.lowerBound
      && line.words.last?.upperBound == ruler.extent.upperBound
  }

  /// A header that is not above a ruler with columns.
  private static func plain(at offset: Int, in lines: ArraySlice<TableLine>) -> Found? {
    let header = TableHeader(lines[offset])
    let rows = rows(below: offset + 1, in: lines)
    guard header.mayBeNames, !rows.isEmpty else { return nil }
    // A line across the page is below names, or else below a title, which ends in its first half.
    let line = lines[offset + 1]
    let ruler = TableRuler(line)
    let isCovered = ruler?.segments.count == 1 && line.count >= header.line.count
    let isUnderlined =
      (ruler?.isAcross ?? false || isCovered && header.wideGaps > 0)
      && header.line.count * 2 > line.count
    let columns =
      header.centredColumns(over: rows)
      ?? header.spacedColumns(over: rows, isUnderlined: isUnderlined)
    if let columns {
      return Found(kind: .ruled(header, columns), header: offset, body: offset + 2)
    }
    guard header.isAligned(above: rows, isUnderlined: isUnderlined) else { return nil }
    let groups = offset > lines.startIndex ? TableGroups(lines[offset - 1], above: header) : nil
    return Found(kind: .plain(header), groups: groups, header: offset, body: offset + 2)
  }

  /// The offset of a header without rows, with nothing but a title above it, or with titles between dashes above
  /// each of several; nil if there is none.
  static func alone(in lines: ArraySlice<TableLine>) -> Int? {
    let filled = lines.indices.filter { !lines[$0].isBlank }
    guard let last = filled.last else { return nil }
    let titles = filled.filter { isDashedTitle(lines[$0]) }
    let header = TableHeader(lines[last])
    if titles.count * 2 == filled.count, titles.count > 1, titles[0] == filled[0],
      titles.allSatisfy({ offset in
        let header = offset + 1 < lines.endIndex ? TableHeader(lines[offset + 1]) : nil
        return header.map { $0.mayBeNames && $0.wideGaps > 1 } ?? false
      })
    {
      return titles[0] + 1
    }
    guard filled.count < 3 else { return nil }
    return header.standsAlone && (filled.count == 1 || header.words.count > 4) ? last : nil
  }

  /// Whether the first of some lines may be a header before any row has arrived, or the last one, below a title
  /// or the names of groups.
  static func mayBegin(_ lines: [TableLine]) -> Bool {
    guard let first = lines.first(where: { !$0.isBlank }), let last = lines.last else {
      return false
    }
    if mayBegin(first) { return true }
    // A time may be that of a list below it.
    if first.isTime, lines.count(where: { !$0.isBlank }) == 1 { return true }
    let above = lines.dropLast().drop(while: \.isBlank)
    let isBelowTitle = above.count > 1 && above.dropFirst().allSatisfy(\.isBlank)
    let isBelowGroups = above.count == 1 && (TableGroups(first) != nil || first.isTime)
    return (isBelowTitle || isBelowGroups) && mayBegin(last)
  }

  private static func mayBegin(_ line: TableLine) -> Bool {
    if TableRuler(line) != nil || BarredTable.names(inBorder: line) != nil { return true }
    let header = TableHeader(line)
    return header.isStrong || header.mayBeNames && header.wideGaps > 1
  }
}

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
