import Columns
package import FeedIdentity
import FeedStore
package import FeedValues
internal import Patterns
internal import TableModel
package import TerminalCore
internal import Values

/// Draws the detail of a row.
package struct DetailView: View {
  package let context: Context
  let detail: Detail
  /// Whether the detail has the focus, or the current prompt belongs to it.
  private let hasKeys: Bool
  /// Whether rows are named by their keys, rather than by the order of their arrival.
  private let hasKeyedRows: Bool

  package init(
    context: Context,
    _ detail: Detail,
    hasKeys: Bool = true,
    hasKeyedRows: Bool = true
  ) {
    (self.context, self.detail) = (context, detail)
    (self.hasKeys, self.hasKeyedRows) = (hasKeys, hasKeyedRows)
  }

  /// The border of the detail: a line if it is to the right of the table, otherwise a title bar.
  package static func border(of place: Rectangle) -> Pane.Border {
    place.columns.lowerBound > 0 ? .left : .bar
  }

  /// Draws the detail.
  package func draw(in place: Rectangle, of buffer: inout CellBuffer) {
    var pane = Pane(place, Self.border(of: place), title: [])
    let sign = hasKeys ? "▌" : " "
    pane.title = [
      Segment(text: sign, role: .accent),
      Segment(text: name(of: detail.row), role: hasKeys ? .accent : .text, isBold: true),
    ]
    pane.status = status(of: detail)
    pane.draw(detail.scroll, of: detail.count, in: &buffer, theme) { offset in
      let isAtCursor = hasKeys && offset == detail.scroll.cursor
      var line =
        offset < detail.outline.lines.count
        ? self.line(offset)
        : detail.historyLines[offset - detail.outline.lines.count]
      if isAtCursor {
        line.segments.insert(Segment(text: "▌", role: .accent), at: 0)
        line.surface = .selection
      } else {
        line.segments.insert(Segment(text: " ", role: .text), at: 0)
      }
      return line
    }
    for line in place.lines {
      buffer.linkAddresses(line: line, columns: place.columns, of: detail.row)
    }
  }

  /// The name of a row: what people call it, its key, or the number of its arrival.
  private func name(of row: Row) -> String {
    columns.label(of: row) ?? (hasKeyedRows ? row.id.description : Text.row("\(row.id)"))
  }

  /// When the detail next looks different even if nothing happens; nil if never.
  package var nextChange: ContinuousClock.Instant? {
    let flashes = context.motion != .none
    return detail.changes.values.compactMap {
      $0.nextChange(after: instant, flashes: flashes)
    }.min()
  }

  /// Describes whether the row still exists.
  private func status(of detail: Detail) -> [Segment] {
    if detail.isAbsent {
      let last = detail.history.changes.first
      guard let last, last.new == nil else {
        return [Segment(text: Text.notThere, role: .deleted)]
      }
      let text = Text.deleted(since: last.time.map { calendar.clock(of: $0) })
      return [Segment(text: text, role: .deleted, isBold: true)]
    }
    let count = detail.changes.count
    if count > 0 { return [Segment(text: Text.changed(count), role: .changed)] }
    return []
  }

  // MARK: The row

  /// A line of the row, without the first screen column, which is for the cursor.
  private func line(
    _ offset: Int
  ) -> StyledLine {
    let line = detail.outline.lines[offset]
    let width = detail.size.columns
    var segments = [margin(of: offset, in: detail)]
    let indentation = JSONOutline.indentation(atDepth: line.depth, of: width)
    segments.append(Segment(text: String(repeating: " ", count: indentation), role: .text))
    segments.append(Segment(text: line.content.sign, role: .dim))
    if case .text(let text) = line.content {
      segments += lit(Segment(text: text, role: detail.isAbsent ? .dim : .text))
      return StyledLine(segments)
    }
    let change = detail.change(ofLine: offset)
    if !line.name.isEmpty {
      let name = DisplayWidth.cut(line.name, to: max(line.nameWidth, width / 2))
      let segment = Segment(text: name, role: line.isElement ? .faint : .dim)
      segments += line.isElement ? [segment] : lit(segment)
      let space = max(0, line.nameWidth - name.displayWidth) + 2
      segments.append(Segment(text: String(repeating: " ", count: space), role: .text))
    }
    let room = JSONOutline.room(atDepth: line.depth, nameWidth: line.nameWidth, of: width)
    if let change {
      return self.line(segments, change, room: room, isAbsent: detail.isAbsent, instant)
    }
    switch line.content {
    case .value(let value), .folded(let value):
      var text = lit(self.value(value, room: room, isPast: detail.isAbsent), of: value)
      // A match inside a folded value highlights the line of the value.
      if case .folded = line.content, text.count == 1, detail.hasMatch(insideLine: offset) {
        text[0].isFound = true
      }
      segments += text
      if let note = note(on: line, at: detail.fieldPath(ofLine: offset), in: detail.row) {
        segments.append(Segment(text: "  ", role: .dim))
        segments += lit(Segment(text: note, role: .dim))
      }
    case .more: segments.append(Segment(text: more(at: offset, of: detail), role: .accent))
    case .open, .text, .removed: break
    }
    return StyledLine(segments)
  }

  /// The line of a changed field: its previous value, its value, and the time of the change.
  ///
  /// If there is not enough room, the time is dropped first, then the previous value is cut.
  private func line(
    _ name: [Segment],
    _ change: FieldChange,
    room: Int,
    isAbsent: Bool,
    _ instant: ContinuousClock.Instant
  ) -> StyledLine {
    var new = value(change.new, room: room, isPast: isAbsent)
    if change.new == nil { new = Segment(text: Text.gone, role: .deleted) }
    let flash = context.motion == .none ? 0 : change.flash(at: instant)
    if flash > 0 { new.surface = .tint(.changed, 0.6 * flash) }
    var old = value(change.old, room: room, isPast: true)
    let arrow = Segment(text: " → ", role: .changed, isBold: true)

    let clock = change.time.map { calendar.clock(of: $0) }
    let age = change.age(at: instant)
    let times = [[age, clock], [age ?? clock], []].map {
      $0.compactMap(\.self).joined(separator: " · ")
    }
    let wanted = new.text.displayWidth + arrow.text.displayWidth
    func isRoom(for old: Int, _ time: String) -> Bool {
      old + wanted + (time.isEmpty ? 0 : 2 + time.displayWidth) <= room
    }
    let time =
      times.first { isRoom(for: old.text.displayWidth, $0) }
      ?? times.dropFirst().first { isRoom(for: Self.minimumOldWidth, $0) } ?? ""
    let left = room - wanted - (time.isEmpty ? 0 : 2 + time.displayWidth)
    old = value(change.old, room: max(Self.minimumOldWidth, left), isPast: true)
    return StyledLine(
      name + lit(old, of: change.old) + [arrow] + lit(new, of: change.new),
      trailing: time.isEmpty ? [] : [Segment(text: time, role: .dim)]
    )
  }

  /// The minimum width to which a previous value is cut.
  private static let minimumOldWidth = 6

  /// The change mark of a field, followed by a space.
  private func margin(of offset: Int, in detail: Detail) -> Segment {
    guard detail.isChanged(offset) else { return Segment(text: "  ", role: .text) }
    let mark =
      switch detail.change(ofLine: offset) {
      case .some(let change) where change.old == nil: Mark.insertion
      case .some(let change) where change.new == nil: Mark.deletion
      default: Mark.update
      }
    return Segment(text: mark.sign + " ", role: mark.role, isBold: true)
  }

  /// A value on one line, as written in the feed except that escape sequences of strings are decoded.
  func value(_ value: JSONValue?, room: Int, isPast: Bool) -> Segment {
    guard let value else { return Segment(text: Text.none, role: .faint) }
    let role: Theme.Role =
      switch value.kind {
      case .string: .text
      case .number: .accent
      case .boolean: .pending
      case .null: .faint
      case .object, .array: .dim
      }
    return Segment(
      text: value.lineText(columns: max(4, room)),
      role: isPast ? .dim : role
    )
  }

  /// The meaning of a number to a person, such as a time or an amount of money; nil for none.
  package func note(on line: JSONOutline.Line, at path: FieldPath?, in row: Row) -> String? {
    guard case .value(let value) = line.content, value.text.count < 40, value.isScalar else {
      return nil
    }
    let name = line.name.lowercased()
    if value.kind == .number, name.hasPrefix("amount") {
      let currency = path.flatMap { row.value[$0.parent.appending("currency")] }
      guard let path, let currency else { return nil }
      return Money.isInMinorUnits(path, in: row.value)
        ? Money.text(minorUnits: value.string, currency: currency.string)
        : Money.text(amount: value.string, currency: currency.string)
    }
    let isTime =
      ["created", "updated", "time", "ts", "timestamp", "date", "at"].contains(name)
      || name.hasSuffix("_at") || line.name.hasSuffix("At") || name.hasSuffix("timestamp")
    // A plausible time for a current feed: after 1973.
    let reader = TimeReader(calendar)
    guard isTime, let time = reader.time(value), time.seconds > 100_000_000 else { return nil }
    let text = calendar.dateAndClock(of: time)
    return value.kind == .string && value.string.hasPrefix(text.prefix(10)) ? nil : text
  }

  private func more(at offset: Int, of detail: Detail) -> String {
    let key = keyMap.label(of: [.row(.open)])
    let isText = detail.outline.lines[offset].name.isEmpty && offset > 0
    guard isText, case .text = detail.outline.lines[offset - 1].content else {
      return Text.more(key)
    }
    return Text.moreText(key)
  }

}

