internal import ListViewParts
internal import Feeds
internal import TableModel
internal import TerminalCore
internal import Values

extension App {
  /// Draws the detail of a row.
  func drawDetail(
    in place: Rectangle,
    at instant: ContinuousClock.Instant,
    of buffer: inout CellBuffer
  ) {
    guard let detail else { return }
    var pane = Pane(place, Self.border(of: place), title: [])
    let hasKeys = detailHasKeys
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
        ? self.line(offset, of: detail, at: instant)
        : detail.historyLines[offset - detail.outline.lines.count]
      if isAtCursor {
        line.segments.insert(Segment(text: "▌", role: .accent), at: 0)
        line.surface = .selection
      } else {
        line.segments.insert(Segment(text: " ", role: .text), at: 0)
      }
      return line
    }
  }

  /// What a row is called: by its key, or where it has none by the number of its arrival.
  private func name(of row: Row) -> String {
    feed.keyRule == .arrival ? "row \(row.id)" : row.id.description
  }

  /// When the detail looks different, if nothing happens; nil for never.
  func nextDetailChange(after instant: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    let flashes = configuration.motion != .none
    return detail?.changes.values.compactMap {
      $0.nextChange(after: instant, flashes: flashes)
    }.min()
  }

  /// Whether the row is there, in words.
  private func status(of detail: Detail) -> [Segment] {
    if detail.isGone {
      let last = detail.history.changes.first
      guard let last, last.new == nil else {
        return [Segment(text: "− not there at this time", role: .deleted)]
      }
      let since = last.time.map { " since \(configuration.calendar.clock(of: $0))" } ?? ""
      return [Segment(text: "− gone\(since)", role: .deleted, isBold: true)]
    }
    let count = detail.changes.count
    if count > 0 { return [Segment(text: "~ \(count) changed", role: .changed)] }
    return []
  }

  // MARK: The row

  /// A line of the row, without its first column, which is the cursor's.
  private func line(
    _ offset: Int,
    of detail: Detail,
    at instant: ContinuousClock.Instant
  ) -> StyledLine {
    let line = detail.outline.lines[offset]
    let width = detail.size.columns
    var segments = [margin(of: offset, in: detail)]
    let indentation = JSONOutline.indentation(atDepth: line.depth, of: width)
    segments.append(Segment(text: String(repeating: " ", count: indentation), role: .text))
    segments.append(Segment(text: line.content.sign, role: .dim))
    if case .text(let text) = line.content {
      segments += lit(Segment(text: text, role: detail.isGone ? .dim : .text))
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
    if let change { return self.line(segments, change, room: room, isGone: detail.isGone, instant) }
    switch line.content {
    case .value(let value), .folded(let value):
      var text = lit(self.value(value, room: room, isPast: detail.isGone), of: value)
      // What is not to be seen is told by lighting up what it is folded into.
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

  /// The line of a field that changed: what it was, what it is, and when that happened.
  ///
  /// Where there is not room for all of it, the time of day goes first, then what it was is cut.
  private func line(
    _ name: [Segment],
    _ change: FieldChange,
    room: Int,
    isGone: Bool,
    _ instant: ContinuousClock.Instant
  ) -> StyledLine {
    var new = value(change.new, room: room, isPast: isGone)
    if change.new == nil { new = Segment(text: "gone", role: .deleted) }
    let flash = configuration.motion == .none ? 0 : change.flash(at: instant)
    if flash > 0 { new.surface = .tint(.changed, 0.6 * flash) }
    var old = value(change.old, room: room, isPast: true)
    let arrow = Segment(text: " → ", role: .changed, isBold: true)

    let clock = change.time.map { configuration.calendar.clock(of: $0) }
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
      ?? times.dropFirst().first { isRoom(for: Self.leastOldWidth, $0) } ?? ""
    let left = room - wanted - (time.isEmpty ? 0 : 2 + time.displayWidth)
    old = value(change.old, room: max(Self.leastOldWidth, left), isPast: true)
    return StyledLine(
      name + lit(old, of: change.old) + [arrow] + lit(new, of: change.new),
      trailing: time.isEmpty ? [] : [Segment(text: time, role: .dim)]
    )
  }

  /// What a field was is not cut to less than this.
  private static let leastOldWidth = 6

  /// The mark of what happened to the field, and a space.
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

  /// A value on one line, as it is written but for the escapes of a text.
  private func value(_ value: JSONValue?, room: Int, isPast: Bool) -> Segment {
    guard let value else { return Segment(text: "none", role: .faint) }
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

  /// What a number says to a person: a time, an amount of money.
  func note(on line: JSONOutline.Line, at path: FieldPath?, in row: Row) -> String? {
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
    // A time that a feed of our days may hold: after 1973.
    let reader = TimeReader(configuration.calendar)
    guard isTime, let time = reader.time(value), time.seconds > 100_000_000 else { return nil }
    let text = configuration.calendar.dateAndClock(of: time)
    return value.kind == .string && value.string.hasPrefix(text.prefix(10)) ? nil : text
  }

  private func more(at offset: Int, of detail: Detail) -> String {
    let key = configuration.keyMap.label(of: [.row(.open)])
    let isText = detail.outline.lines[offset].name.isEmpty && offset > 0
    guard isText, case .text = detail.outline.lines[offset - 1].content else {
      return "… there are more; \(key) shows them"
    }
    return "… the text goes on; \(key) shows more"
  }

  // MARK: The history

  /// The lines of what happened to the row, the newest first.
  func lines(of detail: Detail) -> [StyledLine] {
    let changes = detail.history.changes
    guard !changes.isEmpty else { return [] }
    var lines = [StyledLine(), StyledLine("  History", .dim, isBold: true)]
    // Rows that say very much are not compared a hundred times.
    var work = 4 << 20
    for change in changes {
      work -= (change.old?.value.text.count ?? 0) + (change.new?.value.text.count ?? 0)
      lines += self.lines(of: change, isCompared: work > 0, width: detail.size.columns)
    }
    if !detail.history.isComplete || player.forgotten > 0 {
      lines.append(StyledLine("    … older changes are not kept here", .faint))
    }
    return lines
  }

  private func lines(
    of change: RowHistory.Change,
    isCompared: Bool,
    width: Int
  ) -> [StyledLine] {
    let clock = change.time.map { configuration.calendar.clock(of: $0) + "  " } ?? ""
    let when = Segment(text: clock + "#\(change.number)  ", role: .dim)
    func line(_ mark: Mark, _ segments: [Segment]) -> StyledLine {
      let sign = Segment(text: mark.sign + " ", role: mark.role, isBold: true)
      return StyledLine([sign, Segment(text: "  ", role: .text), when] + segments)
    }
    guard let old = change.old else {
      return [line(.insertion, [Segment(text: "came", role: .text)])]
    }
    guard let new = change.new else {
      return [line(.deletion, [Segment(text: "went", role: .text)])]
    }
    guard isCompared else { return [line(.update, [Segment(text: "changed", role: .text)])] }
    let paths = clocks.changedFields(from: old, to: new).map(\.names).sorted {
      $0.lexicographicallyPrecedes($1)
    }
    guard !paths.isEmpty else {
      return [line(.update, [Segment(text: "a running clock", role: .dim)])]
    }
    let shown = paths.prefix(Self.fieldsOfChange)
    var lines: [StyledLine] = []
    for names in shown {
      let path = FieldPath(names)
      let name = Segment(text: path.description, role: .dim)
      func values(_ room: Int) -> [Segment] {
        [
          value(old.value[path], room: room, isPast: true),
          Segment(text: " → ", role: .changed, isBold: true),
          new.value[path].map { value($0, room: room, isPast: false) }
            ?? Segment(text: "gone", role: .deleted),
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
        // What it is now must not be what the edge cuts off.
        let margin = Self.marginOfHistory + 2
        let space = Segment(text: String(repeating: " ", count: margin - 1), role: .text)
        let room = max(4, (width - margin - 3) / 2)
        lines += [line(.update, [name]), StyledLine([space] + values(room))]
      }
    }
    if paths.count > shown.count {
      lines.append(
        line(.update, [Segment(text: "… \(paths.count - shown.count) more fields", role: .dim)])
      )
    }
    return lines
  }

  /// How many fields of one change are told, and how wide their values are at most.
  private static let fieldsOfChange = 8
  private static let widthInHistory = 40
  /// The columns before the time of a change: the cursor, the mark, spaces.
  private static let marginOfHistory = 5
}
