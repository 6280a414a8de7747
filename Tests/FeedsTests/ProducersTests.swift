import Foundation
import Testing

/// A file with what is known of an input.
private struct Origin: Decodable {
  let command: String
  let rows: [[String: LogFixture.Text]?]?

  private enum CodingKeys: CodingKey { case command, rows }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    command = try container.decode(String.self, forKey: .command)
    // Rows of a table are arrays; its columns are in the list of inputs.
    rows = try? container.decode([[String: LogFixture.Text]?].self, forKey: .rows)
  }
}

extension GoldenInput {
  private var origin: Origin? {
    guard let dot = file.lastIndex(of: ".") else { return nil }
    let data = try? DocumentFixture.fixture("\(file[..<dot]).json")
    return data.flatMap { try? JSONDecoder().decode(Origin.self, from: Data($0)) }
  }

  /// The line of the table in Docs.
  var line: String {
    let origin = origin
    let fields = origin?.rows?.compactMap(\.self).first.map { $0.keys.sorted() } ?? []
    let columns = columns ?? Array(fields.prefix(5))
    func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
    let cells = [
      producer ?? origin?.command ?? "", format, keys.first ?? "", columns.joined(separator: ", "),
    ]
    return "| \(cells.map(cell).joined(separator: " | ")) |"
  }
}

@Test func `the table of producers matches how each is interpreted`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let file = folder.appending(path: "../../Docs/Producers.md").standardizedFileURL
  let text = try String(contentsOf: file, encoding: .utf8)
  let lines = Set(text.split(separator: "\n").map(String.init))
  let expected = GoldenInput.all.map(\.line)
  #expect(expected.count >= 150)
  let missing = expected.filter { !lines.contains($0) }
  #expect(missing.isEmpty, "\(missing.joined(separator: "\n"))")
  for line in expected { #expect(!line.hasPrefix("|  |"), "no producer: \(line)") }
  // No line stands there that no input proves.
  let table = text.split(separator: "\n").drop { !$0.hasPrefix("| Producer | Format") }.dropFirst(2)
    .prefix { $0.hasPrefix("|") }
  #expect(Set(table.map(String.init)) == Set(expected))
}
