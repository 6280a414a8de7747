@testable import Columns
import FeedSources
import FeedStore
import FeedValues
import TestSupport
import Testing
import Values

@testable import ListViewParts

/// Rows by their times, counted one by one.
private struct Naive {
  var rows: [(seconds: Int, isError: Bool)] = []

  func count(_ seconds: Range<Int>) -> TimeHistogram.Bin {
    let found = rows.filter { seconds.contains($0.seconds) }
    return TimeHistogram.Bin(count: found.count, errors: found.count(where: \.isError))
  }
}

@Test(arguments: 1...10 as ClosedRange<UInt64>)
func `cells have as many rows and errors as counting each row`(seed: UInt64) throws {
  var random = SeededGenerator(seed: seed)
  // From a few seconds to all of time.
  let span = [10, 3_000, 100_000, 40_000_000, 9_000_000_000][Int(seed % 5)]
  let origin = Int.random(in: -1_000_000_000...1_800_000_000, using: &random)
  var (histogram, naive) = (TimeHistogram(), Naive())
  for step in 0..<3_000 {
    if Int.random(in: 0..<3, using: &random) == 0,
      let index = naive.rows.indices.randomElement(using: &random)
    {
      let row = naive.rows.remove(at: index)
      histogram.count(row.seconds, isError: row.isError, isRemoved: true)
    } else {
      let seconds = origin + Int.random(in: 0..<span, using: &random)
      let isError = Bool.random(using: &random)
      naive.rows.append((seconds, isError))
      histogram.count(seconds, isError: isError, isRemoved: false)
    }
    guard step % 100 == 99 else { continue }
    let width = Int.random(in: 2...200, using: &random)
    guard !naive.rows.isEmpty else { continue }
    let strip = try #require(histogram.strip(cells: width))
    #expect(strip.cells.count <= width)
    var expected = [TimeHistogram.Bin](repeating: TimeHistogram.Bin(), count: strip.cells.count)
    for row in naive.rows {
      expected[(row.seconds - strip.start) / strip.length] +=
        TimeHistogram.Bin(count: 1, errors: row.isError ? 1 : 0)
    }
    #expect(strip.cells == expected)
    #expect(strip.sum(of: 0...strip.cells.count - 1).count == naive.rows.count)
    let first = Int.random(in: strip.cells.indices, using: &random)
    let cells = first...Int.random(in: first..<strip.cells.count, using: &random)
    #expect(strip.sum(of: cells) == naive.count(strip.seconds(of: cells)))
  }
}

@Test func `the order in which rows come and go does not matter`() {
  var histogram = TimeHistogram()
  histogram.count(60, isError: false, isRemoved: true)
  histogram.count(120, isError: false, isRemoved: false)
  #expect(histogram.strip(cells: 10)?.cells.map(\.count) == [1])
  histogram.count(60, isError: false, isRemoved: false)
  histogram.count(120, isError: false, isRemoved: true)
  #expect(histogram.strip(cells: 10) == nil)
}

@Test(arguments: [
  (1, false, "23:59:58..23:59:59"), (1, true, "2026-11-22T23:59:58..2026-11-22T23:59:59"),
  (60, false, "23:58..23:59"), (3_600, true, "2026-11-22T22:00..2026-11-22T23:59"),
  (86_400, true, "2026-11-21T00:00..2026-11-22T23:59"),
])
func `a range ends with its last second or minute`(
  length: Int,
  needsDate: Bool,
  text: String
) throws {
  // The end of the day.
  let end = try #require(FeedTime(text: "2026-11-23T00:00:00Z")).seconds
  let cells = [TimeHistogram.Bin](repeating: TimeHistogram.Bin(), count: 2)
  let strip = TimeStrip(start: end - 2 * length, length: length, cells: cells)
  #expect(strip.range(of: 0...1, needsDate: needsDate) == text)
}

private func rows(_ times: [String]) throws -> [Row] {
  var decoder = FeedDecoder(key: [FieldPath("id")])
  let text = times.enumerated().map { #"{"id":\#($0),"n":1,"time":"\#($1)"}"# + "\n" }.joined()
  var list = RowList()
  for item in decoder.append(Array(text.utf8)) { list.apply(item) }
  return Array(list.rows)
}

@Test func `only rows in the order of their times are counted by time`() throws {
  let times = (0..<40).map { "2026-11-22T10:\(10 + $0):00Z" }
  func scale(_ times: [String]) throws -> TimeScale? {
    let rows = try rows(times)
    return TimeScale(columns(of: rows), sample: rows, reader: .utc)
  }
  #expect(try scale(times)?.column.path == FieldPath("time"))
  #expect(try scale(times.reversed()) != nil)
  // A merged log is a little out of order; a few rows are not a list of times.
  #expect(try scale([times[1], times[0]] + times[2...]) != nil)
  #expect(try scale(Array(times.prefix(TimeScale.fewRows - 1))) == nil)
  #expect(try scale((0..<40).map { times[$0 * 7 % 40] }) == nil)
  #expect(try scale(times.map { _ in times[0] }) == nil)
  #expect(try scale(times.map { _ in "soon" }) == nil)
}
