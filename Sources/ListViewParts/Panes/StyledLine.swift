package import TerminalCore

/// A piece of text in a single style.
package struct Segment: Hashable, Sendable {
  package var text: String
  package var role: Theme.Role
  package var isBold = false
  /// The background; nil for that of the line.
  package var surface: Theme.Surface?
  /// Whether the piece is a search match.
  package var isFound = false

  /// Creates a segment.
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

/// A line of a pane: segments from the left, and optionally some at the right edge.
package struct StyledLine: Hashable, Sendable {
  /// The segments from the left, cut off if they do not fit.
  package var segments: [Segment]
  /// The segments at the right edge; omitted if they would take more than half of the line.
  var trailing: [Segment] = []
  /// The background; nil for that of the pane.
  package var surface: Theme.Surface?

  /// Creates a line from segments.
  package init(
    _ segments: [Segment] = [],
    trailing: [Segment] = [],
    on surface: Theme.Surface? = nil
  ) {
    self.segments = segments
    self.trailing = trailing
    self.surface = surface
  }

  /// Creates a line from a single segment.
  package init(_ text: String, _ role: Theme.Role, isBold: Bool = false) {
    self.init([Segment(text: text, role: role, isBold: isBold)])
  }
}

extension CellBuffer {
  /// Fills some columns of a line with a styled line.
  ///
  /// - Complexity: O(*n*) in the number of columns.
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
        // Text that ends exactly at the edge would look complete, so `…` replaces its last column.
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
