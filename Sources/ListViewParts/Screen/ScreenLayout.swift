package import TerminalCore

/// Which lines and columns of the screen hold what; on a low screen the least needed go first.
package struct ScreenLayout: Hashable {
  /// The line of the title; nil if there is no room for one.
  package var title: Int?
  /// The line of the summary bar; nil if there is none, or no room for it.
  package var summary: Int?
  /// The line of the header.
  package var headers: Int?
  /// The lines of the table.
  package var tableLines: Range<Int>
  /// The columns of the table.
  package var tableColumns: Range<Int>
  /// Where the detail of a row is: at the right of a wide screen, below the table on a high one,
  /// else over the table.
  package var detail: Rectangle?
  /// The line of the timeline; nil if there is none, or no room for it.
  package var timeline: Int?
  /// The line of keys.
  package var keys: Int?

  /// Screens from this width on have the detail at the right.
  private static let wide = 120
  /// Screens from this width on have a preview of the selected row.
  package static let widthWithPreview = 160
  /// The lines of a table that can be split.
  private static let high = 12

  /// Screens with fewer lines have no summary.
  private static let lowestWithSummary = 10
  /// Screens with fewer lines have no line of the feed's time.
  private static let lowestWithTimeline = 12

  /// Whether the screen is too small for all that belongs on it; its title says so.
  package let isCut: Bool

  /// A smaller screen shows what it can.
  private static let least = TerminalSize(columns: 20, lines: 5)

  /// Whether the table is in view.
  package var showsTable: Bool {
    guard let detail else { return true }
    return detail.columns.lowerBound > 0 || detail.lines.lowerBound > tableLines.lowerBound
  }

  /// Divides a screen.
  ///
  /// - Parameters:
  ///   - size: The columns and lines of the screen.
  ///   - hasSummary: Whether there is a summary.
  ///   - hasTimeline: Whether the reader is in the past.
  ///   - hasDetail: Whether the detail of a row is open.
  package init(
    _ size: TerminalSize,
    hasSummary: Bool = false,
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
