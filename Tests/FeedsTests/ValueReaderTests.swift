@testable import FeedStore
import FeedSources
import FeedValues
import Foundation
import Testing

/// The result of reading text that arrives in pieces.
private func read(
  _ pieces: [[UInt8]],
  maximumValueLength: Int = 64 << 20
)
  -> (values: [String], malformedInput: MalformedInputLog)
{
  var reader = ValueReader(maximumValueLength: maximumValueLength)
  var values: [String] = []
  for piece in pieces { reader.append(piece) { values.append($0.text.string) } }
  reader.finish { values.append($0.text.string) }
  return (values, reader.malformedInput)
}

private func read(_ text: String) -> (values: [String], malformedInput: MalformedInputLog) {
  read([Array(text.utf8)])
}

extension ByteSlice {
  fileprivate var string: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}

private let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "Fixtures/json-suite")

private func suite() throws -> [(name: String, bytes: [UInt8])] {
  var files = try FileManager.default.contentsOfDirectory(atPath: fixtures.path())
    .filter { $0.hasSuffix(".json") }
    .map { ($0, try [UInt8](Data(contentsOf: fixtures.appending(path: $0)))) }
  // The two large ones of the suite are made here.
  files.append(
    ("n_structure_100000_opening_arrays.json", Array(String(repeating: "[", count: 100_000).utf8))
  )
  files.append(
    (
      "n_structure_open_array_object.json",
      Array((String(repeating: "[{\"\":", count: 50_000) + "\n").utf8)
    )
  )
  return files
}

@Test func `the inputs of JSONTestSuite are accepted and rejected as specified`() throws {
  let files = try suite()
  #expect(files.count == 318)
  for (name, bytes) in files {
    let (values, malformedInput) = read([bytes])
    let isOneDocument = values.count == 1 && malformedInput.count == 0
    switch name.first {
    case "y": #expect(isOneDocument, "\(name): \(values), \(malformedInput)")
    case "n": #expect(!isOneDocument, "\(name): \(values)")
    default: break  // either is right, as long as reading ends
    }
  }
}

@Test func `values do not depend on where the bytes are split`() throws {
  for (name, bytes) in try suite() where bytes.count < 1_000 {
    let whole = read([bytes])
    let single = read(bytes.map { [$0] })
    #expect(whole.values == single.values, "\(name)")
    #expect(places(whole.malformedInput) == places(single.malformedInput), "\(name)")
    for cut in bytes.indices {
      let halves = read([Array(bytes[..<cut]), Array(bytes[cut...])])
      #expect(whole.values == halves.values, "\(name) at \(cut)")
      #expect(places(whole.malformedInput) == places(halves.malformedInput), "\(name) at \(cut)")
    }
  }
}

/// The places of malformed input, and the reasons why it is bad.
private func places(_ log: MalformedInputLog) -> [String] {
  log.newest.map { "line \($0.line), byte \($0.offset): \($0.reason)" }
}

@Test func `values may be separated by anything that is not a value, or by nothing`() {
  let (values, malformedInput) = read(
    "\u{FEFF}[1] [2]\n\n{\"a\":\n3}\u{1E}{}[]\"x\"\t12 true\n-0.5e3"
  )
  #expect(values == ["[1]", "[2]", "{\"a\":\n3}", "{}", "[]", "\"x\"", "12", "true", "-0.5e3"])
  #expect(malformedInput.count == 0)
}

@Test func `a truncated line does not affect other lines`() {
  let (values, malformedInput) = read(
    "{\"a\":1}\n{\"a\":\n{\"b\":2}\nplain text\n{\"c\":[3}\n{\"d\":4}\n"
  )
  #expect(values == ["{\"a\":1}", "{\"b\":2}", "{\"d\":4}"])
  #expect(malformedInput.newest.map(\.line) == [2, 4, 5])
}

@Test func `a large malformed value is not mistaken for the rows inside it`() {
  let (values, malformedInput) = read("[\n {\"a\":1},\n {\"a\":2},\n {\"a\":}\n]\n{\"b\":1}\n")
  #expect(values == ["{\"b\":1}"])
  #expect(malformedInput.newest.map(\.line) == [1, 4, 5])
}

@Test func `an unterminated string ends with its line`() {
  let (values, malformedInput) = read("{\"a\":\"cut\n{\"b\":2}\n")
  #expect(values == ["{\"b\":2}"])
  #expect(malformedInput.newest.map(\.line) == [1])
  #expect(malformedInput.newest.map(\.reason) == [FeedText.Malformed.controlCharacter])
}

@Test func `a value beyond the size limit is skipped to its end and counted`() {
  let long = "[\"" + String(repeating: "x", count: 5_000) + "\"]"
  let bytes = Array("[1]\n\(long)\n[2]\n".utf8)
  for size in [1, 7, 100, 999] {
    let pieces = stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
    let (values, malformedInput) = read(pieces, maximumValueLength: 1_000)
    #expect(values == ["[1]", "[2]"], "pieces of \(size)")
    #expect(malformedInput.count == 1)
    #expect(malformedInput.newest.first?.line == 2)
    #expect(malformedInput.newest.first?.offset == 4)
  }
}

@Test func `a truncated value at a definite end is counted`() {
  let (values, malformedInput) = read("[1]\n{\"a\":")
  #expect(values == ["[1]"])
  #expect(malformedInput.newest.map(\.reason) == [FeedText.Malformed.cutOff])
}

@Test func `random bytes are read to their end without a crash`() {
  var state: UInt64 = 42
  func random(_ below: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(below))
  }
  let alphabet = Array("[]{}\",:\\ \n0123456789-+.eEtruefalsn\u{1E}u\u{00}é".utf8)
  let pieces = [
    "{\"id\":1}\n", "{\n \"a\": [1,\n 2.5e3],\n \"b\": {}\n}\n", "12 ", "plain text\n",
    "\"x\\u00e9\"",
    "-0.5\n", "[]", "{\"id\":\"a\\\\\",\"x\":null} ", "true\n", "\n\n",
  ]
  for number in 0..<3_000 {
    // Every other text is whole values and lines with some bytes changed, so that more of it is read.
    var bytes =
      number.isMultiple(of: 2) ? [] : pieces.flatMap { random(2) == 0 ? Array($0.utf8) : [] }
    for _ in 0..<random(3) where !bytes.isEmpty {
      bytes[random(bytes.count)] = alphabet[random(alphabet.count)]
    }
    bytes += (0..<random(number.isMultiple(of: 2) ? 60 : 6)).map { _ in
      alphabet[random(alphabet.count)]
    }
    let whole = read([bytes])
    let cut = random(bytes.count + 1)
    let halves = read([Array(bytes[..<cut]), Array(bytes[cut...])])
    #expect(whole.values == halves.values, "\(bytes) at \(cut)")
    #expect(places(whole.malformedInput) == places(halves.malformedInput), "\(bytes) at \(cut)")
    for value in whole.values {
      let parsed = try? JSONSerialization.jsonObject(
        with: Data(value.utf8),
        options: .fragmentsAllowed
      )
      // An independent parser agrees, but for numbers past a double and repaired text.
      #expect(
        parsed != nil || value.contains { "eE\u{FFFD}".contains($0) } || value.contains("\\u"),
        "\(value)"
      )
    }
  }
}
