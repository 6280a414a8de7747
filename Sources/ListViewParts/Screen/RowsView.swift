package import Columns
package import FeedValues
package import Ordering
package import Patterns
package import TableModel
package import TerminalCore
internal import Values

/// Draws the rows and section headers of a table.
package struct RowsView: View {
  package let context: Context
  /// Whether changed rows flash and have change marks.
  let showsChanges: Bool
  /// The pattern of the current search.
  let pattern: Pattern?
  /// Tells which rows are tinted as errors; nil if none are.
  let severity: Severity?
  /// The colours of rows that the user asks for.
  let tints: RowTints
  /// Whether the first of several lines of a text stands for all of them.
  package var foldsLines = true
  /// The rows with which these are compared; nil if they are not.
  package var comparison: StepComparison?
  /// Returns how often the row at an offset is repeated; nil if it is not.
  package var repetition: @Sendable (Int) -> String? = { _ in nil }
  /// Returns what there is to say about a command that was run on a row.
  package var runMark: @Sendable (RowID) -> RunMark? = { _ in nil }
  /// Returns whether the user marked a row.
  let isMarked: @Sendable (RowID) -> Bool
  /// The column of the grouping, and the contents of a section header by its identifier.
  let groupColumn: Column?
  let group: @Sendable (SectionID) -> GroupSummary?

  package init(
    context: Context,
    showsChanges: Bool = true,
    pattern: Pattern? = nil,
    severity: Severity? = nil,
    tints: RowTints = RowTints(),
    isMarked: @escaping @Sendable (RowID) -> Bool = { _ in false },
    groupColumn: Column? = nil,
    group: @escaping @Sendable (SectionID) -> GroupSummary? = { _ in nil }
  ) {
    (self.context, self.showsChanges, self.pattern) = (context, showsChanges, pattern)
    (self.isMarked, self.groupColumn, self.group) = (isMarked, groupColumn, group)
    self.severity = severity?.isOfLog == true ? severity : nil
    self.tints = tints
  }

  package typealias Line = TablePresentation<Row, FieldPath>.Line

  /// The distance that a row slides, in screen columns.
  private static let slide = 14

  /// Draws the lines in view.
  package func draw(
    _ presentation: TablePresentation<Row, FieldPath>,
    on lines: Range<Int>,
    of buffer: inout CellBuffer
  ) {
    let flash = strength(from: 0.3, of: presentation) { !$0.flashes.isEmpty }
    let glow = strength(from: 0.5, of: presentation) { $0.tint != nil }
    for (line, content) in zip(lines, presentation.lines) {
      var content = content
      if flash < 1 { content.flashes = content.flashes.mapValues { $0 * flash } }
      content.tint?.strength *= glow
      draw(content, on: line, of: &buffer)
    }
  }

  /// The strength of an effect, from 0 to 1, which is reduced if most rows in view have it at once: it would
  /// then distinguish no row, and only make all of them harder to read.
  ///
  /// - Parameters:
  ///   - share: The share of rows above which the effect is reduced.
  ///   - presentation: The rows.
  ///   - isLit: Returns whether a row has the effect.
  /// - Returns: 1 up to that share, falling to 0.3 if all rows have the effect.
  private func strength(
    from share: Double,
    of presentation: TablePresentation<Row, FieldPath>,
    where isLit: (Line) -> Bool
  ) -> Double {
    let rows = presentation.lines.count { $0.content.row != nil }
    guard rows >= 6 else { return 1 }
    let lit = Double(presentation.lines.count(where: isLit)) / Double(rows)
    return 1 - 0.7 * max(0, lit - share) / (1 - share)
  }

  /// Draws one line of the table.
  package func draw(_ content: Line, on line: Int, of buffer: inout CellBuffer) {
    if let header = content.content.header {
      return draw(header, content, on: line, of: &buffer)
    }
    guard let row = content.content.row else { return }
    var content = content
    if !showsChanges { (content.marks, content.flashes, content.tint) = ([:], [:], nil) }
    let change = comparison.flatMap { $0.change(of: row) }
    if comparison != nil { content.marks = [:] }
    if change == .deletion { content.content = .tombstone(row) }
    var look = RowLook(content)
    if comparison != nil { look.mark = change }
    let before = change == .update ? comparison?.before(row.id) : nil
    let olds = before.map { layout.reader.values(of: $0) }
    if let role = tints.role(of: row) {
      look.tint(role, theme.depth)
    } else if severity?.isError(row) == true {
      look.tint(.failure, theme.depth)
    }
    let right = screen.tableColumns.count - ColumnLayout.rightMargin
    if look.surface != .base {
      buffer.fill(line: line, columns: 0..<right + 1, style: theme.style(.text, on: look.surface))
    }
    let shift = Int(clamping: (content.slide * Double(Self.slide)).rounded())
    for (index, (place, value)) in zip(layout.places, layout.reader.values(of: row)).enumerated() {
      if let before, let olds,
        draw(
          columns[place.column].change(
            from: (before, olds[index]),
            to: (row, value),
            calendar,
            present
          ),
          at: place,
          shiftedBy: shift,
          as: look,
          on: line,
          of: &buffer
        )
      {
        continue
      }
      guard let value else { continue }
      let cell = columns[place.column].cell(
        of: value,
        in: row,
        calendar,
        at: present,
        width: place.width,
        foldsLines: foldsLines
      )
      let surface = surface(of: columns[place.column], row: row, in: content, as: look)
      let field = CellField(place: place, shift: shift, surface: surface, line: line)
      draw(cell, in: field, as: look, of: &buffer)
      if place.meter > 0, let meter = columns[place.column].meter(of: value) {
        draw(meter, in: field, as: look, of: &buffer)
      }
    }
    if let graph = layout.graph {
      draw(graph, row: row.id, shiftedBy: shift, as: look, on: line, of: &buffer)
    }
    if case .row(_, let offset) = content.content, let text = repetition(offset) {
      let style = theme.style(look.role ?? .accent, on: look.surface, fade: look.fade)
      let start = max(ColumnLayout.margin, right - text.displayWidth - 2) + shift
      buffer.write(
        "  \(text)",
        line: line,
        column: start,
        maximumWidth: right - start,
        style: style
      )
    }
    // A row that slides out to the right must not cover the scroll bar.
    if shift > 0 {
      let surface = theme.style(.text, on: look.surface)
      buffer.fill(line: line, columns: right..<right + 1, style: surface)
      buffer.fill(
        line: line,
        columns: right + 1..<screen.tableColumns.count,
        style: theme.style(.text)
      )
    }
    if content.isSelected {
      buffer.write("▌", line: line, column: 0, style: theme.style(.accent, on: .selection))
    }
    drawMarks(content, row: row, as: look, on: line, of: &buffer)
    // Links are drawn once more than other cells, and can hardly be clicked while they move.
    if content.tint == nil, content.slide == 0, content.opacity == 1, content.flashes.isEmpty {
      buffer.linkAddresses(line: line, columns: 0..<max(0, right), of: row)
    }
  }

  /// Draws what a cell shows of a change, as far as there is room.
  ///
  /// - Returns: Whether there is room for all of it; without, the background says that the cell has changed.
  private func draw(
    _ change: ColumnCell?,
    at place: ColumnLayout.Slot,
    shiftedBy shift: Int,
    as look: RowLook,
    on line: Int,
    of buffer: inout CellBuffer
  ) -> Bool {
    guard let change else { return false }
    let isWhole = change.text.displayWidth <= place.width
    let surface =
      isWhole || look.surface != .base ? look.surface : .tint(.changed, Mark.update.tint)
    let field = CellField(place: place, shift: shift, surface: surface, line: line)
    if isWhole {
      draw(change, in: field, as: look, of: &buffer)
    } else if surface != .base {
      let columns = field.start..<field.start + place.width
      buffer.fill(line: line, columns: columns, style: theme.style(.text, on: surface))
    }
    return isWhole
  }

  /// Draws the change marks of a row, which fade with age, and the user's mark.
  private func drawMarks(
    _ content: Line,
    row: Row,
    as look: RowLook,
    on line: Int,
    of buffer: inout CellBuffer
  ) {
    let isMarked = self.isMarked(row.id)
    if isMarked {
      let style = theme.style(.accent, on: look.surface, bold: true)
      buffer.write("*", line: line, column: 2, style: style)
    }
    if let run = runMark(row.id) {
      let style = theme.style(run.role, on: look.surface, bold: true)
      buffer.write(run.sign, line: line, column: 2, style: style)
    }
    guard let first = look.mark else { return }
    var marks = [first]
    // A row that was inserted or moved and also updated has both signs.
    if first != .update, content.marks[.update] != nil, !isMarked || !content.isSelected {
      marks.append(.update)
    }
    // Two signs take the whole margin, unless the selection bar is there.
    let start = marks.count > 1 && !content.isSelected ? 0 : 1
    for (offset, mark) in marks.enumerated() {
      let age = 0.95 * (1 - (content.marks[mark] ?? 1))
      let fade = max(look.fade / 2, age)
      let style = theme.style(mark.role, on: look.surface, fade: fade, bold: true)
      buffer.write(mark.sign, line: line, column: start + offset, style: style)
    }
  }

  /// The background of a cell: changed cells flash, numbers by their direction.
  ///
  /// A time next to another change does not flash, nor does a column that changes in every row each time,
  /// because that would distinguish no row. Gains and losses are coloured already.
  private func surface(
    of column: Column,
    row: Row,
    in content: Line,
    as look: RowLook
  ) -> Theme.Surface {
    guard !content.flashes.isEmpty else { return look.surface }
    let strength = column.paths.compactMap { content.flashes[$0.container] }.max() ?? 0
    guard strength > 0, !column.look.isDelta, !context.history.isRestless(column) else {
      return look.surface
    }
    if case .time = column.format, content.flashes.count > column.paths.count {
      return look.surface
    }
    let isTrouble = FieldWords(column.path.name).isTrouble
    let role: Theme.Role =
      switch context.history.direction(of: row.id, in: column) {
      case .plus: isTrouble ? .failure : .success
      case .minus: isTrouble ? .success : .failure
      case nil: .changed
      }
    return .tint(role, Mark.update.tint * strength)
  }
}

