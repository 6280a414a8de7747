import Columns
internal import FeedValues
package import TerminalCore
internal import Values

/// The names and the formatting of figures.
extension Summary {
  /// The labels of a figure, each with the number whose trend is recorded, if any.
  func labels(
    of measure: SummaryMeasure,
    _ figure: SummaryFigure,
    known: [SummaryLabel],
    _ calendar: Calendar,
    at instant: ContinuousClock.Instant
  ) -> [(label: SummaryLabel, level: Double?)] {
    switch measure {
    case .count, .matching:
      [(figure.count(of: measure), Double(figure.count))]
    case .figure:
      [
        (
          SummaryLabel(
            id: measure.id,
            name: measure.name,
            values: figure.table?.total(in: calendar, at: instant).map { [$0] } ?? []
          ), nil
        )
      ]
    case .fold(let fold, let column, _):
      [figure.fold(fold, of: column, id: measure.id, order: known.first?.order ?? [], calendar)]
    case .total(let column):
      {
        let total = figure.total(of: column, id: measure.id, order: known.first?.order ?? [])
        return [(total.label, total.level)]
      }()
    case .signs: figure.signLabels(id: measure.id).map { ($0, nil) }
    case .tally(let column, let isSelective):
      tally(figure, of: column, isSelective: isSelective, known: known).map {
        ($0, nil)
      }
    case .classes(let severity): classes(figure, by: severity).map { ($0, nil) }
    case .unknown(let name): [(SummaryLabel(id: measure.id, name: name, values: []), nil)]
    case .times, .rate, .last: []
    }
  }

  /// The change of a figure in the format of its label; nil if it would round to zero.
  static func change(
    _ change: Double,
    like label: SummaryLabel
  ) -> (text: String, role: Theme.Role)? {
    let size = change.magnitude
    guard size >= 0.05 else { return nil }
    let tenths = Int(clamping: (size * 10).rounded())
    let exact =
      size >= 10 || tenths % 10 == 0
      ? Money.grouped(String(Int(clamping: size.rounded()))) : "\(tenths / 10).\(tenths % 10)"
    let code = label.order.first ?? ""
    let amount =
      code.isEmpty ? exact : Money.text(amount: exact.filter { $0 != "," }, currency: code)
    let text = Money.compact(size, currency: code, exact: amount ?? exact)
    return change > 0 ? ("▲" + text, .success) : ("▼" + text, .failure)
  }

