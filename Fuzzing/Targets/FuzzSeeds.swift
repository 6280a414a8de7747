package import Foundation

extension FuzzTarget {
  /// The most bytes of a seed: what is longer is cut, so that many are tried in a second.
  package static let maximumSeedLength = 4_096

  /// What the fuzzer begins with: the files that the tests read, and those that were written for it.
  ///
  /// - Parameter root: The folder of the package listview.
  /// - Returns: The seeds, each of ``maximumSeedLength`` and a few bytes at most.
  /// - Throws: What reading the files throws.
  package func seeds(in root: URL) throws -> [[UInt8]] {
    let own = try Self.files(in: root.appending(path: "Fuzzing/Seeds/\(rawValue)"))
    let feeds = "Tests/FeedsTests/Fixtures"
    return switch self {
    case .values: own + (try values(in: root.appending(path: feeds)))
    case .feed:
      own + (try Self.files(in: root.appending(path: "\(feeds)/feeds")))
        + (try Self.files(in: root.appending(path: "\(feeds)/Documents")))
        + (try Self.files(in: root.appending(path: "\(feeds)/json-suite")))
    case .tables:
      own + (try Self.files(in: root.appending(path: "\(feeds)/feeds")))
        + (try Self.files(in: root.appending(path: "\(feeds)/Documents")))
    case .screen: own + (try Self.files(in: root.appending(path: "\(feeds)/feeds")))
    case .configuration: own + (try configurations(in: root))
    case .filter, .input, .clients, .state: own
    }
  }

  /// What broke the target once.
  ///
  /// - Parameter root: The folder of the package listview.
  /// - Returns: The inputs with the names of their files.
  /// - Throws: What reading the files throws.
  package func regressions(in root: URL) throws -> [(name: String, bytes: [UInt8])] {
    let folder = root.appending(path: "Tests/FuzzReplayTests/Fixtures/Regressions/\(rawValue)")
    return try Self.names(in: folder).map { name in
      (name, [UInt8](try Data(contentsOf: folder.appending(path: name))))
    }
  }

  private static func names(in folder: URL) throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder.path()) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path())
      .filter { !$0.hasPrefix(".") }.sorted()
  }

  private static func files(in folder: URL) throws -> [[UInt8]] {
    try names(in: folder).compactMap { name in
      let file = folder.appending(path: name)
      guard !file.hasDirectoryPath, let data = try? Data(contentsOf: file) else { return nil }
      // The last bytes choose options; zeros leave the data whole.
      return [UInt8](data.prefix(maximumSeedLength)) + [UInt8](repeating: 0, count: 16)
    }
  }

  /// The words of the feeds, some a seed: most numbers and times of the tests are in them.
  private func values(in folder: URL) throws -> [[UInt8]] {
    let feeds = try Self.files(in: folder.appending(path: "feeds"))
    return feeds.map { feed in
      let words = feed.split { $0 <= 0x20 || "\",{}[]".utf8.contains($0) }
      return Array(words.prefix(200).joined(separator: [UInt8(ascii: "\n")]))
    }
  }

  /// The files that the tests of the configuration compare with another reader of TOML.
  private func configurations(in root: URL) throws -> [[UInt8]] {
    struct Sample: Decodable { var toml: String }
    let file = root.appending(path: "Tests/PreferencesTests/Fixtures/documents.jsonl")
    return try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map {
      Array(try JSONDecoder().decode(Sample.self, from: $0).toml.utf8)
    }
  }
}
