import Foundation
import Testing

// User-facing text is defined once: in a `Text` folder, in an `enum Text`, or where a type describes
// itself. Tests refer to it by name, so that another wording breaks none.

/// Words that are data of the program: those of logs, durations and states, and what clients run.
private let vocabularies: Set<String> = [
  "ChaosScenario+Bytes.swift", "DurationText.swift", "GatewayLog.swift", "Level.swift",
  "ReadyCommands.swift", "RedisClient.swift", "StatusTone.swift",
  // The suggestions of the argument parser, which it finds in the parser's own messages.
  "ListViewCommand+Main.swift",
]

/// The targets that report something to the user.
private let targets = [
  "Columns", "FeedClients", "FeedFormats", "FeedIdentity", "FeedSimulator", "FeedSources",
  "FeedStore",
  "FeedValues", "ListViewApp", "ListViewParts", "NcursesTerminal", "Ordering",
  "Patterns", "Preferences", "listview",
]

private func files(below folder: String) throws -> [(name: String, path: String, text: String)] {
  let folder = package.appending(path: folder)
  let all = try #require(
    FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
  )
  return try all.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map {
    ($0.lastPathComponent, $0.path(), try String(contentsOf: $0, encoding: .utf8))
  }
}

/// The lines of a file in which text is defined, as ranges of their numbers from 1.
private func homes(_ path: String, _ text: String) -> [ClosedRange<Int>] {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  if path.contains("/Text/") { return [1...lines.count] }
  let opening = /(enum Text|var (description|words): String) \{/
  return lines.indices.compactMap { start in
    guard lines[start].contains(opening) else { return nil }
    // A block ends at the bracket of the same indentation, or on the line that opens it.
    let indentation = lines[start].prefix { $0 == " " }
    guard !lines[start].hasSuffix("}") else { return start + 1...start + 1 }
    let end = lines[start...].firstIndex { $0 == indentation + "}" } ?? start
    return start + 1...end + 1
  }
}

/// Texts of several words.
private func sentences(_ literals: [SwiftLiterals.Literal]) -> [(line: Int, text: String)] {
  literals.flatMap { literal in
    literal.pieces.flatMap { $0.split(whereSeparator: \.isNewline) }
      .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " .,:;()·\"'")) }
      .filter { $0.contains(/[A-Za-z]{2,}[,;:]? [a-z]{2,}[,;:]? [A-Za-z]{2,}/) }
      .map { (literal.line, $0) }
  }
}

@Test func `user-facing text is defined in text files, and in types that describe themselves`()
  throws
{
  for file in try targets.flatMap({ try files(below: "Sources/\($0)") })
  where !vocabularies.contains(file.name) {
    let homes = homes(file.path, file.text)
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    for (line, text) in sentences(SwiftLiterals(file.text).literals) {
      // A text that a programmer reads in a crash is not for the user.
      let isAssertion = lines[max(0, line - 6)..<line].contains {
        $0.contains(/recondition|assert(ionFailure)?\(/)
      }
      let isHome = homes.contains { $0.contains(line) } || isAssertion
      #expect(isHome, "\(file.name):\(line): \(text)")
    }
  }
}

@Test func `no test repeats a user-facing text`() throws {
  var texts: Set<String> = []
  for file in try targets.flatMap({ try files(below: "Sources/\($0)") }) {
    let homes = homes(file.path, file.text)
    for (line, text) in sentences(SwiftLiterals(file.text).literals)
    where homes.contains(where: { $0.contains(line) }) {
      texts.insert(text)
    }
  }
  #expect(texts.count > 300)
  for file in try files(below: "Tests") where !file.path.contains("/.build") {
    for (line, text) in sentences(SwiftLiterals(file.text).literals) {
      let repeated = texts.first { text.contains($0) }
      #expect(repeated == nil, "\(file.name):\(line): \(text)")
    }
  }
}

@Test func `literals are found in code, with interpolations and without comments`() {
  let source = #"""
    // "not this"
    let a = "one two three\(b ? "inner" : "") four", c = #"raw "quoted" \(text)"#
    let d = """
      first line \
      continued
      """
    """#
  let literals = SwiftLiterals(source).literals
  #expect(literals.map(\.line) == [2, 2, 2, 2, 3])
  #expect(literals.map { $0.pieces.joined(separator: "|") }.contains("one two three| four"))
  #expect(literals.contains { $0.pieces == [#"raw "quoted" \(text)"#] })
  #expect(literals.last?.pieces.first?.contains("first line") == true)
}
