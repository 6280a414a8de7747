internal import Feeds
internal import TableModel
internal import TerminalCore

/// What moves in the feed's time.
enum FeedAction: String, CaseIterable, Sendable {
  case pause
  case stop
  case stepBack = "step-back"
  case stepOn = "step-on"
  case tenBack = "ten-back"
  case tenOn = "ten-on"
  case now
  case faster
  case slower
  case follow
  case chooseKey = "choose-key"

  /// The keys as they come.
  static let bindings: [KeyBinding] = [
    KeyBinding(.feed(.pause), "pause the screen, go on", .character(" ")),
    KeyBinding(.feed(.stop), "stop the source, go on", .character("P")),
    KeyBinding(.feed(.stepBack), "one step back in time", .character("[")),
    KeyBinding(.feed(.stepOn), "one step on", .character("]")),
    KeyBinding(.feed(.tenBack), "ten steps back", .character("{")),
    KeyBinding(.feed(.tenOn), "ten steps on", .character("}")),
    KeyBinding(.feed(.now), "return to the live edge", .character(".")),
    KeyBinding(.feed(.faster), "play faster", .character("+"), .character("=")),
    KeyBinding(.feed(.slower), "play slower", .character("-")),
    KeyBinding(.feed(.follow), "follow the live edge", .character("F")),
    KeyBinding(.feed(.chooseKey), "what identifies a row", .character("K")),
  ]
}

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
