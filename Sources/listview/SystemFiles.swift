import Glibc

/// An error of a system call on a file, by its `errno`.
struct SystemError: Error, CustomStringConvertible {
  let code: Int32

  /// Whether there is no such file.
  var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  var description: String { String(cString: strerror(code)) }
}

/// Small files that are read and written as a whole.
enum SystemFiles {
  /// Reads a file up to a limit.
  ///
  /// A FIFO in its place does not hold the program up.
  ///
  /// - Parameters:
  ///   - path: Its name.
  ///   - limit: The maximum number of bytes that are read.
  /// - Returns: Its bytes; more than the limit if it is longer than that.
  /// - Throws: `SystemError` if it cannot be read.
  static func read(_ path: String, upTo limit: Int) throws(SystemError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw SystemError(code: errno) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = Glibc.read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError(code: errno) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Writes all bytes, however many the system takes at once.
  ///
  /// - Parameters:
  ///   - bytes: What to write.
  ///   - file: An open descriptor that blocks.
  /// - Throws: `SystemError` if they cannot be written.
  static func write(_ bytes: some Sequence<UInt8>, to file: Int32) throws(SystemError) {
    var left = Array(bytes)[...]
    while !left.isEmpty {
      let count = left.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError(code: count < 0 ? errno : EIO) }
      left = left.dropFirst(count)
    }
  }

  /// Makes a new file.
  ///
  /// - Throws: `SystemError` if it cannot be written, or is there already.
  static func create(_ path: String, _ bytes: some Sequence<UInt8>) throws(SystemError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard file >= 0 else { throw SystemError(code: errno) }
    do {
      try write(bytes, to: file)
    } catch {
      close(file)
      unlink(path)
      throw error
    }
    guard close(file) == 0 else { throw SystemError(code: errno) }
  }

  /// The folder of the program in one of the XDG Base Directory Specification 0.8.
  ///
  /// - Parameters:
  ///   - variable: Its variable, such as `XDG_CONFIG_HOME`; a relative path is to be ignored.
  ///   - standard: Where it is in the home folder by default.
  ///   - environment: The environment variables.
  /// - Returns: Its path; nil if the environment names no place.
  static func folder(
    _ variable: String,
    standard: String,
    _ environment: [String: String]
  ) -> String? {
    if let folder = environment[variable], folder.hasPrefix("/") { return folder + "/listview" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/\(standard)/listview"
  }

  /// Whether a program of a name is installed, or of a path can be run.
  static func isProgram(_ name: some StringProtocol, _ environment: [String: String]) -> Bool {
    guard !name.isEmpty else { return false }
    let paths =
      name.contains("/")
      ? [String(name)]
      : (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
    return paths.contains { path in
      var status = stat()
      return access(path, X_OK) == 0 && stat(path, &status) == 0
        && status.st_mode & S_IFMT == S_IFREG
    }
  }
}
