import Feeds
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
    // What changed meanwhile was taken already.
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
  // What comes afterwards finds its place.
  let next = feed.receive(300)
  let update = try #require(next)
  var (sliced, atOnce) = (finished, live)
  _ = sliced.update(update, isContentEqual: { $0 == $1 })
  _ = atOnce.update(update, isContentEqual: { $0 == $1 })
  #expect(sliced.content.rows.map(\.id) == atOnce.content.rows.map(\.id))
  #expect(details(sliced) == details(atOnce))
}

/// Such values are no part of a row's text: they are made while it is read.
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
    let keys = KeptKeys(of: live.rows, at: feed.now)
    var work = Rearrangement(
      of: live,
      following: nil,
      knowing: keys,
      at: feed.now,
      slices: few,
      change
    )
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

extension KeptKeys {
  /// The keys of the feed's columns.
  fileprivate init(of rows: FeedRows, at instant: ContinuousClock.Instant) {
    let columns = ["id", "amount", "group", "office"].map { column($0) }
    func order(of column: Column) -> ValueOrder {
      ["group", "office"].map { FieldPath($0) }.contains(column.path) ? .text : .number
    }
    self.init(
      of: rows,
      in: columns,
      at: instant,
      order: order,
      grouping: { Grouping(by: $0, order: order(of: $0), summing: columns[1]) }
    )
  }
}

@Test(arguments: 1...8 as ClosedRange<UInt64>)
func `the first rows of another order, or those around one, are known before the others`(
  seed: UInt64
) throws {
  var (feed, live) = try Feed.begun(seed: seed, 5_000)
  var keys = KeptKeys(of: live.rows, at: feed.now)
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
      _ = live.display()
      let net = live.netChanges(update)
      _ = live.update(update, isContentEqual: { $0 == $1 })
      let isKept = keys.follow(update, net)
      #expect(isKept)
    }
    while keys.nextInstant != nil { keys.advance(live.rows, at: feed.now) }
    var work = Rearrangement(of: live, following: nil, at: feed.now, slices: few, change)
    let count = Int.random(in: 1...80, using: &feed.random)
    let rows = live.arrangedRows
    let pivot =
      Bool.random(using: &feed.random) || rows.count == 0
      ? nil : rows.slot(at: Int.random(in: 0..<rows.count, using: &feed.random))
    let first = work.firstRows(count, around: pivot, knowing: keys, after: live) { _ in false }
    // A selected row is among them without a change of the others on the screen.
    let selected = rows.count == 0 ? nil : rows.slot(at: rows.count / 3)
    let withSelected = work.firstRows(
      count,
      around: pivot,
      with: selected,
      knowing: keys,
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
    } else if let sections = first.content.sections {
      // Of each group the first rows.
      var (offset, start) = (0, 0)
      for (section, whole) in zip(sections, live.content.sections ?? []) {
        #expect(section.id == whole.id, place)
        let rows = ids[offset..<offset + section.count]
        #expect(Array(rows) == Array(all[start...].prefix(section.count)), place)
        (offset, start) = (offset + section.count, start + whole.count)
      }
      #expect(ids.count + sections.count >= min(count, all.count), place)
    } else if let pivot {
      around += 1
      let id = try #require(live.rows.slot(pivot).row?.id, place)
      let index = try #require(all.firstIndex(of: id), place)
      #expect(ids == Array(all[max(0, index - count)..<min(all.count, index + count + 1)]), place)
    } else {
      #expect(ids == Array(all.prefix(count)), place)
    }
  }
  #expect(known > 0 && around > 0, "seed \(seed)")
}

