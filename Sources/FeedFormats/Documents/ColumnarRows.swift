package import FeedValues

/// Rows written as arrays, with names in a header, in another member, or without names.
///
/// Spreadsheets (`values`), databases (`columns` and `rows`, `schema` and `datarows`, `meta` and `data`)
/// and pandas write such rows. Each becomes an object.
package enum ColumnarRows {
  /// The maximum number of cells examined to recognise a header.
  private static let sampleSize = 64
  private static let maximumDepth = 6
  private static let maximumCandidates = 64

  // MARK: Arrays of arrays

  /// The rows of a list whose elements are arrays, as objects; unchanged if some are not arrays, or if the names would
  /// make the rows too long (``RowBudget``).
  ///
  /// Arrays of objects are pages of one list and are joined.
  package static func objects(of rows: [JSONValue]) -> [JSONValue] {
    guard isMatrix(rows) else { return rows }
    let cells = rows.map(\.elements)
    guard cells.contains(where: { !$0.isEmpty }) else { return rows }
    if cells.allSatisfy({ $0.allSatisfy { $0.kind == .object } }) { return cells.flatMap(\.self) }
    var budget = RowBudget()
    for row in rows { budget.note(read: row.text.count) }
    let names = header(of: cells)
    return objects(cells.dropFirst(names == nil ? 0 : 1), names ?? [], within: &budget) ?? rows
  }

  /// The names in the first row; nil if it is a row like the others.
  static func header(of rows: [[JSONValue]]) -> [String]? {
    guard rows.count > 1, let first = rows.first, !first.isEmpty,
      first.allSatisfy({ $0.kind == .string })
    else { return nil }
    let names = first.map(\.string)
    guard Set(names.map(MemberKey.init)).count == names.count else { return nil }
    let sample = rows.dropFirst().prefix(sampleSize)
    // A column in which only the first cell is text.
    let isHeader = names.indices.contains { column in
      let below = sample.compactMap { column < $0.count ? $0[column].kind : nil }
        .filter { $0 != .null }
      return !below.isEmpty && !below.contains(.string)
    }
    if isHeader { return names }
    let width = first.count
    let records = rows.prefix(sampleSize).map { row in
      (0..<width).map { column in
        DelimitedSample.Cell(bytes: column < row.count ? Array(row[column].string.utf8) : [])
      }
    }
    return DelimitedSample.hasHeader(records) ? names : nil
  }

  private static func isMatrix(_ rows: [JSONValue]) -> Bool {
    !rows.isEmpty && rows.allSatisfy { $0.kind == .array }
  }

  /// The rows as objects; nil if they would be longer than the budget allows.
  private static func objects(
    _ rows: ArraySlice<[JSONValue]>,
    _ names: [String],
    _ leading: [(String, JSONValue)] = [],
    within budget: inout RowBudget
  ) -> [JSONValue]? {
    let width = rows.reduce(names.count) { max($0, $1.count) }
    let all = leading.map(\.0) + names
    let strings = columnNames(
      (0..<leading.count + width).map { $0 < all.count ? Array(all[$0].utf8)[...] : [] },
      numberedFrom: leading.count
    )
    var objects: [JSONValue] = []
    for row in rows {
      guard let object = object(leading.map(\.1) + row, strings, &budget) else { return nil }
      objects.append(object)
    }
    return objects
  }

  /// A row as an object: its cells with their names, which are JSON strings; nil if it would be longer than the budget
  /// allows.
  static func object(
    _ cells: [JSONValue],
    _ names: [[UInt8]],
    _ budget: inout RowBudget
  ) -> JSONValue? {
    let count = cells.enumerated().reduce(2) { sum, cell in
      sum + cell.element.text.count + 2
        + (cell.offset < names.count ? names[cell.offset].count : "\"column \"".utf8.count + 20)
    }
    guard budget.take(count) else { return nil }
    var json = [UInt8(ascii: "{")]
    for (offset, cell) in cells.enumerated() {
      if offset > 0 { json.append(UInt8(ascii: ",")) }
      if offset < names.count {
        json += names[offset]
      } else {
        json.appendJSONString("column \(offset + 1)".utf8)
      }
      json.append(UInt8(ascii: ":"))
      cell.text.withBytes { json.append(contentsOf: $0) }
    }
    json.append(UInt8(ascii: "}"))
    return JSONValue(ByteSlice(ByteStore(json), 0..<json.count))
  }

  // MARK: Envelopes

  /// An array of arrays in a document.
  private struct Matrix {
    var parent: JSONValue
    var rows: JSONValue
    /// The names, from another member.
    var names: [String]?
    var member: String
  }

  /// A list of names found in a document.
  private struct Names {
    var list: [String]
    var isKnown: Bool
  }

  /// The rows of a document that has arrays as rows, and names elsewhere; nil for any other, and if the names would make
  /// the rows too long (``RowBudget``).
  ///
  /// - Complexity: O(*d* · *n*) in the length of the text and the depth of the rows.
  package static func rows(of document: JSONValue) -> (member: String, rows: [JSONValue])? {
    var matrices: [Matrix] = []
    var names: [Names] = []
    visit(document, depth: 0, &matrices, &names)
    guard let largest = matrices.max(by: { $0.rows.text.count < $1.rows.text.count }) else {
      return nil
    }
    if let own = largest.names {
      var budget = RowBudget(of: document)
      let alike = matrices.filter { $0.names == own }
      var rows: [JSONValue] = []
      for matrix in alike {
        let leading = alike.count > 1 ? labels(of: matrix.parent) : []
        let cells = matrix.rows.elements.map(\.elements)
        guard let some = objects(cells[...], own, leading, within: &budget) else { return nil }
        rows += some
      }
      return (largest.member, rows)
    }
    let cells = largest.rows.elements.map(\.elements)
    let width = cells.reduce(0) { max($0, $1.count) }
    if let chosen = names.first(where: { $0.isKnown && $0.list.count == width }) {
      var budget = RowBudget(of: document)
      return objects(cells[...], chosen.list, within: &budget).map { (largest.member, $0) }
    }
    // Rows without names: of a spreadsheet, or everything that the document has.
    guard largest.parent.text == document.text, rowNames.contains(largest.member),
      !hasObjects(document)
    else { return nil }
    return (largest.member, objects(of: largest.rows.elements))
  }

  private static func visit(
    _ value: JSONValue,
    depth: Int,
    _ matrices: inout [Matrix],
    _ names: inout [Names]
  ) {
    guard depth < maximumDepth, matrices.count < maximumCandidates, names.count < maximumCandidates
    else {
      return
    }
    var own: [(member: String, rows: JSONValue)] = []
    var beside: [Names] = []
    var inner: [JSONValue] = []
    value.forEachMember { name, member in
      switch member.kind {
      case .object: inner.append(member)
      case .array:
        guard let first = member.firstElement else {
          if rowNames.contains(name) { own.append((name, member)) }
          break
        }
        if first.kind == .array {
          if isMatrix(member.elements) { own.append((name, member)) }
        } else {
          if let list = nameList(member.elements) {
            beside.append(Names(list: list, isKnown: headerNames.contains(name)))
          }
          if first.kind == .object { inner += member.elements.prefix(maximumCandidates) }
        }
      default: break
      }
      return true
    }
    for (member, rows) in own {
      let width = rows.elements.reduce(0) { max($0, $1.elements.count) }
      // An empty list does not show how many names it has.
      let fitting = beside.filter { width == 0 ? $0.isKnown : $0.list.count == width }
      let isOnly = fitting.count == 1 && rowNames.contains(member)
      let chosen = fitting.first(where: \.isKnown) ?? (isOnly ? fitting[0] : nil)
      if width == 0, chosen == nil { continue }
      matrices.append(Matrix(parent: value, rows: rows, names: chosen?.list, member: member))
    }
    names += beside
    for value in inner { visit(value, depth: depth + 1, &matrices, &names) }
  }

  /// The names in a list of strings, or of objects that describe columns; nil for any other list.
  private static func nameList(_ elements: [JSONValue]) -> [String]? {
    guard elements.count <= 4_096 else { return nil }
    var names: [String] = []
    for element in elements {
      let name: JSONValue? =
        element.kind == .string
        ? element
        : ["name", "columnName", "column_name", "fieldName", "field", "label", "title", "header"]
          .lazy.compactMap { element.member($0) }.first
      guard let name, name.kind == .string else { return nil }
      names.append(name.string)
    }
    return names.isEmpty ? nil : names
  }

  /// Evidence that distinguishes a list from similar ones: the strings next to its rows, and its tags.
  private static func labels(of parent: JSONValue) -> [(String, JSONValue)] {
    var labels: [(String, JSONValue)] = []
    parent.forEachMember { name, value in
      if value.kind == .string { labels.append((name, value)) }
      if value.kind == .object {
        value.forEachMember { name, value in
          if value.isScalar { labels.append((name, value)) }
          return true
        }
      }
      return labels.count < 32
    }
    return labels
  }

  private static func hasObjects(_ document: JSONValue) -> Bool {
    var found = false
    document.forEachMember { _, member in
      found = member.kind == .array && member.firstElement?.kind == .object
      return !found
    }
    return found
  }

  private static let rowNames: Set<String> = [
    "rows", "data", "datarows", "values", "results", "records", "items", "data_array", "body",
  ]

  private static let headerNames: Set<String> = [
    "columns", "fields", "schema", "header", "headers", "names", "cols", "meta", "columnNames",
    "column_names", "rowType", "keys", "fieldNames", "columnMetadata",
  ]
}

