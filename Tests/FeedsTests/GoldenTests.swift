@testable import FeedIdentity
@testable import FeedSources
@testable import FeedFormats
import FeedValues
import Foundation
import Testing

/// A line of `golden.tsv`: an input, and what a person read in it before the program did.
struct GoldenInput: CustomTestStringConvertible, Sendable {
  let file: String
  let format: String
  /// The keys that a person would take; empty if nobody could tell.
  let keys: [String]
  /// Nil if the table does not say.
  let columns: [String]?
  /// The program that wrote it, if no file beside it says so.
  let producer: String?

  private static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
  }

  static let all: [GoldenInput] = {
    let data = try? Data(contentsOf: folder.appending(path: "golden.tsv"))
    let text = String(decoding: data ?? Data(), as: UTF8.self)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return GoldenInput(
        file: cells[0],
        format: cells[1],
        keys: cells[2] == "-" ? [] : cells[2].components(separatedBy: " or "),
        columns: cells[3] == "-" ? nil : cells[3].components(separatedBy: " | "),
        producer: cells.count > 4 ? cells[4] : nil
      )
    }
  }()

  var bytes: [UInt8] {
    get throws { [UInt8](try Data(contentsOf: Self.folder.appending(path: file))) }
  }

  var testDescription: String { file }
}

@Test func `the golden table has at least a hundred inputs`() {
  #expect(GoldenInput.all.count >= 100)
}

@Test(arguments: GoldenInput.all)
func `an input is interpreted as a person would`(_ input: GoldenInput) throws {
  let feed = FeedFixture(try input.bytes, .init(isPolled: true))
  #expect(feed.decoder.format?.rawValue == input.format)
  if !input.keys.isEmpty {
    let rule = try #require(feed.decoder.keyRule)
    // The table was written before the program had words for these.
    let key =
      switch rule {
      case .content: "the whole content"
      case .position: "its position"
      case .arrival, .fields: rule.description
      }
    #expect(input.keys.contains(key), "\(key), and not \(input.keys.joined(separator: " or "))")
  }
  if let columns = input.columns {
    #expect(feed.cells.first.map { Array($0.map(\.name).prefix(5)) } == columns)
  }
}
