import FeedValues

/// The kind of an input, judged by its first bytes.
package enum ContentKind: Hashable, Sendable {
  /// Text, or possibly text.
  case text
  /// Text in UTF-16 after a byte-order mark.
  case utf16(isBigEndian: Bool)
  /// Compressed data, decompressed by a program.
  case compressed(Compression)
  /// Binary data, with its name and advice what to do.
  case binary(String, advice: String)

  /// Compression formats, each with the program that decompresses it.
  package enum Compression: String, Hashable, Sendable {
    case gzip, zstd, xz, bzip2

    /// The command that decompresses standard input.
    var command: [String] { [rawValue, "-dc"] }
  }

  /// The number of bytes needed to recognise a kind.
  package static let capacity = 512

  /// Recognises the kind of an input.
  ///
  /// - Parameters:
  ///   - bytes: The first bytes of an input.
  ///   - isWhole: Whether nothing follows.
  ///   - awaitsSample: Whether data without a mark is told by all of the first bytes alone, and not by those that came first.
  /// - Returns: Their kind; nil if more bytes are needed.
  package static func of(
    _ bytes: [UInt8],
    isWhole: Bool,
    awaitsSample: Bool = false
  ) -> ContentKind? {
    for (mark, kind) in marks {
      if bytes.starts(with: mark) { return kind }
      if !isWhole, !bytes.isEmpty, mark.starts(with: bytes) { return nil }
    }
    if bytes.count > 262, bytes[257..<262].elementsEqual("ustar".utf8) {
      return binary(FeedText.Content.tar)
    }
    // Control characters that do not occur in text; several of them are not a coincidence. Separators do, and holes.
    let sample = withoutHoles(bytes.prefix(capacity))
    let controls = sample.count {
      $0 < 0x20 && !"\t\n\r\u{0C}\u{1B}\u{08}\u{01}\u{1C}\u{1D}\u{1E}\u{1F}".utf8.contains($0)
    }
    if sample.count >= 32, controls * 10 > sample.count {
      // They may be few in what follows.
      guard isWhole || !awaitsSample || bytes.count >= capacity else { return nil }
      return binary(FeedText.Content.data)
    }
    return .text
  }

  /// The bytes without the holes of sparse files and lost blocks: runs of NULs, one of which is kept.
  private static func withoutHoles(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes where byte != 0 || result.last != 0 { result.append(byte) }
    return result
  }

  private static func binary(_ content: (String, advice: String)) -> ContentKind {
    .binary(content.0, advice: content.advice)
  }

  private static let marks: [(mark: [UInt8], kind: ContentKind)] = [
    ([0x1F, 0x8B], .compressed(.gzip)),
    ([0x28, 0xB5, 0x2F, 0xFD], .compressed(.zstd)),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .compressed(.xz)),
    (Array("BZh".utf8), .compressed(.bzip2)),
    ([0xFF, 0xFE], .utf16(isBigEndian: false)),
    ([0xFE, 0xFF], .utf16(isBigEndian: true)),
    (
      Array("SQLite format 3\0".utf8),
      binary(FeedText.Content.sqlite)
    ),
    (
      Array("PAR1".utf8),
      binary(FeedText.Content.parquet)
    ),
    (
      Array("ARROW1".utf8),
      binary(FeedText.Content.arrow)
    ),
    (
      Array("Obj\u{01}".utf8),
      binary(FeedText.Content.avro)
    ),
    (
      [0x50, 0x4B, 0x03, 0x04],
      binary(FeedText.Content.zip)
    ),
    (
      Array("LPKSHHRH".utf8),
      binary(FeedText.Content.journal)
    ),
    ([0x7F, 0x45, 0x4C, 0x46], binary(FeedText.Content.program)),
    ([0x89, 0x50, 0x4E, 0x47], binary(FeedText.Content.picture)),
    ([0xFF, 0xD8, 0xFF], binary(FeedText.Content.picture)),
    (Array("%PDF-".utf8), binary(FeedText.Content.pdf)),
    ([0x04, 0x22, 0x4D, 0x18], binary(FeedText.Content.lz4)),
  ]
}

/// Converts UTF-16, split anywhere, to UTF-8.
struct UTF16Text: Sendable {
  private let isBigEndian: Bool
  /// The bytes of an incomplete code unit or surrogate pair.
  private var rest: [UInt8] = []
  private var isAtStart = true

  init(isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
  }

  /// Decodes bytes, without the byte-order mark; invalid input becomes U+FFFD.
  mutating func decode(_ bytes: [UInt8]) -> [UInt8] {
    rest += bytes
    var units = stride(from: 0, to: rest.count - 1, by: 2).map { offset in
      let (first, second) = (UInt16(rest[offset]), UInt16(rest[offset + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
    rest.removeFirst(2 * units.count)
    if isAtStart, let first = units.first {
      isAtStart = false
      if first == 0xFEFF { units.removeFirst() }
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Returns the replacement for an incomplete character at the end.
  mutating func finish() -> [UInt8] {
    guard !rest.isEmpty else { return [] }
    rest = []
    return Array("\u{FFFD}".utf8)
  }
}
