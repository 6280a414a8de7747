import ArgumentParser
import Glibc
import ListViewParts
import Preferences
import TerminalCore

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

/// The user's configuration file: `$XDG_CONFIG_HOME/listview/config.toml`, by default under
/// `~/.config`.
///
/// Source: XDG Base Directory Specification 0.8.
struct PreferencesFile {
  /// The reason why the file cannot be used.
  struct Failure: Error, CustomStringConvertible {
    var path: String
    var reason: String

    var description: String { "\(path): \(reason)" }
  }

  /// The path of the file, whether or not it exists; empty if the home directory is unknown.
  let path: String
  /// Whether the file exists.
  let exists: Bool
  /// The contents of the file.
  let preferences: Preferences

  static let maximumLength = 1 << 20

  /// Reads the file; if it does not exist, the preferences are empty.
  static func read(_ environment: [String: String]) throws(Failure) -> PreferencesFile {
    let folder = SystemFiles.folder("XDG_CONFIG_HOME", standard: ".config", environment)
    let path = folder.map { $0 + "/config.toml" } ?? ""
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try SystemFiles.read(path, upTo: maximumLength)
    } catch {
      guard error.isMissing else { throw Failure(path: path, reason: "\(error)") }
      return PreferencesFile(path: path, exists: false, preferences: Preferences())
    }
    guard bytes.count <= maximumLength else {
      throw Failure(path: path, reason: NoticeText.configurationTooLarge)
    }
    do {
      let names = ListViewCommand.configurableOptions
      let preferences = try Preferences(bytes: bytes, optionNames: names)
      return PreferencesFile(path: path, exists: true, preferences: preferences)
    } catch {
      throw Failure(path: path, reason: "\(error)")
    }
  }
}

extension ListViewCommand {
  /// The theme given by `--theme`: a name, or the path of a base16 file, which contains a slash or a dot.
  ///
  /// - Throws: `ValidationError` if there is no such theme, or the file is invalid.
  var themeChoice: ThemeChoice {
    get throws {
      if let choice = ThemeChoice(named: theme) { return choice }
      guard theme.contains("/") || theme.contains(".") else {
        let names = ThemeChoice.all.map(\.name)
        let nearest = Spelling.nearest(to: theme, among: names)
        throw ValidationError(UsageText.unknownTheme(theme, nearest: nearest, names))
      }
      let bytes: [UInt8]
      do {
        bytes = try SystemFiles.read(theme, upTo: 1 << 16)
      } catch {
        throw ValidationError(UsageText.invalid("--theme: \(theme)", "\(error)"))
      }
      do throws(Base16Error) {
        let file = theme.split(separator: "/").last.map(String.init) ?? theme
        let name = file.split(separator: ".").first.map(String.init) ?? file
        return ThemeChoice(scheme: try ColorScheme(base16: bytes, name: name))
      } catch {
        throw ValidationError(UsageText.invalid("--theme: \(theme)", "\(error)"))
      }
    }
  }
}
