import FeedValues
import Values

/// Recognises delimited records in the first lines of a text: finds the separator, and whether the
/// first record is a header.
struct DelimitedSample {
  /// The result of recognition.
  struct Finding: Hashable, Sendable {
    let separator: UInt8
    let hasHeader: Bool
    let reason: String
  }

  /// The possible separators, the most reliable first, and their names.
  static let separators: [(byte: UInt8, name: String)] = [
    (UInt8(ascii: "\t"), FeedText.Format.tabs), (UInt8(ascii: ","), FeedText.Format.commas),
    (UInt8(ascii: ";"), FeedText.Format.semicolons), (UInt8(ascii: "|"), FeedText.Format.bars),
  ]

  /// Finds the separator by the first line alone: different names between separators.
  static func strict(_ line: UnsafeBufferPointer<UInt8>) -> Finding? {
    for (separator, name) in separators.prefix(3) where isHeader(line, separatedBy: separator) {
      return Finding(
        separator: separator,
        hasHeader: true,
        reason: FeedText.Format.header(separator: name)
      )
    }
    return nil
  }

  /// The separator that a line declares for spreadsheets: `sep=;`; nil if it is something else.
  static func separator(declaredBy line: UnsafeBufferPointer<UInt8>) -> Finding? {
    let text = line.filter { $0 != UInt8(ascii: "\"") }
    guard text.count == 5,
      text.prefix(4).map({ $0 | 0x20 }).elementsEqual("sep=".utf8.map { $0 | 0x20 }),
      let separator = text.last, !separator.isLetter, !separator.isDigit
    else { return nil }
    return Finding(separator: separator, hasHeader: true, reason: FeedText.Format.separatorLine)
  }

  /// Finds the separator if all of the first lines have the same number of cells.
  ///
  /// Names may be missing, repeated or numbers, as long as they differ from the values below.
  static func loose(_ lines: [UnsafeBufferPointer<UInt8>], isWhole: Bool) -> Finding? {
    for (separator, name) in separators {
      var bars = lines[...]
      guard var records = records(lines, separator, isWhole: isWhole), records.count > 1 else {
        continue
      }
      if separator == UInt8(ascii: "|"), let last = records.last, last.count == 1,
        isRowCount(last[0].bytes) || haveBars(lines.dropLast(), separator)
      {
        records.removeLast()
        bars = bars.dropLast()
      }
      let count = records[0].count
      guard count > 1, records.allSatisfy({ $0.count == count }) else { continue }
      let kinds = (0..<count).map { column in records.map { CellKind($0[column]) } }
      // A few cells may be sentences, but not most.
      let long = records.reduce(0) { $0 + $1.count { !$0.isShort } }
      guard long * 10 <= records.count * count else { continue }
      if hasHeader(records, kinds) {
        return Finding(
          separator: separator,
          hasHeader: true,
          reason: FeedText.Format.cells(count, separator: name, hasHeader: true)
        )
      }
      // Records without a header: each column is of one kind, and not all of them are words.
      let isEven = kinds.allSatisfy { column in
        Set(column).subtracting([.empty]).count <= 1
      }
      let isText = kinds.allSatisfy { Set($0).isSubset(of: [.name, .text, .empty]) }
      let areRecords = count > 2 && records.count > 2 && isEven && !isText
      if areRecords || haveBars(bars, separator) {
        return Finding(
          separator: separator,
          hasHeader: false,
          reason: FeedText.Format.cells(count, separator: name, hasHeader: false)
        )
      }
    }
    return nil
  }

  /// Whether lines have bars between spaces, the first ones below each other, as `apt-cache madison` and `psql -t` print them.
  static func haveBars(
    _ lines: some Sequence<UnsafeBufferPointer<UInt8>>,
    _ separator: UInt8
  ) -> Bool {
    let lines = lines.filter { !$0.allSatisfy(\.isJSONSpace) }.map { TableLine($0) }
    guard separator == UInt8(ascii: "|"), lines.count > 1, TableRuler(lines[1]) == nil else {
      return false
    }
    let bars = lines.map { line in line.words.filter { line.trimmed($0).elementsEqual("|".utf8) } }
    let counts = zip(lines, bars).map { line, bars in
      line.bytes.count { $0 == separator } == bars.count ? bars.count : 0
    }
    return counts[0] > 0 && lines.count + counts[0] > 3 && Set(counts).count == 1
      && Set(bars.map { $0[0] }).count == 1
  }

