extension ChaosScenario {
  /// The lines that a fault inserts between the values of a feed.
  mutating func noise(_ fault: Fault) -> [[ByteRun]] {
    switch fault {
    case .plainLine:
      let line = random.pick([
        "W1121 12:00:07.031 reflector.go:561] watch closed, will retry", "Connection reset by peer",
        "-----", "retrying in 3s...",
      ])
      return [[ByteRun(line)]]
    case .brokenJSON:
      let line = random.pick([
        "{'id': 'single', 'status': None}", "{\"id\":\"comma\",}", "{\"id\":\"colon\" \"new\"}",
        "{\"id\":\"hex\",\"n\":0x1F}", "{\"id\":\"nan\",\"n\":NaN}", "{\"id\":\"zero\",\"n\":007}",
      ])
      return [[ByteRun(line)]]
    case .cutValue:
      // The start of an object is not a value, wherever it is cut.
      let value = Array("{\"id\":\"cut\",\"status\":\"new\",\"in\":{\"list\":[1,2,3]}}".utf8)
      return [[ByteRun(Array(value.prefix(random.number(1...value.count - 3))))]]
    case .rawNull:
      return [[ByteRun("{\"id\":\"null\",\"note\":\"a\0b\"}")], [ByteRun("\0\0\0")]]
    case .rawEscape:
      return [[ByteRun("{\"id\":\"escape\",\"note\":\"\u{1B}[2J\u{1B}]0;title\u{07}\"}")]]
    case .binary:
      // No newline among them: the rest would be a line that could be a value.
      let bytes = (0..<64).map { _ in UInt8(random.number(0x80...0xFF)) }
      return [[ByteRun(bytes)]]
    case .tooDeep:
      return [
        [
          ByteRun("{\"id\":\"deep\""),
          ByteRun(",\"in\":{\"at\":0", repetitions: Self.tooDeep),
          ByteRun("}", repetitions: Self.tooDeep + 1),
        ]
      ]
    case .tooLong:
      let block = String(repeating: "0123456789abcdef", count: 256)
      return [
        [
          ByteRun("{\"id\":\"long\",\"note\":\""),
          ByteRun(block, repetitions: Self.tooLong / block.utf8.count),
          ByteRun("\"}"),
        ]
      ]
    case .errorEvent:
      let status = """
        {"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410}
        """
      return [[ByteRun("{\"type\":\"ERROR\",\"object\":\(status)}")]]
    default:
      return []
    }
  }

  /// The members of a row with a fault; nil for other kinds of faults.
  mutating func hostileMembers(_ fault: Fault) -> [UInt8]? {
    switch fault {
    case .invalidUTF8:
      // A lone continuation byte, an overlong slash, a surrogate, beyond U+10FFFF, and truncated.
      let bytes: [UInt8] =
        [0x80, 0x20, 0xC0, 0xAF, 0x20, 0xED, 0xA0, 0x80, 0x20, 0xF4, 0x90, 0x80, 0x80, 0x20]
        + [0xE2, 0x82]
      return Array(",\"note\":\"".utf8) + bytes + Array("\"".utf8)
    case .escapedNull: return note("a\\u0000b\\u0000")
    case .escapedEscape: return note("\\u001b[31mred\\u001b]52;c;ZXZpbA==\\u0007 \\b\\b\\r\\n\\t")
    case .controlC1: return note("\u{9B}31mred\u{9D}0;title\u{9C} \\u009b2J")
    case .bidiOverride: return note("file\u{202E}gpj.exe\u{2066}\u{2067}\u{200F}\\u202e\u{FEFF}")
    case .loneSurrogate: return note("\\ud83d\\ud83d \\ude00")
    case .manyMarks:
      return note("e" + String(repeating: "\u{301}", count: 200) + " 👨‍👩‍👧‍👦 🏳️‍🌈 ｗｉｄｅ 漢字")
    case .longRow: return note(String(repeating: "lorem ipsum ", count: 90_000))
    case .deepRow:
      let opening = String(repeating: "{\"in\":[", count: Self.deep / 2)
      return Array(",\"in\":\(opening)\(String(repeating: "]}", count: Self.deep / 2))".utf8)
    case .largeNumbers:
      return Array(
        """
        ,"exact":9007199254740993,"larger":-18446744073709551617,"huge":1e400,"tiny":-0.0e-999,\
        "balance":123456789012345678901234567890
        """.utf8
      )
    case .longDecimals:
      return Array(",\"pi\":3.14159265358979323846264338327950288,\"price\":0.10,\"n\":1E+2".utf8)
    case .duplicateMembers:
      return Array(",\"note\":\"first\",\"note\":\"second\",\"\":\"no name\",\"note\":3".utf8)
    default: return nil
    }
  }

  private func note(_ text: String) -> [UInt8] { Array(",\"note\":\"\(text)\"".utf8) }

  /// The rows without a unique key that a fault inserts into a list.
  func strays(_ fault: Fault) -> [[UInt8]] {
    switch fault {
    case .rowsWithoutKey:
      [
        "{\"status\":\"keyless\"}", "{\"id\":null,\"status\":\"null\"}",
        "{\"id\":{\"nested\":1},\"status\":\"object\"}", "{}", "17", "\"text\"", "null",
      ].map { Array($0.utf8) }
    case .duplicateKey: rows.first.map { [$0.json, $0.json] } ?? []
    default: []
    }
  }
}
