/// The rows of two sectioned lists while they are paired: within sections first, then across them.
///
/// Rows that the short way left open are known by their places in two flat lists, so that one table
/// serves all sections.
@usableFromInline
struct SectionPairing {
  /// The rows of a pair of sections that are to be aligned by their classes.
  private struct Part {
    var oldSection: Int
    var newSection: Int
    var rest: ShortWay.Rest
    var parts: DifferenceParts
    /// Where the rows begin in the flat lists.
    var oldStart = 0
    var newStart = 0
  }

  /// Where sections go.
  @usableFromInline let map: OffsetMap
  /// The paths of the old rows that are looked up by hash, those of parts first.
  @usableFromInline private(set) var oldPaths: [RowIndexPath] = []
  /// The paths of the new rows that are looked up by hash, those of parts first.
  @usableFromInline private(set) var newPaths: [RowIndexPath] = []

  private var result: SectionedDifference
  private var open: [Part] = []
  /// For each open old row its class, which is the first of its identity.
  private var oldClasses: [Int32] = []
  /// For each open new row its class, or -1.
  private var newClasses: [Int32] = []
  /// Open rows that found no place in their sections, as places in the flat lists.
  private var leaving: [Int] = []
  private var arriving: [Int] = []

  @usableFromInline
  init(_ sections: Difference, oldSectionCount: Int) {
    map = OffsetMap(sections)
    result = SectionedDifference(sections: sections)
  }

  /// Adds what the short way found of a pair of sections.
  @usableFromInline
  mutating func add(
    _ parts: DifferenceParts,
    _ rest: ShortWay.Rest?,
    from source: Int,
    to target: Int
  ) {
    guard let rest else {
      return result.add(Difference(parts), oldSection: source, newSection: target)
    }
    open.append(Part(oldSection: source, newSection: target, rest: rest, parts: parts))
  }

  /// Collects the rows that are to be looked up: those of open parts, and those that are deleted and
  /// inserted elsewhere.
  @usableFromInline
  mutating func collectOpenRows() {
    for index in open.indices {
      let part = open[index]
      open[index].oldStart = oldPaths.count
      open[index].newStart = newPaths.count
      oldPaths += part.rest.old.map { RowIndexPath(section: part.oldSection, row: $0) }
      newPaths += part.rest.new.map { RowIndexPath(section: part.newSection, row: $0) }
    }
    leaving = Array(oldPaths.count..<(oldPaths.count + result.deletions.count))
    arriving = Array(newPaths.count..<(newPaths.count + result.insertions.count))
    oldPaths += result.deletions
    newPaths += result.insertions
    if oldPaths.isEmpty || newPaths.isEmpty { finishWithoutPairs() }
    result.deletions = []
    result.insertions = []
  }

