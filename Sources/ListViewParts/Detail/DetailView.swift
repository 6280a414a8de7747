import Columns
import FeedStore
package import FeedValues
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
