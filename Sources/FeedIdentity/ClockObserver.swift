package import FeedValues
package import Values

/// Detects running clocks by comparing each list with the one before.
///
/// A field is a clock if its values move in one direction, by the same amount in nearly all rows, and by
/// about as much as time has passed, in two successive comparisons; three for a plain number, whose
/// unit is unknown, and for a field of a single row. A field that stops doing so becomes an ordinary
/// value again at once; if only a single row deviates, such as one that was restarted, that row has
/// changed.
package struct ClockObserver: Sendable {
  /// The clocks known so far.
  package private(set) var fields = VolatileFields()

  private var sample: [RowID: JSONValue] = [:]
  private var sampleTime: FeedTime?
  private var sampleInstant: ContinuousClock.Instant?
  private var span = 0.0
  /// The number of successive steps in which each field moved as a clock.
  private var steps: [FieldPath: Int] = [:]
  /// The distance that numbers have moved in these steps, in seconds, and the time that passed.
  private var totals: [FieldPath: (moved: Double, elapsed: Double)] = [:]

  /// Creates an observer that knows no clocks.
  package init() {}

  private static let sampleSize = 64
  /// The shortest time between two lists that are compared, in seconds.
  private static let shortestStep = 0.2
  private static let fieldLimit = 64
  private static let depthLimit = 4

  /// Compares a list with the one before.
  ///
  /// - Parameters:
  ///   - rows: The rows of the list.
  ///   - time: When the list was current, by the feed's own time.
  ///   - instant: When the list arrived.
  package mutating func observe(
    _ rows: [Row],
    at time: FeedTime?,
    arriving instant: ContinuousClock.Instant?
  ) {
    let elapsed = elapsed(to: time, instant)
    // In a flood of lists, comparing some of them is enough.
    if let elapsed, elapsed < Self.shortestStep { return }
    let before = sample
    (sample, sampleTime, sampleInstant) = ([:], time, instant)
    for row in rows.prefix(Self.sampleSize) where row.value.kind == .object {
      sample[row.id] = row.value
    }
    fields.jumps = [:]
    guard !before.isEmpty, !sample.isEmpty else { return }
    if let elapsed { extendReach(by: elapsed) }
    var changes: [FieldPath: [Change]] = [:]
    var pairs = 0
    for (id, value) in sample {
      guard let old = before[id] else { continue }
      pairs += 1
      guard old.text != value.text else { continue }
      compare(old, value, FieldPath([])) { path, old, new in
        changes[path, default: []].append(Change(id, old, new))
      }
    }
    for (path, changes) in changes { judge(path, changes, of: pairs, in: elapsed) }
    // A clock that is constant in all rows, although it should have moved, is not confirmed.
    if let elapsed, elapsed > 2 {
      for path in steps.keys where changes[path] == nil && !fields.learned.contains(path) {
        steps[path] = nil
      }
    }
  }

  /// A field of a row in two lists.
  private struct Change {
    let id: RowID
    let reading: FieldReading?
    /// Nil if the two differ in anything but clock readings.
    let movement: ClockMovement?

    init(_ id: RowID, _ old: JSONValue, _ new: JSONValue) {
      self.id = id
      let (before, after) = (FieldReading(old), FieldReading(new))
      reading = after
      movement = before.flatMap { before in after.flatMap { $0.movement(since: before) } }
    }
  }

  private func elapsed(to time: FeedTime?, _ instant: ContinuousClock.Instant?) -> Double? {
    if let time, let sampleTime { return max(0, time.timeSince(sampleTime) / .seconds(1)) }
    if time == nil, sampleTime == nil, let instant, let sampleInstant {
      return max(0, (instant - sampleInstant) / .seconds(1))
    }
    return nil
  }

  /// Extends the reach in steps, so that the rule does not change with every list.
  private mutating func extendReach(by elapsed: Double) {
    span = min(span + elapsed, 1e12)
    var reach = fields.reach ?? 16
    while reach < span { reach *= 2 }
    fields.reach = reach
  }

  private mutating func judge(
    _ path: FieldPath,
    _ changes: [Change],
    of pairs: Int,
    in elapsed: Double?
  ) {
    let isByName = changes.contains { $0.reading.map { fields.isClockByName(path, $0) } ?? false }
    let moved = changes.filter { $0.movement != nil }
    let isNumber = moved.first?.movement?.kind == .number
    // A number that no name calls a clock has to be one in several rows, and must not count anything.
    if isNumber, !isByName, pairs < 3 || KeyNames.isCountName(path.name) {
      if fields.learned.contains(path) { refute(path) }
      steps[path] = nil
      return
    }
    guard let typical = Self.median(moved.compactMap(\.movement)) else {
      if fields.learned.contains(path) { refute(path) }
      steps[path] = nil
      return
    }
    let regular = moved.filter { change in
      guard let movement = change.movement else { return false }
      // Numbers that clocks show are all of one instant.
      return abs(movement.distance - typical.distance)
        <= max(typical.step, movement.step) + (isNumber ? 0 : 0.1 * abs(typical.distance))
    }
    let isEqual = regular.count * 10 >= moved.count * (isNumber && !isByName ? 9 : 7)
    let unit = elapsed.flatMap { typical.unit(inPaceWith: $0, within: isNumber ? 0.05 : 0.25) }
    let isPaced = unit != nil || elapsed == nil && typical.kind == .duration && pairs > 2
    // A coarse clock moves in some rows only, and in none of them by more than a step.
    let isComplete = moved.count * 10 >= pairs * 8
    let isCoarse =
      elapsed.map { typical.step > $0 && abs(typical.distance) <= typical.step } ?? false

    if isEqual, isPaced, isComplete {
      steps[path, default: 0] += 1
      noteJumps(path, changes, besides: regular)
      let needed = typical.kind == .number || pairs < 2 ? 3 : 2
      let isInPace = !isNumber || isByName || isInPace(path, typical, unit, elapsed)
      if steps[path, default: 0] >= needed, isInPace {
        fields.learned.insert(path)
        fields.refuted.remove(path)
        if typical.kind == .number { fields.units[path] = unit }
      }
      return
    }
    guard fields.learned.contains(path) || isByName else {
      steps[path] = nil
      return
    }
    if isCoarse, moved.allSatisfy({ isForward($0, typical) }) { return }
    // A few rows may have changed otherwise; if most did, it is not a clock.
    let irregular = moved.filter { change in
      guard let movement = change.movement, let elapsed else { return false }
      let isPossible = movement.isPossible(within: elapsed, unit: fields.units[path])
      return !isPossible || !isForward(change, typical) && pairs > 1
    }
    if irregular.count * 2 > max(pairs, 2) {
      refute(path)
    } else {
      fields.jumps[path] = Set(irregular.map(\.id))
    }
  }

  /// Whether a number has moved as far as time has passed in all steps together, in which less than one step is lost.
  private mutating func isInPace(
    _ path: FieldPath,
    _ movement: ClockMovement,
    _ unit: Double?,
    _ elapsed: Double?
  ) -> Bool {
    guard let unit, let elapsed else { return true }
    var total: (moved: Double, elapsed: Double) = (0, 0)
    if steps[path, default: 0] > 1, let before = totals[path] { total = before }
    total.moved += abs(movement.distance) * unit
    total.elapsed += elapsed
    totals[path] = total
    let error = abs(total.moved - total.elapsed)
    return error <= movement.step * unit + 0.05 * total.elapsed + 0.05
  }

  private func isForward(_ change: Change, _ typical: ClockMovement) -> Bool {
    change.movement.map { ($0.distance > 0) == (typical.distance > 0) } ?? false
  }

  private mutating func noteJumps(_ path: FieldPath, _ changes: [Change], besides regular: [Change])
  {
    let ids = Set(changes.map(\.id)).subtracting(regular.map(\.id))
    if !ids.isEmpty { fields.jumps[path] = ids }
  }

  private mutating func refute(_ path: FieldPath) {
    fields.learned.remove(path)
    fields.refuted.insert(path)
    steps[path] = nil
  }

  private static func median(_ movements: [ClockMovement]) -> ClockMovement? {
    guard !movements.isEmpty else { return nil }
    return movements.sorted { $0.distance < $1.distance }[movements.count / 2]
  }

  /// Calls the closure with each scalar that differs, in objects within objects as well.
  private func compare(
    _ old: JSONValue,
    _ new: JSONValue,
    _ path: FieldPath,
    _ body: (FieldPath, JSONValue, JSONValue) -> Void
  ) {
    var count = 0
    new.forEachMember { name, value in
      count += 1
      guard let before = old.member(name), before.text != value.text else {
        return count < Self.fieldLimit
      }
      if value.kind == .object, before.kind == .object {
        if path.names.count < Self.depthLimit { compare(before, value, path.appending(name), body) }
      } else if value.kind == before.kind, value.isScalar {
        body(path.appending(name), before, value)
      }
      return count < Self.fieldLimit
    }
  }
}

