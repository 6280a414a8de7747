import Foundation
import TerminalTestSupport
import Testing

/// Keys that are pressed one after the other on one running program, and what its screen shows after
/// each of them.
struct KeyScene: Sendable, CustomTestStringConvertible {
  /// The part that gets the keys.
  enum Mode: String, CaseIterable, Sendable {
    case table, detail, help
    case malformedInput = "malformed input"
    case prompt, picking
    case columns = "list of columns"
  }

  /// The state of the screen when a key was pressed.
  struct Moment {
    let byteCount: Int
    let text: [String]
  }

  /// A thing that a person would look for on the screen; it must not be there before.
  struct Check: Sendable, CustomStringConvertible {
    let description: String
    let holds: @Sendable (PseudoTerminal, Moment) -> Bool
    /// The status with which the program ends, as waitpid(2) gives it; nil if it goes on.
    var end: Int32?
    /// Whether there is nothing to look for: the next key shows it.
    var isVoid = false
  }

  /// A key with its effect, or what leads to the next one.
  struct Step: Sendable {
    enum Input: Sendable {
      /// A key of the table that this all is: what it is called, and the name of the key.
      case key(Mode, String, String)
      /// Keys that are tested elsewhere.
      case typing(String)
      /// Something that the feed says.
      case feed(String)
    }
    let input: Input
    let check: Check
  }

  let name: String
  var columns = 100
  var lines = 24
  let feed: String
  var arguments: [String] = []
  /// The content of the screen before the first key.
  let begins: Check
  let steps: [Step]

  var testDescription: String { name }

  /// Presses the keys, up to the first one without a visible effect.
  func play() throws {
    let folder = try Folder()
    let terminal = try listview(
      ["--feed", folder.file("feed", feed), "--motion", "none"] + arguments,
      columns: columns,
      lines: lines,
      environment: [
        "XDG_STATE_HOME": folder.url.appending(path: "state").path(),
        "XDG_CONFIG_HOME": folder.url.appending(path: "config").path(),
      ]
    )
    let start = Moment(byteCount: 0, text: [])
    guard terminal.wait(until: { begins.holds(terminal, start) }) else {
      Issue.record("\(name) does not begin with \(begins): \(terminal.emulator.text)")
      return
    }
    for (number, step) in steps.enumerated() {
      let before = Moment(byteCount: terminal.bytes.count, text: terminal.emulator.text)
      let place = "\(name), step \(number), \(step.input)"
      let isAsked = step.check.end == nil && !step.check.isVoid
      guard !isAsked || !step.check.holds(terminal, before) else {
        Issue.record("\(place): \(step.check) before the key: \(before.text)")
        return
      }
      switch step.input {
      case .key(_, _, let key): terminal.send(keyBytes(key))
      case .typing(let text): terminal.send(text)
      case .feed(let text): try folder.append(text, to: "feed")
      }
      if let end = step.check.end {
        #expect(terminal.waitForExit() == end, "\(place)")
        return
      }
      guard !isAsked || terminal.wait(until: { step.check.holds(terminal, before) }) else {
        Issue.record("\(place): not \(step.check): \(terminal.emulator.text)")
        return
      }
    }
  }
}

/// The bytes that a terminal sends for a key, by the name that the configuration gives it.
func keyBytes(_ name: String) -> String {
  let escape = "\u{1B}"
  let arrows = ["up": "A", "down": "B", "right": "C", "left": "D", "home": "H", "end": "F"]
  for (prefix, number) in [("shift-", 2), ("alt-", 3), ("ctrl-", 5)] where name.hasPrefix(prefix) {
    let key = String(name.dropFirst(prefix.count))
    if let arrow = arrows[key] { return "\(escape)[1;\(number)\(arrow)" }
    if key == "tab" { return escape + "[Z" }
    if key == "backspace", prefix == "ctrl-" { return escape + "[127;5u" }
    if prefix == "alt-" { return escape + keyBytes(key) }
    let value = key.unicodeScalars.first?.value ?? 0
    return String(UnicodeScalar(UInt8(value & 0x1F)))
  }
  if let arrow = arrows[name] { return "\(escape)[\(arrow)" }
  let others = [
    "pgup": escape + "[5~", "pgdn": escape + "[6~", "delete": escape + "[3~", "esc": escape,
    "enter": "\r", "tab": "\t", "space": " ", "backspace": "\u{7F}", "f1": escape + "OP",
  ]
  return others[name] ?? name
}

// MARK: - The language of the scenes

func key(
  _ mode: KeyScene.Mode,
  _ action: String,
  _ key: String,
  _ check: KeyScene.Check
) -> KeyScene.Step {
  KeyScene.Step(input: .key(mode, action, key), check: check)
}

func typing(_ text: String, _ check: KeyScene.Check) -> KeyScene.Step {
  KeyScene.Step(input: .typing(text), check: check)
}

func feed(_ text: String, _ check: KeyScene.Check) -> KeyScene.Step {
  KeyScene.Step(input: .feed(text), check: check)
}

extension KeyScene.Check {
  init(
    _ description: String,
    _ holds: @escaping @Sendable (PseudoTerminal, KeyScene.Moment) -> Bool
  ) {
    (self.description, self.holds) = (description, holds)
  }

