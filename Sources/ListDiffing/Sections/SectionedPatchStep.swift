/// One step of an ordered patch of a sectioned list: its offsets and paths count the sections and rows
/// as the steps before it left them.
public enum SectionedPatchStep: Hashable, Sendable, Codable {
  /// Deletes the section at an offset, with its rows.
  case sectionDeletion(at: Int)
  /// Removes the section at an offset, and inserts it at another one of the sections without it.
  case sectionMove(from: Int, to: Int)
  /// Inserts a section at an offset, with its rows: the one at `new` in the new list.
  case sectionInsertion(at: Int, new: Int)
  /// Changes the header of the section at an offset into that of the one at `new` in the new list.
  case sectionUpdate(at: Int, new: Int)
  /// Deletes the row at a path.
  case deletion(at: RowIndexPath)
  /// Removes the row at a path, and inserts it at another one of the rows without it.
  case move(from: RowIndexPath, to: RowIndexPath)
  /// Inserts a row at a path: the one at `new` in the new list.
  case insertion(at: RowIndexPath, new: RowIndexPath)
  /// Changes the row at a path into the one at `new` in the new list.
  case update(at: RowIndexPath, new: RowIndexPath)
}

extension SectionedBatchUpdates {
  /// The batch as steps to perform one after the other: deletions, moves, insertions, updates.
  ///
  /// - Returns: The steps, moves that turn out to change nothing left out.
  /// - Complexity: O((*s* + *k*) log *n*) for *s* sections, *k* changes and *n* rows.
  public func patch() -> [SectionedPatchStep] {
    let sections = difference.sections
    var steps: [SectionedPatchStep] = []
    var deleted: [Int: Int] = [:]
    for path in difference.deletions {
      let before = deleted[path.section, default: 0]
      deleted[path.section] = before + 1
      steps.append(.deletion(at: RowIndexPath(section: path.section, row: path.row - before)))
    }
    for (number, section) in sections.deletions.enumerated() {
      steps.append(.sectionDeletion(at: section - number))
    }
    let stages = stages()
    if let stage = stages.first(where: { !$0.difference.moves.isEmpty || $0.movesSections }) {
      steps += stage.moveSteps()
    }
    steps += sections.insertions.map { .sectionInsertion(at: $0, new: $0) }
    steps += difference.insertions.map { .insertion(at: $0, new: $0) }
    steps += sections.updates.map { .sectionUpdate(at: $0.new, new: $0.new) }
    steps += difference.updates.map { .update(at: $0.new, new: $0.new) }
    return steps
  }

  private var movesSections: Bool { !difference.sections.moves.isEmpty }

  /// The moves of a batch that holds nothing else, as steps: of sections, then of rows.
  private func moveSteps() -> [SectionedPatchStep] {
    let sections = BatchUpdates(
      unchecked: difference.sections,
      from: oldCounts.count,
      to: newCounts.count
    )
    var steps: [SectionedPatchStep] = sections.patch(.deletionsFirst).compactMap { step in
      if case .move(let source, let target) = step {
        .sectionMove(from: source, to: target)
      } else {
        nil
      }
    }
    // All sections end to end, each behind a place for its header, which stays.
    let counts = newCounts.indices.map { oldCounts[map.oldSection(ofNew: $0) ?? $0] }
    var sizes = SectionSizes(counts.map { $0 + 1 })
    let ends = SectionSizes(newCounts.map { $0 + 1 })
    let moves = difference.moves.map { move in
      let section = map.newSection(ofOld: move.source.section) ?? move.source.section
      return Difference.Move(
        from: sizes.total(before: section) + 1 + move.source.row,
        to: ends.total(before: move.target.section) + 1 + move.target.row
      )
    }
    let count = counts.reduce(counts.count, +)
    let rows = BatchUpdates(unchecked: Difference(moves: moves), from: count, to: count)
    for step in rows.patch(.deletionsFirst) {
      guard case .move(let source, let target) = step else { continue }
      let from = sizes.path(at: source)
      sizes.add(-1, to: from.section)
      // It comes behind what stands before its place, be that a row or a header.
      var to = sizes.path(at: target - 1)
      to.row += 1
      sizes.add(1, to: to.section)
      if from != to { steps.append(.move(from: from, to: to)) }
    }
    return steps
  }
}

