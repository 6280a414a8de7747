/// Decodes the bytes of a terminal into events; the bytes may be split anywhere.
///
/// It knows the sequences of xterm, its descendants, and terminals that differ (VT220, rxvt, the
/// Linux console, kitty's unambiguous keys) without asking terminfo: they do not contradict each
/// other.
///
/// Only time tells whether a lone ESC is the key or the start of a sequence. The decoder does not
/// wait: ``deadline`` is when the question is due, and ``expire(at:)`` decides it.
///
/// ```swift
/// var decoder = InputDecoder()
/// for event in decoder.feed(bytes, at: now) { handle(event) }
/// // … poll until decoder.deadline …
/// for event in decoder.expire(at: now) { handle(event) }
/// ```
/// - SeeAlso: <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>
public struct InputDecoder: Sendable {
  /// The time to wait for the rest of an incomplete sequence.
  public let timeout: Duration
  /// When to call ``expire(at:)`` if no byte arrives before; nil if nothing is incomplete.
  public private(set) var deadline: ContinuousClock.Instant?

  /// Bytes that are not a whole event yet; at most `maximumSequence`.
  private var pending: [UInt8] = []
  private var paste: PasteCollector?
  /// Whether the rest of an unsupported string is being skipped, up to its terminator.
  private var isSkipping = false

  /// Longer sequences have no meaning and are skipped.
  static let maximumSequence = 1024

  /// Creates a decoder.
  ///
  /// - Parameter timeout: The default of 50 ms is longer than networks delay the rest of a
  ///   sequence, and shorter than anyone takes from Escape to the next key.
  public init(timeout: Duration = .milliseconds(50)) { self.timeout = timeout }

  /// Decodes bytes as they were read and returns the events that they complete, in order.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public mutating func feed(
    _ bytes: some Sequence<UInt8>,
    at instant: ContinuousClock.Instant
  ) -> [InputEvent] {
    var events: [InputEvent] = []
    for byte in bytes { take(byte, into: &events) }
    deadline = pending.isEmpty && paste == nil && !isSkipping ? nil : instant + timeout
    return events
  }

  /// Decides an incomplete sequence once `instant` has reached the deadline: a lone ESC was the
  /// key.
  public mutating func expire(at instant: ContinuousClock.Instant) -> [InputEvent] {
    guard let deadline, instant >= deadline else { return [] }
    self.deadline = nil
    isSkipping = false
    var events: [InputEvent] = []
    if var paste = paste.take() {
      paste.finish(into: &events)
    } else if pending.first == 0x1B {
      switch pending.count {
      case 1: events.append(.key(.escape))
      // ESC with a bracket or letter that could begin a sequence: typed together with Alt.
      case 2: events.append(.key(.character(Character(Unicode.Scalar(pending[1]))), .alt))
      default: break
      }
    } else if !pending.isEmpty {
      events.append(.key(.character("\u{FFFD}")))
    }
    pending.removeAll(keepingCapacity: true)
    return events
  }

  private mutating func take(_ byte: UInt8, into events: inout [InputEvent]) {
    if var open = paste.take() {
      if !open.append(byte, into: &events) { paste = open }
      return
    }
    if isSkipping {
      // BEL, ST (ESC \, of which the backslash is enough), CAN or SUB terminates a string.
      if byte == 0x07 || byte == 0x5C || byte == 0x18 || byte == 0x1A { isSkipping = false }
      return
    }
    pending.append(byte)
    while !pending.isEmpty {
      switch InputParser.parse(pending) {
      case .incomplete:
        if pending.count >= InputDecoder.maximumSequence {
          pending.removeAll(keepingCapacity: true)
          isSkipping = true
        }
        return
      case .paste:
        pending.removeAll(keepingCapacity: true)
        paste = PasteCollector()
        return
      case .consumed(let count, let event):
        if let event { events.append(event) }
        pending.removeFirst(count)
      }
    }
  }
}
