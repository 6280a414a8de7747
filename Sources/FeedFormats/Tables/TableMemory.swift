import FeedValues

/// The columns known from earlier tables, by the words of their headers, so that the same header has
/// the same columns in the next run of a command.
package struct TableMemory: Sendable {
  private var known: [[String]: Known] = [:]
  /// Words of headers that are next to each other, and are two names.
  private var pairs: Set<[String]> = []

  private struct Known {
    /// Whether each word continues the name before.
    var joins: [Bool]
    /// Whether there are labels without a name at the start of lines.
    var hasLabel: Bool
    /// Whether there is more behind the cells of the last name.
    var hasRest = false
    /// The name of the column of captions, if there were several tables, each with its own.
    var captionName: [UInt8]?
  }

  /// The maximum number of headers that are kept.
  private static let capacity = 32

  package init() {}

  /// Whether a header is known.
  func knows(_ header: TableHeader) -> Bool { known[header.texts] != nil }

  /// The name of the column of captions of the tables with a header; nil if they have none.
  ///
  /// - Parameters:
  ///   - header: The header.
  ///   - name: The name by the present lines; one of an earlier run takes precedence.
  /// - Returns: The name.
  mutating func captionName(of header: TableHeader, or name: [UInt8]?) -> [UInt8]? {
    let name = known[header.texts]?.captionName ?? name
    known[header.texts]?.captionName = name
    return name
  }

  /// The layout of a header: the known columns, or those inferred from some rows.
  mutating func layout(
    of header: TableHeader,
    below groups: TableGroups?,
    over rows: [TableLine],
    restAt place: Int? = nil
  ) -> TableLayout {
    let texts = header.texts
    let joins: [Bool]
    var hasLabel = false
    if let known = known[texts] {
      joins = known.joins
      hasLabel = known.hasLabel
    } else {
      joins = header.joins(over: rows, knowing: pairs)
    }
    notePairs(of: header, joins)
    var columns = header.columns(joining: joins, below: groups)
    for range in header.unnamedColumns(over: rows) {
      let next = columns.firstIndex { $0.header.lowerBound > range.lowerBound } ?? columns.count
      columns.insert(TableColumn(name: [], header: range), at: next)
    }
    var layout = TableLayout(columns, over: rows)
    // A column of labels is only ever added: one that was there stays.
    if hasLabel || layout.hasLabels(rows) {
      hasLabel = true
      layout = TableLayout(columns)
      layout.insertLabel(below: groups)
      layout = TableLayout(layout.columns, over: rows)
    }
    let hasRest = place != nil || known[texts]?.hasRest == true || layout.hasRest(rows)
    if hasRest {
      layout = TableLayout(columns)
      if hasLabel { layout.insertLabel(below: groups) }
      layout.appendRest(over: rows, at: place)
      layout = TableLayout(layout.columns, over: rows)
    }
    if known.count < Self.capacity || known[texts] != nil {
      let captionName = known[texts]?.captionName
      known[texts] = Known(
        joins: joins,
        hasLabel: hasLabel,
        hasRest: hasRest,
        captionName: captionName
      )
    }
    return layout
  }

  /// Takes note of the words that are two names, because they are in the next table as well.
  private mutating func notePairs(of header: TableHeader, _ joins: [Bool]) {
    guard pairs.count < Self.capacity else { return }
    for offset in header.words.indices.dropFirst() where !joins[offset] {
      let (left, right) = (header.words[offset - 1], header.words[offset])
      guard right.lowerBound - left.upperBound == 1 else { continue }
      pairs.insert([header.line.text(left), header.line.text(right)])
    }
  }
}
