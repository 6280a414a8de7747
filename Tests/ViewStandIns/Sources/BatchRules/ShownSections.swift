// A stand-in: what it stands for is documented by Apple.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

/// The content of a view, and the requests of a batch to it, by the rules of `UITableView`.
///
/// Deletions and reloads count the sections and rows before the batch, insertions those after it. A cell
/// that moves keeps what it shows. Anything else is an exception there and a trap here.
public struct ShownSections {
  public private(set) var rows: [[String]] = []

  public var deletedSections = IndexSet()
  public var insertedSections = IndexSet()
  public var reloadedSections = IndexSet()
  public var movedSections: [(source: Int, target: Int)] = []
  public var deleted: [IndexPath] = []
  public var inserted: [IndexPath] = []
  public var reloaded: [IndexPath] = []
  public var moved: [(source: IndexPath, target: IndexPath)] = []

  public init() {}

  public mutating func reload(_ content: [[String]]) { rows = content }

  /// Performs what was asked for; afterwards nothing is.
  public mutating func perform(to content: [[String]]) {
    let leaving = deleted + moved.map(\.source)
    let arriving = inserted + moved.map(\.target)
    precondition(Set(leaving + reloaded).count == leaving.count + reloaded.count, "claimed twice")
    precondition(Set(arriving).count == arriving.count, "two rows at one place")
    let leavingSections = Set(deletedSections).union(movedSections.map(\.source))
    precondition(leavingSections.count == deletedSections.count + movedSections.count)
    precondition(leavingSections.isDisjoint(with: reloadedSections))
    precondition(leaving.allSatisfy { !deletedSections.contains($0.section) }, "told twice")

    // Old sections in their new order.
    var order: [Int?] = Array(repeating: nil, count: content.count)
    var staying = rows.indices.filter { !leavingSections.contains($0) }.makeIterator()
    for (source, target) in movedSections {
      precondition(order[target] == nil, "two sections at one place")
      order[target] = source
    }
    for section in content.indices
    where order[section] == nil && !insertedSections.contains(section) {
      guard let source = staying.next() else { preconditionFailure("too few sections") }
      order[section] = source
    }
    precondition(staying.next() == nil, "too many sections")

    let result = content.indices.map { section -> [String] in
      guard let source = order[section], !reloadedSections.contains(source) else {
        precondition(arriving.allSatisfy { $0.section != section } || order[section] != nil)
        return content[section]
      }
      var cells: [String?] = Array(repeating: nil, count: content[section].count)
      for path in inserted where path.section == section {
        cells[path.item] = content[section][path.item]
      }
      for move in moved where move.target.section == section {
        cells[move.target.item] = rows[move.source.section][move.source.item]
      }
      var rest = rows[source].indices.filter { !leaving.contains([source, $0]) }.makeIterator()
      for row in cells.indices where cells[row] == nil {
        guard let old = rest.next() else { preconditionFailure("too few rows") }
        cells[row] = reloaded.contains([source, old]) ? content[section][row] : rows[source][old]
      }
      precondition(rest.next() == nil, "too many rows")
      return cells.compactMap(\.self)
    }
    self = ShownSections()
    rows = result
  }
}
