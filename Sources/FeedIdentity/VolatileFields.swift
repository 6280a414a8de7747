package import FeedValues

/// The fields of a feed's rows that are running clocks, such as `AGE` or `Up 3 hours`: they change
/// without anything having happened.
///
/// A field is a clock if that has been proven (see `ClockObserver`), or if its name or its text says so
/// and nothing has contradicted it. A change of such a field is ignored if a clock can make it: `Up 3
/// hours` becomes `Up 4 hours` without notice, but not `Exited (0) 1 second ago`, and an `AGE` of five
/// days does not become three seconds.
package struct VolatileFields: Hashable, Sendable {
  /// The fields that were found to be clocks by their movement.
  package internal(set) var learned: Set<FieldPath> = []
  /// The fields that were found not to be clocks, whatever their names.
  package internal(set) var refuted: Set<FieldPath> = []
  /// The fields that follow from other rows, such as shares of a total, or from the past: they change without anything having happened
  /// to the row.
  private var derived: Set<FieldPath> = []
  /// The unit of a field's numbers, in seconds, as far as it is known.
  var units: [FieldPath: Double] = [:]
  /// The rows in which a clock made an impossible step in the last list.
  var jumps: [FieldPath: Set<RowID>] = [:]
  /// The longest time between two states of a row, in seconds, rounded up; nil if times are unknown.
  var reach: Double?

  private static let names: Set<String> = [
    "age", "elapsed", "etime", "uptime", "runningfor", "status", "restarts", "created",
    "createdsince", "lastseen", "last seen", "since", "idle", "ttl", "expiresin", "remaining",
    "timeleft", "time left",
  ]

  /// Names whose plain numbers are clocks until proven otherwise.
  private static let namesOfNumbers: Set<String> = [
    "age", "elapsed", "etime", "etimes", "uptime", "ttl", "expiresin", "remaining", "timeleft",
    "ageseconds", "uptimeseconds",
  ]

  /// Creates the rule of a feed that has not begun.
  ///
  /// - Parameter derived: The fields that follow from other rows.
  package init(derived: Set<FieldPath> = []) { self.derived = derived }

  /// Counts changes of some fields as those of nothing, because they follow from other rows or from the past.
  package mutating func derive(_ fields: [FieldPath]) { derived.formUnion(fields) }

  /// Merges the rules of several feeds.
  package init(merging feeds: [VolatileFields]) {
    for feed in feeds {
      learned.formUnion(feed.learned)
      units.merge(feed.units) { first, _ in first }
      refuted.formUnion(feed.refuted.subtracting(learned))
      reach = [reach, feed.reach].compactMap(\.self).max()
    }
  }

  /// Whether the field is a clock, as far as is known.
  package func contains(_ path: FieldPath) -> Bool {
    let name = path.name.lowercased()
    return learned.contains(path)
      || (Self.names.contains(name) || name.contains("now()")) && !refuted.contains(path)
  }

  /// Whether two rows are equal except for clock readings.
  ///
  /// - Complexity: O(*n*) in the length of both texts.
  package func isContentEqual(_ old: Row, _ new: Row) -> Bool {
    guard old.id == new.id else { return false }
    // Usually one of the first fields decides.
    let hasChange = Row.hasChange(from: old, to: new) { path, before, after in
      isChanged(path, before, after, in: new)
    }
    if hasChange { return false }
    return old.value.hasSameContent(as: new.value)
      || Row.changes(from: old, to: new).allSatisfy { !isChanged($0, in: new) }
  }

  /// The fields whose values differ between a row before and after a change by more than a clock
  /// reading.
  package func changedFields(from old: Row, to new: Row) -> Set<FieldPath> {
    Set(changes(from: old, to: new).map(\.path))
  }

  /// The changes of fields between a row before and after a change by more than a clock reading; see
  /// ``Row/changes(from:to:)``.
  package func changes(from old: Row, to new: Row) -> [ChangedField] {
    Row.changes(from: old, to: new).filter { isChanged($0, in: new) }
  }

  /// Whether a field whose values differ has changed by more than a clock reading.
  private func isChanged(_ field: ChangedField, in new: Row) -> Bool {
    guard let before = field.old, let after = field.new else { return true }
    return isChanged(field.path, before, after, in: new)
  }

  private func isChanged(
    _ path: FieldPath,
    _ before: JSONValue,
    _ after: JSONValue,
    in new: Row
  ) -> Bool {
    !isMovement(of: path, before, after) || jumps[path]?.contains(new.id) == true
  }

  /// Whether a clock can turn one value into the other.
  private func isMovement(of path: FieldPath, _ old: JSONValue, _ new: JSONValue) -> Bool {
    if derived.contains(path) { return true }
    guard !refuted.contains(path) || learned.contains(path),
      // A clock that is not proven must not be a plain number, unless times are known.
      reach != nil || old.kind == .string && new.kind == .string || learned.contains(path),
      let before = FieldReading(old), let after = FieldReading(new),
      learned.contains(path) || isClockByName(path, after),
      let movement = after.movement(since: before)
    else { return false }
    guard let reach else { return after.kind == .duration || learned.contains(path) }
    return movement.isPossible(within: reach, unit: units[path])
  }

  /// Whether a field is a clock by its name or its text, unless proven otherwise.
  func isClockByName(_ path: FieldPath, _ reading: FieldReading) -> Bool {
    let name = path.name.lowercased()
    switch reading.kind {
    case .duration:
      return reading.isRelativeToNow || Self.names.contains(name) || name.contains("now()")
    case .number:
      // Without known times it cannot be decided whether a number runs.
      return reach != nil && Self.namesOfNumbers.contains(name.filter(\.isLetter))
    case .instant: return false
    }
  }
}
