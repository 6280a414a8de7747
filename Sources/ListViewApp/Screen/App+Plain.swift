internal import ListViewParts
internal import Feeds
internal import TableModel
internal import TerminalCore
internal import Values

extension App {
  /// Tells the whole table as lines of plain text, as the screen would show it.
  ///
  /// The columns, the order, the groups and the filter are those that were asked for. Only one line is
  /// in memory at a time, and none has a control character.
  ///
  /// - Parameters:
  ///   - width: The columns of the screen that a line may take; nil for as many as the table needs.
  ///   - instant: When, for times that are told by how long they are ago.
  ///   - body: Takes a line, without its newline: the heads first.
  /// - Complexity: O(*n*) for *n* rows.
  public mutating func printTable(
    width: Int?,
    at instant: ContinuousClock.Instant,
    _ body: (String) -> Void
  ) {
    let rows = arrangement.content.rows
    guard !columns.isEmpty, !allRows.isEmpty else { return }
    let present = configuration.wallClock?.time(at: instant)
    detail = nil
    columnList.widen(for: rows, in: configuration.calendar, at: present)
    // The margins of the screen stay empty here.
    let margins = ColumnLayout.margin + ColumnLayout.rightMargin
    size = TerminalSize(columns: width.map { $0 + margins } ?? Self.widest, lines: 24)
    layOutColumns()
    if width == nil, let last = layout.places.last {
      size.columns = last.start + last.width + margins
    }
    var buffer = CellBuffer(TerminalSize(columns: size.columns, lines: 1))
    func flush() {
      let cells = buffer.line(0).dropFirst(ColumnLayout.margin)
      var text = cells.reduce(into: "") { $0 += $1.text }
      while text.last == " " { text.removeLast() }
      body(text)
      buffer.clear()
    }
    drawHeads(on: 0, of: &buffer)
    drawOrder(on: 0, of: &buffer)
    flush()
    func draw(_ row: Row, offset: Int) {
      drawLine(Line(content: .row(row, offset: offset)), on: 0, of: &buffer, at: present)
      flush()
    }
    switch arrangement.content {
    case .rows(let rows):
      for (offset, row) in rows.enumerated() { draw(row, offset: offset) }
    case .sections(let sections, let summaries):
      self.summaries = summaries
      for section in sections {
        let head = SectionHead(id: section.id, title: section.title, count: section.rows.count)
        drawGroupHead(head, Line(content: .head(head)), on: 0, of: &buffer)
        flush()
        for (offset, row) in section.rows.enumerated() { draw(row, offset: offset) }
      }
    }
  }

  /// The rows that are shown, in their order, each as one line of JSON.
  public var rowsAsJSON: some Sequence<String> {
    arrangement.content.rows.lazy.map(\.value.json)
  }

  /// What the command line asked for and could not be done, in words; nil where all was.
  public var shapeProblem: String? { pendingShape.isEmpty ? nil : message }

  /// That no row has a field that the command line names, or that a comparison fits none of its values,
  /// in words; nil where neither is so.
  public var fieldProblem: String? {
    let filters = [configuration.filter, configuration.until].compactMap(\.self)
    return note(on: namedFields) ?? filters.lazy.compactMap { typeProblem(of: $0) }.first
  }

  /// That a comparison of a filter can hold for no value of its field, in words; nil where all may hold.
  func typeProblem(of filter: Filter) -> String? {
    let present = configuration.wallClock?.start
    return filter.resolved(in: TimeReader(configuration.calendar, present: present))
      .typeProblem(in: allRows)
  }

  /// The fields that the command line names.
  var namedFields: [FieldName] {
    let filters = [configuration.filter, configuration.until].compactMap(\.self)
    return filters.flatMap(\.fields) + (configuration.columns?.fields ?? [])
  }

  /// More columns than any table has.
  private static let widest = 1 << 20
}

extension Arrangement.Content {
  fileprivate var rows: [Row] {
    switch self {
    case .rows(let rows): rows
    case .sections(let sections, _): sections.flatMap(\.rows)
    }
  }
}
