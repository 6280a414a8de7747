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
