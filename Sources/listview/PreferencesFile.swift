import Preferences

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The user's configuration file: `$XDG_CONFIG_HOME/listview/config.toml`, by default under
/// `~/.config`.
///
/// Source: XDG Base Directory Specification 0.8.
struct PreferencesFile {
  /// Why the file cannot be used.
  struct Failure: Error, CustomStringConvertible {
    var path: String
    var reason: String

    var description: String { "\(path): \(reason)" }
  }

  /// Where the file is, or would be; empty where no home is known.
  let path: String
  /// Whether there is one.
  let exists: Bool
  /// What it says.
  let preferences: Preferences

  private static let maximumLength = 1 << 20

  /// Reads the file; where there is none, there are no preferences.
  static func read(_ environment: [String: String]) throws(Failure) -> PreferencesFile {
    let path = path(environment)
    guard !path.isEmpty, let bytes = try bytes(of: path) else {
      return PreferencesFile(path: path, exists: false, preferences: Preferences())
    }
    do {
      let names = ListViewCommand.configurableOptions
      let preferences = try Preferences(bytes: bytes, optionNames: names)
      return PreferencesFile(path: path, exists: true, preferences: preferences)
    } catch {
      throw Failure(path: path, reason: "\(error)")
    }
  }

  private static func path(_ environment: [String: String]) -> String {
    // A relative path is to be ignored, the specification says.
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return folder + "/listview/config.toml"
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return "" }
    return home + "/.config/listview/config.toml"
  }

  private static func bytes(of path: String) throws(Failure) -> [UInt8]? {
    // A FIFO in its place must not hold the program up.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if file < 0, errno == ENOENT || errno == ENOTDIR { return nil }
    guard file >= 0 else { throw Failure(path: path, reason: String(cString: strerror(errno))) }
    defer { close(file) }
    var bytes: [UInt8] = []
    while true {
      var chunk = [UInt8](repeating: 0, count: 4_096)
      let count = Glibc.read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(path: path, reason: String(cString: strerror(errno))) }
      bytes += chunk.prefix(count)
      if count == 0 { break }
      guard bytes.count <= maximumLength else {
        throw Failure(
          path: path,
          reason: "too large: a configuration has at most 1 MiB; shorten it"
        )
      }
    }
    return bytes
  }
}
