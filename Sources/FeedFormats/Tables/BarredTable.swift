import FeedValues
import Values

/// A table with bars between its columns, as psql(1), mysql(1), sqlite3(1) and Markdown write it.
struct BarredTable: Sendable {
  /// The names of the columns.
  private(set) var names: [[UInt8]]
  /// The positions of the bars in the header, and of the end of the ruler.
  private let bars: [Int]
  private let end: Int
  /// Whether there is a bar before the first column and after the last.
  let isFramed: Bool
  /// Whether there is a bar after the last column, so that a row without one goes on in the next line.
  private let isClosed: Bool

  /// Reads a header; nil if it has no bars, or bars with nothing between them.
  ///
  /// - Parameters:
  ///   - lines: The header, which may be of several lines.
  ///   - end: The end of the ruler below it, in characters.
  init?(header lines: [TableLine], end: Int) {
    guard let line = lines.first else { return nil }
    self.end = end
    bars = Self.bars(in: line, isWide: false)
    guard let first = bars.first, !zip(bars, bars.dropFirst()).contains(where: { $1 == $0 + 1 })
    else { return nil }
    isFramed = line.words.first?.lowerBound == first
    isClosed = isFramed && bars.count > 1 && bars.last == line.count - 1
    var names: [[UInt8]] = []
    for line in lines {
      let cells = Self.split(line, at: bars, isFramed: isFramed)
      if !names.isEmpty, Self.areTypes(cells) { break }
      if names.isEmpty {
        names = cells.map { Array($0) }
      } else {
        for (offset, cell) in cells.enumerated() where offset < names.count && !cell.isEmpty {
          names[offset] += (names[offset].isEmpty ? [] : [UInt8(ascii: " ")]) + cell
        }
      }
    }
    guard !names.isEmpty else { return nil }
    self.names = names
  }

