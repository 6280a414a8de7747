/// Collects text pasted between `ESC [ 200 ~` and `ESC [ 201 ~`.
struct PasteCollector: Sendable {
  private var bytes: [UInt8] = []
  private static let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
  /// A longer paste is split into several events, so that it cannot fill the memory.
  private static let maximum = 65_536

  /// Appends a byte; returns true at the end of the paste.
  mutating func append(_ byte: UInt8, into events: inout [InputEvent]) -> Bool {
    bytes.append(byte)
    if byte == 0x7E, bytes.suffix(PasteCollector.end.count) == PasteCollector.end[...] {
      bytes.removeLast(PasteCollector.end.count)
      finish(into: &events)
      return true
    }
    // Split only before the first byte of a character, and not inside what may be the end marker.
    if bytes.count > PasteCollector.maximum, byte & 0xC0 != 0x80,
      !bytes.suffix(PasteCollector.end.count).contains(0x1B)
    {
      bytes.removeLast()
      finish(into: &events)
      bytes = [byte]
    }
    return false
  }

  /// Returns what was collected; invalid UTF-8 becomes U+FFFD.
  mutating func finish(into events: inout [InputEvent]) {
    events.append(.paste(String(decoding: bytes, as: UTF8.self)))
    bytes = []
  }
}
