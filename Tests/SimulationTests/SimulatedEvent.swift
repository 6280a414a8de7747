import FeedSources
import FeedValues
import TerminalCore

/// One thing that happens to the program.
///
/// It is a value, so that a run is a list that can be cut down.
enum SimulatedEvent: Hashable, Sendable {
  /// Time passes, in milliseconds.
  case wait(Int)
  /// The source of the feed has something.
  case feed(FeedSourceEvent)
  /// The terminal sends bytes: keys, the mouse, pastes, and what is none of them.
  case typed([UInt8])
  /// The window has another size.
  case resize(TerminalSize)

  /// Whether the user did it, who may move what is in view.
  var isByUser: Bool {
    switch self {
    case .typed, .resize: true
    case .wait, .feed: false
    }
  }
}

extension SimulatedEvent: CustomStringConvertible {
  var description: String {
    switch self {
    case .wait(let milliseconds): "wait \(milliseconds) ms"
    case .feed(.bytes(let bytes)): "feed \(Self.quoted(bytes))"
    case .feed(let event): "feed: \(event)"
    case .typed(let bytes): "type \(Self.quoted(bytes))"
    case .resize(let size): "resize to \(size.columns)×\(size.lines)"
    }
  }

  /// Bytes as a string literal; other bytes than printable ASCII are escaped.
  static func quoted(_ bytes: [UInt8]) -> String {
    let shown = bytes.prefix(2_000).map { byte in
      switch byte {
      case 0x0A: "\\n"
      case 0x1B: "\\e"
      case 0x22, 0x5C: "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F: String(UnicodeScalar(byte))
      default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return "\"\(shown.joined())\"" + (bytes.count > 2_000 ? " … \(bytes.count) bytes" : "")
  }
}
