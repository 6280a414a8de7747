import FeedValues
package import Patterns
import Values

/// A format of log lines.
package enum LogFormat: Hashable, Sendable {
  /// A format with fields of its own.
  case known(LineForm)
  /// A message after the head that most lines share.
  case headed(LogHead)
  /// The named groups of a regular expression.
  case pattern(CapturePattern)

  func read(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    switch self {
    case .known(let known): known.read(line)
    case .headed(let head): head.read(line)
    case .pattern(let pattern): Self.read(line, by: pattern)
    }
  }

  private static func read(
    _ line: UnsafeBufferPointer<UInt8>,
    by pattern: CapturePattern
  ) -> LogRecord? {
    guard let captures = pattern.captures(in: line) else { return nil }
    var record = LogRecord()
    for (name, range) in zip(pattern.names, captures) where range != nil {
      record.add(LogName(name), range)
    }
    return record
  }

  /// Whether entries may be of several lines.
  var mayContinue: Bool {
    switch self {
    case .known(let known): known.continuation != .never
    case .headed, .pattern: true
    }
  }

  /// Whether a line that does not have the format continues the entry above it even if it is not indented.
  var ownsOtherLines: Bool {
    switch self {
    case .known(let known): known.continuation == .any
    case .headed(let head): head.hasTime
    case .pattern: false
    }
  }

  /// Whether lines in other formats may have it too, which are to be tried first.
  var isGeneral: Bool { if case .headed = self { true } else { false } }

  /// Whether the user gave the format, in which case no other is looked for.
  var isGiven: Bool { if case .pattern = self { true } else { false } }

  /// The format that at least half of some lines match; nil if there is none.
  ///
  /// Lines that begin with a space continue the line above them and do not count, unless a number of a file is behind it.
  ///
  /// - Parameters:
  ///   - lines: The lines, without colours.
  ///   - isStrict: Whether only formats count that occur only in logs.
  /// - Returns: The format, the number of lines that match it, and the number of all lines.
  static func recognize(
    _ lines: [UnsafeBufferPointer<UInt8>],
    isStrict: Bool
  ) -> (format: LogFormat, count: Int, of: Int)? {
    let lines = lines.filter { line in
      line.first.map { !$0.isBlank && !"{})".utf8.contains($0) } ?? false
        && !FileListing.isTotal(line) && !LogForm.isOfTrace(line)
        || FileListing.isNumbered(line)
    }
    guard !lines.isEmpty else { return nil }
    var best: (format: LogFormat, count: Int, of: Int)?
    for known in LineForm.all {
      let count = lines.count { known.read($0) != nil }
      let beginning = lines.prefix(known.preamble + 1)
      let isFirst = known.continuation == .any && beginning.contains { known.read($0) != nil }
      // The entries of a form of its own may be of many lines each.
      let isEnough =
        isFirst && known.preamble > 0
        || isEnough(isFirst ? count * 2 : count, of: lines.count, areOthersContinuations: isFirst)
      if isEnough, count > best?.count ?? 0 {
        best = (.known(known), count, lines.count)
      }
    }
    if let best, best.count == lines.count { return best }
    guard let head = LogHead(of: lines), head.isStrong || !isStrict else { return best }
    let records = lines.compactMap(head.read)
    if let best {
      // A head with a level that explains more lines is a better reading of them.
      guard head.isStrong, records.count > best.count else { return best }
    }
    // A time alone is output of date(1).
    let hasContent = records.contains { $0.hasMore(than: .time) }
    let isFirst = head.isStrong && head.hasTime && head.read(lines[0]) != nil
    guard hasContent,
      isEnough(records.count, of: lines.count, areOthersContinuations: isFirst)
    else { return nil }
    return (.headed(head), records.count, lines.count)
  }
}

extension LogFormat {
  /// Whether so many of some lines have a form that it is that of all: half of them, or a quarter if the others may be
  /// those of stack traces.
  private static func isEnough(
    _ count: Int,
    of total: Int,
    areOthersContinuations: Bool
  ) -> Bool {
    count * (areOthersContinuations ? 4 : 2) >= total
  }
}

extension LogFormat: CustomStringConvertible {
  /// The name of the format, or its parts.
  package var description: String {
    switch self {
    case .known(let known): known.name
    case .headed(let head): FeedText.Format.lines(beginningWith: "\(head)")
    case .pattern(let pattern): FeedText.Format.lines(withFields: pattern.names)
    }
  }
}
