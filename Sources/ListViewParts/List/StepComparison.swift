internal import Columns
import Ordering
import FeedStore
package import FeedValues
internal import Searching
internal import TableModel
package import Values

/// The rows of a step, with which those of the list are compared for as long as the user likes.
package struct StepComparison: Sendable {
  /// The time of the step, or its number.
  let name: String
  private let time: FeedTime?
  /// The rows of the step, in order, and where each one is.
  private let base: FeedRows
  private let slots: [RowID: Int32]
  private let isContentEqual: @Sendable (Row, Row) -> Bool
  /// The numbers of rows in the list that are new, gone or changed.
  private(set) var counts = BatchCounts()
  /// The rows that are gone, and the lines on which they are shown, in ascending order.
  private(set) var gone: (rows: [Row], lines: [Int]) = ([], [])
  private var goneRows: Set<RowID> = []

  /// - Complexity: O(*n*).
  init(
    to rows: FeedRows,
    named name: String,
    at time: FeedTime?,
    isContentEqual: @escaping @Sendable (Row, Row) -> Bool
  ) {
    (base, self.name, self.time, self.isContentEqual) = (rows, name, time, isContentEqual)
    var slots: [RowID: Int32] = [:]
    rows.forEachSlot(in: 0..<rows.count) { slots[rows.row(in: $0).id] = $0 }
    self.slots = slots
  }

  /// Compares all rows of a list.
  ///
  /// A row that is gone is shown below the one above which it was; at the end if the list has another order.
  ///
  /// - Complexity: O(*n*).
  mutating func examine(_ arrangement: Arrangement) {
    (counts, gone, goneRows) = (BatchCounts(), ([], []), [])
    let rows = arrangement.arrangedRows
    var (lines, count): ([RowID: Int], Int) = ([:], 0)
    rows.forEach(in: 0..<rows.count) { row in
      count += 1
      lines[row.id] = count
      note(row)
    }
    for row in arrangement.pinnedRows { note(row) }
    var present: Set<RowID> = []
    if arrangement.rows.count > count { present = Set(arrangement.rows.lazy.map(\.id)) }
    let isFeedOrder = arrangement.sort == nil
    var (line, places): (Int, [(line: Int, row: Row)]) = (isFeedOrder ? 0 : count, [])
    base.forEachSlot(in: 0..<base.count) { slot in
      let row = base.row(in: slot)
      if let known = lines[row.id] {
        if isFeedOrder { line = known }
      } else if !present.contains(row.id), arrangement.predicate?(row) ?? true {
        places.append((line, row))
      }
    }
    counts.deletions = places.count
    // Rows may have moved meanwhile; those of one place keep their order.
    let sorted = places.enumerated().sorted {
      ($0.element.line, $0.offset) < ($1.element.line, $1.offset)
    }
    for (offset, place) in sorted.enumerated() {
      gone.rows.append(place.element.row)
      gone.lines.append(place.element.line + offset)
      goneRows.insert(place.element.row.id)
    }
  }

  private mutating func note(_ row: Row) {
    switch change(of: row) {
    case .insertion: counts.insertions += 1
    case .update: counts.updates += 1
    case .deletion, .move, nil: break
    }
  }

  /// The change of a row since; nil if there is none.
  func change(of row: Row) -> Mark? {
    guard let before = before(row.id) else { return .insertion }
    if goneRows.contains(row.id) { return .deletion }
    return isContentEqual(before, row) ? nil : .update
  }

  /// The row with an identity as it was; nil if there was none.
  package func before(_ id: RowID) -> Row? { slots[id].map(base.row(in:)) }

  /// The comparison, and how much has changed.
  ///
  /// - Parameter shown: The time of the step that is shown; nil if it has none.
  /// - Returns: The name of the step, how long ago it was, and the numbers of rows.
  func text(at shown: FeedTime?) -> String {
    let marks: [(Mark, Int)] = [
      (.insertion, counts.insertions), (.deletion, counts.deletions), (.update, counts.updates),
    ]
    let changes = marks.map { "\($0.sign)\(grouped($1))" }.joined(separator: " ")
    guard let time, let shown, shown.timeSince(time) >= .seconds(1) else {
      return "\(Text.versus(name)) \(changes)"
    }
    let distance = TimeStyle.ago(shown.timeSince(time))
    return "\(Text.versus(name)) (\(distance)) \(changes)"
  }

  /// The texts of comparisons.
  package enum Text {
    package static func versus(_ name: String) -> String { "vs \(name)" }
    package static let ended = "no comparison any more"
    package static let nothing = "nothing to compare with: there are no rows"
    package static let tooLong = "a list as long as this is not compared"
    package static func started(_ name: String, _ key: String) -> String {
      "compared with \(name) from now on: \(key) ends that"
    }
  }
}

/// The rows of a list with those that are gone between them.
struct RowsWithGone: RowSource {
  let rows: ArrangedRows
  let gone: (rows: [Row], lines: [Int])

  var count: Int { rows.count + gone.rows.count }

  subscript(line: Int) -> Row {
    let index = gone.lines.partitioningIndex { $0 >= line }
    return index < gone.lines.count && gone.lines[index] == line
      ? gone.rows[index] : rows[line - index]
  }

  /// The rows that are gone have negative handles.
  func handle(at line: Int) -> Int {
    let index = gone.lines.partitioningIndex { $0 >= line }
    return index < gone.lines.count && gone.lines[index] == line
      ? -1 - index : rows.handle(at: line - index)
  }

  func offset(ofHandle handle: Int) -> Int? {
    guard handle < 0 else {
      return rows.offset(ofHandle: handle).map(gone.lines.row(ofLine:))
    }
    return gone.lines.indices.contains(-1 - handle) ? gone.lines[-1 - handle] : nil
  }
}

extension ListState {
  /// Compares the rows with those that are shown now, until further notice, or ends that.
  ///
  /// - Parameters:
  ///   - name: The name of the step that is shown.
  ///   - time: Its time; nil if it has none.
  ///   - context: The context.
  /// - Returns: A message to report.
  package mutating func toggleComparison(
    to name: String,
    at time: FeedTime?,
    in context: Context
  ) -> String {
    if comparison != nil {
      comparison = nil
      showArranged(in: context)
      return StepComparison.Text.ended
    }
    guard !allRows.isEmpty else { return StepComparison.Text.nothing }
    guard !allRows.isLong else { return StepComparison.Text.tooLong }
    comparison = StepComparison(
      to: allRows,
      named: name,
      at: time,
      isContentEqual: isContentEqual
    )
    showArranged(in: context)
    let key = context.keyMap.label(of: [.feed(.compare)])
    return StepComparison.Text.started(name, key)
  }

  /// The content of the table while rows are compared; nil if they are not.
  mutating func comparedContent() -> TableContent<Row>? {
    guard comparison != nil else { return nil }
    // A list with more rows than can be compared in a moment is not compared any more.
    guard !allRows.isLong else {
      comparison = nil
      return nil
    }
    comparison?.examine(arrangement)
    guard arrangement.grouping == nil, let gone = comparison?.gone else { return nil }
    arrangement.isDisplayed = false
    return TableContent(TableRows(RowsWithGone(rows: arrangement.arrangedRows, gone: gone)))
  }
}
