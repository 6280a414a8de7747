/// A rectangle of cells that a program draws into, and that a terminal or a ``RecordingScreen``
/// shows.
///
/// Lines and columns count from 0 at the top left. Anything outside is clipped, on all four
/// sides: a row that slides in may be written at column −14.
public struct CellBuffer: Hashable, Sendable {
  /// The size of the buffer, in columns and lines.
  public let size: TerminalSize
  /// The cells, line by line.
  private(set) var cells: [Cell]
  /// The parts of lines that are links, unless something else was drawn over them.
  private var allLinks: [Hyperlink] = []

  /// The alignment of a text in its field.
  public enum Alignment: Hashable, Sendable {
    /// At the left edge of the field.
    case left
    /// At the right edge, as for numbers.
    case right
  }

  /// Creates a buffer of spaces.
  public init(_ size: TerminalSize, style: Style = .plain) {
    self.size = size
    cells = Array(repeating: .blank(style), count: size.columns * size.lines)
  }

  /// The cell at a position inside the buffer.
  public subscript(line line: Int, column column: Int) -> Cell {
    precondition(
      line >= 0 && line < size.lines && column >= 0 && column < size.columns,
      "no cell at line \(line), column \(column) of \(size.columns)×\(size.lines)"
    )
    return cells[line * size.columns + column]
  }

  /// The cells of a line inside the buffer.
  public func line(_ line: Int) -> ArraySlice<Cell> {
    precondition(line >= 0 && line < size.lines, "no line \(line) of \(size.lines)")
    return cells[line * size.columns..<(line + 1) * size.columns]
  }

  /// Copies a line from another buffer of the same width.
  public mutating func replaceLine(_ line: Int, with other: CellBuffer) {
    precondition(size.columns == other.size.columns, "the buffers must have the same width")
    cells.replaceSubrange(line * size.columns..<(line + 1) * size.columns, with: other.line(line))
    allLinks.removeAll { $0.line == line }
    allLinks += other.allLinks.filter { $0.line == line }
  }

  /// Fills the whole buffer with spaces.
  public mutating func clear(_ style: Style = .plain) {
    let blank = Cell.blank(style)
    for index in cells.indices { cells[index] = blank }
    allLinks = []
  }

  /// Links cells of a line to an address; what is drawn over them later is not linked.
  ///
  /// - Parameters:
  ///   - line: The line, inside the buffer.
  ///   - columns: The columns, inside the buffer.
  ///   - address: The address.
  package mutating func link(line: Int, columns: Range<Int>, to address: String) {
    let start = line * size.columns
    let part = cells[start + columns.lowerBound..<start + columns.upperBound]
    allLinks.removeAll { $0.line == line && $0.columns.overlaps(columns) }
    if let link = Hyperlink(line, columns, of: part, to: address) { allLinks.append(link) }
  }

  /// The parts of lines that are links.
  package var links: [Hyperlink] {
    allLinks.filter { link in
      let start = link.line * size.columns
      return link.isShown(
        by: cells[start + link.columns.lowerBound..<start + link.columns.upperBound]
      )
    }
  }

  /// Fills part of a line with spaces.
  ///
  /// - Parameters:
  ///   - line: The line; outside the buffer nothing happens.
  ///   - columns: The columns to fill; nil for the whole line.
  ///   - style: The style of the spaces.
  public mutating func fill(line: Int, columns: Range<Int>? = nil, style: Style) {
    guard line >= 0, line < size.lines else { return }
    let columns = (columns ?? 0..<size.columns).clamped(to: 0..<size.columns)
    guard !columns.isEmpty else { return }
    split(line, columns)
    let start = line * size.columns
    let blank = Cell.blank(style)
    for index in start + columns.lowerBound..<start + columns.upperBound { cells[index] = blank }
  }

  /// Changes the style of cells but not their text.
  public mutating func restyle(line: Int, columns: Range<Int>, _ change: (Style) -> Style) {
    guard line >= 0, line < size.lines else { return }
    let start = line * size.columns
    for column in columns.clamped(to: 0..<size.columns) {
      cells[start + column].style = change(cells[start + column].style)
    }
  }

