/// Where the text of a row and its key lie: a way to see in no time that two rows are one.
///
/// Two rows that are alive at once and lie in the same place are the same row and say the same, for text
/// never changes; equal rows may lie in different places. It tells nothing of a row that is gone, whose
/// place may be taken.
public struct RowPlace: Hashable, Sendable {
  private let store: ObjectIdentifier
  private let start: UInt32
  private let keyStart: UInt32
  private let occurrence: Int

  init(store: ObjectIdentifier, start: UInt32, keyStart: UInt32, occurrence: Int) {
    (self.store, self.start, self.keyStart) = (store, start, keyStart)
    self.occurrence = occurrence
  }

  /// A number of the place that spreads well over a table; its high bits are the best.
  public var hash: UInt64 {
    let address = UInt64(UInt(bitPattern: store)) &+ UInt64(start) &* 0x9E37_79B9_7F4A_7C15
    return (address ^ address >> 29) &* 0xBF58_476D_1CE4_E5B9
  }
}