extension Array {
  /// Performs the steps of an ordered patch on the rows of each section, one after the other.
  ///
  /// - Parameters:
  ///   - patch: The steps, whose paths this list has when their turn comes.
  ///   - rows: Gives the rows of the section at an offset of the new list.
  ///   - new: Gives the row at a path of the new list.
  /// - Complexity: O(*nk*) for *n* rows and *k* steps.
  public mutating func perform<Row>(
    _ patch: [SectionedPatchStep],
    rows: (Int) -> [Row],
    new: (RowIndexPath) -> Row
  ) where Element == [Row] {
    for step in patch {
      switch step {
      case .sectionDeletion(let section): remove(at: section)
      case .sectionMove(let source, let target): insert(remove(at: source), at: target)
      case .sectionInsertion(let section, let number): insert(rows(number), at: section)
      case .sectionUpdate: break
      case .deletion(let path): self[path.section].remove(at: path.row)
      case .move(let source, let target):
        let row = self[source.section].remove(at: source.row)
        self[target.section].insert(row, at: target.row)
      case .insertion(let path, let place): self[path.section].insert(new(place), at: path.row)
      case .update(let path, let place): self[path.section][path.row] = new(place)
      }
    }
  }
}

/// The number of places that each section takes, when all stand end to end: a binary indexed tree.
private struct SectionSizes {
  private var sums: [Int]

  init(_ sizes: [Int]) {
    sums = [0] + sizes
    for index in sums.indices.dropFirst() {
      let next = index + (index & -index)
      if next < sums.count { sums[next] += sums[index] }
    }
  }

  mutating func add(_ count: Int, to section: Int) {
    var index = section + 1
    while index < sums.count {
      sums[index] += count
      index += index & -index
    }
  }

  func total(before section: Int) -> Int {
    var index = section
    var total = 0
    while index > 0 {
      total += sums[index]
      index -= index & -index
    }
    return total
  }

  /// The path of a place; the header, which is the first place of a section, is row -1.
  func path(at place: Int) -> RowIndexPath {
    var rest = place
    var section = 0
    var step = 1
    while 2 * step < sums.count { step *= 2 }
    while step > 0 {
      if section + step < sums.count, sums[section + step] <= rest {
        section += step
        rest -= sums[section]
      }
      step /= 2
    }
    return RowIndexPath(section: section, row: rest - 1)
  }
}

/// The rows of sections that the fast path left open, known by their numbers.
@usableFromInline
struct OpenRows<Row> {
  @usableFromInline let lists: RowLists<[Row]>
  /// The paths of the rows, by their numbers.
  @usableFromInline let oldPaths: [RowIndexPath]
  @usableFromInline let newPaths: [RowIndexPath]

  @inlinable
  init(_ lists: RowLists<[Row]>, of pairing: SectionPairing) {
    self.lists = lists
    oldPaths = pairing.oldPaths
    newPaths = pairing.newPaths
  }

  /// Calls a closure with an old row.
  @inlinable
  @inline(__always)
  func lendOld<Result>(_ number: Int, _ body: (Row) -> Result) -> Result {
    lists.lendOld(oldPaths[number], body)
  }

  /// Calls a closure with a new row.
  @inlinable
  @inline(__always)
  func lendNew<Result>(_ number: Int, _ body: (Row) -> Result) -> Result {
    lists.lendNew(newPaths[number], body)
  }

  /// Calls a closure with an old and a new row.
  @inlinable
  @inline(__always)
  func lend(old before: Int, new after: Int, _ body: (Row, Row) -> Bool) -> Bool {
    lists.lend(old: oldPaths[before], new: newPaths[after], body)
  }

  /// Calls a closure with two old rows.
  @inlinable
  @inline(__always)
  func lendOld(_ first: Int, _ second: Int, _ body: (Row, Row) -> Bool) -> Bool {
    lists.lendOld(oldPaths[first]) { first in
      lists.lendOld(oldPaths[second]) { second in body(first, second) }
    }
  }
}

// Of lists whose elements are the rows of sections, the rows by their paths.
extension RowLists {
  @inlinable
  @inline(__always)
  func lendOld<Element, Result>(_ path: RowIndexPath, _ body: (Element) -> Result) -> Result
  where Row == [Element] {
    lendOld(path.section) { rows in
      rows.withUnsafeBufferPointer { rows in rows.lent[path.row].lend(body) }
    }
  }

  @inlinable
  @inline(__always)
  func lendNew<Element, Result>(_ path: RowIndexPath, _ body: (Element) -> Result) -> Result
  where Row == [Element] {
    lendNew(path.section) { rows in
      rows.withUnsafeBufferPointer { rows in rows.lent[path.row].lend(body) }
    }
  }

  @inlinable
  @inline(__always)
  func lend<Element>(
    old before: RowIndexPath,
    new after: RowIndexPath,
    _ body: (Element, Element) -> Bool
  ) -> Bool where Row == [Element] {
    lendOld(before) { first in lendNew(after) { second in body(first, second) } }
  }
}
