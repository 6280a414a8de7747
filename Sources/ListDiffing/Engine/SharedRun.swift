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