/// The look of a table line apart from its columns.
struct RowLook {
  var surface = Theme.Surface.base
  var fade = 0.0
  var mark: Mark?
  /// The role of the whole row, if it overrides that of its cells.
  var role: Theme.Role?

  init(_ line: RowsView.Line) {
    mark = line.mark
    // Even in the first and last frame of a fade, the line is faintly visible.
    fade = 0.75 * (1 - line.opacity)
    if let tint = line.tint {
      surface = .tint(tint.mark.role, tint.mark.tint * tint.strength)
      // A moving row is a uniform band, which takes a third fewer bytes on each line that it crosses.
      if tint.mark == .move, tint.strength == 1 { role = .text }
    }
    switch line.content {
    case .ghost:
      fade = 0.85 * (1 - line.opacity)
      if mark == .deletion { role = .deleted }
    case .tombstone:
      mark = .deletion
      role = .faint
      if line.isSelected { surface = .selection }
    default:
      if line.isSelected { surface = .selection }
    }
  }

  /// Tints the whole line, such as that of an error, unless something else is to be seen there that says more at the
  /// moment.
  ///
  /// - Parameters:
  ///   - role: The colour.
  ///   - depth: The number of colours. Of 256 colours the dark ones are grey: there the text has the colour, as it has
  ///     if that is a grey itself, and if the role has an attribute in place of a colour.
  mutating func tint(_ role: Theme.Role, _ depth: ColorDepth) {
    if depth == .none || depth == .indexed256 || [.text, .dim, .faint].contains(role.color) {
      self.role = self.role ?? role
      return
    }
    switch surface {
    case .selection: surface = .selectedTint(role, Self.tint)
    case .tint(_, let amount) where amount >= Self.tint: break
    default: surface = .tint(role, Self.tint)
    }
  }

