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