extension DetailView {
  /// A text with its search matches highlighted.
  ///
  /// - Parameters:
  ///   - segment: The text; quotation marks around a string are not searched.
  ///   - value: The value of the text, which may show only its start: a match in the rest highlights the `…`.
  /// - Returns: The segments of the text.
  func lit(_ segment: Segment, of value: JSONValue? = nil) -> [Segment] {
    guard let pattern = detail.search?.pattern else { return [segment] }
    var inside = segment.text[...]
    let isQuoted = value?.kind == .string && inside.hasPrefix("\"")
    if isQuoted { inside = inside.dropFirst() }
    if isQuoted, inside.hasSuffix("\"") { inside = inside.dropLast() }
    var ranges = pattern.ranges(in: String(inside)).map { range in
      inside.utf8.index(
        inside.startIndex,
        offsetBy: range.lowerBound
      )..<inside.utf8.index(inside.startIndex, offsetBy: range.upperBound)
    }
    if ranges.isEmpty, inside.hasSuffix("…"), let value, value.isScalar,
      pattern.matches(value.string(limit: Pattern.textLimit).text)
    {
      ranges = [inside.index(before: inside.endIndex)..<inside.endIndex]
    }
    var segments: [Segment] = []
    var position = segment.text.startIndex
    func add(upTo end: String.Index, isFound: Bool) {
      guard position < end else { return }
      var piece = segment
      piece.text = String(segment.text[position..<end])
      piece.isFound = isFound
      segments.append(piece)
      position = end
    }
    for range in ranges {
      add(upTo: range.lowerBound, isFound: false)
      add(upTo: range.upperBound, isFound: true)
    }
    add(upTo: segment.text.endIndex, isFound: false)
    return segments
  }
}

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

extension DetailView {
  /// The texts of the detail besides the row itself.
  package enum Text {
    package static let notThere = "− not in the list at this time"
    package static func deleted(since time: String?) -> String {
      "− \(RowChange.Text.deleted)\(time.map { " at \($0)" } ?? "")"
    }
    package static let changed = "changed"
    package static func changed(_ count: Int) -> String { "~ \(count) changed" }
    package static func more(_ key: String) -> String { "… more: \(key) shows them" }
    package static func moreText(_ key: String) -> String { "… more text: \(key) shows it" }
    package static func row(_ number: String) -> String { "row \(number)" }
    package static let gone = "gone"
    package static let none = "none"
    package static let now = "now"
    package static func secondsAgo(_ count: Int64) -> String { "\(count) s ago" }
    package static func minutesAgo(_ count: Int64) -> String { "\(count) min ago" }
    package static let history = "History"
    package static let forgotten = "older changes are not kept"
    package static let noValue = "removed"
    package static func moreFields(_ count: Int) -> String { "… \(plural(count, "more field"))" }
  }
}
