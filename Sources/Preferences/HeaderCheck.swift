/// Refuses what TOMLKit would end the process for, or not read at all: a header of a table without a
/// name (`[[`, `[.a]`, `[=`), and a NUL, at which it takes the text to end.
///
/// - Throws: ``PreferencesError/syntax(line:column:reason:)``.
func checkHeaders(of text: String) throws(PreferencesError) {
  for (offset, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    .enumerated()
  {
    func error(at place: Substring.UTF8View.Index, _ reason: String) -> PreferencesError {
      let column = line.distance(from: line.startIndex, to: place) + 1
      return .syntax(line: offset + 1, column: column, reason: reason)
    }
    if let place = line.firstIndex(of: 0) { throw error(at: place, "a NUL cannot stand here") }
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var rest = line.drop(while: isBlank)
    guard rest.popFirst() == UInt8(ascii: "[") else { continue }
    if rest.first == UInt8(ascii: "[") { rest.removeFirst() }
    rest = rest.drop(while: isBlank)
    let isName = rest.first.map { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "_-\"'".utf8.contains(byte)
    }
    guard isName ?? false else { throw error(at: rest.startIndex, "a table needs a name") }
  }
}
