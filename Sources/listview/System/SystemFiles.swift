import Glibc

/// An error of a system call on a file.
struct SystemError: Error, CustomStringConvertible {
  let code: Int32

  /// Whether the file does not exist.
  var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  var description: String { String(cString: strerror(code)) }
}

/// Operations on small files that are read and written as a whole.
enum SystemFiles {
  /// Reads a file up to a limit.
  ///
  /// A FIFO at the path does not block the program.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limit: The maximum number of bytes.
  /// - Returns: The contents; longer than the limit if the file is.
  /// - Throws: `SystemError` if the file cannot be read.
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

  /// Writes all bytes to a descriptor, with as many system calls as necessary.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - file: An open, blocking descriptor.
  /// - Throws: `SystemError` if writing fails.
  static func write(_ bytes: some Sequence<UInt8>, to file: Int32) throws(SystemError) {
    var left = Array(bytes)[...]
    while !left.isEmpty {
      let count = left.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError(code: count < 0 ? errno : EIO) }
      left = left.dropFirst(count)
    }
  }

  /// Creates a file, and opens it for writing.
  ///
  /// - Returns: The descriptor, which the caller closes.
  /// - Throws: `SystemError` if the file exists, or cannot be created.
  static func create(_ path: String) throws(SystemError) -> Int32 {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard file >= 0 else { throw SystemError(code: errno) }
    return file
  }

  /// Replaces the contents of a file as a whole, or creates it: another process sees the old or the new ones.
  ///
  /// - Parameters:
  ///   - path: The path of the file, whose directory exists.
  ///   - bytes: The new contents.
  ///   - mode: The permissions of the file.
  /// - Throws: `SystemError` if it cannot be written; then the old contents stay.
  static func replace(
    _ path: String,
    with bytes: some Sequence<UInt8>,
    mode: mode_t = 0o600
  ) throws(SystemError) {
    let temporary = "\(path).\(getpid())"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
    guard file >= 0 else { throw SystemError(code: errno) }
    var problem: Int32 = 0
    do throws(SystemError) {
      try write(bytes, to: file)
    } catch {
      problem = error.code
    }
    if problem == 0, fsync(file) != 0 { problem = errno }
    if close(file) != 0, problem == 0 { problem = errno }
    if problem == 0, rename(temporary, path) != 0 { problem = errno }
    guard problem == 0 else {
      unlink(temporary)
      throw SystemError(code: problem)
    }
  }

  /// Creates a directory and its parents, readable by their owner only.
  static func makeFolder(_ folder: String) {
    var end = folder.startIndex
    while let slash = folder[folder.index(after: end)...].firstIndex(of: "/") {
      mkdir(String(folder[..<slash]), 0o700)
      end = slash
    }
    mkdir(folder, 0o700)
  }

  /// The program's directory in a base directory of the XDG Base Directory Specification 0.8.
  ///
  /// - Parameters:
  ///   - variable: The environment variable, such as `XDG_CONFIG_HOME`; relative paths are ignored.
  ///   - standard: The default, relative to the home directory.
  ///   - environment: The environment variables.
  /// - Returns: The path; nil if the environment does not determine one.
  static func folder(
    _ variable: String,
    standard: String,
    _ environment: [String: String]
  ) -> String? {
    if let folder = environment[variable], folder.hasPrefix("/") { return folder + "/listview" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/\(standard)/listview"
  }

  /// Whether a program is installed, given its name, or is executable, given its path.
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
