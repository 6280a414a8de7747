internal import ListViewParts
internal import Feeds
internal import TerminalCore

extension App {
  /// How what stands before the cursor may go on.
  ///
  /// - Returns: How many characters before the cursor are replaced, and by what they may be.
  func completions(
    for purpose: Prompt.Purpose,
    _ editor: LineEditor
  ) -> (length: Int, texts: [String]) {
    let before = editor.before
    switch purpose {
    case .search: return (0, [])
    case .filter:
      let found = filterCompletions(of: before)
      return (found.length, found.texts)
    case .command:
      guard let space = before.firstIndex(where: \.isWhitespace) else {
        let names = Command.all.filter { $0.name.hasPrefix(before) }
        return (before.count, names.map { $0.argument.isEmpty ? $0.name : $0.name + " " })
      }
      guard let command = try? Command.named(String(before[..<space])) else { return (0, []) }
      let argument = String(before[space...].drop(while: \.isWhitespace))
      let texts = command.complete(self, argument).filter {
        $0.hasPrefix(argument, ignoringCase: true)
      }
      return (argument.count, texts)
    }
  }

  /// How many characters at the end of a filter are a term that is only begun.
  func unfinishedLength(of text: String) -> Int {
    let found = filterCompletions(of: text)
    let term = text.suffix(found.termLength)
    let isField = term.contains { "=<>~!".contains($0) }
    let isKeyword = term.count < text.count && ["and", "or"].contains { $0.hasPrefix(term) }
    // A value that is still to come, or a word that so far is the beginning of something else.
    let isBegun =
      isField ? found.length == 0 : !term.isEmpty && (isKeyword || !found.texts.isEmpty)
    return isBegun ? found.termLength : 0
  }

  /// How the last term of a filter may go on: with the names of fields, and behind a comparison with
  /// the values that rows have there.
  func filterCompletions(
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
    }
    let lead = text.dropLast(length)
    return (length, whole.count, texts, texts.map { lead + $0 })
  }

  /// The names of the fields that have columns: the last name, where that is enough to call it.
  ///
  /// - Complexity: O(*n*) for *n* names in all paths.
  var fieldNames: [String] {
    let paths = columns.flatMap(\.paths).filter { !$0.names.isEmpty }
    // For the letters of each end of a path, the path nearest to the top that ends so.
    var nearest: [[UInt8]: FieldPath] = [:]
    for path in paths {
      for start in path.names.indices {
        let letters = FieldName(path.names[start...].joined()).letters
        if let known = nearest[letters], known.names.count <= path.names.count { continue }
        nearest[letters] = path
      }
    }
    var names: [String] = []
    var known: Set<String> = []
    for path in paths {
      let isEnough = nearest[FieldName(path.name).letters] == path
      let name = isEnough ? path.name : path.description
      if known.insert(name).inserted { names.append(name) }
    }
    return names
  }

  /// How the columns that a command shows may go on: with the fields of all columns, and behind a
  /// colon with the formats.
  func columnSpecCompletions(of text: String) -> [String] {
    let item = ColumnSpec.lastItem(of: text)
    if let colon = item.lastIndex(of: ":") {
      let lead = text[...colon]
      return Column.FormatName.allCases.map { lead + $0.rawValue }
    }
    // A title or a sign stays before the field.
    let name = item.lastIndex(of: "=").map { item[item.index(after: $0)...] } ?? item
    let sign = name.prefix { $0 == "-" || $0 == "?" }
    let lead = text[..<name.index(name.startIndex, offsetBy: sign.count)]
    return columns.map { lead + ColumnSpec.Item(path: $0.path).description } + [lead + "*"]
  }

  /// The titles of the columns as a command takes them.
  var columnNames: [String] { columns.map { $0.title.lowercased() } }

  /// The column of a name.
  ///
  /// - Throws: `CommandError` where there is none, with the one that is written most like it.
  func column(of name: String) throws(CommandError) -> Column {
    if let column = column(named: name) { return column }
    let nearest = Spelling.nearest(to: name, among: columnNames)
    throw CommandError(.unknownColumn(name, nearest: nearest))
  }

  /// Different short values that rows have in a field, in order, as a filter writes them.
  private func values(of name: FieldName) -> [String] {
    let step = max(1, allRows.count / 500)
    var values: Set<String> = []
    for offset in stride(from: 0, to: allRows.count, by: step) where values.count < 100 {
      guard let value = name.value(in: allRows[offset].value), value.isScalar else { continue }
      let text = value.string
      guard !text.isEmpty, text.utf8.count <= 60 else { continue }
      let isPlain = !text.contains { $0.isWhitespace || "()\"\\".contains($0) }
      values.insert(isPlain ? text : "\"\(text.split(separator: "\"").joined(separator: "\\\""))\"")
    }
    return values.sorted()
  }
}

extension StringProtocol {
  /// Whether the text begins so, whatever the case.
  fileprivate func hasPrefix(_ prefix: some StringProtocol, ignoringCase: Bool) -> Bool {
    self.prefix(prefix.count).lowercased() == prefix.lowercased()
  }
}
