import Testing

@testable import Feeds

extension Player {
  /// Advances and tells whether there is news, in a form that can stand in an expectation.
  fileprivate static func advance(
    _ player: inout Player,
    to instant: ContinuousClock.Instant
  ) -> Bool {
    player.advance(to: instant)
  }
}

private let start = ContinuousClock().now

/// One-row snapshots that say when they were taken.
private func snapshots(at times: [Double?]) -> [FeedItem] {
  times.enumerated().map { number, time in
    .snapshot(
      Snapshot(time: time.map { FeedTime(nanoseconds: Int64($0 * 1e9)) }, rows: [row(number)])
    )
  }
}

private func row(_ number: Int, _ content: Int = 0) -> Row {
  rows([(number, content)])[0]
}

private func rows(_ numbers: [(Int, Int)]) -> [Row] {
  var decoder = FeedDecoder()
  let text = numbers.map { "{\"id\":\($0),\"n\":\($1)}" }.joined(separator: ",")
  guard case .snapshot(let snapshot)? = decoder.append(Array("[\(text)]".utf8)).first
  else { preconditionFailure("an array is a snapshot") }
  return snapshot.rows
}

/// Lets the player run and tells when each position came, in milliseconds from the start.
private func film(
  _ player: inout Player,
  from instant: ContinuousClock.Instant = start
)
  -> [Int: Int]
{
  var film: [Int: Int] = [:]
  var now = instant
  if player.advance(to: now) { film[player.position] = milliseconds(now) }
  while let next = player.nextInstant {
    now = next
    if player.advance(to: now) { film[player.position] = milliseconds(now) }
  }
  return film
}

private func milliseconds(_ instant: ContinuousClock.Instant) -> Int {
  Int((start.duration(to: instant) / .milliseconds(1)).rounded())
}

@Test func `a recording plays at its pace, long gaps shortened`() {
  var player = Player()
  player.receive(snapshots(at: [100, 100.5, 101.5, 500, 499]), at: start)
  player.reachEnd()
  #expect(film(&player) == [1: 0, 2: 500, 3: 1_500, 5: 3_500])
  #expect(player.isAtLiveEdge)
  #expect(player.nextInstant == nil)
}

@Test func `speed divides the gaps`() {
  var player = Player(speed: 10)
  player.receive(snapshots(at: [0, 1, 1_000, nil]), at: start)
  player.reachEnd()
  #expect(film(&player) == [1: 0, 2: 100, 3: 300, 4: 400])
}

@Test func `what is appended after the end of a recording is shown at once`() {
  var player = Player()
  player.receive(snapshots(at: [0, 1]), at: start)
  player.reachEnd()
  _ = film(&player)
  player.receive(snapshots(at: [2]), at: start + .seconds(60))
  #expect(player.nextInstant == nil)
  #expect(Player.advance(&player, to: start + .seconds(60)))
  #expect(player.position == 3)
}

@Test func `single events are shown at once`() {
  var player = Player()
  player.receive([.upsert(row(1), at: nil), .upsert(row(2), at: nil)], at: start)
  #expect(player.isAtLiveEdge)
  #expect(Player.advance(&player, to: start))
  #expect(player.rows.map(\.id.description) == ["2", "1"])
  #expect(!Player.advance(&player, to: start))
}

@Test func `a paused recording goes on where it was`() {
  var player = Player()
  player.receive(snapshots(at: [0, 1, 2]), at: start)
  player.reachEnd()
  #expect(Player.advance(&player, to: start))
  player.togglePause(at: start + .milliseconds(400))
  #expect(player.nextInstant == nil)
  #expect(!Player.advance(&player, to: start + .seconds(30)))
  #expect(player.behind == 2)
  player.togglePause(at: start + .seconds(30))
  #expect(player.nextInstant.map(milliseconds) == 30_600)
}

@Test func `at the live edge a pause holds the screen while the feed goes on`() {
  var player = Player(start: .liveEdge)
  player.receive(snapshots(at: [0]), at: start)
  #expect(Player.advance(&player, to: start))
  player.togglePause(at: start)
  player.receive(snapshots(at: [1, 2]), at: start + .seconds(1))
  #expect(!Player.advance(&player, to: start + .seconds(1)))
  #expect(player.behind == 2)
  player.togglePause(at: start + .seconds(2))
  #expect(Player.advance(&player, to: start + .seconds(2)))
  #expect(player.behind == 0)
  #expect(player.position == 3)
}

/// The texts of rows, which hold all that rows say.
private func texts(_ rows: [Row]) -> [String] {
  rows.map { "\($0.id)=\($0.value.member("n")?.string ?? "")" }
}

