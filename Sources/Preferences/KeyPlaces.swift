/// The lines of a TOML file on which its keys stand: the parser tells them for errors of its own only.
///
/// Read line by line: a table's head, then `key =`. A line inside of a string of many lines may be
/// taken for a key that it is not; that shows as a wrong line in a message, and nowhere else.
struct KeyPlaces {
  private var lines: [[String]: Int] = [:]

  init(_ text: String) {
    var section: [String] = []
    for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = line.drop { $0 == " " || $0 == "\t" }
      if words.first == "[" {
        section = Self.path(words.drop { $0 == "[" }.prefix { $0 != "]" })
        note(section, on: offset + 1)
      } else if let end = words.firstIndex(of: "="), words.first != "#" {
        note(section + Self.path(words[..<end]), on: offset + 1)
      }
    }
  }

  private mutating func note(_ path: [String], on line: Int) {
    for count in stride(from: path.count, to: 0, by: -1)
    where lines[Array(path.prefix(count))] == nil {
      lines[Array(path.prefix(count))] = line
    }
  }

  private static func path(_ text: Substring) -> [String] {
    text.split(separator: ".").map { name in
      String(name.drop { " \t\"'".contains($0) }.prefix { !" \t\"'\r".contains($0) })
    }
  }

  /// The line of a key, counted from 1; that of its table where the key was not found.
  func line(of path: [String]) -> Int {
    for count in stride(from: path.count, to: 0, by: -1) {
      if let line = lines[Array(path.prefix(count))] { return line }
    }
    return 1
  }
}
