import Columns
internal import FeedValues

/// Writes the key of several columns: the keys of their values one after another, each in its own direction.
///
/// A key begins with whether there is a value, as rows without one are last in either direction. It ends with two
/// zeros, and a zero in it is followed by 0xFF: so of two rows with different values the first column decides alone,
/// however long its keys are.
struct SeveralKeys: Hashable, Sendable {
  private struct Part: Hashable, Sendable {
    let order: ValueOrder
    /// Whether amounts are in the minor unit of their currency.
    let isMinor: Bool
    let isDescending: Bool
  }

  private let parts: [Part]

  private static let (present, missing): (UInt8, UInt8) = (0x01, 0xFE)

  /// Creates the writer for an order; nil if that is by one column.
  init?(_ sort: Arrangement.Sort) {
    guard sort.keys.count > 1 else { return nil }
    parts = sort.keys.map {
      Part(order: $0.order, isMinor: $0.column.format == .money, isDescending: $0.isDescending)
    }
  }

  /// Appends the key of what was read of a row.
  func append(_ reading: EntryReader.Reading, to writer: inout SortKeyWriter) {
    for (part, amount) in zip(parts, [reading.sorted] + reading.further) {
      let key = part.order.key(of: amount.value, currency: amount.currency, isMinor: part.isMinor)
      guard !key.isMissing else {
        writer.append(Self.missing)
        continue
      }
      writer.append(Self.present)
      writer.mask = part.isDescending ? 0xFF : 0
      let bytes = key.bytes
      for byte in bytes[...(bytes.lastIndex { $0 != 0 } ?? 0)] {
        writer.append(byte)
        if byte == 0 { writer.append(0xFF) }
      }
      for _ in 0..<2 { writer.append(0) }
      writer.mask = 0
    }
  }
}