  /// Records below comments or a title: the lines after some that begin with `#`, the last of which may be the header,
  /// or after a few lines without tabs, or with a blank one behind them.
  ///
  /// - Returns: Their finding, the number of lines above them, and the names in the last comment if it is the header.
  static func belowPreamble(
    _ lines: [UnsafeBufferPointer<UInt8>]
  ) -> (finding: Finding, preamble: Int, names: [String])? {
    let comments = lines.prefix { $0.first == UInt8(ascii: "#") }.count
    if comments > 0, comments < lines.count {
      let rest = Array(lines[comments...])
      let last = Array(lines[comments - 1].drop { "# ".utf8.contains($0) })
      if let finding = loose(rest, isWhole: true) ?? header(of: rest) {
        let names = last.split(separator: finding.separator, omittingEmptySubsequences: false)
        let count = rest[0].count { $0 == finding.separator } + 1
        guard !finding.hasHeader, names.count == count else { return (finding, comments, []) }
        return (finding, comments, names.map { String(decoding: $0, as: UTF8.self) })
      }
      // One record, or records of one kind, below names that are a comment.
      for (separator, name) in separators.prefix(3) {
        let names = last.split(separator: separator, omittingEmptySubsequences: false)
        guard names.count > 2,
          names.allSatisfy({ $0.isEmpty || isName($0) }),
          rest.allSatisfy({ line in
            line.isEmpty || line.count { $0 == separator } + 1 == names.count
          })
        else { continue }
        let finding = Finding(
          separator: separator,
          hasHeader: false,
          reason: FeedText.Format.header(separator: name)
        )
        return (finding, comments, names.map { String(decoding: $0, as: UTF8.self) })
      }
    }
    // Lines of text above the names, as those of rabbitmqctl.
    let tab = separators[0].byte
    let titles = lines.prefix { !$0.contains(tab) }.count
    if 1...3 ~= titles, case let rest = Array(lines[titles...]), rest.count > 2,
      Set(rest.map { line in line.count { $0 == tab } }).count == 1,
      let finding = loose(rest, isWhole: true), finding.separator == tab, finding.hasHeader
    {
      return (finding, titles, [])
    }
    guard let gap = lines.prefix(TableFinder.titleLimit).lastIndex(where: \.isEmpty), gap > 0,
      gap + 3 < lines.count
    else { return nil }
    let rest = Array(lines[(gap + 1)...])
    guard let finding = loose(rest, isWhole: true), finding.hasHeader,
      rest[0].count(where: { $0 == finding.separator }) > 1,
      !lines[..<gap].contains(where: { line in
        line.count { $0 == finding.separator } >= rest[0].count { $0 == finding.separator }
      })
    else { return nil }
    return (finding, gap + 1, [])
  }

  /// The evidence of a header and of the lines below it.
  private static func header(of lines: [UnsafeBufferPointer<UInt8>]) -> Finding? {
    guard lines.count > 1, let finding = strict(lines[0]),
      holds(finding, over: lines, mayGrow: false) == true
    else { return nil }
    return finding
  }

  /// Whether a line is a row count such as `(3 rows)`, which psql(1) writes below records.
  static func isRowCount(_ line: [UInt8]) -> Bool {
    guard line.first == UInt8(ascii: "("), line.last == UInt8(ascii: ")") else { return false }
    let words = String(decoding: line.dropFirst().dropLast(), as: UTF8.self).split(separator: " ")
    return words.count == 2 && words[0].allSatisfy(\.isNumber)
      && ["row", "rows"].contains(words[1])
  }

  /// The kind of a cell.
  private enum CellKind: Hashable {
    case empty, number, instant, name, text

    init(_ cell: Cell) {
      let bytes = cell.bytes
      if bytes.isEmpty {
        self = .empty
      } else if bytes.allSatisfy({ $0.isDigit || "+-.eE%".utf8.contains($0) }),
        bytes.contains(where: { $0.isDigit })
      {
        let dashes = bytes.dropFirst().count { $0 == UInt8(ascii: "-") }
        self = dashes == 2 ? .instant : .number
      } else if bytes.allSatisfy({
        $0.isDigit || "+-.:/TZ ".utf8.contains($0)
      }) {
        self = .instant
      } else {
        self = DelimitedSample.isName(bytes[...]) ? .name : .text
      }
    }
  }

