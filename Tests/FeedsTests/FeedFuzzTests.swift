@testable import FeedStore
import FeedFormats
import FeedSources
import FeedValues
import Foundation
import TestSupport
import Testing

/// The number of times that a fuzzer repeats some ten seconds of work: one, or many if everything is tried.
private let fuzzingRounds =
  ProcessInfo.processInfo.environment["LISTVIEW_EXHAUSTIVE"] == nil ? 1 : 30

/// A document that Foundation's parser and ours have to agree on: no number that a double cannot
/// hold, and no escape that names half a character.
private func document(_ random: inout SeededGenerator, depth: Int = 0) -> String {
  let space = ["", "", "", " ", "\n", "\t \r"].randomElement(using: &random) ?? ""
  let kind = Int.random(in: 0..<(depth > 5 ? 5 : 8), using: &random)
  let text: String =
    switch kind {
    case 0: ["true", "false", "null"].randomElement(using: &random) ?? ""
    case 1: String(Int.random(in: -99_999...99_999, using: &random))
    case 2: ["0", "-0", "0.5", "-1.25e3", "1E-2", "12.0"].randomElement(using: &random) ?? ""
    case 3, 4: string(&random)
    case 5:
      "["
        + (0..<Int.random(in: 0...4, using: &random)).map { _ in
          document(&random, depth: depth + 1)
        }.joined(separator: ",") + space + "]"
    default:
      "{"
        + (0..<Int.random(in: 0...4, using: &random)).map { index in
          "\"k\(index)\"" + space + ":" + document(&random, depth: depth + 1)
        }.joined(separator: ",") + space + "}"
    }
  return space + text + space
}

private func string(_ random: inout SeededGenerator) -> String {
  let parts = [
    "a", "é", "😀", "\\n", "\\\"", "\\\\", "\\u0041", "\\ud83d\\ude00", " ", "{", "]", ":",
  ]
  return "\""
    + (0..<Int.random(in: 0...6, using: &random)).map { _ in
      parts.randomElement(using: &random) ?? ""
    }.joined() + "\""
}

/// A text with a few of its bytes changed, which is mostly no JSON any more.
private func mutated(_ text: String, _ random: inout SeededGenerator) -> [UInt8] {
  var bytes = Array(text.utf8)
  let alphabet = Array("[]{}\",:\\ \n0123456789-+.eEtruefalsn\u{1E}\u{01}".utf8)
  for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
    let offset = Int.random(in: bytes.indices, using: &random)
    let byte = alphabet.randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<3, using: &random) {
    case 0: bytes[offset] = byte
    case 1: bytes.insert(byte, at: offset)
    default: bytes.remove(at: offset)
    }
  }
  return bytes
}

/// Whether a comma stands in front of a closing bracket, which Foundation lets pass and RFC 8259 does
/// not.
private func hasTrailingComma(_ bytes: [UInt8]) -> Bool {
  let text = bytes.filter { !" \n\r\t".utf8.contains($0) }
  return zip(text, text.dropFirst()).contains { $0 == UInt8(ascii: ",") && "]}".utf8.contains($1) }
}

private func values(_ bytes: [UInt8]) -> (values: [JSONValue], malformedInput: Int) {
  var reader = ValueReader()
  var values: [JSONValue] = []
  reader.append(bytes) { values.append($0) }
  reader.finish { values.append($0) }
  return (values, reader.malformedInput.count)
}

/// The meaning of a value, in Foundation's types.
private func decoded(_ value: JSONValue) -> Any {
  switch value.kind {
  case .null: return NSNull()
  case .boolean: return value.string == "true"
  case .number: return Double(value.string) ?? .nan
  case .string: return value.string
  case .array: return value.elements.map(decoded)
  case .object:
    var members: [String: Any] = [:]
    value.forEachMember { name, value in
      members[name] = decoded(value)
      return true
    }
    return members
  }
}

@Test func `the parser agrees with Foundation's on what is valid JSON and what it means`() {
  let seed = UInt64.random(in: 0...UInt64.max)
  var random = SeededGenerator(seed: seed)
  for count in 1...fuzzingRounds * 100_000 {
    let text = document(&random)
    let bytes = count.isMultiple(of: 2) ? Array(text.utf8) : mutated(text, &random)
    let (values, malformedInput) = values(bytes)
    let theirs = try? JSONSerialization.jsonObject(
      with: Data(bytes),
      options: .fragmentsAllowed
    )
    // Ours reads several values, and skips record separators, where theirs wants one.
    let isOneValue = values.count == 1 && malformedInput == 0 && !bytes.contains(0x1E)
    let shown = String(decoding: bytes, as: UTF8.self)
    if isOneValue, let theirs {
      let left = try? JSONSerialization.data(
        withJSONObject: [decoded(values[0])],
        options: .sortedKeys
      )
      let right = try? JSONSerialization.data(withJSONObject: [theirs], options: .sortedKeys)
      let ours = left.flatMap { try? JSONSerialization.jsonObject(with: $0) } as? NSArray
      #expect(
        ours == right.flatMap { try? JSONSerialization.jsonObject(with: $0) } as? NSArray,
        "seed \(seed), text \(count): \(shown)"
      )
    } else if count.isMultiple(of: 2)
      || theirs != nil && !bytes.contains(0x1E) && !hasTrailingComma(bytes)
    {
      #expect(isOneValue && theirs != nil, "seed \(seed), text \(count): \(shown)")
    }
  }
}

@Test func `any feed in any format is read to its end in a reproducible way`() throws {
  let seed = UInt64.random(in: 0...UInt64.max)
  var random = SeededGenerator(seed: seed)
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/feeds")
  let fixtures = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
    .map { [UInt8](try Data(contentsOf: folder.appending(path: $0))) }
  for count in 1...fuzzingRounds * 5_000 {
    // Pieces of real feeds in any order, with a few bytes changed.
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let fixture = fixtures.randomElement(using: &random) ?? []
      let start = Bool.random(using: &random) ? 0 : Int.random(in: fixture.indices, using: &random)
      bytes += fixture[start..<Int.random(in: start...fixture.count, using: &random)]
    }
    for _ in 0..<Int.random(in: 0...8, using: &random) where !bytes.isEmpty {
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
        in: 0...255,
        using: &random
      )
    }
    let options = FeedDecoder.Options(
      rowsPath: Int.random(in: 0..<8, using: &random) == 0 ? RowsPath(".items[]") : nil,
      format: Bool.random(using: &random)
        ? .auto : FeedFormat.allCases.randomElement(using: &random) ?? .auto,
      isPolled: Bool.random(using: &random),
      maximumValueLength: Bool.random(using: &random) ? 64 << 20 : 200
    )
    let whole = FeedFixture(bytes, options)
    let cut = Int.random(in: 0...bytes.count, using: &random)
    let halves = FeedFixture(bytes, options, cutAt: cut)
    let place = "seed \(seed), feed \(count), cut at \(cut), \(options)"
    #expect(whole.items == halves.items, "\(place)")
    #expect(whole.decoder.malformedInput.count == halves.decoder.malformedInput.count, "\(place)")
    #expect(whole.decoder.byteCount == bytes.count, "\(place)")
    for row in whole.list.rows {
      let json = row.value.text.withBytes { Data($0) }
      // A row is valid JSON, but for bytes that are no UTF-8, which are data.
      guard String(validating: json, as: UTF8.self) != nil else { continue }
      var reader = ValueReader()
      var values = 0
      reader.append(Array(json)) { _ in values += 1 }
      reader.finish { _ in values += 1 }
      #expect(values == 1 && reader.malformedInput.count == 0, "\(place)")
    }
  }
}
