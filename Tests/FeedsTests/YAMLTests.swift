import FeedFormats
import FeedSources
import FeedStore
import FeedValues
import Foundation
import Testing

/// A document on disk, and what another reader made of it.
struct DocumentFixture {
  static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/Documents")
  }

  static func names(_ ending: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
  }

  /// Any file of those that the tests of this module read.
  static func fixture(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: "../\(path)").standardizedFileURL))
  }

  static func bytes(_ file: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: file)))
  }
}

private let yaml = FeedDecoder.Options(format: .yaml)

/// The values of a text, each as one row, with `null` left out.
private func values(_ text: String) -> [String] {
  FeedFixture(text + "\n--- x\n", of: yaml).arrivals.dropLast().map(\.value.string)
}

extension FeedFixture {
  /// The rows as they arrived, the first first.
  fileprivate var arrivals: [Row] {
    items.flatMap { item -> [Row] in
      switch item {
      case .upsert(let row, _), .append(let row, _), .insert(let row, _, _): [row]
      case .snapshot(let snapshot): snapshot.rows
      case .delete: []
      }
    }
  }
}

@Test(arguments: DocumentFixture.names(".yaml"))
func `a YAML document means what it means to PyYAML`(_ name: String) throws {
  let text = String(decoding: try DocumentFixture.bytes("\(name).yaml"), as: UTF8.self)
  let data = Data(try DocumentFixture.bytes("\(name).json"))
  let expected = try #require(try JSONSerialization.jsonObject(with: data) as? [Any])
    .filter { !($0 is NSNull) }
  // A list would be rows: each document is put into a map, so that it stays one value.
  var documents: [NSDictionary] = []
  for part in expected.indices {
    let document = Array(documentTexts(text))[part]
    let feed = FeedFixture(Array(document.utf8), yaml)
    #expect(feed.decoder.malformedInput.count == 0, "\(feed.decoder.malformedInput.newest)")
    let rows = try feed.list.rows.map { row in
      try JSONSerialization.jsonObject(
        with: row.value.text.withBytes { Data($0) },
        options: .fragmentsAllowed
      )
    }
    documents.append(["document": rows])
  }
  #expect(documents.count == expected.count)
  for (document, other) in zip(documents, expected) {
    let rows = try #require(document["document"] as? [Any])
    #expect(sorted(rows) as NSArray == sorted(listed(other)) as NSArray, "\(name)")
  }
}

/// The documents of a text that say something, each with its marker.
private func documentTexts(_ text: String) -> [String] {
  var documents: [[Substring]] = [[]]
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    let begins =
      line.hasPrefix("---") && !(documents.last?.allSatisfy { $0.hasPrefix("%") } ?? true)
    if begins { documents.append([]) }
    documents[documents.count - 1].append(line)
  }
  return documents.map { $0.joined(separator: "\n") }
    .filter { $0.contains { !"-. \n".contains($0) } }
}

/// Rows that have the names of a map, which has no order, by these names.
private func sorted(_ rows: [Any]) -> [Any] {
  func key(_ row: Any) -> String { (row as? [String: Any])?["key"] as? String ?? "" }
  return rows.sorted { key($0) < key($1) }
}

/// The rows of a document.
private func listed(_ document: Any) -> [Any] {
  guard let map = document as? [String: Any] else { return document as? [Any] ?? [document] }
  if let items = map["items"] as? [Any] { return items }
  if let groups = map["groups"] as? [[String: Any]], groups.count == 1 {
    return groups[0]["rules"] as? [Any] ?? groups
  }
  for name in ["services", "Resources", "children"] {
    let parent = map["all"] as? [String: Any] ?? map
    guard let parts = parent[name] as? [String: [String: Any]] else { continue }
    return parts.map { part in part.value.merging(["key": part.key]) { $1 } }
  }
  return [map]
}

