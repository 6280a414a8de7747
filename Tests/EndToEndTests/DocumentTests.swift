import Foundation
import Testing

/// The paths of all documents of the package, below its top folder.
private func documents() throws -> [String] {
  func pages(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: package.appending(path: folder).path)
      .filter { $0.hasSuffix(".md") }.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
  }
  return try pages(in: "") + pages(in: "Docs") + pages(in: "Docs/decisions")
    + modules().map { "Sources/\($0)/README.md" }
}

/// The folders of the modules.
private func modules() throws -> [String] {
  let folder = package.appending(path: "Sources")
  return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
    // A folder that holds nothing but a module map says all there is in it.
    FileManager.default.fileExists(atPath: folder.appending(path: "\($0)/README.md").path)
      || FileManager.default.enumerator(atPath: folder.appending(path: $0).path)?
        .contains { ($0 as? String)?.hasSuffix(".swift") == true } == true
  }
}

/// A text without the parts between the marks: code is not prose.
private func prose(_ text: String) -> String {
  text.replacing(/(?m)^```[^`]*^```/, with: "").replacing(/`[^`\n]*`/, with: "code")
}

/// The anchors of the headings of a document, as GitHub makes them.
private func anchors(in text: String) -> Set<String> {
  let code = text.replacing(/(?m)^```[^`]*^```/, with: "")
  return Set(
    code.matches(of: /(?m)^#+ (.*)$/).map { match in
      match.1.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
        .replacing(" ", with: "-")
    }
  )
}

@Test func `every link of a document leads to a file, and to a heading in it`() throws {
  var count = 0
  for path in try documents() {
    let file = package.appending(path: path)
    let text = try document(path)
    for match in prose(text).matches(of: /\]\(([^)\s]+)\)/) where !match.1.contains("://") {
      count += 1
      let parts = match.1.split(separator: "#", omittingEmptySubsequences: false)
      let target =
        parts[0].isEmpty
        ? file : file.deletingLastPathComponent().appending(path: String(parts[0]))
      guard FileManager.default.fileExists(atPath: target.standardizedFileURL.path) else {
        Issue.record("\(path): \(match.1)")
        continue
      }
      if parts.count > 1, target.pathExtension == "md" {
        let headings = anchors(in: try String(contentsOf: target, encoding: .utf8))
        #expect(headings.contains(String(parts[1])), "\(path): \(match.1)")
      }
    }
  }
  #expect(count > 100)
}

@Test func `documents are short enough to be read`() throws {
  let limits = ["README.md": 1_500, "ARCHITECTURE.md": 1_500, "CONTRIBUTING.md": 700]
  for path in try documents() {
    let isPage = path.hasPrefix("Sources/") || path.hasPrefix("Docs/decisions/0")
    guard let limit = isPage ? 400 : limits[path] else { continue }
    let count = try document(path).split(whereSeparator: \.isWhitespace).count
    #expect(count <= limit, "\(path) has \(count) words")
  }
  let changes = try document("CHANGELOG.md").components(separatedBy: "\n## ")
  let newest = try #require(changes.dropFirst().first).split(separator: "\n")
  #expect(newest.count <= 120)
}

@Test func `each module and each decision is in the list of them`() throws {
  let index = try document("Docs/decisions/README.md")
  let map = try document("ARCHITECTURE.md")
  for path in try documents() {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if path.hasPrefix("Docs/decisions/0") { #expect(index.contains("](\(name))"), "\(name)") }
  }
  for module in try modules() where module != "benchmark" {
    #expect(map.contains("`\(module)`"), "\(module)")
  }
}
