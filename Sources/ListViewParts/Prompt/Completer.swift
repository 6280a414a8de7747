package import Columns
package import FeedIdentity
package import FeedStore
package import FeedValues
package import TableModel
package import Values

/// Completes prompts with the available fields and the values that rows have in them.
package struct Completer: Sendable {
  let columns: [Column]
  let rows: FeedRows
  /// Statistics of the fields; nil if there are none.
  package let facts: FieldFacts?
  /// Reads the times of rows, and writes them as cells do.
  private let times: TimeReader
  /// The names of the views.
  package let views: [String]

  /// Creates a completer for some columns and their rows.
  package init(
    columns: [Column],
    rows: FeedRows,
    facts: FieldFacts? = nil,
    times: TimeReader = .utc,
    views: [String] = []
  ) {
    (self.columns, self.rows, self.facts, self.times) = (columns, rows, facts, times)
    self.views = views
  }

  /// The length of the term at the end of a filter, in characters, if it is unfinished; otherwise 0.
  ///
  /// - Parameters:
  ///   - text: The filter.
  ///   - areWords: Whether a word is taken as it stands, whatever it may become.
  /// - Returns: The length.
  package func unfinishedLength(of text: String, areWords: Bool = false) -> Int {
    let found = filterCompletions(of: text)
    let term = text.suffix(found.termLength)
    let isField = term.contains { "=<>~!".contains($0) }
    let isKeyword = term.count < text.count && ["and", "or"].contains { $0.hasPrefix(term) }
    // A value that is still missing, or a word that could become a keyword or a field.
    let isBegun =
      isField
      ? found.length == 0 : !areWords && !term.isEmpty && (isKeyword || !found.texts.isEmpty)
    return isBegun ? found.termLength : 0
  }

  /// The completions of the last term of a filter: names of fields, and after an operator the values that
  /// rows have in the field.
  package func filterCompletions(
    of text: String
  ) -> (length: Int, termLength: Int, texts: [String], whole: [String]) {
    let isBoundary: (Character) -> Bool = { $0.isWhitespace || $0 == "(" }
    let start = text.lastIndex(where: isBoundary).map { text.index(after: $0) } ?? text.startIndex
    let whole = text[start...]
    let term = whole.drop { $0 == "!" || $0 == "-" }
    var texts: [String]
    var length = term.count
    if let sign = term.firstIndex(where: { "=<>~!".contains($0) }) {
      let name = FieldName(String(term[..<sign]))
      let value = term[sign...].drop { "=<>~!".contains($0) }
      length = value.count
      texts = values(of: name).filter {
        $0.hasPrefix(value, ignoringCase: true)
          || $0.hasPrefix("\"") && $0.dropFirst().hasPrefix(value, ignoringCase: true)
      }
    } else {
      texts = fieldNames.filter { $0.hasPrefix(term, ignoringCase: true) }
      // A complete name continues with an operator.
      if texts.count == 1, texts[0] == term { texts = [texts[0] + "="] }
    }
    let lead = text.dropLast(length)
    return (length, whole.count, texts, texts.map { lead + $0 })
  }

  /// The names of the fields that have columns, shortened to the last component if that is unambiguous.
  ///
  /// - Complexity: O(*n*) in the number of path components.
  package var fieldNames: [String] { fields.map(\.name) }

  /// The fields that have columns with their names, each as a column of its own.
  package var fields: [(name: String, column: Column)] {
    let paths = columns.flatMap(\.paths).filter { !$0.names.isEmpty }
    // Maps each path suffix, in normalised form, to the shortest path that ends in it.
    var nearest: [[UInt8]: FieldPath] = [:]
    for path in paths {
      for start in path.names.indices {
        let letters = FieldName(path.names[start...].joined()).letters
        if let known = nearest[letters], known.names.count <= path.names.count { continue }
        nearest[letters] = path
      }
    }
    var fields: [(name: String, column: Column)] = []
    var known: Set<String> = []
    for column in columns {
      for path in column.paths where !path.names.isEmpty {
        let isEnough = nearest[FieldName(path.name).letters] == path
        let name = isEnough ? path.name : path.description
        guard known.insert(name).inserted else { continue }
        var field = column
        field.paths = [path]
        fields.append((name, field))
      }
    }
    return fields
  }

  /// The completions of a column specification: the fields of all columns, and after a colon the formats.
  package func columnSpecCompletions(of text: String) -> [String] {
    let item = ColumnSpec.lastItem(of: text)
    if let colon = item.lastIndex(of: ":") {
      let lead = text[...colon]
      return Column.FormatName.allCases.map { lead + $0.rawValue }
    }
    // A title or sign before the field is kept.
    let name = item.lastIndex(of: "=").map { item[item.index(after: $0)...] } ?? item
    let sign = name.prefix { $0 == "-" || $0 == "?" }
    let lead = text[..<name.index(name.startIndex, offsetBy: sign.count)]
    return columns.map { lead + ColumnSpec.Item(path: $0.path).description } + [lead + "*"]
  }

  /// The completions of the last word of an expression: names of fields, and functions.
  package func expressionCompletions(of text: String) -> (length: Int, texts: [String]) {
    let isQuoted = !text.count { $0 == "\"" }.isMultiple(of: 2)
    let word =
      isQuoted
      ? Array(text[(text.lastIndex(of: "\"") ?? text.startIndex)...])
      : text.reversed().prefix { !$0.isWhitespace && !"()=+*/,".contains($0) }.reversed()
    let functions = ExpressionText.functions.map(\.name)
    var titles: [String: String] = [:]
    let names = fields.map { name, column in
      let text = name.split(separator: ".").map { ExpressionParser.written(String($0)) }
        .joined(separator: ".")
      titles[text] = column.title
      return text
    }
    // A complete operand continues with an operator.
    if word.isEmpty, let last = text.last(where: { !$0.isWhitespace }), !"(=+*/,-".contains(last) {
      return (0, [])
    }
    // A function has fields for arguments.
    let isArgument = text.dropLast(word.count).last.map { "(,".contains($0) } ?? false
    let texts = (isArgument ? names + functions : functions + names).filter {
      $0.hasPrefix(String(word), ignoringCase: true)
        || $0.hasPrefix("\"" + String(word), ignoringCase: true)
        || titles[$0]?.hasPrefix(String(word), ignoringCase: true) ?? false
    }
    return (word.count, texts)
  }

  /// The titles of the columns, as commands accept them.
  package var columnNames: [String] { columns.map { $0.title.lowercased() } }

  /// Distinct short values that rows have in a field, quoted as in a filter: the most frequent first if
  /// statistics are available.
  private func values(of name: FieldName) -> [String] {
    if let field = facts?.field(named: name.text), field.values?.isEmpty == false {
      return field.commonValues.map { Self.quoted($0.text) }
    }
    let column = columns.first { $0.paths.contains(where: name.matches) }
    let step = max(1, rows.count / 500)
    var values: Set<String> = []
    for offset in stride(from: 0, to: rows.count, by: step) where values.count < 100 {
      let row = rows[offset]
      guard let value = name.value(in: row.value), value.isScalar else { continue }
      let text =
        column?.shownText(of: value, in: row, times.calendar, at: times.present) ?? value.string
      guard !text.isEmpty, text.utf8.count <= 60 else { continue }
      values.insert(Self.quoted(text))
    }
    return values.sorted()
  }

  /// A value, quoted as in a filter if necessary.
  private static func quoted(_ text: String) -> String {
    let isPlain = !text.contains { $0.isWhitespace || "()\"\\,".contains($0) }
    return isPlain ? text : "\"\(text.split(separator: "\"").joined(separator: "\\\""))\""
  }

  /// The field, operator and value of a comparison at the end of a filter; nil if the filter does not end in one.
  package func comparison(atEndOf text: String) -> (field: String, sign: String, value: String)? {
    let term = text.suffix(filterCompletions(of: text).termLength).drop { $0 == "!" || $0 == "-" }
    guard let start = term.firstIndex(where: { "=<>~!".contains($0) }) else { return nil }
    let value = term[start...].drop { "=<>~!".contains($0) }
    return (String(term[..<start]), String(term[start..<value.startIndex]), String(value))
  }

  /// The text that a filter lacks at its end to match a value of the rows; empty unless all values of the field
  /// are known and the typed text is not one of them.
  package func supplement(of text: String) -> String {
    guard let facts, facts.isComplete, facts.stride == 1,
      let (name, sign, value) = comparison(atEndOf: text), ["=", "!="].contains(sign),
      !value.isEmpty, !value.contains(","), let field = facts.field(named: name),
      field.values != nil,
      !field.commonValues.contains(where: { $0.text.lowercased() == value.lowercased() })
    else { return "" }
    let found = filterCompletions(of: text)
    guard let best = found.texts.first, best.hasPrefix(value, ignoringCase: true) else { return "" }
    return String(best.dropFirst(value.count))
  }

  /// The completions of a summary specification.
  package func summaryCompletions(of text: String) -> [String] {
    let word = SummarySpec.split(text).last ?? text[...]
    let before = text[..<word.startIndex]
    typealias Keyword = SummarySpec.Keyword
    let folds = SummarySpec.Fold.allCases.map(\.rawValue) + [Keyword.tally.rawValue]
    // The others have a form of their own.
    let figures = [CountSpec.Fold.p50, .p90, .p99, .uniq].map { $0.rawValue + "(" }
    var items = [Keyword.count, .rate, .last].map(\.rawValue) + folds.map { $0 + ":" } + figures
    if before.isEmpty { items += [Keyword.automatic, .hidden].map(\.rawValue) }
    if let colon = word.firstIndex(of: ":"), folds.contains(String(word[..<colon])) {
      items = columns.map { "\(word[...colon])\($0.path)" }
    } else if let parenthesis = word.firstIndex(of: "("),
      figures.contains(String(word[...parenthesis]))
    {
      items = columns.map { "\(word[...parenthesis])\($0.path))" }
    }
    return items.filter { $0.hasPrefix(word) }.map { before + $0 }
  }

  /// The fields that occur in none of a sample of rows.
  package func unknownFields(among fields: [FieldName]) -> [FieldName] {
    let step = max(1, rows.count / 1_000)
    return fields.filter { field in
      columns.titled(field.text) == nil
        && !stride(from: 0, to: rows.count, by: step).contains { field.occurs(in: rows[$0]) }
    }
  }

  /// A message if no row has some of the fields, with suggestions; nil if rows have all of them.
  package func note(on fields: [FieldName]) -> String? {
    guard !rows.isEmpty else { return nil }
    let unknown = unknownFields(among: fields)
    guard let first = unknown.first else { return nil }
    if let mistake = Expression.mistake(inName: first.text) { return mistake }
    var seen: Set<String> = []
    let names = unknown.filter { seen.insert($0.text).inserted }
      .map { "\"\($0.text)\"" }.joined(separator: " or ")
    // Columns that the user asked for may belong to fields that do not exist.
    let known = fieldNames.filter { unknownFields(among: [FieldName($0)]).isEmpty }
    if unknown.count == 1, let nearest = Spelling.nearest(to: first.text, among: known) {
      return Text.unknownField(names, nearest: nearest)
    }
    let others = known.prefix(6).joined(separator: ", ")
    return Text.unknownFields(names, "\(others)\(known.count > 6 ? " …" : "")")
  }
}

