import FeedSources
import FeedStore
import FeedValues
import TableModel
import TerminalCore

@testable import ListViewApp
@testable import ListViewParts

/// The program on a terminal, without its process: the feed is read, decoded, played and shown as by
/// its loop, and keys go through its decoder, but time passes only if an event says so.
///
/// Beside it runs the same program without motion.
@MainActor final class Simulation {
  private(set) var app: App
  private(set) var still: App
  private(set) var now: ContinuousClock.Instant
  /// The terminal on which frames are drawn; nil for none.
  let terminal: SimulatedTerminal?
  private let source: SimulatedSource
  private var intake: FeedIntake
  private var input = InputDecoder()
  private var arrangement = ArrangementOracle()
  private var anchor: AnchorOracle
  private var memory = MemoryOracle()
  private var motion = MotionOracle()
  /// The last frame.
  private var shown: (frame: CellBuffer, instant: ContinuousClock.Instant)?
  /// Whether the user did something in this event.
  private var hasActed = false
  /// Changes the program behind its back after each event; for faults that are planted.
  var sabotage: (inout App, Moment) -> Void = { _, _ in }

  /// When something was done behind the program's back.
  struct Moment {
    var instant: ContinuousClock.Instant
    /// Whether the user did something just now.
    var isByUser: Bool
  }

  /// The most turns that the program gets without time passing between them.
  private static let maximumTurns = 400
  /// No motion, flash or mark takes longer.
  nonisolated static let settling = Duration.seconds(12)

  init(_ settings: SimulationSettings, isDrawn: Bool = true) throws {
    let start = ContinuousClock.Instant.simulationStart
    let theme = Theme(depth: settings.depth)
    func program(isStill: Bool) -> App {
      let configuration = settings.configuration(isStill: isStill, at: start)
      return App(configuration, size: settings.size, theme: theme)
    }
    (app, still, now) = (program(isStill: false), program(isStill: true), start)
    anchor = AnchorOracle(app, at: start)
    source = SimulatedSource(isWholeAtRest: settings.isWholeAtRest)
    intake = FeedIntake(source, FeedDecoder(settings.decoding))
    terminal = isDrawn ? try SimulatedTerminal(settings.size, depth: settings.depth) : nil
  }

  // MARK: Events

  /// Lets an event happen, and looks whether all promises hold.
  func perform(_ event: SimulatedEvent) throws(Violation) {
    hasActed = event.isByUser
    switch event {
    case .wait(let milliseconds): try wait(until: now + .milliseconds(milliseconds))
    case .feed(let event): source.push(event)
    case .typed(let bytes): try handle(input.feed(bytes, at: now))
    case .resize(let size):
      terminal?.resize(to: size)
      try handle([.resize(size)])
    }
    try takeTurns()
    sabotage(&app, Moment(instant: now, isByUser: hasActed))
    try show()
    try arrangement.check(app, isByUser: hasActed)
    try anchor.check(app, isByUser: hasActed, at: now)
    try memory.check(app, intake)
    try motion.check(app, still, at: now)
  }

  private func both(_ body: (inout App) -> Void) {
    body(&app)
    body(&still)
  }

  /// Lets time pass, and gives the program its turns when it wants them, the first few one by one.
  private func wait(until end: ContinuousClock.Instant) throws(Violation) {
    for _ in 0..<8 {
      let instants = [app.nextInstant, input.deadline].compactMap(\.self)
      guard let next = instants.min(), next < end else { break }
      now = max(now, next)
      try handle(input.expire(at: now))
      try takeTurns()
      try anchor.check(app, isByUser: hasActed, at: now)
      try show()
    }
    now = end
    try handle(input.expire(at: now))
  }

  private func show() throws(Violation) {
    let frame = app.frame(at: now).buffer
    shown = (frame, now)
    try terminal?.show(frame)
  }

  /// A user's action is meant for the screen as it is: if that is still in motion, or columns wait for it to
  /// end, the program without motion goes on from there.
  private func letBothSeeTheSame() {
    let frame = shown?.instant == now ? shown?.frame : app.frame(at: now).buffer
    // Another row may look the same, if columns are narrow or texts are alike.
    guard frame != still.frame(at: now).buffer || identities(app) != identities(still) else {
      return
    }
    still = app
    still.holdsMotion = true
  }

  /// The row on each line of the table; nil for what a click does not select.
  private func identities(_ app: App) -> [RowID?] {
    app.table.presentation(at: now).lines.map { line in
      if case .row(let row, _) = line.content { row.id } else { nil }
    }
  }

  private func handle(_ events: [InputEvent]) throws(Violation) {
    guard !events.isEmpty else { return }
    // A key that may have been the beginning of another one is known once time has passed.
    hasActed = true
    var (rest, restOfStill) = (events[...], events[...])
    while !rest.isEmpty || !restOfStill.isEmpty {
      letBothSeeTheSame()
      shown = nil
      if let event = still.takeEvent(from: &restOfStill) { _ = still.handle(event, at: now) }
      guard let event = app.takeEvent(from: &rest) else { continue }
      for effect in app.handle(event, at: now) {
        switch effect {
        case .redraw: terminal?.repaint()
        case .identify(let choice): intake.chooseKey(choice)
        // To quit is to go on: the next user sits down.
        default: break
        }
      }
      try arrangement.note(app, isByUser: true)
    }
  }

  // MARK: The loop

  /// Reads what has come, and shows it.
  private func takeTurns() throws(Violation) {
    for _ in 0..<Self.maximumTurns {
      let hasRead = read()
      both { $0.advance(to: now) }
      try arrangement.note(app, isByUser: false)
      guard hasRead || app.nextInstant.map({ $0 <= now }) ?? false else { return }
      // A row may stand in for its neighbours in one turn and another one in the next.
      try anchor.check(app, isByUser: hasActed, at: now)
    }
  }

  private func read() -> Bool {
    var hasRead = false
    while intake.isReady, app.wantsMore {
      hasRead = true
      switch try? intake.read(at: now) {
      case .items(let items): receive(items)
      case .rest(let items):
        receive(items)
        if intake.hasRested { both { $0.reachEnd() } }
      case .notice(let text): both { $0.status.notice = text }
      case .end, nil: return hasRead
      }
    }
    return hasRead
  }

  private func receive(_ items: [FeedItem]) {
    let (keyRule, clocks) = (intake.keyRule, intake.volatileFields)
    let (malformedInput, keyProblems) = (intake.malformedInput, intake.keyProblems)
    both { app in
      app.status.keyRule = keyRule
      app.clocks = clocks
      if app.status.malformedInput.count != malformedInput.count
        || app.status.keyProblems != keyProblems
      {
        app.receive(malformedInput: malformedInput, keyProblems: keyProblems, at: now)
      }
      if !items.isEmpty { app.receive(items, at: now) }
    }
  }
}

extension ContinuousClock.Instant {
  /// When all runs begin; what happens in them depends on differences only.
  static let simulationStart = ContinuousClock().now
}
