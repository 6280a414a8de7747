import FeedIdentity
package import FeedStore
package import FeedValues
internal import Searching
package import Values

/// Gives the rows of a feed the fields that are derived from others, as they arrive.
///
/// The rest of the program finds these fields in the rows, as members in front of their own: they are shown,
/// filtered, sorted, counted, recorded in the history and written like any other.
///
/// Each row that arrives, alone or in a list, is an observation of its values at the time of the item, or of its
/// arrival. A value that changes because something leaves a window of time is an update of the row, at most once a
/// second: each row is on an ``Agenda`` at the next second at which that may be, and looked at then.
package struct Derivation: Sendable {
  /// The fields, each after those that it refers to.
  package let fields: [DerivedField]
  /// Reads times, and has the time zone of dates and hours.
  private var times: TimeReader
  /// Reads the times of rows that arrive one by one.
  private var rowClock: RowClock?
  /// The plans of the fields, in order.
  private let plans: [Plan]
  /// The state of the rows with a key.
  private var states: [RowID: RowState] = [:]
  /// The rows whose values may change although nothing arrives; those whose state names another second have been put
  /// off, or are gone.
  private var agenda = Agenda()
  /// The latest time; nil before the first item.
  private var clock: FeedTime?
  /// The time of the row before.
  private var timeBefore: FeedTime?
  /// Whether items have times of their own.
  package var hasTimes = false
  /// The number of states from which those of evicted rows are removed.
  private var sweepCount = 1_024
  private let dependsOnHistory: Bool
  private let countsChanges: Bool
  /// The series of a row that has not been seen.
  private let newSeries: [RowSeries]

  /// A field, prepared for all rows.
  private struct Plan {
    let name: Row.MemberName
    /// The field of the rows that comes before it; nil for none.
    let rival: FieldName?
    /// Whether it refers to fields before it, which rows have to have then.
    let needsOthers: Bool
    /// The offset of the first of its series.
    let offset: Int
  }

  /// The past of a row.
  private struct RowState {
    /// When it arrived.
    let arrival: FeedTime
    var changes = 0
    /// The row as it arrived last, if its changes are counted or its values may change although nothing arrives.
    var row: Row?
    /// The row with its derived fields, and the second of the agenda at which they may change; nil if they cannot.
    var shown: Row?
    var due: Int?
    /// The seconds since the row before.
    var gap: DecimalNumber?
    /// The series of the functions of all fields, in order.
    var series: [RowSeries]
  }

  /// Creates a derivation for a feed that has not begun.
  ///
  /// - Parameters:
  ///   - fields: The fields; of those with one name the first one counts.
  ///   - calendar: The time zone of dates and hours.
  package init(_ fields: [DerivedField], calendar: Calendar) {
    self.fields = Self.ordered(fields)
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
        name: Row.MemberName(field.name),
        rival: field.yields ? FieldName(field.name) : nil,
        needsOthers: field.expression.fields.contains { earlier.contains($0.text) },
        offset: count
      )
    }
    newSeries = [RowSeries](repeating: RowSeries(), count: count)
  }

  /// The fields in an order in which each can be computed; those that refer to each other keep theirs.
  ///
  /// - Complexity: O(*n*²) for *n* fields, which the user has typed.
  private static func ordered(_ fields: [DerivedField]) -> [DerivedField] {
    var names: Set<String> = []
    var rest = fields.filter { names.insert($0.name).inserted }
    var ordered: [DerivedField] = []
    while !rest.isEmpty {
      let open = Set(rest.map(\.name))
      let next = rest.firstIndex { field in
        !field.expression.fields.contains { $0.text != field.name && open.contains($0.text) }
      }
      ordered.append(rest.remove(at: next ?? 0))
    }
    return ordered
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
    snapshot.identity = snapshot.identity?.ignoring(fields.map(\.name))
    states = [:]
    if dependsOnHistory { states.reserveCapacity(snapshot.rows.count) }
    agenda = Agenda()
    for offset in snapshot.rows.indices {
      let row = snapshot.rows[offset]
      var state = dependsOnHistory ? known.removeValue(forKey: row.id) : nil
      snapshot.rows[offset] = observe(row, &state, at: now)
      guard var state else { continue }
      // The next list comes by itself.
      (state.row, state.shown, state.due) = (countsChanges ? row.compacted() : nil, nil, nil)
      states[row.id] = state
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
    guard var state, id.key.count > 0 else { return result }
    let key =
      place.map { states.keys[$0] }
      ?? RowID(key: ByteSlice(copying: id.key.withBytes { Array($0) }), occurrence: id.occurrence)
    let isDue = schedule(key, &state, after: now)
    state.shown = isDue ? result : nil
    state.row = isDue || countsChanges ? row.compacted() : nil
    if let place { states.values[place] = state } else { states[key] = state }
    return result
  }

  /// Puts a row on the agenda for the next second at which its values may change.
  ///
  /// - Returns: Whether there is one.
  private mutating func schedule(
    _ id: RowID,
    _ state: inout RowState,
    after now: FeedTime
  ) -> Bool {
    var offset = 0
    var next: FeedTime?
    for field in fields {
      for tracker in field.expression.trackers {
        let change = state.series[offset].nextChange(after: now, of: tracker)
        next = [next, change].compactMap(\.self).min()
        offset += 1
      }
    }
    let due = next.map { $0.nanosecond > 0 ? $0.seconds + 1 : $0.seconds }
    if let due, due != state.due { agenda.add(id, at: due) }
    state.due = due
    return due != nil
  }

  /// Takes a row into its state; returns it with the derived fields.
  private func observe(_ row: Row, _ state: inout RowState?, at now: FeedTime) -> Row {
    guard dependsOnHistory else { return derived(row, nil, at: now) }
    var new = state ?? RowState(arrival: now, series: newSeries)
    if countsChanges, let before = new.row, !before.value.hasSameContent(as: row.value) {
      new.changes += 1
    }
    new.gap = timeBefore.flatMap { now.number.minus($0.number) }
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
      case .gap: state.gap.map { .number($0) }
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
    var (result, members) = (row, [Row.Member]())
    for (field, plan) in zip(fields, plans) {
      if plan.needsOthers {
        result = result.adding(members)
        members = []
      }
      let value = result.value
      let values = past(field, plan.offset, value)
      if let rival = plan.rival, rival.withValue(in: value, { $0 != nil }) { continue }
      let result = field.expression.value(of: value, past: values, times)
      members.insert(Row.Member(plan.name, result?.json ?? "null"), at: 0)
    }
    return result.adding(members)
  }

  // MARK: Time

  /// When ``refresh(to:)`` has something to do; nil if only items can change values.
  package var nextRefresh: FeedTime? {
    hasTimes ? nil : agenda.next.flatMap { FeedTime(seconds: $0) }
  }

  /// The updates of rows whose values have changed with time.
  ///
  /// - Parameter time: The current time.
  /// - Returns: The updates.
  package mutating func refresh(to time: FeedTime) -> [FeedItem] {
    guard !hasTimes, let clock, time >= clock else { return [] }
    self.clock = time
    return refresh(at: time)
  }

  /// - Complexity: O(*k*) for *k* rows out of whose windows something has gone.
  private mutating func refresh(at now: FeedTime) -> [FeedItem] {
    guard let next = agenda.next, next <= now.seconds else { return [] }
    var items: [FeedItem] = []
    for (second, id) in agenda.take(upTo: now.seconds) {
      guard var state = states[id], state.due == second, let row = state.row else { continue }
      let new = derived(row, state, at: now)
      if let shown = state.shown, !new.value.hasSameContent(as: shown.value) {
        items.append(.upsert(new, at: now))
      }
      let isDue = schedule(id, &state, after: now)
      state.shown = isDue ? new : nil
      if !isDue, !countsChanges { state.row = nil }
      states[id] = state
    }
    return items
  }

  // MARK: Bounds

  /// Whether there are so many states that some may be those of rows that no longer exist.
  package var needsSweep: Bool { states.count > sweepCount }

  /// Forgets the rows for which a condition does not hold.
  package mutating func sweep(keeping isKept: (RowID) -> Bool) {
    states = states.filter { isKept($0.key) }
    sweepCount = max(1_024, 2 * states.count)
  }
}