  struct Cell {
    var bytes: [UInt8] = []
    var isQuoted = false

    /// Whether the cell cannot be part of a sentence.
    var isShort: Bool { isQuoted || bytes.count { $0 == UInt8(ascii: " ") } <= 3 }
  }

  /// Whether the first of some records, all of the same length, is a header.
  static func hasHeader(_ records: [[Cell]]) -> Bool {
    guard let first = records.first else { return false }
    return hasHeader(records, first.indices.map { column in records.map { CellKind($0[column]) } })
  }

  private static func hasHeader(_ records: [[Cell]], _ kinds: [[CellKind]]) -> Bool {
    let titles = zip(records[0], kinds).map { $1[0] == .text && isTitle($0) }
    let first = zip(kinds, titles).map { $1 ? .name : $0[0] }
    guard first.allSatisfy({ [.empty, .name, .number].contains($0) }),
      records[0].allSatisfy({ $0.bytes.count <= 64 })
    else { return false }
    let names = first.count { $0 == .name }
    // No name is a value of its own column.
    let isRepeated = records[0].indices.contains { column in
      first[column] == .name
        && records.dropFirst().contains {
          isValue(records[0][column].bytes, like: $0[column].bytes)
        }
    }
    let isDifferentKind = zip(kinds, first).contains { column, name in
      name == .name && column.dropFirst().contains { $0 == .number || $0 == .instant }
        && column.dropFirst().allSatisfy { [.number, .instant, .empty].contains($0) }
    }
    let numbers = zip(records[0], first).compactMap { cell, kind in
      kind == .number ? Int(String(decoding: cell.bytes, as: UTF8.self)) : nil
    }
    if first.contains(.number) {
      let isRising =
        numbers.count == first.count { $0 == .number }
        && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
      guard isRising else { return isDifferentKind && names * 2 >= first.count }
      return isDifferentKind || numbers.count > 1 && isEvenSequence(numbers) && !isRepeated
    }
    if isDifferentKind { return true }
    // A sentence in quotation marks, or a colon, is part of a title only if values of another kind are below.
    guard !titles.contains(true), names * 2 >= first.count else { return false }
    // Words above words: the line is not one of several sentences.
    let isQuoted = records[0].contains(where: \.isQuoted)
    return !isRepeated && (isQuoted || first.count > 2 && records.count > 2)
  }

  /// Whether numbers are usual as column names: 0, 1, 2 as programs write them, or years.
  private static func isEvenSequence(_ numbers: [Int]) -> Bool {
    guard let first = numbers.first, numbers.count > 1 else { return false }
    let (step, isOverflow) = numbers[1].subtractingReportingOverflow(first)
    guard !isOverflow, step > 0 else { return false }
    let isEven = zip(numbers, numbers.dropFirst()).allSatisfy {
      let (difference, isOverflow) = $1.subtractingReportingOverflow($0)
      return !isOverflow && difference == step
    }
    let areYears = [first, numbers[numbers.count - 1]].allSatisfy { 1_800..<2_200 ~= $0 }
    return isEven && (areYears || step == 1 && 0...1 ~= first && numbers.count > 2)
  }

  /// The records of some lines; nil for an unclosed quotation mark, or if no line has the separator.
  private static func records(
    _ lines: [UnsafeBufferPointer<UInt8>],
    _ separator: UInt8,
    isWhole: Bool
  ) -> [[Cell]]? {
    var records: [[Cell]] = []
    var isOpen = false
    for line in lines {
      if !isOpen {
        if line.allSatisfy(\.isJSONSpace) { continue }
        records.append([Cell()])
      }
      var record = records[records.count - 1]
      cut(line, separator, into: &record, &isOpen)
      records[records.count - 1] = record
    }
    if isOpen {
      guard !isWhole, records.count > 2 else { return nil }
      records.removeLast()
    }
    for record in records.indices {
      for cell in records[record].indices where !records[record][cell].isQuoted {
        records[record][cell].bytes = trimmed(records[record][cell].bytes)
      }
    }
    return records.first?.count ?? 0 > 1 ? records : nil
  }

