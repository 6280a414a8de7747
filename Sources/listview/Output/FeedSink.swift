import EventLoop
import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import Values

/// The destination of a ``FeedRun``: the screen, lines, a table printed once, a list, or an explanation.
protocol FeedSink {
  /// The result of the run.
  associatedtype Outcome

  /// Whether to continue reading the feed.
  var wantsMore: Bool { get }
  /// The descriptors that the sink waits for.
  var interests: [EventLoop.Interest] { get }
  /// When the sink has something to do even if nothing happens; nil if never.
  func deadline(_ run: FeedRun) -> ContinuousClock.Instant?

  /// Receives items; may be empty if something else about the feed became known.
  mutating func receive(_ items: [FeedItem], _ run: FeedRun) throws

  /// Called when all sources have delivered what they have for now.
  mutating func rest()

  /// Called when nothing more can arrive, with the failure if that was the reason; throwing ends the run.
  mutating func end(_ failure: FeedError?, _ run: FeedRun) throws

  /// Reports a notice about a source; nil withdraws the last one.
  mutating func report(_ notice: String?, _ run: FeedRun)

  /// Called when recording has failed and stopped.
  mutating func stopRecording(_ failure: FeedError, _ run: FeedRun) throws

  /// Does pending work after all available input has been read, before the run loop waits.
  mutating func turn(_ run: FeedRun) throws -> FeedTurn<Outcome>

  /// Called after the run loop has waited.
  mutating func wake(_ run: FeedRun) -> FeedTurn<Outcome>

  /// Handles a signal that does not end the program.
  mutating func handle(_ signal: ProcessSignal, _ run: FeedRun)

  /// Releases resources such as the terminal, at the end of the run.
  mutating func close()
}

/// Whether a run continues, or its outcome.
enum FeedTurn<Outcome> {
  case goOn
  case end(Outcome)
}

extension FeedSink {
  var wantsMore: Bool { true }
  var interests: [EventLoop.Interest] { [] }
  func deadline(_ run: FeedRun) -> ContinuousClock.Instant? { nil }

  mutating func rest() {}
  mutating func report(_ notice: String?, _ run: FeedRun) { run.note(notice) }
  mutating func stopRecording(_ failure: FeedError, _ run: FeedRun) throws { throw failure }
  mutating func wake(_ run: FeedRun) -> FeedTurn<Outcome> { .goOn }
  mutating func handle(_ signal: ProcessSignal, _ run: FeedRun) {}
  mutating func close() {}
}

/// Counts the items of a feed and applies them to a list.
struct FeedTally: FeedSink {
  /// The command that is run once for the feed; nil for a file.
  private let command: CommandSource?
  /// The time by which the feed has to end; nil for no limit.
  private let limit: ContinuousClock.Instant?
  private var isOver = false

  private(set) var list = RowList()
  private(set) var maximumRows = 0
  private(set) var snapshots = 0
  private(set) var upserts = 0
  private(set) var deletions = 0
  private(set) var inserted = 0
  private(set) var deleted = 0
  private(set) var updated = 0
  private(set) var firstTime: FeedTime?
  private(set) var lastTime: FeedTime?

  init(command: CommandSource? = nil, limit: ContinuousClock.Instant? = nil) {
    (self.command, self.limit) = (command, limit)
  }

  func deadline(_ run: FeedRun) -> ContinuousClock.Instant? { limit }

  /// Whether the command failed, in which case its output is not taken for a list.
  private var hasFailed: Bool { (command?.exitStatus ?? 0) != 0 }

  mutating func receive(_ items: [FeedItem], _ run: FeedRun) {
    guard !hasFailed else { return }
    for item in items { add(item, run.intake.volatileFields) }
  }

  mutating func end(_ failure: FeedError?, _ run: FeedRun) throws {
    if let failure { throw failure }
    isOver = true
  }

  /// Ends the run with whether the feed ended successfully and in time.
  func turn(_ run: FeedRun) -> FeedTurn<Bool> {
    if isOver { return .end(!hasFailed) }
    guard let limit, limit <= .now else { return .goOn }
    run.note(NoticeText.tookTooLong)
    return .end(false)
  }

  private mutating func add(_ item: FeedItem, _ clocks: VolatileFields) {
    firstTime = firstTime ?? item.time
    lastTime = item.time ?? lastTime
    switch item {
    case .snapshot(let snapshot):
      snapshots += 1
      var kept = 0
      for row in snapshot.rows {
        guard let old = list[row.id] else {
          inserted += 1
          continue
        }
        kept += 1
        if !clocks.isContentEqual(old, row) { updated += 1 }
      }
      deleted += list.count - kept
    case .upsert(let row, _), .append(let row, _), .insert(let row, _, _):
      upserts += 1
      if let old = list[row.id] {
        if !clocks.isContentEqual(old, row) { updated += 1 }
      } else {
        inserted += 1
      }
    case .delete(let id, _):
      deletions += 1
      if list[id] != nil { deleted += 1 }
    }
    list.apply(item)
    maximumRows = max(maximumRows, list.count)
  }
}
