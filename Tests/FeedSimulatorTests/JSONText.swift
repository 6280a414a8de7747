/// A JSON value as the bytes that it was written in: a strict parser by RFC 8259, without any of the
/// program's code, which takes bytes that are not UTF-8 inside of strings.
struct JSONText {
  enum Kind {
    case object([(name: String, value: JSONText)])
    case array([JSONText])
    case string, number, literal
  }

  let kind: Kind
  let bytes: ArraySlice<UInt8>

  /// Parses a text that is one value and nothing else; nil if it is not, or too deep.
  init?(_ bytes: some Collection<UInt8>, maximumDepth: Int = 512) {
    var parser = Parser(bytes: Array(bytes), maximumDepth: maximumDepth)
    guard let value = parser.value(depth: 0) else { return nil }
    parser.skipSpace()
    guard parser.position == parser.bytes.count else { return nil }
    self = value
  }

  fileprivate init(kind: Kind, bytes: ArraySlice<UInt8>) {
    self.kind = kind
    self.bytes = bytes
  }

  /// The value of the first member of a name.
  subscript(name: String) -> JSONText? {
    guard case .object(let members) = kind else { return nil }
    return members.first { $0.name == name }?.value
  }

  var members: [(name: String, value: JSONText)] {
    if case .object(let members) = kind { members } else { [] }
  }

  var elements: [JSONText]? { if case .array(let elements) = kind { elements } else { nil } }

  /// The bytes as text, with replacements for what is not UTF-8.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The text between the quotation marks of a string.
  var string: String? {
    if case .string = kind { String(text.dropFirst().dropLast()) } else { nil }
  }
}

private struct Parser {
  let bytes: [UInt8]
  let maximumDepth: Int
  var position = 0

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skipSpace() {
    while let next, next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D { position += 1 }
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func value(depth: Int) -> JSONText? {
    skipSpace()
    let start = position
    guard let next else { return nil }
    let kind: JSONText.Kind?
    switch next {
    case UInt8(ascii: "{"): kind = depth < maximumDepth ? object(depth: depth + 1) : nil
    case UInt8(ascii: "["): kind = depth < maximumDepth ? array(depth: depth + 1) : nil
    case UInt8(ascii: "\""): kind = string() ? .string : nil
    case UInt8(ascii: "t"): kind = literal("true") ? .literal : nil
    case UInt8(ascii: "f"): kind = literal("false") ? .literal : nil
    case UInt8(ascii: "n"): kind = literal("null") ? .literal : nil
    default: kind = number() ? .number : nil
    }
    return kind.map { JSONText(kind: $0, bytes: bytes[start..<position]) }
  }

  mutating func object(depth: Int) -> JSONText.Kind? {
    position += 1
    var members: [(name: String, value: JSONText)] = []
    skipSpace()
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      let start = position + 1
      guard string() else { return nil }
      let name = String(decoding: bytes[start..<position - 1], as: UTF8.self)
      skipSpace()
      guard take(":"), let member = value(depth: depth) else { return nil }
      members.append((name, member))
      skipSpace()
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  mutating func array(depth: Int) -> JSONText.Kind? {
    position += 1
    var elements: [JSONText] = []
    skipSpace()
    if take("]") { return .array(elements) }
    repeat {
      guard let element = value(depth: depth) else { return nil }
      elements.append(element)
      skipSpace()
    } while take(",")
    return take("]") ? .array(elements) : nil
  }

  mutating func string() -> Bool {
    guard take("\"") else { return false }
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return true
      case ..<0x20: return false
      case UInt8(ascii: "\\"):
        guard let escape = next else { return false }
        position += 1
        if escape == UInt8(ascii: "u") {
          for _ in 0..<4 {
            guard let next, "0123456789abcdefABCDEF".utf8.contains(next) else { return false }
            position += 1
          }
        } else if !"\"\\/bfnrt".utf8.contains(escape) {
          return false
        }
      default: break
      }
    }
    return false
  }

  mutating func literal(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  mutating func digits() -> Bool {
    let start = position
    while let next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= next { position += 1 }
    return position > start
  }

  mutating func number() -> Bool {
    _ = take("-")
    if !take("0") { guard digits() else { return false } }
    if take(".") { guard digits() else { return false } }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      guard digits() else { return false }
    }
    return true
  }
}
