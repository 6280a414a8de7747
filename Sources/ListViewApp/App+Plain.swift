package import Columns
import ListViewParts
package import FeedValues
import Ordering
internal import TableModel
internal import TerminalCore
internal import Values

extension App {
  /// Writes the whole table as lines of text, as the screen would show it, with control sequences for colours
  /// unless there are none.
  ///
  /// The table has the requested columns, order, groups and filter. Only one line is in memory at a time, and
  /// none contains control characters from the feed.
  ///
  /// - Parameters:
  ///   - chosen: The rows to write, without groups; nil for all.
  ///   - width: The maximum width of a line in columns; nil for as many as the table needs.
  ///   - instant: The current time, for relative times.
  ///   - body: Receives each line without its newline, starting with the header.
  /// - Complexity: O(*n*) for *n* rows.
  package mutating func printTable(
    _ chosen: [Row]? = nil,
    width: Int?,
    at instant: ContinuousClock.Instant,
    _ body: (String) throws -> Void
  ) rethrows {
    if let last = counts.indices.last, counts[last].isShown {
      return try counts[last].app.printTable(chosen, width: width, at: instant, body)
    }
    let rows = list.arrangement.content.rows
    guard !columns.columns.isEmpty, !list.allRows.isEmpty else { return }
    detail = nil
    list.repeats.rule = nil
    columns.list.foldsLines = false
    columns.hideUnknown(over: list.allRows)
    columns.widen(for: rows, in: context(at: instant))
    // The margins of the screen are not printed.
    let margins = ColumnLayout.margin + ColumnLayout.rightMargin
    setup.size = TerminalSize(columns: width.map { $0 + margins } ?? Self.widest, lines: 24)
    columns.layOut(in: layout)
    let sections = chosen == nil ? list.arrangement.content.sections ?? [] : []
    if width == nil {
      let view = rowsView(self.context(at: instant))
      let needed = sections.map(view.width).max() ?? 0
      let end = columns.layout.places.last.map { $0.start + $0.width } ?? 0
      setup.size.columns = max(end, needed + Self.headerSlack) + margins
    }
    var buffer = CellBuffer(TerminalSize(columns: size.columns, lines: 1))
    let inner =
      ColumnLayout.margin..<max(size.columns - ColumnLayout.rightMargin, ColumnLayout.margin)
    func flush(_ buffer: inout CellBuffer, _ inner: Range<Int>) throws {
      if theme.depth == .none {
        let cells = buffer.line(0).dropFirst(inner.lowerBound).prefix(inner.count)
        var text = cells.reduce(into: "") { $0 += $1.text }
        while text.last == " " { text.removeLast() }
        try body(text)
      } else {
        try body(buffer.styledText(line: 0, columns: inner))
      }
      buffer.clear()
    }
    let context = context(at: instant)
    // For other programs a title is the name of its column.
    let titles = width == nil ? HeaderView(context: context, sort: nil) : headers(context)
    titles.draw(on: 0, of: &buffer)
    try flush(&buffer, inner)
    var view = rowsView(context)
    view.foldsLines = false
    func draw(_ row: Row, offset: Int) throws {
      let line = RowsView.Line(content: .row(row, offset: offset))
      if width == nil, let wide = layout(ofLong: row, in: context) {
        var long = context
        long.layout = wide.layout
        var view = rowsView(long)
        view.foldsLines = false
        var buffer = CellBuffer(TerminalSize(columns: wide.width + margins, lines: 1))
        view.draw(line, on: 0, of: &buffer)
        return try flush(&buffer, ColumnLayout.margin..<ColumnLayout.margin + wide.width)
      }
      view.draw(line, on: 0, of: &buffer)
      try flush(&buffer, inner)
    }
    let first = chosen ?? list.arrangement.pinnedRows
    for (offset, row) in first.enumerated() { try draw(row, offset: offset) }
    if chosen != nil { return }
    var offset = 0
    for header in sections {
      view.draw(header, RowsView.Line(content: .header(header)), on: 0, of: &buffer)
      try flush(&buffer, inner)
      for row in 0..<header.count { try draw(rows[offset + row], offset: row) }
      offset += header.count
    }
    while offset < rows.count {
      try draw(rows[offset], offset: offset)
      offset += 1
    }
  }