/// Reads the times of one source's rows, from the member that had the first of them.
package struct RowClock: Sendable {
  private let times: TimeReader
  /// The name of the member with the time; nil before the first time.
  private var name: String?

  private var rowCount = 0
  private var timedCount = 0
  /// The number of rows that are earlier than the one before.
  private var descents = 0
  private var last: FeedTime?

  /// The number of rows that show whether the rows of a source have times.
  private static let sampleSize = 64

  package init(_ times: TimeReader) { self.times = times }

  /// Whether the rows have times, one after the other; nil if too few are known to tell.
  package var isTimed: Bool? {
    if rowCount >= Self.sampleSize { return isTimedSoFar }
    return timedCount > 0 && descents == 0 ? true : nil
  }

  /// Whether the known rows have times, most of them in order.
  package var isTimedSoFar: Bool { timedCount > 0 && descents * 4 <= timedCount }

  /// Whether there were rows.
  package var hasRows: Bool { rowCount > 0 }

  /// Notes a row of the source, and returns its time; nil if it has none.
  package mutating func note(_ row: Row) -> FeedTime? {
    if name == nil { name = LogLine.timeName(of: row.value, times) }
    let time = time(of: row)
    guard rowCount < Self.sampleSize else { return time }
    rowCount += 1
    guard let time else { return nil }
    timedCount += 1
    if let last, time < last { descents += 1 }
    last = time
    return time
  }

  /// The time of a row, also of one that names its source; nil if it has none.
  package func time(of row: Row) -> FeedTime? {
    name.flatMap { row.value.member($0) }.flatMap(times.time)
  }
}
