import Values

import struct Foundation.Data
import class Foundation.FileManager
import struct Foundation.URL

/// Tables that another program has written: see `Fixtures/generate.py`.
enum Table {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures")

  static func rows(_ name: String) throws -> [[String]] {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
      .split(separator: "\n").map {
        $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      }
  }

  static func zone(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: "zoneinfo/\(name)")))
  }

  /// A calendar of each zone of the fixtures, by its name.
  static func calendars() throws -> [String: Calendar] {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "zoneinfo").path
    )
    var calendars: [String: Calendar] = [:]
    for name in names { calendars[name] = ZoneRules(try zone(name)).map { Calendar($0) } }
    return calendars
  }
}
