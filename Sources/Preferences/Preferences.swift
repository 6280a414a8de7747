public import ListViewApp
internal import TOMLKit
public import TerminalCore

/// What a user's configuration file says: defaults of options, keys, and colours.
///
/// ```toml
/// [options]
/// motion = "basic"
/// limit = 100_000
///
/// [keys]
/// next-row = ["j", "ctrl-n"]
/// stop = []
///
/// [theme]
/// appearance = "dark"
/// accent = "#7aa2f7"
/// ```
public struct Preferences: Sendable {
  /// An option of the command line with the value that it has unless it is given.
  public struct Option: Hashable, Sendable {
    /// The long name, without its dashes.
    public var name: String
    /// The value as the command line takes it; nil for a flag that is set.
    public var value: String?
    /// The line of the file that says so.
    public var line: Int

    /// The option as the command line takes it.
    public var arguments: [String] { ["--\(name)"] + (value.map { [$0] } ?? []) }
  }

  /// The options, in the order of their names.
  public private(set) var options: [Option] = []
  /// What the keys do.
  public private(set) var keyMap = KeyMap.standard
  /// Colours that take the place of the theme's own.
  public private(set) var colors: [Theme.Role: RGBColor] = [:]
  /// Dark or light, where that is not told from the terminal.
  public private(set) var appearance: Appearance?

  /// The preferences of a user who has none.
  public init() {}

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - text: What the file holds.
  ///   - optionNames: The options that may be given, by their long names.
  /// - Throws: ``PreferencesError`` at the first thing that is wrong.
  public init(_ text: String, optionNames: [String]) throws(PreferencesError) {
    try checkHeaders(of: text)
    let table: TOMLTable
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      let place = error.source.begin
      throw .syntax(line: Int(place.line), column: Int(place.column), reason: error.description)
    } catch {
      throw .syntax(line: 1, column: 1, reason: "\(error)")
    }
    let places = KeyPlaces(text)
    for section in table.keys {
      guard let content = table[section]?.table else {
        throw Self.sectionNames.contains(section)
          ? .badValue(line: places.line(of: [section]), key: section, expected: "to be a table")
          : Self.unknown([section], in: places, among: Self.sectionNames)
      }
      switch section {
      case "options": try readOptions(content, places, optionNames)
      case "keys": try readKeys(content, places)
      case "theme": try readTheme(content, places)
      default: throw Self.unknown([section], in: places, among: Self.sectionNames)
      }
    }
  }

  private static let sectionNames = ["options", "keys", "theme"]

  private static func unknown(
    _ path: [String],
    in places: KeyPlaces,
    among names: [String]
  ) -> PreferencesError {
    .unknownName(
      line: places.line(of: path),
      key: path.joined(separator: "."),
      nearest: path.last.flatMap { Spelling.nearest(to: $0, among: names) }
    )
  }

  private mutating func readOptions(
    _ table: TOMLTable,
    _ places: KeyPlaces,
    _ names: [String]
  ) throws(PreferencesError) {
    for name in table.keys.sorted() {
      let path = ["options", name]
      guard names.contains(name) else { throw Self.unknown(path, in: places, among: names) }
      let line = places.line(of: path)
      let value = table[name]
      if let flag = value?.bool {
        if flag { options.append(Option(name: name, value: nil, line: line)) }
      } else if let text = value?.string ?? value?.int.map({ "\($0)" })
        ?? value?.double.map({ "\($0)" })
      {
        options.append(Option(name: name, value: text, line: line))
      } else {
        throw .badValue(
          line: line,
          key: path.joined(separator: "."),
          expected: "a string, a number, true or false"
        )
      }
    }
  }

  private mutating func readKeys(
    _ table: TOMLTable,
    _ places: KeyPlaces
  ) throws(PreferencesError) {
    for name in table.keys.sorted() {
      let path = ["keys", name]
      let line = places.line(of: path)
      let names: [String]
      if let one = table[name]?.string {
        names = [one]
      } else if let array = table[name]?.array {
        names = array.compactMap(\.string)
        guard names.count == array.count else { throw Self.noKeys(line, path) }
      } else {
        throw Self.noKeys(line, path)
      }
      do {
        try keyMap.bind(name, to: names)
      } catch {
        switch error {
        case .unknownAction(_, let nearest):
          throw .unknownName(line: line, key: path.joined(separator: "."), nearest: nearest)
        case .unknownKey(let key):
          throw .badValue(
            line: line,
            key: path.joined(separator: "."),
            expected: "names of keys such as j, space, ctrl-d, pgdn or f5; no key is called \(key)"
          )
        }
      }
    }
  }

  private static func noKeys(_ line: Int, _ path: [String]) -> PreferencesError {
    .badValue(
      line: line,
      key: path.joined(separator: "."),
      expected: #"the name of a key, or a list of them, such as "j" or ["j", "ctrl-n"]"#
    )
  }

  private mutating func readTheme(
    _ table: TOMLTable,
    _ places: KeyPlaces
  ) throws(PreferencesError) {
    let roles = Dictionary(uniqueKeysWithValues: Theme.Role.allCases.map { ("\($0)", $0) })
    for name in table.keys.sorted() {
      let path = ["theme", name]
      let line = places.line(of: path)
      let key = path.joined(separator: ".")
      if name == "appearance" {
        switch table[name]?.string {
        case "auto": appearance = nil
        case "dark": appearance = .dark
        case "light": appearance = .light
        default: throw .badValue(line: line, key: key, expected: "auto, dark or light")
        }
      } else if let role = roles[name] {
        guard let color = table[name]?.string.flatMap(RGBColor.init(hexadecimal:)) else {
          throw .badValue(line: line, key: key, expected: ##"a colour such as "#7aa2f7""##)
        }
        colors[role] = color
      } else {
        throw Self.unknown(path, in: places, among: ["appearance"] + roles.keys.sorted())
      }
    }
  }
}

extension RGBColor {
  /// The colour of six hexadecimal digits behind a `#`.
  init?(hexadecimal text: String) {
    guard text.count == 7, text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit),
      let value = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    self.init(value)
  }
}
