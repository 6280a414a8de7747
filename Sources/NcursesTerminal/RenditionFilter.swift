/// Shortens output by leaving out attributes and colours that the terminal already has.
///
/// ncurses selects both colours of a pair even if one stays, resets colours before it resets
/// everything, and designates the character set with every reset. The filter tracks the terminal's
/// pen and the requested one, and sends the difference before the next byte that is drawn with it,
/// or affected by its background.
///
/// - SeeAlso: ECMA-48, 8.3.117, Select Graphic Rendition.
struct RenditionFilter {
  /// The attributes and colours that text is drawn with.
  private struct Pen: Equatable {
    /// Bit *n* stands for the parameter *n*, 1 to 9: bold, dim, italic, underlined, and so on.
    var attributes: UInt16 = 0
    var foreground = Pen.defaultForeground
    var background = Pen.defaultBackground
    /// The font, from 10 to 19, which a reset does not change: `linux` and the ANSI consoles select
    /// 10, their own, with every attribute.
    var font = Pen.defaultFont

    static let defaultForeground: [UInt8] = Array("39".utf8)
    static let defaultBackground: [UInt8] = Array("49".utf8)
    static let defaultFont: [UInt8] = Array("10".utf8)

    /// The pen after a reset.
    var reset: Pen {
      var pen = Pen()
      pen.font = font
      return pen
    }
  }

  /// The terminal's pen; nil while it is unknown.
  private var actual: Pen?
  private var wanted = Pen()
  /// Whether the two are known to be equal, so that text need not compare them for every byte.
  private var isSettled = false
  /// The set designated as G0, and whether G1 is shifted in; nil while unknown.
  private var designated: UInt8?
  private var isShifted: Bool?

  /// The shortest bytes that draw the same as `bytes` after everything before them.
  ///
  /// Every call ends with the requested pen; control sequences must not be split between calls.
  mutating func filter(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x1B, index + 2 < bytes.count {
        if bytes[index + 1] == UInt8(ascii: "("), !isRedundant(designation: bytes[index + 2]) {
          output += bytes[index..<index + 3]
        }
        if bytes[index + 1] == UInt8(ascii: "(") {
          index += 3
          continue
        }
        if let end = endOfRendition(bytes, from: index) {
          if !select(bytes[index + 2..<end]) {
            settle(into: &output)
            output += bytes[index...end]
            actual = nil
            isSettled = false
          }
          index = end + 1
          continue
        }
      }
      if byte == 0x0E || byte == 0x0F {
        if isShifted != (byte == 0x0E) { output.append(byte) }
        isShifted = byte == 0x0E
      } else {
        settle(into: &output)
        output.append(byte)
      }
      index += 1
    }
    settle(into: &output)
    return output
  }

  private mutating func isRedundant(designation: UInt8) -> Bool {
    defer { designated = designation }
    return designated == designation
  }

  /// The position of the `m` of a sequence that starts at `start`; nil for other sequences.
  private func endOfRendition(_ bytes: [UInt8], from start: Int) -> Int? {
    guard bytes[start + 1] == UInt8(ascii: "[") else { return nil }
    var end = start + 2
    while end < bytes.count, (0x30...0x3B).contains(bytes[end]) { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: "m") ? end : nil
  }

  /// Applies parameters to the requested pen; returns false and changes nothing if one is unknown.
  private mutating func select(_ parameters: ArraySlice<UInt8>) -> Bool {
    var pen = wanted
    var rest = parameters.split(
      separator: UInt8(ascii: ";"),
      omittingEmptySubsequences: false
    )[...]
    while let parameter = rest.popFirst() {
      switch Int(String(decoding: parameter, as: UTF8.self)) ?? (parameter.isEmpty ? 0 : -1) {
      case 0: pen = pen.reset
      case let number where (1...9).contains(number): pen.attributes |= 1 << UInt16(number)
      case 10...19: pen.font = Array(parameter)
      case 30...37, 39, 90...97: pen.foreground = Array(parameter)
      case 40...47, 49, 100...107: pen.background = Array(parameter)
      case let number where number == 38 || number == 48:
        let count = rest.first.map { Array($0) == [UInt8(ascii: "5")] ? 2 : 4 } ?? 4
        guard rest.count >= count else { return false }
        let color = [parameter] + rest.prefix(count)
        rest = rest.dropFirst(count)
        let bytes = Array(color.joined(separator: [UInt8(ascii: ";")]))
        if number == 38 { pen.foreground = bytes } else { pen.background = bytes }
      // With colons the whole colour is one parameter: 38:2::r:g:b.
      case -1 where parameter.starts(with: Array("38:".utf8)): pen.foreground = Array(parameter)
      case -1 where parameter.starts(with: Array("48:".utf8)): pen.background = Array(parameter)
      default: return false
      }
    }
    wanted = pen
    isSettled = false
    return true
  }

  /// Changes the terminal's pen to the requested one.
  private mutating func settle(into output: inout [UInt8]) {
    if isSettled { return }
    isSettled = true
    guard actual != wanted else { return }
    var change = RenditionFilter.parameters(from: actual?.reset ?? Pen(), to: wanted)
    if let actual, actual.attributes & ~wanted.attributes == 0 {
      let step = RenditionFilter.parameters(from: actual, to: wanted)
      // A reset costs a parameter, unless it is the only one.
      if step.joined().count + step.count < change.joined().count + change.count + 1 {
        output += RenditionFilter.sequence(step)
        self.actual = wanted
        return
      }
    }
    if !change.isEmpty { change.insert([UInt8(ascii: "0")], at: 0) }
    output += RenditionFilter.sequence(change)
    actual = wanted
  }

  private static func sequence(_ parameters: [[UInt8]]) -> [UInt8] {
    [0x1B, UInt8(ascii: "[")] + parameters.joined(separator: [UInt8(ascii: ";")]) + [
      UInt8(ascii: "m")
    ]
  }

  /// The parameters that lead from one pen to another that has all of its attributes.
  private static func parameters(from old: Pen, to new: Pen) -> [[UInt8]] {
    var parameters: [[UInt8]] = []
    for number in UInt8(1)...9 {
      let bit = UInt16(1) << UInt16(number)
      if new.attributes & bit != 0, old.attributes & bit == 0 { parameters.append([0x30 + number]) }
    }
    if new.font != old.font { parameters.append(new.font) }
    if new.foreground != old.foreground { parameters.append(new.foreground) }
    if new.background != old.background { parameters.append(new.background) }
    return parameters
  }
}