  /// Whether cells below names are the types of the columns, as DuckDB writes them, or the dashes above them of polars.
  private static func areTypes(_ cells: [ArraySlice<UInt8>]) -> Bool {
    cells.allSatisfy { cell in
      let word = cell.prefix { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
      return types.contains(String(decoding: word, as: UTF8.self))
    }
  }

  private static let types: Set<String> = [
    "---", "bigint", "binary", "bit", "blob", "bool", "boolean", "cat", "date", "datetime",
    "decimal", "double", "duration", "enum", "f32", "f64", "float", "hugeint", "i128", "i16", "i32",
    "i64", "i8", "int128", "int16", "int32", "int64", "int8", "integer", "interval", "json", "list",
    "map", "object", "str", "struct", "time", "timestamp", "u16", "u32", "u64", "u8", "uint16",
    "uint32", "uint64", "uint8", "union", "uuid", "varchar",
  ]

  /// Whether two lines below the names are three dashes in each column, however wide it is, and the types of the columns,
  /// as polars writes them.
  func areTypes(_ dashes: TableLine, _ types: TableLine) -> Bool {
    guard [dashes, types].allSatisfy({ Self.bars(in: $0, isWide: false) == bars }),
      names.contains(where: { $0.count > 3 })
    else { return false }
    return Self.split(dashes, at: bars, isFramed: isFramed).allSatisfy {
      $0.elementsEqual("---".utf8)
    }
      && Self.areTypes(Self.split(types, at: bars, isFramed: isFramed))
  }

  /// Whether a ruler shows more columns than the bars do, which are between some of them: `---- ---- + ----`.
  func isDivided(by ruler: TableRuler) -> Bool {
    !isFramed && ruler.segments.count > names.count
      && bars.allSatisfy { bar in !ruler.segments.contains { $0.contains(bar) } }
  }

  /// Whether bars are where those of another table are.
  func hasBars(of other: BarredTable) -> Bool { bars == other.bars }

  /// The table whose columns have no names, because its first line is a row.
  var unnamed: BarredTable {
    var table = self
    table.names = names.map { _ in [] }
    return table
  }

  /// The cells of a row; nil if the line is not one.
  ///
  /// A bar inside a cell is at a position where the header has none. Some programs pad wide
  /// characters to two columns, others to one.
  func cells(of line: TableLine) -> [[UInt8]]? {
    let places = Self.bars(in: line, isWide: false)
    guard !places.isEmpty, !isNote(line, places) else { return nil }
    var positions = places
    if bars.allSatisfy(Set(places).contains) {
      positions = bars
    } else {
      let widePlaces = Self.bars(in: line, isWide: true)
      let known = Dictionary(zip(widePlaces, places)) { first, _ in first }
      if bars.allSatisfy({ known[$0] != nil }) { positions = bars.compactMap { known[$0] } }
    }
    var cells = Self.split(line, at: positions, isFramed: isFramed)
    if cells.count > names.count {
      let last = cells[(names.count - 1)...].joined(separator: [UInt8(ascii: "|")])
      cells[(names.count - 1)...] = [ArraySlice(last)]
    }
    while cells.count < names.count { cells.append([]) }
    return cells.map { Array($0) }
  }

  /// Whether a line of a box is no row: the number of its rows, or dots in place of those left out.
  func isNote(_ line: TableLine) -> Bool { isNote(line, Self.bars(in: line, isWide: false)) }

  private func isNote(_ line: TableLine, _ places: [Int]) -> Bool {
    let isDrawn = line.bytes.first ?? 0 >= 0x80
    if isDrawn, isClosed, bars.count > 2, places == [bars[0], bars[bars.count - 1]] { return true }
    guard places == bars else { return false }
    let filled = Self.split(line, at: bars, isFramed: isFramed).filter { !$0.isEmpty }
    return !filled.isEmpty
      && filled.allSatisfy { $0.elementsEqual("·".utf8) || $0.elementsEqual("…".utf8) }
  }

  /// The names in the upper border of a box, with bars between them, as ClickHouse draws it: `┌─id─┬─name─┐`.
  ///
  /// - Returns: nil if the line is something else; the title of a box is between spaces.
  static func names(inBorder line: TableLine) -> TableLine? {
    let text = line.text(0..<line.count)
    guard let first = text.first, let last = text.last, "┌╭┏".contains(first),
      "┐╮┓".contains(last), text.contains(where: { $0.isLetter || $0.isNumber }),
      !text.contains("─ "), !text.contains(" ─")
    else { return nil }
    let indent = String(repeating: " ", count: line.words.first?.lowerBound ?? 0)
    let bare = text.map { "─━".contains($0) ? " " : "┌┬┐╭╮┏┳┓".contains($0) ? "│" : $0 }
    return TableLine((indent + String(bare)).utf8)
  }

  /// The number of lines of the row that begins some lines: of several if cells contain line breaks, as mysql(1) prints
  /// them.
  ///
  /// - Returns: nil if the end of the row has yet to come.
  func lineCount(ofRow lines: ArraySlice<TableLine>) -> Int? {
    guard isClosed, let first = lines.first, !Self.endsWithBar(first),
      first.words.first?.lowerBound == bars[0]
    else { return 1 }
    var count = 0
    for (offset, line) in lines.prefix(Self.lineLimit).enumerated() {
      count += Self.bars(in: line, isWide: false).count
      if count > bars.count || TableRuler(line) != nil { return 1 }
      if Self.endsWithBar(line), count == bars.count { return offset + 1 }
    }
    return lines.count < Self.lineLimit ? nil : 1
  }

  /// The characters between cells.
  private static let barsOfTables = "|│┃║┆┊".unicodeScalars

  private static func endsWithBar(_ line: TableLine) -> Bool {
    let end = String(decoding: line.bytes.suffix(3), as: UTF8.self).unicodeScalars.last
    return end.map { barsOfTables.contains($0) } ?? false
  }

  /// The maximum number of lines of a row.
  private static let lineLimit = 64

  /// Whether each cell continues in the next line: psql(1) ends those that do with a plus sign, in a position where
  /// nothing else can be.
  func continuations(of line: TableLine) -> [Bool] {
    let ends = (isFramed ? Array(bars.dropFirst()) : bars) + (isFramed ? [] : [end])
    return names.indices.map { offset in
      guard offset < ends.count, ends[offset] > 1, ends[offset] <= line.count else { return false }
      return line.trimmed(ends[offset] - 1..<ends[offset]).elementsEqual("+".utf8)
    }
  }

  /// Whether a ruler is between any two rows, and some have several lines: then each of the others lacks a cell.
  func hasRulersBetweenRows(_ lines: ArraySlice<TableLine>) -> Bool {
    var rows: [[[[UInt8]]]] = [[]]
    for line in lines {
      if TableRuler(line) != nil {
        rows.append([])
      } else if let cells = cells(of: line) {
        rows[rows.count - 1].append(cells)
      } else {
        break
      }
    }
    rows.removeAll(where: \.isEmpty)
    return rows.count > 1 && rows.contains { $0.count > 1 }
      && rows.allSatisfy { row in
        row.dropFirst().allSatisfy { $0.contains([]) && $0.contains { !$0.isEmpty } }
      }
  }

  /// The cells of a row of several lines.
  static func joined(_ lines: [[[UInt8]]]) -> [[UInt8]] {
    guard var cells = lines.first else { return [] }
    for line in lines.dropFirst() {
      for (offset, text) in line.enumerated() where offset < cells.count && !text.isEmpty {
        cells[offset] += (cells[offset].isEmpty ? [] : [UInt8(ascii: " ")]) + text
      }
    }
    return cells
  }

  /// The positions of bars, except for those after a backslash.
  private static func bars(in line: TableLine, isWide: Bool) -> [Int] {
    var bars: [Int] = []
    var position = 0
    var isEscaped = false
    for scalar in String(decoding: line.bytes, as: UTF8.self).unicodeScalars {
      if !isEscaped, barsOfTables.contains(scalar) { bars.append(position) }
      isEscaped = scalar == "\\"
      position += isWide && Self.isWide(scalar) ? 2 : 1
    }
    return bars
  }

  /// Whether a character takes two columns of a screen (UAX 11, the blocks that are wide as a whole).
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }

