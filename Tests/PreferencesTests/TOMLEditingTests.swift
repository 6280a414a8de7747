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

private func withView(
  _ text: String,
  _ settings: [(key: String, value: String)] = [("filter", "\"a=1\""), ("sort", "\"-b\"")]
) -> String? {
  TOMLDocument.replacing(in: Array(text.utf8), table: "views", inner: "jobs", with: settings)
    .map { String(decoding: $0, as: UTF8.self) }
}

private let jobs = "[views.jobs]\nfilter = \"a=1\"\nsort = \"-b\"\n"

@Test(arguments: [
  ("", jobs),
  ("# mine\r\n", "# mine\r\n\n" + jobs),
  ("[views.other]\nsort = \"c\"", "[views.other]\nsort = \"c\"\n\n" + jobs),
  ("[views]\n[keys]\nstop = []\n", "[views]\n[keys]\nstop = []\n\n" + jobs),
  // The settings that the view keeps stay where they are, with their comments; the rest goes.
  (
    "[ views . \"jobs\" ] # j\n\n# f\nfilter = 'x' # why\ngroup = \"g\" # gone\n\n[keys]\nstop = []\n",
    "[ views . \"jobs\" ] # j\nsort = \"-b\"\n\n# f\nfilter = \"a=1\" # why\n\n[keys]\nstop = []\n"
  ),
  (
    "[views.jobs]\ngroup = \"g\"",
    jobs
  ),
])
func `a table within a table is replaced or added, and all else stays`(
  old: String,
  new: String
) throws {
  #expect(withView(old) == new)
  #expect(withView(new) == new)
}

@Test func `a table within a table has no place in an invalid file, or below a value`() {
  #expect(withView("[views.jobs\n") == nil)
  #expect(withView("views = 1\n") == nil)
  #expect(withView("[views]\njobs = 1\n") == nil)
  #expect(withView("views.other = 1\n") == nil)
}
