@testable import Ordering
@testable import Columns
@testable import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import TableModel
import TerminalCore
import Values
import TestSupport

@testable import ListViewApp
@testable import ListViewParts

/// The options of the program, and the form of its feed.
struct SimulationSettings: Sendable {
  let form: FeedWriter.Form
  let size: TerminalSize
  let depth: ColorDepth
  let decoding: FeedDecoder.Options
  /// Whether the file ends where the source rests.
  let isWholeAtRest: Bool
  private let motion: Motion
  private let start: Player.Start
  private let capacity: Int
  private let historyCapacity: Int
  private let summary: SummarySpec
  private let sort: String?
  private let group: String?
  private let filter: Filter?
  private let keepsChanges: Bool

  init(using random: inout SeededGenerator) {
    func one<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: 0..<values.count, using: &random)]
    }
    form = one(FeedWriter.Form.allCases)
    size = one([
      TerminalSize(columns: 60, lines: 14), TerminalSize(columns: 80, lines: 24),
      TerminalSize(columns: 30, lines: 8), TerminalSize(columns: 130, lines: 20),
    ])
    depth = one([.indexed256, .trueColor, .ansi8, .none])
    decoding = FeedDecoder.Options(
      key: one([.automatic, .automatic, .fields([FieldPath(["id"])]), .none]),
      isPolled: form == .runs || form == .tables,
      maximumValueLength: 1 << 16
    )
    isWholeAtRest = Bool.random(using: &random)
    motion = one([.full, .full, .full, .basic])
    start = one([.automatic, .automatic, .liveEdge, .beginning])
    capacity = one([30, 100, 1_000])
    historyCapacity = one([4 << 10, 32 << 10, 1 << 20])
    summary = one([.automatic, .automatic, .none])
    sort = one([nil, nil, "n", "-created", "name"])
    group = one([nil, nil, "status"])
    filter = one([nil, nil, nil, try? Filter("status!=done")])
    keepsChanges = Bool.random(using: &random)
  }

  /// The program's configuration.
  ///
  /// - Parameters:
  ///   - isStill: Whether nothing moves, as with `--motion none`.
  ///   - instant: When the program starts.
  /// - Returns: The configuration of the program.
  func configuration(isStill: Bool, at instant: ContinuousClock.Instant) -> App.Configuration {
    var configuration = App.Configuration(
      feedName: "simulated",
      motion: isStill ? .none : motion,
      start: start,
      limit: RowLimit(rows: capacity),
      wallClock: WallClock(FeedTime(nanoseconds: 1_700_000_000_000_000_000), at: instant),
      filter: filter
    )
    configuration.historyCapacity = historyCapacity
    configuration.summary = summary
    configuration.viewOptions = ViewOptions(sort: sort, group: group)
    configuration.countsChanges = keepsChanges
    configuration.keepsChanges = keepsChanges
    configuration.usesMouse = true
    return configuration
  }
}
