/// Solves an edit-distance table in two rows at a time, by division.
///
/// The last row of the first half, and that of the second half read from the end, tell where a
/// cheapest path crosses the middle; both halves are then solved alike, for twice the work of the
/// table and room for two of its rows.
///
/// Robert A. Wagner, Michael J. Fischer, The String-to-String Correction Problem, JACM 21 (1974);
/// D. S. Hirschberg, A Linear Space Algorithm for Computing Maximal Common Subsequences, CACM 18
/// (1975).
@usableFromInline
struct TwoRowTable {
  /// A place on the way: two rows kept as a pair, or one that goes or comes.
  @usableFromInline
  enum Move {
    case pair(old: Int, new: Int)
    case deletion(Int)
    case insertion(Int)
  }

  /// The most cells of a table that is kept whole.
  private static let tableLimit = 1 << 14

  /// The cheapest way, from the start of both lists to their ends; a deletion and an insertion cost
  /// one each.
  @usableFromInline private(set) var path: [Move] = []

  /// Solves the table of two lists.
  ///
  /// If the work is stopped, the unsolved rows are deleted and inserted.
  ///
  /// - Parameters:
  ///   - oldCount: The number of rows before the change.
  ///   - newCount: The number of rows after the change.
  ///   - meter: Counts the cells, and may stop the work.
  ///   - cost: The cost of a pair of an old and a new offset: 0, 1, or 2 for never.
  @usableFromInline
  init(
    _ oldCount: Int,
    _ newCount: Int,
    meter: inout WorkMeter,
    cost: (Int, Int) -> Int
  ) {
    var boxes = [EditBox(old: 0..<oldCount, new: 0..<newCount)]
    while let box = boxes.popLast() {
      guard !box.old.isEmpty, !box.new.isEmpty, meter.isRunning else {
        path += box.old.map(Move.deletion)
        path += box.new.map(Move.insertion)
        continue
      }
      let cells = (box.old.count + 1).multipliedReportingOverflow(by: box.new.count + 1)
      if box.old.count == 1 || !cells.overflow && cells.partialValue <= Self.tableLimit {
        solve(box, &meter, cost)
        continue
      }
      let middle = box.old.lowerBound + box.old.count / 2
      let before = Self.row(box.old.lowerBound..<middle, box.new, isReversed: false, &meter, cost)
      let after = Self.row(middle..<box.old.upperBound, box.new, isReversed: true, &meter, cost)
      var best = 0
      for place in before.indices
      where before[place] + after[box.new.count - place] < before[best]
        + after[box.new.count - best]
      {
        best = place
      }
      let split = box.new.lowerBound + best
      boxes.append(EditBox(old: middle..<box.old.upperBound, new: split..<box.new.upperBound))
      boxes.append(EditBox(old: box.old.lowerBound..<middle, new: box.new.lowerBound..<split))
    }
  }

  /// The last row of a table: what it costs to make each prefix, or each suffix, of the new range
  /// out of the old one.
  private static func row(
    _ old: Range<Int>,
    _ new: Range<Int>,
    isReversed: Bool,
    _ meter: inout WorkMeter,
    _ cost: (Int, Int) -> Int
  ) -> [Int] {
    var row = Array(0...new.count)
    for step in 0..<old.count {
      guard meter.spend(new.count) else { break }
      let x = isReversed ? old.upperBound - 1 - step : old.lowerBound + step
      var diagonal = row[0]
      row[0] += 1
      for place in 1...new.count {
        let y = isReversed ? new.upperBound - place : new.lowerBound + place - 1
        let cell = min(diagonal + cost(x, y), row[place] + 1, row[place - 1] + 1)
        diagonal = row[place]
        row[place] = cell
      }
    }
    return row
  }

  /// Solves a small table whole, and goes back through it: pairs first, then insertions, so that
  /// in order the deletions come before the insertions beside them.
  private mutating func solve(
    _ box: EditBox,
    _ meter: inout WorkMeter,
    _ cost: (Int, Int) -> Int
  ) {
    let width = box.new.count + 1
    var table = [Int](repeating: 0, count: (box.old.count + 1) * width)
    for y in 0..<width { table[y] = y }
    for x in 1...box.old.count {
      table[x * width] = x
      for y in 1..<width {
        table[x * width + y] = min(
          table[(x - 1) * width + y - 1]
            + cost(box.old.lowerBound + x - 1, box.new.lowerBound + y - 1),
          table[(x - 1) * width + y] + 1,
          table[x * width + y - 1] + 1
        )
      }
    }
    meter.spend(table.count)
    var moves: [Move] = []
    var x = box.old.count
    var y = box.new.count
    while x > 0 || y > 0 {
      let cell = table[x * width + y]
      let old = box.old.lowerBound + x - 1
      let new = box.new.lowerBound + y - 1
      if x > 0, y > 0 {
        let pair = cost(old, new)
        if pair < 2, table[(x - 1) * width + y - 1] + pair == cell {
          moves.append(.pair(old: old, new: new))
          x -= 1
          y -= 1
          continue
        }
      }
      if y > 0, table[x * width + y - 1] + 1 == cell {
        moves.append(.insertion(new))
        y -= 1
      } else {
        moves.append(.deletion(old))
        x -= 1
      }
    }
    path += moves.reversed()
  }
}

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
