import FeedValues
import Values

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