  private static func cut(
    _ line: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    into record: inout [Cell],
    _ isOpen: inout Bool
  ) {
    for byte in line {
      let last = record.count - 1
      if isOpen {
        if byte == quote { isOpen = false } else { record[last].bytes.append(byte) }
      } else if byte == separator {
        record.append(Cell())
      } else if byte == quote, record[last].bytes.allSatisfy({ $0 == UInt8(ascii: " ") }) {
        record[last].bytes = []
        record[last].isQuoted = true
        isOpen = true
      } else {
        record[last].bytes.append(byte)
      }
    }
  }

  static func trimmed(_ cell: [UInt8]) -> [UInt8] {
    var cell = cell[...]
    while cell.first == UInt8(ascii: " ") { cell.removeFirst() }
    while let last = cell.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\r") {
      cell.removeLast()
    }
    return Array(cell)
  }

  /// Whether a line is a header: at least two names, all different.
  private static func isHeader(
    _ line: UnsafeBufferPointer<UInt8>,
    separatedBy separator: UInt8
  ) -> Bool {
    guard line.count <= 1 << 14 else { return false }
    let cells = line.split(separator: separator, omittingEmptySubsequences: false).map { cell in
      let isQuoted = cell.count > 1 && cell.first == quote && cell.last == quote
      return isQuoted ? cell.dropFirst().dropLast() : cell
    }
    guard cells.count > 1, Set(cells.map { Array($0) }).count == cells.count else { return false }
    guard !cells.contains(where: { isIdentifier(trimmed(Array($0))) }) else { return false }
    // Between tabs, names may be padded so that they also align in columns.
    let isPadded = separator == UInt8(ascii: "\t")
    return cells.allSatisfy { cell in
      guard isPadded else { return isName(Array(cell)[...]) }
      let name = trimmed(Array(cell))
      return isName(name[...]) || hasInnerColon(name)
    }
  }

  /// Whether a cell can be a column name if values of another kind are below: in quotation marks a question, or a
  /// name with a unit after a comma; without them one with colons in it, such as `Ratio a:b`.
  private static func isTitle(_ cell: Cell) -> Bool {
    guard cell.isQuoted else { return hasInnerColon(cell.bytes) }
    return cell.bytes.count <= 64 && !cell.bytes.contains { $0 < 0x20 }
      && cell.bytes.contains { $0.isLetter || $0 >= 0x80 }
  }

  /// Whether a cell is a name but for colons with text on both sides.
  private static func hasInnerColon(_ cell: [UInt8]) -> Bool {
    let parts = cell.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    return parts.count > 1 && parts.dropFirst().allSatisfy { $0.first.map { $0 > 0x20 } ?? false }
      && isName(Array(parts.joined(separator: [UInt8(ascii: ".")]))[...])
  }

  /// Whether a cell can be a column name.
  static func isName(_ cell: ArraySlice<UInt8>) -> Bool {
    guard let first = cell.first, cell.count <= 64 else { return false }
    let isLetter = first.isLetter || first >= 0x80
    guard isLetter || "_@#%$".utf8.contains(first) else { return false }
    let spaces = cell.count { $0 == UInt8(ascii: " ") }
    return spaces <= 3 && !cell.contains { $0 < 0x20 || "\":=,;{}|".utf8.contains($0) }
  }

  private static let quote = UInt8(ascii: "\"")
}

