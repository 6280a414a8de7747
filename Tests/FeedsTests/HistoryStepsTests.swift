import Testing
import Values

@testable import Feeds

/// A step that is told apart from others by its gap.
private func step(_ number: Int) -> HistoryStep {
  HistoryStep(nil, .nothing, gap: .nanoseconds(number), time: nil)
}

@Suite struct HistoryStepsTests {
  @Test func `steps that are added and discarded are those of an array`() {
    var steps = HistorySteps()
    var (kept, discarded, number) = ([Int](), 0, 0)
    // Grows, shrinks and becomes empty within a page, at the end of one, and over several.
    for size in Array(1...70) + [1_023, 1_024, 1_025, 2_048, 3_000] {
      for turn in 0..<3 {
        while kept.count < size {
          steps.append(step(number))
          kept.append(number)
          number += 1
        }
        for _ in 0..<min(size, turn * size / 2 + 1) {
          #expect(steps.removeFirst().gap == .nanoseconds(kept.removeFirst()))
          discarded += 1
        }
        #expect(steps.startIndex == discarded && steps.endIndex == number)
        #expect(steps.map(\.gap) == kept.map { .nanoseconds($0) })
      }
    }
    steps.append(step(number))
    steps.removeAll()
    #expect(steps.isEmpty && steps.startIndex == number + 1)
    steps.append(step(number + 1))
    #expect(steps[number + 1].gap == .nanoseconds(number + 1))
  }

  @Test func `no more steps are discarded at once than make room for the newest`() {
    let instant = ContinuousClock().now
    var player = Player(start: .liveEdge, historyCapacity: 20_000)
    var largest = 0
    for number in 0..<1_000 {
      let (forgotten, before) = (player.forgotten, player.bytesBefore)
      let text = String(repeating: "x", count: number % 7 * 10)
      let line = #"{"id":\#(number % 50),"text":"\#(text)","n":\#(number)}"#
      var decoder = FeedDecoder(key: [FieldPath("id")])
      player.receive(decoder.append(Array("\(line)\n".utf8)), at: instant)
      largest = max(largest, player.steps.last?.byteCount ?? 0)
      #expect(player.bytesBefore <= player.historyCapacity)
      guard player.forgotten > forgotten else { continue }
      #expect(player.bytesBefore > player.historyCapacity - largest)
      #expect(before > player.historyCapacity - largest)
    }
    #expect(player.forgotten > 500)
    #expect(player.bytesBefore == player.steps.reduce(0) { $0 + $1.byteCount })
  }

  @Test func `evicted rows are those added, in their order`() {
    var evicted = EvictedRows()
    #expect(evicted.isEmpty)
    let all = (0..<3).map { number in
      let text = ByteSlice(copying: "\(number)".utf8)
      return Row(id: RowID(key: text), value: JSONValue(text))
    }
    for count in 1...3 {
      evicted.append(all[count - 1])
      #expect(evicted.map(\.id) == all.prefix(count).map(\.id))
    }
  }

  @Test func `memory is asked for where the rows of steps are`() {
    let rows = (0..<40).map { number in
      let text = ByteSlice(copying: "\"row \(number)\"".utf8)
      return Row(id: RowID(key: text), value: JSONValue(text))
    }
    var steps = HistorySteps()
    for number in stride(from: 0, to: rows.count, by: 2) {
      var evicted = EvictedRows()
      evicted.append(rows[number + 1])
      let effects: [RowList.Change] = [
        .replacement(of: rows[number + 1]), .arrival(atEnd: false, evicted: evicted),
      ]
      for effect in effects {
        steps.append(HistoryStep(rows[number], effect, gap: .zero, time: nil))
      }
    }
    func address(_ row: Row) -> UnsafeRawPointer? {
      let store = row.value.text.store.buffer
      return UnsafeRawPointer(Unmanaged.passUnretained(store).toOpaque())
    }
    for (number, step) in steps.enumerated() {
      var found: [UnsafeRawPointer?] = []
      steps.forEachStoreAddress(ofStep: number) { found.append($0) }
      switch step.change {
      case .arrival(let row, let evicted, _):
        #expect(found == [address(row), evicted.first.flatMap(address)])
      case .replacement(let old, let new): #expect(found == [address(old), address(new)])
      default: Issue.record("another change")
      }
    }
  }
}