/// A field that rows do not have by themselves: its name, and the expression that gives its values.
package struct DerivedField: Hashable, Sendable {
  /// The name under which rows have it.
  package let name: String
  /// The expression.
  package let expression: Expression

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - name: The name; nil for the text of the expression, which a row may have as the name of a field of its own.
  package init(_ expression: Expression, name: String? = nil) {
    (self.name, self.expression) = (name ?? expression.text, expression)
  }

  /// The path of the field.
  package var path: FieldPath { FieldPath([name]) }

  /// Whether a field of the rows may have the same name, which then counts.
  var yields: Bool { name == expression.text }
}

/// Rows by the second at which something has to be done for them.
package struct Agenda: Sendable {
  /// The seconds with their rows, the latest first.
  private var entries: [(second: Int, rows: [RowID])] = []

  /// Creates an agenda without rows.
  package init() {}

  /// The first second with rows; nil for none.
  package var next: Int? { entries.last?.second }

  /// Adds a row at a second, whether it is there already or not.
  ///
  /// - Complexity: O(log *n*) in the number of seconds with rows, O(*n*) for the first row of a second.
  package mutating func add(_ row: RowID, at second: Int) {
    let place = entries.partitioningIndex { $0.second <= second }
    if place < entries.count, entries[place].second == second {
      entries[place].rows.append(row)
    } else {
      entries.insert((second, [row]), at: place)
    }
  }

  /// Takes the rows of the seconds up to one, in order.
  package mutating func take(upTo second: Int) -> [(second: Int, row: RowID)] {
    var taken: [(second: Int, row: RowID)] = []
    while let last = entries.last, last.second <= second {
      taken += last.rows.map { (last.second, $0) }
      entries.removeLast()
    }
    return taken
  }
}
