/// Parses the supported subset of TOML, without recursion.
struct TOMLReader {
  /// The reason of an error and the offset of the byte.
  struct Failure: Error {
    var offset: Int
    var reason: PreferencesError.Reason
  }

  let bytes: [UInt8]
  var offset = 0
  private var entries: [TOMLDocument.Entry] = []
  private var tables: [TOMLDocument.Table] = []
  private var names = TOMLNames()

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  // MARK: Bytes

  var isAtEnd: Bool { offset == bytes.count }

  /// The next byte; nil at the end.
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Consumes a byte if it is next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    offset += 1
    return true
  }

  func isNext(_ text: StaticString) -> Bool {
    bytes.count - offset >= text.utf8CodeUnitCount
      && bytes[offset..<offset + text.utf8CodeUnitCount].elementsEqual(
        UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      )
  }

  func failure(_ problem: TOMLProblem, at place: Int? = nil) -> Failure {
    Failure(offset: place ?? offset, reason: .malformed(problem))
  }

  func unsupported(_ feature: TOMLFeature, at place: Int) -> Failure {
    Failure(offset: place, reason: .unsupported(feature))
  }

  /// The text at the current offset, for a message.
  var found: TOMLProblem.Found {
    guard let next else { return .endOfFile }
    if next == UInt8(ascii: "\n") || isNext("\r\n") { return .endOfLine }
    if next == UInt8(ascii: "#") { return .comment }
    return bytes[offset...].first.flatMap { _ in
      String(decoding: bytes[offset...].prefix(4), as: UTF8.self).unicodeScalars.first
    }.map { .scalar($0) } ?? .endOfFile
  }

  mutating func skipBlanks() {
    while let byte = next, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { offset += 1 }
  }

  /// Consumes a newline, with or without a carriage return.
  mutating func takeNewline() -> Bool {
    if isNext("\r\n") {
      offset += 2
      return true
    }
    return take(UInt8(ascii: "\n"))
  }

  /// Skips a comment, up to its newline.
  mutating func skipComment() throws(Failure) {
    guard take(UInt8(ascii: "#")) else { return }
    while let byte = next, byte != UInt8(ascii: "\n"), !isNext("\r\n") {
      try refuseControl(byte)
      offset += 1
    }
  }

  /// TOML allows no control character except tab, including in strings and comments.
  func refuseControl(_ byte: UInt8) throws(Failure) {
    if byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F {
      throw failure(.controlCharacter(byte))
    }
  }

  /// Skips blanks, newlines and comments between the elements of an array.
  mutating func skipLines() throws(Failure) {
    repeat {
      skipBlanks()
      try skipComment()
    } while takeNewline()
  }

  // MARK: The document

  mutating func readDocument() throws(Failure) -> ([TOMLDocument.Entry], [TOMLDocument.Table]) {
    if let place = firstInvalidByte(of: bytes) { throw failure(.invalidUTF8, at: place) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw failure(.byteOrderMark) }
    var table: (outer: String, inner: String?)?
    while true {
      try skipLines()
      guard let byte = next else { return (entries, tables) }
      if byte == UInt8(ascii: "[") {
        table = try readHeader()
      } else {
        try readEntry(in: table?.outer, table?.inner)
      }
      skipBlanks()
      try skipComment()
      guard isAtEnd || takeNewline() else { throw failure(.textAfterEnd(found)) }
    }
  }

  /// Parses `[name]`, or `[name.name]` for a table that holds tables.
  private mutating func readHeader() throws(Failure) -> (outer: String, inner: String?) {
    offset += 1
    if next == UInt8(ascii: "[") { throw unsupported(.arrayOfTables, at: offset) }
    skipBlanks()
    let place = offset
    let name = try readName(orMissing: .missingTableName)
    skipBlanks()
    if TOMLDocument.namesOfNested.contains(name), take(UInt8(ascii: ".")) {
      return (name, try readInnerHeader(of: name))
    }
    if next == UInt8(ascii: ".") { throw unsupported(.nestedTable, at: offset) }
    guard take(UInt8(ascii: "]")) else { throw failure(.unclosedHeader(found)) }
    if let first = names.define(name, as: .header, at: place) {
      throw failure(.duplicate([name], firstLine: line(of: first)), at: place)
    }
    tables.append(TOMLDocument.Table(name: name, inner: nil, offset: place))
    return (name, nil)
  }

  /// Parses the rest of `[name.name]`.
  private mutating func readInnerHeader(of outer: String) throws(Failure) -> String {
    skipBlanks()
    let place = offset
    let name = try readName(orMissing: .missingTableName)
    skipBlanks()
    if next == UInt8(ascii: ".") { throw unsupported(.nestedTable, at: offset) }
    guard take(UInt8(ascii: "]")) else { throw failure(.unclosedHeader(found)) }
    if let first = names.define(name, within: outer, at: place) {
      throw failure(.duplicate([outer, name], firstLine: line(of: first)), at: place)
    }
    tables.append(TOMLDocument.Table(name: outer, inner: name, offset: place))
    return name
  }

  /// Parses `key = value`, and at the top level `table.key = value` and `table = { … }`.
  private mutating func readEntry(in table: String?, _ inner: String?) throws(Failure) {
    let place = offset
    let name = try readName(orMissing: .missingKey)
    skipBlanks()
    var (table, key, keyPlace) = (table, name, place)
    if take(UInt8(ascii: ".")) {
      guard table == nil else { throw unsupported(.nestedTable, at: offset - 1) }
      skipBlanks()
      table = name
      keyPlace = offset
      key = try readName(orMissing: .missingKey)
      try openTable(name, as: .dotted, at: place)
      skipBlanks()
      if next == UInt8(ascii: ".") { throw unsupported(.nestedTable, at: offset) }
    }
    try takeEquals()
    if next == UInt8(ascii: "{") {
      guard table == nil else { throw unsupported(.nestedTable, at: offset) }
      try openTable(name, as: .inline, at: place)
      return try readInlineTable(name)
    }
    try append(key, in: table, inner, at: keyPlace, try readValue())
  }

  private mutating func takeEquals() throws(Failure) {
    guard take(UInt8(ascii: "=")) else { throw failure(.missingEquals(found)) }
    skipBlanks()
  }

  private mutating func openTable(
    _ name: String,
    as kind: TOMLNames.Kind,
    at place: Int
  ) throws(Failure) {
    let isNew = !names.contains(name)
    if let first = names.define(name, as: kind, at: place) {
      throw failure(.duplicate([name], firstLine: line(of: first)), at: place)
    }
    if isNew { tables.append(TOMLDocument.Table(name: name, inner: nil, offset: place)) }
  }

  private mutating func append(
    _ key: String,
    in table: String?,
    _ inner: String? = nil,
    at place: Int,
    _ value: TOMLValue
  ) throws(Failure) {
    let first =
      if let table { names.define(key, in: table, inner, at: place) } else {
        names.define(key, as: .value, at: place)
      }
    if let first {
      let path = [table, inner].compactMap(\.self) + [key]
      throw failure(.duplicate(path, firstLine: line(of: first)), at: place)
    }
    entries.append(
      TOMLDocument.Entry(table: table, inner: inner, key: key, value: value, offset: place)
    )
  }

  /// Parses `{ key = value, … }`, which TOML requires on one line and without a trailing comma.
  private mutating func readInlineTable(_ table: String) throws(Failure) {
    offset += 1
    skipBlanks()
    if take(UInt8(ascii: "}")) { return }
    while true {
      let place = offset
      let key = try readName(orMissing: .missingKey)
      skipBlanks()
      if next == UInt8(ascii: ".") { throw unsupported(.nestedTable, at: offset) }
      try takeEquals()
      if next == UInt8(ascii: "{") { throw unsupported(.nestedTable, at: offset) }
      try append(key, in: table, at: place, try readValue())
      skipBlanks()
      if take(UInt8(ascii: "}")) { return }
      guard take(UInt8(ascii: ",")) else { throw failure(.unclosedTable(found)) }
      skipBlanks()
    }
  }

  private func line(of place: Int) -> Int { TextPosition(of: place, in: bytes).line }
}

