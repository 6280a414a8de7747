/// The new places of rows of a sectioned list, and the former ones: an `OffsetMap` with sections.
///
/// Made for paths that are in the list. It takes room for the sections and the changes, none for the
/// other rows.
struct RowPathMap: Sendable {
  /// For each old section its offset after the change, or -1 where it is deleted.
  private let newSections: [Int]
  /// For each new section its offset before the change, or -1 where it is inserted.
  private let oldSections: [Int]
  /// The old rows that do not stay in line.
  let leaving: RowsOutOfLine
  /// The new rows that did not stay in line.
  let arriving: RowsOutOfLine

  /// Makes the map of a difference.
  ///
  /// - Parameters:
  ///   - difference: Changes whose paths are in the sections.
  ///   - oldCount: The number of sections before the change.
  ///   - newCount: The number of sections after it.
  /// - Complexity: O(*s* log *s* + *k* log *k*) for *s* sections and *k* changes.
  init(_ difference: SectionedDifference, _ oldCount: Int, _ newCount: Int) {
    let sections = OffsetMap(difference.sections)
    newSections = (0..<oldCount).map { sections.newOffset(ofOld: $0) ?? -1 }
    oldSections = (0..<newCount).map { sections.oldOffset(ofNew: $0) ?? -1 }
    leaving = RowsOutOfLine(oldCount, difference.deletions, difference.moves) {
      ($0.source, $0.target)
    }
    arriving = RowsOutOfLine(newCount, difference.insertions, difference.moves) {
      ($0.target, $0.source)
    }
  }

  /// The offset after the change of an old section; nil if it is deleted, or not there.
  func newSection(ofOld section: Int) -> Int? {
    newSections.indices.contains(section) && newSections[section] >= 0 ? newSections[section] : nil
  }

  /// The offset before the change of a new section; nil if it is inserted, or not there.
  func oldSection(ofNew section: Int) -> Int? {
    oldSections.indices.contains(section) && oldSections[section] >= 0 ? oldSections[section] : nil
  }

  /// The path after the change of the row at a path before it; nil if it is deleted.
  func newPath(ofOld path: RowIndexPath) -> RowIndexPath? {
    guard let section = newSection(ofOld: path.section) else { return nil }
    return Self.image(of: path, in: section, leaving, arriving)
  }

  /// The path before the change of the row at a path after it; nil if it was inserted.
  func oldPath(ofNew path: RowIndexPath) -> RowIndexPath? {
    guard let section = oldSection(ofNew: path.section) else { return nil }
    return Self.image(of: path, in: section, arriving, leaving)
  }

  /// Whether a row moves from one section to another.
  func isCrossing(_ move: SectionedDifference.Move) -> Bool {
    newSection(ofOld: move.source.section) != move.target.section
  }

  private static func image(
    of path: RowIndexPath,
    in section: Int,
    _ leaving: RowsOutOfLine,
    _ arriving: RowsOutOfLine
  ) -> RowIndexPath? {
    let left = leaving.slice(of: path.section)
    let below = partitionPoint(of: left) { leaving.rows[$0] < path.row }
    if below < left.upperBound, leaving.rows[below] == path.row { return leaving.others[below] }
    // A row that stays in line keeps its rank among those of its section that stay.
    let rank = path.row &- (below - left.lowerBound)
    let came = arriving.slice(of: section)
    let above = partitionPoint(of: came) { arriving.rows[$0] &- ($0 - came.lowerBound) <= rank }
    return RowIndexPath(section: section, row: rank &+ (above - came.lowerBound))
  }
}

/// The rows of one side of a change that are not in line with those of the other, section by section.
struct RowsOutOfLine: Sendable {
  /// For each section the number of its first row in here, and after the last one that of all.
  private let starts: [Int]
  /// The offsets of the rows in their sections, ascending in each.
  let rows: [Int]
  /// The paths of the rows on the other side; nil if they are on this one only.
  let others: [RowIndexPath?]
  /// Whether no row is in here twice.
  let isUnique: Bool

  /// Collects rows.
  ///
  /// - Parameters:
  ///   - sectionCount: The number of sections.
  ///   - single: Paths of rows on this side only, ascending.
  ///   - moves: Rows that are on both sides.
  ///   - ends: The paths of a move on this side and on the other one.
  init(
    _ sectionCount: Int,
    _ single: [RowIndexPath],
    _ moves: [SectionedDifference.Move],
    ends: (SectionedDifference.Move) -> (this: RowIndexPath, other: RowIndexPath)
  ) {
    var starts = [Int](repeating: 0, count: sectionCount + 1)
    for path in single { starts[path.section + 1] += 1 }
    for move in moves { starts[ends(move).this.section + 1] += 1 }
    for section in 0..<sectionCount { starts[section + 1] += starts[section] }
    var entries = [(row: Int, other: RowIndexPath?)](
      repeating: (0, nil),
      count: single.count + moves.count
    )
    var next = starts
    for path in single {
      entries[next[path.section]] = (path.row, nil)
      next[path.section] += 1
    }
    for move in moves {
      let (this, other) = ends(move)
      entries[next[this.section]] = (this.row, other)
      next[this.section] += 1
    }
    var isUnique = true
    for section in 0..<sectionCount {
      let slice = starts[section]..<starts[section + 1]
      let isOrdered = slice.dropFirst().allSatisfy { entries[$0 - 1].row <= entries[$0].row }
      if !isOrdered { entries[slice].sort { $0.row < $1.row } }
      if slice.dropFirst().contains(where: { entries[$0 - 1].row == entries[$0].row }) {
        isUnique = false
      }
    }
    self.starts = starts
    self.isUnique = isUnique
    rows = entries.map(\.row)
    others = entries.map(\.other)
  }

  /// The numbers of the rows of a section.
  func slice(of section: Int) -> Range<Int> {
    section >= 0 && section < starts.count - 1 ? starts[section]..<starts[section + 1] : 0..<0
  }
}

/// A row of a section: the index path of a sectioned list.
///
/// Like an offset, it counts either in the list before a change or in the one after it; each use
/// says which.
public struct RowIndexPath: Hashable, Sendable, Codable {
  /// The offset of the section.
  public var section: Int
  /// The offset of the row in its section.
  public var row: Int

  /// Makes the index path of a row.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }
}

extension RowIndexPath: Comparable {
  /// Whether one path comes before another in reading order.
  public static func < (first: RowIndexPath, second: RowIndexPath) -> Bool {
    (first.section, first.row) < (second.section, second.row)
  }
}

extension RowIndexPath: CustomStringConvertible {
  /// The path as a pair of numbers.
  public var description: String { "(\(section), \(row))" }
}
