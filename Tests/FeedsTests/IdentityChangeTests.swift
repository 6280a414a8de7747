import FeedIdentity
import FeedSources
@testable import FeedStore
import FeedValues
import TestSupport
import Testing
import Values

private let start = ContinuousClock.now

/// Rows with two unique fields and a version, identified by one of the fields.
private func snapshot(_ rows: [(Int, version: Int)], by field: String, at second: Int) -> FeedItem {
  let text = rows.map { #"{"a":\#($0.0),"b":"x\#(($0.0 * 7) % 100)","v":\#($0.version)}"# }
  var decoder = FeedDecoder(.init(key: .fields([FieldPath(field)])))
  guard
    case .snapshot(let snapshot)? = decoder.append(Array("[\(text.joined(separator: ","))]".utf8))
      .first
  else { preconditionFailure("an array is a snapshot") }
  return .snapshot(
    Snapshot(
      time: FeedTime(nanoseconds: Int64(second) * 1_000_000_000),
      rows: snapshot.rows,
      identity: IdentityRule(.fields([FieldPath(field)]))
    )
  )
}

/// The values of the fields that always tell rows apart.
private func number(_ row: Row) -> String {
  ["source", "a"].map { row.value[FieldPath($0)]?.string ?? "" }.joined(separator: " ")
}

/// Follows a player as a table does, by the identities that it reports.
private struct Follower {
  var rows: [Row] = []

  /// Takes over what the player shows; checks that rows that stay are known by their new identities.
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - between: The lists between what was shown and what is.
  ///   - comment: The place of the check.
  mutating func follow(_ player: inout Player, between: [[Row]] = [], _ comment: Comment) {
    let renamed = player.takeIdentityChange()?.renamed(rows) ?? rows
    #expect(Set(renamed.map(\.id)).count == renamed.count, comment)
    #expect(renamed.map(\.value) == rows.map(\.value), comment)
    let new = Array(player.rows)
    #expect(Set(new.map(\.id)).count == new.count, comment)
    var known: [String: RowID] = [:]
    for row in new { known[number(row)] = row.id }
    for row in renamed where between.allSatisfy({ $0.contains { number($0) == number(row) } }) {
      if let id = known[number(row)] { #expect(row.id == id, comment) }
    }
    rows = new
  }
}

@Test func `a list has the identities of its time, wherever the player goes`() {
  for seed in 0..<60 as Range<UInt64> {
    var random = SeededGenerator(seed: seed)
    var expected: [[Row]] = []
    var player = Player(start: seed.isMultiple(of: 2) ? .liveEdge : .beginning)
    var follower = Follower()
    var now = start
    var position = 0
    for step in 0..<40 {
      if random.next(below: 3) > 0 || expected.isEmpty {
        let numbers = (0..<20).filter { _ in random.next(below: 4) > 0 }
        let rows = numbers.map { ($0, version: random.next(below: 3)) }
        let item = snapshot(rows, by: random.next(below: 3) > 0 ? "a" : "b", at: step)
        if case .snapshot(let snapshot) = item { expected.append(snapshot.rows) }
        player.receive([item], at: now)
        player.reachEnd()
      } else {
        switch random.next(below: 5) {
        case 0: player.returnToLiveEdge()
        case 1: player.togglePause(at: now)
        default: player.step(by: random.next(below: 9) - 4, at: now)
        }
      }
      now += .milliseconds(100)
      let before = position
      guard player.advance(to: now) != nil else { continue }
      let comment: Comment = "seed \(seed), step \(step), position \(player.position)"
      if player.position > 0 {
        #expect(Array(player.rows) == expected[player.position - 1], comment)
      }
      let passed = expected[max(min(before, player.position) - 1, 0)..<max(before, player.position)]
      follower.follow(&player, between: Array(passed), comment)
      position = player.position
    }
  }
}

@Test(arguments: [false, true])
func `the user's key is that of all rows, wherever the player was`(isPaused: Bool) {
  var player = Player(start: .liveEdge)
  var follower = Follower()
  player.receive([snapshot((0..<20).map { ($0, version: 0) }, by: "a", at: 0)], at: start)
  player.reachEnd()
  _ = player.advance(to: start)
  follower.follow(&player, "first")
  if isPaused { player.togglePause(at: start) }
  for second in 1..<5 {
    let rows = (second..<20 + second).map { ($0, version: second) }
    player.receive([snapshot(rows, by: "a", at: second)], at: start)
  }
  if isPaused { player.step(by: 2, at: start) }
  _ = player.advance(to: start)
  follower.follow(&player, "before")
  player.identifyRows(by: .fields([FieldPath("b")]))
  _ = player.advance(to: start)
  follower.follow(&player, "after")
  #expect(player.rows.allSatisfy { $0.id.description == $0.value[FieldPath("b")]?.string })
  #expect(player.rows.count == 20 && player.isAtLiveEdge)
  // No former list can be shown, whose rows had other identities.
  player.step(by: -1, at: start)
  _ = player.advance(to: start)
  #expect(player.rows.count == 20)
  follower.follow(&player, "later")
}

@Test func `another key of one of several sources is one of its rows alone`() {
  for seed in 0..<40 as Range<UInt64> {
    var random = SeededGenerator(seed: seed)
    let names = ["one", "one \"two\"", "3"]
    var merge = FeedMerge(names: names)
    var expected = [[RowID]](repeating: [], count: names.count)
    var player = Player(start: .liveEdge)
    var follower = Follower()
    for step in 0..<30 {
      let source = random.next(below: names.count)
      let numbers = (0..<12).filter { _ in random.next(below: 4) > 0 }
      let rows = numbers.map { ($0, version: random.next(below: 3)) }
      let item = snapshot(rows, by: random.next(below: 2) > 0 ? "a" : "b", at: step)
      guard case .snapshot(let own) = item else {
        preconditionFailure("the item is a snapshot")
      }
      expected[source] = own.rows.map(\.id)
      player.receive(merge.merge([item], from: source), at: start)
      player.reachEnd()
      _ = player.advance(to: start)
      let comment: Comment = "seed \(seed), step \(step)"
      for (name, ids) in zip(names, expected) {
        let shown = player.rows.filter { $0.value[FieldPath("source")]?.string == name }
        #expect(shown.map(\.id.description) == ids.map { "\(name)/\($0)" }, comment)
      }
      follower.follow(&player, comment)
    }
  }
}

@Test(arguments: [
  #"{"n":1,"x":[1, 2]}"#, #""text""#, "[1]", "{}", #"{"value":1,"n":2}"#,
  #"{"value":{"id":1}}"#,
])
func `what a source said of a row is known`(text: String) {
  // The only row of a list is identified by its position, of two by their content.
  var (merge, decoder) = (FeedMerge(names: ["a/b", "c"]), FeedDecoder())
  var (own, list) = (RowList(), RowList())
  for said in ["[\(text)]\n", "[\(text),[]]\n"] {
    for item in decoder.append(Array(said.utf8)) {
      if case .snapshot(let snapshot) = item, let identity = snapshot.identity {
        own.identify(by: identity)
      }
      let before = own.rows.map(\.id)
      own.apply(item)
      let merged = merge.merge([item], from: 0)[0]
      if case .snapshot(let snapshot) = merged, let identity = snapshot.identity {
        list.identify(by: identity)
      }
      #expect(list.rows.map(\.id.description) == before.map { "a/b/\($0)" })
      list.apply(merged)
    }
  }
  #expect(own.rows.count == 2)
}

@Test func `a key that the user chooses is one of each source`() {
  for choice in ["n", "source,n"] {
    var merge = FeedMerge(names: ["a", "b"])
    var decoders = [FeedDecoder(), FeedDecoder()]
    var list = RowList()
    func receive(_ text: String, from source: Int) {
      for item in merge.merge(decoders[source].append(Array(text.utf8)), from: source) {
        list.apply(item)
      }
    }
    receive(#"{"id":1,"n":5} {"id":2,"n":6} "#, from: 0)
    receive(#"{"id":1,"n":5} {"id":2,"n":7} "#, from: 1)
    for source in 0..<2 {
      for item in merge.merge(decoders[source].reachEnd(isWhole: false), from: source) {
        list.apply(item)
      }
    }
    #expect(list.count == 4)
    let own = merge.chooseKey(.fields(choice.split(separator: ",").map { FieldPath(String($0)) }))
    #expect(own == .fields([FieldPath("n")]))
    for source in 0..<2 { decoders[source].chooseKey(own) }
    list.identify(by: IdentityRule(.fields([FieldPath("source"), FieldPath("n")])))
    receive(#"{"id":9,"n":6} "#, from: 0)
    receive(#"[{"id":3,"n":5},{"id":4,"n":8}]"#, from: 1)
    #expect(Set(list.rows.map(\.id.description)) == ["a/5", "a/6", "b/5", "b/8"], "\(choice)")
    // A row that lacks the key is one of its source, too.
    receive(#"{"id":10} "#, from: 0)
    list.identify(by: IdentityRule(.fields([FieldPath("source"), FieldPath("n")])))
    _ = merge.chooseKey(.fields([FieldPath("n")]))
    receive(#"[{"id":3,"n":5}]"#, from: 1)
    #expect(list.rows.count { $0.value[FieldPath("source")]?.string == "a" } == 3, "\(choice)")
    #expect(list.rows.count { $0.value[FieldPath("id")]?.string == "9" } == 1)
  }
}

@Test func `the history of a row goes on before another key`() {
  var player = Player(start: .liveEdge)
  for (second, field) in ["a", "a", "b", "b", "a"].enumerated() {
    let rows = (0..<5).map { ($0, version: second) }
    player.receive([snapshot(rows, by: field, at: second)], at: start)
  }
  player.reachEnd()
  _ = player.advance(to: start)
  guard let row = player.rows.first(where: { $0.value[FieldPath("a")]?.string == "3" }) else {
    preconditionFailure("the row is in the list")
  }
  let history = player.history(of: row.id)
  #expect(history.changes.map { $0.new.map(number) } == Array(repeating: number(row), count: 5))
  #expect(history.changes.map(\.number) == [5, 4, 3, 2, 1])
}

@Test(arguments: [KeyRule.fields([FieldPath("name")]), .content])
func `members that were added to rows identify nothing`(rule: KeyRule) throws {
  func rows(_ texts: [String]) -> [Row] {
    let values = texts.map { JSONValue(ByteSlice(copying: $0.utf8)) }
    return KeyRule.rows(of: values, by: .position).rows
  }
  let given = rows([#"{"name":"a","n":1}"#, #"{"name":"a","n":2}"#, #"{"n":3}"#])
  let added = rows([
    #"{"n*2":2,"name":"a","n":1}"#, #"{"n*2":4,"name":"a","n":2}"#, #"{"n*2":6,"n":3}"#,
  ])
  var list = RowList()
  for row in added { list.place(row, atEnd: true) }
  list.identify(by: IdentityRule(rule).ignoring(["n*2"]))
  #expect(list.rows.map(\.id) == rule.identified(given).map(\.id))
  #expect(list.rows.map(\.value) == added.map(\.value))
}