@Test(arguments: 1...6 as ClosedRange<UInt64>)
func `the first groups are known before the others, with what their headers say`(
  seed: UInt64
) throws {
  var (feed, live) = try Feed.begun(seed: seed, 5_000)
  var keys = KeptKeys(of: live.rows, at: feed.now)
  for step in 0..<12 {
    let place: Comment = "seed \(seed), step \(step)"
    // Some rows change before they were read, and some after.
    for _ in 0..<Int.random(in: 0..<9, using: &feed.random) {
      keys.advance(live.rows, at: feed.now)
      guard let update = feed.receive(20) else { continue }
      _ = live.display()
      let net = live.netChanges(update)
      _ = live.update(update, isContentEqual: { $0 == $1 })
      let isKept = keys.follow(update, net)
      #expect(isKept)
    }
    while keys.nextInstant != nil { keys.advance(live.rows, at: feed.now) }
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
    var work = Rearrangement(of: live, following: nil, knowing: keys, at: feed.now, slices: few) {
      let order: ValueOrder = grouped == "group" ? .text : .number
      $0.setGrouping(by: column(grouped), order: order, summing: column("amount"))
    }
    let count = Int.random(in: 1...80, using: &feed.random)
    let collapsed = SectionID("\(grouped)=\(["a", "b", "0", "49"][step % 4])")
    let first = work.firstRows(count, knowing: keys, after: live) { $0 == collapsed }
    while !work.isDone { work.advance(at: feed.now) }
    live = work.finished(after: live)

    let beginning = try #require(first, place)
    let (sections, all) = try (
      #require(beginning.content.sections), #require(live.content.sections)
    )
    #expect(sections.map(\.id) == all.prefix(sections.count).map(\.id), place)
    var (lines, offset, start) = (0, 0, 0)
    for (section, whole) in zip(sections, all) {
      let rows = beginning.content.rows[offset..<offset + section.count].map(\.id)
      #expect(rows == live.content.rows[start...].prefix(section.count).map(\.id), place)
      let summary = try #require(beginning.groups[section.id], place)
      let expected = try #require(live.summary(ofGroup: section.id), place)
      #expect(summary.details == expected.details && summary.value == expected.value, place)
      #expect(summary.sample == expected.sample, place)
      lines += section.id == collapsed ? 1 : 1 + section.count
      (offset, start) = (offset + section.count, start + whole.count)
    }
    let most = all.reduce(0) { $0 + 1 + ($1.id == collapsed ? 0 : $1.count) }
    #expect(lines >= min(count, most), place)
  }
}

