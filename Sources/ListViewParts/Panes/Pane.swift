import Columns
internal import Synchronization
package import TerminalCore

/// A rectangle of the screen with a title and scrollable lines: the help, the malformed input, the detail of
/// a row.
package struct Pane: Sendable {
  /// The border between a pane and the rest of the screen.
  package enum Border: Hashable, Sendable {
    /// A box around the contents, with the title and the footer in its border.
    case box
    /// A bar with the title above the contents.
    case bar
    /// A bar above the contents, and a line to their left.
    case left
  }

  /// The rectangle of the pane, including its border.
  package let place: Rectangle
  package let border: Border
  /// The title.
  package var title: [Segment]
  /// The text at the right of the title.
  package var status: [Segment] = []
  /// The key hints; only shown in a box.
  package var footer = ""

  /// Creates a pane; a box without enough room for its border becomes a bar.
  package init(_ place: Rectangle, _ border: Border, title: [Segment], minimum: Int = 7) {
    let isSmall = place.lines.count < minimum || place.columns.count < 24
    self.place = place
    self.border = border == .box && isSmall ? .bar : border
    self.title = title
  }

  /// The rectangle of the contents.
  package var contents: Rectangle {
    switch border {
    case .box:
      Rectangle(
        lines: place.lines.dropping(first: 1, last: 1),
        columns: place.columns.dropping(first: 2, last: 2)
      )
    // The last column is for the scroll bar, with a space before it.
    case .bar:
      Rectangle(lines: place.lines.dropping(first: 1), columns: place.columns.dropping(last: 2))
    case .left:
      Rectangle(
        lines: place.lines.dropping(first: 1),
        columns: place.columns.dropping(first: 1, last: 2)
      )
    }
  }

  private var surface: Theme.Surface { border == .box ? .bar : .base }

  /// Draws the pane and the lines in view.
  ///
  /// - Parameters:
  ///   - position: The scroll position, clamped to the available lines.
  ///   - count: The number of lines.
  ///   - buffer: The screen.
  ///   - theme: The colours.
  ///   - line: Returns a line by its offset; called only for lines in view.
  /// - Complexity: O(*n*) in the number of screen cells.
  package func draw(
    _ position: ScrollPosition,
    of count: Int,
    in buffer: inout CellBuffer,
    _ theme: Theme,
    line: (Int) -> StyledLine
  ) {
    guard !place.lines.isEmpty, !place.columns.isEmpty else { return }
    let contents = contents
    let position = position.clamped(count: count, height: contents.lines.count)
    for number in place.lines {
      buffer.fill(
        line: number,
        columns: place.columns,
        style: theme.style(.text, on: surface)
      )
    }
    drawBorder(in: &buffer, theme)
    for (number, offset) in zip(contents.lines, position.offset..<max(position.offset, count)) {
      buffer.write(line(offset), line: number, columns: contents.columns, on: surface, theme)
    }
    let bar = ScrollBar(above: position.offset, total: count, height: contents.lines.count)
    guard let bar, contents.columns.count >= 8 else { return }
    for (offset, number) in contents.lines.enumerated() {
      let isThumb = bar.thumb.contains(offset)
      buffer.write(
        isThumb ? "┃" : "│",
        line: number,
        column: place.columns.upperBound - 1,
        style: theme.style(isThumb ? .dim : .faint, on: surface)
      )
    }
  }

  private func drawBorder(in buffer: inout CellBuffer, _ theme: Theme) {
    let (top, left) = (place.lines.lowerBound, place.columns.lowerBound)
    let rule = theme.style(.faint, on: surface)
    guard border == .box else {
      buffer.fill(line: top, columns: place.columns, style: theme.style(.dim, on: .bar))
      buffer.write(
        StyledLine(title, trailing: status),
        line: top,
        columns: contents.columns.lowerBound..<place.columns.dropping(last: 1).upperBound,
        on: .bar,
        theme
      )
      guard border == .left else { return }
      for line in place.lines.dropping(first: 1) {
        buffer.write("│", line: line, column: left, style: rule)
      }
      return
    }
    let (bottom, right) = (place.lines.upperBound - 1, place.columns.upperBound - 1)
    for line in place.lines {
      buffer.write("│", line: line, column: left, style: rule)
      buffer.write("│", line: line, column: right, style: rule)
    }
    let horizontal = String(repeating: "─", count: place.columns.count - 2)
    buffer.write("╭\(horizontal)╮", line: top, column: left, style: rule)
    buffer.write("╰\(horizontal)╯", line: bottom, column: left, style: rule)
    write(padded(title), atRight: false, line: top, in: &buffer, theme)
    write(padded(status), atRight: true, line: top, in: &buffer, theme)
    let keys = footer.isEmpty ? [] : [Segment(text: footer, role: .dim)]
    write(padded(keys), atRight: true, line: bottom, in: &buffer, theme)
  }

  private func padded(_ segments: [Segment]) -> [Segment] {
    guard !segments.isEmpty else { return [] }
    let space = Segment(text: " ", role: .dim)
    return [space] + segments + [space]
  }

  /// Writes into the border if there is room between the corners; text at the right is written only if it
  /// fits whole, and if it leaves a third of the width to the title.
  private func write(
    _ segments: [Segment],
    atRight: Bool,
    line: Int,
    in buffer: inout CellBuffer,
    _ theme: Theme
  ) {
    let columns = place.columns.dropping(first: 2, last: 2)
    let width = segments.reduce(0) { $0 + $1.text.displayWidth }
    let isAlone = line != place.lines.lowerBound
    guard !atRight || width <= (isAlone ? columns.count : columns.count * 2 / 3) else { return }
    var column = atRight ? columns.upperBound - width : columns.lowerBound
    for segment in segments {
      column += buffer.write(
        segment.text,
        line: line,
        column: column,
        maximumWidth: max(0, columns.upperBound - column),
        style: theme.style(segment.role, on: surface, bold: segment.isBold)
      )
    }
  }
}

/// A rectangle of screen lines and columns.
package struct Rectangle: Hashable, Sendable {
  package var lines: Range<Int>
  package var columns: Range<Int>

  package init(lines: Range<Int>, columns: Range<Int>) {
    (self.lines, self.columns) = (lines, columns)
  }

  /// A centred rectangle of a given size, clipped to this one.
  package func centered(columns width: Int, lines height: Int) -> Rectangle {
    let (width, height) = (min(width, columns.count), min(height, lines.count))
    let left = columns.lowerBound + (columns.count - width) / 2
    let top = lines.lowerBound + (lines.count - height) / 2
    return Rectangle(lines: top..<top + height, columns: left..<left + width)
  }
}

extension Range<Int> {
  /// The range without some of its first and last elements; empty if it has too few.
  func dropping(first: Int = 0, last: Int = 0) -> Range<Int> {
    let start = Swift.min(lowerBound + first, upperBound)
    return start..<Swift.max(start, upperBound - last)
  }
}

/// The last result of a function, for a part that is drawn more often than its contents change.
///
/// Copies share it; a result is returned only for an input that equals the one it was computed from.
final class Memo<Input: Equatable & Sendable, Output: Sendable>: Sendable {
  private let last = Mutex<(input: Input, output: Output)?>(nil)

  /// Returns the last result if the input is the same, or computes a new one.
  ///
  /// - Complexity: A comparison of the inputs, which takes constant time for collections that share
  ///   their storage, or that of the function.
  func callAsFunction(_ input: Input, _ function: (Input) -> Output) -> Output {
    if let last = last.withLock({ $0 }), last.input == input { return last.output }
    let output = function(input)
    last.withLock { $0 = (input, output) }
    return output
  }
}
