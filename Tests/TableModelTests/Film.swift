import TableModel

/// A row of the tests: a number, and two fields.
struct Item: Identifiable, Hashable, Sendable {
  enum Field: Hashable, Sendable, CaseIterable { case name, state }
  var id: Int
  var name: String
  var state: Int

  init(_ id: Int, state: Int = 0) {
    self.id = id
    self.name = "row \(id)"
    self.state = state
  }

  static func changedFields(_ old: Item, _ new: Item) -> Set<Field> {
    var fields: Set<Field> = []
    if old.name != new.name { fields.insert(.name) }
    if old.state != new.state { fields.insert(.state) }
    return fields
  }
}

typealias Table = TableView<Item, Item.Field>

/// An instant of the tests: none of them looks at a clock.
let epoch = ContinuousClock.now

extension ContinuousClock.Instant {
  static func ms(_ milliseconds: Int) -> Self { epoch + .milliseconds(milliseconds) }
}

func makeTable(
  height: Int,
  motion: Motion = .full,
  liveEdge: LiveEdge = .top,
  rows: some Sequence<Int> = []
) -> Table {
  var table = Table(
    height: height,
    motion: motion,
    liveEdge: liveEdge,
    changedFields: Item.changedFields,
    now: { epoch }
  )
  table.reload(rows.map { Item($0) }, at: epoch)
  return table
}

/// A frame as text: selection, mark, and the row pushed to the side by as much as it has slid.
func frame(_ table: Table, at instant: ContinuousClock.Instant) -> [String] {
  table.presentation(at: instant).lines.map { line in
    let indent = String(repeating: " ", count: Int((line.slide * 8).rounded()))
    let margin = "\(line.isSelected ? "▌" : " ")\(line.mark?.rawValue ?? " ") "
    switch line.content {
    case .row(let row, _):
      let flash = line.flashes[.state].map { " !\(Int(($0 * 10).rounded()))" } ?? ""
      let state = row.state == 0 ? "" : " =\(row.state)"
      return "\(margin)\(indent)\(row.name)\(state)\(flash)"
    case .ghost(let row): return "\(margin)\(indent)(\(row.name))"
    case .tombstone(let row): return "\(margin)\(indent)[\(row.name)]"
    case .header(let header): return "\(margin)\(indent)# \(header.title) (\(header.count))"
    case .gap: return "\(margin)·"
    case .empty: return "\(margin)~~"
    }
  }
  .map { (line: String) in String(line.reversed().drop { $0 == " " }.reversed()) }
}

/// A film: a frame a paragraph, headed by its time in milliseconds.
func film(_ table: Table, _ times: [Int]) -> String {
  times.map { time in
    (["\(time) ms"] + frame(table, at: .ms(time))).joined(separator: "\n")
  }.joined(separator: "\n\n")
}
