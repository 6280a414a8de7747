import Feeds
import Foundation
import TestSupport
import Testing

/// The laws of reading text: the same bytes give the same rows, however they arrive.
@Suite struct ReadingLawTests {
  /// The texts of all fixtures that are short enough to be read again at each pause.
  static let fixtures: [URL] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    let files = FileManager.default.enumerator(
      at: folder,
      includingPropertiesForKeys: [.fileSizeKey, .isRegularFileKey]
    )
    return (files?.compactMap { $0 as? URL } ?? []).filter { file in
      let values = try? file.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey])
      let size = values?.isRegularFile == true ? values?.fileSize ?? 0 : 0
      return size > 0 && size < 20_000
    }.sorted { $0.path < $1.path }
  }()

  /// The rows at the end of a feed, as keys and texts.
  private static func rows(_ parts: [[UInt8]], pausing: Bool) -> [String] {
    var decoder = FeedDecoder()
    var list = RowList()
    func take(_ items: [FeedItem]) { for item in items { list.apply(item) } }
    for part in parts {
      take(decoder.append(part))
      if pausing { take(decoder.reachEnd(isWhole: false)) }
    }
    take(decoder.finish())
    return list.rows.map {
      "\($0.id) \(String(decoding: $0.value.text.withBytes { Array($0) }, as: UTF8.self))"
    }
  }

  /// Whether a text is read as text, line by line: of JSON the parts are values that mean something each.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    var decoder = FeedDecoder()
    _ = decoder.append(bytes)
    _ = decoder.finish()
    switch decoder.format {
    case .csv, .tsv, .table, .log, .settings, .lines: return true
    default: return false
    }
  }

  @Test func `lines that arrive one by one are the rows that they are together`() throws {
    var texts = 0
    for file in Self.fixtures {
      let bytes = [UInt8](try Data(contentsOf: file))
      guard Self.isText(bytes) else { continue }
      texts += 1
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      let ends = lines.dropLast().map { Array($0) + [0x0A] } + [Array(lines.last ?? [])]
      let whole = Self.rows([bytes], pausing: false)
      #expect(
        Self.rows(ends.filter { !$0.isEmpty }, pausing: true) == whole,
        "\(file.lastPathComponent)"
      )
    }
    #expect(texts > 20)
  }

  @Test func `bytes that are cut anywhere are the same rows`() throws {
    var random = SplitMix64(seed: 7)
    for file in Self.fixtures {
      let bytes = [UInt8](try Data(contentsOf: file))
      guard Self.isText(bytes) else { continue }
      var parts: [[UInt8]] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int(random.next() % 200) + 1
        parts.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      let whole = Self.rows([bytes], pausing: false)
      #expect(Self.rows(parts, pausing: true) == whole, "\(file.lastPathComponent)")
    }
  }
}
