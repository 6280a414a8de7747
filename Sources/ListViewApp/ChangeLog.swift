public import Feeds
internal import ListDiffing
internal import TerminalCore

/// Tells a feed's changes as lines of text, for pipes and terminals that cannot place a cursor.
///
/// | Line | says |
/// |---|---|
/// | `+ ID SUMMARY` | a row came |
/// | `- ID SUMMARY` | a row went |
/// | `> ID from 3 to 1` | a row moved, in offsets that count from 1 |
/// | `~ ID FIELD: OLD → NEW, …` | a row changed |
///
/// Of each value of the feed, deletions come first, then moves, insertions and updates. Whatever the
/// feed holds, a line is one line and no byte of it is a control character.
///
/// With a filter the list is that of the rows that it lets through: a row comes when it begins to fit
/// and goes when it no longer does.
public struct ChangeLog: Sendable {
  private var list: RowList
  private var columns: [Column] = []
  private let calendar: Calendar
  private let filter: Filter?

  /// The columns of the screen that a summary or a value takes at most.
  static let summaryWidth = 160
  static let valueWidth = 60

  /// Makes a log of a feed that has not begun.
  ///
  /// - Parameters:
  ///   - capacity: The most rows of a feed of single events.
  ///   - calendar: The time zone in which times are written.
  ///   - filter: Which rows are told of; nil for all.
  public init(capacity: Int = .max, calendar: Calendar, filter: Filter? = nil) {
    list = RowList(capacity: capacity)
    self.calendar = calendar
    self.filter = filter
  }

  private func isShown(_ row: Row) -> Bool { filter?.matches(row) ?? true }

  /// The lines of what some items change, in their order.
  ///
  /// - Parameters:
  ///   - items: What arrived.
  ///   - key: How the feed identifies its rows.
  /// - Returns: Lines without their newlines.
  /// - Complexity: O(1) for a single row, that of a comparison for a snapshot.
  public mutating func lines(for items: [FeedItem], key: KeyRule?) -> [String] {
    if columns.isEmpty { chooseColumns(from: items, key: key) }
    return items.flatMap { lines(for: $0) }
  }

  private mutating func lines(for item: FeedItem) -> [String] {
    switch item {
    case .snapshot(let snapshot):
      let before = list.rows
      list.apply(item)
      guard filter != nil else { return lines(from: before, to: snapshot.rows) }
      return lines(from: before.filter(isShown), to: snapshot.rows.filter(isShown))
    case .upsert(let row, _):
      let before = list[row.id].flatMap { isShown($0) ? $0 : nil }
      list.apply(item)
      guard isShown(row) else { return before.map { [deletion($0)] } ?? [] }
      guard let before else { return [insertion(row)] }
      return before == row ? [] : [update(before, row)]
    case .delete(let id, _):
      let before = list[id].flatMap { isShown($0) ? $0 : nil }
      list.apply(item)
      return before.map { [deletion($0)] } ?? []
    }
  }

  private func lines(from before: [Row], to after: [Row]) -> [String] {
    let difference = Difference(from: before, to: after)
    return difference.deletions.map { deletion(before[$0]) }
      + difference.moves.map { move in
        "> \(text(of: after[move.target].id)) from \(move.source + 1) to \(move.target + 1)"
      }
      + difference.insertions.map { insertion(after[$0]) }
      + difference.updates.map { update(before[$0.old], after[$0.new]) }
  }

  private func insertion(_ row: Row) -> String { line("+", row, summary(row)) }
  private func deletion(_ row: Row) -> String { line("-", row, summary(row)) }

  private func update(_ old: Row, _ new: Row) -> String {
    let changes = Row.changedFields(from: old, to: new).map(\.names).sorted {
      $0.lexicographicallyPrecedes($1)
    }
    let texts = changes.map { names in
      let path = FieldPath(names)
      return "\(clean(path.description)): \(value(old, path)) → \(value(new, path))"
    }
    return line("~", new, texts.joined(separator: ", "))
  }

  private func value(_ row: Row, _ path: FieldPath) -> String {
    guard let value = row.value[path] else { return "none" }
    return DisplayWidth.cut(value.string, to: Self.valueWidth)
  }

  private func line(_ sign: String, _ row: Row, _ text: String) -> String {
    text.isEmpty ? "\(sign) \(self.text(of: row.id))" : "\(sign) \(self.text(of: row.id)) \(text)"
  }

  private func text(of id: RowID) -> String { clean(id.description) }

  private func clean(_ text: String) -> String { DisplayWidth.cut(text, to: Self.summaryWidth) }

  /// What the columns say of a row, the key left out, which stands before it.
  private func summary(_ row: Row) -> String {
    let key = row.id.key
    let texts = columns.compactMap { column -> String? in
      guard column.weight >= 30, let value = column.value(of: row), value.text != key
      else { return nil }
      return column.text(of: row, in: calendar)
    }
    return clean(texts.joined(separator: "  "))
  }

  private mutating func chooseColumns(from items: [FeedItem], key: KeyRule?) {
    var sample = RowList(capacity: ColumnChoice.sampleSize)
    for item in items.prefix(ColumnChoice.sampleSize) { sample.apply(item) }
    columns = ColumnChoice.columns(of: sample.rows, key: key, calendar: calendar)
  }
}
