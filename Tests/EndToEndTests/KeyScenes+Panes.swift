@testable import FeedIdentity
import FeedValues
import ListViewParts
import Foundation

/// The help, the list of malformed input, and what is typed.
let paneScenes: [KeyScene] = [help, malformedInput, prompts, listOfKeys]

/// A page is a line less than are in view.
private func scrolling(_ mode: KeyScene.Mode, inside box: Range<Int>) -> [KeyScene.Step] {
  let (page, half) = (box.count - 1, box.count / 2)
  return [
    ("next-row", "j", 1), ("next-row", "down", 1), ("previous-row", "k", -1),
    ("previous-row", "up", -1), ("page-down", "pgdn", page), ("page-down", "ctrl-f", page),
    ("page-up", "pgup", -page), ("page-up", "ctrl-b", -page), ("half-page-down", "ctrl-d", half),
    ("half-page-up", "ctrl-u", -half), ("scroll-down", "ctrl-e", 1), ("scroll-up", "ctrl-y", -1),
  ].map { action, name, distance in
    key(mode, action, name, .scrolled(distance, inside: box))
  }
}

private let help = KeyScene(
  name: "the help",
  columns: 40,
  lines: 10,
  feed: snapshot(0..<20),
  begins: .line(-1, "of 20"),
  steps: [typing("?", .line(1, firstTopic))] + scrolling(.help, inside: 1..<9) + [
    key(.help, "last-row", "G", .shows(":write")),
    key(.help, "first-row", "g", .line(1, firstTopic)),
    key(.help, "last-row", "end", .shows(":write")),
    key(.help, "first-row", "home", .line(1, firstTopic)),
    key(.help, "search", "/", .shows("\(HelpPane.Text.title)  /")),
    typing("pin", .shows(ActionText.Group.pin)),
    typing("\r", .nothing), typing("\u{1B}", .line(1, firstTopic)),
    key(.help, "close", "esc", .hides(firstTopic)), typing("?", .line(1, firstTopic)),
    key(.help, "quit", "q", .hides(firstTopic)), typing("?", .line(1, firstTopic)),
    key(.help, "help", "?", .hides(firstTopic)), typing("?", .line(1, firstTopic)),
    key(.help, "help", "f1", .hides(firstTopic)), typing("?", .line(1, firstTopic)),
    key(.help, "redraw", "ctrl-l", .wrote(firstTopic)),
  ]
)

private let malformedInput = KeyScene(
  name: "malformed input",
  columns: 40,
  lines: 10,
  feed: snapshot(0..<20) + (0..<40).map { "oops \($0)\n" }.joined(),
  begins: .line(-1, "of 20"),
  steps: [typing("!", .shows("\(MalformedInputPane.Text.line(41))  "))]
    + scrolling(.malformedInput, inside: 2..<8) + [
      key(.malformedInput, "last-row", "G", .shows("\(MalformedInputPane.Text.line(2))  ")),
      key(.malformedInput, "first-row", "g", .shows("\(MalformedInputPane.Text.line(41))  ")),
      key(.malformedInput, "last-row", "end", .shows("\(MalformedInputPane.Text.line(2))  ")),
      key(.malformedInput, "first-row", "home", .shows("\(MalformedInputPane.Text.line(41))  ")),
      key(.malformedInput, "close", "esc", .hides("\(MalformedInputPane.Text.line(41))  ")),
      typing("!", .shows("\(MalformedInputPane.Text.line(41))  ")),
      key(.malformedInput, "quit", "q", .hides("\(MalformedInputPane.Text.line(41))  ")),
      typing("!", .shows("\(MalformedInputPane.Text.line(41))  ")),
      key(.malformedInput, "malformed-input", "!", .hides("\(MalformedInputPane.Text.line(41))  ")),
      typing("!", .shows("\(MalformedInputPane.Text.line(41))  ")),
      key(.malformedInput, "redraw", "ctrl-l", .wrote(MalformedInputPane.Text.line(41))),
    ]
)

private func wideRow(_ value: String) -> String {
  let members = (10..<40).map { "\"f\($0)\":\"\(value)\($0)\"" }
  return "{\(members.joined(separator: ","))}"
}

/// Two rows of thirty fields: with what is above them, ten of the list's lines are in view.
private let listOfKeys = KeyScene(
  name: "the list of keys",
  columns: 80,
  lines: 14,
  feed: "[\(wideRow("v")),\(wideRow("w"))]\n",
  begins: .line(0, live(2)),
  steps: [
    key(.table, "choose-key", "K", .shows("f10  ")),
    key(.picking, ActionText.Choosing.last, "end", .shows("f39  ")),
    key(.picking, ActionText.Choosing.first, "home", .shows(KeyPicker.Text.automatic)),
    key(.picking, ActionText.Choosing.pageDown, "pgdn", .shows("f17  ")),
    key(.picking, ActionText.Choosing.pageDown, "ctrl-d", .shows("f26  ")),
    key(.picking, ActionText.Choosing.pageUp, "pgup", .shows("f17  ")),
    key(.picking, ActionText.Choosing.pageUp, "ctrl-b", .shows(KeyPicker.Text.automatic)),
    typing("f11", .hides(KeyPicker.Text.automatic)),
    key(
      .picking,
      ActionText.Choosing.take,
      "enter",
      .line(-1, KeyPicker.Text.chosen(.fields([FieldPath("f11")])))
    ),
    typing("K", .shows("f11  ")),
  ]
)

