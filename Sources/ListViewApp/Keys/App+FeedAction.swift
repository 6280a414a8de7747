internal import ListViewParts
internal import Feeds
internal import TableModel
internal import TerminalCore

extension App {
  /// Moves in the feed's time.
  mutating func perform(_ action: FeedAction, at instant: ContinuousClock.Instant) {
    switch action {
    case .pause:
      player.togglePause(at: instant)
      advance(to: instant)
    case .stop: isStopped.toggle()
    case .stepBack: step(by: -1, at: instant)
    case .stepOn: step(by: 1, at: instant)
    case .tenBack: step(by: -10, at: instant)
    case .tenOn: step(by: 10, at: instant)
    case .now:
      // Who leaves out what a recording would still play has not seen it happen: nothing of it is news.
      isSkipping = !player.isPaused && player.behind > 1
      player.returnToLiveEdge()
      advance(to: instant)
      isSkipping = false
    case .faster: play(times: 2)
    case .slower: play(times: 0.5)
    case .follow: table.follow(at: instant)
    case .chooseKey: openKeyPicker()
    }
  }

  private mutating func step(by distance: Int, at instant: ContinuousClock.Instant) {
    let position = player.position
    player.step(by: distance, at: instant)
    if distance < 0, player.position == position {
      message =
        player.forgotten == 0
        ? "no further back: this is the first"
        : "no further back than \(earliestText): older changes are not kept"
    }
    advance(to: instant)
  }

  private mutating func play(times factor: Double) {
    player.speed = min(max(player.speed * factor, 1.0 / 64), 4_096)
    message = "speed ×\(player.speed.speedText)"
  }
}
