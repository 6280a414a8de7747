/// The plain lines of a feed that may end: as a whole they stand in their own order, as a document
/// does, and only what is written behind it comes in as the newest.
///
/// Lines that begin with times that rise are a log that goes on: there the newest stands first.
struct LineOrder: Sendable {
  private var rows: [Row] = []
  private var byteCount = 0
  /// Whether the lines have been given out, or are too many.
  private var isOver = false

  /// The most bytes of lines that are put in order.
  static let capacity = 64 << 20

  mutating func append(_ row: Row) {
    guard !isOver else { return }
    byteCount += row.textCount
    rows.append(row)
    guard byteCount > Self.capacity else { return }
    isOver = true
    rows = []
  }

  /// The lines in their order, once; nil where they are a log, or too few to be in one.
  mutating func take() -> [Row]? {
    guard !isOver, rows.count > 1 else { return nil }
    isOver = true
    defer { rows = [] }
    return isRising ? nil : rows
  }

  /// Whether most lines begin with a time, none of them before the one above it.
  private var isRising: Bool {
    let sample = rows.prefix(64).map { row in
      Self.opening((row.value.member("time") ?? row.value).string)
    }
    let times = sample.compactMap(\.self)
    guard times.count * 2 > sample.count else { return false }
    return zip(times, times.dropFirst()).allSatisfy { $0 <= $1 } && times.first != times.last
      || Set(times).count == 1
  }

  /// What a line begins with, where that is a date or a time: digits with signs between them.
  private static func opening(_ line: String) -> String? {
    let text = line.drop { $0 == "[" || $0 == " " }
    let opening = text.prefix { $0.isNumber || "-:/.TZ, ".contains($0) }
    guard opening.contains(where: { "-:/".contains($0) }), opening.count > 4 else { return nil }
    return String(opening)
  }
}
