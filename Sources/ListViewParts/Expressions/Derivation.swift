package import Feeds
package import Values

/// Gives the rows of a feed the fields that are derived from others, as they arrive.
///
/// The rest of the program finds these fields in the rows, as members in front of their own: they are shown,
/// filtered, sorted, counted, recorded in the history and written like any other.
///
/// Each row that arrives, alone or in a list, is an observation of its values at the time of the item, or of its
/// arrival. A value that changes because something leaves a window of time is an update of the row, at most once a
/// second.
package struct Derivation: Sendable {
  /// The fields, each of which may refer to the ones before.
  package let fields: [DerivedField]
  /// Reads times, and has the time zone of dates and hours.
  private var times: TimeReader
  /// Reads the times of rows that arrive one by one.
  private var rowClock: RowClock?
  /// What is known of each field.
  private let plans: [Plan]
  /// The state of the rows with a key.
  private var states: [RowID: RowState] = [:]
  /// The rows whose values may change although nothing arrives.
  private var waiting: [RowID: Waiting] = [:]
  /// The number of rows that ever waited.
  private var waitingCount = 0
  /// The latest time; nil before the first item.
  private var clock: FeedTime?
  /// The time of the row before.
  private var timeBefore: FeedTime?
  /// When values that depend on the time were last brought up to date.
  private var refreshed: FeedTime?
  /// Whether items have times of their own.
  package var hasTimes = false
  /// The number of states from which those of evicted rows are removed.
  private var sweepCount = 1_024
  private let dependsOnHistory: Bool
  private let countsChanges: Bool
  /// The series of a row that has not been seen.
  private let newSeries: [RowSeries]

  /// What is known of a field, whatever the row.
  private struct Plan {
    /// The field of the rows that comes before it; nil for none.
    let rival: FieldName?
    /// Whether it refers to fields before it, which rows have to have then.
    let needsOthers: Bool
    /// The offset of the first of its series.
    let offset: Int
  }

  /// What is known about a row.
  private struct RowState {
    /// When it arrived.
    let arrival: FeedTime
    var changes = 0
    /// The row as it arrived last, if its changes are counted.
    var row: Row?
    /// The series of the functions of all fields, in order.
    var series: [RowSeries]
  }

  /// A row whose values may change although nothing arrives.
  private struct Waiting {
    /// The place among those that wait, which are updated in the order in which they began to.
    let number: Int
    /// The row as it arrived, and with the derived fields.
    var row: Row
    var shown: Row
  }

  /// Creates a derivation for a feed that has not begun.
  ///
  /// - Parameters:
  ///   - fields: The fields; of those with one name the first one counts.
  ///   - calendar: The time zone of dates and hours.
  package init(_ fields: [DerivedField], calendar: Calendar) {
    var names: Set<String> = []
    self.fields = fields.filter { names.insert($0.name).inserted }
    times = TimeReader(calendar)
    dependsOnHistory = self.fields.contains { $0.expression.dependsOnHistory }
    countsChanges = self.fields.contains { field in
      field.expression.trackers.contains { $0.function == .changes }
    }
    var (earlier, count) = (Set<String>(), 0)
    plans = self.fields.map { field in
      defer {
        earlier.insert(field.name)
        count += field.expression.trackers.count
      }
      return Plan(
        rival: field.yields ? FieldName(field.name) : nil,
        needsOthers: field.expression.fields.contains { earlier.contains($0.text) },
        offset: count
      )
    }
    newSeries = [RowSeries](repeating: RowSeries(), count: count)
  }

  /// Whether there is nothing to do.
  package var isEmpty: Bool { fields.isEmpty }

  // MARK: Items

  /// The items with the derived fields in their rows.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - time: When they arrived; nil if unknown.
  /// - Returns: The items, and updates of rows whose values changed with time.
  /// - Complexity: O(*m*) in the length of the rows' text for each field.
  package mutating func derive(_ items: [FeedItem], at time: FeedTime?) -> [FeedItem] {
    hasTimes = hasTimes || items.first?.time != nil
    guard !isEmpty else { return items }
    var result: [FeedItem] = []
    result.reserveCapacity(items.count)
    // Times without a year are near the present.
    if let time { times.present = time }
    for item in items {
      let now = max(self.time(of: item) ?? time ?? clock ?? .earliest, clock ?? .earliest)
      clock = now
      result += refresh(at: now)
      switch item {
      case .upsert(let row, let time): result.append(.upsert(derive(row, at: now), at: time))
      case .append(let row, let time): result.append(.append(derive(row, at: now), at: time))
      case .insert(let row, let next, let time):
        result.append(.insert(derive(row, at: now), inFrontOf: next, at: time))
      case .snapshot(let snapshot): result.append(.snapshot(derive(snapshot, at: now)))
      case .delete(let id, _):
        states[id] = nil
        waiting[id] = nil
        result.append(item)
      }
    }
    return result
  }

  /// When an item happened, by its own time or that of its row; nil if it has none.
  private mutating func time(of item: FeedItem) -> FeedTime? {
    if let time = item.time { return time }
    switch item {
    case .upsert(let row, _), .append(let row, _), .insert(let row, _, _):
      guard dependsOnHistory else { return nil }
      if rowClock == nil { rowClock = RowClock(times) }
      let time = rowClock?.note(row)
      guard rowClock?.isTimedSoFar ?? false, let time else { return nil }
      hasTimes = true
      return time
    case .snapshot, .delete: return nil
    }
  }

  private mutating func derive(_ snapshot: Snapshot, at now: FeedTime) -> Snapshot {
    // The rows are identified differently from here on.
    if snapshot.identity != nil { states = [:] }
    var (snapshot, known) = (snapshot, states)
    states = [:]
    if dependsOnHistory { states.reserveCapacity(snapshot.rows.count) }
    waiting = [:]
    for offset in snapshot.rows.indices {
      let row = snapshot.rows[offset]
      var state = dependsOnHistory ? known.removeValue(forKey: row.id) : nil
      snapshot.rows[offset] = observe(row, &state, at: now)
      if let state { states[row.id] = state }
    }
    return snapshot
  }

  private mutating func derive(_ row: Row, at now: FeedTime) -> Row {
    let id = row.id
    let place = dependsOnHistory ? states.index(forKey: id) : nil
    var state = place.map { states.values[$0] }
    // So that the series are not copied.
    if let place { states.values[place].series = [] }
    let result = observe(row, &state, at: now)
    timeBefore = now
    // A row without a key is never updated.
    guard let state, id.key.count > 0 else { return result }
    if mayChange(state, after: now) {
      let number = waiting[id]?.number ?? waitingCount
      waitingCount = max(waitingCount, number + 1)
      waiting[result.id] = Waiting(number: number, row: row.compacted(), shown: result)
    } else {
      waiting[id] = nil
    }
    if let place {
      states.values[place] = state
    } else {
      let key = ByteSlice(copying: id.key.withBytes { Array($0) })
      states[RowID(key: key, occurrence: id.occurrence)] = state
    }
    return result
  }

  private func mayChange(_ state: RowState, after now: FeedTime) -> Bool {
    var offset = 0
    for field in fields {
      for tracker in field.expression.trackers {
        if state.series[offset].mayChange(after: now, for: tracker) { return true }
        offset += 1
      }
    }
    return false
  }

  /// Takes a row into its state; returns it with the derived fields.
  private func observe(_ row: Row, _ state: inout RowState?, at now: FeedTime) -> Row {
    guard dependsOnHistory else { return derived(row, nil, at: now) }
    var new = state ?? RowState(arrival: now, series: newSeries)
    if countsChanges {
      if let before = new.row, !before.value.hasSameContent(as: row.value) { new.changes += 1 }
      new.row = row.compacted()
    }
    state = nil
    let result = derived(row, now) { field, offset, value in
      for (number, tracker) in field.expression.trackers.enumerated() {
        guard let argument = tracker.argument else { continue }
        let observed = argument.value(of: value, past: [], times)
        new.series[offset + number].add(observed, at: now, for: tracker, times)
      }
      return past(of: field, at: offset, in: new, now)
    }
    state = new
    return result
  }

  /// The values of the functions of the past in a field.
  private func past(
    of field: DerivedField,
    at offset: Int,
    in state: RowState,
    _ now: FeedTime
  ) -> [ExpressionValue?] {
    field.expression.trackers.enumerated().map { number, tracker in
      switch tracker.function {
      case .age: .time(state.arrival)
      case .changes: .number(DecimalNumber(state.changes))
      case .gap:
        timeBefore.map { .number(now.number.minus($0.number) ?? .zero) }
      default: state.series[offset + number].value(of: tracker, at: now)
      }
    }
  }

  /// The row with the derived fields.
  private func derived(_ row: Row, _ state: RowState?, at now: FeedTime) -> Row {
    derived(row, now) { field, offset, _ in
      state.map { past(of: field, at: offset, in: $0, now) } ?? []
    }
  }

  private func derived(
    _ row: Row,
    _ now: FeedTime,
    past: (DerivedField, Int, JSONValue) -> [ExpressionValue?]
  ) -> Row {
    var (result, members) = (row, [(name: String, json: String)]())
    for (field, plan) in zip(fields, plans) {
      if plan.needsOthers {
        result = result.adding(members)
        members = []
      }
      let value = result.value
      let values = past(field, plan.offset, value)
      if let rival = plan.rival, rival.withValue(in: value, { $0 != nil }) { continue }
      let result = field.expression.value(of: value, past: values, times)
      members.insert((field.name, result?.json ?? "null"), at: 0)
    }
    return result.adding(members)
  }

  // MARK: Time

  /// When ``refresh(to:)`` has something to do; nil if only items can change values.
  package var nextRefresh: FeedTime? {
    guard !hasTimes, !waiting.isEmpty, let refreshed else { return nil }
    return refreshed.advanced(by: interval)
  }

  /// A second; longer with many rows, so that it takes a hundredth of the time at most.
  private var interval: Duration { max(.seconds(1), .microseconds(500) * waiting.count) }

  /// The updates of rows whose values have changed with time.
  ///
  /// - Parameter time: The current time.
  /// - Returns: The updates.
  package mutating func refresh(to time: FeedTime) -> [FeedItem] {
    guard !hasTimes, let clock, time >= clock else { return [] }
    self.clock = time
    return refresh(at: time)
  }

  private mutating func refresh(at now: FeedTime) -> [FeedItem] {
    guard let refreshed else {
      refreshed = now
      return []
    }
    guard now.timeSince(refreshed) >= interval else { return [] }
    self.refreshed = now
    var items: [FeedItem] = []
    for (id, entry) in waiting.sorted(by: { $0.value.number < $1.value.number }) {
      let state = states[id]
      if let state {
        let row = derived(entry.row, state, at: now)
        if !row.value.hasSameContent(as: entry.shown.value) {
          items.append(.upsert(row, at: now))
          waiting[id]?.shown = row
        }
      }
      if state.map({ !mayChange($0, after: now) }) ?? true { waiting[id] = nil }
    }
    return items
  }

  // MARK: Bounds

  /// Whether there are so many states that some may be those of rows that no longer exist.
  package var needsSweep: Bool { states.count > sweepCount }

  /// Forgets the rows for which a condition does not hold.
  package mutating func sweep(keeping isKept: (RowID) -> Bool) {
    states = states.filter { isKept($0.key) }
    waiting = waiting.filter { states[$0.key] != nil }
    sweepCount = max(1_024, 2 * states.count)
  }
}
