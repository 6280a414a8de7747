/// A common subsequence of two lists of small integers, in which values repeat.
///
/// If few edits lie between the lists, Myers' algorithm in linear space finds a longest one. A
/// part with more edits is divided: at values that neither list repeats, then at runs of values that
/// neither repeats, or, if a longest one is asked for, by Hirschberg's rule. A small part is
/// solved 64 cells at a time, and any other by windows along the diagonal.
///
/// D. S. Hirschberg, A Linear Space Algorithm for Computing Maximal Common Subsequences, CACM 18
/// (1975); J. W. Hunt, M. D. McIlroy, An Algorithm for Differential File Comparison (1976).
struct ClassAlignment {
  struct Task {
    /// The attempts made on the box already, or on one around it.
    enum Stage: Comparable {
      /// Nothing.
      case whole
      /// It lies between values that do not repeat.
      case betweenValues
      /// It lies between runs of values that do not repeat.
      case betweenRuns
      /// Too many edits lie in it for Myers' algorithm.
      case hard
    }

    var box: EditBox
    var stage = Stage.whole
  }

  /// The most cells of a table that is kept whole, as bits: half a mebibyte.
  private static let tableLimit = 1 << 22
  /// Steps that Myers' algorithm may take for each row: on integers, about as long as a hash of the
  /// row took.
  private static let stepsPerRow = 16

  let old: UnsafeBufferPointer<Int32>
  let new: UnsafeBufferPointer<Int32>
  let classCount: Int
  private let isExact: Bool
  /// For each position in the new list, the position in the old list it is aligned with, or -1.
  var matches: [Int32]
  var tasks: [Task]
  /// The table of the box being solved, kept from box to box.
  var table: [UInt64] = []

  /// Aligns two lists of classes below `classCount`.
  ///
  /// - Complexity: O(*n* + *m* + *d*²) expected for *d* edits; otherwise O(*n* + *m*) times the
  ///   side of a block over 64, or O(*nm*/64) if a longest common subsequence is asked for; in
  ///   O(*n* + *m*) space.
  init(
    _ old: UnsafeBufferPointer<Int32>,
    _ new: UnsafeBufferPointer<Int32>,
    classCount: Int,
    isExact: Bool,
    meter: inout WorkMeter
  ) {
    self.old = old
    self.new = new
    self.classCount = classCount
    self.isExact = isExact
    matches = [Int32](repeating: -1, count: new.count)
    tasks = [Task(box: EditBox(old: 0..<old.count, new: 0..<new.count))]
    let total = old.count + new.count
    // Both searches together take about the square of the bound in steps.
    let bound =
      isExact
      ? max(256, total / 32) : max(64, Int(Double(Self.stepsPerRow * total).squareRoot()))
    let frontiers = Frontiers(bound: min(bound, (total + 1) / 2 + 1))
    defer { frontiers.deallocate() }
    let numbers = UnsafeMutablePointer<Int32>.allocate(capacity: max(classCount, 1))
    numbers.initialize(repeating: -1, count: max(classCount, 1))
    defer { numbers.deallocate() }

    while let task = tasks.popLast(), meter.isRunning {
      let box = trimmed(task.box)
      guard !box.old.isEmpty, !box.new.isEmpty else { continue }
      let cells = box.old.count.multipliedReportingOverflow(by: box.new.count)
      let isSmall = !cells.overflow && cells.partialValue <= Self.tableLimit
      if isSmall, task.stage == .hard || cells.partialValue <= 4096 {
        solve(box, numbers, &meter)
        continue
      }
      if task.stage != .hard {
        if let middle = middle(of: box, frontiers, &meter) {
          push(box, at: middle, task.stage)
          continue
        }
        guard meter.isRunning else { return }
        if isSmall {
          solve(box, numbers, &meter)
          continue
        }
      }
      if isExact {
        divide(box, numbers, &meter)
        continue
      }
      meter.settleForLess()
      if task.stage < .betweenValues, pushBetweenValues(box, &meter) { continue }
      if task.stage < .betweenRuns, pushBetweenRuns(box, &meter) { continue }
      solveAlongDiagonal(box, numbers, &meter)
    }
  }

