import Preferences
import TerminalCore

import Glibc

/// Keeps the theme that the user chooses, as a default of `--theme` in the configuration file.
struct ThemeKeeper {
  private let environment: [String: String]
  /// The theme of the command line, and how it was given: possibly as the path of a file.
  private let given: (text: String, choice: ThemeChoice)

  init(_ environment: [String: String], given text: String, _ choice: ThemeChoice) {
    (self.environment, given) = (environment, (text, choice))
  }

  /// Writes the theme into the file, in which everything else stays as it is.
  ///
  /// - Returns: A message about the result.
  func keep(_ choice: ThemeChoice) -> String {
    guard let folder = SystemFiles.folder("XDG_CONFIG_HOME", standard: ".config", environment)
    else { return NoticeText.themeNotKept(choice.name, "", NoticeText.noHome) }
    let name = "\(folder)/config.toml"
    // A link to the file stays a link.
    let path = Self.resolved(name) ?? name
    do throws(SystemError) {
      var old: [UInt8] = []
      do throws(SystemError) {
        old = try SystemFiles.read(path, upTo: PreferencesFile.maximumLength)
      } catch {
        guard error.isMissing else { throw error }
        SystemFiles.makeFolder(folder)
      }
      let new = TOMLDocument.replacing(
        in: old,
        table: "options",
        key: "theme",
        with: argument(of: choice)
      )
      guard let new, new.count <= PreferencesFile.maximumLength else {
        return NoticeText.themeNotKept(choice.name, path, NoticeText.noPlaceForTheme)
      }
      var status = stat()
      let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
      try SystemFiles.replace(path, with: new, mode: mode)
    } catch {
      return NoticeText.themeNotKept(choice.name, path, "\(error)")
    }
    return NoticeText.themeKept(choice.name, path)
  }

  /// The value of `--theme` that gives a theme: its name, or the path of its file.
  private func argument(of choice: ThemeChoice) -> String {
    guard ThemeChoice(named: choice.name) != choice, choice == given.choice else {
      return choice.name
    }
    return Self.resolved(given.text) ?? given.text
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