  private static func split(
    _ line: TableLine,
    at bars: [Int],
    isFramed: Bool
  ) -> [ArraySlice<UInt8>] {
    var cells: [ArraySlice<UInt8>] = []
    var start = 0
    var bars = bars
    if isFramed, let first = bars.first {
      start = first + 1
      bars.removeFirst()
    }
    for bar in bars {
      cells.append(line.trimmed(start..<bar))
      start = bar + 1
    }
    let end = max(start, line.count)
    if !isFramed || start < end { cells.append(line.trimmed(start..<end)) }
    return cells
  }
}

/// A line that a program draws between the header and the rows, or around a table: of dashes, equals
/// signs or box drawing characters.
struct TableRuler: Sendable {
  /// The ranges of the columns, in characters.
  let segments: [Range<Int>]
  /// The line's first and last characters that are not spaces.
  let extent: Range<Int>

  /// Whether it is a line across a page, and shows no columns.
  var isAcross: Bool { segments.count == 1 && segments[0] == extent && extent.count > 40 }

  /// Whether it is the upper side of a box, which is below no header.
  let isTop: Bool

  /// Parses a line; nil if it is anything but a ruler.
  init?(_ line: TableLine) {
    guard let first = line.words.first, let last = line.words.last else { return nil }
    let text = String(decoding: line.bytes, as: UTF8.self)
    // The cells of a row of a box may be dashes, as below the names of polars.
    if text.hasPrefix("│ "), text.contains("-") { return nil }
    var lines = 0
    var runs: [(scalar: Unicode.Scalar, range: Range<Int>)] = []
    for (position, scalar) in text.unicodeScalars.enumerated() {
      guard Self.isRuler(scalar) else { return nil }
      if Self.isFill(scalar) { lines += 1 }
      // In Markdown, a colon marks the alignment of a column.
      if let last = runs.last, last.scalar == scalar || Self.isJoined(last.scalar, scalar) {
        runs[runs.count - 1] = (scalar, last.range.lowerBound..<position + 1)
      } else {
        runs.append((scalar, position..<position + 1))
      }
    }
    // Runs are columns; single characters separate them, unless there is nothing else.
    var segments: [Range<Int>] = []
    for (offset, run) in runs.enumerated() where run.scalar != " " {
      let isBeside = [offset - 1, offset + 1].contains { neighbor in
        runs.indices.contains(neighbor)
          && (runs[neighbor].range.count > 1 && runs[neighbor].scalar != " ")
      }
      if run.range.count > 1 || Self.isFill(run.scalar) && !isBeside { segments.append(run.range) }
    }
    guard lines > 1, !segments.isEmpty else { return nil }
    self.segments = segments
    isTop = text.drop { $0 == " " }.first.map { "┌╭┏╔".contains($0) } ?? false
    extent = first.lowerBound..<last.upperBound
  }

  private static func isRuler(_ scalar: Unicode.Scalar) -> Bool {
    "-=+|: ".unicodeScalars.contains(scalar) || (0x2500...0x257F).contains(scalar.value)
  }

  private static func isFill(_ scalar: Unicode.Scalar) -> Bool {
    "-=─━═╌┄".unicodeScalars.contains(scalar)
  }

  private static func isJoined(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
    left == ":" && isFill(right) || isFill(left) && right == ":"
  }
}