  /// A point on a longest common subsequence, if few enough edits lie in the box to look for it.
  private func middle(
    of box: EditBox,
    _ frontiers: Frontiers,
    _ meter: inout WorkMeter
  ) -> (old: Int, new: Int)? {
    var budget = Int.max
    if !isExact {
      budget = Self.stepsPerRow * (box.old.count + box.new.count) + 4096
      // Long runs, because if few values repeat, short ones are near every place.
      let isWorthwhile = isAlike(
        box.old.count,
        box.new.count,
        within: 2 * frontiers.bound,
        runLength: 12
      ) { old[box.old.lowerBound + $0] == new[box.new.lowerBound + $1] }
      guard isWorthwhile else { return nil }
    }
    return middleSnake(of: box, frontiers: frontiers, budget: budget, meter: &meter) {
      old[$0] == new[$1]
    }
  }

  /// Aligns the values that a box shares at its ends, and gives back what is left of it.
  private mutating func trimmed(_ box: EditBox) -> EditBox {
    var x = box.old
    var y = box.new
    while !x.isEmpty, !y.isEmpty, old[x.lowerBound] == new[y.lowerBound] {
      matches[y.lowerBound] = Int32(x.lowerBound)
      x = (x.lowerBound + 1)..<x.upperBound
      y = (y.lowerBound + 1)..<y.upperBound
    }
    while !x.isEmpty, !y.isEmpty, old[x.upperBound - 1] == new[y.upperBound - 1] {
      matches[y.upperBound - 1] = Int32(x.upperBound - 1)
      x = x.lowerBound..<(x.upperBound - 1)
      y = y.lowerBound..<(y.upperBound - 1)
    }
    return EditBox(old: x, new: y)
  }

  private mutating func push(
    _ box: EditBox,
    at middle: (old: Int, new: Int),
    _ stage: Task.Stage
  ) {
    let first = EditBox(
      old: box.old.lowerBound..<middle.old,
      new: box.new.lowerBound..<middle.new
    )
    let second = EditBox(
      old: middle.old..<box.old.upperBound,
      new: middle.new..<box.new.upperBound
    )
    tasks.append(Task(box: second, stage: stage))
    tasks.append(Task(box: first, stage: stage))
  }

  /// Solves a small box by a table of bits, kept whole to find the way back.
  private mutating func solve(
    _ box: EditBox,
    _ numbers: UnsafeMutablePointer<Int32>,
    _ meter: inout WorkMeter
  ) {
    let band = TableBand(rows: box.new.count, columns: box.old.count, isWhole: true)
    solve(box, within: band, keeping: box.new.count, numbers, &meter)
  }

  /// Divides a box in the middle of its new side, where a longest common subsequence crosses.
  private mutating func divide(
    _ box: EditBox,
    _ numbers: UnsafeMutablePointer<Int32>,
    _ meter: inout WorkMeter
  ) {
    let middle = box.new.lowerBound + box.new.count / 2
    let before = lengths(box.old, box.new.lowerBound..<middle, isReversed: false, numbers, &meter)
    let after = lengths(box.old, middle..<box.new.upperBound, isReversed: true, numbers, &meter)
    guard meter.isRunning else { return }
    let count = box.old.count
    var best = 0
    for position in 0...count
    where before[position] + after[count - position] > before[best] + after[count - best] {
      best = position
    }
    push(box, at: (box.old.lowerBound + best, middle), .hard)
  }

  /// The lengths of the longest common subsequences of the new range with each prefix of the old
  /// range, or with each suffix.
  private func lengths(
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>,
    isReversed: Bool,
    _ numbers: UnsafeMutablePointer<Int32>,
    _ meter: inout WorkMeter
  ) -> [Int32] {
    let classes = UnsafeBufferPointer(rebasing: old[oldRange])
    var rows = BitParallelRows(of: classes, isReversed: isReversed, numbers: numbers)
    defer { rows.deallocate() }
    let row = UnsafeMutablePointer<UInt64>.allocate(capacity: rows.width)
    defer { row.deallocate() }
    row.initialize(repeating: .max, count: rows.width)
    for step in 0..<newRange.count {
      let position = isReversed ? newRange.upperBound - 1 - step : newRange.lowerBound + step
      rows.advance(new[position], 0..<rows.width, from: row, to: row)
      guard meter.spend(rows.width) else { break }
    }
    var lengths: [Int32] = [0]
    lengths.reserveCapacity(oldRange.count + 1)
    for position in 0..<oldRange.count {
      let grows = row[position >> 6] & (1 << UInt64(position & 63)) == 0
      lengths.append(lengths[position] + (grows ? 1 : 0))
    }
    return lengths
  }
}

