import FeedValues
import Values

/// Records of cells after a header, by RFC 4180: cells may be quoted, and then contain separators,
/// line ends and doubled quotation marks.
package struct DelimitedForm: Sendable {
  let separator: UInt8
  /// The names of the columns as JSON strings; nil before the header.
  private(set) var names: [[UInt8]]?
  private var cells = RecordCells()
  /// Whether the last line ended inside quotation marks.
  private var isOpen = false
  private var length = 0
  /// The number of the line in which the record begins.
  private var start = 0
  /// The lines of an open record while each of those after the first could be a record as well, as they all are if
  /// its quotation mark has no end; empty once one could not.
  private var lines: [[UInt8]] = []
  /// The number of these that are not blank.
  private var recordCount = 0

  /// Whether cells are padded with spaces that are not content, as the header shows.
  private var isPadded = false
  private let hasHeader: Bool
  /// Whether the current cell's closing quotation mark has been read.
  private var isClosed = false
  /// Whether more than spaces follows a closing quotation mark within its cell.
  private var hasTextAfterEnd = false
  /// The offset in the current line of the last quotation mark that opened a cell.
  private var opening = 0

  /// The name that comments above the records give them, as those of getfacl(1) name their file; nil for none.
  private var notes: [(name: [UInt8], value: [UInt8])]?
  /// Whether there was a record since the last comment.
  private var hasRecords = false

  /// Whether there were comments above the records.
  private var hasComments = false
  /// The number of lines above the records that are yet to come.
  private var preamble: Int

  /// Creates a form; without a header the columns are named by their numbers.
  package init(
    separator: UInt8,
    hasHeader: Bool = true,
    names: [String] = [],
    below preamble: Int = 0
  ) {
    self.separator = separator
    self.hasHeader = hasHeader
    self.preamble = preamble
    isPadded = !hasHeader && separator == UInt8(ascii: "|")
    if separator == ColonRecords.separator, names.isEmpty { notes = [] }
    if !hasHeader { self.names = columnNames(names.map { Array($0.utf8)[...] }) }
  }

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - number: Its number.
  ///   - limit: The maximum number of bytes of a record.
  ///   - values: Receives the records, and malformed input.
  package mutating func take(
    _ line: UnsafeBufferPointer<UInt8>,
    _ number: Int,
    limit: Int,
    into values: inout TextValues
  ) {
    guard preamble == 0 else {
      preamble -= 1
      hasComments = hasComments || line.first == UInt8(ascii: "#")
      return values.note(line.isEmpty ? .blank : .caption)
    }
    let isContinuation = isOpen
    if isContinuation {
      cells.append(UInt8(ascii: "\n"))
    } else {
      // One with as many cells as the others is a record.
      let isComment =
        line.first == UInt8(ascii: "#")
        && (separator == ColonRecords.separator
          || hasComments && line.count { $0 == separator } + 1 != names?.count)
      guard !line.isEmpty, !isComment else {
        if isComment { values.note(noteField(line) ? .caption : .legend) }
        return
      }
      begin()
      start = number
    }
    if isContinuation, line.isEmpty { values.note(.continuation) }
    length += line.count + 1
    hasTextAfterEnd = false
    cut(line)
    if isContinuation {
      keepIfRecord(line)
    } else if isOpen, names?.count ?? 0 > 1 {
      (lines, recordCount) = ([Array(line)], 1)
    }
    if !lines.isEmpty, isContinuation, hasTextAfterEnd {
      // The quotation mark that ends the record begins a cell of another one.
      let last = lines.removeLast()
      endLines(into: &values)
      last.withUnsafeBufferPointer { take($0, number, limit: limit, into: &values) }
    } else if !isOpen {
      end(into: &values)
    } else if isOverdue || length > limit {
      giveUp(FeedText.Malformed.openQuote, into: &values)
    }
  }

  /// Whether more lines could all be records than those of a cell would be; with two columns a comma in each line is
  /// enough for that, as in code.
  private var isOverdue: Bool {
    recordCount > Self.maximumLines && names?.count ?? 0 > 2
  }
  private static let maximumLines = 32

  /// Handles the end of the input.
  package mutating func finish(into values: inout TextValues) {
    if isOpen { giveUp(FeedText.Malformed.recordCutOff, into: &values) }
  }

  private mutating func begin() {
    cells.begin()
    (lines, length, recordCount) = ([], 0, 0)
    (isOpen, isClosed) = (false, false)
  }

  // MARK: Quotation marks without an end

  /// Ends an open record: its lines are records themselves if they could be; otherwise it is refused.
  private mutating func giveUp(_ reason: String, into values: inout TextValues) {
    if recordCount > 1 {
      endLines(into: &values)
    } else {
      values.refuse(reason, line: start)
      begin()
    }
  }

  /// Reads each line of an open record as a record of its own.
  private mutating func endLines(into values: inout TextValues) {
    values.refuse(FeedText.Malformed.openQuote, line: start)
    for line in lines where !line.isEmpty {
      cells = record(in: line)
      end(into: &values)
    }
    begin()
  }

  /// Keeps a line of an open record if it could be a record itself.
  private mutating func keepIfRecord(_ line: UnsafeBufferPointer<UInt8>) {
    guard !lines.isEmpty else { return }
    let line = Array(line)
    if line.isEmpty || record(in: line).count == names?.count {
      lines.append(line)
      if !line.isEmpty { recordCount += 1 }
    } else {
      (lines, recordCount) = ([], 0)
    }
  }

  /// The cells of a line on its own; a quotation mark without an end is part of its cell.
  private func record(in line: [UInt8]) -> RecordCells {
    line.withUnsafeBufferPointer { bytes in
      var form = self
      form.begin()
      form.cut(bytes)
      guard form.isOpen else { return form.cells }
      let opening = form.opening
      form.begin()
      form.cut(bytes, isQuoted: 0..<opening)
      return form.cells
    }
  }

  /// Cuts a line into cells.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - quoted: The part in which quotation marks open cells; nil for the whole line.
  private mutating func cut(_ line: UnsafeBufferPointer<UInt8>, isQuoted quoted: Range<Int>? = nil)
  {
    let quote = UInt8(ascii: "\"")
    if !isOpen, !line.contains(quote) { return cells.append(line, separatedBy: separator) }
    let quoted = quoted ?? 0..<line.count
    var position = 0
    // The beginning of the open cell, if it is in this line.
    var start: Int?
    while position < line.count {
      let byte = line[position]
      if isOpen {
        if byte != quote {
          cells.append(byte)
        } else if position + 1 < line.count, line[position + 1] == quote {
          cells.append(quote)
          position += 1
        } else if let first = start, !endsCell(line, after: position) {
          // The quotation marks are part of the text: `"x" is not "y"`.
          let end = line[first...].firstIndex(of: separator) ?? line.count
          cells.clearLast()
          for byte in line[first..<end] { cells.append(byte) }
          (isOpen, isClosed, position) = (false, true, end - 1)
        } else {
          isOpen = false
          isClosed = true
        }
      } else if byte == separator {
        cells.beginNext()
        isClosed = false
      } else if byte == quote, !isClosed, quoted.contains(position), cells.isLastBlank {
        // Spaces between the separator and the quotation mark are not part of a cell.
        cells.clearLast()
        (isOpen, opening, start) = (true, position, position)
      } else if !isClosed || byte != UInt8(ascii: " ") {
        cells.append(byte)
        hasTextAfterEnd = hasTextAfterEnd || isClosed
      }
      position += 1
    }
  }

  /// Whether nothing but spaces is between a quotation mark and the end of its cell.
  private func endsCell(_ line: UnsafeBufferPointer<UInt8>, after position: Int) -> Bool {
    let next = line[(position + 1)...].first { $0 != UInt8(ascii: " ") }
    return next == nil || next == separator
  }

  private mutating func end(into values: inout TextValues) {
    defer { begin() }
    guard let names else {
      let padded = cells.dropFirst().allSatisfy { $0.first == UInt8(ascii: " ") }
      isPadded =
        cells.count > 1 && padded || cells.contains { $0.last == UInt8(ascii: " ") }
        // size(1) puts spaces in front of the names between tabs.
        || separator == UInt8(ascii: "\t") && cells.contains { $0.first == UInt8(ascii: " ") }
      if isPadded { cells.trim() }
      names = columnNames(Array(cells))
      return values.note(.header)
    }
    if isPadded { cells.trim() }
    if separator == UInt8(ascii: "|"), cells.count == 1,
      DelimitedSample.isRowCount(Array(cells[0])) || !hasHeader
    {
      return values.note(.legend)
    }
    // Empty cells after the last named column carry no information.
    while hasHeader, cells.count > names.count, cells.last?.isEmpty == true { cells.removeLast() }
    hasRecords = true
    guard let notes, !notes.isEmpty else { return values.appendRecord(names, cells) }
    let all = columnNames(
      notes.map { $0.name[...] } + cells.map { _ in [] },
      numberedFrom: notes.count
    )
    values.appendRecord(all, notes.map { $0.value[...] } + cells)
  }

  /// Takes note of a comment that is a name, a colon and a value; returns whether it is.
  private mutating func noteField(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard notes != nil else { return false }
    let text = line.dropFirst().drop(while: \.isBlank)
    guard let end = text.firstIndex(of: UInt8(ascii: ":")), end > text.startIndex,
      text[..<end].allSatisfy(\.isLetter), end + 1 < text.endIndex, text[end + 1].isBlank
    else { return false }
    if hasRecords { (notes, hasRecords) = ([], false) }
    notes?.append((Array(text[..<end]), Array(text[(end + 1)...].trimmed)))
    return true
  }
}

