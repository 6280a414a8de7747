/// The order of the lines of a feed that may end: as a whole they keep their order, like a document,
/// and only lines written afterwards are inserted as the newest.
///
/// If times increase from line to line, the newest comes first, as in any log that continues. Objects
/// are events, which are inserted at the front: they keep their order only if their times decrease, so
/// that the newest is first already.
struct LineOrder: Sendable {
  private var rows: [Row] = []
  private var byteCount = 0
  /// The identities of the objects among the lines.
  private var objects: Set<RowID> = []
  /// Whether the lines have been emitted, or have no order of their own.
  private var isOver = false

  /// The maximum number of bytes of lines that are ordered.
  static let capacity = 64 << 20
  private static let sampleSize = 64

  /// Adds a plain line.
  mutating func append(_ row: Row) {
    guard !isOver else { return }
    byteCount += row.textCount
    rows.append(row)
    if byteCount > Self.capacity { end() }
  }

  /// Adds an object; if it replaces another one, the lines have no order of their own.
  mutating func append(object row: Row) {
    guard !isOver else { return }
    append(row)
    if !objects.insert(row.id).inserted { return end() }
    // Most feeds show early that they are none of these.
    if rows.count == Self.sampleSize, !isFalling { end() }
  }

  private mutating func end() {
    isOver = true
    (rows, objects) = ([], [])
  }

  /// The lines in their order, once; nil if they are a log, or too few to have an order.
  mutating func take() -> [Row]? {
    guard !isOver, rows.count > 1 else { return nil }
    defer { end() }
    if objects.isEmpty { return isRising ? nil : rows }
    return isFalling ? rows : nil
  }

  /// Whether most objects have a time, none of them later than the one above it.
  private var isFalling: Bool {
    let sample = rows.prefix(Self.sampleSize).map { LogLine.time(of: $0.value) }
    let times = sample.compactMap(\.self)
    guard times.count * 2 > sample.count, times.first != times.last else { return false }
    return zip(times, times.dropFirst()).allSatisfy { $0 >= $1 }
  }

  /// Whether most lines begin with a time, none of them earlier than the one above it.
  private var isRising: Bool {
    let sample = rows.prefix(Self.sampleSize).map { row in
      Self.opening((row.value.member("time") ?? row.value).string)
    }
    let times = sample.compactMap(\.self)
    guard times.count * 2 > sample.count else { return false }
    return zip(times, times.dropFirst()).allSatisfy { $0 <= $1 } && times.first != times.last
      || Set(times).count == 1
  }

  /// The date or time at the beginning of a line: digits with separators between them.
  private static func opening(_ line: String) -> String? {
    let text = line.drop { $0 == "[" || $0 == " " }
    let opening = text.prefix { $0.isNumber || "-:/.TZ, ".contains($0) }
    guard opening.contains(where: { "-:/".contains($0) }), opening.count > 4 else { return nil }
    return String(opening)
  }
}
