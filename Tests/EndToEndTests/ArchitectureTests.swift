import Foundation
import Testing

/// A function that a document names: `Type.name(label:_:)`.
private struct FunctionName: Hashable, CustomStringConvertible {
  let type: String
  let name: String
  let labels: [String]

  var description: String { "\(type).\(name)(\(labels.map { $0 + ":" }.joined()))" }
}

/// A section of ARCHITECTURE.md, up to the next heading.
private func section(_ title: String) throws -> String {
  let text = try String(contentsOf: package.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
  let rest = try #require(text.components(separatedBy: "\n### \(title)\n").last)
  try #require(rest.count < text.count, "no section \(title)")
  return rest.components(separatedBy: "\n#")[0]
}

private func functions(in text: String) -> [FunctionName] {
  text.matches(of: /`([A-Z]\w*)\.(\w+)\(([\w:]*)\)`/).map { match in
    FunctionName(
      type: String(match.1),
      name: String(match.2),
      labels: match.3.split(separator: ":").map(String.init)
    )
  }
}

private func sources() throws -> [String] {
  let folder = package.appending(path: "Sources")
  let files = try #require(
    FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
  )
  return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    .map { try String(contentsOf: $0, encoding: .utf8) }
}

/// The labels of the parameters between brackets that begin at an index.
private func labels(of text: Substring) -> [String] {
  var depth = 0
  var parameters = [""]
  for character in text {
    if "([{<".contains(character) { depth += 1 }
    if ")]}".contains(character) { depth -= 1 }
    // The arrow of a closure ends no angle bracket.
    if character == ">", parameters[parameters.count - 1].last != "-" { depth -= 1 }
    if depth == 0 { break }
    if character == ",", depth == 1 {
      parameters.append("")
    } else if depth > 1 || character != "(" {
      parameters[parameters.count - 1].append(character)
    }
  }
  return parameters.compactMap { parameter in
    parameter.split { $0.isWhitespace || $0 == ":" }.first { !$0.hasPrefix("@") }.map(String.init)
  }
}

private func isDeclared(_ function: FunctionName, in files: [String]) throws -> Bool {
  let owner = try Regex("\\b(struct|class|enum|protocol|extension) \(function.type)\\b")
  let declaration = try Regex("\\bfunc \(function.name)(<[^(]*>)?\\(")
  return files.contains { file in
    // Expressions take long in a file of a thousand lines.
    file.range(of: "func \(function.name)") != nil && file.contains(owner)
      && file.matches(of: declaration).contains {
        labels(of: file[file.index(before: $0.range.upperBound)...]) == function.labels
      }
  }
}

@Test(arguments: ["One row, from byte to cell", "One key, from byte to effect"])
func `the walks through the code name existing functions, each once`(title: String) throws {
  let text = try section(title)
  let named = functions(in: text)
  #expect(named.count >= 8)
  #expect(Set(named).count == named.count)
  let files = try sources()
  for function in named { #expect(try isDeclared(function, in: files), "\(function)") }
  for type in text.matches(of: /`([A-Z]\w*)`/).map(\.1) {
    let declaration = try Regex("\\b(struct|class|enum|protocol) \(type)\\b")
    #expect(files.contains { $0.contains(declaration) }, "\(type)")
  }
}

@Test func `a function that does not exist is detected`() throws {
  let files = [
    "struct App {\n  func frame(at instant: Int, _ body: (Int) -> Void = { _ in }) {}\n}"
  ]
  let right = FunctionName(type: "App", name: "frame", labels: ["at", "_"])
  #expect(try isDeclared(right, in: files))
  for (type, name, labels) in [
    ("Player", "frame", ["at", "_"]), ("App", "frames", ["at", "_"]), ("App", "frame", ["at"]),
  ] {
    let wrong = FunctionName(type: type, name: name, labels: labels)
    #expect(try !isDeclared(wrong, in: files), "\(wrong)")
  }
}

@Test func `the app stays small: its properties, its files and its switch`() throws {
  let folder = package.appending(path: "Sources/ListViewApp")
  let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    .filter { $0.hasPrefix("App") && $0.hasSuffix(".swift") }
  #expect(names.count > 12)
  func lines(_ name: String) throws -> [Substring] {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }
  for name in names where name.hasPrefix("App+") {
    let count = try lines(name).dropLast().count
    #expect(count <= 600, "\(name)")
  }
  // A stored property has no block after its type.
  let stored = try lines("App.swift").filter {
    $0.contains(/^  (public |package )?(private\(set\) )?(var|let) \w+(:| =)/) && !$0.hasSuffix("{")
      && !$0.hasSuffix("}")
  }
  #expect(1...12 ~= stored.count, "\(stored)")
  let requests = try lines("App+Requests.swift")
  let start = try #require(requests.firstIndex { $0.hasPrefix("    switch request {") })
  let end = try #require(requests[start...].firstIndex { $0 == "    }" })
  #expect(end - start + 1 <= 80)
}