/// The cells of a record, one after the other.
private struct RecordCells: RandomAccessCollection {
  private var bytes: [UInt8] = []
  /// The offset at which each begins.
  private var starts = [0]

  var startIndex: Int { 0 }
  var endIndex: Int { starts.count }

  subscript(offset: Int) -> ArraySlice<UInt8> {
    bytes[starts[offset]..<(offset + 1 < starts.count ? starts[offset + 1] : bytes.count)]
  }

  /// Whether the last cell has spaces at most.
  var isLastBlank: Bool {
    bytes[starts[starts.count - 1]...].allSatisfy { $0 == UInt8(ascii: " ") }
  }

  /// Removes all cells but one, which is empty.
  mutating func begin() {
    bytes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    starts.append(0)
  }

  mutating func beginNext() { starts.append(bytes.count) }

  /// Appends a byte to the last cell.
  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Appends what lies before the first separator to the last cell, and the rest as further ones.
  mutating func append(_ line: UnsafeBufferPointer<UInt8>, separatedBy separator: UInt8) {
    var start = 0
    while let end = line[start...].firstIndex(of: separator) {
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: line[start..<end]))
      beginNext()
      start = end + 1
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: line[start...]))
  }

  mutating func clearLast() { bytes.removeSubrange(starts[starts.count - 1]...) }

  mutating func removeLast() {
    clearLast()
    starts.removeLast()
  }

  /// Removes the spaces around the cells.
  mutating func trim() {
    let all = self
    begin()
    for (offset, cell) in all.enumerated() {
      if offset > 0 { beginNext() }
      bytes.append(contentsOf: cell.trimmed)
    }
  }
}

extension Collection<UInt8> where Self: BidirectionalCollection {
  /// The bytes without the spaces around them.
  fileprivate var trimmed: SubSequence {
    let space = UInt8(ascii: " ")
    let rest = drop { $0 == space }
    guard let last = rest.lastIndex(where: { $0 != space }) else { return rest }
    return rest[...last]
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