extension ClassAlignment {
  /// The number of values in a run that is looked for as a whole.
  private static let runLength = 8

  /// Divides a box at values that stand once in each side of it and keep their order.
  ///
  /// - Returns: Whether there are any.
  mutating func pushBetweenValues(_ box: EditBox, _ meter: inout WorkMeter) -> Bool {
    // Looking costs a pass over all classes, which a small box is not worth.
    guard classCount <= 8 * (box.old.count + box.new.count) else { return false }
    var places = [Int32](repeating: -1, count: classCount)
    var counts = [UInt8](repeating: 0, count: classCount)  // 0…2 in the old, + 4 × 0…2 in the new
    for x in box.old where counts[Int(old[x])] & 3 < 2 {
      counts[Int(old[x])] += 1
      places[Int(old[x])] = Int32(x)
    }
    for y in box.new where counts[Int(new[y])] >> 2 < 2 { counts[Int(new[y])] += 4 }
    var sources = [Int32](repeating: -1, count: box.new.count)
    for y in box.new where counts[Int(new[y])] == 5 {
      sources[y - box.new.lowerBound] = places[Int(new[y])]
    }
    return pushGaps(of: box, between: sources, atLeast: 1, .betweenValues, &meter)
  }

  /// Divides a box at runs of values that stand once in each side of it and keep their order.
  ///
  /// Runs align lists whose values all repeat, but not in the same order: a window that slid over a
  /// log. A few such runs may meet by chance, and would mislead: there have to be some of them
  /// among every few values.
  ///
  /// - Returns: Whether there are enough.
  mutating func pushBetweenRuns(_ box: EditBox, _ meter: inout WorkMeter) -> Bool {
    let shorter = min(box.old.count, box.new.count)
    guard shorter >= 16 * Self.runLength else { return false }
    var runs = RunTable(count: box.old.count)
    runs.forEachRun(of: Self.runLength, in: box.old, values: old) { $0.addOld($1, at: $2) }
    runs.forEachRun(of: Self.runLength, in: box.new, values: new) { runs, code, _ in
      runs.addNew(code)
    }
    meter.spend(shorter)
    var sources = [Int32](repeating: -1, count: box.new.count)
    runs.forEachRun(of: Self.runLength, in: box.new, values: new) { runs, code, y in
      guard let x = runs.place(of: code), old[x] == new[y] else { return }
      sources[y - box.new.lowerBound] = Int32(x)
    }
    return pushGaps(of: box, between: sources, atLeast: shorter / 16, .betweenRuns, &meter)
  }

  /// Aligns the longest chain of anchors that keep their order, and leaves what lies between them.
  ///
  /// - Parameters:
  ///   - box: The box to divide.
  ///   - sources: For each new position of the box its old position, or -1 if it is not an anchor.
  ///   - least: The fewest anchors to divide at.
  ///   - stage: The stage of the gaps after that.
  ///   - meter: Counts the steps.
  /// - Returns: Whether the box was divided.
  private mutating func pushGaps(
    of box: EditBox,
    between sources: [Int32],
    atLeast least: Int,
    _ stage: Task.Stage,
    _ meter: inout WorkMeter
  ) -> Bool {
    var end = (old: box.old.upperBound, new: box.new.upperBound)
    let isDivided = sources.withUnsafeBufferPointer { values in
      var chain = IncreasingChain(of: values, meter: &meter)
      defer { chain.deallocate() }
      guard chain.length >= least else { return false }
      while chain.last >= 0 {
        let new = box.new.lowerBound + chain.last
        let old = Int(values[chain.last])
        if old + 1 < end.old, new + 1 < end.new {
          let gap = EditBox(old: (old + 1)..<end.old, new: (new + 1)..<end.new)
          tasks.append(Task(box: gap, stage: stage))
        }
        matches[new] = Int32(old)
        end = (old, new)
        chain.removeLast()
      }
      return true
    }
    guard isDivided else { return false }
    let gap = EditBox(old: box.old.lowerBound..<end.old, new: box.new.lowerBound..<end.new)
    tasks.append(Task(box: gap, stage: stage))
    return true
  }
}

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
