/// What is known of the columns of tables, by the words of their headers, so that the same header has
/// the same columns in the next run of a command.
struct TableMemory: Sendable {
  private var known: [[String]: Known] = [:]

  private struct Known {
    /// Which words continue the name before.
    var joins: [Bool]
    /// Whether there are labels without a name at the start of lines.
    var hasLabel: Bool
    /// Whether there were several tables, each with its own caption.
    var hasCaptions = false
  }

  /// The maximum number of headers that are kept.
  private static let capacity = 32

  init() {}

  /// Whether a header is known.
  func knows(_ header: TableHeader) -> Bool { known[header.texts] != nil }

  /// Whether tables with a header have captions, or had in an earlier run.
  mutating func hasCaptions(_ header: TableHeader, or areFound: Bool) -> Bool {
    if areFound { known[header.texts]?.hasCaptions = true }
    return areFound || known[header.texts]?.hasCaptions == true
  }

  /// The layout of a header: the known columns, or those inferred from some rows.
  mutating func layout(
    of header: TableHeader,
    below groups: TableGroups?,
    over rows: [TableLine]
  ) -> TableLayout {
    let texts = header.texts
    let joins: [Bool]
    var hasLabel = false
    if let known = known[texts] {
      joins = known.joins
      hasLabel = known.hasLabel
    } else {
      joins = header.joins(over: rows)
    }
    let columns = header.columns(joining: joins, below: groups)
    var layout = TableLayout(columns, over: rows)
    // A column of labels is only ever added: one that was there stays.
    if hasLabel || layout.hasLabels(rows) {
      hasLabel = true
      layout = TableLayout(columns)
      layout.insertLabel(below: groups)
      layout = TableLayout(layout.columns, over: rows)
    }
    if known.count < Self.capacity || known[texts] != nil {
      let hasCaptions = known[texts]?.hasCaptions ?? false
      known[texts] = Known(joins: joins, hasLabel: hasLabel, hasCaptions: hasCaptions)
    }
    return layout
  }
}
