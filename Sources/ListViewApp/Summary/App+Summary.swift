internal import ListViewParts
internal import Feeds
internal import Values
internal import TableModel
internal import TerminalCore

extension App {
  /// Gives the summary its line as soon as it has something to say.
  mutating func adoptSummary(from rows: [Row], at instant: ContinuousClock.Instant) {
    guard !summary.hasLine, summary.spec == .automatic, !columns.isEmpty else { return }
    guard !measures(for: summary.spec, of: rows, at: instant).isEmpty else { return }
    summary.takeLine()
    layOut(at: instant)
  }

  private func measures(
    for spec: SummarySpec,
    of rows: [Row],
    at instant: ContinuousClock.Instant
  ) -> [SummaryMeasure] {
    spec.measures(
      of: columns,
      sample: ValueOrder.sample(of: rows),
      reader: timeReader(at: instant),
      column: { column(named: $0) }
    )
  }

  /// Finds out a slice more of what the summary says, where it is on the screen.
  ///
  /// - Returns: Whether the screen may look different.
  @discardableResult
  mutating func continueSummary(at instant: ContinuousClock.Instant) -> Bool {
    guard frame.summary != nil else { return false }
    let rows = allRows
    var summary = summary
    let spec = summary.spec
    self.summary = Summary(.none)  // so that what it has found is not copied
    defer { self.summary = summary }
    return summary.advance(
      rows,
      isShown: arrangement.shownFlags,
      calendar: configuration.calendar,
      at: instant
    ) { measures(for: spec, of: rows, at: instant) }
  }

  /// When the summary wants to be continued; nil for never.
  var nextSummaryInstant: ContinuousClock.Instant? {
    frame.summary == nil ? nil : summary.nextInstant
  }

  /// Tells what the user asked for from now on.
  mutating func setSummary(_ spec: SummarySpec, at instant: ContinuousClock.Instant) {
    summary = Summary(spec, after: summary)
    adoptSummary(from: allRows, at: instant)
    layOut(at: instant)
    continueSummary(at: instant)
  }

  /// How a specification that is being typed may go on.
  func summaryCompletions(of text: String) -> [String] {
    let start = text.lastIndex(of: ",").map { text.index(after: $0) } ?? text.startIndex
    let (before, word) = (text[..<start], text[start...])
    let folds = SummarySpec.Fold.allCases.map(\.rawValue) + ["by"]
    var items = ["count", "rate", "last"] + folds.map { $0 + ":" }
    if before.isEmpty { items += ["auto", "none"] }
    if let colon = word.firstIndex(of: ":"), folds.contains(String(word[..<colon])) {
      items = columns.map { "\(word[...colon])\($0.path)" }
    }
    return items.filter { $0.hasPrefix(word) }.map { before + $0 }
  }

  /// What is said where the labels tell of rows of some time ago.
  static let lateNotice = "updating…"

  /// Draws the labels of the summary, dimmed where they lag behind the rows.
  ///
  /// - Returns: When they will look different though nothing happens; nil for never.
  func drawSummary(
    on line: Int,
    at instant: ContinuousClock.Instant,
    of buffer: inout CellBuffer
  ) -> ContinuousClock.Instant? {
    let labels = summary.labels(at: instant)
    var end = size.columns - 1
    let isLate = summary.isLate(at: instant)
    if isLate, end > Self.lateNotice.displayWidth + 2 {
      end -= Self.lateNotice.displayWidth
      buffer.write(Self.lateNotice, line: line, column: end, style: theme.style(.warning))
      end -= 2
    }
    let layout = SummaryLayout(labels, width: end - 1)
    var column = 1
    for label in labels.prefix(layout.count) {
      let start = column
      for piece in label.pieces(values: layout.values, picture: layout.picture) {
        column += buffer.write(
          piece.text,
          line: line,
          column: column,
          maximumWidth: max(0, end - column),
          style: theme.style(isLate ? .dim : piece.role, bold: piece.isBold)
        )
      }
      let rest = label.pieces(values: layout.values).reduce(0) { $0 + $1.text.displayWidth }
      if layout.picture == 0, start + rest > end {
        buffer.write("…", line: line, column: end - 1, style: theme.style(.dim))
      }
      let width = label.width(values: layout.values, picture: layout.picture)
      column = max(column, start + width) + SummaryLayout.gap
    }
    return summary.nextChange(after: instant)
  }
}