  /// Writes text into a line and returns its width in columns.
  ///
  /// Any text only fills cells: see ``Cell``.
  ///
  /// ```swift
  /// var buffer = CellBuffer(TerminalSize(columns: 80, lines: 24))
  /// let used = buffer.write("12:03:21", line: 0, column: 3, style: dim)
  /// buffer.write("$42.00", line: 0, column: 13, maximumWidth: 10, alignment: .right)
  /// ```
  /// - Parameters:
  ///   - text: Any text.
  ///   - line: The line; outside the buffer nothing is written.
  ///   - column: The beginning of the text, or of its field; may be negative.
  ///   - maximumWidth: The width of the field in columns. A wider text is cut after a whole
  ///     grapheme cluster, and ends with `…`; nil writes all of the text, clipped at the edge of
  ///     the buffer.
  ///   - alignment: The alignment of the text in its field; ignored without a field.
  ///   - style: The foreground, background and attributes.
  /// - Returns: The width of the text in its field, clipped or not: left-aligned text can go on at
  ///   `column` plus this. Without a field, counting stops at the buffer's right edge.
  /// - Complexity: O(*n*) in the columns of the field, or up to the right edge.
  @discardableResult
  public mutating func write(
    _ text: String,
    line: Int,
    column: Int,
    maximumWidth: Int? = nil,
    alignment: Alignment = .left,
    style: Style = .plain
  ) -> Int {
    write(
      text[...],
      line: line,
      column: column,
      maximumWidth: maximumWidth,
      alignment: alignment,
      style: style
    )
  }

  /// Writes text into a line and returns its width in columns, like
  /// ``write(_:line:column:maximumWidth:alignment:style:)`` for a `String`.
  @discardableResult
  public mutating func write(
    _ text: Substring,
    line: Int,
    column: Int,
    maximumWidth: Int? = nil,
    alignment: Alignment = .left,
    style: Style = .plain
  ) -> Int {
    if let maximumWidth, alignment == .right {
      let width = DisplayWidth.width(of: text, limit: max(0, maximumWidth))
      let start = column + max(0, maximumWidth - width)
      return write(text, line: line, column: start, maximumWidth: maximumWidth, style: style)
    }
    // Without a field nothing beyond the right edge matters; in a field, the place of the cut may
    // depend on text that is out of sight.
    let room = max(0, size.columns - column)
    let field = maximumWidth.map { max(0, $0) } ?? .max
    var layout = GlyphLayout(text, columns: maximumWidth == nil ? room : field)
    var used = 0
    // The place to cut if the text turns out too wide: the last one that leaves a column for `…`.
    var cut = 0
    while let columns = layout.next() {
      if used + columns > field {
        guard field > 0 else { return 0 }
        place(Glyph(base: "…", width: 1), line, column + cut, style)
        if cut + 1 < used {
          fill(line: line, columns: column + cut + 1..<column + used, style: style)
        }
        return cut + 1
      }
      for glyph in layout.glyphs {
        place(glyph, line, column + used, style)
        used += glyph.width
      }
      if used < field { cut = used }
      if maximumWidth == nil, used > room { break }
    }
    return used
  }