/// Successive arrays of the same length, each of which is a row, as ClickHouse's JSONCompactEachRow and
/// the ticks of exchanges are written.
///
/// A single array is a list of its elements.
package struct TupleStream: Sendable {
  /// The state after the values so far.
  private enum State {
    case nothing
    /// One array, which may be the first row or a header.
    case first(JSONValue)
    /// Rows with these names.
    case rows(names: [[UInt8]])
    case other
  }

  private var state = State.nothing
  /// The limit of the rows' length, given the arrays.
  private var budget = RowBudget()

  /// Creates a stream of which nothing was read.
  package init() {}

  /// The meaning of a value.
  package enum Outcome {
    /// It is not a row of this kind.
    case other
    /// It is held back until the next value arrives.
    case held
    /// These are rows; what was emitted so far is not a list.
    case rows([JSONValue])
    /// It is a row that the names would make too long.
    case refused(String)
  }

  /// Reads a value of a JSON feed.
  package mutating func take(_ value: JSONValue, isFirst: Bool) -> Outcome {
    if value.kind == .array { budget.note(read: value.text.count) }
    switch state {
    case .nothing where isFirst && value.isTuple:
      state = .first(value)
      return .held
    case .first(let first) where value.isTuple && value.elements.count == first.elements.count:
      let rows = [first.elements, value.elements]
      let header = ColumnarRows.header(of: rows)
      let cells = header.map { $0.map { Array($0.utf8)[...] } }
      let names = columnNames(cells ?? first.elements.map { _ in [] })
      state = .rows(names: names)
      return objects(header == nil ? rows : [rows[1]], names)
    case .rows(let names) where value.kind == .array: return objects([value.elements], names)
    case .rows: return .other
    default:
      state = .other
      return .other
    }
  }

  private mutating func objects(_ rows: [[JSONValue]], _ names: [[UInt8]]) -> Outcome {
    var objects: [JSONValue] = []
    for row in rows {
      guard let object = ColumnarRows.object(row, names, &budget) else {
        return .refused(FeedText.Malformed.repeatedNames(RowBudget.factor))
      }
      objects.append(object)
    }
    return .rows(objects)
  }

  /// The rows in the arrays that a run printed; nil if they are something else.
  package static func rows(of values: [JSONValue]) -> [JSONValue]? {
    guard values.count > 1, let count = values.first?.elements.count,
      values.allSatisfy({ $0.isTuple && $0.elements.count == count })
    else { return nil }
    return ColumnarRows.objects(of: values)
  }
}

extension JSONValue {
  /// Whether the value is an array of several values, all of them scalars.
  fileprivate var isTuple: Bool {
    guard kind == .array else { return false }
    let elements = elements
    return elements.count > 1 && elements.allSatisfy { $0.isScalar || $0.kind == .null }
  }
}
