import ListViewParts
import Preferences
import TerminalCore

import Glibc

/// Keeps what the user chooses in the configuration file: the theme as a default of `--theme`, and views.
struct PreferencesKeeper {
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
    let argument = argument(of: choice)
    do throws(Failure) {
      let path = try change(orSay: NoticeText.noPlaceForTheme) { old in
        TOMLDocument.replacing(in: old, table: "options", key: "theme", with: argument)
      }
      return NoticeText.themeKept(choice.name, path)
    } catch {
      return NoticeText.themeNotKept(choice.name, error.path, error.reason)
    }
  }

  /// Writes a view into the file, in which everything else stays as it is.
  ///
  /// - Returns: A message about the result.
  func keep(_ view: NamedView) -> String {
    let settings = view.entries
    do throws(Failure) {
      let path = try change(orSay: NoticeText.noPlaceForView(view.name)) { old in
        TOMLDocument.replacing(in: old, table: "views", inner: view.name, with: settings)
      }
      return NoticeText.viewKept(view.name, path)
    } catch {
      return NoticeText.viewNotKept(view.name, error.path, error.reason)
    }
  }

  /// The reason why the file is as it was.
  private struct Failure: Error {
    var path: String
    var reason: String
  }

  /// Changes the file as a whole, and creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - remedy: The advice if there is no place for the change.
  ///   - change: Returns the new contents; nil if there is no place.
  /// - Returns: The path of the file.
  /// - Throws: `Failure` if the file is as it was.
  private func change(
    orSay remedy: String,
    _ change: ([UInt8]) -> [UInt8]?
  ) throws(Failure) -> String {
    guard let folder = SystemFiles.folder("XDG_CONFIG_HOME", standard: ".config", environment)
    else { throw Failure(path: "", reason: NoticeText.noHome) }
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
      if let new = change(old), new.count <= PreferencesFile.maximumLength {
        var status = stat()
        let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
        try SystemFiles.replace(path, with: new, mode: mode)
        return path
      }
    } catch {
      throw Failure(path: path, reason: "\(error)")
    }
    throw Failure(path: path, reason: remedy)
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
