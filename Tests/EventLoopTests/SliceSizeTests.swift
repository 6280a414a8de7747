import EventLoop
import Testing

/// Does slices of work of which more always waits; the slices.
private func slices(
  _ number: Int,
  waiting: Int = 100_000,
  atLeast quantum: Int = 1,
  _ size: inout SliceSize,
  cost: (Int) -> Duration
) -> [(count: Int, time: Duration)] {
  (0..<number).map { _ in
    let count = min(max(size.limit, quantum), waiting)
    let time = cost(count)
    size.record(count, taking: time)
    return (count, time)
  }
}

@Test(arguments: [1, 12, 60, 250])
func `slices take about the time they should, whatever a piece costs`(microseconds: Int) {
  var size = SliceSize(taking: .milliseconds(4))
  let all = slices(40, &size) { .microseconds(microseconds * $0) }
  for slice in all {
    #expect(slice.time <= .milliseconds(8), "\(slice)")
  }
  for slice in all.dropFirst(10) {
    #expect(.milliseconds(3)...(.microseconds(4_250)) ~= slice.time, "\(slice)")
  }
}

@Test func `a slice of an expensive kind is the last long one`() {
  var size = SliceSize(taking: .milliseconds(4))
  _ = slices(20, &size) { .microseconds($0) }
  let all = slices(20, &size) { .microseconds(100 * $0) }
  #expect(all.dropFirst().allSatisfy { $0.time <= .milliseconds(8) })
}

@Test func `a delay that the work did not cause is soon forgotten`() {
  var size = SliceSize(taking: .milliseconds(4))
  let before = slices(20, &size) { .microseconds(10 * $0) }.last
  size.record(1, taking: .milliseconds(50))
  let after = slices(20, &size) { .microseconds(10 * $0) }
  #expect(after.allSatisfy { $0.time <= .milliseconds(8) })
  #expect(after.last?.count ?? 0 >= (before?.count ?? .max) / 2)
}

@Test func `work that takes as long for few pieces is not limited to them`() {
  var size = SliceSize(taking: .milliseconds(4))
  let all = slices(40, waiting: 5_000, &size) { .milliseconds(30) + .microseconds($0) }
  #expect(all.map(\.count).reduce(0, +) >= 40 * 5_000 / 3)
  let later = slices(40, waiting: 5_000, &size) { .microseconds(20 * $0) }
  #expect(later.dropFirst(5).allSatisfy { $0.time <= .milliseconds(8) })
}

@Test func `pieces that come in larger numbers are counted as they came`() {
  var size = SliceSize(taking: .milliseconds(4))
  let all = slices(40, atLeast: 120, &size) { .microseconds(40 * $0) }
  #expect(all.allSatisfy { $0.count == 120 })
}

@Test func `the limit cannot overflow, and nothing is learned from nothing`() {
  var size = SliceSize(taking: .seconds(1))
  size.record(0, taking: .seconds(5))
  #expect(size == SliceSize(taking: .seconds(1)))
  for _ in 0..<200 { size.record(.max, taking: .zero) }
  #expect(size.limit == .max)
  size.record(3, taking: .milliseconds(1))
  #expect(size.limit == 16)
  size.record(.max, taking: .seconds(2))
  #expect(size.limit > 1 << 50)
}
