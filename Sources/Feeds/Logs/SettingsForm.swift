/// Settings, a name and a value on each line: what sysctl(8) and env(1) print, `.env`, properties and
/// INI files, os-release(5).
struct SettingsForm: Sendable {
  /// The section that the lines are in.
  private var section: [UInt8] = []

  /// Whether all of some lines are settings, two at least, hardly any name twice.
  static func holds(_ lines: [UnsafeBufferPointer<UInt8>]) -> Bool {
    var names: [[UInt8]] = []
    for line in lines {
      guard let part = Line(line) else { return false }
      if case .setting(let name, _) = part { names.append(Array(line[name])) }
    }
    return names.count > 1 && Set(names).count * 2 > names.count
  }

  /// Takes a line; one that is no setting is a value without a name.
  mutating func take(_ line: UnsafeBufferPointer<UInt8>, into values: inout TextValues) {
    var (name, value) = (0..<0, 0..<line.count)
    switch Line(line) {
    case .nothing: return
    case .section(let name):
      section = Array(line[name])
      return
    case .setting(let foundName, let foundValue): (name, value) = (foundName, foundValue)
    case nil: break
    }
    var text = Array(line[value])
    if text.count > 1, let quote = text.first, "\"'".utf8.contains(quote), text.last == quote {
      text = Array(text.dropFirst().dropLast())
      if quote == UInt8(ascii: "\"") { text = Logfmt.unescaped(text) }
    }
    let section = section.isEmpty ? nil : section
    values.appendRecord(
      (section == nil ? [] : [Self.section]) + [LogName("key").json, LogName("value").json],
      [section, Array(line[name]), text].compactMap(\.self)
    )
  }

  private static let section = LogName("section").json

  /// What a line is; nil for anything else.
  private enum Line {
    /// A blank line or a comment.
    case nothing
    case section(Range<Int>)
    case setting(name: Range<Int>, value: Range<Int>)

    init?(_ line: UnsafeBufferPointer<UInt8>) {
      var cursor = LogCursor(line)
      cursor.skipSpaces()
      guard !cursor.isAtEnd, !"#;!".utf8.contains(cursor.peek()) else {
        self = .nothing
        return
      }
      if cursor.peek() == UInt8(ascii: "["), let name = cursor.enclosed("[", "]"), !name.isEmpty {
        cursor.skipSpaces()
        guard cursor.isAtEnd else { return nil }
        self = .section(name)
        return
      }
      if cursor.skip(text: "export ") { cursor.skipSpaces() }
      guard cursor.peek().isLetter || cursor.peek() == UInt8(ascii: "_") || cursor.isDigit(),
        let name = cursor.take(while: { $0.isNamePart || ":[]*+%~".utf8.contains($0) })
      else { return nil }
      cursor.skipSpaces()
      guard cursor.skip("="), cursor.peek() != UInt8(ascii: "=") else { return nil }
      self = .setting(name: name, value: cursor.rest())
    }
  }
}
