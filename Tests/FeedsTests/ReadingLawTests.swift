import FeedFormats
import FeedSources
import FeedStore
import FeedValues
import Foundation
import TestSupport
import Testing

private let isExhaustive = ProcessInfo.processInfo.environment["LISTVIEW_EXHAUSTIVE"] != nil

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

  /// The rows and lines at the end of a feed.
  private struct Reading: Equatable {
    /// The rows, as keys and texts.
    var rows: [String]
    /// The role of each line.
    var account: LineAccount
  }

  /// Reads a feed to its end.
  private static func read(_ parts: [[UInt8]], pausing isPause: (Int) -> Bool) -> Reading {
    var decoder = FeedDecoder()
    var list = RowList()
    func take(_ items: [FeedItem]) { for item in items { list.apply(item) } }
    for (number, part) in parts.enumerated() {
      take(decoder.append(part))
      if isPause(number) { take(decoder.reachEnd(isWhole: false)) }
    }
    take(decoder.finish())
    let rows = list.rows.map {
      "\($0.id) \(String(decoding: $0.value.text.withBytes { Array($0) }, as: UTF8.self))"
    }
    return Reading(rows: rows, account: decoder.lineAccount)
  }

  /// The rows at the end of a feed, as keys and texts.
  private static func rows(_ parts: [[UInt8]], pausing: Bool) -> [String] {
    read(parts) { _ in pausing }.rows
  }

  /// The lines of a text, each with its end.
  private static func lines(of bytes: [UInt8]) -> [[UInt8]] {
    let end: UInt8 = bytes.contains(0x0A) ? 0x0A : 0x0D
    let lines = bytes.split(separator: end, omittingEmptySubsequences: false)
    return (lines.dropLast().map { Array($0) + [end] } + [Array(lines.last ?? [])])
      .filter { !$0.isEmpty }
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
      let lines = Self.lines(of: bytes)
      let whole = Self.read([bytes]) { _ in false }
      // The first lines decide: later ones pause less often, unless there is time.
      let stride = isExhaustive ? 1 : max(1, lines.count / 20)
      let slow = Self.read(lines) { $0 < 30 || $0.isMultiple(of: stride) }
      #expect(slow == whole, "\(file.lastPathComponent)")
    }
    #expect(texts > 20)
  }

  @Test func `the lines of a log can be written again as they were`() throws {
    var logs = 0
    for file in Self.fixtures {
      let bytes = [UInt8](try Data(contentsOf: file))
      guard !bytes.contains(0x1B) else { continue }
      for parts in [[bytes], bytes.split(separator: 0x0A).map { Array($0) + [0x0A] }] {
        var decoder = FeedDecoder()
        var list = RowList()
        for part in parts { for item in decoder.append(part) { list.apply(item) } }
        for item in decoder.finish() { list.apply(item) }
        guard decoder.format == .log else { break }
        logs += 1
        let written = list.rows.flatMap { row in
          (row.line ?? row.value.string).split(separator: "\n").map(String.init)
        }
        // Lines may end as those of Windows, and the sum above a listing is not a row.
        let lines = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
          .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("total ") }
        #expect(written.sorted() == lines.sorted(), "\(file.lastPathComponent)")
      }
    }
    #expect(logs > 40)
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

  /// The number of texts that are made of pieces: 10,000 with LISTVIEW_EXHAUSTIVE in the environment.
  private static let madeTexts =
    isExhaustive ? 10_000 : 200

  /// A text of some pieces of others: a program that prints several things, or whose output changes its form.
  private static func madeText(_ lines: [[[UInt8]]], _ random: inout SeededGenerator) -> [UInt8] {
    var text: [UInt8] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard let file = lines.randomElement(using: &random) else { continue }
      let start = Bool.random(using: &random) ? 0 : Int.random(in: 0..<file.count, using: &random)
      let count = Int.random(in: 1...12, using: &random)
      for line in file[start...].prefix(count) { text += line + [0x0A] }
      if Int.random(in: 0..<3, using: &random) == 0 { text.append(0x0A) }
    }
    if Bool.random(using: &random) { text.removeLast() }
    return text
  }

  @Test func `texts made of pieces of others are the same rows, however they arrive`() throws {
    let lines = try Self.fixtures.map { file in
      try [UInt8](Data(contentsOf: file)).split(separator: 0x0A).map { Array($0) }
    }.filter { !$0.isEmpty }
    let seed = isExhaustive ? UInt64.random(in: 0...UInt64.max) : 7
    var random = SeededGenerator(seed: seed)
    var texts = 0
    while texts < Self.madeTexts {
      let bytes = Self.madeText(lines, &random)
      guard Self.isText(bytes) else { continue }
      texts += 1
      var parts: [[UInt8]] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...200, using: &random)
        parts.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      let whole = Self.rows([bytes], pausing: false)
      let ways = [
        ("cut", parts, false), ("cut, with pauses", parts, true),
        ("by lines, with pauses", Self.lines(of: bytes), true),
      ]
      for (way, parts, isPausing) in ways where Self.rows(parts, pausing: isPausing) != whole {
        let text = String(decoding: bytes, as: UTF8.self)
        Issue.record("seed \(seed), text \(texts), \(way):\n\(text)")
      }
    }
  }

  @Test
  func `each line of a text is a row, a part of one, or something else that is accounted for`()
    throws
  {
    var texts = 0
    for file in Self.fixtures {
      let bytes = [UInt8](try Data(contentsOf: file))
      var decoder = FeedDecoder()
      var items = decoder.append(bytes)
      items += decoder.finish()
      let account = decoder.lineAccount
      guard decoder.format != .json, account.total > 0 else { continue }
      texts += 1
      let end: UInt8 = bytes.contains(0x0A) ? 0x0A : 0x0D
      let count = bytes.count { $0 == end } + (bytes.last == end ? 0 : 1)
      #expect(account.total == count, "\(file.lastPathComponent): \(account)")
    }
    #expect(texts > 60)
  }

  @Test func `the account of a table names what its lines are`() {
    let text = """
      Report

      NAME     SIZE
      -------- ----
      alpha    1
      beta     2

      (2 rows)

      """
    var decoder = FeedDecoder()
    _ = decoder.append(Array(text.utf8))
    _ = decoder.finish()
    let account = decoder.lineAccount
    #expect(account.total == 8)
    #expect(account[.row] == 2 && account[.blank] == 2)
    #expect(
      account.entries.map { "\($0.line) \($0.role)" } == [
        "1 caption", "3 header", "4 ruler", "8 legend",
      ]
    )
  }
}
