import Preferences

/// A configuration is read or refused at a place in it; what is read can be written and read again.
func fuzzConfiguration(_ bytes: [UInt8]) throws(Violation) {
  let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  do throws(PreferencesError) {
    _ = try Preferences(bytes: bytes, optionNames: ["motion", "limit", "speed", "bell"])
  } catch {
    let (line, column) = (error.position.line, error.position.column)
    try check(lines.indices.contains(line - 1), "no such line: \(error)")
    try check(1...lines[line - 1].count + 1 ~= column, "no such column: \(error)")
    let isPlain = error.description.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F && !(0x80..<0xA0).contains($0.value)
    }
    try check(isPlain, "a control character is in the message")
  }
  guard let document = try? TOMLDocument(bytes) else { return }
  let again = try? TOMLDocument(Array(text(of: document).utf8))
  try check(again.map(text) == text(of: document), "written again, it is something else")
}

/// A document as a file that says the same.
private func text(of document: TOMLDocument) -> String {
  func text(_ value: TOMLValue) -> String {
    switch value.content {
    case .string(let text): TOMLValue.quoted(text)
    case .integer(let number): "\(number)"
    case .float(let number): "\(number)"
    case .boolean(let value): "\(value)"
    case .array(let elements): "[" + elements.map(text).joined(separator: ", ") + "]"
    }
  }
  func lines(of table: String?) -> [String] {
    document.entries.filter { $0.table.map { Array($0.utf8) } == table.map { Array($0.utf8) } }
      .map { "\(TOMLValue.quoted($0.key)) = \(text($0.value))" }
  }
  let tables = document.tables.map(\.name).flatMap { ["[\(TOMLValue.quoted($0))]"] + lines(of: $0) }
  return (lines(of: nil) + tables).joined(separator: "\n")
}
