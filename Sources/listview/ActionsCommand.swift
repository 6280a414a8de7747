import ArgumentParser
import ListViewParts
import Preferences

import Glibc

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
      for command in try listview.boundCommands + preferences.actions + RowCommand.ready {
        print("\(command.isReady ? "# " : "")\(command.name) = \(TOMLValue.quoted(command.text))")
      }
    } catch let error as PreferencesFile.Failure {
      fail("\(error)", code: EX_CONFIG)
    }
  }
}