/// Tables in boxes: between two rulers, and below titles that are in the box too.
extension TableFinder {
  /// A header between two rulers.
  static func framed(
    below ruler: TableRuler,
    at offset: Int,
    in lines: ArraySlice<TableLine>
  ) -> Found? {
    for end in offset + 2..<offset + 5 where end < lines.endIndex {
      guard TableRuler(lines[end]) != nil else { continue }
      let header = Array(lines[offset + 1..<end])
      guard !header.contains(where: { $0.isBlank || TableRuler($0) != nil }) else { return nil }
      if let table = BarredTable(header: header, end: ruler.extent.upperBound) {
        if isTitle(table, aboveRulerAt: end, in: lines) {
          return boxed(belowTitleAt: end - 1, in: lines)
        }
        // Rows alone, with a line around them, have no names.
        guard
          lines[(end + 1)...].first(where: { !$0.isBlank }).map({
            TableRuler($0) != nil || table.cells(of: $0) != nil
          }) ?? false
        else { return nil }
        return Found(
          kind: .barred(table),
          header: offset + 1,
          body: startOfRows(of: table, belowRulerAt: end, in: lines)
        )
      }
      guard header.count == 1, ruler.segments.count > 1 else { return nil }
      return Found(
        kind: .ruled(TableHeader(header[0]), ruler.segments),
        header: offset + 1,
        body: end + 1
      )
    }
    return nil
  }

  /// The offset of the first line below a ruler and the types of the columns, if these are there.
  static func startOfRows(
    of table: BarredTable,
    belowRulerAt ruler: Int,
    in lines: ArraySlice<TableLine>
  ) -> Int {
    let next = ruler + 1
    return next < lines.endIndex && table.areTypes(lines[ruler], lines[next]) ? next + 1 : next
  }

  /// Whether a possible header is the title of a table with several columns, in a box above it, as duf(1) and
  /// `aws --output table` draw it.
  static func isTitle(
    _ table: BarredTable,
    aboveRulerAt offset: Int,
    in lines: ArraySlice<TableLine>
  ) -> Bool {
    table.isFramed && table.names.count == 1
      && startOfColumns(belowTitleAt: offset - 1, in: lines) != nil
  }

  /// The offset of the ruler above the columns of a box, below its titles: more than one in the lists within lists of
  /// `aws --output table`.
  static func startOfColumns(
    belowTitleAt title: Int,
    in lines: ArraySlice<TableLine>
  ) -> Int? {
    for ruler in stride(from: title + 1, to: min(title + 9, lines.endIndex), by: 2) {
      guard let line = TableRuler(lines[ruler]) else { return nil }
      if line.segments.count > 1 { return ruler }
      guard ruler + 1 < lines.endIndex,
        let title = BarredTable(header: [lines[ruler + 1]], end: line.extent.upperBound),
        title.isFramed, title.names.count == 1
      else { return nil }
    }
    return nil
  }

  /// Finds the table in a box below a title: a line of names between two rulers with rows below, or rows without names.
  static func boxed(
    belowTitleAt title: Int,
    in lines: ArraySlice<TableLine>
  ) -> Found? {
    guard let start = startOfColumns(belowTitleAt: title, in: lines), start + 2 < lines.endIndex,
      let ruler = TableRuler(lines[start]), case let first = start + 1,
      let table = BarredTable(header: [lines[first]], end: ruler.extent.upperBound)
    else { return nil }
    let body = first + 2
    let hasHeader =
      TableRuler(lines[first + 1]) != nil && body < lines.endIndex
      && TableRuler(lines[body]) == nil && table.cells(of: lines[body]) != nil
    return hasHeader
      ? Found(kind: .barred(table), header: first, body: body)
      : Found(kind: .barred(table.unnamed), header: start - 1, body: first)
  }

  /// The rows without names in a box that nothing but titles is above; nil if there is something else.
  static func box(in lines: ArraySlice<TableLine>) -> Found? {
    guard let start = lines.indices.first(where: { TableRuler(lines[$0]) != nil }),
      start + 1 < lines.endIndex, let ruler = TableRuler(lines[start]),
      let table = BarredTable(header: [lines[start + 1]], end: ruler.extent.upperBound),
      table.isFramed
    else { return nil }
    let rest = lines[(start + 1)...].prefix { !$0.isBlank }
    guard rest.allSatisfy({ TableRuler($0) != nil || table.cells(of: $0) != nil }) else {
      return nil
    }
    return Found(kind: .barred(table.unnamed), header: start, body: start + 1)
  }

  /// The table in a box that begins at a ruler, below its title; nil if there is something else.
  static func titled(at offset: Int, in lines: ArraySlice<TableLine>) -> Found? {
    guard offset + 2 < lines.endIndex, let ruler = TableRuler(lines[offset]),
      let table = BarredTable(header: [lines[offset + 1]], end: ruler.extent.upperBound),
      isTitle(table, aboveRulerAt: offset + 2, in: lines)
    else { return nil }
    return boxed(belowTitleAt: offset + 1, in: lines)
  }
}
