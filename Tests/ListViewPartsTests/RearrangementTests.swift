@testable import Ordering
@testable import Columns
import FeedSources
import FeedStore
import FeedValues
import RowTree
import Synchronization
import TableModel
import TestSupport
import Testing

@testable import ListViewParts

/// So few rows at a time that every list needs many slices.
private let few = OrderBuilder.Slices(
  reading: 300,
  sorting: 700,
  taking: 500,
  merging: 900,
  building: 800
)

/// A feed by chance that goes on while its rows are arranged otherwise.
private struct Feed {
  var random: SeededGenerator
  var decoder = FeedDecoder(key: [FieldPath("id")])
  var player = Player(start: .liveEdge, limit: RowLimit(rows: 4_000))
  var now = ContinuousClock.now

  mutating func receive(_ count: Int) -> FeedUpdate? {
    var text = ""
    for _ in 0..<count {
      let id = Int.random(in: 0..<5_000, using: &random)
      if Int.random(in: 0..<8, using: &random) == 0 {
        text += #"{"at":1,"op":"delete","id":\#(id)}"# + "\n"
      } else {
        let amount = Int.random(in: 0..<50, using: &random)
        let isRare = Int.random(in: 0..<300, using: &random) == 0
        let group =
          (isRare ? ["d", "e", "0", "aa"] : ["a", "b", "c"]).randomElement(using: &random) ?? ""
        text +=
          #"{"id":\#(id),"amount":\#(amount),"group":"\#(group)","office":"\#(office())"}"# + "\n"
      }
    }
    player.receive(decoder.append(Array(text.utf8)), at: now)
    now += .milliseconds(20)
    return player.advance(to: now)
  }

  /// A text of which sixteen bytes do not tell it from others.
  mutating func office() -> String {
    let name =
      ["Department of Agriculture", "Department of Aviation", "Bureau of the Budget"]
      .randomElement(using: &random) ?? ""
    let section = Int.random(in: 0..<9, using: &random)
    let text = "\(name), Section \(section)"
    return switch Int.random(in: 0..<6, using: &random) {
    case 0: text.lowercased()
    case 1: text + ", Room \(Int.random(in: 0..<100_000, using: &random))"
    case 2: ""
    default: text
    }
  }

  mutating func change() -> (inout Arrangement) -> Void {
    let isDescending = Bool.random(using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return { $0.setSort(nil) }
    case 8, 9:
      return {
        $0.setSort(.init(column: column("office"), order: .text, isDescending: isDescending))
      }
    case 1, 2:
      return {
        $0.setSort(.init(column: column("amount"), order: .number, isDescending: isDescending))
      }
    case 3: return { $0.invert() }
    case 4: return { $0.setGrouping(by: column("group"), order: .text, summing: column("amount")) }
    case 5: return { $0.setFilter { $0.value.member("group")?.string != "b" } }
    case 6: return { $0.setFilter(nil) }
    default: return { $0.setFrozen(!$0.isFrozen) }
    }
  }
}

extension Feed {
  /// A feed that has begun, and its rows.
  static func begun(seed: UInt64, _ count: Int) throws -> (feed: Feed, live: Arrangement) {
    var feed = Feed(random: SeededGenerator(seed: seed))
    var live = Arrangement()
    let first = feed.receive(count)
    _ = live.update(try #require(first), isContentEqual: { $0 == $1 })
    return (feed, live)
  }
}

/// The order by a column, whose name has a hyphen in front of it for the reverse.
private func order(_ sort: String) -> Arrangement.Sort {
  let name = sort.drop { $0 == "-" }
  return Arrangement.Sort(
    column: column(String(name)),
    order: name == "amount" ? .number : .text,
    isDescending: name != sort
  )
}

@Test(arguments: 1...12 as ClosedRange<UInt64>)
func `rows arranged in slices equal rows arranged at once`(seed: UInt64) throws {
  var (feed, live) = try Feed.begun(seed: seed, 5_000)
  var slices = 0
  for step in 0..<6 {
    let change = feed.change()
    var atOnce = live
    change(&atOnce)
    var work = Rearrangement(of: live, following: nil, at: feed.now, slices: few, change)
    // In a frozen order rows stand as they came, and those that come meanwhile come at one time.
    let goesOn = !atOnce.isFrozen
    var progress = 0.0
    while !work.isDone {
      work.advance(at: feed.now)
      slices += 1
      #expect(work.progress >= progress && work.progress <= 1, "seed \(seed), step \(step)")
      progress = work.progress
      guard goesOn, Int.random(in: 0..<3, using: &feed.random) == 0, let update = feed.receive(20)
      else { continue }
      _ = live.update(update, isContentEqual: { $0 == $1 })
      _ = atOnce.update(update, isContentEqual: { $0 == $1 })
      let isTaken = work.note(update.changes)
      #expect(isTaken)
    }
    // Changes made meanwhile were taken already.
    _ = live.takeChanges()
    live = work.finished(after: live)
    let place: Comment = "seed \(seed), step \(step)"
    let left = live.takeChanges()
    #expect(left?.isEmpty ?? false, place)
    #expect(live.content.rows.map(\.id) == atOnce.content.rows.map(\.id), place)
    #expect(live.content.sections == atOnce.content.sections, place)
    for section in live.content.sections ?? [] {
      #expect(
        live.summary(ofGroup: section.id)?.details == atOnce.summary(ofGroup: section.id)?.details,
        place
      )
    }
  }
  #expect(slices > 0)
}

