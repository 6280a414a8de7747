import FeedValues

/// Copies rows into shared stores: a store for each row would cost as much again as a short row, and
/// fragment the heap.
struct RowPacker {
  private var bytes: [UInt8] = []
  private var entries: [(place: Int, row: Row, start: Int)] = []

  /// The size of a store in bytes, such that it fills whole pages with its header.
  private static let capacity = 1 << 18 - 64

  /// Whether the current store should be finished.
  var isFull: Bool { bytes.count > Self.capacity - Self.capacity / 16 }

  /// Adds a row, with its place in the owner's list.
  mutating func add(_ row: Row, _ place: Int) {
    if bytes.isEmpty { bytes.reserveCapacity(Self.capacity) }
    entries.append((place, row, bytes.count))
    row.append(to: &bytes)
  }

  /// Finishes a store, and passes each row in it to the closure with its place.
  mutating func finish(_ body: (_ place: Int, _ row: Row) -> Void) {
    guard !entries.isEmpty else { return }
    let looks = entries.flatMap { $0.row.looks(movedTo: $0.start) }
    let store = ByteStore(bytes, looks: looks)
    for entry in entries { body(entry.place, entry.row.moved(into: store, at: entry.start)) }
    bytes.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
  }
}
