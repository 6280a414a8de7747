/// CSI: `ESC [`, parameters, intermediates, a final byte.
enum ControlSequence {
  static func parse(_ bytes: [UInt8]) -> InputParser.Result {
    guard bytes.count > 2 else { return .incomplete }
    // Another sequence follows: the bracket was typed together with Alt.
    if bytes[2] == 0x1B { return .consumed(2, .key(.character("["), .alt)) }
    if bytes[2] == UInt8(ascii: "[") {
      // The Linux console's F1 to F5: ESC [ [ A.
      guard bytes.count > 3 else { return .incomplete }
      let number = Int(bytes[3]) - 0x40
      return .consumed(4, (1...5).contains(number) ? .key(.function(number)) : nil)
    }
    if bytes[2] == UInt8(ascii: "M") {
      guard bytes.count > 5 else { return .incomplete }
      // Bytes below 32 are not coordinates; something else cut the sequence off.
      if bytes[3...5].contains(where: { $0 < 0x20 }) { return .consumed(3, nil) }
      let button = Int(bytes[3]) - 32
      return .consumed(
        6,
        mouse(
          button: button,
          column: Int(bytes[4]) - 33,
          line: Int(bytes[5]) - 33,
          isRelease: button & 3 == 3 && button & 64 == 0 && button & 32 == 0,
          releasedButton: -1
        )
      )
    }
    for index in 2..<bytes.count {
      switch bytes[index] {
      case 0x20...0x3F: continue
      case 0x40...0x7E:
        let event = meaning(parameters: bytes[2..<index], final: bytes[index])
        if event == .pasteStart { return .paste }
        return .consumed(index + 1, event.event)
      // Anything else ends the sequence and is read by itself.
      default: return .consumed(index, nil)
      }
    }
    return .incomplete
  }

  private enum Meaning: Equatable {
    case pasteStart
    case event(InputEvent)
    case nothing

    var event: InputEvent? {
      if case .event(let event) = self { event } else { nil }
    }
  }

  private static func meaning(parameters: ArraySlice<UInt8>, final: UInt8) -> Meaning {
    let prefix = parameters.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
    let isPlain = prefix == nil
    let numbers = parse(numbers: isPlain ? parameters : parameters.dropFirst())
    switch (prefix, final) {
    case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")):
      guard numbers.count >= 3, let button = numbers[0], let x = numbers[1], let y = numbers[2]
      else {
        return .nothing
      }
      let event = mouse(
        button: button,
        column: x - 1,
        line: y - 1,
        isRelease: final == UInt8(ascii: "m"),
        releasedButton: button & 3
      )
      return event.map { .event($0) } ?? .nothing
    case (UInt8(ascii: "?"), UInt8(ascii: "c")): return .event(.report(.deviceAttributes))
    case (UInt8(ascii: "?"), UInt8(ascii: "n")):
      guard numbers.count == 2, numbers[0] == 997 else { return .nothing }
      switch numbers[1] {
      case 1: return .event(.report(.appearance(.dark)))
      case 2: return .event(.report(.appearance(.light)))
      default: return .nothing
      }
    case (UInt8(ascii: "?"), UInt8(ascii: "y")):
      guard parameters.last == UInt8(ascii: "$"), numbers.count == 2, let mode = numbers[0] else {
        return .nothing
      }
      return .event(.report(.mode(mode, state: numbers[1] ?? 0)))
    case (nil, UInt8(ascii: "~")) where numbers.first == 200: return .pasteStart
    case (nil, _): return key(numbers, final: final).map { .event($0) } ?? .nothing
    default: return .nothing
    }
  }

  /// The numbers between semicolons; nil for an omitted one.
  ///
  /// Subparameters, after a colon, are ignored.
  private static func parse(numbers parameters: ArraySlice<UInt8>) -> [Int?] {
    guard !parameters.isEmpty else { return [] }
    return parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      var number: Int?
      for byte in $0 {
        guard (0x30...0x39).contains(byte) else { break }
        number = min((number ?? 0) * 10 + Int(byte - 0x30), 1_000_000)
      }
      return number
    }
  }

  private static func key(_ numbers: [Int?], final: UInt8) -> InputEvent? {
    let first = numbers.first.flatMap { $0 }
    var modifiers = modifiers(numbers.count > 1 ? numbers[1] : nil)
    switch final {
    case UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "@"):
      if first == 27, numbers.count == 3, let code = numbers[2] {
        return character(code, modifiers)
      }
      // rxvt encodes control, and control with shift, in the final byte.
      if final != UInt8(ascii: "~") { modifiers.insert(.control) }
      if final == UInt8(ascii: "@") { modifiers.insert(.shift) }
      return first.flatMap(numberedKey).map { .key($0, modifiers) }
    case UInt8(ascii: "u"): return first.flatMap { character($0, modifiers) }
    case UInt8(ascii: "Z"): return .key(.tab, modifiers.union(.shift))
    case UInt8(ascii: "I") where numbers.isEmpty: return .focus(true)
    case UInt8(ascii: "O") where numbers.isEmpty: return .focus(false)
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return cursorKey(final - 0x20).map { .key($0, .shift) }
    default: return cursorKey(final).map { .key($0, modifiers) }
    }
  }

  /// The key for the letter after CSI or SS3.
  static func cursorKey(_ letter: UInt8) -> InputEvent.Key? {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(letter) - 0x4F)
    default: nil
    }
  }

  private static func numberedKey(_ number: Int) -> InputEvent.Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28...29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }

  /// xterm encodes modifiers as 1 plus their bits: shift 1, alt 2, control 4, and meta 8, which
  /// counts as alt.
  private static func modifiers(_ number: Int?) -> InputEvent.Modifiers {
    guard let number, number > 1 else { return [] }
    let bits = number - 1
    var modifiers = InputEvent.Modifiers(rawValue: UInt8(bits & 7))
    if bits & 8 != 0 { modifiers.insert(.alt) }
    return modifiers
  }

  /// A key that is reported by its code point.
  private static func character(_ code: Int, _ modifiers: InputEvent.Modifiers) -> InputEvent? {
    switch code {
    case 8, 127: return .key(.backspace, modifiers)
    case 9: return .key(.tab, modifiers)
    case 10, 13: return .key(.enter, modifiers)
    case 27: return .key(.escape, modifiers)
    // Kitty's code points for keys without a character are in the private use area.
    case 0..<32, 0x80..<0xA0, 0xE000..<0xF900: return nil
    default:
      return Unicode.Scalar(UInt32(code)).map { .key(.character(Character($0)), modifiers) }
    }
  }

  private static func mouse(
    button: Int,
    column: Int,
    line: Int,
    isRelease: Bool,
    releasedButton: Int
  ) -> InputEvent? {
    guard column >= 0, line >= 0 else { return nil }
    var modifiers: InputEvent.Modifiers = []
    if button & 4 != 0 { modifiers.insert(.shift) }
    if button & 8 != 0 { modifiers.insert(.alt) }
    if button & 16 != 0 { modifiers.insert(.control) }
    let number = button & 3
    let kind: MouseEvent.Kind
    if button & 64 != 0 {
      if isRelease { return nil }
      kind = [.wheelUp, .wheelDown, .wheelLeft, .wheelRight][number]
    } else if isRelease {
      kind = .release(button: releasedButton)
    } else if button & 32 != 0 {
      kind = number == 3 ? .move : .drag(button: number)
    } else {
      kind = .press(button: number)
    }
    return .mouse(MouseEvent(kind: kind, column: column, line: line, modifiers: modifiers))
  }
}