/// The offset of the first byte that is not valid UTF-8; nil if there is none.
private func firstInvalidByte(of bytes: [UInt8]) -> Int? {
  var parser = Unicode.UTF8.ForwardParser()
  var rest = bytes.makeIterator()
  var offset = 0
  while true {
    switch parser.parseScalar(from: &rest) {
    case .valid(let scalar): offset += scalar.count
    case .error: return offset
    case .emptyInput: return nil
    }
  }
}

extension TOMLReader {
  // MARK: Names

  /// Parses a bare or quoted key or table name.
  mutating func readName(orMissing problem: TOMLProblem) throws(Failure) -> String {
    switch next {
    case UInt8(ascii: "\""): return try readBasicString()
    case UInt8(ascii: "'"): return try readLiteralString()
    default:
      let start = offset
      while let byte = next, isBareKey(byte) { offset += 1 }
      guard offset > start else {
        if case .scalar(let scalar) = found, !scalar.isASCII { throw failure(.unquotedKey(scalar)) }
        throw failure(problem)
      }
      if case .scalar(let scalar) = found, !scalar.isASCII { throw failure(.unquotedKey(scalar)) }
      return String(decoding: bytes[start..<offset], as: UTF8.self)
    }
  }

  // MARK: Values

  /// Parses a value, including arrays.
  mutating func readValue() throws(Failure) -> TOMLValue {
    guard next == UInt8(ascii: "[") else { return try readScalar() }
    let start = offset
    offset += 1
    var elements: [TOMLValue] = []
    while true {
      try skipLines()
      if take(UInt8(ascii: "]")) { break }
      switch next {
      case nil: throw failure(.unclosedList)
      case UInt8(ascii: "["): throw unsupported(.nestedList, at: offset)
      case UInt8(ascii: "{"): throw unsupported(.nestedTable, at: offset)
      default: elements.append(try readScalar())
      }
      try skipLines()
      if take(UInt8(ascii: "]")) { break }
      guard take(UInt8(ascii: ",")) else {
        throw isAtEnd ? failure(.unclosedList) : failure(.missingComma(found))
      }
    }
    return TOMLValue(content: .array(elements), offset: start)
  }

