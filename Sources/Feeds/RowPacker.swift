/// Copies rows into stores of their own, many in one: a store for each would cost as much again as a
/// short row, and scatter them over the heap.
struct RowPacker {
  private var bytes: [UInt8] = []
  private var entries: [(place: Int, row: Row, start: Int)] = []

  /// How many bytes a store has, so that it fills whole pages with its header.
  private static let capacity = 1 << 18 - 64

  /// Whether it is time to finish a store.
  var isFull: Bool { bytes.count > Self.capacity - Self.capacity / 16 }

  /// Takes a row in, for a place of its owner's.
  mutating func add(_ row: Row, _ place: Int) {
    if bytes.isEmpty { bytes.reserveCapacity(Self.capacity) }
    entries.append((place, row, bytes.count))
    row.append(to: &bytes)
  }

  /// Ends a store, and gives each row in it back with its place.
  mutating func finish(_ body: (_ place: Int, _ row: Row) -> Void) {
    guard !entries.isEmpty else { return }
    // What was reserved for more must not stay.
    let isSparse = bytes.capacity > bytes.count + bytes.count / 8
    let looks = entries.flatMap { $0.row.looks(movedTo: $0.start) }
    let store = ByteStore(isSparse ? Array(bytes[...]) : bytes, looks: looks)
    for entry in entries { body(entry.place, entry.row.moved(into: store, at: entry.start)) }
    bytes = []
    entries.removeAll(keepingCapacity: true)
  }
}
