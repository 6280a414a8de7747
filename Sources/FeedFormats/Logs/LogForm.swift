import FeedValues
import Values

/// Lines of text, split into fields if they are log lines in a known format.
///
/// A line that matches no format is a row with one cell, so that no line is lost.
package struct LogForm: Sendable {
  /// The formats found so far, that of the last line first.
  private(set) var formats: [LogFormat] = []
  /// The number of lines that were split into fields, that were not, and that are totals of listings or names of files.
  private(set) var lineCounts: (read: Int, plain: Int, sums: Int) = (0, 0, 0)
  private var shapes = LineShapes()
  /// The stream of the last entry, if that goes on in the next line of the stream.
  private var partial: [UInt8]?
  /// The format of the last entry.
  private var last: LogFormat?
  /// The newest lines that match no format, until one is found.
  private var sample: [[UInt8]] = []

  /// The number of lines that determine the format if the first lines did not.
  private static let sampleSize = 8
  /// The maximum number of formats in one feed.
  private static let formatLimit = 4

  /// Creates a form; without a format, lines are plain until several of them match one.
  package init(_ format: LogFormat?) {
    if let format { formats = [format] }
  }

  /// The recognised formats; nil if no line was split.
  package var description: String? {
    guard let format = formats.first, lineCounts.read > 0 else { return nil }
    return FeedText.Format.lines(
      "\(format)",
      lineCounts.read,
      of: lineCounts.read + lineCounts.plain
    )
  }

  /// Whether lines are split into fields.
  package var isSplit: Bool { !formats.isEmpty }

  /// Whether a line of any other form continues the entry above it.
  package var ownsOtherLines: Bool { (last ?? formats.first)?.ownsOtherLines ?? false }

  /// Takes note of a row that was made of a line by other means.
  package mutating func noteOtherRow() { partial = nil }

  /// Reads a line without its end and without colours.
  package mutating func take(_ line: UnsafeBufferPointer<UInt8>, into values: inout TextValues) {
    if let record = read(line) {
      lineCounts.read += 1
      let stream = record.text(of: ServerLog.stream, in: line)
      let continues = partial.map(stream.elementsEqual) ?? false
      partial = record.isPartial ? Array(stream) : nil
      if continues, let content = record.content,
        values.continueLast(with: UnsafeBufferPointer(rebasing: line[content]), after: "")
      {
        return
      }
      values.append(record, of: line, shape: shapes.shape(of: record, in: line))
      return
    }
    partial = nil
    if formats.first == .known(.listing), line.isEmpty || FileListing.isTotal(line) {
      lineCounts.sums += 1
      if !line.isEmpty { values.note(.legend) }
    } else if Self.isFileName(line) {
      lineCounts.sums += 1
      values.note(.caption)
    } else if continues(line), values.continueLast(with: line) {
      lineCounts.read += 1
    } else {
      lineCounts.plain += 1
      values.appendLine(line)
    }
  }

  /// Whether a line without the form of the others may belong to the entry above it, as those of stack traces do.
  ///
  /// Programs whose every entry begins with a time write no line of their own without one; others are read only where they
  /// are indented.
  private func continues(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let format = last ?? formats.first, let first = line.first else { return false }
    return format.ownsOtherLines || format.mayContinue && (first.isBlank || Self.isOfTrace(line))
  }

  /// Whether a line is the name of a file above its lines, as tail(1) and head(1) write it: `==> app.log <==`.
  private static func isFileName(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.count > 8 && line.starts(with: "==> ".utf8) && line.suffix(4).elementsEqual(" <==".utf8)
  }

  /// Whether a line begins or ends a stack trace: `Traceback (most recent call last):`, `ValueError: no`, `Caused by: …`.
  static func isOfTrace(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    let starts: [StaticString] = [
      "Traceback (most", "Caused by: ", "During handling", "The above", "Exception in",
    ]
    var cursor = LogCursor(line)
    if starts.contains(where: { cursor.skip(text: $0) }) { return true }
    let name = line.prefix { $0.isNamePart }
    let isEnd = name.count == line.count || line[name.endIndex] == UInt8(ascii: ":")
    return isEnd
      && ["Error", "Exception", "Throwable", "Interrupt"].contains { ending in
        name.count > ending.utf8.count && name.suffix(ending.utf8.count).elementsEqual(ending.utf8)
      }
  }

  private mutating func read(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    if let format = formats.first, format.isGiven { return format.read(line) }
    // A line that begins with a space continues the one above it.
    guard let first = line.first, !first.isBlank || formats.first == .known(.listing) else {
      return nil
    }
    for index in formats.indices {
      guard let record = formats[index].read(line) else { continue }
      last = formats[index]
      if index > 0, !formats[index].isGeneral { formats.insert(formats.remove(at: index), at: 0) }
      return record
    }
    return readAlone(line) ?? learn(line)
  }

  /// The fields of a line that has a form of its own with a time, so that it is no part of the entry above it: another
  /// program writes into the same log.
  private mutating func readAlone(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    guard !formats.isEmpty, formats.count < Self.formatLimit, line.count <= 4_096,
      line.prefix(Self.timeLimit).contains(where: \.isDigit),
      let found = LogFormat.recognize([line], isStrict: false), !formats.contains(found.format),
      let record = found.format.read(line), record.hasDate(in: line)
    else { return nil }
    last = found.format
    formats.insert(found.format, at: found.format.isGeneral ? formats.count : 0)
    return record
  }

  /// The number of bytes among which a time begins.
  private static let timeLimit = 64

  /// Looks for another format that matches a line.
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
      (last, sample) = (found.format, [])
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

/// A form of lines that have fields: its name, and the function that reads a line.
///
/// To add one, write a function that reads a line, declare the form beside it, and enter it in ``all``.
package struct LineForm: Hashable, Sendable {
  typealias Reader = @Sendable (_ line: UnsafeBufferPointer<UInt8>) -> LogRecord?

  /// The lines of another form that continue an entry: none, indented ones such as those of a stack trace, or any.
  enum Continuation { case never, indented, any }

  /// The name, which no other form has.
  let name: String
  let continuation: Continuation
  /// The number of lines that a program writes above the first entry of a log in this form.
  let preamble: Int
  /// The fields of a line; nil if it has another form.
  let read: Reader

  init(
    _ name: String,
    continuation: Continuation = .never,
    below preamble: Int = 0,
    _ read: @escaping Reader
  ) {
    (self.name, self.continuation, self.preamble, self.read) = (name, continuation, preamble, read)
  }

  /// All forms, the most specific first.
  static let all: [LineForm] = [
    .prefixed, .collected, .access, .gin, .haproxy, .syslog5424, .nginxError, .apacheError,
    .postgresql, .redis, .glog, .logcat, .samba, .mysqlSlow, .tomcat, .php, .laravel, .fail2ban,
    .ruby, .container, .squid, .cloud, .audit, .uwsgi, .listing, .checksums, .mounts, .fileSystems,
    .monotonic, .logrus, .uvicorn, .syslog, .logfmt, .python,
  ]

  package static func == (left: LineForm, right: LineForm) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
