import Foundation
import TerminalTestSupport
import Testing

/// The limits of the code: to raise a number, edit the file in the same commit, and say why in its body.
private struct Budget: Decodable {
  /// The maximum number of lines of Swift of each module.
  let lines: [String: Int]
  /// The maximum number of public declarations of each library product; other modules have none.
  let publicDeclarations: [String: Int]
  /// The maximum number of files of Swift.
  let files: Int
  /// The maximum number of files that use unsafe pointers.
  let filesWithUnsafePointers: Int
  /// The maximum number of words of documents.
  let words: [String: Int]
}

@Test func `no module, product or document outgrows its budget`() throws {
  let data = try Data(contentsOf: package.appending(path: "Tests/budget.json"))
  let budget = try JSONDecoder().decode(Budget.self, from: data)
  let sources = package.appending(path: "Sources")
  var (files, unsafeFiles) = (0, 0)
  var modules: Set<String> = []
  for module in try FileManager.default.contentsOfDirectory(atPath: sources.path()).sorted() {
    var (lines, declarations) = (0, 0)
    let folder = sources.appending(path: module)
    for case let name as String in FileManager.default.enumerator(atPath: folder.path()) ?? .init()
    where name.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      files += 1
      lines += text.utf8.count { $0 == 0x0A }
      declarations +=
        text.matches(
          of: /(?m)^\s*(?:@\w+(?:\([^)]*\))? )*public (?!import)/
        ).count
      if text.contains(/[Uu]nsafe/) { unsafeFiles += 1 }
    }
    guard lines > 0 else { continue }
    modules.insert(module)
    let limit = try #require(budget.lines[module], "\(module) has no budget")
    #expect(lines <= limit, "\(module) has \(lines) lines")
    let publicLimit = budget.publicDeclarations[module] ?? 0
    #expect(declarations <= publicLimit, "\(module) has \(declarations) public declarations")
  }
  #expect(modules == Set(budget.lines.keys))
  #expect(files <= budget.files, "\(files) files")
  #expect(unsafeFiles <= budget.filesWithUnsafePointers, "\(unsafeFiles) files")
  for (path, limit) in budget.words {
    let text = try String(contentsOf: package.appending(path: path), encoding: .utf8)
    let count = text.split(whereSeparator: \.isWhitespace).count
    #expect(count <= limit, "\(path) has \(count) words")
  }
}
