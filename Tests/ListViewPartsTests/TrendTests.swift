@testable import Columns
import FeedValues
import Foundation
import TableModel
import TerminalCore
import TerminalTestSupport
import TestSupport
import Testing

@testable import ListViewParts

@Test func `a trend is scaled to its range`() {
  var trend = Trend(.level)
  for (number, value) in [0, 1, 2, 3, 4, 5, 6, 7].enumerated() {
    trend.record(Double(value) * 1e300, at: start + Trend.firstStep * number)
  }
  #expect(trend.picture(width: 12) == "▁▂▃▄▄▅▆▇")
  #expect(trend.picture(width: 2) == "▁▇")
  trend.record(.nan, at: start + .seconds(60))
  trend.record(.infinity, at: start + .seconds(60))
  #expect(trend.picture(width: 12) == "▁▂▃▄▄▅▆▇")

  var flat = Trend(.level)
  flat.record(5, at: start)
  flat.record(5, at: start + Trend.firstStep * 3)
  #expect(flat.picture(width: 9) == "▁▁▁▁")
  // Time that runs backwards is the present.
  flat.record(6, at: start - .seconds(100))
  #expect(flat.picture(width: 9) == "▁▁▁▇")
}

@Test func `empty buckets repeat the level, and count nothing`() {
  for (kind, picture) in [(Trend.Kind.level, "▁▁▁▇"), (.count, "▇▁▁▆")] {
    var trend = Trend(kind)
    trend.record(3, at: start)
    trend.record(4, at: start)
    trend.record(6, at: start + Trend.firstStep * 3)
    #expect(trend.picture(width: 9) == (kind == .level ? picture : "▇▁▁▆"))
  }
}

@Test func `a trend keeps two minutes, with all values recorded so far`() {
  let seed = UInt64.random(in: 0...(.max))
  var random = SeededGenerator(seed: seed)
  var trend = Trend(.count)
  var now = start
  var total = 0.0
  for number in 0..<2_000 {
    now += .milliseconds(Int.random(in: 0...50, using: &random))
    trend.record(1, at: now)
    total += 1
    #expect(trend.values.count <= Trend.length)
    // Nothing is lost while it grows coarser.
    if now < start + .seconds(50) {
      #expect(trend.values.reduce(0, +) == total, "\(number), seed \(seed)")
    }
  }
  trend.record(1, at: now + .seconds(1_000_000))
  #expect(trend.values == Array(repeating: 0, count: 23) + [1])
}
