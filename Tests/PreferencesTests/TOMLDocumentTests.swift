import Foundation
import Preferences
import Testing

/// The result of Python's tomllib for a text; `Fixtures/generate.py` says how the texts are made.
private struct Sample: Decodable {
  var toml: String
  var meaning: [String]?
  var supported: Bool

  static func all(in name: String) throws -> [Sample] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Fixtures/\(name)"
    )
    return try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Sample.self, from: $0)
    }
  }

  var lines: Set<[UInt8]>? { meaning.map { Set($0.map { Array($0.utf8) }) } }
}

/// A document in the words of the samples.
private func lines(of document: TOMLDocument) -> Set<[UInt8]> {
  func text(_ value: TOMLValue) -> String {
    switch value.content {
    case .string(let text): "s:" + text
    case .integer(let number): "i:\(number)"
    case .float(let number):
      "f:" + String(repeating: "0", count: number.bitPattern.leadingZeroBitCount / 4)
        + (number == 0 && number.sign == .plus ? "" : String(number.bitPattern, radix: 16))
    case .boolean(let value): "b:\(value)"
    case .array(let elements): "l:" + elements.map(text).joined(separator: "\u{1E}")
    }
  }
  let tables = document.tables.map { "table\u{1F}\($0.name)" }
  let entries = document.entries.map { "\($0.table ?? "")\u{1F}\($0.key)\u{1F}\(text($0.value))" }
  return Set((tables + entries).map { Array($0.utf8) })
}

private func read(_ text: String) -> Result<TOMLDocument, PreferencesError> {
  Result { () throws(PreferencesError) in try TOMLDocument(Array(text.utf8)) }
}

/// The fault in reading a text, given the result of tomllib: an accepted text means the same, and one
/// that tomllib accepts is at least called unsupported, never malformed.
private func fault(in text: String, _ expected: Set<[UInt8]>?, isSupported: Bool) -> String? {
  switch (read(text), expected) {
  case (.success, nil): return "accepted, and tomllib refuses it"
  case (.success(let document), let expected?):
    return lines(of: document) == expected ? nil : "read as something else"
  case (.failure(let error), _?) where isSupported: return "refused: \(error)"
  case (.failure(let error), _?):
    if case .unsupported = error.reason { return nil }
    return "called malformed: \(error)"
  case (.failure, nil): return nil
  }
}

@Test func `accepted files mean the same to tomllib, and supported files are accepted`() throws {
  let samples = try Sample.all(in: "documents.jsonl")
  var accepted = 0
  for sample in samples {
    let fault = fault(in: sample.toml, sample.lines, isSupported: sample.supported)
    #expect(fault == nil, "\(sample.toml.debugDescription)")
    if case .success = read(sample.toml) { accepted += 1 }
  }
  // The samples try both answers.
  #expect(accepted > samples.count / 4 && accepted < samples.count * 3 / 4)
}

@Test func `every short text is parsed like tomllib does`() throws {
  let accepted = try Dictionary(
    Sample.all(in: "short.jsonl").map { (Array($0.toml.utf8), $0.lines) },
    uniquingKeysWith: { first, _ in first }
  )
  let pieces = Array("[]{}=.,\"'#_-+01eax:\\ \n\r\té\0".unicodeScalars).map {
    Array(String($0).utf8)
  }
  var found = 0
  for (place, length) in [("@", 3), ("a=@", 3), ("[a]\n@=1\n[b]", 3), ("a=\"@\"", 2)] {
    let parts = place.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    var texts: [[UInt8]] = [[]]
    for count in 0...length {
      if count > 0 { texts = texts.flatMap { text in pieces.map { text + $0 } } }
      for text in texts {
        let whole = parts[0] + text + parts[1]
        let expected = accepted[Array(whole)] ?? nil
        if expected != nil { found += 1 }
        let string = String(decoding: whole, as: UTF8.self)
        if let fault = fault(in: string, expected, isSupported: false) {
          Issue.record("\(string.debugDescription): \(fault)")
        }
      }
    }
  }
  #expect(found >= accepted.count)
}

@Test func `an error gives its line and column, counted in characters`() {
  let cases: [(text: String, line: Int, column: Int)] = [
    ("a = 1\nb = \n", 2, 5), ("# é\n\té = 1", 2, 2), ("a = \"日本\\q\"", 1, 8),
    ("[keys]\r\n[options]\r\n[keys]", 3, 2), ("a = [1,\n 2\n 3]", 3, 2), ("a = 1 b", 1, 7),
    ("a.b = 1\na.c = 2\na.b = 3", 3, 3), ("a = 'x\n'", 1, 7), ("a\u{0}= 1", 1, 2), ("a", 1, 2),
    ("a = 2026-11-22", 1, 5), ("[a.b]", 1, 3), ("a = [[1]]", 1, 6),
  ]
  for (text, line, column) in cases {
    guard case .failure(let error) = read(text) else {
      Issue.record("\(text) is accepted")
      continue
    }
    #expect(error.position == TextPosition(line: line, column: column), "\(text): \(error)")
  }
}

