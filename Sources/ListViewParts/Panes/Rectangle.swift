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
