import TerminalCore
import TerminalTestSupport
import TestSupport
import Testing

@testable import ListViewParts

/// A line as an array of characters and a position: what an editor has to agree with.
private struct NaiveLine {
  var characters: [Character] = []
  var cursor = 0

  mutating func edit(_ event: InputEvent) {
    switch event {
    case .key(.character(let character), []):
      characters.insert(character, at: cursor)
      cursor += 1
    case .key(.left, _): cursor = max(0, cursor - 1)
    case .key(.right, _): cursor = min(characters.count, cursor + 1)
    case .key(.home, _): cursor = 0
    case .key(.end, _): cursor = characters.count
    case .key(.backspace, _):
      guard cursor > 0 else { return }
      cursor -= 1
      characters.remove(at: cursor)
    case .key(.delete, _): if cursor < characters.count { characters.remove(at: cursor) }
    case .control("u"):
      characters.removeFirst(cursor)
      cursor = 0
    case .control("k"): characters.removeLast(characters.count - cursor)
    case .control("w"):
      while cursor > 0, characters[cursor - 1] == " " { edit(.key(.backspace)) }
      while cursor > 0, characters[cursor - 1] != " " { edit(.key(.backspace)) }
    default: break
    }
  }
}

@Test func `a line is edited like an array of characters`() {
  let letters: [Character] = ["a", "b", " ", "é", "漢", "👍", "ß"]
  let keys: [InputEvent] =
    letters.map { .character($0) } + [
      .key(.left), .key(.right), .key(.home), .key(.end), .key(.backspace), .key(.delete),
      .control("u"), .control("k"), .control("w"), .key(.left), .character("x"), .character(" "),
    ]
  for seed in 0..<60 as Range<UInt64> {
    var random = SeededGenerator(seed: seed)
    var editor = LineEditor()
    var naive = NaiveLine()
    for _ in 0..<60 {
      let key = keys[Int.random(in: 0..<keys.count, using: &random)]
      let isEdit = editor.edit(key)
      #expect(isEdit)
      naive.edit(key)
      #expect(editor.text == String(naive.characters), "seed \(seed)")
      #expect(editor.before.count == naive.cursor, "seed \(seed)")
    }
  }
}

@Test func `the cursor is always in the field, however narrow, and cut text is indicated`() {
  let texts = ["", "short", "漢字かな交じり文を書く", String(repeating: "wide 漢 ", count: 5)]
  for text in texts {
    for columns in 4...30 {
      var editor = LineEditor(text)
      for step in 0...text.count {
        if step > 0 { _ = editor.edit(.key(.left)) }
        let window = editor.window(columns: columns)
        #expect(window.cursor.upperBound <= columns, "\(text) at \(step) in \(columns)")
        #expect(window.text.hasPrefix("…") == (window.hidden > 0))
        var buffer = CellBuffer(TerminalSize(columns: columns, lines: 1))
        buffer.write(window.text, line: 0, column: 0, maximumWidth: columns)
        let shown = buffer[line: 0, column: window.cursor.lowerBound].text
        #expect(
          shown == editor.after.first.map(String.init) ?? " ",
          "\(text) at \(step) in \(columns)"
        )
      }
    }
  }
}

@Test func `pasted text becomes one line without control characters`() {
  var editor = LineEditor("ab")
  _ = editor.edit(.key(.left))
  _ = editor.edit(.paste("one\r\ntwo\tthree\u{1B}[2J\u{0}\n\n"))
  #expect(editor.text == "aone two three[2Jb" && editor.before == "aone two three[2J")
  _ = editor.edit(.paste(String(repeating: "x", count: 10_000)))
  #expect(editor.text.count == LineEditor.capacity)
  for event in [InputEvent.key(.function(5)), .control("x")] {
    let isEdit = editor.edit(event)
    #expect(!isEdit)
  }
}

@Test func `stepping through the history ends in the text that was typed`() {
  var history = PromptHistory()
  for line in ["one", "two", "one", "three"] { history.add(line, for: .filter) }
  #expect(history[.filter] == ["two", "one", "three"] && history[.search].isEmpty)
  var prompt = Prompt(.filter, "draft")
  var seen: [String] = []
  for isOlder in [true, true, true, true, false, false, false, false] {
    _ = prompt.recall(isOlder: isOlder, in: history[.filter])
    seen.append(prompt.editor.text)
  }
  #expect(seen == ["three", "one", "two", "two", "one", "three", "draft", "draft"])
  for number in 0..<150 { history.add("\(number)", for: .search) }
  #expect(history[.search].count == PromptHistory.capacity && history[.search].last == "149")
}

@Test func `Tab takes the first candidate, then one after another`() {
  for isForward in [true, false] {
    var prompt = Prompt(.command, "st")
    prompt.complete(isForward: isForward) { (2, ["step-back", "step-forward", "stop"]) }
    #expect(prompt.editor.text == (isForward ? "step-back" : "stop"))
  }
  var prompt = Prompt(.command, "st")
  prompt.complete(isForward: true) { (2, ["step-back", "step-forward", "stop"]) }
  var seen: [String] = []
  for isForward in [true, true, true, false] {
    prompt.complete(isForward: isForward) { (0, []) }
    seen.append(prompt.editor.text)
  }
  #expect(seen == ["step-forward", "stop", "step-back", "stop"])
  var only = Prompt(.command, "x qu")
  only.complete(isForward: true) { (2, ["quit"]) }
  #expect(only.editor.text == "x quit" && only.completion == nil)
}
