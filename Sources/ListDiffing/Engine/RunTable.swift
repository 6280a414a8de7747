/// Runs of values by a code of each, and where those stand that are in the old list once and in the
/// new list once.
///
/// Equal runs have equal codes; that different runs have one code as well is too rare to matter, and
/// costs nothing but a worse alignment.
struct RunTable {
  private static let none: Int32 = -1
  private static let repeated: Int32 = -2

  private var codes: [UInt64]
  /// For each slot the old position of its run, or that there is none, or more than one.
  private var places: [Int32]
  /// For each slot how often its run is in the new list, up to 2.
  private var newCounts: [UInt8]
  private let mask: Int

  /// Makes room for the runs of a list.
  init(count: Int) {
    var capacity = 16
    while capacity < 2 * count { capacity *= 2 }
    codes = [UInt64](repeating: 0, count: capacity)
    places = [Int32](repeating: Self.none, count: capacity)
    newCounts = [UInt8](repeating: 0, count: capacity)
    mask = capacity - 1
  }

  /// Calls a closure with the code of each run and where it begins.
  ///
  /// - Complexity: O(*n*): each code is made of the one before it. Richard M. Karp, Michael O. Rabin,
  ///   Efficient Randomized Pattern-Matching Algorithms, IBM J. Res. Dev. 31 (1987).
  mutating func forEachRun(
    of length: Int,
    in range: Range<Int>,
    values: UnsafeBufferPointer<Int32>,
    _ body: (inout RunTable, UInt64, Int) -> Void
  ) {
    let base: UInt64 = 0x9E37_79B9_7F4A_7C15
    var highest: UInt64 = 1
    for _ in 1..<length { highest &*= base }
    var code: UInt64 = 0
    for position in range {
      let start = position - length + 1
      if start > range.lowerBound {
        code &-= highest &* UInt64(truncatingIfNeeded: values[start - 1] &+ 1)
      }
      code = code &* base &+ UInt64(truncatingIfNeeded: values[position] &+ 1)
      if start >= range.lowerBound { body(&self, code, start) }
    }
  }

  mutating func addOld(_ code: UInt64, at place: Int) {
    let slot = slot(of: code)
    places[slot] = places[slot] == Self.none ? Int32(place) : Self.repeated
    codes[slot] = code
  }

  mutating func addNew(_ code: UInt64) {
    let slot = slot(of: code)
    if places[slot] >= 0, newCounts[slot] < 2 { newCounts[slot] += 1 }
  }

  /// The old position of a run that is in each list once.
  func place(of code: UInt64) -> Int? {
    let slot = slot(of: code)
    return places[slot] >= 0 && newCounts[slot] == 1 ? Int(places[slot]) : nil
  }

  /// The slot of a code, or the free one where it belongs.
  private func slot(of code: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: (code ^ (code >> 29)) &* 0xBF58_476D_1CE4_E5B9 >> 20) & mask
    while places[slot] != Self.none, codes[slot] != code { slot = (slot + 1) & mask }
    return slot
  }
}

/// The order in which rows are looked at that two lists share side by side: in blocks, first the
/// identities of all and then their contents.
///
/// A comparison of rows whose strings lie anywhere in memory mostly waits for them; the shorter the
/// way from one identity to the next, the more of them the processor fetches at a time.
@usableFromInline
enum SharedRun {
  /// The rows of a block.
  @inlinable
  static var block: Int { 16 }
}

/// Counts the rows that two lists share side by side, and looks at the content of each.
///
/// - Parameters:
///   - length: The most rows to count.
///   - meter: Counts the rows, and may stop the work.
///   - isSame: Whether the lists share the row at a distance from the start.
///   - look: Called for each row that they share.
/// - Returns: The number of shared rows.
@inlinable
@inline(__always)
func countShared(
  upTo length: Int,
  meter: inout WorkMeter,
  isSame: (Int) -> Bool,
  look: (Int) -> Void
) -> Int {
  var count = 0
  while count < length {
    let start = count
    let pause = min(length, start + WorkMeter.stride)
    while count < pause {
      var looked = count
      let blockEnd = min(pause, count + SharedRun.block)
      while count < blockEnd, isSame(count) { count += 1 }
      while looked < count {
        look(looked)
        looked += 1
      }
      if count < blockEnd {
        meter.spend(count - start)
        return count
      }
    }
    guard meter.spend(count - start) else { return count }
  }
  return count
}
