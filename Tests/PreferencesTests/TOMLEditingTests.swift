import Preferences
import Testing

private func replaced(_ text: String, with theme: String = "nord") -> String? {
  TOMLDocument.replacing(in: Array(text.utf8), table: "options", key: "theme", with: theme)
    .map { String(decoding: $0, as: UTF8.self) }
}

@Test(arguments: [
  ("", "[options]\ntheme = \"nord\"\n"),
  ("# mine\n", "# mine\n\n[options]\ntheme = \"nord\"\n"),
  (
    "[keys]\nstop = []\n\n[options] # o\nmotion = \"basic\" # m\n",
    "[keys]\nstop = []\n\n[options] # o\ntheme = \"nord\"\nmotion = \"basic\" # m\n"
  ),
  (
    "[options]\r\ntheme   =  'dracula'  # why\r\nlimit = 5\r\n",
    "[options]\r\ntheme   =  \"nord\"  # why\r\nlimit = 5\r\n"
  ),
  ("[options]", "[options]\ntheme = \"nord\"\n"),
  ("options.limit = 5\n", "options.theme = \"nord\"\noptions.limit = 5\n"),
  ("options = { limit = 5 }\n", "options = { theme = \"nord\",  limit = 5 }\n"),
  (
    "[theme]\naccent = \"#7aa2f7\"\n",
    "[theme]\naccent = \"#7aa2f7\"\n\n[options]\ntheme = \"nord\"\n"
  ),
])
func `a setting is replaced or added, and all else stays as it is`(old: String, new: String) throws
{
  #expect(replaced(old) == new)
  let preferences = try Preferences(new, optionNames: ["theme", "limit", "motion"])
  #expect(preferences.options.filter { $0.name == "theme" }.map(\.value) == ["nord"])
}

@Test func `an invalid file is left alone, and any text is a value`() throws {
  #expect(replaced("[options\n") == nil)
  let path = "/home/\"me\"\\\u{7}/mine.yaml"
  let preferences = try Preferences(replaced("", with: path) ?? "", optionNames: ["theme"])
  #expect(preferences.options.map(\.value) == [path])
}
