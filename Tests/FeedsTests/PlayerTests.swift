import Feeds
import Testing

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

private func row(_ number: Int) -> Row {
  var decoder = FeedDecoder()
  guard case .snapshot(let snapshot)? = decoder.append(Array("[{\"id\":\(number)}]".utf8)).first
  else { preconditionFailure("an array is a snapshot") }
  return snapshot.rows[0]
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
  #expect(player.list.rows.map(\.id.description) == ["2", "1"])
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