  /// One label for each value: bad statuses first, then pending ones; within these the most frequent values, of which
  /// those that were shown before keep their places.
  private func tally(
    _ figure: SummaryFigure,
    of column: Column,
    isSelective: Bool,
    known: [SummaryLabel]
  ) -> [SummaryLabel] {
    let counts = figure.tally
    let places = Dictionary(
      known.enumerated().map { ($1.id, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let values = counts.map { (value: $0, count: $1, tone: StatusTone($0)) }
      .filter { !isSelective || $0.tone.isUrgent }
      .sorted { left, right in
        if left.tone.rank != right.tone.rank { return left.tone.rank < right.tone.rank }
        // A value that is not shown takes the place of another one if it is a quarter more frequent.
        let weights = [left, right].map { $0.count * (places[$0.value] == nil ? 4 : 5) }
        return (weights[1], left.value) < (weights[0], right.value)
      }
    let limit = isSelective ? Self.maximumStatuses : Self.maximumValues
    let shown = values.prefix(limit).enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      if a.tone.rank != b.tone.rank { return a.tone.rank < b.tone.rank }
      return (places[a.value] ?? .max, left.offset) < (places[b.value] ?? .max, right.offset)
    }
    var labels = shown.map(\.element).map { value, count, tone in
      var label = SummaryLabel(
        id: value,
        name: value.isEmpty ? "“”" : column.format == .status ? Column.words(value) : value,
        values: [Money.grouped(String(count))],
        role: tone == .neutral ? .text : tone.role
      )
      if column.format == .status { (label.sign, label.isNameLast) = ("●", true) }
      label.term = "\(CountParser.quoted(column.path.description))=\(CountPlan.quoted(value))"
      return label
    }
    let rest = values.dropFirst(limit).reduce(figure.leftOut) { $0 + $1.count }
    if rest > 0, !isSelective {
      // No real value has this identifier.
      let label = SummaryLabel(
        id: "\u{0}other",
        name: Summary.Text.other,
        values: [Money.grouped(String(rest))]
      )
      labels.append(label)
    }
    return labels
  }

  /// One label for each class of rows, the worst first.
  private func classes(_ figure: SummaryFigure, by severity: Severity) -> [SummaryLabel] {
    var counts: [Severity.Class: Int] = [:]
    var rest = figure.leftOut
    for (text, count) in figure.tally where count > 0 {
      if let found = severity.classified(text) {
        counts[found, default: 0] += count
      } else {
        rest += count
      }
    }
    let sorted = counts.sorted { $0.key.rank > $1.key.rank }
    var labels = sorted.map { found, count in
      var label = SummaryLabel(
        id: found.name,
        name: found.name,
        values: [Money.grouped(String(count))],
        role: found.tone == .neutral ? .text : found.tone.role
      )
      (label.sign, label.isNameLast) = (found.tone == .neutral ? "" : "●", true)
      let field = CountParser.quoted(severity.column.path.description)
      label.term =
        severity.isOfLevels
        ? "\(field)=\(found.name)" : "\(field)>=\(found.rank)00 \(field)<\(found.rank + 1)00"
      return label
    }
    if rest > 0 {
      var label = SummaryLabel(
        id: "\u{0}other",
        name: Summary.Text.other,
        values: [Money.grouped(String(rest))]
      )
      label.isNameLast = true
      labels.append(label)
    }
    return labels
  }

  private static let maximumStatuses = 6
  private static let maximumValues = 12
}

extension StatusTone {
  /// Tones that need attention come first, and neutral ones last.
  fileprivate var rank: Int {
    switch self {
    case .bad: 0
    case .pending: 1
    case .good: 2
    case .neutral: 3
    }
  }

  /// Whether the user has to know that there are some.
  fileprivate var isUrgent: Bool { self == .bad || self == .pending }
}

extension Summary {
  /// Draws the labels of the summary bar, dimmed if they lag behind the rows.
  ///
  /// - Parameters:
  ///   - line: The screen line.
  ///   - buffer: The screen.
  ///   - scope: The rows that the labels cover, if that would not be obvious.
  ///   - context: The context of the frame.
  /// - Returns: The labels with their columns.
  @discardableResult
  package func draw(
    on line: Int,
    of buffer: inout CellBuffer,
    about scope: String? = nil,
    in context: Context
  ) -> [(label: SummaryLabel, columns: Range<Int>)] {
    let (size, theme, instant) = (context.size, context.theme, context.instant)
    let labels = labels(at: instant)
    var end = size.columns - 1
    let isLate = self.isLate(at: instant)
    if isLate, end > Text.late.displayWidth + 2 {
      end -= Text.late.displayWidth
      buffer.write(Text.late, line: line, column: end, style: theme.style(.warning))
      end -= 2
    }
    var column = 1
    if let scope, end > Self.minimumWidthWithScope {
      column += buffer.write(scope, line: line, column: column, style: theme.style(.dim))
      column += SummaryLayout.gap
    }
    let layout = SummaryLayout(labels, width: end - column)
    return labels.prefix(layout.count).map { label in
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
      let width = label.width(values: layout.values, picture: layout.picture)
      let written = start..<column
      column = max(column, start + width) + SummaryLayout.gap
      return (label, written)
    }
  }

  /// Narrower lines omit the scope.
  private static let minimumWidthWithScope = 40

  /// The texts of the summary bar.
  package enum Text {
    package static let rows = "rows"
    package static let rate = "rate"
    package static let latest = "last"
    package static let other = "other"
    package static func more(_ count: Int) -> String { "+\(count) more" }
    package static let andMore = "and more"
    /// Shown while the labels describe rows of some time ago.
    package static let late = "updating…"
    /// The scope of labels that cover a window of a longer list.
    package static func last(_ count: Int) -> String { "last \(Money.grouped(String(count)))" }
    /// The scope of labels that cover all rows of a feed that has ended.
    package static func all(_ count: Int) -> String { "all \(Money.grouped(String(count)))" }
  }
}
