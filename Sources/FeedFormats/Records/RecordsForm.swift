import FeedValues
import Values

/// Records of a name and a value on each line, with a blank line or a line of signs between them: ldapsearch(1),
/// `dpkg -s`, `apt-cache show`, `/proc/cpuinfo`, `systemctl show`, `\G` of mysql(1), `\x` of psql(1), `.mode line` of
/// sqlite3(1).
package struct RecordsForm: Sendable {
  /// The style in which the lines of a record are written.
  package enum Style: Hashable, Sendable {
    /// A name, a colon or an equals sign, and a value; an indented line belongs to the one above it.
    case plain
    /// Signs in the same column of all lines between the names and the values.
    case aligned(sign: UInt8, column: Int)
    /// A line of names and a line of numbers, behind the same word and a colon: `/proc/net/snmp`.
    case paired
  }

  private let style: Style
  /// The fields of the record that is not complete yet.
  private var fields: [(name: [UInt8], value: [UInt8])] = []
  private var byteCount = 0
  /// The line of names whose numbers are in the next one.
  private var names: [UInt8] = []

  /// The maximum number of fields in a record, and of bytes; more begin another one.
  private static let fieldLimit = 1_024
  private static let byteLimit = 1 << 20
  private static let longestName = 48

  package init(_ style: Style = .plain) { self.style = style }

  // MARK: Recognition

  /// The maximum number of lines that are examined if the first ones are all of one record.
  static let lineLimit = 1_024

  /// The style of lines that are such records: several, which begin with the same name, and share most names.
  static func style(of lines: [UnsafeBufferPointer<UInt8>]) -> Style? {
    if arePairs(lines) { return .paired }
    let aligned = alignedStyle(of: lines)
    return [.plain, aligned].compactMap(\.self).first { style in
      records(lines, style).map { records in
        areRecords(records)
          // One behind its number.
          || records.count == 1 && records[0].count > 1 && lines.first.map(isMark) ?? false
      } ?? false
    }
  }

  /// Whether lines are the beginning of one record of several fields, after which others may follow.
  static func mayBegin(_ lines: [UnsafeBufferPointer<UInt8>]) -> Bool {
    records(lines, .plain).map { $0.count == 1 && $0[0].count > 3 } ?? false
  }

  /// Whether lines are pairs of names and numbers; the last one may be cut off.
  private static func arePairs(_ lines: [UnsafeBufferPointer<UInt8>]) -> Bool {
    let pairs = stride(from: 0, to: lines.count - 1, by: 2).map { offset in
      pair(words(lines[offset]), words(lines[offset + 1]))
    }
    return pairs.count > 1 && pairs.allSatisfy { $0 != nil }
  }

  private static func words(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> [Slice<UnsafeBufferPointer<UInt8>>] {
    line.split { $0 == UInt8(ascii: " ") }
  }

  /// The fields of a line of names and one of numbers; nil if they are none.
  private static func pair(
    _ names: [Slice<UnsafeBufferPointer<UInt8>>],
    _ values: [Slice<UnsafeBufferPointer<UInt8>>]
  ) -> [(name: [UInt8], value: [UInt8])]? {
    guard names.count > 1, names.count == values.count, let label = names.first,
      label.last == UInt8(ascii: ":"), values[0].elementsEqual(label),
      names.dropFirst().allSatisfy({ $0.first?.isLetter == true }),
      values.dropFirst().allSatisfy({ value in
        value.contains(where: \.isDigit)
          && value.allSatisfy { $0.isDigit || "-.".utf8.contains($0) }
      })
    else { return nil }
    return [(Array("section".utf8), Array(label.dropLast()))]
      + zip(names, values).dropFirst().map { (Array($0), Array($1)) }
  }

  private static func areRecords(_ records: [[[UInt8]]]) -> Bool {
    guard records.count > 1, let first = records.first, first.count > 1 else { return false }
    let names = Set(first)
    // The last one may be a summary, as that of ldapsearch(1).
    let others = records.dropFirst().filter { $0[0] == first[0] }
    return !others.isEmpty && records.count - others.count - 1 <= records.count / 3
      && others.allSatisfy { record in
        record.count { names.contains($0) } * 2 >= record.count
      }
  }

  /// The names of the fields of each record; nil if a line is neither a field nor part of one.
  private static func records(
    _ lines: [UnsafeBufferPointer<UInt8>],
    _ style: Style
  ) -> [[[UInt8]]]? {
    var records: [[[UInt8]]] = []
    var isOpen = false
    for line in lines {
      if line.allSatisfy(\.isJSONSpace) || isMark(line) {
        isOpen = false
      } else if let field = field(line, style) {
        if isOpen {
          records[records.count - 1].append(field.name)
        } else {
          records.append([field.name])
        }
        isOpen = true
      } else if isComment(line) || isTotal(line) {
        continue
      } else if !isOpen || style == .plain && line.first?.isBlank != true {
        return nil
      }
    }
    return records
  }

  /// The style of lines that have a sign in the same column: the first one that is not a mark shows which.
  private static func alignedStyle(of lines: [UnsafeBufferPointer<UInt8>]) -> Style? {
    let texts = lines.filter { !$0.allSatisfy(\.isJSONSpace) && !isMark($0) && !isTotal($0) }
    guard let first = texts.first,
      let column = first.firstIndex(where: { ":=|".utf8.contains($0) }), column > 0,
      first[column - 1].isBlank || first.first?.isBlank == true
        || first[column] == UInt8(ascii: ":") && lines[0].isMark
    else { return nil }
    let style = Style.aligned(sign: first[column], column: column)
    let count = texts.count { field($0, style) != nil }
    return count * 4 >= texts.count * 3 ? style : nil
  }

  // MARK: Reading

  /// Reads a line; one that is not a field belongs to the one before.
  package mutating func take(_ line: UnsafeBufferPointer<UInt8>, into values: inout TextValues) {
    guard !line.allSatisfy(\.isJSONSpace), !Self.isMark(line) else {
      if Self.isMark(line) { values.note(.ruler) }
      return finish(into: &values)
    }
    if fields.count >= Self.fieldLimit || byteCount >= Self.byteLimit { finish(into: &values) }
    byteCount += line.count
    if style == .paired { return takePaired(line, into: &values) }
    values.note(fields.isEmpty ? .row : .continuation)
    let mayBegin = style != .plain || line.first?.isBlank != true || fields.isEmpty
    if mayBegin, let field = Self.field(line, style) {
      add(field.value, to: field.name, after: ", ")
    } else if !Self.isComment(line), !Self.isTotal(line) {
      let text = line.first?.isBlank == true ? Array(line.dropFirst()) : Array(line)
      add(text, to: fields.last?.name ?? Array("text".utf8), after: "\n")
    } else {
      values.note(.legend)
    }
  }

  /// Reads a line of names, or of the numbers of the names above it.
  private mutating func takePaired(
    _ line: UnsafeBufferPointer<UInt8>,
    into values: inout TextValues
  ) {
    let fields = names.withUnsafeBufferPointer { Self.pair(Self.words($0), Self.words(line)) }
    guard let fields else {
      finish(into: &values)
      names = Array(line)
      return values.note(.header)
    }
    (self.fields, names) = (fields, [])
    finish(into: &values)
  }

  /// Emits the record so far.
  package mutating func finish(into values: inout TextValues) {
    if !names.isEmpty {
      // Names of which no numbers have come.
      names.withUnsafeBufferPointer { values.appendLine($0) }
      names = []
    }
    guard !fields.isEmpty else { return }
    values.appendRecord(fields.map { LogName($0.name).json }, fields.map(\.value))
    (fields, byteCount) = ([], 0)
  }

  private mutating func add(_ text: [UInt8], to name: [UInt8], after separator: String) {
    guard let offset = fields.firstIndex(where: { $0.name == name }) else {
      fields.append((name, text))
      return
    }
    let isEmpty = fields[offset].value.isEmpty
    fields[offset].value += (isEmpty ? [] : Array(separator.utf8)) + text
  }

  // MARK: Lines

  private static func isComment(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.first == UInt8(ascii: "#")
  }

  /// Whether a line of signs and a number begins a record: `*** 1. row ***`, `-[ RECORD 1 ]---`.
  private static func isMark(_ line: UnsafeBufferPointer<UInt8>) -> Bool { line.isMark }

  /// Whether a line is the number of records, as mysql(1) writes it below them: `2 rows in set (0.00 sec)`.
  private static func isTotal(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    let words = line.split(separator: UInt8(ascii: " "))
    return words.count > 1 && words[0].allSatisfy(\.isDigit)
      && ["row", "rows"].contains(String(decoding: words[1], as: UTF8.self))
  }

  private static func field(
    _ line: UnsafeBufferPointer<UInt8>,
    _ style: Style
  ) -> (name: [UInt8], value: [UInt8])? {
    switch style {
    case .plain, .paired: field(line)
    case .aligned(let sign, let column): field(line, before: sign, at: column)
    }
  }

  /// A name before a sign in a column, and what is behind it.
  private static func field(
    _ line: UnsafeBufferPointer<UInt8>,
    before sign: UInt8,
    at column: Int
  ) -> (name: [UInt8], value: [UInt8])? {
    // A name in another alphabet has more bytes than characters.
    let wide = line.prefix(column + longestName).prefix { $0 != sign }.count { $0 & 0xC0 == 0x80 }
    let column = column + wide
    guard column < line.count, line[column] == sign,
      column + 1 == line.count || line[column + 1].isBlank
    else { return nil }
    var name = line[..<column]
    while name.first?.isBlank == true { name = name.dropFirst() }
    while name.last?.isBlank == true { name = name.dropLast() }
    guard let first = name.first,
      first.isLetter || first.isDigit || "_?(".utf8.contains(first) || first >= 0x80
    else { return nil }
    var value = line[(column + 1)...]
    while value.first?.isBlank == true { value = value.dropFirst() }
    while value.last?.isBlank == true { value = value.dropLast() }
    return (Array(name), Array(value))
  }

  /// A name of some words before a colon that is followed by space, or of one word before an equals sign.
  private static func field(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> (name: [UInt8], value: [UInt8])? {
    guard line.first?.isLetter == true || line.first == UInt8(ascii: "_"),
      let end = line.firstIndex(where: { ":=".utf8.contains($0) }), end <= longestName
    else { return nil }
    var name = Array(line[..<end])
    while name.last?.isBlank == true { name.removeLast() }
    var rest = line[(end + 1)...]
    if line[end] == UInt8(ascii: ":") {
      // LDIF has two colons before a value in base64.
      if rest.first == UInt8(ascii: ":") { rest = rest.dropFirst() }
      guard rest.first?.isBlank ?? true else { return nil }
    } else if name.count < end || name.contains(where: \.isBlank) {
      return nil
    }
    while rest.first?.isBlank == true { rest = rest.dropFirst() }
    return (name, Array(rest))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether there is nothing but signs, and between them a number with a word: `*** 1. row ***`, `-[ RECORD 1 ]---`.
  fileprivate var isMark: Bool {
    guard count > 8, let sign = first, "*-".utf8.contains(sign) else { return false }
    let inner = drop { "*-[ ".utf8.contains($0) }
    let text = inner.prefix { !"*-]".utf8.contains($0) }
    guard text.allSatisfy({ $0.isLetter || $0.isDigit || " .".utf8.contains($0) }),
      text.contains(where: \.isDigit), text.contains(where: \.isLetter)
    else { return false }
    return inner.dropFirst(text.count).allSatisfy { "*-]+ ".utf8.contains($0) }
      && inner.count > text.count
  }
}
