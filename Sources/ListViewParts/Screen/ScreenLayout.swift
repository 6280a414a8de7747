package import TerminalCore

/// The division of the screen into parts; on a low screen the least important parts are dropped first.
package struct ScreenLayout: Hashable {
  /// The line of the title bar; nil if there is no room for one.
  package var title: Int?
  /// The line of the summary bar; nil if there is none, or no room for it.
  package var summary: Int?
  /// The line of the number of rows at each time; nil if there is none, or no room for it.
  package var strip: Int?
  /// The line of the header.
  package var headers: Int?
  /// The lines of the table.
  package var tableLines: Range<Int>
  /// The columns of the table.
  package var tableColumns: Range<Int>
  /// The rectangle of the detail: at the right of a wide screen, below the table on a high one, otherwise
  /// over the table; nil if it is closed.
  package var detail: Rectangle?
  /// The line of the timeline; nil if there is none, or no room for it.
  package var timeline: Int?
  /// The line of the status bar; nil if there is no room for one.
  package var keys: Int?

  /// The minimum width with the detail at the right.
  private static let wide = 120
  /// The minimum width at which the selected row is previewed.
  package static let widthWithPreview = 160
  /// The minimum number of table lines for a detail below the table.
  private static let high = 12

  /// The minimum number of screen lines with a summary bar.
  private static let lowestWithSummary = 10
  /// The minimum number of screen lines with the number of rows at each time.
  private static let lowestWithStrip = 18
  /// The minimum number of screen lines with a timeline.
  private static let lowestWithTimeline = 12

  /// Whether the screen is too small for all parts; the title says so.
  package let isCut: Bool

  /// Smaller screens show what fits.
  private static let least = TerminalSize(columns: 20, lines: 5)

  /// Whether the table is visible.
  package var showsTable: Bool {
    guard let detail else { return true }
    return detail.columns.lowerBound > 0 || detail.lines.lowerBound > tableLines.lowerBound
  }

  /// Divides a screen.
  ///
  /// - Parameters:
  ///   - size: The size of the screen.
  ///   - hasSummary: Whether there is a summary bar.
  ///   - hasStrip: Whether there is a line with the number of rows at each time.
  ///   - hasTimeline: Whether there is a timeline, because a past state is shown.
  ///   - hasDetail: Whether the detail of a row is open.
  package init(
    _ size: TerminalSize,
    hasSummary: Bool = false,
    hasStrip: Bool = false,
    hasTimeline: Bool = false,
    hasDetail: Bool = false
  ) {
    var first = 0
    var end = size.lines
    isCut = size.columns < Self.least.columns || size.lines < Self.least.lines
    if size.lines >= 2 {
      title = first
      first += 1
    }
    if size.lines >= 4 {
      end -= 1
      keys = end
    }
    if hasTimeline, size.lines >= Self.lowestWithTimeline {
      end -= 1
      timeline = end
    }
    if hasSummary, size.lines >= Self.lowestWithSummary {
      summary = first
      first += 1
    }
    if hasStrip, size.lines >= Self.lowestWithStrip {
      strip = first
      first += 1
    }
    if size.lines >= 5 {
      headers = first
      first += 1
    }
    tableLines = first..<end
    tableColumns = 0..<size.columns
    guard hasDetail else { return }
    let top = headers ?? first
    if size.columns >= Self.wide {
      tableColumns = 0..<size.columns - min(max(size.columns * 2 / 5, 50), 100)
      detail = Rectangle(
        lines: top..<end,
        columns: tableColumns.upperBound..<size.columns
      )
    } else if tableLines.count >= Self.high {
      tableLines = first..<first + tableLines.count * 2 / 5
      detail = Rectangle(lines: tableLines.upperBound..<end, columns: 0..<size.columns)
    } else {
      detail = Rectangle(lines: top..<end, columns: 0..<size.columns)
    }
  }
}
