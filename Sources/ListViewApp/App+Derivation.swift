import Columns
import FeedIdentity
import FeedStore
internal import FeedValues
internal import ListViewParts
import Ordering
internal import Values

/// The fields that the rows do not have by themselves.
extension App {
  /// When derived values next change although nothing arrives; nil for never.
  var nextDerivationInstant: ContinuousClock.Instant? {
    if feed.isDeriving { return feed.derivationStart }
    guard let wallClock, let next = feed.derivation.nextRefresh else { return nil }
    return wallClock.instant + next.timeSince(wallClock.start)
  }

  /// Brings the values that change with time up to date, and gives the rows the fields that are asked for.
  mutating func continueDeriving(at instant: ContinuousClock.Instant) {
    derive(at: instant)
    feed.continueDeriving()
    if let time = wallClock?.time(at: instant) { feed.refreshDerivation(at: instant, time: time) }
  }

  /// Begins to give the rows the fields that are asked for and that they lack.
  ///
  /// - Parameters:
  ///   - others: More of them than those of the columns, the filter, the order, the groups and counts.
  ///   - instant: The current time.
  /// - Returns: Whether the rows have all of them.
  @discardableResult
  mutating func derive(_ others: [DerivedField] = [], at instant: ContinuousClock.Instant) -> Bool {
    let sorted = list.wanted.sort?.keys.map(\.column) ?? []
    let arranged = (sorted + [list.wanted.grouping?.column]).compactMap { column in
      column.flatMap { column in
        column.expression.map { DerivedField($0, name: column.path.name) }
      }
    }
    let wanted =
      (columns.list.spec?.derived ?? []) + (find.filter?.derived ?? []) + others
      + counts.flatMap(\.plan.spec.derived) + summary.spec.derived + setup.configuration.derived
      + list.pendingOptions.derived + arranged
    guard !wanted.allSatisfy(feed.derivedFields.contains) else { return !feed.isDeriving }
    var fields: [DerivedField] = []
    for field in wanted where !fields.contains(field) { fields.append(field) }
    feed.derive(fields, calendar: setup.configuration.calendar, at: instant)
    columns.list.derived = feed.derivedFields
    clocks.derive(feed.derivedFields.map(\.path))
    return !feed.isDeriving
  }

  /// Gives the rows fields that something needs at once, if there are few enough rows.
  ///
  /// - Returns: Whether the rows have them.
  mutating func hasFields(_ fields: [DerivedField], at instant: ContinuousClock.Instant) -> Bool {
    guard !derive(fields, at: instant) else { return true }
    guard feed.continueDeriving(Self.fewChanges) else { return false }
    _ = advanceRows(to: instant)
    fitColumns(at: instant)
    return true
  }

  /// The number of changes that are made while a key waits.
  private static let fewChanges = 20_000

  // MARK: The prompt

  /// The column that is described by the text of the prompt.
  func columnItem(_ text: String) -> Result<ColumnSpec.Item, SettingError> {
    Result { () throws(SettingError) in
      let item = try ColumnSpec.Item(String(text.trimming))
      // A text that is neither an expression nor a field was meant as an expression.
      if item.expression == nil, columns.columns.named(item.path.description) == nil {
        _ = try ColumnSpec.Item(computing: String(text.trimming))
      }
      return item
    }
  }

  /// Shows the column that is being typed, unless the list is long.
  mutating func previewColumn(
    _ text: String,
    at instant: ContinuousClock.Instant
  ) -> Result<ColumnSpec.Item, SettingError> {
    let result = columnItem(text)
    if let columns = openPrompt?.before.columns, !list.allRows.isLong {
      show(columns, at: instant)
      if case .success(let item) = result, item.expression != nil { add(item, at: instant) }
    }
    return result
  }

  /// Shows one more column.
  mutating func add(_ item: ColumnSpec.Item, at instant: ContinuousClock.Instant) {
    columns.add(item, key: feed.status.keyRule, in: layout)
    _ = hasFields([], at: instant)
    columns.list.derived = feed.derivedFields
    fitColumns(at: instant)
    columns.layOut(in: layout)
  }

  /// Shows the columns that there were.
  mutating func show(_ columns: ColumnState, at instant: ContinuousClock.Instant) {
    self.columns = columns
    // The rows still have the field that was computed meanwhile.
    self.columns.list.derived = feed.derivedFields
    layOut(at: instant)
  }
}
