import Preferences

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
