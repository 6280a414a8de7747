@testable import FeedSources
@testable import FeedStore
@testable import FeedFormats
import FeedValues
import Foundation
import Testing

/// A line of `readings.tsv`: an input, and the rows that a person read in it before the program did.
struct ReadOutput: CustomTestStringConvertible, Sendable {
  let file: String
  let format: String
  let rows: Int
  /// Nil if the rows have none.
  let columns: [String]?
  /// The number of a row, and its cells.
  let row: (number: Int, cells: [String])?

  private static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/Readings")
  }

  static let all: [ReadOutput] = {
    let data = try? Data(contentsOf: folder.appending(path: "readings.tsv"))
    let text = String(decoding: data ?? Data(), as: UTF8.self)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return ReadOutput(
        file: cells[0],
        format: cells[1],
        rows: Int(cells[2]) ?? -1,
        columns: cells[3] == "-" ? nil : cells[3].components(separatedBy: " | "),
        row: Int(cells[4]).map { ($0, cells[5].components(separatedBy: " | ")) }
      )
    }
  }()

  var bytes: [UInt8] {
    get throws { [UInt8](try Data(contentsOf: Self.folder.appending(path: file))) }
  }

  var testDescription: String { file }
}

@Test(arguments: ReadOutput.all)
func `the rows and cells of an output are those that a person reads`(_ reading: ReadOutput) throws {
  let feed = FeedFixture(try reading.bytes, .init(isPolled: true))
  #expect(feed.decoder.format?.rawValue == reading.format)
  #expect(feed.list.count == reading.rows)
  #expect(feed.decoder.malformedInput.count == 0)
  if let columns = reading.columns, let row = feed.cells.first {
    let names = row.map(\.name)
    #expect(columns.last == "…" ? names.starts(with: columns.dropLast()) : names == columns)
  }
  if let (number, cells) = reading.row {
    let row = feed.cells[number - 1].map(\.text)
    for (cell, text) in zip(cells, row) where cell != "…" { #expect(text == cell) }
    #expect(row.count >= cells.count)
  }
}

@Test func `the table of readings has at least twenty inputs`() {
  #expect(ReadOutput.all.count >= 20)
}
