import Columns
package import ListViewParts
internal import Patterns
package import TerminalCore

/// The contents of a user's configuration file: defaults of options, keys and colours.
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
/// [patterns]
/// app = '(?<time>\S+) (?<level>\w+) (?<message>.*)'
///
/// [rules]
/// broken = 'status: →failed => notify-send -- "$LISTVIEW_KEY"'
///
/// [actions]
/// kill = 'k ask => kill -- {pid}'
///
/// [views.late]
/// filter = "status=running since(status)>1h"
/// sort = "-created"
///
/// [theme]
/// appearance = "dark"
/// accent = "#7aa2f7"
/// ```
///
/// ``TOMLDocument`` documents the supported subset of TOML.
package struct Preferences: Sendable {
  /// A default for a command-line option.
  package struct Option: Hashable, Sendable {
    /// The long name, without dashes.
    package var name: String
    /// The argument on the command line; nil for a flag that is set.
    package var value: String?
    /// The position in the file.
    package var position: TextPosition

    /// The option as a command-line argument.
    package var arguments: [String] { ["--\(name)"] + (value.map { [$0] } ?? []) }
  }

  /// The options, in the order of the file.
  package private(set) var options: [Option] = []
  /// The key map.
  package private(set) var keyMap = KeyMap.standard
  /// Regular expressions that split lines into fields, by name.
  package private(set) var patterns: [String: String] = [:]
  /// Arguments of `--on-change` and `--until`, by name.
  package private(set) var rules: [String: String] = [:]
  /// Actions on rows, in the order of the file.
  package private(set) var actions: [RowCommand] = []
  /// Views by name, in the order of the file.
  package private(set) var views: [NamedView] = []
  /// Colours that override the theme.
  package private(set) var colors: [Theme.Role: RGBColor] = [:]
  /// Dark or light; nil to detect it from the terminal.
  package private(set) var appearance: Appearance?

  /// The preferences without a configuration file.
  package init() {}

  /// Parses a configuration file.
  ///
  /// - Parameters:
  ///   - text: The contents of the file.
  ///   - optionNames: The long names of the options that may be set.
  /// - Throws: ``PreferencesError`` for the first error: first those of TOML syntax, then those of content.
  package init(_ text: String, optionNames: [String]) throws(PreferencesError) {
    try self.init(bytes: Array(text.utf8), optionNames: optionNames)
  }

  /// Parses a configuration file.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - optionNames: The long names of the options that may be set.
  /// - Throws: ``PreferencesError`` for the first error: first those of TOML syntax, then those of content.
  package init(bytes: [UInt8], optionNames: [String]) throws(PreferencesError) {
    let document = try TOMLDocument(bytes)
    for table in document.tables where !Self.tableNames.contains(table.name) {
      throw Self.unknown([table.name], at: document.position(of: table), among: Self.tableNames)
    }
    for table in document.tables { try addView(table, document) }
    var bound: [String: [String]] = [:]
    for entry in document.entries {
      switch entry.table {
      case "options": try readOption(entry, document, optionNames)
      case "keys": try readKeys(entry, document, &bound)
      case "theme": try readColor(entry, document)
      case "patterns":
        patterns[entry.key] = try pattern(entry, document)
      case "rules":
        rules[entry.key] = try text(
          of: entry,
          document,
          PreferencesText.rule
        )
      case "views": try readView(entry, document)
      case "actions": actions.append(try action(entry, document))
      default:
        let position = document.position(of: entry)
        throw Self.tableNames.contains(entry.key)
          ? PreferencesError(position, .badValue(path: [entry.key], expected: Self.tableExample))
          : Self.unknown([entry.key], at: position, among: Self.tableNames)
      }
    }
  }

  private static let tableNames = [
    "options", "keys", "theme", "patterns", "rules", "actions", "views",
  ]
  private static let tableExample = PreferencesText.table

  private static func unknown(
    _ path: [String],
    at position: TextPosition,
    among names: [String]
  ) -> PreferencesError {
    let nearest = path.last.flatMap { Spelling.nearest(to: $0, among: names) }
    return PreferencesError(position, .unknownName(path: path, nearest: nearest))
  }

  private func text(
    of entry: TOMLDocument.Entry,
    _ document: TOMLDocument,
    _ expected: String
  ) throws(PreferencesError) -> String {
    guard case .string(let text) = entry.value.content else {
      throw PreferencesError(
        document.position(of: entry.value),
        .badValue(path: [entry.table, entry.key].compactMap(\.self), expected: expected)
      )
    }
    return text
  }

  private mutating func readOption(
    _ entry: TOMLDocument.Entry,
    _ document: TOMLDocument,
    _ names: [String]
  ) throws(PreferencesError) {
    let path = ["options", entry.key]
    let position = document.position(of: entry)
    guard names.contains(entry.key) else { throw Self.unknown(path, at: position, among: names) }
    if case .boolean(let isSet) = entry.value.content {
      if isSet { options.append(Option(name: entry.key, value: nil, position: position)) }
    } else if entry.key == NamedView.Setting.colorRow.rawValue,
      case .array(let elements) = entry.value.content,
      elements.allSatisfy({ $0.string != nil })
    {
      // An option that may be repeated.
      for element in elements {
        let position = document.position(of: element)
        options.append(Option(name: entry.key, value: element.string, position: position))
      }
    } else if let argument = entry.value.argument {
      let position = document.position(of: entry.value)
      options.append(Option(name: entry.key, value: argument, position: position))
    } else {
      throw PreferencesError(
        document.position(of: entry.value),
        .badValue(path: path, expected: PreferencesText.option)
      )
    }
  }

  /// Binds keys to an action; the same file must not bind a key to two actions.
  private mutating func readKeys(
    _ entry: TOMLDocument.Entry,
    _ document: TOMLDocument,
    _ bound: inout [String: [String]]
  ) throws(PreferencesError) {
    let path = ["keys", entry.key]
    let position = document.position(of: entry)
    let names = try keyNames(entry, document)
    do {
      try keyMap.bind(entry.key, to: names)
    } catch {
      switch error {
      case .unknownAction(_, let nearest):
        throw PreferencesError(position, .unknownName(path: path, nearest: nearest))
      case .unknownKey(let key):
        throw PreferencesError(
          document.position(of: entry.value),
          .badValue(path: path, expected: PreferencesText.keyNames(unknown: TOMLValue.quoted(key)))
        )
      }
    }
    let now = Dictionary(uniqueKeysWithValues: keyMap.names.map { ($0.action, $0.keys) })
    for (action, keys) in bound {
      if let lost = keys.first(where: { !(now[action] ?? []).contains($0) }) {
        throw PreferencesError(
          document.position(of: entry.value),
          .sharedKey(path: path, key: lost, other: "keys.\(action)")
        )
      }
    }
    bound[entry.key] = now[entry.key]
  }

  private func keyNames(
    _ entry: TOMLDocument.Entry,
    _ document: TOMLDocument
  ) throws(PreferencesError) -> [String] {
    if let name = entry.value.string { return [name] }
    var wrong = entry.value
    if case .array(let elements) = entry.value.content {
      guard let element = elements.first(where: { $0.string == nil }) else {
        return elements.compactMap(\.string)
      }
      wrong = element
    }
    throw PreferencesError(
      document.position(of: wrong),
      .badValue(path: ["keys", entry.key], expected: PreferencesText.keys)
    )
  }

  private func pattern(
    _ entry: TOMLDocument.Entry,
    _ document: TOMLDocument
  ) throws(PreferencesError) -> String {
    let text = try text(of: entry, document, PreferencesText.pattern)
    do throws(PatternError) {
      _ = try CapturePattern(text)
    } catch {
      throw PreferencesError(
        document.position(of: entry.value),
        .badValue(
          path: ["patterns", entry.key],
          expected: PreferencesText.pattern("\(error)", at: error.offset + 1)
        )
      )
    }
    return text
  }

  private func action(
    _ entry: TOMLDocument.Entry,
    _ document: TOMLDocument
  ) throws(PreferencesError) -> RowCommand {
    let text = try text(of: entry, document, PreferencesText.action)
    do throws(SettingError) {
      return try RowCommand(name: entry.key, text)
    } catch {
      throw PreferencesError(
        document.position(of: entry.value),
        .badValue(
          path: ["actions", entry.key],
          expected: PreferencesText.action("\(error)", at: error.offset + 1)
        )
      )
    }
  }

  /// Adds the view that a table describes.
  private mutating func addView(
    _ table: TOMLDocument.Table,
    _ document: TOMLDocument
  ) throws(PreferencesError) {
    guard let name = table.inner else { return }
    guard NamedView.isName(name) else {
      throw PreferencesError(
        document.position(of: table),
        .badName(path: ["views", name], expected: NamedView.Text.name)
      )
    }
    views.append(NamedView(named: name))
  }

  private mutating func readView(
    _ entry: TOMLDocument.Entry,
    _ document: TOMLDocument
  ) throws(PreferencesError) {
    guard let index = views.firstIndex(where: { $0.name == entry.inner }) else {
      throw PreferencesError(
        document.position(of: entry),
        .badValue(path: ["views", entry.key], expected: PreferencesText.view)
      )
    }
    let path = ["views", views[index].name, entry.key]
    guard let setting = NamedView.Setting(rawValue: entry.key) else {
      throw Self.unknown(
        path,
        at: document.position(of: entry),
        among: NamedView.Setting.allCases.map(\.rawValue)
      )
    }
    func wrong(_ expected: String) -> PreferencesError {
      PreferencesError(
        document.position(of: entry.value),
        .badValue(path: path, expected: expected)
      )
    }
    let expected = PreferencesText.setting(setting)
    var values = [entry.value]
    if setting == .colorRow, case .array(let elements) = entry.value.content { values = elements }
    for value in values {
      guard let text = value.string else { throw wrong(expected) }
      do throws(SettingError) {
        try views[index].set(setting, to: text)
      } catch {
        throw wrong(PreferencesText.setting(setting, error.description, at: error.offset + 1))
      }
    }
  }

  private mutating func readColor(
    _ entry: TOMLDocument.Entry,
    _ document: TOMLDocument
  ) throws(PreferencesError) {
    let path = ["theme", entry.key]
    let text = entry.value.string
    func wrong(_ expected: String) -> PreferencesError {
      PreferencesError(
        document.position(of: entry.value),
        .badValue(path: path, expected: expected)
      )
    }
    if entry.key == "appearance" {
      switch text {
      case "auto": appearance = nil
      case "dark": appearance = .dark
      case "light": appearance = .light
      default: throw wrong(PreferencesText.appearance)
      }
    } else if let role = Theme.Role.configurable.first(where: { $0.name == entry.key }) {
      guard let color = text.flatMap(RGBColor.init(hexadecimal:)) else {
        throw wrong(PreferencesText.color)
      }
      colors[role] = color
    } else {
      let names = ["appearance"] + Theme.Role.configurable.map(\.name)
      throw Self.unknown(path, at: document.position(of: entry), among: names)
    }
  }
}

extension RGBColor {
  /// The colour with six hexadecimal digits after `#`.
  init?(hexadecimal text: String) {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6,
      digits.allSatisfy(isHexadecimalDigit), let value = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    self.init(value)
  }
}

extension NamedView {
  /// The view as the entries of its table, with their values in TOML syntax.
  package var entries: [(key: String, value: String)] {
    Setting.allCases.compactMap { setting in
      let texts = settings.filter { $0.setting == setting }.map(\.text)
      return texts.isEmpty ? nil : (setting.rawValue, TOMLValue.quoted(texts))
    }
  }
}
