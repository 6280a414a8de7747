/// The rows of two sectioned lists while they are paired: within sections first, then across them.
///
/// Rows that the fast path left open are numbered in the order of their paths, those of all
/// sections in one sequence, so that one table serves all sections and nothing has to be sorted.
@usableFromInline
struct SectionPairing {
  /// A pair of sections.
  @usableFromInline
  struct Part {
    @usableFromInline let oldSection: Int
    @usableFromInline let newSection: Int
    /// The rest that the fast path left; nil if it found the difference.
    let rest: FastPath.Rest?
    var parts: DifferenceParts
    /// Rows of one identity whose content is not compared yet, ascending.
    @usableFromInline fileprivate(set) var pairs: [Difference.Update] = []
    /// The numbers of the first open rows.
    var oldStart = 0
    var newStart = 0
  }

  /// The places to which sections go.
  @usableFromInline let map: OffsetMap
  @usableFromInline var meter: WorkMeter
  /// The pairs of sections, ascending in the new list.
  @usableFromInline private(set) var parts: [Part] = []
  /// The open rows of each list, in the order of their paths.
  @usableFromInline private(set) var oldPaths: [RowIndexPath] = []
  @usableFromInline private(set) var newPaths: [RowIndexPath] = []
  /// Rows that move across sections, ascending in the new list.
  @usableFromInline private(set) var crossings: [SectionedDifference.Move] = []
  /// For each of them, the number of its new row.
  private var crossingNumbers: [Int32] = []
  /// Those of them whose content changed.
  @usableFromInline var crossingUpdates: [SectionedDifference.Update] = []

  /// Whether the content of rows was compared when they were paired, which is so if each identity
  /// is in each list once.
  @usableFromInline private(set) var areContentsKnown = false
  /// For each open new row whether its content is known to have changed.
  private var isChanged: [Bool] = []

  private var result: SectionedDifference
  /// For each open old row its class, which is the first of its identity.
  private var oldClasses: [Int32] = []
  /// For each open new row its class, or -1.
  private var newClasses: [Int32] = []
  /// Whether an open row has found no place in its section.
  private var isLeaving: [Bool] = []
  private var isArriving: [Bool] = []

  @usableFromInline
  init(_ sections: Difference, limit: WorkLimit) {
    map = OffsetMap(sections)
    meter = WorkMeter(limit)
    result = SectionedDifference(sections: sections)
  }

  /// Adds what the fast path found of a pair of sections; called for new sections in their order.
  ///
  /// - Parameters:
  ///   - engine: The engine that went it.
  ///   - rest: The rest that it left.
  ///   - source: The old section.
  ///   - target: The new section.
  @usableFromInline
  mutating func add(
    _ engine: DiffEngine,
    _ rest: FastPath.Rest?,
    from source: Int,
    to target: Int
  ) {
    meter = engine.meter
    parts.append(
      Part(oldSection: source, newSection: target, rest: rest, parts: engine.parts)
    )
  }

  /// Numbers the rows that are to be looked up: those that the fast path left, and those that are
  /// deleted and inserted elsewhere.
  @usableFromInline
  mutating func collectOpenRows() {
    for number in parts.indices.sorted(by: { parts[$0].oldSection < parts[$1].oldSection }) {
      parts[number].oldStart = oldPaths.count
      let part = parts[number]
      func append(_ rows: some Collection<Int>) {
        for row in rows { oldPaths.append(RowIndexPath(section: part.oldSection, row: row)) }
        isLeaving.append(contentsOf: repeatElement(part.rest == nil, count: rows.count))
      }
      if let rest = part.rest { append(rest.old) } else { append(part.parts.deletions) }
    }
    for number in parts.indices {
      parts[number].newStart = newPaths.count
      let part = parts[number]
      func append(_ rows: some Collection<Int>) {
        for row in rows { newPaths.append(RowIndexPath(section: part.newSection, row: row)) }
        isArriving.append(contentsOf: repeatElement(part.rest == nil, count: rows.count))
      }
      if let rest = part.rest { append(rest.new) } else { append(part.parts.insertions) }
    }
    oldClasses = oldPaths.indices.map { Int32(truncatingIfNeeded: $0) }
    newClasses = [Int32](repeating: -1, count: newPaths.count)
  }

