import ListDiffing
import TestSupport
import Testing

@Suite struct `Pending changes of an observable list` {
  @Test func `are one change for sixteen thousand mutations that nobody read`() async {
    let list = ObservableList(Array(0..<10))
    let changes = list.changes()
    for value in 10..<16_010 { list.append(value) }
    var iterator = changes.makeAsyncIterator()
    let change = await iterator.next()
    #expect(change?.difference == Difference(insertions: Array(10..<16_010)))
    #expect(change?.oldCount == 10)
    #expect(change?.rows == list.rows)
  }

  @Test func `lead from the last state read to the current rows, whatever was missed`() async {
    struct Item: Identifiable, Hashable {
      var id: Int
      var content = 0
    }
    for granularity in [ObservableList<Item>.Granularity.batch, .steps] {
      var source = SeededGenerator(seed: 121)
      let list = ObservableList((0..<50).map { Item(id: $0) })
      let changes = list.changes(granularity)
      var iterator = changes.makeAsyncIterator()
      var seen = list.rows
      for _ in 0..<60 {
        for _ in 0..<Int.random(in: 1...1500, using: &source) { Self.mutate(list, &source) }
        // A last mutation that is seen in any case, so that there is something to await.
        list.append(Item(id: list.count + 1_000_000))
        repeat {
          guard let change = await iterator.next() else {
            Issue.record("ended")
            return
          }
          let next = change.difference.replayed(to: seen) { change.rows[$0] }
          #expect(next == change.rows)
          seen = change.rows
          if change.isDone { break }
        } while true
        #expect(seen == list.rows)
      }
    }
  }

  private static func mutate<Item: Identifiable & Hashable>(
    _ list: ObservableList<Item>,
    _ source: inout SeededGenerator
  ) {
    let count = list.count
    switch Int.random(in: 0..<4, using: &source) {
    case 0 where count > 20: list.remove(at: .random(in: 0..<count, using: &source))
    case 1 where count > 0:
      let row = list[.random(in: 0..<count, using: &source)]
      list.remove(at: list.firstIndex(of: row) ?? 0)
      list.insert(row, at: .random(in: 0...list.count, using: &source))
    case 2 where count > 1: list.swapAt(0, .random(in: 0..<count, using: &source))
    default: list.move(from: 0, to: .random(in: 0..<count, using: &source))
    }
  }

  @Test func `are delivered as steps in order, each with the rows of that state`() async {
    let list = ObservableList(["a", "b", "c", "d"])
    let changes = list.changes(.steps)
    list.rows = ["d", "x", "b"]
    var iterator = changes.makeAsyncIterator()
    var states: [[String]] = []
    repeat {
      guard let change = await iterator.next() else { break }
      states.append(change.rows)
      if change.isDone { break }
    } while true
    #expect(states == [["b", "d"], ["d", "b"], ["d", "x", "b"]])
  }

  @Test func `are a collection, of plain values too`() {
    let list = ObservableList([3, 1, 2])
    #expect(list.sorted() == [1, 2, 3])
    #expect(list.last == 2)
    #expect(list.firstIndex(of: 1) == 1)
    #expect(Array(list.reversed()) == [2, 1, 3])
    #expect(Difference(from: [3, 2], to: list) == Difference(insertions: [1]))
  }
}