@Test(arguments: [false, true], ["amount", "-amount", "office", "-office", "-group"])
func `sorted anew, rows stay in their groups, and no filter is asked again`(
  isGrouped: Bool,
  sort: String
) throws {
  var (feed, live) = try Feed.begun(seed: 9, 4_000)
  let asked = Mutex(0)
  live.setFilter { row in
    asked.withLock { $0 += 1 }
    return row.value.member("amount")?.string.hasSuffix("7") == false
  }
  if isGrouped { live.setGrouping(by: column("group"), order: .text, summing: column("amount")) }
  let wanted = order(sort)
  var work = Rearrangement(of: live, following: nil, at: feed.now, slices: few) {
    $0.setSort(wanted)
  }
  asked.withLock { $0 = 0 }
  while !work.isDone { work.advance(at: feed.now) }
  let finished = work.finished(after: live)
  #expect(asked.withLock { $0 } == 0)
  live.setSort(wanted)
  #expect(finished.content.rows.map(\.id) == live.content.rows.map(\.id))
  #expect(finished.content.rows.count < live.rows.count)
  let details = { (each: Arrangement) in
    each.content.sections?.map { [$0.title, each.summary(ofGroup: $0.id)?.details ?? ""] }
  }
  #expect(details(finished) == details(live))
  // Rows that come afterwards find their places.
  let next = feed.receive(300)
  let update = try #require(next)
  var (sliced, atOnce) = (finished, live)
  _ = sliced.update(update, isContentEqual: { $0 == $1 })
  _ = atOnce.update(update, isContentEqual: { $0 == $1 })
  #expect(sliced.content.rows.map(\.id) == atOnce.content.rows.map(\.id))
  #expect(details(sliced) == details(atOnce))
}

