import Columns
package import FeedIdentity
import FeedStore
import FeedValues
internal import TableModel
internal import TerminalCore

extension DetailView {
  /// The lines of the row's history, newest first.
  ///
  /// - Parameters:
  ///   - clocks: The fields that are running clocks.
  ///   - isForgotten: Whether older changes of the feed have been discarded.
  /// - Returns: The lines; none if the history is empty.
  package func historyLines(
    _ clocks: VolatileFields,
    isForgotten: Bool
  ) -> [StyledLine] {
    let changes = detail.history.changes
    guard !changes.isEmpty else { return [] }
    var lines: [StyledLine] = []
    // Limits the bytes compared, because rows may be very large.
    var work = 4 << 20
    for change in changes {
      work -= (change.old?.value.text.count ?? 0) + (change.new?.value.text.count ?? 0)
      lines += self.lines(of: change, isCompared: work > 0, clocks)
    }
    guard !lines.isEmpty else { return [] }
    let isWhole = changes.last.map { $0.old == nil } ?? false
    if !isWhole, !detail.history.isComplete || isForgotten {
      lines.append(StyledLine("    … \(Text.forgotten)", .faint))
    }
    return [StyledLine(), StyledLine("  \(Text.history)", .dim, isBold: true)] + lines
  }

  /// The lines of a change; none if nothing but clocks went on.
  private func lines(
    of change: RowHistory.Change,
    isCompared: Bool,
    _ clocks: VolatileFields
  ) -> [StyledLine] {
    let width = detail.size.columns
    let clock = change.time.map { calendar.clock(of: $0) + "  " } ?? ""
    let when = Segment(text: clock + "#\(change.number)  ", role: .dim)
    func line(_ mark: Mark, _ segments: [Segment]) -> StyledLine {
      let sign = Segment(text: mark.sign + " ", role: mark.role, isBold: true)
      return StyledLine([sign, Segment(text: "  ", role: .text), when] + segments)
    }
    guard let old = change.old else {
      return [line(.insertion, [Segment(text: RowChange.Text.inserted, role: .text)])]
    }
    guard let new = change.new else {
      return [line(.deletion, [Segment(text: RowChange.Text.deleted, role: .text)])]
    }
    guard isCompared else { return [line(.update, [Segment(text: Text.changed, role: .text)])] }
    // Fields that columns show come first.
    let shownPaths = Set(columns.flatMap(\.paths))
    let fields = clocks.changes(from: old, to: new).flatMap(\.parts).sorted {
      let (first, second) = (shownPaths.contains($0.path), shownPaths.contains($1.path))
      return first == second
        ? $0.path.names.lexicographicallyPrecedes($1.path.names) : first
    }
    guard !fields.isEmpty else { return [] }
    let shown = fields.prefix(Self.fieldsOfChange)
    var lines: [StyledLine] = []
    for field in shown {
      let name = Segment(text: field.path.description, role: .dim)
      func values(_ room: Int) -> [Segment] {
        [
          value(field.old, room: room, isPast: true),
          Segment(text: " → ", role: .changed, isBold: true),
          field.new.map { value($0, room: room, isPast: false) }
            ?? Segment(text: Text.noValue, role: .deleted),
        ]
      }
      let whole =
        [name, Segment(text: "  ", role: .text)] + values(min(Self.widthInHistory, max(width, 1)))
      let used = whole.reduce(Self.marginOfHistory + when.text.displayWidth) {
        $0 + $1.text.displayWidth
      }
      if used <= width {
        lines.append(line(.update, whole))
      } else {
        // The new value must not be cut off at the edge, so it gets a line of its own.
        let margin = Self.marginOfHistory + 2
        let space = Segment(text: String(repeating: " ", count: margin - 1), role: .text)
        let room = max(4, (width - margin - 3) / 2)
        lines += [line(.update, [name]), StyledLine([space] + values(room))]
      }
    }
    if fields.count > shown.count {
      lines.append(
        line(.update, [Segment(text: Text.moreFields(fields.count - shown.count), role: .dim)])
      )
    }
    return lines
  }

  /// The maximum number of fields shown for one change, and their maximum width.
  private static let fieldsOfChange = 8
  private static let widthInHistory = 40
  /// The screen columns before the time of a change: the cursor, the mark and spaces.
  private static let marginOfHistory = 5
}