  /// Some line holds the text.
  static func shows(_ text: String) -> Self {
    Self("shows \(text)") { terminal, _ in terminal.line(of: text) != nil }
  }

  /// No line holds the text.
  static func hides(_ text: String) -> Self {
    Self("hides \(text)") { terminal, _ in terminal.line(of: text) == nil }
  }

  /// A line of the screen holds the text; from the end if the number is negative.
  static func line(_ number: Int, _ text: String) -> Self {
    Self("line \(number) has \(text)") { terminal, _ in
      let lines = terminal.emulator.lines
      return terminal.emulator.line((number + lines) % lines).contains(text)
    }
  }

  /// A line of the screen begins with the text.
  static func begins(_ number: Int, _ text: String) -> Self {
    Self("line \(number) begins with \(text)") { terminal, _ in
      terminal.emulator.line(number).hasPrefix(text)
    }
  }

  /// The row of the name is selected, on that line of the screen.
  static func selected(_ name: String, _ line: Int) -> Self {
    Self("\(name) is selected on line \(line)") { terminal, _ in
      let words = terminal.emulator.line(line).dropFirst(1).split { " *+~›−".contains($0) }
      return terminal.emulator.line(line).hasPrefix("▌") && words.first.map(String.init) == name
    }
  }

  /// The cursor of the detail is on the field of the name.
  static func cursor(on name: String) -> Self {
    Self("the cursor is on \(name)") { terminal, _ in
      terminal.emulator.text.contains { line in
        guard line.hasPrefix("▌") else { return false }
        let words = line.dropFirst(1).split(separator: " ").filter { !"~+▸▾".contains($0) }
        return words.first.map(String.init) == name
      }
    }
  }

  /// The lines of a box on the screen have gone up by so many.
  static func scrolled(_ distance: Int, inside box: Range<Int>) -> Self {
    Self("scrolled by \(distance)") { terminal, before in
      // Without the border and the scroll bar in it.
      let inside = { (lines: [String]) in lines[box].map { $0.dropLast(1) } }
      let (old, new) = (inside(before.text), inside(terminal.emulator.text))
      let (from, to) = distance > 0 ? (old, new) : (new, old)
      return from.dropFirst(abs(distance)).elementsEqual(to.dropLast(abs(distance)))
    }
  }

  /// A text that was copied since the key.
  static func copied(_ text: String) -> Self {
    Self("copied \(text)") { terminal, before in
      let bytes = terminal.bytes[before.byteCount...]
      return String(decoding: bytes, as: UTF8.self)
        .contains("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{1B}\\")
    }
  }

  /// The program has written the text since the key, whatever the screen showed before.
  static func wrote(_ text: String) -> Self {
    Self("writes \(text.debugDescription)") { terminal, before in
      String(decoding: terminal.bytes[before.byteCount...], as: UTF8.self).contains(text)
    }
  }

  /// The cursor of the prompt is at a column, and its line is what it is.
  static func prompt(_ text: String, at column: Int) -> Self {
    Self("prompt \(text), cursor at \(column)") { terminal, _ in
      let line = terminal.emulator.lines - 1
      return terminal.emulator.line(line).trimmingCharacters(in: .whitespaces)
        == text.trimmingCharacters(in: .whitespaces)
        && terminal.emulator.cell(line: line, column: column).isReverse
    }
  }

  /// The header of a column is lit up, and no other.
  static func picked(_ title: String) -> Self {
    Self("\(title) is lit up") { terminal, _ in
      let line = terminal.emulator.line(1)
      let headers = line.split { " 123456789‹›▲▼".contains($0) }
      let background = { (header: Substring) in
        let column = line.distance(from: line.startIndex, to: header.startIndex)
        return terminal.emulator.cell(line: 1, column: column).background
      }
      guard let header = headers.first(where: { $0 == title }) else { return false }
      return headers.allSatisfy { ($0 == title) == (background($0) == background(header)) }
    }
  }

  /// The column of the name is selected in the list of columns, and shown or not.
  static func column(_ title: String, isShown: Bool = true) -> Self {
    Self("\(title) is selected, \(isShown ? "shown" : "hidden")") { terminal, _ in
      terminal.emulator.text.enumerated().contains { number, line in
        guard let range = line.range(of: "[\(isShown ? "x" : " ")] \(title) ") else { return false }
        let column = line.distance(from: line.startIndex, to: range.lowerBound)
        return terminal.emulator.cell(line: number, column: column + 4).isBold
      }
    }
  }

  /// The headers of the columns stand in that order, and no others.
  static func headers(_ titles: String...) -> Self {
    Self("the headers are \(titles)") { terminal, _ in
      terminal.emulator.line(1).split(separator: " ").map(String.init) == titles
    }
  }

  /// Nothing that could be looked for.
  static let nothing: Self = {
    var check = Self("nothing") { _, _ in true }
    check.isVoid = true
    return check
  }()

  /// The program ends with success, or by a signal.
  static func ends(by signal: Int32 = 0) -> Self {
    var check = Self("the program ends") { _, _ in false }
    check.end = signal
    return check
  }

  static func && (left: Self, right: Self) -> Self {
    Self("\(left), \(right)") { left.holds($0, $1) && right.holds($0, $1) }
  }
}
