import Columns
package import TerminalCore

extension Summary {
  /// Draws the labels of the summary bar, dimmed if they lag behind the rows.
  ///
  /// - Parameters:
  ///   - line: The screen line.
  ///   - buffer: The screen.
  ///   - scope: The rows that the labels cover, if that would not be obvious.
  ///   - context: The context of the frame.
  /// - Returns: The labels with their columns.
  @discardableResult
  package func draw(
    on line: Int,
    of buffer: inout CellBuffer,
    about scope: String? = nil,
    in context: Context
  ) -> [(label: SummaryLabel, columns: Range<Int>)] {
    let (size, theme, instant) = (context.size, context.theme, context.instant)
    let labels = labels(at: instant)
    var end = size.columns - 1
    let isLate = self.isLate(at: instant)
    if isLate, end > Text.late.displayWidth + 2 {
      end -= Text.late.displayWidth
      buffer.write(Text.late, line: line, column: end, style: theme.style(.warning))
      end -= 2
    }
    var column = 1
    if let scope, end > Self.minimumWidthWithScope {
      column += buffer.write(scope, line: line, column: column, style: theme.style(.dim))
      column += SummaryLayout.gap
    }
    let layout = SummaryLayout(labels, width: end - column)
    return labels.prefix(layout.count).map { label in
      let start = column
      for piece in label.pieces(values: layout.values, picture: layout.picture) {
        column += buffer.write(
          piece.text,
          line: line,
          column: column,
          maximumWidth: max(0, end - column),
          style: theme.style(isLate ? .dim : piece.role, bold: piece.isBold)
        )
      }
      let width = label.width(values: layout.values, picture: layout.picture)
      let written = start..<column
      column = max(column, start + width) + SummaryLayout.gap
      return (label, written)
    }
  }

  /// Narrower lines omit the scope.
  private static let minimumWidthWithScope = 40

  /// The texts of the summary bar.
  package enum Text {
    package static let rows = "rows"
    package static let rate = "rate"
    package static let latest = "last"
    package static let other = "other"
    package static func more(_ count: Int) -> String { "+\(count) more" }
    package static let andMore = "and more"
    /// Shown while the labels describe rows of some time ago.
    package static let late = "updating…"
    /// The scope of labels that cover a window of a longer list.
    package static func last(_ count: Int) -> String { "last \(Money.grouped(String(count)))" }
    /// The scope of labels that cover all rows of a feed that has ended.
    package static func all(_ count: Int) -> String { "all \(Money.grouped(String(count)))" }
  }
}