/// The distinction between a header and a record of words.
extension DelimitedSample {
  /// Whether the lines below are consistent with the names of a first line: none of them is a value of its own
  /// column.
  ///
  /// The next line decides, unless it consists of words that could be names as well: then further ones do. A value
  /// that occurs once among them may be the name of a thing of which the column tells, as of a column called `name`.
  ///
  /// - Parameters:
  ///   - finding: The finding of the first line.
  ///   - lines: The lines, with the first one.
  ///   - mayGrow: Whether more lines may come soon.
  /// - Returns: Whether they are; nil if that takes more lines.
  static func holds(
    _ finding: Finding,
    over lines: [UnsafeBufferPointer<UInt8>],
    mayGrow: Bool
  ) -> Bool? {
    let records = lines.prefix(comparedLines).map { cells(of: $0, finding.separator) }
    guard records.count > 1 else { return true }
    let header = records[0]
    // A repeated header is not a row.
    let rows = records.dropFirst().filter { $0 != header }
    if records.count < comparedLines, mayGrow { return nil }
    // Most records have the separator, unless lines are parts of cells.
    let texts = zip(records, lines).dropFirst().filter { $0.0 != header && !$0.1.isEmpty }
    let counts = texts.map { cellCount(of: $0.1, finding.separator) }
    if !counts.contains(nil) {
      if counts.count(where: { $0 ?? 0 > 1 }) * 2 < counts.count {
        return false
      }
      // Below a few lines of other cells, as those above the statement of a bank, is a header of its own.
      let start = counts.firstIndex { $0 != header.count } ?? 0
      if start > 0, case let wide = counts[start...], counts[start] ?? 0 > header.count,
        wide.allSatisfy({ $0 == counts[start] }),
        texts[start].0.allSatisfy({ isName($0[...]) })
      {
        return false
      }
    }
    if zip(header, records[1]).contains(where: isValue), records[1] != header { return false }
    guard records[1].allSatisfy({ isName($0[...]) }) else { return true }
    return !header.indices.contains { column in
      rows.count { column < $0.count && isValue(header[column], like: $0[column]) } > 1
    }
  }

  /// The number of cells of a line; nil if a quotation mark is open at its end.
  private static func cellCount(of line: UnsafeBufferPointer<UInt8>, _ separator: UInt8) -> Int? {
    var (count, isOpen) = (1, false)
    for byte in line {
      if byte == UInt8(ascii: "\"") { isOpen.toggle() }
      if byte == separator, !isOpen { count += 1 }
    }
    return isOpen ? nil : count
  }

  /// The number of lines that are compared with a header, which is one of them.
  private static let comparedLines = 8

  /// Whether a name is a value like one below it: the same, or the same but for numbers in it.
  static func isValue(_ name: [UInt8], like value: [UInt8]) -> Bool {
    if name == value { return !name.isEmpty }
    return name.contains(where: \.isDigit) && withoutNumbers(name) == withoutNumbers(value)
  }

  /// Whether no column is called like a cell: an address of electronic mail, or a hexadecimal identifier, at least as
  /// long as the abbreviated ones of git(1).
  static func isIdentifier(_ cell: [UInt8]) -> Bool {
    cell.dropFirst().contains(UInt8(ascii: "@")) || isHash(cell)
  }

  static func isHash(_ cell: [UInt8]) -> Bool {
    cell.count >= 7 && cell.contains(where: \.isDigit)
      && cell.allSatisfy { $0.isDigit || ($0 | 0x20) &- UInt8(ascii: "a") < 6 }
  }

  /// The records that lines are of which all have as many cells between tabs, whatever these are; nil if they are
  /// something else.
  static func tabbed(_ lines: [UnsafeBufferPointer<UInt8>]) -> Finding? {
    guard hasTabs(lines), let first = lines.first else { return nil }
    let tab = separators[0]
    return Finding(
      separator: tab.byte,
      hasHeader: false,
      reason: FeedText.Format.cells(
        first.count { $0 == tab.byte } + 1,
        separator: tab.name,
        hasHeader: false
      )
    )
  }

  /// Whether all lines, at least three, have as many cells between tabs, only the last of which may be a sentence if they are few.
  static func hasTabs(_ lines: [UnsafeBufferPointer<UInt8>]) -> Bool {
    let records = lines.lazy.filter { !$0.allSatisfy(\.isJSONSpace) }.map { line in
      line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    }
    guard let count = records.first?.count, count > 1 else { return false }
    var number = 0
    for record in records {
      guard record.count == count,
        record.dropLast().allSatisfy({
          !$0.isEmpty && (count > 3 || Cell(bytes: trimmed(Array($0))).isShort)
        })
      else { return false }
      number += 1
    }
    return number > 2
  }

  private static func cells(of line: UnsafeBufferPointer<UInt8>, _ separator: UInt8) -> [[UInt8]] {
    line.split(separator: separator, omittingEmptySubsequences: false).map { trimmed(Array($0)) }
  }

  /// The bytes with a zero for each number.
  private static func withoutNumbers(_ bytes: [UInt8]) -> [UInt8] {
    let zero = UInt8(ascii: "0")
    var result: [UInt8] = []
    for byte in bytes where !byte.isDigit || result.last != zero {
      result.append(byte.isDigit ? zero : byte)
    }
    return result
  }

}
