import Testing
import Values

@testable import FeedSources
@testable import FeedStore
@testable import FeedValues

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
}
