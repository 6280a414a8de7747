import ListViewApp
import Preferences
import TerminalCore
import Testing

private let names = ["motion", "limit", "speed", "follow"]

private func preferences(_ text: String) throws(PreferencesError) -> Preferences {
  try Preferences(text, optionNames: names)
}

@Test func `options become what the command line takes, with their lines`() throws {
  let read = try preferences(
    """
    # how I like it
    [options]
    motion = "basic"
    limit = 100_000
    speed = 2.5
    follow = true
    """
  )
  #expect(
    read.options.map(\.arguments) == [
      ["--follow"], ["--limit", "100000"], ["--motion", "basic"], ["--speed", "2.5"],
    ]
  )
  #expect(read.options.map(\.line) == [6, 4, 3, 5])
  #expect(try preferences("[options]\nfollow = false").options.isEmpty)
}

@Test func `an empty file and none are the same`() throws {
  let read = try preferences("")
  #expect(read.options.isEmpty && read.keyMap == .standard && read.colors.isEmpty)
}

@Test func `a key is given to another action, and taken from the one that had it`() throws {
  let read = try preferences("[keys]\nnext-row = [\"n\", \"ctrl-n\"]\nprevious-row = \"j\"")
  let keys = Dictionary(uniqueKeysWithValues: read.keyMap.names.map { ($0.action, $0.keys) })
  #expect(keys["next-row"] == ["n", "ctrl-n"])
  #expect(keys["previous-row"] == ["j"])
  // The detail has keys of its own.
  for names in Dictionary(grouping: read.keyMap.names, by: { $0.action.hasPrefix("detail-") })
    .values
  {
    let all = names.flatMap(\.keys)
    #expect(Set(all).count == all.count, "no key does two things")
  }
}

@Test func `every key of the standard map is read back from its name`() throws {
  var map = KeyMap.standard
  for entry in KeyMap.standard.names { try map.bind(entry.action, to: entry.keys) }
  #expect(map == .standard)
}

@Test func `colours and the appearance are read`() throws {
  let read = try preferences(
    """
    [theme]
    appearance = "light"
    accent = "#7aA2f7"
    failure = "#000001"
    """
  )
  #expect(read.appearance == .light)
  #expect(read.colors == [.accent: RGBColor(0x7A_A2_F7), .failure: RGBColor(1)])
}

@Test func `an error says the line, the key, and what would be right`() {
  let cases: [(text: String, message: String)] = [
    ("[keys]\nnext-row = ", "line 2, column "),
    ("[key]\n", "line 1: nothing is called key; is keys meant?"),
    ("keys = 3", "line 1: keys needs to be a table"),
    (
      "[options]\n\nmotoin = \"none\"", "line 3: nothing is called options.motoin; is motion meant?"
    ),
    ("[options]\nmotion = [1]", "line 2: options.motion needs a string"),
    (
      "[keys]\n# j\nnext-rwo = \"j\"", "line 3: nothing is called keys.next-rwo; is next-row meant?"
    ),
    ("[keys]\nnext-row = [\"j\", 3]", "line 2: keys.next-row needs the name of a key"),
    ("[keys]\nnext-row = \"hyper-j\"", "no key is called hyper-j"),
    ("[theme]\naccent = \"blue\"", "line 2: theme.accent needs a colour such as"),
    ("[theme]\nacent = \"#000000\"", "line 2: nothing is called theme.acent; is accent meant?"),
    ("[theme]\nappearance = \"grey\"", "line 2: theme.appearance needs auto, dark or light"),
    ("keys = { next-rwo = \"j\" }", "line 1: nothing is called keys.next-rwo"),
    ("keys.next-rwo = \"j\"", "line 1: nothing is called keys.next-rwo"),
    ("[options]\nmotion = 1979-05-27", "line 2: options.motion needs"),
  ]
  for (text, message) in cases {
    do throws(PreferencesError) {
      _ = try preferences(text)
      Issue.record("\(text) was accepted")
    } catch {
      #expect(error.description.contains(message), "\(text): \(error)")
    }
  }
}

@Test func `a file cut at every byte, and any byte in it, is read or refused`() {
  let text =
    "[options]\nmotion = \"basic\" # ü\n[keys]\npause = ['space', \"p\"]\n[theme]\naccent='#123456'\n"
  for end in text.indices { _ = try? preferences(String(text[..<end])) }
  for scalar in (0...0x2FF).compactMap(Unicode.Scalar.init) {
    _ = try? preferences(text + String(Character(scalar)) + text)
  }
}

@Test func `no text that may stand in a file ends the process`() {
  let pieces = [
    "[", "[[", "]", "]]", " ", "\t", ".", "=", "a", "keys", "options", "\"", "'", "\n", "\0", "é",
    "{", "}",
    ",", "(", "1", "#", "\r", "-", "!",
  ]
  func read(_ text: String) -> PreferencesError? {
    do throws(PreferencesError) {
      _ = try Preferences(text, optionNames: ["speed"])
      return nil
    } catch {
      return error
    }
  }
  for first in pieces {
    for second in pieces {
      for third in pieces { _ = read(first + second + third + "\n") }
    }
  }
  for text in ["[[", "[.a]", "[=", "[ ]", "a = 1\n [é]", "[options]\nspeed = 2\0 and more"] {
    guard case .syntax(let line, let column, _)? = read(text) else {
      Issue.record("\(text) is taken for right")
      continue
    }
    #expect(line == text.split(separator: "\n").count && column > 1, "\(text)")
  }
}