@Test func `YAML is recognised by its lines`() {
  func format(_ text: String) -> FeedFormat? { FeedFixture(text, of: .init()).decoder.format }
  for text in [
    "apiVersion: v1\nitems:\n- a: 1\n  b: 2\n", "---\nname: x\n",
    "- name: a\n  hosts: b\n- name: c\n",
    "# comment\n\non:\n  push:\n    branches: [main]\n", "%YAML 1.2\n---\na: 1\n",
    "data:\n  id: 3\n", "id: 3\nitems:\n  - a\n", "'a b':\n    - 1\n    - 2\n",
    "openapi: 3.0.0\npaths:\n  /users/{id}:\n    get:\n      summary: x\n",
  ] {
    #expect(format(text) == .yaml, "\(text)")
  }
  for text in [
    "- buy milk\n- call home\n", "Package: x\nVersion: 1\nDescription: y\n more of it\n",
    "--- a/file\n+++ b/file\n@@ -1 +1 @@\n-a\n+b\n", "data: {\"id\":1}\n\n", "id: 7\ndata: x\n\n",
    "all: main.o\n\tcc -o all main.o\n", "Hello:\n  this is prose\n  and more\n",
    "def f():\n    return 1\n", "eth0: flags=4163<UP>\n    inet 10.0.0.1\n",
    "2026-11-22 x: y\n  at z\n",
  ] {
    #expect(format(text) != .yaml, "\(text)")
  }
}

@Test func `YAML is recognised by the file extension`() {
  var options = FeedDecoder.Options()
  for name in ["a.yaml", "b/c.yml", "d.yaml.gz", "https://example.org/x.yml"] {
    options.name = name
    let feed = FeedFixture("- a\n- b\n", of: options)
    #expect(feed.decoder.format == .yaml && feed.list.rows.map(\.value.string) == ["a", "b"])
  }
  options.name = "notes.txt"
  #expect(FeedFixture("- a\n- b\n", of: options).decoder.format == .lines)
}

@Test func `each document of a stream is a value of its own`() {
  let text = "id: 1\nv: a\n---\nid: 2\nv: b\n---\n# nothing\n---\nid: 1\nv: c\n...\n"
  for cut in [0, 7, 12, 13, 30, text.utf8.count] {
    let feed = FeedFixture(Array(text.utf8), yaml, cutAt: cut)
    #expect(feed.ids == ["2", "1"] && feed.values("v") == ["b", "c"])
  }
}

@Test func `a document is delivered when input pauses, and again when it has grown`() {
  var decoder = FeedDecoder(yaml)
  var list = RowList()
  func take(_ items: [FeedItem]) { for item in items { list.apply(item) } }
  take(decoder.append(Array("- id: 1\n- id: 2\n".utf8)))
  #expect(list.rows.isEmpty)
  take(decoder.reachEnd(isWhole: true))
  #expect(list.rows.map(\.id.description) == ["1", "2"])
  take(decoder.append(Array("- id: 3\n".utf8)))
  take(decoder.reachEnd(isWhole: true))
  #expect(list.rows.map(\.id.description) == ["1", "2", "3"])
  #expect(decoder.finish().isEmpty)
}

@Test func `a list of Kubernetes objects means the same in YAML and JSON`() throws {
  let feed = FeedFixture(try DocumentFixture.bytes("kubectl-pods.yaml"), .init(isPolled: true))
  #expect(feed.decoder.format == .yaml && feed.keyRule == "metadata.uid")
  #expect(feed.values("metadata.name") == ["web-1", "web-2", "db-0"])
  #expect(feed.values("status.phase") == ["Running", "Running", "Pending"])
}

// MARK: Hostile documents

