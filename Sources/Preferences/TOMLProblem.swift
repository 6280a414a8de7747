/// A syntax error in TOML.
package enum TOMLProblem: Hashable, Sendable {
  /// The text found instead of what was expected.
  package enum Found: Hashable, Sendable {
    case endOfFile
    case endOfLine
    case comment
    case scalar(Unicode.Scalar)
  }

  case invalidUTF8
  case byteOrderMark
  case controlCharacter(UInt8)
  case missingKey
  case unquotedKey(Unicode.Scalar)
  case missingEquals(Found)
  case missingValue(Found)
  case unquotedText(String)
  case invalidNumber(String)
  case unclosedString(String)
  case unknownEscape(Unicode.Scalar)
  case shortEscape(digits: Int)
  case noScalar(String)
  case unclosedList
  case missingComma(Found)
  case unclosedTable(Found)
  case missingTableName
  case unclosedHeader(Found)
  case textAfterEnd(Found)
  case duplicate([String], firstLine: Int)
}

extension TOMLProblem.Found: CustomStringConvertible {
  /// The text found, in words.
  package var description: String {
    switch self {
    case .endOfFile: "the end of the file"
    case .endOfLine: "the end of the line"
    case .comment: "a comment"
    case .scalar(let scalar): TOMLProblem.name(scalar)
    }
  }
}

extension TOMLProblem: CustomStringConvertible {
  /// Problem, reason and remedy.
  package var description: String {
    switch self {
    case .invalidUTF8: "invalid UTF-8: a configuration is UTF-8; save the file in that encoding"
    case .byteOrderMark:
      "byte order mark: TOML has none; save the file as UTF-8 without a byte order mark"
    case .controlCharacter(let byte):
      "control character \(Self.name(Unicode.Scalar(byte))): not allowed here; remove it, or write "
        + "\(TOMLValue.escape(Unicode.Scalar(byte))) in double quotes"
    case .missingKey: "missing key: a line is key = value; write the name of the key"
    case .unquotedKey(let scalar):
      "\(Self.name(scalar)) in a key: only letters, digits, - and _ need no quotes; quote the key"
    case .missingEquals(let found): "missing =: found \(found) after the key; write key = value"
    case .missingValue(let found):
      "missing value: found \(found); write a string in quotes, a number, true, false or a list"
    case .unquotedText(let text):
      "text without quotes: \(Self.shortened(text)) is not a number, true or false; put it in quotes"
    case .invalidNumber(let text):
      "invalid number: \(Self.shortened(text)) is not a number of TOML; write digits, such as 1_000, "
        + "or put it in quotes"
    case .unclosedString(let quote):
      "unclosed string: no \(quote) before the end of the line; add it"
    case .unknownEscape(let scalar):
      "unknown escape: a backslash before \(Self.name(scalar)) means nothing; write \\\\ for a "
        + "backslash, or use single quotes"
    case .shortEscape(let digits):
      "unfinished escape: it needs \(digits) hexadecimal digits; add the missing ones"
    case .noScalar(let digits):
      "invalid escape: U+\(digits) is no Unicode character; check the number"
    case .unclosedList: "unclosed list: no ] before the end of the file; add it"
    case .missingComma(let found): "missing comma: found \(found) in a list; write , or ]"
    case .unclosedTable(let found): "unclosed table: found \(found); write , or }"
    case .missingTableName: "missing table name: nothing to name it after [; write [keys]"
    case .unclosedHeader(let found): "unclosed table name: found \(found); write ]"
    case .textAfterEnd(let found):
      "text after the end: found \(found); write one key or table a line"
    case .duplicate(let path, let line):
      "duplicate \(Self.text(path)): line \(line) has it already; remove one of them"
    }
  }

  /// A character for a message: literal if printable, otherwise its code point.
  static func name(_ scalar: Unicode.Scalar) -> String {
    if " " < scalar && scalar < "\u{7F}" { return "\(scalar)" }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The path of a key for a message, with quotes if TOML requires them.
  static func text(_ path: [String]) -> String {
    path.map { name in
      let isBare = !name.isEmpty && name.utf8.allSatisfy(isBareKey)
      return isBare ? shortened(name) : TOMLValue.quoted(shortened(name))
    }.joined(separator: ".")
  }

  /// A text truncated for a message.
  static func shortened(_ text: String) -> String {
    let scalars = text.unicodeScalars
    return scalars.count > 40 ? String(String.UnicodeScalarView(scalars.prefix(39))) + "…" : text
  }
}

/// A feature of TOML that is rejected because a configuration does not need it.
package enum TOMLFeature: Hashable, Sendable {
  case arrayOfTables
  case nestedTable
  case nestedList
  case multilineString
  case date
  case infinity
  case hugeNumber
}

extension TOMLFeature: CustomStringConvertible {
  /// The unsupported feature, the reason, and the alternative.
  package var description: String {
    switch self {
    case .arrayOfTables:
      "array of tables: not supported in a configuration; write a table, such as [keys]"
    case .nestedTable:
      "table within a table or list: not supported in a configuration; write key = value"
    case .nestedList: "list within a list: not supported in a configuration; write one list"
    case .multilineString:
      "string of many lines: not supported in a configuration; write it on one line, \\n for a newline"
    case .date: "date or time: not supported in a configuration; put it in quotes"
    case .infinity: "inf or nan: not supported in a configuration; write a finite number"
    case .hugeNumber:
      "number out of range: a configuration holds numbers of 64 bits; write a smaller one"
    }
  }
}
