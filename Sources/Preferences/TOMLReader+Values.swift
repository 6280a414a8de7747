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
