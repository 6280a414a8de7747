import Testing

@testable import FeedSources
@testable import FeedStore
@testable import FeedValues

/// A feed of snapshots, single rows and deletions over some identities, by chance.
private struct FeedMaker {
  var state: UInt64
  var decoder = FeedDecoder(key: [FieldPath("id")])

  mutating func random(_ below: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(below))
  }

  mutating func items() -> [FeedItem] {
    let text: String
    switch random(12) {
    case 0:
      // Another list in another order, or almost the same.
      let ids = (0..<40).filter { _ in random(5) > 0 }
      let order =
        random(2) == 0 ? ids : ids.map { ($0, random(1_000)) }.sorted { $0.1 < $1.1 }.map(\.0)
      text = "[\(order.map { #"{"id":\#($0),"n":\#(random(3))}"# }.joined(separator: ","))]"
    case 1...4: text = #"{"at":1,"op":"delete","id":\#(random(60))}"#
    default: text = #"{"id":\#(random(60)),"n":\#(random(3))}"#
    }
    return decoder.append(Array(text.utf8))
  }
}

/// Whether places grow along the rows.
private func isOrdered(_ rows: FeedRows) -> Bool {
  var places: [Int64] = []
  rows.forEachSlot(in: 0..<rows.count) { places.append(rows.slot($0).place) }
  return zip(places, places.dropFirst()).allSatisfy(<)
    && places.enumerated().allSatisfy { rows.offset(ofPlace: $1) == $0 }
}

@Test(arguments: 1...12 as ClosedRange<UInt64>)
func `an update names all slots whose content changed, wherever the user steps`(seed: UInt64) {
  var feed = FeedMaker(state: seed)
  var player = Player(start: .liveEdge, limit: seed % 2 == 0 ? RowLimit(rows: 35) : .none)
  var now = ContinuousClock().now
  var before = FeedRows()
  var kept: [(rows: FeedRows, texts: [String])] = []
  for step in 0..<800 {
    now += .milliseconds(100)
    let place = "seed \(seed), step \(step)"
    switch feed.random(14) {
    case 0: player.togglePause(at: now)
    case 1: player.step(by: -feed.random(20), at: now)
    case 2: player.step(by: feed.random(20), at: now)
    case 3: player.returnToLiveEdge()
    default:
      for _ in 0...feed.random(4) { player.receive(feed.items(), at: now) }
    }
    guard let update = player.advance(to: now) else { continue }
    let after = update.rows
    #expect(after.elementsEqual(player.rows), "\(place)")
    #expect(isOrdered(after), "\(place)")
    if case .slots(let slots) = update.changes {
      // The content of a slot before the first of its changes is that before all of them.
      var named: Set<Int32> = []
      for changed in slots where named.insert(changed.number).inserted {
        let old = before.slot(changed.number)
        #expect(changed.old.row == old.row, "\(place)")
        if old.row != nil { #expect(changed.old.place == old.place, "\(place)") }
      }
      for slot in 0..<Int32(max(before.slotCount, after.slotCount)) where !named.contains(slot) {
        #expect(before.slot(slot).row == after.slot(slot).row, "\(place)")
        if after.slot(slot).row != nil, before.numbering == after.numbering {
          #expect(before.slot(slot).place == after.slot(slot).place, "\(place)")
        }
      }
    }
    before = after
    if step % 100 == 0 { kept.append((after, after.map { "\($0.id) \($0.value.string)" })) }
  }
  // A list that somebody holds stays as it was.
  for (rows, texts) in kept { #expect(rows.map { "\($0.id) \($0.value.string)" } == texts) }
}

@Test func `rows inserted repeatedly at the same position never run out of places`() {
  var list = RowList()
  var decoder = FeedDecoder(key: [FieldPath("id")])
  func row(_ id: Int) -> Row? {
    guard case .upsert(let row, _)? = decoder.append(Array("{\"id\":\(id)}".utf8)).first else {
      return nil
    }
    return row
  }
  for id in 0..<3 { if let row = row(id) { list.place(row, atEnd: false) } }
  let last = list.rows[2].id
  var expected = list.rows.map(\.id.description)
  for id in 10..<400 {
    guard let row = row(id) else { continue }
    list.insert(row, inFrontOf: last)
    expected.insert("\(id)", at: expected.count - 1)
  }
  #expect(list.rows.map(\.id.description) == expected)
  #expect(isOrdered(list.rows))
}

@Test func `slots are not named one by one where many have changed`() {
  var feed = FeedDecoder(key: [FieldPath("id")])
  var list = RowList()
  /// The number of slots that are named once some rows have come; nil for any of them.
  func named(_ ids: Range<Int>) -> Int? {
    let text = ids.map { #"{"id":\#($0)}"# }.joined(separator: "\n")
    for item in feed.append(Array("\(text)\n".utf8)) { list.apply(item) }
    guard case .slots(let slots) = list.takeChanges() else { return nil }
    return slots.count
  }
  let counts = [0..<20_000, 20_000..<20_100, 20_100..<27_000, 27_000..<40_000].map(named)
  #expect(counts == [nil, 100, 6_900, nil])
}

@Test func `a slot whose row makes room for another is named once, with that row`() throws {
  var feed = FeedDecoder(key: [FieldPath("id")])
  var list = RowList(limit: RowLimit(rows: 50))
  func take(_ text: String) -> [FeedUpdate.ChangedSlot] {
    for item in feed.append(Array("\(text)\n".utf8)) { list.apply(item) }
    guard case .slots(let slots) = list.takeChanges() else { return [] }
    return slots
  }
  _ = take((0..<50).map { #"{"id":\#($0)}"# }.joined(separator: "\n"))
  // The last of them comes and goes within the batch.
  let slots = take((50..<101).map { #"{"id":\#($0)}"# }.joined(separator: "\n"))
  let named = Dictionary(grouping: slots, by: \.number).mapValues { $0.map { $0.old.row } }
  #expect(named.count == 51 && named.values.allSatisfy { $0.count <= 2 })
  let first = named.values.compactMap { $0[0]?.id.description }
  #expect(Set(first) == Set((0..<50).map(String.init)))
  // A slot that was freed in an earlier batch is empty when it is taken again.
  let freed = try #require(list.rows.last)
  list.apply(.delete(freed.id, at: nil))
  _ = list.takeChanges()
  #expect(take(#"{"id":101}"#).map { $0.old.row == nil } == [true])
}