/// The control sequences that are sent in addition to frames.
///
/// - SeeAlso: <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>
enum ControlStrings {
  /// Mode 2026: the terminal shows everything up to the end marker at once.
  static let beginSynchronized = Array("\u{1B}[?2026h".utf8)
  static let endSynchronized = Array("\u{1B}[?2026l".utf8)
  static let bracketedPasteOn = Array("\u{1B}[?2004h".utf8)
  static let bracketedPasteOff = Array("\u{1B}[?2004l".utf8)
  static let focusOn = Array("\u{1B}[?1004h".utf8)
  static let focusOff = Array("\u{1B}[?1004l".utf8)
  /// Buttons and the wheel, in the protocol without a limit on coordinates.
  static let mouseOn = Array("\u{1B}[?1000h\u{1B}[?1006h".utf8)
  static let mouseOff = Array("\u{1B}[?1006l\u{1B}[?1000l".utf8)
  /// Mode 2031: the terminal reports when the user switches between dark and light colours; then
  /// asks which they are now.
  ///
  /// - SeeAlso: <https://contour-terminal.org/vt-extensions/color-palette-update-notifications/>
  static let appearanceOn = Array("\u{1B}[?2031h\u{1B}[?996n".utf8)
  static let appearanceOff = Array("\u{1B}[?2031l".utf8)
  /// Asks whether modes 2026 and 2031 are known and what the background is; last a query that every
  /// terminal answers.
  static let questions = Array(
    "\u{1B}[?2026$p\u{1B}[?2031$p\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8
  )
  /// Asks for the background; then a query that every terminal answers.
  static let backgroundQuestion = Array("\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8)
  /// The query that every terminal answers, once it has drawn everything before it.
  static let question = Array("\u{1B}[c".utf8)
  /// Ends a control sequence that was cut off.
  static let cancel: [UInt8] = [0x18]
  /// Makes the whole screen the scrolling region and moves the cursor to its first cell.
  static let resetRegion = Array("\u{1B}[r".utf8)
  /// Resets colours, scrolling region and wrapping.
  static let resetDrawing = Array("\u{1B}[0m\u{1B}[r\u{1B}[?7h".utf8)
}
