import FeedIdentity
import FeedValues

/// The order of the objects of a file: they are inserted at the front, so that the last one is on top, unless their times
/// show that the newest is the first one of the file already.
struct ObjectOrder: Sendable {
  private var rows: [Row] = []
  private var byteCount = 0
  private var ids: Set<RowID> = []
  /// Whether the rows have been emitted, or have no order of their own.
  private var isOver = false

  /// The maximum number of bytes of rows that are ordered.
  static let capacity = 64 << 20
  private static let sampleSize = 64

  /// Adds an object; if it replaces another one, the rows have no order of their own.
  mutating func append(_ row: Row) {
    guard !isOver else { return }
    byteCount += row.textCount
    rows.append(row)
    if byteCount > Self.capacity || !ids.insert(row.id).inserted { return end() }
    // Most feeds show early that their times do not fall.
    if rows.count == Self.sampleSize, !isFalling { end() }
  }

  private mutating func end() {
    isOver = true
    (rows, ids) = ([], [])
  }

  /// The rows in the order of the file, once; nil if they are to stay as they were inserted.
  mutating func take() -> [Row]? {
    guard !isOver, rows.count > 1 else { return nil }
    defer { end() }
    return isFalling ? rows : nil
  }

  /// Whether most objects have a time, none of them later than the one above it.
  private var isFalling: Bool {
    let sample = rows.prefix(Self.sampleSize).map { LogLine.time(of: $0.value) }
    let times = sample.compactMap(\.self)
    guard times.count * 2 > sample.count, times.first != times.last else { return false }
    return zip(times, times.dropFirst()).allSatisfy { $0 >= $1 }
  }
}
