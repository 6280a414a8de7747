import Columns
internal import Patterns
internal import TerminalCore

extension RowsView {
  /// Highlights search matches in the text of a cell that has just been drawn.
  ///
  /// The leading characters outside the value and the padding after the text are not part of it. A match
  /// in the part that is cut off highlights the `…`, and one in folded lines the sign that stands for them.
  func highlight(
    _ content: ColumnCell,
    in place: ColumnLayout.Slot,
    shiftedBy shift: Int,
    on line: Int,
    of buffer: inout CellBuffer
  ) {
    guard let pattern else { return }
    let (cell, lead) = (Substring(content.text), content.lead)
    let text = String(cell.dropFirst(lead).trimming)
    let ranges = pattern.ranges(in: text)
    guard !ranges.isEmpty else {
      guard let folded = content.folded, pattern.matches(folded.text) else { return }
      let sign = min(folded.sign.lowerBound, place.width - 1)
      let start = place.start + shift + sign
      return buffer.restyle(line: line, columns: start..<start + 1) { theme.found($0) }
    }
    let width = DisplayWidth.width(of: cell, limit: place.width)
    let isRight = columns[place.column].isRightAligned
    let start = place.start + shift + (isRight ? max(0, place.width - width) : 0)
    let last = min(width, place.width) - 1
    for range in ranges {
      let lower = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
      let upper = text.utf8.index(text.startIndex, offsetBy: range.upperBound)
      let before =
        lead + DisplayWidth.width(of: text[..<lower], limit: place.width)
      let matched = max(1, DisplayWidth.width(of: text[lower..<upper], limit: place.width))
      let first = min(before, last)
      let end = min(before + matched, last + 1)
      let columns = start + first..<start + max(first + 1, end)
      buffer.restyle(line: line, columns: columns) { theme.found($0) }
      if before > last { return }
    }
  }
}