  /// The places of the columns of a row that has longer texts than any column is wide, and the width of its line; nil
  /// if it has none.
  private func layout(ofLong row: Row, in context: Context) -> (layout: ColumnLayout, width: Int)? {
    var layout = context.layout
    var isLong = false
    for (place, value) in layout.reader.values(of: row).enumerated() {
      let (slot, limit) = (layout.places[place], Self.longestText)
      let column = context.columns[slot.column]
      guard let value, slot.width >= Column.maximumWidth, column.chosenWidth == nil,
        value.text.count > Column.maximumWidth
      else { continue }
      let calendar = setup.configuration.calendar
      let text = column.shownText(of: value, in: row, calendar, at: context.present, limit: limit)
      let width = DisplayWidth.width(of: text, limit: limit)
      guard width > slot.width else { continue }
      layout.widen(place, to: width)
      isLong = true
    }
    guard isLong, let last = layout.places.last else { return nil }
    return (layout, last.start + last.width - ColumnLayout.margin)
  }

  /// The number of screen columns after which a text is cut wherever it is printed.
  private static let longestText = 1 << 20

  /// Writes each row shown as a line of titles and values, for a screen reader.
  package func readRows(
    at instant: ContinuousClock.Instant,
    _ body: (String) throws -> Void
  ) rethrows {
    let app = front
    let (columns, calendar) = (app.writtenColumns, app.setup.configuration.calendar)
    let present = app.context(at: instant).present
    for row in app.writtenRows {
      let values = columns.compactMap { column -> (title: String, text: String)? in
        guard let value = column.value(of: row) else { return nil }
        let text = column.shownText(of: value, in: row, calendar, at: present)
        return text.isEmpty ? nil : (column.title, DisplayWidth.cut(text, to: .max))
      }
      try body(Speech.Text.row(values))
    }
  }

  /// The values of the rows shown, those that are pinned first, in order.
  package var writtenValues: some Sequence<JSONValue> { front.ownValues }

  private var ownValues: some Sequence<JSONValue> {
    let (pinned, others) = (list.arrangement.pinnedRows, list.arrangement.content.rows)
    let names = unnamedFields
    return (0..<(pinned.count + others.count)).lazy.map { offset in
      let row = offset < pinned.count ? pinned[offset] : others[offset - pinned.count]
      return row.removing(membersInFront: names).value
    }
  }

  /// The rows shown, those that are pinned first, in order.
  package var writtenRows: some Sequence<Row> {
    let list = front.list
    return list.arrangement.pinnedRows + list.arrangement.content.rows
  }

  /// The value of a row as it is written: without the fields that are only filtered or sorted by.
  package func written(_ row: Row) -> JSONValue {
    row.removing(membersInFront: front.unnamedFields).value
  }

  /// The derived fields that are not columns; they are in front of the others.
  private var unnamedFields: Set<String> {
    Set(feed.derivedFields.map(\.name)).subtracting(columns.list.spec?.derived.map(\.name) ?? [])
  }

  /// The columns that the user chose exactly; nil if the program chose any of them, or the user hid some.
  package var writtenSpec: ColumnSpec? {
    front.columns.list.spec.flatMap { $0.showsOthers && $0 != ColumnSpec() ? nil : $0 }
  }

  /// The columns of the screen, if it were wide enough.
  package var writtenColumns: [Column] {
    front.columns.columns.filter { column in
      column.visibility == .shown || column.visibility == .automatic && !column.isDull
    }
  }

  /// The number of rows in ``writtenValues`` and in the printed table, which folded groups are part of.
  package var writtenCount: Int { front.list.rowCount }

  /// The selected row; nil if none is.
  package var selectedRow: Row? { front.list.currentRow }

  /// The marked rows in screen order.
  package var markedRows: [Row] { front.list.markedRows }

  /// A message if a request on the command line could not be carried out; nil otherwise.
  package var arrangementProblem: String? {
    countProblem ?? (front.list.pendingOptions.isEmpty ? nil : front.notices.message)
  }

  /// The room in a section header beside its texts.
  private static let headerSlack = 4
  /// A width that no table reaches.
  private static let widest = 1 << 20
}

extension Row {
  /// The row as one line of JSON.
  package var json: String { value.json }

  /// The row as a line of text without control characters: its value if it is a string, otherwise its key, or
  /// its JSON if it has none.
  package var nameText: String {
    let name =
      value.kind == .string || id.key.count == 0 ? value.string : RowID(key: id.key).description
    return DisplayWidth.cut(name, to: .max)
  }
}
