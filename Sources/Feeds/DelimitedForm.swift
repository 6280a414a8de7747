/// Records of cells after a header, by RFC 4180: cells may be quoted, and then contain separators,
/// line ends and doubled quotation marks.
struct DelimitedForm: Sendable {
  let separator: UInt8
  /// The names of the columns as JSON strings; nil before the header.
  private(set) var names: [[UInt8]]?
  private var cells: [[UInt8]] = []
  /// Whether the last line ended inside quotation marks.
  private var isOpen = false
  private var length = 0

  /// Whether cells are padded with spaces that are not content, as the header shows.
  private var isPadded = false
  private let hasHeader: Bool
  /// Whether the current cell's closing quotation mark has been read.
  private var isClosed = false

  /// Creates a form; without a header the columns are named by their numbers.
  init(separator: UInt8, hasHeader: Bool = true, names: [String] = []) {
    self.separator = separator
    self.hasHeader = hasHeader
    if !hasHeader { self.names = columnNames(names.map { Array($0.utf8)[...] }) }
  }

  /// Reads a line; returns a reason if it is malformed input.
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

  /// Handles the end of the input; returns a reason if the rest is malformed.
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
        // Spaces between the separator and the quotation mark are not part of a cell.
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
    // Empty cells after the last named column carry no information.
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

/// The names of columns as JSON strings, all different: a column without a name is named by its
/// number, and a repeated name gets its number appended.
///
/// - Parameters:
///   - cells: The names, which may be empty.
///   - first: The number of columns before the first of the names.
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
