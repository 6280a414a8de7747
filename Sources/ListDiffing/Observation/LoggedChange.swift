/// A change without its rows, and what is needed to tell it step by step: the rows that it updated,
/// as they were.
struct LoggedChange<Element> {
  var difference: Difference
  var oldCount: Int
  var newCount: Int
  /// For offsets before the change of updated rows, those rows as they were.
  var oldContents: [Int: Element] = [:]

  /// The room that it takes: one more than its changes, so that an empty one counts as well.
  var weight: Int { difference.changeCount + 1 }

  /// This change and the next one as one.
  func followed(by next: LoggedChange) -> LoggedChange {
    var contents = oldContents
    if !next.oldContents.isEmpty {
      let map = OffsetMap(difference)
      for (offset, row) in next.oldContents {
        guard let before = map.oldOffset(ofNew: offset), contents[before] == nil else { continue }
        contents[before] = row
      }
    }
    return LoggedChange(
      difference: difference.followed(by: next.difference),
      oldCount: oldCount,
      newCount: next.newCount,
      oldContents: contents
    )
  }

  /// Changes one after the other as one.
  ///
  /// - Parameter changes: The changes, each from where the one before it led.
  /// - Returns: One change; nil of none.
  /// - Complexity: O(*k* log² *k*) for *k* changes in all: neighbours are composed first.
  static func composing(_ changes: [LoggedChange]) -> LoggedChange? {
    var changes = changes
    while changes.count > 1 {
      changes = stride(from: 0, to: changes.count, by: 2).map { place in
        place + 1 < changes.count
          ? changes[place].followed(by: changes[place + 1]) : changes[place]
      }
    }
    return changes.first
  }

  /// The change with the rows after it.
  func change(to rows: [Element]) -> ListChange<Element> {
    ListChange(difference: difference, oldCount: oldCount, rows: rows, isDone: true)
  }

  /// The steps of the change, each with the rows in its state: deletions, moves, insertions, updates.
  ///
  /// - Parameter rows: The rows after the change.
  /// - Returns: Up to four steps.
  /// - Complexity: O(*k* log *k*) for *k* changes where one step does it; else O(*n*) for each step
  ///   but the last.
  func steps(to rows: [Element]) -> [ListChange<Element>] {
    let batch = BatchUpdates(unchecked: difference, from: oldCount, to: newCount)
    let stages = batch.stages()
    var sources: [Int: Int] = [:]
    if stages.count > 1 { for update in difference.updates { sources[update.new] = update.old } }
    // From the last to the first: the rows before a step are those after it, without what it did.
    var current = rows
    var steps: [ListChange<Element>] = []
    for (number, stage) in stages.enumerated().reversed() {
      steps.append(
        ListChange(
          difference: stage.difference,
          oldCount: stage.oldCount,
          rows: current,
          isDone: number == stages.count - 1
        )
      )
      guard number > 0 else { break }
      current = stage.inverted().applied(to: current) { offset in
        sources[offset].flatMap { oldContents[$0] } ?? rows[offset]
      }
    }
    return steps.reversed()
  }
}

extension LoggedChange: Sendable where Element: Sendable {}