  @usableFromInline
  mutating func setClasses(_ pairing: Pairing) {
    for (offset, name) in pairing.repeats { oldClasses[Int(offset)] = name }
    for offset in newClasses.indices { newClasses[offset] = pairing.newClasses[offset] }
    guard pairing.isUnique else { return }
    areContentsKnown = true
    isChanged = [Bool](repeating: false, count: newPaths.count)
    for update in pairing.updates { isChanged[update.new] = true }
  }

  /// Aligns the open rows of each pair of sections by their classes.
  @usableFromInline
  mutating func alignSections() {
    // For each class its first old row in the part at hand, counted from the start of the part.
    var firsts = [Int32](repeating: -1, count: oldPaths.count)
    for number in parts.indices {
      guard let rest = parts[number].rest else { continue }
      let part = parts[number]
      var pairing = Pairing(rest.old, rest.new)
      defer { pairing.deallocate() }
      for offset in 0..<rest.old.count {
        let name = Int(oldClasses[part.oldStart + offset])
        if firsts[name] < 0 {
          firsts[name] = Int32(offset)
        } else {
          pairing.repeats.append((Int32(offset), firsts[name]))
          pairing.isUnique = false
        }
      }
      for offset in 0..<rest.new.count {
        let name = newClasses[part.newStart + offset]
        guard name >= 0, firsts[Int(name)] >= 0 else { continue }
        let first = Int(firsts[Int(name)])
        pairing.newClasses[offset] = Int32(first)
        if pairing.targets[first] >= 0 { pairing.isUnique = false }
        pairing.targets[first] = Int32(offset)
      }
      for offset in 0..<rest.old.count { firsts[Int(oldClasses[part.oldStart + offset])] = -1 }
      align(number, rest, pairing)
    }
  }

  private mutating func align(_ number: Int, _ rest: FastPath.Rest, _ pairing: Pairing) {
    var found = DifferenceParts()
    if pairing.isUnique {
      pairing.add(to: &found, meter: &meter)
      for offset in 0..<rest.new.count where pairing.newClasses[offset] >= 0 {
        parts[number].pairs.append(
          .init(
            old: rest.old.lowerBound + Int(pairing.newClasses[offset]),
            new: rest.new.lowerBound + offset
          )
        )
      }
    } else {
      let pairs = pairing.pairRepeated(isExact: false, meter: &meter)
      pairs.add(to: &found)
      parts[number].pairs = pairs.pairs
    }
    for row in found.deletions {
      isLeaving[parts[number].oldStart + row - rest.old.lowerBound] = true
    }
    for row in found.insertions {
      isArriving[parts[number].newStart + row - rest.new.lowerBound] = true
    }
    parts[number].parts.moves = found.moves
  }

  /// Adds updates among the pairs of a part.
  @usableFromInline
  mutating func add(_ updates: [Difference.Update], to number: Int) {
    parts[number].pairs = []
    parts[number].parts.updates += updates
    parts[number].parts.updates += parts[number].rest?.updatesBehind ?? []
  }

  /// Adds the updates among all pairs, if contents are known.
  @usableFromInline
  mutating func addKnownUpdates() {
    for number in parts.indices {
      let start = parts[number].newStart - (parts[number].rest?.new.lowerBound ?? 0)
      add(parts[number].pairs.filter { isChanged[start + $0.new] }, to: number)
    }
    crossingUpdates = zip(crossings, crossingNumbers).compactMap { move, number in
      isChanged[Int(number)] ? .init(old: move.source, new: move.target) : nil
    }
  }

  /// Moves rows of one identity across sections, of those that are left, in order of their paths.
  @usableFromInline
  mutating func moveAcross() {
    // For each class its rows without a partner, linked in order.
    var firsts = [Int32](repeating: -1, count: oldPaths.count)
    var nexts = [Int32](repeating: -1, count: oldPaths.count)
    for row in isLeaving.indices.reversed() where isLeaving[row] {
      nexts[row] = firsts[Int(oldClasses[row])]
      firsts[Int(oldClasses[row])] = Int32(truncatingIfNeeded: row)
    }
    for row in isArriving.indices where isArriving[row] {
      let name = Int(newClasses[row])
      guard name >= 0, firsts[name] >= 0 else {
        result.insertions.append(newPaths[row])
        continue
      }
      let source = Int(firsts[name])
      firsts[name] = nexts[source]
      isLeaving[source] = false
      crossings.append(.init(from: oldPaths[source], to: newPaths[row]))
      crossingNumbers.append(Int32(truncatingIfNeeded: row))
    }
    for row in isLeaving.indices where isLeaving[row] { result.deletions.append(oldPaths[row]) }
  }