  /// Finds the classes of all open rows.
  @inlinable
  mutating func intern<Identity: Hashable>(
    _ old: ContiguousArray<Identity>,
    _ new: ContiguousArray<Identity>,
    limit: WorkLimit
  ) {
    var engine = DiffEngine(old.count, new.count, strategy: .automatic, limit: limit)
    guard Swift.max(old.count, new.count) < Int(Int32.max) else { return setClasses(nil) }
    var pairing = Pairing(0..<old.count, 0..<new.count)
    defer { pairing.deallocate() }
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        var updates: [Difference.Update] = []
        engine.intern(
          &pairing,
          updates: &updates,
          oldIdentity: { old[$0] },
          newIdentity: { new[$0] },
          isContentEqual: { _, _ in true }
        )
      }
    }
    setClasses(pairing)
  }

  @usableFromInline
  mutating func setClasses(_ pairing: Pairing?) {
    oldClasses = oldPaths.indices.map { Int32(truncatingIfNeeded: $0) }
    newClasses = [Int32](repeating: -1, count: newPaths.count)
    guard let pairing else { return }
    for (offset, name) in pairing.repeats { oldClasses[Int(offset)] = name }
    for offset in newClasses.indices { newClasses[offset] = pairing.newClasses[offset] }
  }

  /// Aligns the open rows of each pair of sections by their classes.
  @usableFromInline
  mutating func alignSections(isContentEqual: (RowIndexPath, RowIndexPath) -> Bool) {
    // For each class its first old row in the part at hand, counted from the start of the part.
    var firsts = [Int32](repeating: -1, count: oldPaths.count)
    for part in open {
      let old = part.rest.old
      let new = part.rest.new
      var pairing = Pairing(old, new)
      defer { pairing.deallocate() }
      for offset in 0..<old.count {
        let name = Int(oldClasses[part.oldStart + offset])
        if firsts[name] < 0 {
          firsts[name] = Int32(offset)
        } else {
          pairing.repeats.append((Int32(offset), firsts[name]))
          pairing.isUnique = false
        }
      }
      for offset in 0..<new.count {
        let name = newClasses[part.newStart + offset]
        guard name >= 0, firsts[Int(name)] >= 0 else { continue }
        let first = Int(firsts[Int(name)])
        pairing.newClasses[offset] = Int32(first)
        if pairing.targets[first] >= 0 { pairing.isUnique = false }
        pairing.targets[first] = Int32(offset)
      }
      for offset in 0..<old.count { firsts[Int(oldClasses[part.oldStart + offset])] = -1 }
      finish(part, pairing, isContentEqual)
    }
  }

  private mutating func finish(
    _ part: Part,
    _ pairing: Pairing,
    _ isContentEqual: (RowIndexPath, RowIndexPath) -> Bool
  ) {
    var parts = part.parts
    var meter = WorkMeter(.none)
    func compare(_ old: Int, _ new: Int) {
      let before = RowIndexPath(section: part.oldSection, row: old)
      let after = RowIndexPath(section: part.newSection, row: new)
      if !isContentEqual(before, after) { parts.updates.append(.init(old: old, new: new)) }
    }
    let (old, new) = (part.rest.old, part.rest.new)
    if pairing.isUnique {
      pairing.add(to: &parts, meter: &meter)
      for offset in 0..<new.count where pairing.newClasses[offset] >= 0 {
        compare(old.lowerBound + Int(pairing.newClasses[offset]), new.lowerBound + offset)
      }
    } else {
      let pairs = pairing.pairRepeated(isExact: false, meter: &meter)
      pairs.add(to: &parts)
      for offset in 0..<new.count where pairs.sources[offset] >= 0 {
        compare(old.lowerBound + Int(pairs.sources[offset]), new.lowerBound + offset)
      }
    }
    parts.updates += part.rest.updatesBehind
    leaving += parts.deletions.map { part.oldStart + $0 - old.lowerBound }
    arriving += parts.insertions.map { part.newStart + $0 - new.lowerBound }
    parts.deletions = []
    parts.insertions = []
    result.add(Difference(parts), oldSection: part.oldSection, newSection: part.newSection)
  }

  /// Moves rows of one identity across sections, of those that are left, in order of their paths.
  @usableFromInline
  mutating func moveAcross(isContentEqual: (RowIndexPath, RowIndexPath) -> Bool) {
    leaving.sort { oldPaths[$0] < oldPaths[$1] }
    arriving.sort { newPaths[$0] < newPaths[$1] }
    // For each class its rows that leave, linked in order.
    var firsts = [Int32](repeating: -1, count: oldPaths.count)
    var nexts = [Int32](repeating: -1, count: leaving.count)
    for (place, row) in leaving.enumerated().reversed() {
      nexts[place] = firsts[Int(oldClasses[row])]
      firsts[Int(oldClasses[row])] = Int32(truncatingIfNeeded: place)
    }
    var isMoved = [Bool](repeating: false, count: leaving.count)
    for row in arriving {
      let target = newPaths[row]
      let name = newClasses[row]
      guard name >= 0, firsts[Int(name)] >= 0 else {
        result.insertions.append(target)
        continue
      }
      let place = Int(firsts[Int(name)])
      firsts[Int(name)] = nexts[place]
      isMoved[place] = true
      let source = oldPaths[leaving[place]]
      result.moves.append(.init(from: source, to: target))
      if !isContentEqual(source, target) {
        result.updates.append(.init(old: source, new: target))
      }
    }
    for (place, row) in leaving.enumerated() where !isMoved[place] {
      result.deletions.append(oldPaths[row])
    }
  }

  /// Where one side has no open rows, all of the other are deleted or inserted.
  private mutating func finishWithoutPairs() {
    leftDeletions = oldPaths
    leftInsertions = newPaths
    for part in open {
      var parts = part.parts
      parts.updates += part.rest.updatesBehind
      result.add(Difference(parts), oldSection: part.oldSection, newSection: part.newSection)
    }
  }

  private var leftDeletions: [RowIndexPath] = []
  private var leftInsertions: [RowIndexPath] = []

  /// The difference.
  @usableFromInline
  func difference() -> SectionedDifference {
    var result = result
    result.deletions += leftDeletions
    result.insertions += leftInsertions
    return result.sorted()
  }
}