@Test func `every step goes back to exactly the list that was there`() {
  for seed in 0..<40 {
    var state = UInt64(seed)
    func random(_ below: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(below))
    }
    var player = Player(start: .liveEdge)
    // The model: the list after each item, as plain arrays.
    var lists: [[(Int, Int)]] = [[]]
    var now = start
    for _ in 0..<60 {
      var list = lists[lists.count - 1]
      let item: FeedItem
      switch random(4) {
      case 0:
        var numbers = Array(0..<12).filter { _ in random(3) > 0 }
        for offset in numbers.indices.reversed() where random(3) == 0 {
          numbers.swapAt(offset, random(offset + 1))
        }
        list = numbers.map { number in (number, random(2)) }
        item = .snapshot(Snapshot(rows: rows(list)))
      case 1:
        let number = random(12)
        list.removeAll { $0.0 == number }
        item = .delete(row(number).id, at: nil)
      default:
        let (number, content) = (random(12), random(3))
        if let offset = list.firstIndex(where: { $0.0 == number }) {
          list[offset].1 = content
        } else {
          list.insert((number, content), at: 0)
        }
        item = .upsert(row(number, content), at: nil)
      }
      lists.append(list)
      now += .seconds(1)
      player.receive([item], at: now)
      _ = Player.advance(&player, to: now)
      #expect(texts(player.rows) == list.map { "\($0)=\($1)" }, "seed \(seed)")
    }
    for _ in 0..<80 {
      player.step(by: random(21) - 10, at: now)
      #expect(
        texts(player.rows) == lists[player.position].map { "\($0)=\($1)" },
        "seed \(seed), position \(player.position)"
      )
    }
    player.returnToLiveEdge()
    #expect(texts(player.rows) == lists[60].map { "\($0)=\($1)" })
    #expect(player.isAtLiveEdge && !player.isPaused)
  }
}

@Test func `a step back holds the position while the feed goes on`() {
  var player = Player()
  player.receive(snapshots(at: [0, 1, 2]), at: start)
  player.reachEnd()
  _ = film(&player)
  player.step(by: -1, at: start + .seconds(9))
  #expect(player.isPaused && player.position == 2 && player.behind == 1)
  #expect(Player.advance(&player, to: start + .seconds(9)))
  player.receive(snapshots(at: [3]), at: start + .seconds(10))
  #expect(!Player.advance(&player, to: start + .seconds(10)))
  #expect(player.behind == 2)
  // Playing goes on at the recorded pace, and joins the live edge.
  player.togglePause(at: start + .seconds(20))
  #expect(film(&player, from: start + .seconds(20)) == [3: 21_000, 4: 22_000])
  #expect(player.isAtLiveEdge)
}

@Test func `stepping stops at both ends`() {
  var player = Player(start: .liveEdge)
  player.receive(snapshots(at: [0, 1, 2]), at: start)
  player.step(by: -10, at: start)
  #expect(player.position == 0 && player.rows.isEmpty)
  player.step(by: 10, at: start)
  #expect(player.position == 3)
}

@Test func `what has passed is kept within its bound, and the oldest goes first`() {
  var player = Player(start: .liveEdge, historyCapacity: 20_000)
  for number in 0..<2_000 {
    player.receive([.upsert(row(number % 50, number), at: nil)], at: start)
  }
  #expect(player.forgotten > 1_000 && player.forgotten < 2_000)
  player.step(by: -5_000, at: start)
  #expect(player.position == player.forgotten)
  #expect(player.rows.count == 50)
}

@Test func `a source that is ahead of the player is not read further than the bound`() {
  var player = Player(start: .beginning, historyCapacity: 20_000)
  var taken = 0
  while player.wantsMore {
    player.receive(snapshots(at: [Double(taken)]), at: start)
    taken += 1
  }
  #expect(taken > 10 && taken < 1_000)
  player.reachEnd()
  _ = film(&player)
  #expect(player.wantsMore && player.position == taken)
}

@Test func `a row that stays does not keep all that came with it`() throws {
  var player = Player(start: .liveEdge)
  var decoder = FeedDecoder()
  player.receive(decoder.append(Array("{\"id\":0}\n".utf8)), at: start)
  player.reachEnd()
  let chunk = (1...1_000).map { "{\"id\":\($0),\"text\":\"some text\"}\n" }.joined()
  player.receive(decoder.append(Array(chunk.utf8)), at: start)
  #expect(player.rows.count == 1_001)
  for row in player.rows.dropLast() {
    #expect(row.value.text.store.bytes.count == row.value.text.count)
    #expect(row.id.key.store === row.value.text.store)
  }
}