  /// The strength of the tint: little enough for the text to have full contrast.
  private static let tint = 0.15625
}

extension RowsView {
  /// Highlights search matches in the text of a cell that has just been drawn.
  ///
  /// The leading characters outside the value and the padding after the text are not part of it. A match
  /// in the part that is cut off highlights the `…`, and one in folded lines the sign that stands for them.
  func highlight(
    _ content: ColumnCell,
    in place: ColumnLayout.Slot,
    shiftedBy shift: Int,
    on line: Int,
    of buffer: inout CellBuffer
  ) {
    guard let pattern else { return }
    let (cell, lead) = (Substring(content.text), content.lead)
    let text = String(cell.dropFirst(lead).trimming)
    let ranges = pattern.ranges(in: text)
    guard !ranges.isEmpty else {
      guard let folded = content.folded, pattern.matches(folded.text) else { return }
      let sign = min(folded.sign.lowerBound, place.width - 1)
      let start = place.start + shift + sign
      return buffer.restyle(line: line, columns: start..<start + 1) { theme.found($0) }
    }
    let width = DisplayWidth.width(of: cell, limit: place.width)
    let isRight = columns[place.column].isRightAligned
    let start = place.start + shift + (isRight ? max(0, place.width - width) : 0)
    let last = min(width, place.width) - 1
    for range in ranges {
      let lower = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
      let upper = text.utf8.index(text.startIndex, offsetBy: range.upperBound)
      let before =
        lead + DisplayWidth.width(of: text[..<lower], limit: place.width)
      let matched = max(1, DisplayWidth.width(of: text[lower..<upper], limit: place.width))
      let first = min(before, last)
      let end = min(before + matched, last + 1)
      let columns = start + first..<start + max(first + 1, end)
      buffer.restyle(line: line, columns: columns) { theme.found($0) }
      if before > last { return }
    }
  }
}

