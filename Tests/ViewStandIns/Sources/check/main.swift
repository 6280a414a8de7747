import Adapters
import AppKit
import Foundation
import ListDiffing
import UIKit

struct Row: Identifiable, Hashable {
  var id: Int
  var content: Int
}

func texts(_ rows: [Row]) -> [String] { rows.map { "\($0.id):\($0.content)" } }

func rows(of ids: ArraySlice<Int>) -> [Row] {
  ids.map { Row(id: $0, content: Int.random(in: 0...1)) }
}

func sections() -> [ListSection<String, Row>] {
  let ids = (0..<12).shuffled()
  var next = 0
  return ["a", "b", "c", "d"].shuffled().prefix(Int.random(in: 0...4)).map { name in
    let count = Int.random(in: 0...3)
    defer { next += count }
    return ListSection(header: name, rows: rows(of: ids[next..<(next + count)]))
  }
}

let rounds = 5000
var movesAndUpdates = 0
for round in 0..<rounds {
  // One list.
  let old = rows(of: (0..<10).shuffled().prefix(Int.random(in: 0...10)))
  let new = rows(of: (0..<10).shuffled().prefix(Int.random(in: 0...10)))
  let batch = try BatchUpdates(Difference(from: old, to: new), from: old.count, to: new.count)
  if batch != batch.replacing(.movedUpdates) { movesAndUpdates += 1 }

  let table = UITableView()
  table.content = [["header"], texts(old)]
  table.reloadData()
  table.reload(using: batch, section: 1) { table.content[1] = texts(new) }
  precondition(table.shown.rows == [["header"], texts(new)], "UITableView: \(old) → \(new)")

  let collection = UICollectionView()
  collection.content = [texts(old)]
  collection.reloadData()
  collection.reload(using: batch) { collection.content = [texts(new)] }
  precondition(collection.shown.rows == [texts(new)], "UICollectionView: \(old) → \(new)")

  let items = NSCollectionView()
  items.content = [texts(old)]
  items.reloadData()
  items.reload(using: batch) { items.content = [texts(new)] }
  precondition(items.shown.rows == [texts(new)], "NSCollectionView: \(old) → \(new)")

  let list = NSTableView()
  list.content = texts(old)
  list.reloadData()
  list.reload(using: batch) { list.content = texts(new) }
  precondition(list.shown == texts(new), "NSTableView: \(old) → \(new)")

  // Sections.
  let (before, after) = (sections(), sections())
  let changes = try SectionedBatchUpdates(
    SectionedDifference(from: before, to: after),
    from: before.map(\.rows.count),
    to: after.map(\.rows.count)
  )
  func stage(_ shown: [[Row]], _ stage: SectionedBatchUpdates?) -> [[Row]] {
    guard let stage else { return after.map(\.rows) }
    do {
      return try stage.applying(to: shown) { after[$0.section].rows[$0.row] }
    } catch {
      preconditionFailure("\(error)")
    }
  }
  var shown = before.map(\.rows)
  var isDone = false
  let sectioned = UITableView()
  sectioned.content = shown.map(texts)
  sectioned.reloadData()
  sectioned.reload(using: changes) { change in
    shown = stage(shown, change)
    sectioned.content = shown.map(texts)
  } completion: {
    isDone = $0
  }
  precondition(isDone, "the completion was not called")
  precondition(sectioned.shown.rows == after.map { texts($0.rows) }, "\(before) → \(after)")

  shown = before.map(\.rows)
  let groups = NSCollectionView()
  groups.content = shown.map(texts)
  groups.reloadData()
  groups.reload(using: changes) { change in
    shown = stage(shown, change)
    groups.content = shown.map(texts)
  }
  precondition(groups.shown.rows == after.map { texts($0.rows) }, "\(before) → \(after)")

  // Reloaded instead: on request, or where there is no window to see the change in.
  let interrupted = UICollectionView()
  interrupted.content = before.map { texts($0.rows) }
  interrupted.reloadData()
  if round.isMultiple(of: 2) { interrupted.window = nil }
  interrupted.reload(using: changes, interrupt: { _ in true }) { change in
    precondition(change == nil, "a stage of a reload")
    interrupted.content = after.map { texts($0.rows) }
  }
  precondition(interrupted.batchCount == 0)
  precondition(interrupted.shown.rows == after.map { texts($0.rows) })
}
precondition(movesAndUpdates > rounds / 10, "too few rows moved and changed")
print(
  "\(rounds) changes of a list and \(rounds) of sections on stand-ins of four views: as they should be"
)
