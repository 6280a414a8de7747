import FeedIdentity
package import FeedValues
internal import TerminalCore
package import Values

extension Column {
  /// The text of a cell before and after a change: `pending → failed`; nil if it shows the same.
  ///
  /// - Parameters:
  ///   - old: The row before, and its value in this column.
  ///   - new: The row after, and its value.
  ///   - calendar: The time zone in which times are written.
  ///   - present: The current time, for relative times.
  /// - Returns: The cell.
  package func change(
    from old: (row: Row, value: JSONValue?),
    to new: (row: Row, value: JSONValue?),
    _ calendar: Calendar,
    _ present: FeedTime?
  ) -> ColumnCell? {
    func text(_ row: Row, _ value: JSONValue?) -> String {
      let text = value.map { shownText(of: $0, in: row, calendar, at: present) } ?? ""
      return text.isEmpty ? "–" : folded(text)?.text ?? text
    }
    let (before, after) = (text(old.row, old.value), text(new.row, new.value))
    guard before != after else { return nil }
    var role = Theme.Role.changed
    if case .status = format { role = StatusTone(after).role }
    return ColumnCell([(before[...], .dim), (" → ", .faint), (after[...], role)])
  }
}
