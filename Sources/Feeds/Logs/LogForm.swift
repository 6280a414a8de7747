/// Lines of text, cut into fields if they are lines of a log in a format that is known.
///
/// A line that no format reads is a row with one cell, so that no line is lost.
struct LogForm: Sendable {
  /// The formats that lines had so far, that of the last line first.
  private(set) var formats: [LogFormat] = []
  /// How many lines were cut into fields, how many were not, and how many are the sum above a listing.
  private(set) var lineCounts: (read: Int, plain: Int, sums: Int) = (0, 0, 0)
  /// The newest lines that match no format, until one is found.
  private var sample: [[UInt8]] = []

  /// How many lines decide the format if the first lines did not.
  private static let sampleSize = 8
  /// The most formats that one feed may have.
  private static let formatLimit = 4

  /// Creates a form; without a format, lines are plain until several have one.
  init(_ format: LogFormat?) {
    if let format { formats = [format] }
  }

  /// What the lines were taken for, in words; nil if none was cut.
  var description: String? {
    guard let format = formats.first, lineCounts.read > 0 else { return nil }
    return FeedText.Format.lines(
      "\(format)",
      lineCounts.read,
      of: lineCounts.read + lineCounts.plain
    )
  }

  /// Takes a line without its end and without colours.
  mutating func take(_ line: UnsafeBufferPointer<UInt8>, into values: inout TextValues) {
    if let record = read(line) {
      lineCounts.read += 1
      values.append(record, of: line)
    } else if formats.first == .known(.listing), line.isEmpty || FileListing.isTotal(line) {
      lineCounts.sums += 1
    } else {
      lineCounts.plain += 1
      values.appendLine(line)
    }
  }

  private mutating func read(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    if let format = formats.first, format.isGiven { return format.read(line) }
    // A line that begins with a space continues from the one above it.
    guard let first = line.first, !first.isBlank else { return nil }
    for index in formats.indices {
      guard let record = formats[index].read(line) else { continue }
      if index > 0 { formats.insert(formats.remove(at: index), at: 0) }
      return record
    }
    return learn(line)
  }

  /// Looks for another format in a line that the known ones do not read.
  private mutating func learn(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    guard formats.count < Self.formatLimit, line.count <= 4_096 else { return nil }
    sample.append(Array(line))
    if sample.count > Self.sampleSize { sample.removeFirst() }
    guard sample.count == Self.sampleSize else { return nil }
    return withLines(sample[...]) { lines in
      guard let found = LogFormat.recognize(lines, isStrict: true),
        found.count * 4 >= Self.sampleSize * 3, !formats.contains(found.format),
        let record = found.format.read(line)
      else { return nil }
      formats.insert(found.format, at: 0)
      sample = []
      return record
    }
  }

}

/// Calls a function with the bytes of some lines.
func withLines<Result>(
  _ lines: ArraySlice<[UInt8]>,
  _ opened: [UnsafeBufferPointer<UInt8>] = [],
  _ body: ([UnsafeBufferPointer<UInt8>]) -> Result
) -> Result {
  guard let first = lines.first else { return body(opened) }
  return first.withUnsafeBufferPointer { withLines(lines.dropFirst(), opened + [$0], body) }
}