  private mutating func readScalar() throws(Failure) -> TOMLValue {
    let start = offset
    switch next {
    case UInt8(ascii: "\""):
      if isNext("\"\"\"") { throw unsupported(.multilineString, at: start) }
      return TOMLValue(content: .string(try readBasicString()), offset: start)
    case UInt8(ascii: "'"):
      if isNext("'''") { throw unsupported(.multilineString, at: start) }
      return TOMLValue(content: .string(try readLiteralString()), offset: start)
    default:
      while let byte = next, isBareKey(byte) || "+.:".utf8.contains(byte) { offset += 1 }
      let word = bytes[start..<offset]
      if word.isEmpty { throw failure(.missingValue(found)) }
      return TOMLValue(content: try content(of: word), offset: start)
    }
  }

  private func content(of word: ArraySlice<UInt8>) throws(Failure) -> TOMLValue.Content {
    let text = String(decoding: word, as: UTF8.self)
    switch text {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "inf", "+inf", "-inf", "nan", "+nan", "-nan":
      throw unsupported(.infinity, at: word.startIndex)
    default: break
    }
    let sign: [UInt8] = [UInt8(ascii: "+"), UInt8(ascii: "-")]
    guard let first = word.first, isDigit(first) || sign.contains(first) else {
      throw failure(.unquotedText(text), at: word.startIndex)
    }
    if TOMLNumber.isDateOrTime(word) { throw unsupported(.date, at: word.startIndex) }
    switch TOMLNumber(word) {
    case .integer(let number): return .integer(number)
    case .float(let number): return .float(number)
    case .outOfRange: throw unsupported(.hugeNumber, at: word.startIndex)
    case .invalid: throw failure(.invalidNumber(text), at: word.startIndex)
    }
  }

  // MARK: Strings

  /// Parses a literal string, in single quotes.
  private mutating func readLiteralString() throws(Failure) -> String {
    offset += 1
    let start = offset
    while let byte = next, byte != UInt8(ascii: "\n"), !isNext("\r\n") {
      if take(UInt8(ascii: "'")) {
        return String(decoding: bytes[start..<offset - 1], as: UTF8.self)
      }
      try refuseControl(byte)
      offset += 1
    }
    throw failure(.unclosedString("'"))
  }

  /// Parses a basic string, in double quotes.
  private mutating func readBasicString() throws(Failure) -> String {
    offset += 1
    var text: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\n"), !isNext("\r\n") {
      if take(UInt8(ascii: "\"")) { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        text += String(try readEscape()).utf8
      } else {
        try refuseControl(byte)
        text.append(byte)
        offset += 1
      }
    }
    throw failure(.unclosedString("\""))
  }

  private mutating func readEscape() throws(Failure) -> Unicode.Scalar {
    let start = offset
    offset += 1
    let letter = found
    guard case .scalar(let scalar) = letter else { throw failure(.unclosedString("\"")) }
    offset += scalar.utf8.count
    switch scalar {
    case "b": return "\u{8}"
    case "t": return "\t"
    case "n": return "\n"
    case "f": return "\u{C}"
    case "r": return "\r"
    case "\"", "\\": return scalar
    case "u": return try readScalarNumber(digits: 4, of: start)
    case "U": return try readScalarNumber(digits: 8, of: start)
    default: throw failure(.unknownEscape(scalar), at: start)
    }
  }

  private mutating func readScalarNumber(
    digits count: Int,
    of start: Int
  ) throws(Failure) -> Unicode.Scalar {
    let digits = bytes[offset...].prefix(count).prefix(while: isHexadecimalDigit)
    guard digits.count == count else { throw failure(.shortEscape(digits: count), at: start) }
    offset += count
    let text = String(decoding: digits, as: UTF8.self)
    guard let scalar = UInt32(text, radix: 16).flatMap(Unicode.Scalar.init) else {
      throw failure(.noScalar(text), at: start)
    }
    return scalar
  }
}

/// Whether a byte is allowed in a bare key.
func isBareKey(_ byte: UInt8) -> Bool {
  UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || isDigit(byte)
    || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
}

func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

func isHexadecimalDigit(_ byte: UInt8) -> Bool {
  isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
}
