import FeedValues

/// Determines which words of a row belong to the cell of which column.
///
/// Cells are assigned to columns in order, each of some words or none, such that they deviate as little
/// as possible from the positions of other rows. A cell that is too wide shifts those after it to the
/// right by as much; they still belong to their columns.
struct TableAlignment {
  let columns: [TableColumn]
  /// The maximum number of words in a cell, except for the last column, which gets all remaining
  /// words.
  private static let phraseLimit = 24
  /// Words that begin this far after the last header belong to the last column.
  private static let overflowLimit = 96

  /// Whether a ruler shows the ranges of the columns.
  private let isRuled: Bool

  /// The columns in which all rows have numbers, if all have one cell for each column.
  private let numbers: [Int]

  init(_ columns: [TableColumn], isRuled: Bool = false, numbers: [Int] = []) {
    self.columns = columns
    self.isRuled = isRuled
    self.numbers = numbers
  }

  /// An assignment of the first words to the first columns.
  private struct Path {
    var cost = Int.max
    /// The displacement of the last cell to the right.
    var shift = 0
    /// The number of words in the last column.
    var taken = 0
  }

  /// The words of each column's cell; empty if it has none.
  ///
  /// - Complexity: O(*c* · *w*) for *c* columns and *w* words, of which a limited number is examined.
  func cells(of line: TableLine) -> [Range<Int>] {
    let words = line.words
    if isRuled, let cells = ruledCells(of: words) { return cells }
    if let cells = plainCells(of: words) ?? countedCells(of: line) { return cells }
    guard let last = columns.last else { return [] }
    // Words far after the last header are unambiguous.
    let far = last.header.upperBound + Self.overflowLimit
    let count = words.firstIndex { $0.lowerBound > far } ?? words.count
    var paths = [[Path]](
      repeating: [Path](repeating: Path(), count: count + 1),
      count: columns.count + 1
    )
    paths[0][0].cost = 0
    for (number, column) in columns.enumerated() {
      let isLast = number == columns.count - 1
      for start in 0...count where paths[number][start].cost < .max {
        let path = paths[number][start]
        let empty = path.cost + (isLast && start < count ? 1_000 : column.emptinessCost)
        if empty < paths[number + 1][start].cost {
          paths[number + 1][start] = Path(cost: empty, shift: path.shift, taken: 0)
        }
        guard start < count else { continue }
        let ends =
          isLast ? count...count : start + 1...min(count, start + Self.phraseLimit)
        for end in ends {
          let cell = words[start].lowerBound..<words[end - 1].upperBound
          // The last column may contain anything: its first word shows its position, unless it ends at one place.
          let first = isLast && column.mayBeText ? line.wholeTime(at: start) : cell
          let previous = start > 0 ? words[start - 1].upperBound : nil
          var (cost, shift) = Self.cost(of: first, in: column, after: previous, path.shift)
          // Text at the end of a row may be indented, as in a tree of processes.
          if isLast, column.mayBeText, first.lowerBound >= column.header.lowerBound {
            cost = min(cost, 2)
          }
          // A column of single words is not the rest of the line: the gap before its cell belongs to the one before.
          let isRest = isLast && (column.cellCount == 0 || column.phraseCount > 0)
          // Words in front of it are no more likely than in other cells.
          let inner =
            isRest
            ? phraseCost(
              words[start..<end].prefix { $0.upperBound <= column.header.lowerBound },
              of: line,
              in: column,
              isLast: true
            )
            : min(
              phraseCost(words[start..<end], of: line, in: column, isLast: isLast),
              isLast ? 45 : .max
            )
          // The cost of a phrase only increases.
          if inner > 60 { break }
          let total = path.cost + cost + inner
          if total < paths[number + 1][end].cost {
            paths[number + 1][end] = Path(cost: total, shift: shift, taken: end - start)
          }
        }
      }
    }
    var cells = [Range<Int>](repeating: 0..<0, count: columns.count)
    var end = count
    for number in columns.indices.reversed() {
      let taken = paths[number + 1][end].taken
      cells[number] = end - taken..<end
      end -= taken
    }
    if count < words.count {
      let start = cells[columns.count - 1].isEmpty ? count : cells[columns.count - 1].lowerBound
      cells[columns.count - 1] = start..<words.count
    }
    return cells
  }

