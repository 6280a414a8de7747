/// Records of cells after a header, by RFC 4180: cells may be quoted, and then contain separators,
/// line ends and doubled quotation marks.
struct DelimitedForm: Sendable {
  let separator: UInt8
  /// The names of the columns as JSON strings; nil before the header.
  private(set) var names: [[UInt8]]?
  private var cells: [[UInt8]] = []
  /// Whether the last line ended inside of quotation marks.
  private var isOpen = false
  private var length = 0

  /// Whether the cells have spaces around them that are not theirs, as the header shows.
  private var isPadded = false
  private let hasHeader: Bool
  /// Whether the current cell is after its closing quotation mark.
  private var isClosed = false

  /// Makes a form; without a header the columns have their numbers for names.
  init(separator: UInt8, hasHeader: Bool = true, names: [String] = []) {
    self.separator = separator
    self.hasHeader = hasHeader
    if !hasHeader { self.names = columnNames(names.map { Array($0.utf8)[...] }) }
  }

  /// Takes a line; returns why it counts as malformed input.
  mutating func take(
    _ line: UnsafeBufferPointer<UInt8>,
    limit: Int,
    into values: inout TextValues
  ) -> String? {
    if isOpen {
      cells[cells.count - 1].append(UInt8(ascii: "\n"))
    } else {
      let isComment = separator == ColonRecords.separator && line.first == UInt8(ascii: "#")
      guard !line.isEmpty, !isComment else { return nil }
      cells = [[]]
      isClosed = false
      length = 0
    }
    length += line.count + 1
    cut(line)
    guard isOpen else {
      end(into: &values)
      return nil
    }
    guard length > limit else { return nil }
    cells = []
    isOpen = false
    return FeedText.Malformed.openQuote
  }

  /// Says that nothing follows; returns why the rest counts as malformed input.
  mutating func finish(into values: inout TextValues) -> String? {
    guard isOpen else { return nil }
    isOpen = false
    return FeedText.Malformed.recordCutOff
  }

  private mutating func cut(_ line: UnsafeBufferPointer<UInt8>) {
    let quote = UInt8(ascii: "\"")
    var position = 0
    while position < line.count {
      let byte = line[position]
      let last = cells.count - 1
      if isOpen {
        if byte != quote {
          cells[last].append(byte)
        } else if position + 1 < line.count, line[position + 1] == quote {
          cells[last].append(quote)
          position += 1
        } else {
          isOpen = false
          isClosed = true
        }
      } else if byte == separator {
        cells.append([])
        isClosed = false
      } else if byte == quote, cells[last].allSatisfy({ $0 == UInt8(ascii: " ") }), !isClosed {
        // Spaces between the separator and the quotation mark belong to neither.
        cells[last] = []
        isOpen = true
      } else if !isClosed || byte != UInt8(ascii: " ") {
        cells[last].append(byte)
      }
      position += 1
    }
  }

  private mutating func end(into values: inout TextValues) {
    defer { cells = [] }
    guard let names else {
      let padded = cells.dropFirst().allSatisfy { $0.first == UInt8(ascii: " ") }
      isPadded = cells.count > 1 && padded || cells.contains { $0.last == UInt8(ascii: " ") }
      if isPadded { cells = cells.map(Self.trimmed) }
      names = columnNames(cells.map { $0[...] })
      return
    }
    if isPadded { cells = cells.map(Self.trimmed) }
    if separator == UInt8(ascii: "|"), cells.count == 1, DelimitedSample.isRowCount(cells[0]) {
      return
    }
    // Separators after the last named column say nothing.
    while hasHeader, cells.count > names.count, cells.last?.isEmpty == true { cells.removeLast() }
    values.appendRecord(names, cells)
  }

  private static func trimmed(_ cell: [UInt8]) -> [UInt8] {
    var cell = cell[...]
    while cell.first == UInt8(ascii: " ") { cell.removeFirst() }
    while cell.last == UInt8(ascii: " ") { cell.removeLast() }
    return Array(cell)
  }
}

/// The names of columns as JSON strings, no two alike: a column without a name has its number, and
/// one of a name that was there before has its number behind it.
///
/// - Parameters:
///   - cells: The names, which may be empty.
///   - first: How many columns do not count.
/// - Returns: As many strings as there are names.
func columnNames(_ cells: [ArraySlice<UInt8>], numberedFrom first: Int = 0) -> [[UInt8]] {
  var seen: Set<[UInt8]> = []
  return cells.enumerated().map { offset, cell in
    let offset = offset - first
    var name = Array(cell)
    if name.isEmpty { name = Array("column \(offset + 1)".utf8) }
    if !seen.insert(name).inserted {
      name += Array(" \(offset + 1)".utf8)
      seen.insert(name)
    }
    var string: [UInt8] = []
    string.appendJSONString(name)
    return string
  }
}
