import FeedFormats
import FeedStore
import FeedValues
import Values

/// Lists that are printed again and again without saying so: `while sleep 2; do kubectl get pods; done`, `squeue -i 2`,
/// `iostat 2`, psql's `\watch`.
///
/// A table whose header comes again after a pause, and whose rows came with it at once, is the list again: it is compared
/// with the one before, and what it lacks is deleted. A program that prints one line after another and its header now and
/// then, as vmstat(8) does, goes on with the same table.
struct FrameDetector: Sendable {
  /// The shortest time without bytes between two lists.
  static let pause = Duration.milliseconds(300)
  /// The number of lines at the beginning among which the header is.
  private static let headLines = 3

  /// The first lines of the first list.
  private var head: [[UInt8]] = []
  /// Whether these are all of them.
  private var isWhole = false
  private var last: ContinuousClock.Instant?
  /// The number of pauses since the header.
  private var pauses = 0

  /// Takes note of bytes before they are read.
  ///
  /// - Parameters:
  ///   - chunk: The bytes.
  ///   - instant: When they arrived; nil if unknown, which is never after a pause.
  /// - Returns: Whether they are the list again.
  mutating func begins(with chunk: [UInt8], at instant: ContinuousClock.Instant?) -> Bool {
    defer { last = instant ?? last }
    let isAfterPause = if let last, let instant { instant - last >= Self.pause } else { false }
    // The first lines may arrive one by one.
    isWhole = isWhole || isAfterPause && !head.isEmpty || head.count >= Self.headLines
    guard isAfterPause || !isWhole else { return false }
    let lines = Self.firstLines(of: chunk)
    guard isWhole else {
      head += lines
      return false
    }
    pauses += 1
    let isHead =
      lines.contains { line in Self.isHeader(line) && head.contains(line) }
      || isTimed && lines.first.map { TableLine($0).isTime } == true
    defer { if isHead { pauses = 0 } }
    return isHead && pauses == 1
  }

  /// Whether the list has the time above its names, as that of `squeue -i`.
  private var isTimed: Bool {
    head.first.map { TableLine($0).isTime } == true && head.contains(where: Self.isHeader)
  }

  /// The first lines that are not blank, each with its end.
  private static func firstLines(of chunk: [UInt8]) -> [[UInt8]] {
    chunk.prefix(4_096).split(separator: UInt8(ascii: "\n"), maxSplits: 2 * headLines)
      .filter { !$0.allSatisfy(\.isJSONSpace) }.prefix(headLines).map { Array($0) }
  }

  /// Whether a line may be the names of columns: several words without a digit.
  private static func isHeader(_ line: [UInt8]) -> Bool {
    let words = line.split { $0.isBlank || ",;|".utf8.contains($0) }
    return words.count > 1 && !line.contains { $0.isDigit }
  }
}

extension FeedDecoder {
  /// Begins the next list, if bytes are one.
  ///
  /// - Returns: The list before, if it was one of several.
  mutating func beginFrame(with chunk: [UInt8]) -> [FeedItem] {
    let instant = arrival
    guard frames?.begins(with: chunk, at: instant) == true else { return [] }
    if options.isPolled { return run.isEmpty ? [] : endRun() }
    guard let format, [.table, .csv, .tsv].contains(format) else { return [] }
    // The first list has been read already; from now on each is read as a whole.
    let items = finish()
    options.isPolled = true
    interpreter.isPolled = true
    restart()
    return items
  }
}
