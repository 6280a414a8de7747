import FeedValues
import Values

/// Tells the rows of a printed table from the titles and headers between them.
extension TableForm {
  /// Whether a line repeats the header, as programs that run on do.
  func isHeaderAgain(_ line: TableLine) -> Bool {
    let texts: [String]
    switch section {
    case .aligned(let own, _), .barred(_, let own): texts = own
    case nil: return false
    }
    let isAlsoMarked = isMarked && TableFinder.isMarked(line)
    let others = TableHeader(line, isMarked: isAlsoMarked).texts
    guard others.count == texts.count else { return false }
    if isAlsoMarked { return true }
    // sysstat's tools print a time, or `Average:`, before the names.
    return others == texts || texts[0] == "time" && others.dropFirst() == texts.dropFirst()
  }

  /// Whether most words of a line are names of the section's columns, as in the header of a section without rows.
  private func repeatsNames(_ line: TableLine) -> Bool {
    guard case .aligned(let names, _) = section else { return false }
    let words = TableHeader(line).texts
    let count = words.count { names.contains($0) }
    return count > 1 && count * 2 >= words.count
  }

  /// Whether a header has different columns, and is not a row.
  func isOther(_ found: TableFinder.Found, in lines: [TableLine]) -> Bool {
    switch found.kind {
    case .barred, .ruled: true
    case .plain(let header):
      header.words.count > 2 || header.line.isUppercase
        // Between two lines are names.
        || found.header > 0 && found.body - 1 > found.header
          && [found.header - 1, found.body - 1].allSatisfy { TableRuler(lines[$0]) != nil }
    }
  }

  /// Whether a line contains a number, as headers and titles rarely do.
  func containsNumber(_ line: TableLine) -> Bool {
    // The names that sysstat's tools print are behind a time.
    let isTimed = line.words.first.map { TableHeader.isClock(line.text($0)) } ?? false
    return line.words.dropFirst(isTimed ? 1 : 0).contains(where: line.isNumber)
  }

  /// Whether a line is the caption of a table whose header is below it again.
  func isCaption(at position: Int, _ lines: [TableLine]) -> Bool {
    caption != nil && position + 1 < lines.count && isHeaderAgain(lines[position + 1])
      && TableFinder.caption(above: position + 1, in: lines[...]) != nil
  }

  /// Whether a line after a gap is above the header that is printed again, or is another one, though it would fit
  /// as a row.
  func beginsSection(at position: Int, _ lines: [TableLine]) -> Bool {
    if position + 1 < lines.count, isHeaderAgain(lines[position + 1]) { return true }
    guard !containsNumber(lines[position]) else { return false }
    let header = TableHeader(lines[position])
    let rows = TableFinder.rows(below: position, in: lines[...])
    guard header.mayBeNames, header.isAligned(above: rows) else { return false }
    if header.words.count == 2, case .aligned(let names, _) = section {
      // Two words in capitals, as the names above are, and no row is.
      let capitals = names.allSatisfy { $0 == $0.uppercased() }
      return capitals && lines[position].isUppercase && !rows.contains(where: \.isUppercase)
    }
    return header.words.count > 2 && header.hasNumbers(below: rows)
  }

  /// Whether a line is above another header, or is one.
  func isTitle(at position: Int, _ lines: [TableLine], _ layout: TableLayout) -> Bool {
    guard hasRows || position > 0 else { return false }
    if repeatsNames(lines[position]) { return true }
    if fitsWell(lines[position], layout) { return false }
    for offset in [position, position + 1] where offset < lines.count {
      let header = TableHeader(lines[offset])
      guard header.mayBeNames, header.words.count > 2 else { continue }
      if isHeaderAgain(lines[offset]) { return true }
      let rows = TableFinder.rows(below: offset, in: lines[...])
      if header.isAligned(above: rows) { return true }
    }
    return false
  }

  /// Whether a ruler shows other columns than the one below the header.
  func isRuled(otherwise ruler: TableRuler) -> Bool {
    guard case .aligned(_, let layout) = section, layout.isRuled else { return false }
    return ruler.segments.count > 1 && ruler.segments != layout.columns.map(\.header)
  }

  /// Whether a line of several words ends with a colon, and is not a row like those above it: `Key to Flags:`.
  func isColonTitle(_ line: TableLine, _ layout: TableLayout) -> Bool {
    line.bytes.last == UInt8(ascii: ":") && line.words.count > 1 && line.words[0].lowerBound == 0
      && !containsNumber(line) && !fitsWell(line, layout)
  }

  /// Whether a line can be a row: after a gap it must resemble the previous rows.
  func fits(_ line: TableLine, _ layout: TableLayout, isAfterGap: Bool) -> Bool {
    let isMark = line.words.count == 1 && line.trimmed(line.words[0]).elementsEqual("#".utf8)
    if isMark || Self.isLegend(line) || isNote(line, layout) {
      return false
    }
    if line.bytes.first == UInt8(ascii: "("), line.bytes.last == UInt8(ascii: ")"),
      line.words.count == 2
    {
      return !Self.isRowCount(line)
    }
    return !isAfterGap || fitsWell(line, layout)
  }