  /// The cells of a row in which each word is below one segment of the ruler.
  private func ruledCells(of words: [Range<Int>]) -> [Range<Int>]? {
    var cells = [Range<Int>](repeating: 0..<0, count: columns.count)
    var number = 0
    for (offset, word) in words.enumerated() {
      while number < columns.count - 1, word.lowerBound >= columns[number + 1].header.lowerBound {
        number += 1
      }
      let range = columns[number].header
      let isLast = number == columns.count - 1
      guard word.lowerBound >= range.lowerBound, isLast || word.upperBound <= range.upperBound
      else { return nil }
      cells[number] = (cells[number].isEmpty ? offset : cells[number].lowerBound)..<offset + 1
    }
    return cells
  }

  /// The cells of a row in which each word is exactly aligned with its column.
  private func plainCells(of words: [Range<Int>]) -> [Range<Int>]? {
    guard words.count >= columns.count else { return nil }
    for (number, column) in columns.enumerated() {
      guard column.side != .unknown, column.deviation(of: words[number]) == 0 else { return nil }
    }
    return columns.indices.map { number in
      number == columns.count - 1 ? number..<words.count : number..<number + 1
    }
  }

  /// The cells of a row that has as many as there are columns, with numbers if all rows have them.
  private func countedCells(of line: TableLine) -> [Range<Int>]? {
    guard numbers.count * 2 >= columns.count, let cells = line.singleCells(columns.count),
      numbers.allSatisfy({ line.isNumeric(cells[$0]) })
    else { return nil }
    return cells
  }

  /// The cost of the displacement of a cell.
  private static func cost(
    of cell: Range<Int>,
    in column: TableColumn,
    after previous: Int?,
    _ shift: Int
  ) -> (cost: Int, shift: Int) {
    let deviation = column.deviation(of: cell)
    if deviation == 0 { return (0, 0) }
    if shift > 0, column.isDisplaced(cell, by: shift) { return (1, shift) }
    if column.side == .unknown, cell.overlaps(column.header) { return (1, max(deviation, 0)) }
    // One that reaches into the column pushes the cell after it.
    let gap = cell.lowerBound - (previous ?? -1)
    let isPushed = gap <= 1 || gap <= 8 && gap < deviation
    if deviation > 0, isPushed || deviation <= shift { return (2, deviation) }
    var cost = 3 + min(abs(deviation), 12)
    if !cell.overlaps(column.header) {
      let distance =
        cell.upperBound <= column.header.lowerBound
        ? column.header.lowerBound - cell.upperBound : cell.lowerBound - column.header.upperBound
      cost += 2 + min(distance, 12)
    }
    return (cost, max(deviation, 0))
  }

  /// The cost of several words in one cell.
  private func phraseCost(
    _ words: ArraySlice<Range<Int>>,
    of line: TableLine,
    in column: TableColumn,
    isLast: Bool
  ) -> Int {
    let known = column.phraseCount * 4 > column.cellCount ? 1 : 3
    return zip(words, words.dropFirst()).reduce(0) { cost, pair in
      let gap = pair.1.lowerBound - pair.0.upperBound
      if gap == 1 { return cost + (line.isDate(pair.0, before: pair.1) ? 0 : known) }
      if gap == 2, line.isDay(pair.1, after: pair.0) { return cost + known }
      // Few cells have more than two spaces in them, but what is behind the last one may be far away.
      return cost + 9 + (isLast ? 0 : min(max(gap - 2, 0), 12) * 3)
    }
  }
}
