import EventLoop
import Testing

/// Does work that takes so long whenever it may, beside other work; the part of the time that it takes.
private func share(_ parts: Int, cost: Duration, turn: Duration, for time: Duration) -> Double {
  let start = ContinuousClock.now
  var share = FairShare(parts, from: start)
  var now = start
  var worked = Duration.zero
  while now < start + time {
    if share.isDue(at: now) {
      share.record(from: now, to: now + cost)
      now += cost
      worked += cost
    }
    now += turn
  }
  return worked / start.duration(to: now)
}

@Test func `work gets its share of the time and no more, whatever it costs`() {
  for cost in [1, 5, 50, 200, 500, 900] {
    let part = share(3, cost: .milliseconds(cost), turn: .milliseconds(8), for: .seconds(300))
    #expect(part <= 0.34, "\(cost) ms: \(part)")
    #expect(part >= 0.08, "\(cost) ms: \(part)")
  }
}

@Test func `work that takes seconds is delayed for seconds, and gets at most half of the time`() {
  for cost in [2, 5, 20] {
    let part = share(3, cost: .seconds(cost), turn: .milliseconds(8), for: .seconds(600))
    #expect(part > 0.45 && part <= 0.52, "\(cost) s: \(part)")
  }
}

@Test func `work that is due at once is not delayed`() {
  let start = ContinuousClock.now
  var share = FairShare(3, from: start)
  #expect(share.isDue(at: start))
  share.record(from: start, to: start + .milliseconds(1))
  #expect(!share.isDue(at: start + .milliseconds(2)) && share.isDue(at: start + .milliseconds(3)))
}
