/// A position in a text file, in the numbering of editors.
package struct TextPosition: Hashable, Comparable, Sendable {
  /// The line, counted from 1; lines end with a newline.
  package var line: Int
  /// The column, counted from 1 in Unicode scalars.
  package var column: Int

  /// Creates a position from its line and column.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The position of a byte.
  ///
  /// - Complexity: O(`offset`).
  init(of offset: Int, in bytes: [UInt8]) {
    let before = bytes[..<min(offset, bytes.count)]
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    // Continuation bytes begin with the bits 10.
    column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
  }

  /// Orders positions by line, then by column.
  package static func < (first: TextPosition, second: TextPosition) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }
}
