extension ClassAlignment {
  /// Solves a large box by windows along its diagonal: of each the path through most of it is kept,
  /// where the corner that it ends at matters little, and the next one begins there.
  mutating func solveAlongDiagonal(
    _ box: EditBox,
    _ numbers: UnsafeMutablePointer<Int32>,
    _ meter: inout WorkMeter
  ) {
    var rest = box
    while !rest.old.isEmpty, !rest.new.isEmpty, meter.isRunning {
      let window = TableBand.window(of: rest)
      let band = TableBand(rows: window.new.count, columns: window.old.count)
      let isLast = window.old.count == rest.old.count && window.new.count == rest.new.count
      let kept = isLast ? window.new.count : (3 * window.new.count + 3) / 4
      let reached = solve(window, within: band, keeping: kept, numbers, &meter)
      rest = EditBox(
        old: (rest.old.lowerBound + reached)..<rest.old.upperBound,
        new: (rest.new.lowerBound + kept)..<rest.new.upperBound
      )
    }
  }

  /// Solves a box by a table of bits, kept to find the way back.
  ///
  /// - Parameters:
  ///   - box: The box, neither side of which is empty.
  ///   - band: The words of the table to keep.
  ///   - kept: The number of the new values to align.
  ///   - numbers: Room for a number for each class, all -1.
  ///   - meter: Counts the steps.
  /// - Returns: The number of old values before the place that the path to the kept ones
  ///   ends at.
  @discardableResult
  mutating func solve(
    _ box: EditBox,
    within band: TableBand,
    keeping kept: Int,
    _ numbers: UnsafeMutablePointer<Int32>,
    _ meter: inout WorkMeter
  ) -> Int {
    let classes = UnsafeBufferPointer(rebasing: old[box.old])
    var words = BitParallelRows(of: classes, isReversed: false, numbers: numbers)
    defer { words.deallocate() }
    let width = band.width
    let count = box.new.count
    // One row more to move words to where the next row has them.
    let size = (count + 2) * width
    if table.count < size { table = [UInt64](repeating: 0, count: size) }
    var reached = 0
    // Row 0 stands for no new values; row r for the first r of the box. Bit (r, i) lies in word
    // i / 64 of row r, which is word r * width + i / 64 - firstWord(ofRow: r) of the table.
    table.withUnsafeMutableBufferPointer { buffer in
      guard let table = buffer.baseAddress else { return }
      let moved = table + (count + 1) * width
      for word in 0..<width { table[word] = .max }
      var first = 0
      for row in 0..<count {
        var before = table + row * width
        let next = band.firstWord(ofRow: row + 1)
        if next > first {
          // The words that come in are unknown: as if nothing before them were common.
          for word in 0..<width {
            moved[word] = word + next - first < width ? before[word + next - first] : .max
          }
          before = moved
          first = next
        }
        words.advance(
          new[box.new.lowerBound + row],
          first..<(first + width),
          from: before,
          to: table + (row + 1) * width
        )
      }

      /// Whether the common subsequence of a row's values grows with a column.
      func grows(_ row: Int, _ column: Int) -> Bool? {
        let word = (column >> 6) - band.firstWord(ofRow: row)
        guard word >= 0 else { return nil }
        guard word < width else { return false }
        return table[row * width + word] & (1 << UInt64(column & 63)) == 0
      }
      var row = count
      var column = classes.count
      if kept == count { reached = column }
      while row > 0, column > 0 {
        switch grows(row, column - 1) {
        case false: column -= 1
        case nil: row -= 1
        default:
          row -= 1
          if grows(row, column - 1) == false {
            column -= 1
            if row < kept { matches[box.new.lowerBound + row] = Int32(box.old.lowerBound + column) }
          }
        }
        if row == kept, reached == 0 { reached = column }
      }
    }
    meter.spend(size)
    return reached
  }
}
