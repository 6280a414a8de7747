import FeedValues

/// A line that a program draws between the header and the rows, or around a table: of dashes, equals
/// signs or box drawing characters.
struct TableRuler: Sendable {
  /// The ranges of the columns, in characters.
  let segments: [Range<Int>]
  /// The line's first and last characters that are not spaces.
  let extent: Range<Int>

  /// Whether it is a line across a page, and shows no columns.
  var isAcross: Bool { segments.count == 1 && segments[0] == extent && extent.count > 40 }

  /// Whether it is the upper side of a box, which is below no header.
  let isTop: Bool

  /// Parses a line; nil if it is anything but a ruler.
  init?(_ line: TableLine) {
    guard let first = line.words.first, let last = line.words.last else { return nil }
    let text = String(decoding: line.bytes, as: UTF8.self)
    // The cells of a row of a box may be dashes, as below the names of polars.
    if text.hasPrefix("│ "), text.contains("-") { return nil }
    var lines = 0
    var runs: [(scalar: Unicode.Scalar, range: Range<Int>)] = []
    for (position, scalar) in text.unicodeScalars.enumerated() {
      guard Self.isRuler(scalar) else { return nil }
      if Self.isFill(scalar) { lines += 1 }
      // In Markdown, a colon marks the alignment of a column.
      if let last = runs.last, last.scalar == scalar || Self.isJoined(last.scalar, scalar) {
        runs[runs.count - 1] = (scalar, last.range.lowerBound..<position + 1)
      } else {
        runs.append((scalar, position..<position + 1))
      }
    }
    // Runs are columns; single characters separate them, unless there is nothing else.
    var segments: [Range<Int>] = []
    for (offset, run) in runs.enumerated() where run.scalar != " " {
      let isBeside = [offset - 1, offset + 1].contains { neighbor in
        runs.indices.contains(neighbor)
          && (runs[neighbor].range.count > 1 && runs[neighbor].scalar != " ")
      }
      if run.range.count > 1 || Self.isFill(run.scalar) && !isBeside { segments.append(run.range) }
    }
    guard lines > 1, !segments.isEmpty else { return nil }
    self.segments = segments
    isTop = text.drop { $0 == " " }.first.map { "┌╭┏╔".contains($0) } ?? false
    extent = first.lowerBound..<last.upperBound
  }

  private static func isRuler(_ scalar: Unicode.Scalar) -> Bool {
    "-=+|: ".unicodeScalars.contains(scalar) || (0x2500...0x257F).contains(scalar.value)
  }

  private static func isFill(_ scalar: Unicode.Scalar) -> Bool {
    "-=─━═╌┄".unicodeScalars.contains(scalar)
  }

  private static func isJoined(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
    left == ":" && isFill(right) || isFill(left) && right == ":"
  }
}