  /// The difference that was found.
  @usableFromInline
  var difference: SectionedDifference {
    var within = SectionedDifference()
    for part in parts {
      var found = DifferenceParts()
      found.moves = part.parts.moves
      found.updates = part.parts.updates
      within.add(Difference(found), oldSection: part.oldSection, newSection: part.newSection)
    }
    var result = result
    result.moves = within.moves.merged(with: crossings) { $0.target < $1.target }
    result.updates = within.updates.merged(with: crossingUpdates) { $0.new < $1.new }
    return result
  }
}

extension Array {
  /// The elements of two arrays in order, as one in order.
  fileprivate func merged(
    with other: [Element],
    by precedes: (Element, Element) -> Bool
  ) -> [Element] {
    if isEmpty { return other }
    if other.isEmpty { return self }
    var result: [Element] = []
    result.reserveCapacity(count + other.count)
    var next = 0
    for element in self {
      while next < other.count, precedes(other[next], element) {
        result.append(other[next])
        next += 1
      }
      result.append(element)
    }
    result += other[next...]
    return result
  }
}

// The work on the rows themselves. The closures know the rules, and are written where the rules are
// known, so that the optimiser compiles their loops for them.
extension SectionPairing {
  /// Trims and walks each pair of sections.
  ///
  /// - Parameters:
  ///   - old: The rows of the old sections.
  ///   - new: The rows of the new sections.
  ///   - takeFastPath: Trims and walks the rows of a pair.
  @inlinable
  @inline(never)
  mutating func takeFastPath<Row>(
    _ old: [[Row]],
    _ new: [[Row]],
    _ takeFastPath: (inout DiffEngine, RowLists<Row>) -> FastPath.Rest?
  ) {
    for target in new.indices {
      guard let source = map.oldOffset(ofNew: target) else { continue }
      withRows(of: old[source], and: new[target]) { rows in
        var engine = DiffEngine(rows, strategy: .automatic, limit: .none)
        engine.meter = meter
        let rest = takeFastPath(&engine, rows)
        add(engine, rest, from: source, to: target)
      }
    }
  }

  /// Finds the classes of all open rows.
  ///
  /// - Parameters:
  ///   - old: The rows of the old sections.
  ///   - new: The rows of the new sections.
  ///   - intern: Interns rows.
  @inlinable
  @inline(never)
  mutating func intern<Row>(
    _ old: [[Row]],
    _ new: [[Row]],
    _ intern: (inout DiffEngine, inout Pairing, OpenRows<Row>) -> Void
  ) {
    guard !oldPaths.isEmpty, !newPaths.isEmpty else { return }
    guard Swift.max(oldPaths.count, newPaths.count) < Int(Int32.max) else {
      return meter.settleForLess()
    }
    var engine = DiffEngine(oldPaths.count, newPaths.count, strategy: .automatic, limit: .none)
    engine.meter = meter
    var pairing = Pairing(oldPaths.indices, newPaths.indices)
    defer { pairing.deallocate() }
    withRows(of: old, and: new) { lists in
      intern(&engine, &pairing, OpenRows(lists, of: self))
    }
    meter = engine.meter
    setClasses(pairing)
  }

  /// Looks at the content of all pairs, unless that was done when they were found.
  @inlinable
  @inline(never)
  mutating func compareContents<Row>(
    _ old: [[Row]],
    _ new: [[Row]],
    _ isContentEqual: (Row, Row) -> Bool
  ) {
    guard !areContentsKnown else { return addKnownUpdates() }
    withRows(of: old, and: new) { lists in
      for number in parts.indices {
        let (source, target) = (parts[number].oldSection, parts[number].newSection)
        let updates = parts[number].pairs.filter { pair in
          !lists.lend(
            old: RowIndexPath(section: source, row: pair.old),
            new: RowIndexPath(section: target, row: pair.new),
            isContentEqual
          )
        }
        add(updates, to: number)
      }
      for move in crossings where !lists.lend(old: move.source, new: move.target, isContentEqual) {
        crossingUpdates.append(.init(old: move.source, new: move.target))
      }
    }
  }
}
