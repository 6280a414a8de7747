@testable import Columns
import FeedStore
import FeedValues
import TestSupport
import Testing
import Values

@testable import ListViewParts

import Glibc

@Test func `a field may refer to one behind it, and to itself in the row`() throws {
  let items = try ColumnSpec("dbl=free * 2,free=size - used,size=size / 2").derived
  var derivation = Derivation(items, calendar: .utc)
  let value = try #require(JSONValue.made(Array(#"{"size":100,"used":10}"#.utf8)))
  let row = Row(id: RowID(key: ByteSlice(copying: "1".utf8)), value: value)
  guard case .upsert(let derived, _)? = derivation.derive([.upsert(row, at: nil)], at: nil).first
  else { return #expect(Bool(false)) }
  #expect(derived.value.member("size")?.string == "50")
  #expect(derived.value.member("free")?.string == "40")
  #expect(derived.value.member("dbl")?.string == "80")
}

@Test func `a sign behind a title is that of a number, and in front of a name hides the column`()
  throws
{
  let spec = try ColumnSpec("a=-used,-size")
  #expect(spec.items.map { $0.expression?.text } == ["-used", nil])
  #expect(spec.items.map(\.visibility) == [.shown, .hidden])
}

/// An observation of a row: its number, if it has one, at a time in seconds.
private struct Observation {
  var time: Int
  var number: Int?
}

/// The values of functions of the past by their definitions, from all observations so far.
private struct Definition {
  let all: [Observation]

  private var numbers: [(time: Int, number: Int)] {
    all.compactMap { seen in seen.number.map { (seen.time, $0) } }
  }

  /// The growth of the number at an index.
  private func increase(_ index: Int, _ numbers: [(time: Int, number: Int)]) -> Int {
    guard index > 0 else { return 0 }
    return increase(from: numbers[index - 1].number, to: numbers[index].number, numbers[..<index])
  }

  /// A counter that falls counts from zero: one that rose eight times as often as it fell.
  private func increase(
    from old: Int,
    to new: Int,
    _ before: ArraySlice<(time: Int, number: Int)>
  ) -> Int {
    let pairs = zip(before, before.dropFirst())
    let rises = pairs.count { $0.number < $1.number }
    let falls = pairs.count { $0.number > $1.number }
    return new < old && rises >= 8 * (falls + 1) ? new : new - old
  }

  func delta() -> Double? {
    let numbers = numbers
    return numbers.count < 2
      ? nil : Double(numbers[numbers.count - 1].number - numbers[numbers.count - 2].number)
  }

  func prev() -> Int?? {
    let changes = zip(all, all.dropFirst()).filter { $0.number != $1.number }
    return changes.last.map(\.0.number)
  }

  func since() -> Int {
    let changes = zip(all, all.dropFirst()).filter { $0.number != $1.number }
    return changes.last?.1.time ?? all[0].time
  }

  func changed(in window: Int, at now: Int) -> Bool {
    let changes = zip(all, all.dropFirst()).filter { $0.number != $1.number }
    return changes.last.map { now - $0.1.time < window } ?? false
  }

  func rate() -> Double? {
    let numbers = numbers
    guard let last = numbers.last,
      let base = numbers.last(where: { $0.time < last.time })
    else { return nil }
    let grown = increase(from: base.number, to: last.number, numbers[...])
    return Double(grown) / Double(last.time - base.time)
  }

  /// The windows of these tests have 128 seconds, and so have parts of a second.
  static let window = 128

  private func inside(at now: Int) -> [(offset: Int, element: (time: Int, number: Int))] {
    numbers.enumerated().filter { $0.element.time > now - Self.window }
      .map { ($0.offset, $0.element) }
  }

  func windowDelta(at now: Int) -> Double? {
    let numbers = numbers
    guard let last = numbers.last else { return nil }
    let base = numbers.last { $0.time <= now - Self.window } ?? numbers[0]
    return Double(last.number - base.number)
  }

  func windowRate(at now: Int) -> Double? {
    let numbers = numbers
    guard !numbers.isEmpty else { return nil }
    let hasBase = numbers.contains { $0.time <= now - Self.window }
    let span = hasBase ? Self.window : min(all[all.count - 1].time - all[0].time, Self.window)
    guard span > 0 else { return nil }
    let sum = inside(at: now).reduce(0) { $0 + increase($1.offset, numbers) }
    return Double(sum) / Double(span)
  }

  func fold(_ name: String, at now: Int) -> Double? {
    guard let last = numbers.last else { return nil }
    let values = inside(at: now).map { Double($0.element.number) }
    guard !values.isEmpty else { return Double(last.number) }
    switch name {
    case "min": return values.min()
    case "max": return values.max()
    case "sum": return values.reduce(0, +)
    case "avg": return values.reduce(0, +) / Double(values.count)
    default:
      let share = Double(name.dropFirst()) ?? 0
      let rank = Int((Double(values.count) * share / 100).rounded(.up))
      return values.sorted()[max(0, rank - 1)]
    }
  }

  func average() -> Double? {
    var result: Double?
    var last = 0
    for seen in numbers {
      let weight = exp(-Double(seen.time - last) / Double(Self.window))
      result =
        result.map { $0 * weight + Double(seen.number) * (1 - weight) } ?? Double(seen.number)
      last = seen.time
    }
    return result
  }
}

private let expressions = [
  "delta(n)", "rate(n)", "prev(n)", "since(n)", "changed(n, 60s)", "changes()", "age()",
  "delta(n, 128s)", "rate(n, 128s)", "min(n, 128s)", "max(n, 128s)", "sum(n, 128s)",
  "avg(n, 128s)", "p50(n, 128s)", "p90(n, 128s)", "p99(n, 128s)", "ewma(n, 128s)",
]

private func derivation() throws -> Derivation {
  Derivation(try expressions.map { DerivedField(try Expression($0)) }, calendar: .utc)
}

private func number(_ row: Row, _ name: String) -> Double? {
  row.value[FieldPath([name])].flatMap { DecimalNumber($0) }?.approximation
}

private func isNear(_ left: Double?, _ right: Double?) -> Bool {
  guard let left, let right else { return left == nil && right == nil }
  return abs(left - right) <= max(abs(right), 1) * 1e-4
}

/// Checks all derived values of a row.
private func check(_ row: Row, _ all: [Observation], at now: Int, _ note: String) {
  let right = Definition(all: all)
  let prev = row.value[FieldPath(["prev(n)"])]
  let shown = prev?.kind == .null ? "" : prev?.string
  let before: String = right.prev().flatMap(\.self).map { "\($0)" } ?? ""
  #expect(shown == before, "\(note) prev")
  func time(_ name: String) -> Int? {
    row.value[FieldPath([name])].flatMap { TimeReader.utc.date($0) }?.seconds
  }
  #expect(time("since(n)") == right.since(), "\(note) since")
  #expect(time("age()") == all[0].time, "\(note) age")
  let changed = row.value[FieldPath(["changed(n, 60s)"])]?.string
  #expect(changed == "\(right.changed(in: 60, at: now))", "\(note) changed")
  let count = zip(all, all.dropFirst()).count { $0.number != $1.number }
  #expect(number(row, "changes()") == Double(count), "\(note) changes")
  for (name, expected) in [
    ("delta(n)", right.delta()), ("rate(n)", right.rate()),
    ("delta(n, 128s)", right.windowDelta(at: now)), ("rate(n, 128s)", right.windowRate(at: now)),
    ("ewma(n, 128s)", right.average()),
  ] {
    #expect(isNear(number(row, name), expected), "\(note) \(name) \(String(describing: expected))")
  }
  for name in ["min", "max", "sum", "avg", "p50", "p90", "p99"] {
    let expected = right.fold(name, at: now)
    #expect(isNear(number(row, "\(name)(n, 128s)"), expected), "\(note) \(name)")
  }
}

private func text(_ id: Int, _ number: Int?) -> String {
  "{\"id\":\(id),\"n\":\(number.map { "\($0)" } ?? "null")}"
}

@Suite struct `Derived fields` {
  @Test(arguments: 0..<12)
  func `values of the past equal their definitions at every step`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var derivation = try derivation()
    var seen: [Int: [Observation]] = [:]
    var now = 1_700_000_000
    let isList = seed.isMultiple(of: 2)
    let isCounter = seed % 3 == 0
    for step in 0..<150 {
      now += [0, 1, 1, 2, 5, 40, 300].randomElement(using: &random) ?? 1
      let time = try #require(FeedTime(seconds: now))
      func next(_ id: Int) -> Int? {
        if Int.random(in: 0..<12, using: &random) == 0 { return nil }
        let last = seen[id]?.last { $0.number != nil }?.number ?? 0
        if isCounter { return Int.random(in: 0..<40, using: &random) == 0 ? 3 : last + 7 }
        return Int.random(in: 0..<4, using: &random) == 0
          ? last : .random(in: -50...50, using: &random)
      }
      let ids =
        isList
        ? (1...4).filter { _ in Bool.random(using: &random) } : [.random(in: 1...4, using: &random)]
      for id in isList ? Array(1...4) : [] where !ids.contains(id) { seen[id] = nil }
      if !isList, Int.random(in: 0..<20, using: &random) == 0 {
        seen[ids[0]] = nil
        let row = try #require(rows("[\(text(ids[0], 0))]").first)
        _ = derivation.derive([.delete(row.id, at: time)], at: nil)
      }
      for id in ids { seen[id, default: []].append(Observation(time: now, number: next(id))) }
      let new = rows("[\(ids.map { text($0, seen[$0]?.last?.number) }.joined(separator: ","))]")
      let items: [FeedItem] =
        isList
        ? [.snapshot(Snapshot(time: time, rows: new))] : new.map { .upsert($0, at: time) }
      let derived = derivation.derive(items, at: nil)
      let result: [Row] =
        switch derived.last {
        case .snapshot(let snapshot)?: snapshot.rows
        case .upsert(let row, _)?: [row]
        default: []
        }
      for (id, row) in zip(ids, result) {
        check(row, seen[id] ?? [], at: now, "seed \(seed) step \(step) row \(id)")
      }
    }
  }

  @Test func `values change when something leaves their window`() throws {
    var derivation = Derivation(
      [DerivedField(try Expression("delta(n, 60s)"), name: "d")],
      calendar: .utc
    )
    func row(_ number: Int) throws -> FeedItem {
      .upsert(try #require(rows("[\(text(1, number))]").first), at: nil)
    }
    let start = try #require(FeedTime(seconds: 1_700_000_000))
    _ = derivation.derive([try row(5)], at: start)
    _ = derivation.derive([try row(9)], at: start.advanced(by: .seconds(10)))
    let due = try #require(derivation.nextRefresh)
    #expect(due > start)
    #expect(derivation.refresh(to: start.advanced(by: .seconds(20))).isEmpty)
    guard
      case .upsert(let later, _)? = derivation.refresh(to: start.advanced(by: .seconds(80))).first
    else {
      Issue.record("no update")
      return
    }
    #expect(later.value[FieldPath(["d"])]?.string == "0")
    #expect(derivation.nextRefresh == nil)
  }

  /// The last numbers of sixteenths of the window, which begin at multiples of eight seconds.
  private func graph(_ all: [Observation], at now: Int) -> String {
    let numbers = all.compactMap { seen in seen.number.map { (column: seen.time / 8, number: $0) } }
    return Trend.picture(
      of: (now / 8 - 15...now / 8).compactMap { column in
        numbers.last { $0.column <= column }.map { Double($0.number) }
      }
    )
  }

  @Test(arguments: 0..<8)
  func `every row has the values of the present, whether it was updated or not`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let names = expressions + ["spark(n, 128s)"]
    var derivation = Derivation(
      try names.map { DerivedField(try Expression($0)) },
      calendar: .utc
    )
    var (seen, shown): ([Int: [Observation]], [String: Row]) = ([:], [:])
    var now = 1_700_000_000
    var updates = 0
    for step in 0..<250 {
      now += [1, 1, 2, 7, 60, 200].randomElement(using: &random) ?? 1
      let time = try #require(FeedTime(seconds: now))
      let id = Int.random(in: 1...6, using: &random)
      var items = derivation.refresh(to: time)
      updates += items.count
      // Half of the moments bring a row.
      if Bool.random(using: &random) {
        let last = seen[id]?.last?.number ?? 0
        let number = Bool.random(using: &random) ? last : .random(in: -50...50, using: &random)
        seen[id, default: []].append(Observation(time: now, number: number))
        let row = try #require(rows("[\(text(id, number))]").first)
        items += derivation.derive([.upsert(row, at: nil)], at: time)
      }
      for case .upsert(let row, _) in items { shown[row.id.description] = row }
      for (id, all) in seen {
        let row = try #require(shown["\(id)"])
        check(row, all, at: now, "seed \(seed) step \(step) row \(id)")
        #expect(row.value[FieldPath(["spark(n, 128s)"])]?.string == graph(all, at: now))
      }
    }
    #expect(updates > 50)
    // Nothing is to be done once everything has left its window.
    _ = derivation.refresh(to: try #require(FeedTime(seconds: now + 1_000)))
    #expect(derivation.nextRefresh == nil)
  }

  @Test func `the gap to the row before stays what it was`() throws {
    let fields = try ["gap()", "delta(n, 60s)"].map { DerivedField(try Expression($0)) }
    var derivation = Derivation(fields, calendar: .utc)
    let start = try #require(FeedTime(seconds: 1_700_000_000))
    for (offset, number) in [(0, 1), (4, 2), (5, 3)] {
      let row = try #require(rows("[\(text(1, number))]").first)
      _ = derivation.derive([.upsert(row, at: nil)], at: start.advanced(by: .seconds(offset)))
    }
    let later = derivation.refresh(to: start.advanced(by: .seconds(90)))
    guard case .upsert(let row, _)? = later.last else {
      Issue.record("no update")
      return
    }
    #expect(row.value[FieldPath(["gap()"])]?.string == "1")
  }

  @Test func `rows that are given fields later have the same past`() throws {
    var random = SeededGenerator(seed: 5)
    for isList in [true, false] {
      let fields = try ["delta(n)", "n * 2", "rate(n, 60s)"].map {
        DerivedField(try Expression($0))
      }
      var early = FeedState(
        Player(start: .liveEdge, limit: RowLimit(rows: 6)),
        Derivation(fields, calendar: .utc)
      )
      var late = FeedState(
        Player(start: .liveEdge, limit: RowLimit(rows: 6)),
        Derivation([DerivedField(try Expression("n + 1"))], calendar: .utc)
      )
      let instant = ContinuousClock.now
      func both(_ body: (inout FeedState) -> Void) {
        body(&early)
        body(&late)
      }
      func receive(_ count: Int) throws {
        for _ in 0..<count {
          let ids = (1...9).filter { _ in Bool.random(using: &random) }
          let new = rows(
            "[\(ids.map { text($0, .random(in: 0...9, using: &random)) }.joined(separator: ","))]"
          )
          steps += 1
          let time = FeedTime(seconds: 1_700_000_000 + 5 * steps)
          let items: [FeedItem] =
            isList
            ? [.snapshot(Snapshot(time: time, rows: new))] : new.map { .upsert($0, at: time) }
          both { $0.receive(items, at: instant, time: time) }
          both { _ = $0.advance(to: instant) }
        }
      }
      var steps = 0
      both { $0.reachEnd() }
      try receive(40)
      late.derive(fields, calendar: .utc, at: instant)
      try receive(3)
      while !late.continueDeriving(10) {}
      both { _ = $0.advance(to: instant) }
      try receive(3)
      for distance in [0, -7, 3, -20, -100, 12, 100] {
        both { $0.player.step(by: distance, at: instant) }
        both { state in
          repeat { _ = state.advance(to: instant) } while state.player.isMoving
        }
        #expect(
          Array(early.player.rows).map(\.value.json) == Array(late.player.rows).map(\.value.json),
          "list \(isList) \(distance)"
        )
      }
    }
  }

  @Test func `a row keeps its identity and its members`() throws {
    let row = try #require(rows(#"[{"id":"a","v":[1,2]}]"#).first)
    func member(_ name: String, _ json: String) -> Row.Member {
      Row.Member(Row.MemberName(name), json)
    }
    let added = row.adding([member("x y", "1"), member("z", "\"q\"")])
    #expect(added.id == row.id)
    #expect(added.value.json == #"{"x y":1,"z":"q","id":"a","v":[1,2]}"#)
    let removed = added.removing(membersInFront: ["z", "x y", "v"])
    #expect(removed == row)
    #expect(removed.value.json == row.value.json)
    #expect(rows("[{}]").first?.adding([member("x", "1")]).value.json == #"{"x":1}"#)
    #expect(rows("[5]").first?.adding([member("x", "1")]).value.json == #"{"x":1,"value":5}"#)
    // One that the row has already is the last with its name, which counts.
    let other = row.adding([member("v", "3"), member("w", "4")]).adding([member("id", "5")])
    #expect(other.value.json == #"{"id":5,"v":3,"w":4,"id":"a","v":[1,2],"v":3,"id":5}"#)
    #expect(other.value.member("v")?.json == "3" && other.value.member("id")?.json == "5")
    #expect(other.removing(membersInFront: ["v", "w", "id"]).value.json == row.value.json)
  }
}
