import Testing

@testable import FeedSources
@testable import FeedStore
@testable import FeedValues

@Test func `applying any changes yields the list they describe`() {
  let seed = UInt64.random(in: 1...UInt64.max)
  var state = seed
  func random(_ below: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(below))
  }
  func items(_ text: String, _ decoder: inout FeedDecoder) -> [FeedItem] {
    decoder.append(Array(text.utf8))
  }
  for capacity in [7, 100, Int.max] {
    var list = RowList(limit: RowLimit(rows: capacity))
    var decoder = FeedDecoder(key: [FieldPath("id")])
    // The oracle: keys with their values, the oldest first.
    var oracle: [(id: Int, value: Int)] = []
    for step in 0..<4_000 {
      let id = random(150)
      let text: String
      switch random(40) {
      case 0:
        let ids = (0..<200).filter { _ in random(3) == 0 }
        text = "[\(ids.map { #"{"id":\#($0),"v":\#(step)}"# }.joined(separator: ","))]"
        oracle = ids.reversed().map { ($0, step) }
      case 1..<15:
        text = #"{"at":1,"op":"delete","id":\#(id)}"#
        oracle.removeAll { $0.id == id }
      default:
        text = #"{"id":\#(id),"v":\#(step)}"#
        if let offset = oracle.firstIndex(where: { $0.id == id }) {
          oracle[offset].value = step
        } else {
          oracle.append((id, step))
          if oracle.count > capacity { oracle.removeFirst() }
        }
      }
      for item in items(text, &decoder) { list.apply(item) }
      let place = "seed \(seed), step \(step)"
      #expect(list.count == oracle.count, "\(place)")
      let old = oracle.first { $0.id == id }?.value
      let key = items(#"{"id":\#(id)}"#, &decoder)
      guard case .upsert(let row, _)? = key.first else { continue }
      #expect(list[row.id]?.value.member("v")?.string == old.map(String.init), "\(place)")
      guard step.isMultiple(of: 50) else { continue }
      let rows = list.rows.map { "\($0.id) \($0.value.member("v")?.string ?? "")" }
      #expect(rows == oracle.reversed().map { "\($0.id) \($0.value)" }, "\(place)")
    }
  }
}

@Test func `rows that stay do not keep deleted rows of their batch in memory`() {
  var list = RowList()
  var decoder = FeedDecoder(key: [FieldPath("id")])
  let filling = String(repeating: "x", count: 1_000)
  // One row of each chunk stays.
  for chunk in 0..<400 {
    let lines = ([chunk] + (1..<100).map { _ in 1_000 }).map {
      #"{"id":\#($0),"text":"\#(filling)"}"#
    }
    for item in decoder.append(Array((lines.joined(separator: "\n") + "\n").utf8)) {
      list.apply(item)
    }
  }
  var stores: [UInt: Int] = [:]
  for row in list.rows {
    let store = row.value.text.store
    store.withBytes { stores[UInt(bitPattern: $0.baseAddress)] = $0.count }
  }
  #expect(list.count == 401)
  #expect(stores.values.reduce(0, +) < 12 << 20)
}

@Test func `a long list is repacked a part at a time until no row is where it arrived`() {
  let (count, text) = (60_000, String(repeating: "x", count: 400))
  var decoder = FeedDecoder(key: [FieldPath("id")])
  func items(_ ids: Range<Int>, _ text: String) -> [FeedItem] {
    decoder.append(Array(ids.map { "{\"id\":\($0),\"text\":\"\(text)\"}\n" }.joined().utf8))
  }
  var list = RowList()
  for item in items(0..<count, text) { list.apply(item) }
  func unpacked() -> Int { list.rows.count { $0.value.text.store.count > 1 << 18 } }
  #expect(unpacked() == count)
  var (parts, before) = (0, 0)
  for item in items(0..<50_000, "") {
    guard case .upsert(let row, let time) = item else { continue }
    let isBegun = list.unpacked != nil
    if isBegun, parts.isMultiple(of: 64) { before = unpacked() }
    list.apply(.delete(row.id, at: time))
    guard isBegun else { continue }
    // Of 26 MB, no more than a quarter of a megabyte at a time.
    if parts.isMultiple(of: 64) { #expect(before - unpacked() < 1_000) }
    parts += 1
  }
  #expect(parts > 10_000 && list.unpacked == nil)
  #expect(unpacked() == 0 && list.count == 10_000)
  #expect(Set(list.rows.map(\.id)).count == 10_000)
  #expect(list.rows.allSatisfy { $0.value.member("text")?.string == text })
}
