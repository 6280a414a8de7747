import FeedValues
import Values

/// Settings: a name and a value on each line.
package struct SettingsForm: Sendable {
  /// The style in which the lines are written.
  package enum Style: Hashable, Sendable, CaseIterable {
    /// `name = value`: sysctl(8), env(1), `.env`, properties and INI files, os-release(5).
    case equals
    /// `Name: value`: lscpu(1) and `/proc/meminfo`.
    case colon
    /// `name:value` below `# Section`: `INFO` of Redis.
    case info
    /// `12 name`: wc(1), du(1) and uniq(1).
    case count

    /// The minimum number of lines from which the style is inferred.
    fileprivate var minimumLines: Int { [.colon, .info].contains(self) ? 3 : 2 }

    /// Whether a line is laid out as a program that lists settings does, where messages may look alike: `web: started`,
    /// `4321 close(3) = 0`.
    fileprivate func shows(
      in line: UnsafeBufferPointer<UInt8>,
      name: Range<Int>,
      value: Range<Int>
    ) -> Bool {
      switch self {
      case .equals: true
      // Names of several words, as messages and places in files do not have them; or a section above.
      case .info: line[name].contains(UInt8(ascii: "_"))
      // Values below each other, or a title.
      case .colon:
        line[name.upperBound..<value.lowerBound].count(where: \.isBlank) > 1
          || line[name.lowerBound] &- UInt8(ascii: "A") < 26
      // Numbers that end below each other, or a tab.
      case .count:
        line.first?.isBlank == true
          || line[value.upperBound..<name.lowerBound].contains(UInt8(ascii: "\t"))
      }
    }
  }

  private let style: Style
  /// The section of the current lines.
  private var section: [UInt8] = []
  /// Whether no setting has been read.
  private var isFirst = true

  package init(_ style: Style = .equals) { self.style = style }

  /// Whether all of some lines are settings: several of them, with few repeated names.
  static func holds(_ lines: [UnsafeBufferPointer<UInt8>], _ style: Style = .equals) -> Bool {
    var names: [[UInt8]] = []
    var opensBlock = false
    var isShaped = false
    var areNumbers = style == .colon
    var hasSection = false
    var lines = lines[...]
    if style == .colon, let title = titled(lines) {
      lines = title
      isShaped = true
    }
    for line in lines {
      guard let part = Line(line, style) else {
        // A switch in a section has no value.
        if style == .equals, hasSection, Line(switch: line) != nil { continue }
        return false
      }
      if case .section = part { (isShaped, hasSection) = (true, true) }
      guard case .setting(let name, let value) = part else { continue }
      // Indented lines belong to the line above them: that is a document, not a list.
      if opensBlock, line.first?.isBlank == true, lines.startIndex == 0 { return false }
      opensBlock = style == .colon && value.isEmpty
      names.append(Array(line[name]))
      isShaped = isShaped || style.shows(in: line, name: name, value: value)
      areNumbers = areNumbers && !value.isEmpty && line[value].allSatisfy(\.isDigit)
    }
    // A section says what its lines are, even if they are few.
    return names.count >= (hasSection ? 2 : style.minimumLines)
      && Set(names).count * 2 > names.count
      && (style != .count || names.count { hasGap($0) } * 2 <= names.count)
      && (isShaped || areNumbers
        || style == .count && names.allSatisfy { !$0.contains(where: \.isBlank) })
  }

  /// Whether there is more than a space between two words, as between columns.
  private static func hasGap(_ text: [UInt8]) -> Bool {
    zip(text, text.dropFirst()).contains { $0.isBlank && $1.isBlank }
  }

  /// The lines below a title, if all of them are indented as the first one is: `NIC statistics:`.
  private static func titled(
    _ lines: ArraySlice<UnsafeBufferPointer<UInt8>>
  ) -> ArraySlice<UnsafeBufferPointer<UInt8>>? {
    guard lines.count > 3, let title = lines.first, title.first?.isLetter == true,
      title.last == UInt8(ascii: ":")
    else { return nil }
    let rest = lines.dropFirst()
    let indents = rest.filter { !$0.isEmpty }.map { $0.prefix(while: \.isBlank).count }
    return indents[0] > 0 && indents.allSatisfy { $0 == indents[0] } ? rest : nil
  }

  /// Whether a line is a name and a value, or the beginning of one.
  package func isSetting(_ line: [UInt8]) -> Bool {
    guard style != .count, case .setting? = line.withUnsafeBufferPointer({ Line($0, style) }) else {
      return false
    }
    return true
  }

  /// Reads a line; one that is not a setting is a value without a name.
  package mutating func take(_ line: UnsafeBufferPointer<UInt8>, into values: inout TextValues) {
    var (name, value) = (0..<0, 0..<line.count)
    switch Line(line, style) {
    case .nothing:
      if !line.allSatisfy(\.isJSONSpace) { values.note(.legend) }
      return
    case .section(let name):
      section = Array(line[name])
      return values.note(.header)
    case .setting(let foundName, let foundValue): (name, value) = (foundName, foundValue)
    case nil:
      if style == .equals, !section.isEmpty,
        case .setting(let found, let none)? = Line(switch: line)
      {
        (name, value) = (found, none)
      }
    }
    // A title, of which the lines below are indented.
    if style == .colon, isFirst, value.isEmpty, line.last == UInt8(ascii: ":") {
      (isFirst, section) = (false, Array(line[name]))
      return values.note(.caption)
    }
    isFirst = false
    var text = Array(line[value])
    if text.count > 1, let quote = text.first, "\"'".utf8.contains(quote), text.last == quote,
      !hasQuote(quote, within: text)
    {
      text = Array(text.dropFirst().dropLast())
      if quote == UInt8(ascii: "\"") { text = Logfmt.unescaped(text) }
    }
    let section = section.isEmpty ? nil : section
    values.appendRecord(
      (section == nil ? [] : [Self.section]) + [LogName("key").json, LogName("value").json],
      [section, Array(line[name]), text].compactMap(\.self)
    )
  }

  /// Whether a quotation mark ends before the last one, so that these enclose parts of a text: `"none" or "all"`.
  private func hasQuote(_ quote: UInt8, within text: [UInt8]) -> Bool {
    var isEscaped = false
    for byte in text.dropFirst().dropLast() {
      if byte == quote, !isEscaped { return true }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return false
  }

  private static let section = LogName("section").json

  /// The kind of a line.
  private enum Line {
    /// A blank line or a comment.
    case nothing
    case section(Range<Int>)
    case setting(name: Range<Int>, value: Range<Int>)

    init?(_ line: UnsafeBufferPointer<UInt8>, _ style: Style) {
      var cursor = LogCursor(line)
      cursor.skipSpaces()
      if style == .info, cursor.skip(text: "# "), !cursor.isAtEnd {
        self = .section(cursor.rest())
        return
      }
      guard !cursor.isAtEnd, style == .count || !"#;!".utf8.contains(cursor.peek()) else {
        self = .nothing
        return
      }
      switch style {
      case .equals: self.init(assignment: &cursor)
      case .colon: self.init(labelled: &cursor)
      case .info: self.init(joined: &cursor)
      case .count: self.init(counted: &cursor)
      }
    }

    private init?(assignment cursor: inout LogCursor) {
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

    /// A label of some words, and a colon that is followed by space.
    private init?(labelled cursor: inout LogCursor) {
      guard cursor.peek().isLetter,
        var name = cursor.take(while: { $0 != UInt8(ascii: ":") && $0 >= 0x20 || $0 == 0x09 }),
        name.count <= SettingsForm.longestLabel, cursor.skip(":"),
        cursor.isAtEnd || cursor.peek().isBlank
      else { return nil }
      while cursor.bytes[name.upperBound - 1].isBlank {
        name = name.lowerBound..<name.upperBound - 1
      }
      self = .setting(name: name, value: cursor.rest())
    }

    /// A name of one word, and a value that follows its colon at once.
    private init?(joined cursor: inout LogCursor) {
      guard cursor.position == 0, cursor.peek().isLetter,
        let name = cursor.take(while: { $0.isLetter || $0.isDigit || "_-".utf8.contains($0) }),
        name.count <= SettingsForm.longestLabel, cursor.skip(":"), !cursor.peek().isBlank
      else { return nil }
      self = .setting(name: name, value: cursor.rest())
    }

    /// A name alone, which is a switch.
    fileprivate init?(switch line: UnsafeBufferPointer<UInt8>) {
      var cursor = LogCursor(line)
      cursor.skipSpaces()
      guard cursor.peek().isLetter,
        let name = cursor.take(while: { $0.isNamePart || ":*+%~".utf8.contains($0) })
      else { return nil }
      cursor.skipSpaces()
      guard cursor.isAtEnd else { return nil }
      self = .setting(name: name, value: line.count..<line.count)
    }

    /// A number, optionally with a unit, and what it counts or measures.
    private init?(counted cursor: inout LogCursor) {
      guard cursor.isDigit(), var number = cursor.word(), number.count <= 20,
        cursor.skipSpaces() > 0, !cursor.isAtEnd, !cursor.isDigit()
      else { return nil }
      let count = number
      if "KMGTPE".utf8.contains(cursor.bytes[number.upperBound - 1]) {
        number = number.lowerBound..<number.upperBound - 1
      }
      var points = 0
      for byte in cursor.bytes[number] {
        if byte == UInt8(ascii: ".") { points += 1 } else if !byte.isDigit { return nil }
      }
      guard points < 2, cursor.bytes[number].last?.isDigit == true else { return nil }
      self = .setting(name: cursor.rest(), value: count)
    }
  }

  private static let longestLabel = 48
}
