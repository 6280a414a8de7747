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
