/// A list that keeps a journal of what happens to its rows.
///
/// Offset 0 is the first row, where new rows come; they are stored last row first, so that a row
/// that comes at the front and a row that leaves at the end cost the same in a list of any length.
struct JournaledList<Content: RowContent>: Sendable {
  /// The contents from `head` on are those of the list, the last row first.
  private var contents: [Content] = []
  private var texts: [SimulatedRow] = []
  private var head = 0
  private var changes: [SimulatedChange] = []

  /// How often rows have changed since the list began.
  private(set) var version = 0

  /// The maximum number of rows at any time, also between the changes of one step.
  let window: Int

  init(window: Int) {
    precondition(window > 0, "a list of a simulation has room for one row at least")
    self.window = window
  }

  var count: Int { contents.count - head }
  var isEmpty: Bool { count == 0 }
  var indices: Range<Int> { 0..<count }

  /// The contents, the first row first.
  var rows: ReversedCollection<ArraySlice<Content>> { contents[head...].reversed() }

  /// The rows as the shapes know them, the first row first.
  var simulatedRows: SimulatedRows { texts[head...].reversed() }

  subscript(offset: Int) -> Content { contents[contents.count - 1 - offset] }

  /// The offsets of the rows that are of some kind, in order.
  func offsets(where isIncluded: (Content) -> Bool) -> [Int] {
    let contents = contents[head...]
    let last = contents.endIndex - 1
    return (0..<contents.count).filter { isIncluded(contents[last - $0]) }
  }

  /// Lets a row come; where the window is full, the last row leaves before.
  ///
  /// - Complexity: O(1) amortised at offset 0, else O(*n*).
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

  /// Changes what a row says.
  mutating func update(at offset: Int, _ body: (inout Content) -> Void) {
    let position = contents.count - 1 - offset
    body(&contents[position])
    let row = SimulatedRow(contents[position])
    assert(row.key == texts[position].key, "the identity of a row does not change")
    texts[position] = row
    note(.changed(row))
  }

  /// Lets a row leave.
  mutating func remove(at offset: Int) {
    guard offset < count - 1 else { return removeLast() }
    let position = contents.count - 1 - offset
    contents.remove(at: position)
    note(.went(texts.remove(at: position)))
  }

  /// Lets the last row leave.
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

  /// Puts the rows in another order, which no journal knows: only a whole list shows it.
  mutating func sort(by areInIncreasingOrder: (Content, Content) -> Bool) {
    let order = (head..<contents.count).sorted { areInIncreasingOrder(contents[$1], contents[$0]) }
    (contents, texts) = (order.map { contents[$0] }, order.map { texts[$0] })
    head = 0
  }

  /// What happened since the last time, which is forgotten.
  mutating func takeStep() -> ListStep {
    defer { changes = [] }
    return ListStep(changes: changes, version: version)
  }

  private mutating func note(_ change: SimulatedChange) {
    changes.append(change)
    version += 1
  }
}