extension Completer {
  /// The messages about unknown fields.
  package enum Text {
    package static func unknownField(_ names: String, nearest: String) -> String {
      "no row has a field \(names) yet: did you mean \(nearest)?"
    }
    package static func unknownFields(_ names: String, _ others: String) -> String {
      "no row has a field \(names) yet: there are \(others)"
    }
  }
}

extension StringProtocol {
  /// Whether the text starts with a prefix, ignoring case.
  package func hasPrefix(_ prefix: some StringProtocol, ignoringCase: Bool) -> Bool {
    self.prefix(prefix.count).lowercased() == prefix.lowercased()
  }
}

/// The selection and scroll position of the table.
package struct TablePosition: Hashable, Sendable {
  package var selection: RowID?
  /// The handles of the selected row and of the first one in view, which find them again.
  package var selectionHandle: Int?
  package var topHandle: Int?
  /// The lines of the selection and of the first row in view.
  package var selectionLine = 0
  package var topLine = 0
  /// The first row in view.
  package var top: RowID?
  package var isFollowing: Bool
  package var isTracking: Bool
  /// The selected row among those that are pinned; nil if none is.
  package var pin: RowID?
  /// The section whose header is selected; nil if none is.
  package var section: SectionID?

  /// Gives the rows their new identities.
  package mutating func identify(by change: IdentityChange) {
    for path in [\Self.selection, \.top, \.pin] {
      self[keyPath: path] = self[keyPath: path].map { change[$0] ?? $0 }
    }
  }

  /// The position of a table below pinned rows, one of which may be selected.
  package init(_ table: TableView<Row, FieldPath>, pin: RowID?) {
    self.pin = pin
    section = table.selectedSection
    (selection, selectionHandle) = (table.selection, table.selectedHandle)
    let first = table.firstVisibleRow
    topHandle = table.handle(ofRow: first)
    if first < table.displayedRows.count {
      top = table.displayedRows[first].id
      topLine = table.restingLine(ofRow: first)
    }
    selectionLine = table.restingLineOfSelection ?? 0
    isFollowing = table.isFollowing
    isTracking = table.isTracking
  }
}
