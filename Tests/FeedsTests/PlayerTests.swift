import Testing
import Values

@testable import FeedSources
@testable import FeedStore
@testable import FeedValues

extension Player {
  /// Advances and tells whether there is news, in a form that can stand in an expectation.
  fileprivate static func advance(
    _ player: inout Player,
    to instant: ContinuousClock.Instant
  ) -> Bool {
    player.advance(to: instant) != nil
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
  if player.advance(to: now) != nil { film[player.position] = milliseconds(now) }
  while let next = player.nextInstant {
    now = next
    if player.advance(to: now) != nil { film[player.position] = milliseconds(now) }
  }
  return film
}

private func milliseconds(_ instant: ContinuousClock.Instant) -> Int {
  Int((start.duration(to: instant) / .milliseconds(1)).rounded())
}

@Test func `a recording plays at its original speed, with long gaps shortened`() {
  var player = Player()
  player.receive(snapshots(at: [100, 100.5, 101.5, 500, 499]), at: start)
  player.reachEnd()
  #expect(film(&player) == [1: 0, 2: 500, 3: 1_500, 5: 3_500])
  #expect(player.isAtLiveEdge)
  #expect(player.nextInstant == nil)
}

@Test func `the beginning of a long list is no recording, and rows continue it at the live edge`() {
  for isBeginning in [false, true] {
    var player = Player()
    var beginning = Snapshot(rows: rows([(1, 0), (2, 0)]))
    beginning.isBeginning = isBeginning
    player.receive([.snapshot(beginning)], at: start)
    #expect(Player.advance(&player, to: start))
    player.receive([.append(row(3), at: nil), .append(row(4), at: nil)], at: start)
    player.reachEnd()
    _ = player.advance(to: start)
    #expect(player.rows.map(\.id.description) == ["1", "2", "3", "4"])
    #expect(player.isAtEndOfRecording == !isBeginning)
  }
}

@Test func `speed divides the gaps`() {
  var player = Player(speed: 10)
  player.receive(snapshots(at: [0, 1, 1_000, nil]), at: start)
  player.reachEnd()
  #expect(film(&player) == [1: 0, 2: 100, 3: 300, 4: 400])
}

@Test func `a speed beyond the range of clocks is a very low one`() {
  for speed in [Double.leastNonzeroMagnitude, 1e-300, 1e300] {
    var player = Player(speed: speed)
    player.receive(snapshots(at: [0, 1]), at: start)
    player.reachEnd()
    #expect(Player.advance(&player, to: start))
    #expect(player.position == (speed < 1 ? 1 : 2))
    #expect(player.nextInstant.map { $0 > start + .seconds(1e8) } == (speed < 1 ? true : nil))
  }
}

@Test func `items appended after the end of a recording are shown at once`() {
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

@Test func `a paused recording continues where it was`() {
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

@Test func `at the live edge, pausing freezes the screen while the feed continues`() {
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

@Test func `a step that takes several turns passes the first list that can be shown`() {
  var player = Player()
  player.receive(snapshots(at: [0, 1, 2, 3]), at: start)
  player.changesPerTurn = 1
  #expect((player.position, player.earliest) == (0, 1))
  player.step(by: 4, at: start)
  while player.isMoving { _ = Player.advance(&player, to: start) }
  #expect(player.position == 4)
}

@Test(arguments: [5, 20])
func `the way back to the live edge of a long list takes several turns, even if all of it changed`(
  manyRows: Int
) {
  var player = Player(start: .liveEdge)
  (player.manyRows, player.changesPerTurn) = (manyRows, 2)
  player.receive((0..<10).map { .upsert(row($0), at: nil) }, at: start)
  _ = Player.advance(&player, to: start)
  player.togglePause(at: start)
  player.receive((10..<18).map { .upsert(row($0), at: nil) }, at: start)
  player.togglePause(at: start)
  #expect(player.isMoving == (manyRows < 10))
  var lengths: [Int] = []
  repeat {
    _ = Player.advance(&player, to: start)
    lengths.append(player.rows.count)
  } while player.isMoving
  #expect(lengths == lengths.sorted() && lengths.last == 18)
  #expect(player.isAtLiveEdge)
}

/// The texts of rows, which hold all that rows say.
private func texts(_ rows: [Row]) -> [String] {
  rows.map { "\($0.id)=\($0.value.member("n")?.string ?? "")" }
}

/// The expected states of a player: the list after each item, as plain arrays, and the time of each.
private struct PlayerModel {
  var lists: [[(id: Int, content: Int)]] = [[]]
  var times: [Double?] = [nil]

  func texts(_ position: Int) -> [String] { lists[position].map { "\($0.id)=\($0.content)" } }

  /// The last position whose time is not after another one; nil if none is.
  func position(at time: Double, from earliest: Int) -> Int? {
    (earliest...lists.count - 1).last { times[$0].map { $0 <= time } ?? false }
  }
}

@Test func `stepping, seeking, pausing and resuming always show the list of that time`() {
  let first = UInt64.random(in: 0...1 << 40)
  for seed in first..<first + 60 {
    var state = seed
    func random(_ below: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(below))
    }
    let capacity = [5, 9, Int.max][random(3)]
    let historyCapacity = [4_000, 1 << 20][random(2)]
    var player = Player(
      start: [.automatic, .liveEdge][random(2)],
      limit: RowLimit(rows: capacity),
      historyCapacity: historyCapacity
    )
    if random(2) == 0 { player.changesPerTurn = 1 + random(4) }
    if random(2) == 0 { player.manyRows = random(6) }
    var (model, turns) = (PlayerModel(), 0)
    var (now, time) = (start, 0.0)
    var (beginsWithSnapshot, isHeld) = (false, false)
    func place() -> Comment {
      "seed \(seed), \(model.lists.count - 1) items, at \(player.position)"
    }
    /// Gets to where the player is going, over lists that were there.
    func arrive() {
      while player.isMoving {
        turns += 1
        #expect(player.nextInstant.map { $0 <= now } ?? false, place())
        _ = Player.advance(&player, to: now)
        #expect(texts(Array(player.rows)) == model.texts(player.position), place())
      }
    }
    for step in 0..<240 {
      now += .milliseconds(random(900))
      switch random(10) {
      case 0..<6:
        var list = model.lists[model.lists.count - 1]
        time += Double(random(4))
        let says: Double? = random(3) == 0 ? nil : time
        let happened = says.map { FeedTime(nanoseconds: Int64($0 * 1e9)) }
        var items: [FeedItem] = []
        switch random(step == 0 ? 3 : 8) {
        case 0:
          var numbers = Array(0..<12).filter { _ in random(3) > 0 }
          for offset in numbers.indices.reversed() where random(3) == 0 {
            numbers.swapAt(offset, random(offset + 1))
          }
          list = numbers.map { number in (number, random(2)) }
          items = [
            .snapshot(Snapshot(time: happened, rows: rows(list.map { ($0.id, $0.content) })))
          ]
          if step == 0 { beginsWithSnapshot = true }
        case 1, 2, 3:
          let number = random(12)
          list.removeAll { $0.id == number }
          items = [.delete(row(number).id, at: happened)]
        default:
          let (number, content) = (random(14), random(3))
          if let offset = list.firstIndex(where: { $0.id == number }) {
            list[offset].content = content
          } else {
            list.insert((number, content), at: 0)
            if list.count > capacity { list.removeLast() }
          }
          items = [.upsert(row(number, content), at: happened)]
        }
        if model.lists.count == 1, case .snapshot? = items.first { beginsWithSnapshot = true }
        model.lists.append(list)
        model.times.append(says ?? model.times[model.times.count - 1])
        player.receive(items, at: now)
      case 6:
        let distance = random(41) - 20
        let before = (position: player.position, isLive: player.isAtLiveEdge)
        player.step(by: distance, at: now)
        arrive()
        guard player.count > 0 else { break }
        let target = min(max(before.position + distance, player.earliest), player.count)
        #expect(player.position == (before.isLive && distance > 0 ? player.count : target), place())
        isHeld = !(before.isLive && distance > 0) || isHeld
      case 7:
        let goal = Double(random(Int(time) + 3)) - 1
        let isKnown = player.seek(to: FeedTime(nanoseconds: Int64(goal * 1e9)), at: now)
        arrive()
        guard model.times.contains(where: { $0 != nil }) else {
          #expect(!isKnown, place())
          break
        }
        let found = model.position(at: goal, from: player.earliest)
        #expect(isKnown == (found != nil), place())
        // Items before the first that has a time stand before all times.
        let untimed = (player.earliest..<model.times.count).last { model.times[$0] == nil }
        #expect(player.position == found ?? max(untimed ?? 0, player.earliest), place())
        isHeld = true
      case 8:
        player.togglePause(at: now)
        isHeld = player.isPaused
        // On the way something may arrive, or the user may pause again.
        if random(2) == 0 { arrive() }
      default:
        if random(3) == 0 {
          player.returnToLiveEdge()
          isHeld = false
        } else {
          player.reachEnd()
        }
      }
      let before = player.position
      _ = Player.advance(&player, to: now)
      if isHeld, player.isPaused { #expect(player.position == before, place()) }
      #expect(texts(Array(player.rows)) == model.texts(player.position), place())
      if player.position > 0 {
        #expect(
          player.time?.nanoseconds == model.times[player.position].map { Int128($0 * 1e9) },
          place()
        )
      }
      #expect(
        player.earliest >= player.forgotten && player.earliest <= max(player.position, 1),
        place()
      )
      #expect(player.earliest >= (beginsWithSnapshot ? 1 : 0), place())
      if historyCapacity > 4_000 { #expect(player.forgotten == 0, place()) }
    }
    player.returnToLiveEdge()
    arrive()
    #expect(texts(Array(player.rows)) == model.texts(model.lists.count - 1), place())
  }
}

@Test func `there is no list before the first snapshot`() {
  var player = Player()
  player.receive(snapshots(at: [0, 1, 2]), at: start)
  player.reachEnd()
  _ = film(&player)
  player.step(by: -10, at: start + .seconds(9))
  #expect(player.position == 1 && player.earliest == 1)
  #expect(player.rows.map(\.id.description) == ["0"])
}

@Test func `a list of single events is empty before the first one`() {
  var player = Player()
  player.receive([.upsert(row(1), at: nil)], at: start)
  player.step(by: -1, at: start)
  #expect(player.position == 0 && player.rows.isEmpty)
}

@Test func `stepping forward at the live edge stays there`() {
  var player = Player(start: .liveEdge)
  player.receive(snapshots(at: [0, 1]), at: start)
  player.step(by: 10, at: start)
  #expect(player.isAtLiveEdge && !player.isPaused)
}

@Test func `items without a time of their own are found by their arrival`() {
  var player = Player(start: .liveEdge)
  for second in 1...4 {
    player.receive(
      [.upsert(row(second), at: nil)],
      at: start,
      time: FeedTime(nanoseconds: Int64(second) * 1_000_000_000)
    )
  }
  let isKnown = player.seek(to: FeedTime(nanoseconds: 2_500_000_000), at: start)
  #expect(isKnown && player.position == 2 && player.isPaused)
  #expect(player.time == FeedTime(nanoseconds: 2_000_000_000))
}

@Test func `a snapshot overtaken by a newer one at the live edge is counted`() {
  var player = Player(start: .liveEdge)
  player.receive(snapshots(at: [0, 1, 2]), at: start)
  _ = Player.advance(&player, to: start)
  #expect(player.coalesced == 2)
  player.receive(snapshots(at: [3]), at: start)
  _ = Player.advance(&player, to: start)
  #expect(player.coalesced == 2)
  // Nothing was lost: each can be gone back to.
  player.step(by: -2, at: start)
  #expect(player.rows.map(\.id.description) == ["1"])
}

@Test func `history is limited in bytes on both sides of the position`() {
  var player = Player(start: .liveEdge, historyCapacity: 20_000)
  for number in 0..<500 { player.receive([.upsert(row(number % 50, number), at: nil)], at: start) }
  let kept = player.count - player.forgotten
  #expect(kept < 200)
  player.togglePause(at: start)
  var taken = 0
  while player.wantsMore {
    player.receive([.upsert(row(taken % 50, taken), at: nil)], at: start)
    taken += 1
  }
  #expect(taken > 10 && taken < 200)
  player.returnToLiveEdge()
  #expect(player.wantsMore && player.count - player.forgotten < 200)
}

@Test func `stepping far back over evicted rows takes no time for each of them`() {
  var player = Player(start: .liveEdge, limit: RowLimit(rows: 3_000))
  let all = rows((0..<12_000).map { ($0, 0) })
  for row in all { player.receive([.upsert(row, at: nil)], at: start) }
  for row in all.suffix(2_900) { player.receive([.delete(row.id, at: nil)], at: start) }
  /// Steps so far that it takes several turns.
  func step(by distance: Int) {
    player.step(by: distance, at: start)
    if player.isMoving { #expect(player.nextInstant == start) }
    while player.isMoving { _ = Player.advance(&player, to: start) }
  }
  player.step(by: -2_000, at: start)
  #expect(player.isMoving)
  step(by: -100_000)
  #expect(player.position == 0 && player.rows.isEmpty)
  // The way back begins before the first position is reached.
  step(by: 5_000)
  player.step(by: -3_000, at: start)
  step(by: 3_000)
  #expect(player.rows.map(\.id) == all[2_000..<5_000].reversed().map(\.id))
  step(by: 7_000 + 1_000)
  #expect(player.rows.count == 2_000)
}

@Test func `stepping back pauses at the position while the feed continues`() {
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
  #expect(player.position == 1)
  player.step(by: 10, at: start)
  #expect(player.position == 3)
}

@Test func `past items are limited, and the oldest are discarded first`() {
  var player = Player(start: .liveEdge, historyCapacity: 20_000)
  for number in 0..<2_000 {
    player.receive([.upsert(row(number % 50, number), at: nil)], at: start)
  }
  #expect(player.forgotten > 1_000 && player.forgotten < 2_000)
  player.step(by: -5_000, at: start)
  #expect(player.position == player.forgotten)
  #expect(player.rows.count == 50)
}

@Test func `a source ahead of the player is not read beyond the limit`() {
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

@Test func `a row that stays does not keep other rows of its batch in memory`() throws {
  var player = Player(start: .liveEdge)
  var decoder = FeedDecoder()
  player.receive(decoder.append(Array("{\"id\":0}\n".utf8)), at: start)
  player.reachEnd()
  let chunk = (1...1_000).map { "{\"id\":\($0),\"text\":\"some text\"}\n" }.joined()
  player.receive(decoder.append(Array(chunk.utf8)), at: start)
  #expect(player.rows.count == 1_001)
  for row in player.rows.dropLast() {
    #expect(row.value.text.store.count == row.value.text.count)
    #expect(row.id.key.store === row.value.text.store)
  }
}
