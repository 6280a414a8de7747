import ListDiffing
import Testing

@Suite struct `An observable list` {
  private static let rows = (0..<5).map { Row(id: $0) }

  /// Performs a mutation, and gives back what was reported of it.
  private func changes(
    _ rows: [Row] = rows,
    _ granularity: ObservableList<Row>.Granularity = .batch,
    rules: ListRules<Row>? = nil,
    during mutation: (ObservableList<Row>) -> Void
  ) -> [ListChange<Row>] {
    let list = ObservableList(rows)
    var changes: [ListChange<Row>] = []
    let observation = list.observe(granularity, rules: rules) { changes.append($0) }
    mutation(list)
    observation.cancel()
    var replayed = rows
    for change in changes {
      replayed = change.difference.replayed(to: replayed) { change.rows[$0] } ?? []
      #expect(replayed == change.rows)
    }
    #expect(replayed == list.rows)
    return changes
  }

  private func difference(during mutation: (ObservableList<Row>) -> Void) -> Difference? {
    let changes = changes(during: mutation)
    #expect(changes.count <= 1)
    return changes.first?.difference
  }

  @Test func `reports the effect of each mutation`() {
    #expect(difference { $0.append(Row(id: 9)) } == Difference(insertions: [5]))
    #expect(
      difference { $0.append(contentsOf: [Row(id: 8), Row(id: 9)]) }
        == Difference(insertions: [5, 6])
    )
    #expect(difference { $0.insert(Row(id: 9), at: 2) } == Difference(insertions: [2]))
    #expect(difference { $0.remove(at: 1) } == Difference(deletions: [1]))
    #expect(difference { $0.popLast() } == Difference(deletions: [4]))
    #expect(difference { $0.removeSubrange(1..<3) } == Difference(deletions: [1, 2]))
    #expect(
      difference { $0[2] = Row(id: 2, content: 1) }
        == Difference(updates: [.init(old: 2, new: 2)])
    )
    #expect(
      difference { $0[2] = Row(id: 9) } == Difference(deletions: [2], insertions: [2])
    )
    #expect(
      difference { $0.swapAt(3, 1) }
        == Difference(moves: [.init(from: 3, to: 1), .init(from: 1, to: 3)])
    )
    #expect(difference { $0.swapAt(1, 2) } == Difference(moves: [.init(from: 2, to: 1)]))
    #expect(difference { $0.move(from: 0, to: 4) } == Difference(moves: [.init(from: 0, to: 4)]))
    #expect(difference { $0.sort { $0.id > $1.id } }?.moves.count == 4)
    #expect(difference { $0.removeAll { $0.id % 2 == 1 } } == Difference(deletions: [1, 3]))
    #expect(
      difference { $0.replaceSubrange(1..<3, with: [Row(id: 2), Row(id: 1), Row(id: 9)]) }
        .map { $0.operationCount } == 2
    )
    #expect(difference { $0.rows = [Row(id: 4)] } == Difference(deletions: [0, 1, 2, 3]))
    #expect(
      difference { $0.notifyUpdates(at: [3, 1, 3]) }
        == Difference(updates: [.init(old: 1, new: 1), .init(old: 3, new: 3)])
    )
  }

  @Test func `does not report a mutation that changes nothing`() {
    #expect(changes { $0.rows = $0.rows }.isEmpty)
    #expect(changes { $0.swapAt(1, 1) }.isEmpty)
    #expect(changes { $0[1] = $0[1] }.isEmpty)
    #expect(changes { $0.replaceSubrange(2..<2, with: []) }.isEmpty)
  }

  @Test func `reports several mutations as one`() {
    #expect(
      difference {
        $0.performBatch { rows in
          rows.removeFirst()
          rows.append(Row(id: 9))
        }
      } == Difference(deletions: [0], insertions: [4])
    )
  }

  @Test func `delivers steps in order, each with the rows of that state, the current one last`() {
    let changes = changes(Self.rows, .steps) { list in
      list.rows = [Row(id: 4), Row(id: 9), Row(id: 1, content: 1), Row(id: 2), Row(id: 3)]
    }
    #expect(changes.map(\.isDone) == [false, false, false, true])
    #expect(changes[0].rows.map(\.id) == [1, 2, 3, 4])
    #expect(changes[1].rows.map(\.id) == [4, 1, 2, 3])
    #expect(changes[2].rows.map(\.id) == [4, 9, 1, 2, 3])
    #expect(changes[2].rows[2].content == 0)
    #expect(changes[3].rows[2].content == 1)
  }

  @Test func `applies its own rules and those of each observer`() {
    let rules = ListRules<Row>(identity: \.id, isContentEqual: { _, _ in true })
    let byContent = ListRules<Row>(identity: \.content, isContentEqual: ==)
    #expect(
      changes(rules: byContent) { $0[1] = Row(id: 9) }.first?.difference
        == Difference(updates: [.init(old: 1, new: 1)])
    )
    let list = ObservableList(Self.rows, rules: rules)
    var count = 0
    let observation = list.observe { _ in count += 1 }
    list[0].content = 1
    #expect(count == 0)
    observation.cancel()
    // An observer may see less than the list does.
    let strict = ObservableList(Self.rows)
    let blind = strict.observe(rules: rules) { _ in count += 1 }
    strict[0].content = 1
    #expect(count == 0)
    blind.cancel()
  }

  @Test func `reports changes near the head if that is preferred`() {
    let old = [Row(id: 1), Row(id: 1), Row(id: 2)]
    let new = [Row(id: 1), Row(id: 1), Row(id: 1), Row(id: 2)]
    #expect(changes(old) { $0.rows = new }.first?.difference == Difference(insertions: [2]))
    let head = ListRules<Row>(preference: .head)
    #expect(
      changes(old, rules: head) { $0.rows = new }.first?.difference == Difference(insertions: [0])
    )
  }

  @Test func `reports a mutation by an observer after the one being observed`() {
    let list = ObservableList(Self.rows)
    var heard: [[Int]] = []
    var echo: ListObservation?
    echo = list.observe { change in
      if change.rows.count == 6 { list.append(Row(id: 10)) }
    }
    let witness = list.observe { heard.append($0.difference.insertions) }
    list.append(Row(id: 9))
    #expect(heard == [[5], [6]])
    echo?.cancel()
    witness.cancel()
    list.append(Row(id: 11))
    #expect(heard.count == 2)
  }

  @Test func `releases an observer with its observation`() {
    let list = ObservableList(Self.rows)
    var count = 0
    do {
      let observation = list.observe { _ in count += 1 }
      list.append(Row(id: 9))
      withExtendedLifetime(observation) {}
    }
    list.append(Row(id: 10))
    #expect(count == 1)
  }

  @Test func `delivers to a task what it missed as one change, and ends with the list`() async {
    var list: ObservableList<Row>? = ObservableList(Self.rows)
    guard let changes = list?.changes() else { return }
    list?.append(Row(id: 9))
    list?.remove(at: 0)
    list?.insert(Row(id: 10), at: 0)
    list?.remove(at: 0)
    var iterator = changes.makeAsyncIterator()
    let change = await iterator.next()
    #expect(change?.difference == Difference(deletions: [0], insertions: [4]))
    #expect(change?.rows == list?.rows)
    list?.remove(at: 0)
    #expect(await iterator.next()?.difference == Difference(deletions: [0]))
    list = nil
    #expect(await iterator.next() == nil)
  }

  @Test func `limits the steps that wait for a task`() async {
    let list = ObservableList(Self.rows)
    let changes = list.changes(.steps)
    for id in 0..<1000 {
      list.rows = [Row(id: id + 100), Row(id: id)]
    }
    var iterator = changes.makeAsyncIterator()
    var rows = Self.rows
    var count = 0
    while rows != list.rows, let change = await iterator.next() {
      rows = change.difference.replayed(to: rows) { change.rows[$0] } ?? []
      #expect(rows == change.rows)
      count += 1
    }
    #expect(count <= 64)
  }
}
