/// Rows of the longest-common-subsequence table, 64 cells to a word.
///
/// A row stands for one class of the new list against all of the old: bit *i* is 0 if the
/// longest common subsequence grows with old position *i*. The next row is
/// (V + (V ∧ M)) ∨ (V ∧ ¬M), where M marks the positions of the new row's class.
///
/// Maxime Crochemore, Costas S. Iliopoulos, Yoan J. Pinzon, James F. Reid, A Fast and Practical
/// Bit-Vector Algorithm for the Longest Common Subsequence Problem, IPL 80 (2001); Heikki Hyyrö,
/// Bit-Parallel LCS-length Computation Revisited, AWOCA (2004).
struct BitParallelRows {
  /// The number of words of a row.
  let width: Int
  private let count: Int
  /// For each class, its number among the classes in `positions`, or -1; reset by `deallocate()`.
  private let numbers: UnsafeMutablePointer<Int32>
  private let classes: UnsafeBufferPointer<Int32>
  private let isReversed: Bool
  /// The beginning of each local class in `positions`, and one past the end.
  private var starts: [Int32]
  /// The positions of the local classes, class by class.
  private var positions: [Int32]
  /// Whole masks of the classes that are so frequent that setting bit after bit would cost more.
  private var masks: [UInt64]
  private var maskOffsets: [Int]
  private var scratch: [UInt64]

  /// Indexes the positions of each class.
  ///
  /// - Parameters:
  ///   - classes: The old classes, not empty.
  ///   - isReversed: Whether to read them from the end.
  ///   - numbers: Room for a number for each class there is, all -1.
  init(
    of classes: UnsafeBufferPointer<Int32>,
    isReversed: Bool,
    numbers: UnsafeMutablePointer<Int32>
  ) {
    self.classes = classes
    self.isReversed = isReversed
    self.numbers = numbers
    count = classes.count
    width = (classes.count + 63) / 64
    var lengths: [Int32] = []
    for value in classes {
      if numbers[Int(value)] < 0 {
        numbers[Int(value)] = Int32(lengths.count)
        lengths.append(0)
      }
      lengths[Int(numbers[Int(value)])] += 1
    }
    starts = [0]
    starts.reserveCapacity(lengths.count + 1)
    for length in lengths { starts.append(starts[starts.count - 1] + length) }
    var next = starts
    positions = [Int32](repeating: 0, count: classes.count)
    for position in 0..<count {
      let value = classes[isReversed ? count - 1 - position : position]
      let number = Int(numbers[Int(value)])
      positions[Int(next[number])] = Int32(position)
      next[number] += 1
    }
    masks = []
    maskOffsets = [Int](repeating: -1, count: lengths.count)
    for (number, length) in lengths.enumerated() where Int(length) > width / 4 {
      maskOffsets[number] = masks.count
      masks.append(contentsOf: repeatElement(0, count: width))
      let base = maskOffsets[number]
      for index in starts[number]..<starts[number + 1] {
        let position = Int(positions[Int(index)])
        masks[base + position >> 6] |= 1 << UInt64(position & 63)
      }
    }
    scratch = [UInt64](repeating: 0, count: width)
  }

  /// Computes words of the row after another one, for a class of the new list.
  ///
  /// - Parameters:
  ///   - value: The class, or one that the old list does not hold.
  ///   - words: The range of words in the row.
  ///   - row: Those words of the row before.
  ///   - next: Room for those words of the row after it; it may be the same memory.
  mutating func advance(
    _ value: Int32,
    _ words: Range<Int>,
    from row: UnsafePointer<UInt64>,
    to next: UnsafeMutablePointer<UInt64>
  ) {
    let number = Int(numbers[Int(value)])
    guard number >= 0 else {
      for word in 0..<words.count { next[word] = row[word] }
      return
    }
    let maskOffset = maskOffsets[number]
    if maskOffset >= 0 {
      masks.withUnsafeBufferPointer { masks in
        let mask = masks.baseAddress.unsafelyUnwrapped + maskOffset + words.lowerBound
        Self.step(row, next, mask: mask, words.count)
      }
      return
    }
    for index in starts[number]..<starts[number + 1] {
      let position = Int(positions[Int(index)])
      scratch[position >> 6] |= 1 << UInt64(position & 63)
    }
    scratch.withUnsafeBufferPointer { scratch in
      let mask = scratch.baseAddress.unsafelyUnwrapped + words.lowerBound
      Self.step(row, next, mask: mask, words.count)
    }
    for index in starts[number]..<starts[number + 1] {
      scratch[Int(positions[Int(index)]) >> 6] = 0
    }
  }

  /// One row of additions, the carry passed from word to word.
  private static func step(
    _ row: UnsafePointer<UInt64>,
    _ next: UnsafeMutablePointer<UInt64>,
    mask: UnsafePointer<UInt64>,
    _ width: Int
  ) {
    var carry: UInt64 = 0
    for word in 0..<width {
      let value = row[word]
      let shared = value & mask[word]
      let sum = value &+ shared &+ carry
      // Both terms lie within `value`: the top bit carries where both have it, or one and the sum
      // has it no more.
      carry = (shared | (value & ~sum)) >> 63
      next[word] = sum | (value & ~mask[word])
    }
  }

  /// Forgets the numbers of the classes, so that the room for them can be used again.
  func deallocate() {
    for value in classes { numbers[Int(value)] = -1 }
  }
}