  /// Whether the columns that are always filled have cells, most of them in position.
  private func fitsWell(_ line: TableLine, _ layout: TableLayout) -> Bool {
    let cells = layout.alignment.cells(of: line)
    var (filled, expected, aligned) = (0, 0, 0)
    for (offset, cell) in cells.enumerated() {
      if layout.columns[offset].isAlwaysFilled { expected += 1 }
      guard var first = cell.first, let last = cell.last else { continue }
      // A sign in front of a row, as systemctl(1) has it.
      if offset == 0, first < last, line.isSign(line.words[first]) { first += 1 }
      let end = offset == cells.count - 1 ? first : last
      if layout.columns[offset].isAlwaysFilled { filled += 1 }
      // A sentence has more words than a column whose cells are single words.
      if first < end, layout.columns[offset].phraseCount == 0, !layout.isRuled { return false }
      let range = line.words[first].lowerBound..<line.words[end].upperBound
      if layout.columns[offset].deviation(of: range) == 0 { aligned += 1 }
    }
    let count = cells.count { !$0.isEmpty }
    // All cells but some are in their places.
    if aligned == count, count * 2 > cells.count, cells.first?.isEmpty == false { return true }
    return filled * 4 >= expected * 3 && aligned * 2 >= count
  }

  /// Whether a line is nothing but labels and numbers, as arp(8) prints them below a table: `Entries: 2 Skipped: 0`.
  private static func isLegend(_ line: TableLine) -> Bool {
    guard line.words.count > 3, line.words.count.isMultiple(of: 2) else { return false }
    return line.words.enumerated().allSatisfy { offset, word in
      let text = line.trimmed(word)
      return offset.isMultiple(of: 2)
        ? text.last == UInt8(ascii: ":") && text.first?.isLetter == true
        : text.allSatisfy(\.isDigit)
    }
  }

  /// Whether a line is a label of several words with its value, the second of which no column begins at, as nmap(1) prints
  /// it below a table: `MAC Address: 00:11:22:33:44:55 (Synology)`.
  private func isNote(_ line: TableLine, _ layout: TableLayout) -> Bool {
    guard layout.columns.count > 2,
      let end = line.words.firstIndex(where: { line.trimmed($0).last == UInt8(ascii: ":") }),
      1..<3 ~= end, line.phrases.count == 1, line.words.count > end + 1,
      line.words[...end].allSatisfy({
        line.trimmed($0).allSatisfy { $0.isLetter || $0 == UInt8(ascii: ":") }
      })
    else { return false }
    return layout.columns.dropFirst().allSatisfy { column in
      !line.words[...end].contains { $0.lowerBound == column.header.lowerBound }
    }
  }

  /// A row count such as `(3 rows)`, which psql(1) writes below a table.
  static func isRowCount(_ line: TableLine) -> Bool {
    let words = line.wordTexts
    return words.count == 2 && words[0].dropFirst().allSatisfy(\.isNumber)
      && ["row)", "rows)"].contains(words[1])
  }
}

extension TableForm {
  /// Rows as they would be if nothing had been put in front of them, or broken: without signs, which they keep apart, and
  /// with the lines joined that df(1) breaks after a long name.
  static func whole(
    _ rows: some Sequence<TableLine>,
    below names: [Range<Int>],
    keepingSigns: Bool = false,
    areSigned: Bool = false,
    _ continuations: TableContinuations? = nil,
    isSample: Bool = false
  ) -> [TableLine] {
    let start = keepingSigns ? 0 : names.first?.lowerBound ?? 0
    var whole: [TableLine] = []
    // The row that the last line belongs to.
    var open: TableLine?
    for row in rows {
      if let continuations, let parent = open, TableContinuations.isIndented(row, below: names) {
        switch continuations {
        case .cells:
          if whole.last?.words.count == parent.words.count { whole.removeLast() }
          whole.append(parent.continued(by: row))
        // A text says nothing about the columns.
        case .text where isSample: break
        case .text(let place): whole[whole.count - 1] = parent.continued(by: row, at: place)
        }
        continue
      }
      defer { open = whole.last }
      if names.count > 2, let last = whole.last,
        last.isOpen(before: row, names) || last.isFull(before: row, names)
      {
        whole[whole.count - 1] = last.continued(by: row)
      } else {
        whole.append((areSigned ? row.withoutFirstSign : row.withoutSign(before: start)) ?? row)
      }
    }
    return whole
  }

  /// Whether rows begin with a sign that is not part of their first cell, or with a space in its place, as the peers of
  /// ntpq(8).
  static func areSigned(_ rows: [TableLine], below header: TableHeader) -> Bool {
    rows.count > 1 && header.words[0].lowerBound > 0
      && rows.contains { $0.withoutFirstSign != nil }
      && rows.allSatisfy { $0.withoutFirstSign != nil || $0.words.first?.lowerBound == 1 }
  }
}

extension TableLine {
  /// Whether a line is the first cell of a row, which reaches to the second column, and the next one has all others.
  fileprivate func isOpen(before next: TableLine, _ names: [Range<Int>]) -> Bool {
    words.count == 1 && words[0].lowerBound <= names[0].lowerBound
      && words[0].upperBound >= names[1].lowerBound - 1
      && next.words.count + 1 >= names.count
      && next.words.first.map { $0.lowerBound >= names[0].upperBound } ?? false
  }

  /// Whether a line leaves no room for its last cell, which is by itself in the next one: as the gateways that `route print`
  /// of Windows puts below long destinations.
  fileprivate func isFull(before next: TableLine, _ names: [Range<Int>]) -> Bool {
    guard let place = names.last?.lowerBound, next.words.count == 1 else { return false }
    return next.words[0].lowerBound == place && count >= place && words.count > 1
      && !words.contains { $0.upperBound > place && $0.lowerBound >= place }
  }
}