@Test func `invalid UTF-8 is refused with its position`() {
  for bad: [UInt8] in [
    [0xFF], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
  ] {
    #expect(
      throws: PreferencesError.self,
      performing: { _ = try TOMLDocument(Array("a = 'é'\nb = 'é".utf8) + bad + Array("'".utf8)) }
    )
    do throws(PreferencesError) {
      _ = try TOMLDocument(Array("a = 'é'\nb = 'é".utf8) + bad + Array("'".utf8))
    } catch {
      #expect(error.position == TextPosition(line: 2, column: 7))
      #expect(error.reason == .malformed(.invalidUTF8))
    }
  }
}

@Test func `unsupported syntax is reported as such`() {
  let cases: [(text: String, feature: TOMLFeature)] = [
    ("[[a]]", .arrayOfTables), ("[a.b]", .nestedTable), ("a.b.c = 1", .nestedTable),
    ("[a]\nb.c = 1", .nestedTable), ("[a]\nb = {}", .nestedTable), ("a = [{}]", .nestedTable),
    ("a = {b = {}}", .nestedTable), ("a = {b.c = 1}", .nestedTable), ("a = [[]]", .nestedList),
    ("a = \"\"\"x\"\"\"", .multilineString), ("a = '''x'''", .multilineString),
    ("a = 1979-05-27T07:32:00Z", .date), ("a = 07:32:00", .date), ("a = -inf", .infinity),
    ("a = nan", .infinity), ("a = 9223372036854775808", .hugeNumber), ("a = 1e999", .hugeNumber),
  ]
  for (text, feature) in cases {
    guard case .failure(let error) = read(text) else {
      Issue.record("\(text) is accepted")
      continue
    }
    #expect(error.reason == .unsupported(feature), "\(text)")
  }
}

@Test func `every message gives the mistake, the reason and the remedy, in visible characters`() {
  let problems: [TOMLProblem] = [
    .invalidUTF8, .byteOrderMark, .controlCharacter(7), .missingKey, .unquotedKey("é"),
    .missingEquals(.endOfFile), .missingValue(.comment), .unquotedText("basic"),
    .invalidNumber("01"), .unclosedString("'"), .unknownEscape("\u{9B}"), .shortEscape(digits: 4),
    .noScalar("D800"), .unclosedList, .missingComma(.scalar("\u{202E}")),
    .unclosedTable(.endOfLine), .missingTableName, .unclosedHeader(.scalar("=")),
    .textAfterEnd(.scalar("\u{85}")), .duplicate(["a", "\u{1B}[31m"], firstLine: 3),
    .unquotedText(String(repeating: "x", count: 5_000)),
  ]
  let features: [TOMLFeature] = [
    .arrayOfTables, .nestedTable, .nestedList, .multilineString, .date, .infinity, .hugeNumber,
  ]
  for message in problems.map(\.description) + features.map(\.description) {
    #expect(message.split(separator: ": ").count >= 2 && message.contains("; "), "\(message)")
    #expect(message.count < 160, "\(message)")
    #expect(message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F || $0 == "…" })
  }
}

@Test func `text formatted as TOML parses to the same value`() throws {
  let texts = [
    "", "a", "\"", "\\", "é日\u{1F600}", "\u{0}\u{7F}\u{1B}\t\r\n", "\u{202E}\u{FEFF}\u{E000}", "1",
    "-1", "+1", "01", "1_0", "0x10", "1.5", "1e5", "1e-07", "inf", "nan", "true", "1979-05-27",
    "9223372036854775808",
  ]
  for text in texts {
    let document = try TOMLDocument(Array("a = \(TOMLValue.text(ofArgument: text))".utf8))
    #expect(document.entries.map(\.value.argument) == [text])
    let quoted = try TOMLDocument(Array("\(TOMLValue.quoted(text)) = 1".utf8))
    #expect(quoted.entries.map(\.key) == [text])
  }
}

@Test func `a large file takes time proportional to its length`() throws {
  // Each of these has 100,000 parts on one line; reading them in quadratic time would take minutes.
  let count = 100_000
  let parts = (0..<count).map { "k\($0) = 'é'" }
  for text in [
    "a = {\(parts.joined(separator: ", "))}", parts.joined(separator: "\n"),
    "a = [\(parts.map { _ in "1" }.joined(separator: ","))]",
    "a = '\(String(repeating: "é", count: count))'",
  ] {
    _ = try read(text).get()
  }
  #expect(throws: PreferencesError.self) {
    try read("a = " + String(repeating: "[", count: count)).get()
  }
}
