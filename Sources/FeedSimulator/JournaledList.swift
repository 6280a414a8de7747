/// A list that records the changes of its rows.
///
/// Offset 0 is the first row, where new rows are inserted; rows are stored in reverse, so that inserting
/// the first row and deleting the last one take constant time.
struct JournaledList<Content: RowContent>: Sendable {
  /// The contents of the list from `head` on, the last row first.
  private var contents: [Content] = []
  private var texts: [SimulatedRow] = []
  private var head = 0
  private var changes: [SimulatedChange] = []

  /// The number of changes since the start.
  private(set) var version = 0

  /// The maximum number of rows at any time, including between the changes of one step.
  let window: Int

  /// - Precondition: `window` is greater than 0.
  init(window: Int) {
    precondition(window > 0, "the window must be greater than 0")
    self.window = window
  }

  var count: Int { contents.count - head }
  var isEmpty: Bool { count == 0 }
  var indices: Range<Int> { 0..<count }

  /// The contents, first row first.
  var rows: ReversedCollection<ArraySlice<Content>> { contents[head...].reversed() }

  /// The rows for the encodings, first row first.
  var simulatedRows: SimulatedRows { texts[head...].reversed() }

  subscript(offset: Int) -> Content { contents[contents.count - 1 - offset] }

  /// The offsets of the rows that satisfy a predicate, ascending.
  func offsets(where isIncluded: (Content) -> Bool) -> [Int] {
    let contents = contents[head...]
    let last = contents.endIndex - 1
    return (0..<contents.count).filter { isIncluded(contents[last - $0]) }
  }

  /// Inserts a row; if the window is full, the last row is deleted first.
  ///
  /// - Complexity: O(1) amortised at offset 0, otherwise O(*n*).
  mutating func insert(_ content: Content, at offset: Int = 0) {
    var offset = offset
    if count == window {
      removeLast()
      offset = min(offset, count)
    }
    let row = SimulatedRow(content)
    contents.insert(content, at: contents.count - offset)
    texts.insert(row, at: texts.count - offset)
    note(.came(row))
  }

  /// Updates the contents of a row.
  mutating func update(at offset: Int, _ body: (inout Content) -> Void) {
    let position = contents.count - 1 - offset
    body(&contents[position])
    let row = SimulatedRow(contents[position])
    assert(row.key == texts[position].key, "an update must not change the identity of the row")
    texts[position] = row
    note(.changed(row))
  }

  /// Deletes a row.
  mutating func remove(at offset: Int) {
    guard offset < count - 1 else { return removeLast() }
    let position = contents.count - 1 - offset
    contents.remove(at: position)
    note(.went(texts.remove(at: position)))
  }

  /// Deletes the last row.
  ///
  /// - Complexity: O(1) amortised.
  mutating func removeLast() {
    note(.went(texts[head]))
    head += 1
    guard head > contents.count / 2 else { return }
    contents.removeFirst(head)
    texts.removeFirst(head)
    head = 0
  }

  /// Reorders the rows; this is not recorded: only a whole list shows it.
  mutating func sort(by areInIncreasingOrder: (Content, Content) -> Bool) {
    let order = (head..<contents.count).sorted { areInIncreasingOrder(contents[$1], contents[$0]) }
    (contents, texts) = (order.map { contents[$0] }, order.map { texts[$0] })
    head = 0
  }

  /// Returns the recorded changes, and clears the record.
  mutating func takeStep() -> ListStep {
    defer { changes = [] }
    return ListStep(changes: changes, version: version)
  }

  private mutating func note(_ change: SimulatedChange) {
    changes.append(change)
    version += 1
  }
}
