/// The words that are kept of each row of a table: all, or those around its diagonal.
///
/// A path that leaves the band is lost, so that a longest common subsequence is only found if one
/// stays within it; what is found is common in any case.
struct TableBand {
  /// The number of words of a row that are kept.
  let width: Int
  /// The number of rows of the table.
  let rows: Int
  private let wordsInAll: Int

  /// The most rows of a table with as many columns that are solved at once.
  private static let longestSide = 8192
  /// The least words of a row: 1,024 columns.
  private static let leastWidth = 16

  /// Creates a band.
  ///
  /// - Parameters:
  ///   - rows: The number of rows.
  ///   - columns: The number of columns, more than 0.
  ///   - isWhole: Whether to keep all words.
  init(rows: Int, columns: Int, isWhole: Bool = false) {
    self.rows = rows
    wordsInAll = (columns + 63) / 64
    let slope = max(1, (columns + rows - 1) / max(rows, 1))
    let (least, overflow) = Self.leastWidth.multipliedReportingOverflow(by: slope)
    width = isWhole || overflow ? wordsInAll : min(wordsInAll, least)
  }

  /// The part of a box, from its start, that is solved at once.
  static func window(of box: EditBox) -> EditBox {
    // As many cells as the square of the side at most, in the proportion of the box.
    let (old, new) = (box.old.count, box.new.count)
    let longer = max(old, new)
    guard longer > longestSide else { return box }
    let part = Double(longestSide) / Double(longer)
    return EditBox(
      old: box.old.lowerBound..<(box.old.lowerBound + max(1, Int(Double(old) * part))),
      new: box.new.lowerBound..<(box.new.lowerBound + max(1, Int(Double(new) * part)))
    )
  }

  /// The first word that is kept of the row after so many values; it never falls from row to row.
  func firstWord(ofRow row: Int) -> Int {
    guard width < wordsInAll else { return 0 }
    return min(max(0, wordsInAll * row / rows - width / 2), wordsInAll - width)
  }
}
