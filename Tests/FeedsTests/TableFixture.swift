@testable import FeedStore
import FeedSources
import FeedValues
import Foundation

/// The output of a command, and the cells that another program, or a person, read in it.
struct TableFixture: Decodable {
  let command: String
  /// The reader of the cells: a rule written for this command alone, another output of it, or a person.
  let oracle: String
  let columns: [String]
  let rows: [[String]]

  private static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/Tables")
  }

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }()

  init(_ name: String) throws {
    let data = try Data(contentsOf: Self.folder.appending(path: "\(name).json"))
    self = try JSONDecoder().decode(Self.self, from: data)
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: "\(name).txt")))
  }
}

extension FeedFixture {
  /// The names and the cells of the rows at the end, as text.
  var cells: [[(name: String, text: String)]] {
    list.rows.map { row in
      var cells: [(name: String, text: String)] = []
      row.value.forEachMember { name, value in
        cells.append((name, value.string))
        return true
      }
      return cells
    }
  }

  /// Reads a run of a command that arrives in pieces of a size.
  init(_ bytes: [UInt8], inPiecesOf size: Int) {
    self.init([], .init(isPolled: true))
    decoder = FeedDecoder(.init(isPolled: true))
    items = []
    var position = 0
    while position < bytes.count {
      let end = min(bytes.count, position + size)
      items += decoder.append(Array(bytes[position..<end]))
      position = end
    }
    items += decoder.endRun()
  }
}
