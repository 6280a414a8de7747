/// Replaces control sequences (ECMA-48) by spaces, because they mean nothing between the parts of JSON: `jq -C`
/// colours them, and `docker stats --format json` goes to the top of the screen before each round.
///
/// Nothing moves, so that offsets stay those of what arrived.
package struct ControlBlanks: Sendable {
  private enum State { case outside, escape, sequence, string }

  private var state = State.outside

  /// Creates the state outside a control sequence.
  package init() {}

  /// Replaces the control sequences in the next bytes.
  package mutating func replace(in bytes: inout [UInt8]) {
    guard state != .outside || bytes.contains(0x1B) else { return }
    for offset in bytes.indices where takes(bytes[offset]) { bytes[offset] = UInt8(ascii: " ") }
  }

  /// Whether a byte is part of a control sequence.
  private mutating func takes(_ byte: UInt8) -> Bool {
    if byte == 0x1B {
      state = .escape
      return true
    }
    switch state {
    case .outside: return false
    case .escape:
      switch byte {
      case UInt8(ascii: "["): state = .sequence
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
        UInt8(ascii: "_"):
        state = .string
      case 0x20...0x2F: break
      default: state = .outside
      }
    case .sequence: if !(0x20...0x3F).contains(byte) { state = .outside }
    case .string: if byte < 0x20 { state = .outside }
    }
    // Lines are counted.
    return byte != UInt8(ascii: "\n")
  }
}
