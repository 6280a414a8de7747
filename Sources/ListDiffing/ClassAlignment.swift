/// A common subsequence of two lists of small integers, in which values repeat.
///
/// Where few edits lie between the lists, Myers' algorithm in linear space finds a longest one. A
/// part with more edits is divided: at values that neither list repeats, or into blocks along the
/// diagonal, or, where a longest one is asked for, by Hirschberg's rule; what is small enough is
/// solved 64 cells at a time.
///
/// D. S. Hirschberg, A Linear Space Algorithm for Computing Maximal Common Subsequences, CACM 18
/// (1975); J. W. Hunt, M. D. McIlroy, An Algorithm for Differential File Comparison (1976).
struct ClassAlignment {
  private struct Task {
    var box: EditBox
    /// Whether Myers' algorithm found that too many edits lie in the box.
    var isHard = false
    /// Whether the box was already divided at values that do not repeat.
    var isAnchored = false
  }

  /// The most cells of a table that is kept whole, as bits: half a mebibyte.
  private static let tableLimit = 1 << 22
  /// The side of the blocks along the diagonal.
  private static let blockSide = 1024

  private let old: UnsafeBufferPointer<Int32>
  private let new: UnsafeBufferPointer<Int32>
  private let classCount: Int
  private let isExact: Bool
  /// For each position in the new list, the position in the old list it is aligned with, or -1.
  private(set) var matches: [Int32]
  private var tasks: [Task]
  /// The table of the box being solved, kept from box to box.
  private var table: [UInt64] = []

  /// Aligns two lists of classes below `classCount`.
  ///
  /// - Complexity: O(*n* + *m* + *d*²) expected for *d* edits; otherwise O(*n* + *m*) times the
  ///   side of a block over 64, or O(*nm*/64) where a longest common subsequence is asked for; in
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
    let bound = isExact ? max(256, total / 32) : max(64, Int(Double(total).squareRoot()))
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
      if isSmall, task.isHard || cells.partialValue <= 4096 {
        solve(box, numbers, &meter)
        continue
      }
      if !task.isHard {
        let budget = isExact ? Int.max : 16 * (box.old.count + box.new.count) + 4096
        let middle = middleSnake(of: box, frontiers: frontiers, budget: budget, meter: &meter) {
          old[$0] == new[$1]
        }
        if let middle {
          push(box, at: middle, isHard: false, isAnchored: task.isAnchored)
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
      } else if task.isAnchored || !pushBetweenAnchors(box, &meter) {
        pushBlocks(box)
      }
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
    isHard: Bool,
    isAnchored: Bool
  ) {
    let first = EditBox(
      old: box.old.lowerBound..<middle.old,
      new: box.new.lowerBound..<middle.new
    )
    let second = EditBox(
      old: middle.old..<box.old.upperBound,
      new: middle.new..<box.new.upperBound
    )
    tasks.append(Task(box: second, isHard: isHard, isAnchored: isAnchored))
    tasks.append(Task(box: first, isHard: isHard, isAnchored: isAnchored))
  }

  /// Solves a small box by a table of bits, kept whole to find the way back.
  private mutating func solve(
    _ box: EditBox,
    _ numbers: UnsafeMutablePointer<Int32>,
    _ meter: inout WorkMeter
  ) {
    let classes = UnsafeBufferPointer(rebasing: old[box.old])
    var rows = BitParallelRows(of: classes, isReversed: false, numbers: numbers)
    defer { rows.deallocate() }
    let width = rows.width
    let count = box.new.count
    let size = (count + 1) * width
    if table.count < size { table = [UInt64](repeating: 0, count: size) }
    // Row 0 stands for no new values; row r for the first r of the box. Bit (r, i) lies in word
    // r * width + i / 64, which is below `size`.
    table.withUnsafeMutableBufferPointer { buffer in
      guard let table = buffer.baseAddress else { return }
      for word in 0..<width { table[word] = .max }
      for row in 0..<count {
        rows.advance(
          new[box.new.lowerBound + row],
          from: table + row * width,
          to: table + (row + 1) * width
        )
      }
      var row = count
      var column = classes.count
      while row > 0, column > 0 {
        let word = (column - 1) >> 6
        let bit: UInt64 = 1 << UInt64((column - 1) & 63)
        if table[row * width + word] & bit != 0 {
          column -= 1
        } else if table[(row - 1) * width + word] & bit == 0 {
          row -= 1
        } else {
          row -= 1
          column -= 1
          matches[box.new.lowerBound + row] = Int32(box.old.lowerBound + column)
        }
      }
    }
    meter.spend(size)
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
    push(box, at: (box.old.lowerBound + best, middle), isHard: true, isAnchored: true)
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
      rows.advance(new[position], from: row, to: row)
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

  /// Divides a box at values that stand once in each side of it and keep their order.
  ///
  /// - Returns: Whether there are any.
  private mutating func pushBetweenAnchors(_ box: EditBox, _ meter: inout WorkMeter) -> Bool {
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
    var end = (old: box.old.upperBound, new: box.new.upperBound)
    let length = sources.withUnsafeBufferPointer { values in
      var chain = IncreasingChain(of: values, meter: &meter)
      defer { chain.deallocate() }
      while chain.last >= 0 {
        let new = box.new.lowerBound + chain.last
        let old = Int(values[chain.last])
        let gap = EditBox(old: (old + 1)..<end.old, new: (new + 1)..<end.new)
        tasks.append(Task(box: gap, isAnchored: true))
        matches[new] = Int32(old)
        end = (old, new)
        chain.removeLast()
      }
      return chain.length
    }
    guard length > 0 else { return false }
    let gap = EditBox(
      old: box.old.lowerBound..<end.old,
      new: box.new.lowerBound..<end.new
    )
    tasks.append(Task(box: gap, isAnchored: true))
    return true
  }

  /// Cuts a box into small ones along its diagonal.
  private mutating func pushBlocks(_ box: EditBox) {
    let longer = max(box.old.count, box.new.count)
    let blocks = (longer + Self.blockSide - 1) / Self.blockSide
    for block in (0..<blocks).reversed() {
      let part = EditBox(
        old: Self.part(block, of: blocks, in: box.old),
        new: Self.part(block, of: blocks, in: box.new)
      )
      tasks.append(Task(box: part, isHard: true, isAnchored: true))
    }
  }

  private static func part(_ block: Int, of blocks: Int, in range: Range<Int>) -> Range<Int> {
    let start =
      range.lowerBound + range.count / blocks * block + range.count % blocks * block / blocks
    let next = block + 1
    let end = range.lowerBound + range.count / blocks * next + range.count % blocks * next / blocks
    return start..<end
  }
}
