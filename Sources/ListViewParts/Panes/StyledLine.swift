package import TerminalCore

/// A piece of a line of the screen that is one style.
package struct Segment: Hashable, Sendable {
  package var text: String
  package var role: Theme.Role
  package var isBold = false
  /// The background of the piece; nil for that of its line.
  package var surface: Theme.Surface?
  /// Whether a search has found the piece.
  package var isFound = false

  /// Creates a piece.
  package init(
    text: String,
    role: Theme.Role,
    isBold: Bool = false,
    surface: Theme.Surface? = nil,
    isFound: Bool = false
  ) {
    (self.text, self.role, self.isBold) = (text, role, isBold)
    (self.surface, self.isFound) = (surface, isFound)
  }
}

/// A line of a pane before it becomes cells: pieces from the left, and some at the right edge.
package struct StyledLine: Hashable, Sendable {
  /// What is written from the left, cut where it does not fit.
  package var segments: [Segment]
  /// The text at the right edge; omitted if it would take more than half of the line.
  var trailing: [Segment] = []
  /// The background of the line; nil for that of its pane.
  package var surface: Theme.Surface?

  /// A line of pieces.
  package init(
    _ segments: [Segment] = [],
    trailing: [Segment] = [],
    on surface: Theme.Surface? = nil
  ) {
    self.segments = segments
    self.trailing = trailing
    self.surface = surface
  }

  /// A line of one piece.
  package init(_ text: String, _ role: Theme.Role, isBold: Bool = false) {
    self.init([Segment(text: text, role: role, isBold: isBold)])
  }
}

extension CellBuffer {
  /// Fills some columns of a line with a styled line.
  ///
  /// - Complexity: O(*n*) in the columns.
  mutating func write(
    _ content: StyledLine,
    line: Int,
    columns: Range<Int>,
    on surface: Theme.Surface,
    _ theme: Theme
  ) {
    let surface = content.surface ?? surface
    fill(line: line, columns: columns, style: theme.style(.text, on: surface))
    var end = columns.upperBound
    let trailing = content.trailing.reduce(0) {
      $0 + DisplayWidth.width(of: $1.text, limit: columns.count)
    }
    if trailing > 0, trailing + 2 <= columns.count / 2 {
      end -= trailing
      write(content.trailing, line: line, columns: end..<columns.upperBound, on: surface, theme)
      end -= 2
    }
    write(content.segments, line: line, columns: columns.lowerBound..<end, on: surface, theme)
  }

  private mutating func write(
    _ segments: [Segment],
    line: Int,
    columns: Range<Int>,
    on surface: Theme.Surface,
    _ theme: Theme
  ) {
    var column = columns.lowerBound
    for segment in segments where !segment.text.isEmpty {
      var style = theme.style(
        segment.role,
        on: segment.surface ?? surface,
        bold: segment.isBold
      )
      if segment.isFound { style = theme.found(style) }
      guard column < columns.upperBound else {
        // What ends at the edge looks whole, so its last column says that it is not.
        if column > columns.lowerBound { write("…", line: line, column: column - 1, style: style) }
        return
      }
      column += write(
        segment.text,
        line: line,
        column: column,
        maximumWidth: columns.upperBound - column,
        style: style
      )
    }
  }
}