/// Expects that groups, of which some rows may be missing at both ends, are those of all rows.
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
func `groups that are not kept, because they are many or rows are left out, are read at once`(
  row: Int?,
  isFiltered: Bool
) throws {
  var (feed, live) = try Feed.begun(seed: 3, 5_000)
  var keys = KeptKeys(of: live.rows, at: feed.now)
  while keys.nextInstant != nil { keys.advance(live.rows, at: feed.now) }
  if isFiltered { live.setFilter { $0.value.member("group")?.string != "b" } }
  for (name, isSorted) in [("id", false), ("amount", false), ("group", true), ("amount", true)] {
    let place: Comment = "\(name), \(isSorted)"
    if isSorted {
      live.setSort(.init(column: column("office"), order: .text, isDescending: true))
    }
    let rows = live.arrangedRows
    let pivot = row.map { rows.slot(at: $0 % rows.count) }
    var work = Rearrangement(of: live, following: nil, knowing: keys, at: feed.now, slices: few) {
      let order: ValueOrder = name == "group" ? .text : .number
      $0.setGrouping(by: column(name), order: order, summing: column("amount"))
    }
    let found = work.firstRows(10, around: pivot, knowing: keys, after: live) { _ in false }
    while !work.isDone { work.advance(at: feed.now) }
    let result = work.finished(after: live)
    let beginning = try #require(found, place)
    let (ids, all) = (beginning.content.rows.map(\.id), result.content.rows.map(\.id))
    let index = try pivot.map { slot in
      try #require(all.firstIndex { $0 == result.rows.slot(slot).row?.id }, place)
    }
    if let index {
      #expect(ids == Array(all[max(0, index - 10)..<min(all.count, index + 11)]), place)
    } else if name == "id" {
      #expect(ids == Array(all.prefix(10)), place)
    }
    try expectGroups(of: beginning, try #require(beginning.content.sections), in: result, place)
  }
  // Nothing is known of other columns.
  let other = Rearrangement(of: live, following: nil, knowing: keys, at: feed.now, slices: few) {
    $0.setGrouping(by: column("name"), order: .text, summing: nil)
  }
  #expect(other.firstRows(10, knowing: keys, after: live) { _ in false } == nil)
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

@Test func `keys are read again if it is unknown which rows changed`() throws {
  var feed = Feed(random: SeededGenerator(seed: 1))
  let first = feed.receive(100)
  let update = try #require(first)
  var keys = KeptKeys(of: update.rows, at: feed.now)
  let paths = ["id", "amount", "group", "office"].map { FieldPath($0) }
  #expect(keys.keep(paths, first: nil, isIdle: false))
  #expect(!keys.keep(paths, first: nil, isIdle: true))
  #expect(!keys.keep([FieldPath("amount"), FieldPath("name")], first: nil, isIdle: false))
  while keys.nextInstant != nil { keys.advance(update.rows, at: feed.now) }
  let known = NetChanges(changes: [])
  let slot = FeedUpdate.ChangedSlot(number: 1, old: .free)
  let answers = [
    (.slots([slot]), known), (.slots([slot]), nil), (.anySlot, known), (.otherList, known),
  ].map { (changes: FeedUpdate.Changes, net: NetChanges?) in
    keys.follow(FeedUpdate(rows: update.rows, changes: changes), net)
  }
  #expect(answers == [true, false, false, false])
  #expect(keys.nextInstant != nil)
}

@Test(arguments: 0...8)
func `rows that come while keys are read, or prepared for, have keys in all columns`(
  turns: Int
) throws {
  var (feed, live) = try Feed.begun(seed: 3, 3_000)
  var keys = KeptKeys(of: live.rows, at: feed.now)
  for turn in 0..<12 {
    if turn <= turns, let update = feed.receive(100) {
      _ = live.display()
      let net = live.netChanges(update)
      _ = live.update(update, isContentEqual: { $0 == $1 })
      let isFollowed = keys.follow(update, net)
      #expect(isFollowed)
    }
    if turn.isMultiple(of: 2) { keys.catchUp(live.rows) }
    keys.advance(live.rows, at: feed.now)
  }
  while keys.nextInstant != nil { keys.advance(live.rows, at: feed.now) }
  for (name, order) in [("id", .number), ("amount", .number), ("office", .text)]
    as [(_, ValueOrder)]
  {
    var rule = OrderRule()
    rule.setSort(.init(column: column(name), order: order, isDescending: false))
    rule.chooseStem(for: live.rows)
    let codes = try #require(keys.codes(by: rule).map { Array($0) }, "\(name)")
    let slots = (0..<live.rows.slotCount).compactMap { slot in
      live.rows.slot(Int32(slot)).row.map {
        (key: order.key(of: $0, in: column(name)), code: codes[slot])
      }
    }
    #expect(slots.count > 1_000 && !slots.contains { $0.code == KeyCoder.free }, "\(name)")
    let inOrder = slots.sorted { $0.key.precedes($1.key) }.map(\.code)
    #expect(inOrder == inOrder.sorted(), "\(name)")
  }
}

@Test(arguments: [1, 2, 119, 120, 121, 127, 128, 200, 239, 240, 255, 256, 380, 1_919, 2_030, 2_048])
func `codes of keys are in their order, however many rows have a value`(count: Int) {
  var random = SeededGenerator(seed: UInt64(count))
  var decoder = FeedDecoder(key: [FieldPath("id")])
  var list = RowList()
  var values: [Int: Int] = [:]
  var text = ""
  for id in (0..<2_048).shuffled(using: &random) {
    let value = Int.random(in: 0..<1_000_000, using: &random)
    if id < count { values[id] = value }
    text += id < count ? #"{"id":\#(id),"v":\#(value)}"# + "\n" : #"{"id":\#(id)}"# + "\n"
  }
  for item in decoder.append(Array(text.utf8)) { list.apply(item) }
  var rule = OrderRule()
  rule.setSort(.init(column: column("v"), order: .number, isDescending: false))
  let coder = KeyCoder(rule, of: list.rows)
  let reader = AmountReader([column("v")])
  var codes: [(value: Int?, code: UInt8)] = []
  for row in list.rows {
    let id = Int(row.id.description) ?? -1
    let code = reader.withValues(of: row) { coder.code(of: reader.amount(0, $0)) }
    codes.append((values[id], code))
  }
  let ordered = codes.sorted { $0.value ?? .max < $1.value ?? .max }
  for isDescending in [false, true] {
    let places = ordered.map { KeyCoder.position(of: $0.code, isDescending: isDescending) }
    #expect(places.allSatisfy { (0..<KeyCoder.positions).contains($0) })
    let known = Array(places.prefix(count))
    #expect(known == (isDescending ? known.sorted(by: >) : known.sorted()))
    #expect(places.dropFirst(count).allSatisfy { $0 == KeyCoder.positions - 1 })
    #expect(known.allSatisfy { $0 < KeyCoder.positions - 1 })
  }
  for (first, second) in zip(ordered, ordered.dropFirst()) where first.value != second.value {
    // Only of one key are all rows that have an odd code.
    #expect(first.code != second.code || first.code.isMultiple(of: 2))
  }
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
      merge.append(chunk, by: precedes)
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
  for _ in 0..<10 { merge.append(ContiguousArray(repeating: entry, count: 100)) { _, _ in false } }
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
