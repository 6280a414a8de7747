import Columns
import ListViewApp
import ListViewParts
import Preferences
import TableModel
import TerminalCore

/// The files that are kept between runs, or written by the user: the chosen columns, the configuration and themes.
///
/// Each is read or refused. What is read can be written and read again, and what is written has no more lines than it
/// has to. A screen drawn with it has its size, and nothing in it acts on a terminal.
func fuzzState(_ input: [UInt8]) throws(Violation) {
  var bytes = input
  var choices = Choices(3, from: &bytes)
  var configuration = App.Configuration(feedName: "fuzz", motion: .none)
  var theme = Theme(depth: choices.pick([.indexed256, .trueColor, .ansi16]))
  configuration.columnMemory = try readColumns(bytes)
  if let preferences = try readPreferences(bytes) {
    configuration.keyMap = preferences.keyMap
    theme = Theme(depth: theme.depth, choices: preferences.colors)
  }
  if let scheme = try readTheme(bytes) {
    theme = Theme(depth: theme.depth, choice: ThemeChoice(scheme: scheme))
  }
  var run = ScreenRun(configuration, theme)
  run.receive(Array(choices.pick(samples).utf8))
  run.end()
  try run.look()
  try run.press(ArraySlice(choices.pick(["", "cj \r", "?", "s\r", "!", "\r"]).utf8))
  try run.look()
}

/// Rows whose fields have the fingerprints that the seeds and the dictionary have columns for.
private let samples = [
  """
  {"id":1,"name":"one","amount":12.5,"at":"2024-01-01T00:00:00Z"}
  {"id":2,"name":"two","amount":7,"at":"2024-01-01T00:00:01Z"}
  no row

  """,
  "a b\nc d\ne f\n",
]

private func readColumns(_ bytes: [UInt8]) throws(Violation) -> ColumnMemory {
  guard let memory = try? ColumnMemory(String(decoding: bytes, as: UTF8.self)) else {
    return ColumnMemory()
  }
  let text = memory.text
  let again = try? ColumnMemory(text)
  try check(again == memory, "columns written and read again: \(text)")
  try check(again?.skipped == 0, "a line that was written is skipped: \(text)")
  let lines = text.utf8.split(separator: 0x0A)
  try check(lines.count <= ColumnMemory.capacity + 1, "\(lines.count) lines")
  try check(
    lines.count <= bytes.split(separator: 0x0A).count,
    "more lines are written than were read"
  )
  try check(isPlain(text.split(separator: "\n").joined()), "a control character is written")
  return memory
}

private func readPreferences(_ bytes: [UInt8]) throws(Violation) -> Preferences? {
  let options = ["motion", "limit", "speed", "bell", "columns"]
  guard let preferences = try? Preferences(bytes: bytes, optionNames: options) else { return nil }
  for option in preferences.options {
    try check(options.contains(option.name), "--\(option.name) is set")
    let first = option.arguments.first
    try check(first == "--\(option.name)", "\(option.arguments) is another option")
  }
  let keys = preferences.keyMap.names.map { action, keys, _ in
    "\(TOMLValue.quoted(action)) = [\(keys.map(TOMLValue.quoted).joined(separator: ", "))]"
  }
  let text = (["[keys]"] + keys).joined(separator: "\n")
  let again = try? Preferences(text, optionNames: [])
  try check(
    again?.keyMap.names.map(\.keys) == preferences.keyMap.names.map(\.keys),
    "keys written and read again: \(text)"
  )
  return preferences
}

private func readTheme(_ bytes: [UInt8]) throws(Violation) -> ColorScheme? {
  guard let scheme = try? ColorScheme(base16: bytes, name: "file") else { return nil }
  try check(
    scheme.name.utf8.allSatisfy {
      ("a"..."z") ~= Unicode.Scalar($0) || ("0"..."9") ~= Unicode.Scalar($0) || $0 == 0x2D
    },
    "the name \(scheme.name) cannot be typed"
  )
  let (used, other) = (
    [
      "0": scheme.background, "3": scheme.faint, "4": scheme.dim, "5": scheme.text, "8": scheme.red,
      "A": scheme.amber, "B": scheme.green, "D": scheme.accent,
    ],
    scheme.background
  )
  let lines = "0123456789ABCDEF".map { digit in
    let digits = String((used[String(digit)] ?? other).value, radix: 16)
    return "base0\(digit): \"\(String(repeating: "0", count: 6 - digits.count))\(digits)\""
  }
  let text = (["scheme: '\(scheme.name)'"] + lines).joined(separator: "\n")
  let again = try? ColorScheme(base16: Array(text.utf8), name: "other")
  try check(again == scheme, "a theme written and read again: \(text)")
  return scheme
}

private func isPlain(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy {
    $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0.value != 0x2028
      && $0.value != 0x2029
  }
}
