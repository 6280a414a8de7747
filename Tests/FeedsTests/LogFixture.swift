import FeedValues
import Foundation

/// Lines that a program wrote into its log, and the fields that another reader found in them.
struct LogFixture: Decodable {
  let command: String
  /// The reader of the fields: the program itself, in another format, or a rule for this log alone.
  let oracle: String
  /// The fields of each line; nil for one that is not a line of the format.
  let rows: [[String: Text]?]

  /// A text, or an object of texts.
  enum Text: Decodable, Hashable {
    case text(String)
    case object([String: String])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .object(try container.decode([String: String].self))
      }
    }
  }

  static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/Logs")
  }

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".log") }.map { String($0.dropLast(4)) }.sorted()
  }()

  init(_ name: String) throws {
    let data = try Data(contentsOf: Self.folder.appending(path: "\(name).json"))
    self = try JSONDecoder().decode(Self.self, from: data)
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: "\(name).log")))
  }
}

/// A line of which lnav's own description of the format tells the time and the level.
struct LogSample: Decodable {
  let format: String
  let line: String
  let time: String?
  let level: String?

  static let all: [LogSample] = {
    let file = LogFixture.folder.appending(path: "lnav-samples.json")
    return (try? JSONDecoder().decode([Self].self, from: Data(contentsOf: file))) ?? []
  }()
}
