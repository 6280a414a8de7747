import FeedValues

/// Selects the most informative line of a program's error output: the first that is labelled as an
/// error, else the first that mentions one, else the last that is not empty.
///
/// | Errors | Line |
/// |---|---|
/// | `ERROR:  relation "x" does not exist`, `LINE 1: …`, `       ^` | the first |
/// | `Traceback …`, `  File …`, `ValueError: no` | the last |
/// | `curl: (7) Failed to connect …` | the only one |
struct ErrorText {
  private enum Rank: Int, Comparable {
    case nothing, text, mention, label

    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
  }

  private var current: [UInt8] = []
  private var newest: [[UInt8]] = []
  private var best = (rank: Rank.nothing, line: [UInt8]())

  /// The maximum number of bytes of a line that are kept.
  private static let capacity = 512
  /// The maximum number of lines kept in addition to the best one.
  private static let lineCapacity = 20

  /// Reads more output.
  mutating func append(_ bytes: [UInt8]) {
    for byte in bytes {
      if byte == 0x0A || byte == 0x0D {
        best = better(best, current)
        newest = kept(newest, current)
        current = []
      } else if current.count < Self.capacity {
        current.append(byte)
      }
    }
  }

  /// The most informative line without escape sequences; empty if there is none.
  var line: String { String(decoding: better(best, current).line, as: UTF8.self) }

  /// The last lines with any text, without escape sequences.
  var lines: [String] { kept(newest, current).map { String(decoding: $0, as: UTF8.self) } }

  private func kept(_ lines: [[UInt8]], _ line: [UInt8]) -> [[UInt8]] {
    let line = Self.plain(line)
    return line.isEmpty ? lines : lines.suffix(Self.lineCapacity - 1) + [line]
  }

  private func better(
    _ best: (rank: Rank, line: [UInt8]),
    _ line: [UInt8]
  ) -> (rank: Rank, line: [UInt8]) {
    let line = Self.plain(line)
    let rank = Self.rank(of: line)
    // The first error is usually the cause of the others; of plain text the last line is the result.
    let isBetter = rank == .text ? best.rank <= .text : rank > best.rank
    return isBetter ? (rank, line) : best
  }

  /// A line without control sequences and surrounding space.
  private static func plain(_ line: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    var rest = line[...]
    while let byte = rest.popFirst() {
      if byte == 0x1B, rest.first == UInt8(ascii: "[") {
        rest = rest.drop { !(0x40...0x7E).contains($0) || $0 == UInt8(ascii: "[") }.dropFirst()
      } else if byte >= 0x20 || byte == 0x09 {
        plain.append(byte)
      }
    }
    let start = plain.firstIndex { !$0.isJSONSpace } ?? plain.endIndex
    let end = plain.lastIndex { !$0.isJSONSpace } ?? plain.startIndex
    return start < plain.endIndex ? Array(plain[start...end]) : []
  }

  private static func rank(of line: [UInt8]) -> Rank {
    let words = line.map { (65...90).contains($0) ? $0 + 32 : $0 }
      .split(omittingEmptySubsequences: true) { !(97...122).contains($0) && $0 < 0x80 }
    // A ruler, a caret or a number alone is not informative.
    guard !words.isEmpty else { return .nothing }
    let texts = words.map { String(decoding: $0, as: UTF8.self) }
    let label = line.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "[") }
    let lastOfLabel = String(decoding: label, as: UTF8.self).lowercased()
    let isLabelled =
      label.count < line.count
      && labels.contains { lastOfLabel.hasSuffix($0) || lastOfLabel.hasPrefix("\($0) ") }
    if isLabelled || texts.contains(where: labels.contains) && line.contains(UInt8(ascii: ":")) {
      return .label
    }
    return texts.contains(where: mentions.contains) ? .mention : .text
  }

  private static let labels: Set<String> = [
    "error", "fatal", "panic", "exception", "critical", "failure",
  ]
  private static let mentions: Set<String> = [
    "failed", "cannot", "denied", "refused", "unable", "invalid", "unknown", "missing", "no",
    "not", "errors", "timeout", "unreachable", "abort", "aborted", "reset", "expired", "forbidden",
    "unauthorized",
  ]
}