@Test func `malformed YAML is refused on one line, and the next document is read`() {
  for (bad, reason) in [
    ("a: [1, 2", "did not find expected"), ("a: b: c", "mapping values are not allowed"),
    ("a: *nothing", FeedText.Malformed.alias("nothing")), ("\tb: 1", "cannot start any token"),
    ("a: \"open", "unexpected end"), ("a: \u{01}", "control characters"),
    ("&x a: [*x, *y]", FeedText.Malformed.alias("y")),
  ] {
    let feed = FeedFixture("ok: 1\n---\n\(bad)\n---\nok: 2\n", of: yaml)
    #expect(feed.values("ok") == ["2", "1"], "\(bad)")
    #expect(feed.decoder.malformedInput.count == 1, "\(bad)")
    let report = feed.decoder.malformedInput.newest.first
    #expect(report?.reason.contains(reason) ?? false, "\(report?.reason ?? "")")
    #expect((3...5).contains(report?.line ?? 0), "\(report?.line ?? 0)")
  }
}

@Test func `aliases of aliases do not grow beyond the limit`() throws {
  var text = "a0: &a0 [\(Array(repeating: "lol", count: 9).joined(separator: ","))]\n"
  for level in 1...9 {
    let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ",")
    text += "a\(level): &a\(level) [\(aliases)]\n"
  }
  let feed = FeedFixture(text, of: yaml)
  #expect(feed.list.rows.isEmpty && feed.decoder.malformedInput.count == 1)
  let reason = try #require(feed.decoder.malformedInput.newest.first?.reason)
  #expect(reason.contains(FeedText.Malformed.aliases(4)))
  // The same by way of merges.
  var merges = "m0: &m0 {k: \(String(repeating: "x", count: 1_000))}\n"
  for level in 1...4_000 { merges += "m\(level): &m\(level) {<<: *m\(level - 1), k\(level): 1}\n" }
  #expect(FeedFixture(merges, of: yaml).decoder.malformedInput.count == 1)
  // A mapping that holds itself.
  #expect(FeedFixture("&a {self: *a}", of: yaml).decoder.malformedInput.count == 1)
}

@Test func `nesting is limited, in brackets and by indentation`() {
  func nested(_ depth: Int) -> FeedFixture {
    FeedFixture(
      "a: " + String(repeating: "[", count: depth) + String(repeating: "]", count: depth),
      of: yaml
    )
  }
  #expect(nested(500).decoder.malformedInput.count == 0)
  #expect(nested(5_000).decoder.malformedInput.count == 1)
  #expect(nested(200_000).decoder.malformedInput.count == 1)
  let deep = (0..<3_000).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
  #expect(FeedFixture(deep, of: yaml).decoder.malformedInput.count == 1)
  let items = String(repeating: "- ", count: 3_000) + "x\n"
  #expect(FeedFixture(items, of: yaml).decoder.malformedInput.count == 1)
}

@Test func `the length of a document is limited`() {
  var options = yaml
  options.maximumValueLength = 1_000
  let long = String(repeating: "x", count: 990)
  let feed = FeedFixture("a: 1\n---\nb: \(long)\nc: 1\n---\na: 2\n", of: options)
  #expect(feed.values("a") == ["2", "1"] && feed.decoder.malformedInput.count == 1)
  #expect(
    feed.decoder.malformedInput.newest.first?.reason == FeedText.Malformed.longDocument(1_000)
  )
}

@Test
func
  `a long document that comes slowly is read again when it is twice as long, or the feed silent`()
{
  let count = 200_000
  let bytes = Array((0..<count).map { "- id: \($0)\n" }.joined().utf8)
  var decoder = FeedDecoder(yaml)
  var list = RowList()
  var lists = 0
  func take(_ items: [FeedItem]) {
    lists += items.count
    for item in items { list.apply(item) }
  }
  for start in stride(from: 0, to: bytes.count, by: 1 << 14) {
    take(decoder.append(Array(bytes[start..<min(start + (1 << 14), bytes.count)])))
    take(decoder.reachEnd(isWhole: false))
  }
  #expect(bytes.count > 150 << 14)
  #expect(1..<20 ~= lists)
  #expect(decoder.awaitsSilence == (list.count < count))
  take(decoder.endOpenLine(isWhole: false))
  #expect(list.count == count)
  #expect(!decoder.awaitsSilence)
}