extension RowsView {
  /// When a relative time in view next changes; nil if none does.
  package func nextTimeChange(
    of presentation: TablePresentation<Row, FieldPath>
  ) -> ContinuousClock.Instant? {
    guard let present else { return nil }
    let relative = layout.places.map { columns[$0.column] }.filter { $0.format.isRelative }
    guard !relative.isEmpty else { return nil }
    let rows = presentation.lines.compactMap(\.content.row)
    let next = relative.flatMap { column in
      rows.compactMap { row -> Duration? in
        let reader = TimeReader(calendar, present: present)
        guard let time = column.value(of: row).flatMap(reader.time) else { return nil }
        return TimeStyle.nextChange(of: time, at: present)
      }
    }
    return next.min().map { instant + $0 }
  }
}

extension RowsView {
  /// Draws the pinned rows and the rule below them.
  package func draw(
    _ pins: [PinnedRow],
    _ presentation: TablePresentation<Row, FieldPath>,
    in layout: PinLayout,
    of buffer: inout CellBuffer
  ) {
    let gone = Set(pins.filter(\.isAbsent).map(\.id))
    for (line, content) in zip(layout.pins, presentation.lines) {
      var content = content
      if case .row(let row, _) = content.content, gone.contains(row.id) {
        content.content = .tombstone(row)
      }
      draw(content, on: line, of: &buffer)
    }
    if let line = layout.rule {
      buffer.write(
        String(repeating: "─", count: max(0, screen.tableColumns.count - ColumnLayout.rightMargin)),
        line: line,
        column: 0,
        style: theme.style(.faint)
      )
      let hidden = pins.count - layout.pins.count
      let label = " \(hidden > 0 ? Text.morePinned(hidden) : Text.pinned) "
      let end = screen.tableColumns.count - ColumnLayout.rightMargin - 2
      if hidden > 0 || label.displayWidth * 2 < end {
        buffer.write(
          label,
          line: line,
          column: hidden > 0 ? ColumnLayout.margin : end - label.displayWidth,
          style: theme.style(.dim)
        )
      }
    }
  }
}

extension RowsView {
  /// The texts of the rule below the pinned rows.
  package enum Text {
    package static let pinned = "pinned"
    package static func morePinned(_ count: Int) -> String { "\(grouped(count)) more pinned" }
  }
}
