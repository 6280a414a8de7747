@testable import FeedFormats
import FeedSources
import Foundation
import ListViewApp
import ListViewParts
import TerminalCore
import TestSupport
import Testing

/// The answers of services and programs, and the columns that a person would want to see of them.
private struct Answer: CustomTestStringConvertible, Sendable {
  let file: String
  let width: Int
  /// The headers that have to be on the screen.
  let shown: [String]
  /// The texts that have to be read of the first row, under whatever headers.
  var texts: [String] = []
  /// The headers that stand behind others, or nowhere.
  let behind: [String]
  /// The headers that must not come first.
  let notFirst: [String]

  var testDescription: String { "\(file) at \(width)" }

  static let all = [
    Answer(
      file: "stripe-charges.json",
      width: 80,
      shown: ["AMOUNT", "STATUS", "CREATED"],
      behind: ["OBJECT", "LIVEMODE", "RISK_SCORE"],
      notFirst: ["OBJECT", "LIVEMODE", "DISPUTED"]
    ),
    Answer(
      file: "github-issues.json",
      width: 80,
      shown: ["NUMBER", "TITLE", "STATE"],
      behind: ["NODE ID", "REPOSITORY URL", "LOCKED", "AUTHOR ASSOCIATION"],
      notFirst: ["URL", "REPOSITORY URL", "LOCKED", "AUTHOR ASSOCIATION"]
    ),
    Answer(
      file: "usgs-summary.json",
      width: 80,
      shown: ["TIME"],
      texts: ["1.3", "2km SSE of San Ramon"],
      behind: ["CODE", "IDS", "NST", "SOURCES", "NET"],
      notFirst: ["TYPE", "CODE", "IDS", "NST"]
    ),
    Answer(
      file: "coingecko-markets.json",
      width: 100,
      shown: ["NAME", "CURRENT PRICE"],
      behind: ["ATH DATE", "ATL DATE", "ATL", "IMAGE"],
      notFirst: ["ATH DATE", "ATL DATE", "LAST UPDATED"]
    ),
  ]
}

/// A screen on which an answer has come to rest.
private func screen(of file: String, columns: Int) throws -> AppFixture {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
  let data = try Data(contentsOf: folder.appending(path: file))
  var decoder = FeedDecoder(.init(isPolled: true))
  let items = decoder.append([UInt8](data)) + decoder.endRun()
  var fixture = AppFixture(columns: columns)
  fixture.app.status.keyRule = decoder.keyRule
  fixture.app.status.hasHeader = decoder.format == .table
  fixture.app.receive(items, at: fixture.now)
  fixture.app.reachEnd()
  fixture.app.advance(to: fixture.now)
  fixture.settle()
  return fixture
}

/// The headers on a screen, from left to right.
private func headers(_ fixture: AppFixture) -> [String] {
  fixture.buffer.text(line: 1).components(separatedBy: "  ")
    .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && $0 != "›" }
}

@Test(arguments: Answer.all)
private func `the most useful columns come first`(_ answer: Answer) throws {
  let screen = try screen(of: answer.file, columns: answer.width)
  let headers = headers(screen)
  for header in answer.shown {
    #expect(headers.contains(header), "\(header) is not among \(headers)")
  }
  let row = screen.buffer.text(line: 2)
  for text in answer.texts { #expect(row.contains(text), "\(text) is not in \(row)") }
  #expect(!answer.notFirst.contains(headers.first ?? ""), "\(headers)")
  let last = answer.shown.compactMap { headers.firstIndex(of: $0) }.max() ?? 0
  for header in answer.behind {
    if let place = headers.firstIndex(of: header) {
      #expect(place > last, "\(header) in \(headers)")
    }
  }
}

@Test func `a table keeps the order of its SELECT, and constant columns`()
  throws
{
  let headers = headers(try screen(of: "psql.txt", columns: 100))
  #expect(headers == ["REGION", "ID", "CUSTOMER", "TOTAL", "CREATED"])
}
