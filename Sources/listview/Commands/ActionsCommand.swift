import ArgumentParser
import ListViewParts
import Preferences

import Glibc
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
