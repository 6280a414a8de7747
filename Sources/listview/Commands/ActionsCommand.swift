import ArgumentParser
import Columns
import Glibc
import ListViewParts
import Preferences
import TableModel
import TerminalCore
import Values

/// Prints the actions in force, in the syntax of the configuration.
struct ActionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "actions",
    abstract: HelpText.actions
  )

  @ParentCommand private var listview: ListViewCommand

  func run() throws {
    do {
      let preferences = try PreferencesFile.read(ProcessEnvironment.variables).preferences
      print("[actions]")
      guard !listview.isSecure else { return }
      var names: [String: Int] = [:]
      for command in try listview.boundCommands + preferences.actions + RowCommand.ready {
        // No name occurs twice in a table of TOML.
        let number = names[command.name, default: 0] + 1
        names[command.name] = number
        let name = number == 1 ? command.name : "\(command.name)-\(number)"
        let isBare = name.utf8.allSatisfy {
          UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
            || $0.isDigit || $0 == UInt8(ascii: "-")
        }
        let key = isBare ? name : TOMLValue.quoted(name)
        print("\(command.isReady ? "# " : "")\(key) = \(TOMLValue.quoted(command.text))")
      }
    } catch let error as PreferencesFile.Failure {
      fail("\(error)", code: EX_CONFIG)
    }
  }
}

/// Prints the current configuration as a configuration file.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: HelpText.Config.abstract,
    discussion: HelpText.Config.discussion
  )

  func run() throws {
    do throws(PreferencesFile.Failure) {
      print(Self.text(try PreferencesFile.read(ProcessEnvironment.variables)), terminator: "")
    } catch {
      fail("\(error)", code: EX_CONFIG)
    }
  }

  private static func text(_ file: PreferencesFile) -> String {
    var lines = [
      "# \(file.path)\(file.exists ? "" : " (\(HelpText.Config.notCreated))")", "", "[options]",
    ]
    func text(_ option: Preferences.Option) -> String {
      option.value.map(TOMLValue.text(ofArgument:)) ?? "true"
    }
    var given = Dictionary(file.preferences.options.map { ($0.name, text($0)) }) { first, _ in first
    }
    let rules = file.preferences.options.filter { $0.name == "color-row" }.compactMap(\.value)
    if !rules.isEmpty { given["color-row"] = TOMLValue.quoted(rules) }
    let standard = ListViewCommand.configurableDefaults
    for name in ListViewCommand.configurableOptions {
      // Options without a default value are flags.
      let value =
        given[name] ?? standard[name].map(TOMLValue.text(ofArgument:))
        ?? (name == "color-row" ? "[]" : "false")
      let line = "\(name) = \(value)"
      lines.append(given[name] == nil ? "# " + line : line)
    }
    lines += ["", "[keys]"]
    let width = file.preferences.keyMap.names.map(\.action.count).max() ?? 0
    for (action, keys, help) in file.preferences.keyMap.names {
      let padding = String(repeating: " ", count: width - action.count)
      let list = keys.map(TOMLValue.quoted).joined(separator: ", ")
      lines.append("\(action)\(padding) = [\(list)]  # \(help)")
    }
    for (table, texts) in [
      ("patterns", file.preferences.patterns), ("rules", file.preferences.rules),
    ] {
      lines += ["", "[\(table)]"]
      for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
        lines.append("\(TOMLValue.quoted(name)) = \(TOMLValue.quoted(text))")
      }
    }
    for view in file.preferences.views {
      lines += ["", "[views.\(view.name)]"]
      lines += view.entries.map { "\($0.key) = \($0.value)" }
    }
    lines += ["", "[theme]"]
    let appearance = file.preferences.appearance.map { "\($0)" } ?? "auto"
    lines.append("appearance = \(TOMLValue.quoted(appearance))")
    for role in Theme.Role.configurable {
      guard let color = file.preferences.colors[role] else {
        lines.append("# \(role) = \"#rrggbb\"")
        continue
      }
      let digits = String(color.value, radix: 16)
      lines.append("\(role) = \"#\(String(repeating: "0", count: 6 - digits.count))\(digits)\"")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ListViewCommand {
  /// The default values of the configurable options.
  fileprivate static var configurableDefaults: [String: String] {
    guard let command = try? parse([]) else { return [:] }
    return [
      "color": command.color.rawValue, "deadline": "\(ListViewCommand.standardDeadline)",
      "every": "\(ListViewCommand.standardInterval)", "from": command.from.rawValue,
      "limit": "\(command.limit)",
      "motion": command.motion.rawValue, "speed": "\(command.speed)",
      "summary": command.summary, "theme": command.theme, "time-zone": command.timeZone,
    ]
  }
}