/// Such values are not part of a row's text: they are made while it is read.
@Test func `rows are grouped in slices by sums of elements`() throws {
  let items = (0..<1_000).map { number in
    #"{"id":\#(number),"parts":[{"n":\#(number % 70)},{"n":\#(number % 3)}]}"#
  }
  let sums = Dictionary(grouping: 0..<1_000) { $0 % 70 + $0 % 3 }
  var decoder = FeedDecoder(key: [FieldPath("id")])
  var player = Player(start: .liveEdge, limit: RowLimit(rows: 4_000))
  let now = ContinuousClock.now
  player.receive(decoder.append(Array((items.joined(separator: "\n") + "\n").utf8)), at: now)
  let first = player.advance(to: now)
  var live = Arrangement()
  _ = live.update(try #require(first), isContentEqual: { $0 == $1 })
  var work = Rearrangement(of: live, following: nil, at: now, slices: few) {
    $0.setGrouping(by: column("parts.[].n"), order: .number, summing: nil)
  }
  while !work.isDone { work.advance(at: now) }
  let sections = try #require(work.finished(after: live).content.sections)
  #expect(sections.map(\.title) == sums.keys.sorted().map { "parts.[].n=\($0)" })
  #expect(sections.map(\.count) == sums.sorted { $0.key < $1.key }.map(\.value.count))
}

@Test(arguments: [nil, "amount", "office"] as [String?], [false, true])
func `an order frozen in slices equals one frozen at once`(
  sorted: String?,
  isGrouped: Bool
) throws {
  var (feed, live) = try Feed.begun(seed: 4, 4_000)
  func sort(_ name: String, _ isDescending: Bool) -> Arrangement.Sort {
    let order: ValueOrder = name == "amount" ? .number : .text
    return .init(column: column(name), order: order, isDescending: isDescending)
  }
  live.setSort(sorted.map { sort($0, true) })
  if isGrouped { live.setGrouping(by: column("group"), order: .text, summing: column("amount")) }
  let changes: [(String, (inout Arrangement) -> Void)] = [
    ("freeze", { $0.setFrozen(true) }),
    ("invert", { $0.invert() }),
    ("sort", { $0.setSort(sort("office", false)) }),
    ("group", { $0.setGrouping(by: column("group"), order: .text, summing: nil) }),
    ("thaw", { $0.setFrozen(false) }),
    (
      "filter and freeze",
      {
        $0.setFilter { $0.value.member("group")?.string != "b" }
        $0.setFrozen(true)
      }
    ),
    ("feed order", { $0.setSort(nil) }),
  ]
  for (name, change) in changes {
    var atOnce = live
    change(&atOnce)
    var work = Rearrangement(of: live, following: nil, at: feed.now, slices: few, change)
    while !work.isDone { work.advance(at: feed.now) }
    live = work.finished(after: live)
    #expect(live.content.rows.map(\.id) == atOnce.content.rows.map(\.id), "\(name)")
    #expect(live.content.sections == atOnce.content.sections, "\(name)")
    // Rows that come are appended in either.
    let more = feed.receive(50)
    if let more {
      _ = live.update(more, isContentEqual: { $0 == $1 })
      _ = atOnce.update(more, isContentEqual: { $0 == $1 })
    }
    #expect(live.content.rows.map(\.id) == atOnce.content.rows.map(\.id), "\(name)")
  }
}

extension Rearrangement {
  /// The first rows, as soon as they are known; nil if they are known no sooner than all others.
  fileprivate mutating func begin(
    _ count: Int,
    around pivot: Int32? = nil,
    after live: Arrangement,
    isCollapsed: (SectionID) -> Bool = { _ in false }
  ) -> FirstRows? {
    while true {
      let first = firstRows(count, around: pivot, after: live, isCollapsed: isCollapsed)
      if first != nil || isDone { return first }
      advance(at: .now)
    }
  }
}

@Test(arguments: 1...8 as ClosedRange<UInt64>)
func `the first rows of another order, or those around one, are known before the others`(
  seed: UInt64
) throws {
  var (feed, live) = try Feed.begun(seed: seed, 5_000)
  var (known, around) = (0, 0)
  for step in 0..<25 {
    if live.isFrozen { live.setFrozen(false) }
    let change: (inout Arrangement) -> Void =
      switch step % 5 {
      case 1: { $0.setGrouping(by: column("group"), order: .text, summing: column("amount")) }
      case 4: { $0.setGrouping(by: nil, order: .text, summing: nil) }
      default: feed.change()
      }
    if let update = feed.receive(Int.random(in: 0..<40, using: &feed.random)) {
      _ = live.update(update, isContentEqual: { $0 == $1 })
    }
    var work = Rearrangement(of: live, following: nil, at: feed.now, slices: few, change)
    let count = Int.random(in: 1...80, using: &feed.random)
    let rows = live.arrangedRows
    let pivot =
      Bool.random(using: &feed.random) || rows.count == 0
      ? nil : rows.slot(at: Int.random(in: 0..<rows.count, using: &feed.random))
    let first = work.begin(count, around: pivot, after: live)
    // A selected row is among them without a change of the others on the screen.
    let selected = rows.count == 0 ? nil : rows.slot(at: rows.count / 3)
    let withSelected = work.firstRows(
      count,
      around: pivot,
      with: selected,
      after: live
    ) { _ in false }
    if let withSelected, let selected, let id = live.rows.slot(selected).row?.id {
      let ids = withSelected.content.rows.map(\.id)
      #expect(ids.contains(id))
      #expect(ids.filter { $0 != id } == first?.content.rows.map(\.id).filter { $0 != id })
    }
    while !work.isDone { work.advance(at: feed.now) }
    live = work.finished(after: live)
    guard let first else { continue }
    known += 1
    let place: Comment = "seed \(seed), step \(step)"
    let (ids, all) = (first.content.rows.map(\.id), live.content.rows.map(\.id))
    if let pivot, let sections = first.content.sections {
      // Those around it, in its group and in others.
      around += 1
      let id = try #require(live.rows.slot(pivot).row?.id, place)
      let index = try #require(all.firstIndex(of: id), place)
      #expect(ids == Array(all[max(0, index - count)..<min(all.count, index + count + 1)]), place)
      try expectGroups(of: first, sections, in: live, place)
    } else if let pivot {
      around += 1
      let id = try #require(live.rows.slot(pivot).row?.id, place)
      let index = try #require(all.firstIndex(of: id), place)
      #expect(ids == Array(all[max(0, index - count)..<min(all.count, index + count + 1)]), place)
    } else {
      #expect(ids == Array(all.prefix(count)), place)
      if let sections = first.content.sections {
        try expectGroups(of: first, sections, in: live, place)
      }
    }
  }
  #expect(known > 0 && around > 0, "seed \(seed)")
}

@Test(arguments: 1...6 as ClosedRange<UInt64>)
func `the first groups are known before the others, with what their headers say`(
  seed: UInt64
) throws {
  var (feed, live) = try Feed.begun(seed: seed, 5_000)
  for step in 0..<12 {
    let place: Comment = "seed \(seed), step \(step)"
    live.setGrouping(by: nil, order: .text, summing: nil)
    let isDescending = Bool.random(using: &feed.random)
    let sorted = [nil, "amount", "group"].randomElement(using: &feed.random) ?? nil
    live.setSort(
      sorted.map {
        .init(
          column: column($0),
          order: $0 == "group" ? .text : .number,
          isDescending: isDescending
        )
      }
    )
    let grouped = ["amount", "group"].randomElement(using: &feed.random) ?? ""
    var work = Rearrangement(of: live, following: nil, at: feed.now, slices: few) {
      let order: ValueOrder = grouped == "group" ? .text : .number
      $0.setGrouping(by: column(grouped), order: order, summing: column("amount"))
    }
    let count = Int.random(in: 1...80, using: &feed.random)
    let collapsed = SectionID("\(grouped)=\(["a", "b", "0", "49"][step % 4])")
    let first = work.begin(count, after: live) { $0 == collapsed }
    while !work.isDone { work.advance(at: feed.now) }
    live = work.finished(after: live)

    let whole = try #require(live.content.sections, place)
    var (shown, end) = ([SectionID](), 0)
    for section in whole where end < count {
      shown.append(section.id)
      end += section.count
    }
    // Of a collapsed group nothing is shown before all groups are known.
    #expect((first == nil) == shown.contains(collapsed), place)
    guard let first else { continue }
    let sections = try #require(first.content.sections, place)
    #expect(sections.map(\.id) == shown, place)
    #expect(first.content.rows.map(\.id) == Array(live.content.rows.map(\.id).prefix(count)), place)
    try expectGroups(of: first, sections, in: live, place)
    let samples = sections.map { first.groups[$0.id]?.sample }
    #expect(samples == sections.map { live.summary(ofGroup: $0.id)?.sample }, place)
  }
}

/// Expects that groups, some of whose rows may be missing at both ends, are those of all rows.
private func expectGroups(
  of first: FirstRows,
  _ sections: [SectionHeader],
  in live: Arrangement,
  _ place: Comment
) throws {
  let whole = try #require(live.content.sections, place)
  let start = try #require(whole.firstIndex { $0.id == sections.first?.id }, place)
  #expect(sections.map(\.id) == whole[start...].prefix(sections.count).map(\.id), place)
  for (section, all) in zip(sections, whole[start...]).dropFirst().dropLast() {
    #expect(section.count == all.count, place)
  }
  for section in sections {
    let summary = try #require(first.groups[section.id], place)
    let expected = try #require(live.summary(ofGroup: section.id), place)
    #expect(summary.details == expected.details && summary.value == expected.value, place)
  }
}

@Test(arguments: [nil, 0, 37, 1_500, 2_100] as [Int?], [false, true])
func `the rows around one are known in few groups, in many, and if others are left out`(
  row: Int?,
  isFiltered: Bool
) throws {
  var (feed, live) = try Feed.begun(seed: 3, 5_000)
  if isFiltered { live.setFilter { $0.value.member("group")?.string != "b" } }
  for (name, isSorted) in [("id", false), ("amount", false), ("group", true), ("amount", true)] {
    let place: Comment = "\(name), \(isSorted)"
    if isSorted {
      live.setSort(.init(column: column("office"), order: .text, isDescending: true))
    }
    let rows = live.arrangedRows
    let pivot = row.map { rows.slot(at: $0 % rows.count) }
    var work = Rearrangement(of: live, following: nil, at: feed.now, slices: few) {
      let order: ValueOrder = name == "group" ? .text : .number
      $0.setGrouping(by: column(name), order: order, summing: column("amount"))
    }
    let found = work.begin(10, around: pivot, after: live)
    #expect(!work.isDone, place)
    while !work.isDone { work.advance(at: feed.now) }
    let result = work.finished(after: live)
    let beginning = try #require(found, place)
    let (ids, all) = (beginning.content.rows.map(\.id), result.content.rows.map(\.id))
    let index = try pivot.map { slot in
      try #require(all.firstIndex { $0 == result.rows.slot(slot).row?.id }, place)
    }
    if let index {
      #expect(ids == Array(all[max(0, index - 10)..<min(all.count, index + 11)]), place)
    } else {
      #expect(ids == Array(all.prefix(10)), place)
    }
    try expectGroups(of: beginning, try #require(beginning.content.sections), in: result, place)
  }
}

@Test func `rows that leave while the first ones are looked for are not among them`() throws {
  var (feed, live) = try Feed.begun(seed: 6, 4_000)
  let wanted = order("-amount")
  var atOnce = live
  atOnce.setSort(wanted)
  let gone = try #require(atOnce.content.rows.first)
  var work = Rearrangement(of: live, following: nil, at: feed.now, slices: few) {
    $0.setSort(wanted)
  }
  work.advance(at: feed.now)
  let line = #"{"at":1,"op":"delete","id":\#(gone.id)}"# + "\n"
  feed.player.receive(feed.decoder.append(Array(line.utf8)), at: feed.now)
  feed.now += .milliseconds(20)
  let next = feed.player.advance(to: feed.now)
  let update = try #require(next)
  _ = live.update(update, isContentEqual: { $0 == $1 })
  let isTaken = work.note(update.changes)
  #expect(isTaken)
  let found = work.begin(10, after: live)
  let first = try #require(found)
  let expected = atOnce.content.rows.prefix(10).dropFirst().map(\.id)
  #expect(first.content.rows.map(\.id) == Array(expected))
}

@Test(arguments: [0, 1])
func `few matches are shown before all rows are examined, and none at the end`(
  matches: Int
) throws {
  let (feed, live) = try Feed.begun(seed: 5, 5_000)
  let id = live.content.rows[100].id
  var preview = live.preview({ $0.id == id && matches > 0 }, at: feed.now)
  preview.stretch = 2_048
  var (turns, shown) = (0, [Int]())
  while !preview.isComplete {
    turns += 1
    if preview.advance(height: 20, at: feed.now) { shown.append(turns) }
  }
  #expect(turns > 2 && shown == (matches > 0 ? [2, turns] : [turns]))
  #expect(preview.count == matches)
}

@Test func `merging runs gives the same result as sorting`() {
  let seed = UInt64.random(in: 0..<1_000_000)
  var random = SeededGenerator(seed: seed)
  func precedes(_ left: OrderEntry, _ right: OrderEntry) -> Bool { left.head < right.head }
  for round in 0..<200 {
    var merge = RunMerge(capacity: 0)
    var all: [OrderEntry] = []
    for _ in 0..<Int.random(in: 0..<9, using: &random) {
      let count = Int.random(in: 0..<(round % 4 == 0 ? 150 : 20), using: &random)
      var chunk = (0..<count).map { number in
        OrderEntry(
          words: KeyWords(number: UInt64.random(in: 0..<30, using: &random)),
          place: 0,
          slot: Int32(all.count + number),
          group: 0,
          isShown: true
        )
      }
      // Some come in order, as rows do that were in order before.
      if Bool.random(using: &random) { chunk.sort { ($0.head, $0.slot) < ($1.head, $1.slot) } }
      all += chunk
      merge.append(chunk)
      // Some are sorted together with those that come later.
      if Bool.random(using: &random) { merge.sort(chunk.count, by: precedes) }
    }
    while merge.sortedCount < merge.elements.count {
      merge.sort(Int.random(in: 1..<60, using: &random), by: precedes)
    }
    while !merge.isDone {
      merge.advance(by: Int.random(in: 1..<40, using: &random), precedes: precedes)
    }
    // Equal ones stay in the order in which they came.
    let expected = all.sorted { ($0.head, $0.slot) < ($1.head, $1.slot) }
    #expect(merge.elements.map(\.slot) == expected.map(\.slot), "seed \(seed), round \(round)")
  }
}

@Test(arguments: ["amount", "-office", "group"])
func `rows get new places, and change again, while they are being arranged`(sort: String) throws {
  var (feed, live) = try Feed.begun(seed: 5, 4_000)
  func show(_ rows: [Row]) throws -> FeedUpdate {
    feed.now += .milliseconds(50)
    let lines = rows.map { $0.value.text.withBytes { String(decoding: $0, as: UTF8.self) } }
    let text = "[\(lines.joined(separator: ","))]\n"
    feed.player.receive(feed.decoder.append(Array(text.utf8)), at: feed.now)
    let update = feed.player.advance(to: feed.now)
    return try #require(update)
  }
  let wanted = order(sort)
  var work = Rearrangement(of: live, following: nil, at: feed.now, slices: few) {
    $0.setSort(wanted)
  }
  work.advance(at: feed.now)
  // A tenth of the rows moves, after which all have other places; a few leave, and come back elsewhere.
  let rows = Array(feed.player.rows)
  let (start, end) = (rows.count / 2, rows.count / 2 + rows.count / 10)
  let moved = Array(rows[..<start] + rows[end...] + rows[start..<end])
  let fewer = moved.enumerated().filter { $0.offset % 100 > 1 }.map(\.element)
  let back = fewer + moved.enumerated().filter { $0.offset % 100 <= 1 }.map(\.element)
  for list in [moved, fewer, back] {
    let (update, numbering) = (try show(list), live.rows.numbering)
    _ = live.update(update, isContentEqual: { $0 == $1 })
    let isTaken = work.note(update.changes)
    #expect(isTaken && (live.rows.numbering != numbering || list != moved))
    work.advance(at: feed.now)
  }
  while !work.isDone { work.advance(at: feed.now) }
  let finished = work.finished(after: live)
  live.setSort(wanted)
  #expect(finished.content.rows.map(\.id) == live.content.rows.map(\.id))
}

@Test func `a merge keeps the room for all elements that it was given`() {
  var merge = RunMerge(capacity: 1_000)
  let room = merge.elements.capacity
  let entry = OrderEntry(
    words: KeyWords(number: 1),
    place: 0,
    slot: 0,
    group: 0,
    isShown: true
  )
  for _ in 0..<10 { merge.append(ContiguousArray(repeating: entry, count: 100)) }
  #expect(merge.elements.capacity == room && merge.elements.count == 1_000)
}

@Test func `a different list cannot be adopted while rows are being arranged`() throws {
  let (feed, live) = try Feed.begun(seed: 1, 100)
  var work = Rearrangement(of: live, following: nil, at: feed.now) {
    $0.setSort(.init(column: column("amount"), order: .number, isDescending: false))
  }
  let slot = FeedUpdate.ChangedSlot(number: 1, old: .free)
  let answers = [FeedUpdate.Changes.slots([slot]), .anySlot, .otherList].map { work.note($0) }
  #expect(answers == [true, true, false])
}

extension Arrangement {
  /// Groups by a column; nil removes the grouping.
  mutating func setGrouping(by column: Column?, order: ValueOrder, summing summed: Column?) {
    setGrouping(column.map { Grouping(by: $0, order: order, summing: summed) })
  }
}
