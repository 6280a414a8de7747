import FeedValues
import Values

/// Listings of several folders, each below its name: `ls -R`, `ls -lR`, and `dir` of Windows.
package struct ListingForm: Sendable {
  /// The kind of the lines below the name of a folder.
  package enum Style: Hashable, Sendable {
    /// Names.
    case names
    /// The lines of `ls -l`, below their total.
    case files
    /// Those of `dir`, between indented lines.
    case dir
  }

  private let style: Style
  private var folder: [UInt8] = []
  /// The file whose name may go on in the next line, as names may contain line ends.
  private var open: [UInt8]?
  /// The number of blank lines before the current one.
  private var gap = 1

  private static let folderName = LogName("folder")
  private static let name = LogName("name")

  package init(_ style: Style) { self.style = style }

  /// The style of the first lines of a text; nil if they are not a listing of folders.
  static func style(of lines: [UnsafeBufferPointer<UInt8>]) -> Style? {
    let texts = lines.filter { !$0.allSatisfy(\.isJSONSpace) }
    let files = texts.count { DirEntry($0) != nil }
    if files > 0, texts.contains(where: { dirFolder($0) != nil }) {
      return texts.allSatisfy { $0.first?.isBlank == true || DirEntry($0) != nil } ? .dir : nil
    }
    guard !texts.contains(where: { $0.first?.isBlank == true || CollectedLog.read($0) != nil })
    else { return nil }
    let captions = lines.indices.filter { offset in
      (offset == 0 || lines[offset - 1].isEmpty) && caption(lines[offset]) != nil
        && offset + 1 < lines.count && !lines[offset + 1].isEmpty
    }
    let folders = captions.compactMap { caption(lines[$0]) }
    guard let first = captions.first,
      // A line that ends with a colon may be any text.
      folders.count > 1 || !folders.joined().contains(where: \.isBlank),
      folders.contains(where: { folder in
        isPath(folder) || folders.contains { $0.starts(with: folder + Array("/".utf8)) }
      })
    else { return nil }
    let next = lines[first + 1]
    return FileListing.isTotal(next) || FileListing.read(next) != nil ? .files : .names
  }

  package mutating func take(_ line: UnsafeBufferPointer<UInt8>, into values: inout TextValues) {
    guard !line.allSatisfy(\.isJSONSpace) else {
      gap += 1
      return
    }
    defer { gap = 0 }
    switch style {
    case .dir:
      if let entry = DirEntry(line) {
        append(entry.record, of: line, into: &values)
      } else if let path = Self.dirFolder(line) {
        folder = path
        values.note(.caption)
      } else {
        values.note(.legend)
      }
    case .names, .files:
      if gap > 0, let path = Self.caption(line) {
        finish(into: &values)
        folder = path
        values.note(.caption)
      } else if style == .names {
        var record = LogRecord()
        record.add(Self.name, .text(0..<line.count))
        append(record, of: line, into: &values)
      } else if Self.isFile(line) {
        finish(into: &values)
        open = Array(line)
        values.note(.row)
      } else if open == nil || FileListing.isTotal(line) {
        finish(into: &values)
        values.note(FileListing.isTotal(line) ? .legend : .row)
        if !FileListing.isTotal(line) { values.appendLine(line) }
      } else if let text = open {
        let ends = [UInt8](repeating: UInt8(ascii: "\n"), count: min(gap, 255) + 1)
        open = text.count < 1 << 16 ? text + ends + line : text
        values.note(.continuation)
      }
    }
  }

  /// Emits the file whose name might go on.
  package mutating func finish(into values: inout TextValues) {
    guard let text = open else { return }
    open = nil
    text.withUnsafeBufferPointer { line in
      guard let record = FileListing.read(line) else { return values.appendLine(line) }
      append(record, of: line, into: &values)
    }
  }

  private func append(
    _ record: LogRecord,
    of line: UnsafeBufferPointer<UInt8>,
    into values: inout TextValues
  ) {
    var record = record
    if !folder.isEmpty { record.add(Self.folderName, .bytes(folder)) }
    values.append(record, of: line)
  }

  /// Whether a line is a file, whose name may begin with the end of the line.
  private static func isFile(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    if FileListing.read(line) != nil { return true }
    guard line.last == UInt8(ascii: " ") else { return false }
    return (Array(line) + [UInt8(ascii: "\n")]).withUnsafeBufferPointer {
      FileListing.read($0) != nil
    }
  }

  /// The name of a folder, before a colon that ends the line.
  private static func caption(_ line: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard line.count > 1, line.last == UInt8(ascii: ":"), line.first?.isBlank == false,
      !line[line.count - 2].isBlank
    else { return nil }
    return Array(line.dropLast())
  }

  private static func isPath(_ folder: [UInt8]) -> Bool {
    folder == Array(".".utf8) || ["/", "./", "../", "~/"].contains { folder.starts(with: $0.utf8) }
  }

  /// The path in an indented line: a drive and a folder, or a share.
  private static func dirFolder(_ line: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard line.first?.isBlank == true else { return nil }
    let bytes = Array(line)
    if let drive = bytes.firstRange(of: Array(":\\".utf8)), drive.lowerBound > 0 {
      return Array(bytes[(drive.lowerBound - 1)...])
    }
    return bytes.firstRange(of: Array(" \\\\".utf8)).map { Array(bytes[($0.lowerBound + 1)...]) }
  }

  /// A file in the output of `dir`: a date, a time, a kind or a size, and a name.
  private struct DirEntry {
    private(set) var record = LogRecord()

    init?(_ line: UnsafeBufferPointer<UInt8>) {
      var cursor = LogCursor(line)
      guard cursor.isDigit(), let date = cursor.word(), 8...10 ~= date.count,
        line[date].allSatisfy({ $0.isDigit || "./-".utf8.contains($0) }),
        cursor.skipSpaces() > 0, cursor.isDigit(), var time = cursor.word(), 4...8 ~= time.count,
        line[time].contains(UInt8(ascii: ":")), cursor.skipSpaces() > 0
      else { return nil }
      if "AP".utf8.contains(cursor.peek()), let half = cursor.word() {
        guard half.count == 2, cursor.skipSpaces() > 0 else { return nil }
        time = time.lowerBound..<half.upperBound
      }
      let isKind = cursor.peek() == UInt8(ascii: "<")
      guard isKind || cursor.isDigit(), let size = cursor.word() else { return nil }
      if isKind {
        guard line[size].last == UInt8(ascii: ">") else { return nil }
        cursor.skipSpaces()
      } else {
        guard line[size].allSatisfy({ $0.isDigit || $0 >= 0x80 || ".,'".utf8.contains($0) }),
          cursor.skip(" ")
        else { return nil }
      }
      let name = cursor.rest()
      guard !name.isEmpty else { return nil }
      record.add(LogName("date"), .text(date))
      record.add(LogName("time"), .text(time))
      record.add(LogName(isKind ? "kind" : "size"), isKind ? .text(size) : .part(size))
      record.add(ListingForm.name, .text(name))
    }
  }
}