private let prompts = KeyScene(
  name: "prompts",
  columns: 80,
  feed: snapshot(0..<5),
  begins: .line(0, live(5)),
  steps: [
    typing(":one two", .prompt(":one two", at: 8)),
    key(.prompt, ActionText.Prompt.left, "left", .prompt(":one two", at: 7)),
    key(.prompt, ActionText.Prompt.left, "ctrl-b", .prompt(":one two", at: 6)),
    key(.prompt, ActionText.Prompt.right, "right", .prompt(":one two", at: 7)),
    key(.prompt, ActionText.Prompt.right, "ctrl-f", .prompt(":one two", at: 8)),
    key(.prompt, ActionText.Prompt.wordLeft, "ctrl-left", .prompt(":one two", at: 5)),
    key(.prompt, ActionText.Prompt.wordLeft, "alt-b", .prompt(":one two", at: 1)),
    key(.prompt, ActionText.Prompt.wordRight, "ctrl-right", .prompt(":one two", at: 4)),
    key(.prompt, ActionText.Prompt.wordRight, "alt-f", .prompt(":one two", at: 8)),
    key(.prompt, ActionText.Prompt.start, "home", .prompt(":one two", at: 1)),
    key(.prompt, ActionText.Prompt.end, "end", .prompt(":one two", at: 8)),
    key(.prompt, ActionText.Prompt.start, "ctrl-a", .prompt(":one two", at: 1)),
    key(.prompt, ActionText.Prompt.end, "ctrl-e", .prompt(":one two", at: 8)),
    key(.prompt, deleteBack, "backspace", .prompt(":one tw", at: 7)),
    typing("o\u{1B}[D", .prompt(":one two", at: 7)),
    key(.prompt, deleteOn, "delete", .prompt(":one tw", at: 7)),
    typing("\u{01}", .prompt(":one tw", at: 1)),
    key(.prompt, deleteOn, "ctrl-d", .prompt(":ne tw", at: 1)),
    key(.prompt, ActionText.Prompt.deleteToEnd, "ctrl-k", .prompt(":", at: 1)),
    typing("alpha beta", .prompt(":alpha beta", at: 11)),
    key(.prompt, ActionText.Prompt.deleteToStart, "ctrl-u", .prompt(":", at: 1)),
    typing("alpha beta", .prompt(":alpha beta", at: 11)),
    key(.prompt, deleteWord, "ctrl-w", .prompt(":alpha", at: 7)),
    typing("beta", .prompt(":alpha beta", at: 11)),
    key(.prompt, deleteWord, "alt-backspace", .prompt(":alpha", at: 7)),
    typing("beta", .prompt(":alpha beta", at: 11)),
    key(.prompt, deleteWord, "ctrl-backspace", .prompt(":alpha", at: 7)),
    // The rest of the best candidate stands behind the cursor.
    typing("\u{15}ste", .prompt(":step-back", at: 4)),
    key(
      .prompt,
      ActionText.Prompt.complete,
      "tab",
      .prompt(":step-back", at: 10) && .shows("step-forward  ]")
    ),
    typing("\t", .prompt(":step-forward", at: 13)),
    key(.prompt, ActionText.Prompt.completeBack, "shift-tab", .prompt(":step-back", at: 10)),
    key(.prompt, ActionText.Prompt.cancel, "esc", .line(-1, helpHint)),
    typing(":goto 1", .prompt(":goto 1", at: 7)),
    key(.prompt, ActionText.Prompt.enter, "enter", .selected("row0", 2)),
    typing(":goto 3\r", .selected("row2", 4)), typing(":", .prompt(":", at: 1)),
    key(.prompt, ActionText.Prompt.older, "up", .prompt(":goto 3", at: 7)),
    key(.prompt, ActionText.Prompt.older, "ctrl-p", .prompt(":goto 1", at: 7)),
    key(.prompt, ActionText.Prompt.newer, "down", .prompt(":goto 3", at: 7)),
    key(.prompt, ActionText.Prompt.newer, "ctrl-n", .prompt(":", at: 1)),
    key(.prompt, ActionText.Prompt.cancel, "ctrl-g", .line(-1, helpHint)),
  ]
)

private let deleteBack = ActionText.Prompt.deleteBack

private let deleteOn = ActionText.Prompt.deleteOn

private let deleteWord = ActionText.Prompt.deleteWord
