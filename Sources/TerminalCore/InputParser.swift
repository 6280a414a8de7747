/// Parses one event at the start of some bytes.
enum InputParser {
  enum Result: Equatable {
    /// More bytes may complete an event.
    case incomplete
    /// The first bytes are consumed; they may have had no meaning.
    case consumed(Int, InputEvent?)
    /// A bracketed paste begins after these bytes.
    case paste
  }

  /// Parses the first event of `bytes`, which must not be empty.
  static func parse(_ bytes: [UInt8]) -> Result {
    switch bytes[0] {
    case 0x1B: parseEscape(bytes)
    case 0x80...: parseUTF8(bytes, from: 0, modifiers: [])
    default: .consumed(1, key(for: bytes[0], modifiers: []))
    }
  }

  private static func parseEscape(_ bytes: [UInt8]) -> Result {
    guard bytes.count > 1 else { return .incomplete }
    switch bytes[1] {
    case UInt8(ascii: "["): return ControlSequence.parse(bytes)
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return .incomplete }
      if bytes[2] < 0x20 || bytes[2] > 0x7E { return .consumed(2, .key(.character("O"), .alt)) }
      return .consumed(3, keypad(bytes[2]))
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      return parseString(bytes)
    case 0x1B:
      // The key, followed by something else.
      return .consumed(1, .key(.escape))
    case 0x80...: return parseUTF8(bytes, from: 1, modifiers: .alt)
    default: return .consumed(2, key(for: bytes[1], modifiers: .alt))
    }
  }

  /// A byte below 0x80 other than ESC.
  private static func key(for byte: UInt8, modifiers: InputEvent.Modifiers) -> InputEvent {
    switch byte {
    case 0x00: .key(.character(" "), modifiers.union(.control))
    case 0x08, 0x7F: .key(.backspace, modifiers)
    case 0x09: .key(.tab, modifiers)
    case 0x0A, 0x0D: .key(.enter, modifiers)
    case 0x01...0x1A:
      .key(.character(Character(Unicode.Scalar(byte + 0x60))), modifiers.union(.control))
    case 0x1C...0x1F:
      .key(.character(Character(Unicode.Scalar(byte + 0x40))), modifiers.union(.control))
    default: .key(.character(Character(Unicode.Scalar(byte))), modifiers)
    }
  }

  /// One character of several bytes; invalid UTF-8 becomes U+FFFD, and C1 controls are dropped.
  private static func parseUTF8(
    _ bytes: [UInt8],
    from start: Int,
    modifiers: InputEvent.Modifiers
  ) -> Result {
    let lead = bytes[start]
    let length =
      switch lead {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    var end = start + 1
    while end < bytes.count, end < start + length, bytes[end] & 0xC0 == 0x80 { end += 1 }
    if end == bytes.count, end < start + length { return .incomplete }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
      return .consumed(end, .key(.character("\u{FFFD}"), modifiers))
    }
    if scalar.value < 0xA0 { return .consumed(end, nil) }
    return .consumed(end, .key(.character(Character(scalar)), modifiers))
  }

  /// SS3: cursor and function keys in application mode, and the keypad.
  private static func keypad(_ byte: UInt8) -> InputEvent? {
    switch byte {
    case UInt8(ascii: "M"): .key(.enter)
    case UInt8(ascii: "I"): .key(.tab)
    case UInt8(ascii: "X"): .key(.character("="))
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      .key(.character(Character(Unicode.Scalar(byte - 0x40))))
    default: ControlSequence.cursorKey(byte).map { .key($0) }
    }
  }

  /// OSC, DCS, SOS, PM and APC, up to ST or BEL.
  ///
  /// Only OSC 11 is understood. Another sequence ends what looked like a string: it was a key typed together with Alt,
  /// before an answer of the terminal, or a string that was cut off.
  private static func parseString(_ bytes: [UInt8]) -> Result {
    guard bytes.count > 2, let last = bytes.last else { return .incomplete }
    let escape = bytes[2...].firstIndex(of: 0x1B) ?? bytes.count
    if escape + 1 < bytes.count, bytes[escape + 1] != 0x5C {
      let key = InputEvent.key(.character(Character(Unicode.Scalar(bytes[1]))), .alt)
      return escape == 2 ? .consumed(2, key) : .consumed(escape, nil)
    }
    let isEnded = last == 0x07 || (last == 0x5C && bytes[bytes.count - 2] == 0x1B)
    guard isEnded else {
      return last == 0x18 || last == 0x1A ? .consumed(bytes.count, nil) : .incomplete
    }
    let content = bytes[2..<bytes.count - (last == 0x07 ? 1 : 2)]
    let prefix = Array("11;".utf8)
    guard bytes[1] == UInt8(ascii: "]"), content.starts(with: prefix) else {
      return .consumed(bytes.count, nil)
    }
    let color = RGBColor(specification: String(decoding: content.dropFirst(3), as: UTF8.self))
    return .consumed(bytes.count, color.map { .report(.background($0)) })
  }
}

extension RGBColor {
  /// Parses a terminal's answer to OSC 10 or 11: `rgb:1010/1414/1818`, one to four hexadecimal
  /// digits per channel, `rgba:` with a fourth channel that is ignored, or `#101418`.
  init?(specification: String) {
    if specification.hasPrefix("#"), specification.utf8.count == 7,
      let value = UInt32(specification.dropFirst(), radix: 16)
    {
      self.init(value)
      return
    }
    let parts = specification.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "rgb" || parts[0] == "rgba" else { return nil }
    let channels = parts[1].split(separator: "/", omittingEmptySubsequences: false)
    guard channels.count == (parts[0] == "rgb" ? 3 : 4) else { return nil }
    var values: [UInt8] = []
    for channel in channels.prefix(3) {
      guard (1...4).contains(channel.utf8.count), let value = UInt32(channel, radix: 16) else {
        return nil
      }
      let largest = UInt32(1) << (4 * UInt32(channel.utf8.count)) - 1
      values.append(UInt8((value * 255 + largest / 2) / largest))
    }
    self.init(red: values[0], green: values[1], blue: values[2])
  }
}

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