  /// The text of a line without continuations, and without trailing spaces unless they are
  /// requested.
  public func text(line: Int, trimmed: Bool = true) -> String {
    var text = ""
    for cell in self.line(line) { text += cell.text }
    guard trimmed else { return text }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// Draws the part of a glyph that is inside; half of a wide one becomes a space.
  @inline(__always)
  private mutating func place(_ glyph: Glyph, _ line: Int, _ column: Int, _ style: Style) {
    guard line >= 0, line < size.lines, column < size.columns, column + glyph.width > 0 else {
      return
    }
    let start = line * size.columns
    if glyph.width == 1 {
      if cells[start + column].width != 1 { split(line, column..<column + 1) }
      cells[start + column] = Cell(glyph: glyph, style: style)
      return
    }
    let columns = (column..<column + 2).clamped(to: 0..<size.columns)
    split(line, columns)
    if columns.count == 2 {
      cells[start + column] = Cell(glyph: glyph, style: style)
      cells[start + column + 1] = .continuation(style)
    } else {
      cells[start + columns.lowerBound] = .blank(style)
    }
  }

  /// Blanks the outer halves of wide characters that extend beyond `columns`.
  private mutating func split(_ line: Int, _ columns: Range<Int>) {
    let start = line * size.columns
    let (first, end) = (columns.lowerBound, columns.upperBound)
    if cells[start + first].isContinuation, first > 0 {
      cells[start + first - 1] = .blank(cells[start + first - 1].style)
    }
    if end < size.columns, cells[start + end].isContinuation {
      cells[start + end] = .blank(cells[start + end].style)
    }
  }
}

/// One cell of the screen: a character with its combining marks, its width in columns, and its
/// style.
///
/// A character that is two columns wide occupies one cell, followed by a *continuation*: a cell of
/// width 0 with the same style. Only ``CellBuffer`` writes text into cells, and lays it out first;
/// so no cell ever contains a control character, an escape sequence, a bidirectional override, or
/// anything else that acts on a terminal instead of being drawn.
public struct Cell: Hashable, Sendable {
  private var glyph: Glyph
  /// The style of the cell.
  public var style: Style

  /// The maximum number of marks in one cell; terminals draw no more, and ncurses stores no more.
  public static let maximumMarks = 4

  /// An empty cell: a space.
  public static func blank(_ style: Style = .plain) -> Cell {
    Cell(glyph: .space, style: style)
  }

  static func continuation(_ style: Style) -> Cell { Cell(glyph: .rightHalf, style: style) }

  @inline(__always)
  init(glyph: Glyph, style: Style) {
    self.glyph = glyph
    self.style = style
  }

  /// 1, 2, or 0 for a continuation.
  public var width: Int { glyph.width }

  /// Whether the cell is the right half of the character before it.
  public var isContinuation: Bool { width == 0 }

  /// Whether the cell shows nothing but its style.
  public var isSpace: Bool { glyph == Glyph.space }

  /// The first scalar; for a continuation U+0000.
  public var base: Unicode.Scalar { glyph.base }

  /// The mark at `index`, counted from 0, or nil.
  public func mark(_ index: Int) -> Unicode.Scalar? { glyph.mark(index) }

  /// The text of the cell; empty for a continuation.
  public var text: String {
    guard !isContinuation else { return "" }
    var text = String(base)
    for index in 0..<Cell.maximumMarks {
      guard let mark = mark(index) else { break }
      text.unicodeScalars.append(mark)
    }
    return text
  }
}

/// A screen that records the frames it is shown, for tests.
///
/// ```swift
/// let screen = RecordingScreen(TerminalSize(columns: 40, lines: 10))
/// var buffer = CellBuffer(screen.size)
/// buffer.write("listview", line: 0, column: 1)
/// screen.present(buffer)
/// #expect(screen.lines[0] == " listview")
/// ```
public final class RecordingScreen {
  /// The size to draw for; set it to resize.
  public var size: TerminalSize
  /// All frames, oldest first.
  public private(set) var frames: [CellBuffer] = []

  /// Creates a screen without frames.
  public init(_ size: TerminalSize) { self.size = size }

  /// Records a frame.
  public func present(_ buffer: CellBuffer) { frames.append(buffer) }

  /// The newest frame; nil before the first.
  public var current: CellBuffer? { frames.last }

  /// The lines of the newest frame without trailing spaces; empty before the first.
  public var lines: [String] {
    guard let current else { return [] }
    return (0..<current.size.lines).map { current.text(line: $0) }
  }
}

/// The size of a screen in character cells.
public struct TerminalSize: Hashable, Sendable {
  /// The number of columns; at least 0.
  public var columns: Int
  /// The number of lines; at least 0.
  public var lines: Int

  /// Creates a size; negative numbers become 0.
  public init(columns: Int, lines: Int) {
    self.columns = max(0, columns)
    self.lines = max(0, lines)
  }
}
