import TerminalCore
import Testing

@testable import NcursesTerminal

@Suite struct `Frames split for a slow terminal` {
  private func frame(_ text: (Int) -> String) -> CellBuffer {
    var buffer = CellBuffer(TerminalSize(columns: 40, lines: 10))
    for line in 0..<10 { buffer.write(text(line), line: line, column: 0) }
    return buffer
  }

  private func changed(_ new: CellBuffer, _ old: CellBuffer) -> [Int] {
    (0..<10).filter { new.line($0) != old.line($0) }
  }

  @Test func `begin with the most urgent line, and end with the others`() {
    let (old, new) = (frame { "before \($0)" }, frame { "afterwards \($0 * 7)" })
    var slicer = FrameSlicer()
    slicer.want([9, 4, 5])
    var shown = old
    var order: [[Int]] = []
    while shown != new, order.count < 20 {
      let next = slicer.slice(of: new, over: shown, length: 10)
      order.append(changed(next, shown))
      shown = next
    }
    #expect(order == [[9], [4], [5], [0], [1], [2], [3], [6], [7], [8]])
  }

  @Test func `put the lines of a newer key first, and drop none`() {
    let (old, new) = (frame { "before \($0)" }, frame { "afterwards \($0 * 7)" })
    var slicer = FrameSlicer()
    slicer.want([9, 4])
    let first = slicer.slice(of: new, over: old, length: 10)
    slicer.want([2])
    let second = slicer.slice(of: new, over: first, length: 10)
    let third = slicer.slice(of: new, over: second, length: 10)
    #expect(
      [changed(first, old), changed(second, first), changed(third, second)] == [[9], [2], [4]]
    )
    #expect(slicer.urgent.isEmpty)
  }

  @Test func `take turns, so that no line waits forever`() {
    var slicer = FrameSlicer()
    var shown = frame { "before \($0)" }
    var seen: Set<Int> = []
    for number in 0..<10 {
      // Each frame is a new one in every line.
      let next = slicer.slice(
        of: frame { "\(number * 31 + $0) of \(number)" },
        over: shown,
        length: 10
      )
      seen.formUnion(changed(next, shown))
      shown = next
    }
    #expect(seen == Set(0..<10))
  }

  @Test func `are sent whole if they fit, and if the screen is unknown`() {
    let (old, new) = (frame { "before \($0)" }, frame { "afterwards \($0 * 7)" })
    var slicer = FrameSlicer()
    slicer.want([3])
    #expect(slicer.slice(of: new, over: nil, length: 10) == new)
    #expect(slicer.slice(of: new, over: old, length: nil) == new)
    #expect(slicer.slice(of: new, over: old, length: 100_000) == new)
    // The wanted lines have been sent.
    #expect(slicer.urgent.isEmpty)
  }

  @Test func `tolerate lines that no longer exist`() {
    let (old, new) = (frame { "before \($0)" }, frame { "afterwards \($0 * 7)" })
    var slicer = FrameSlicer()
    slicer.want([30, 8])
    #expect(changed(slicer.slice(of: new, over: old, length: 10), old) == [8])
  }
}
