import Glibc

/// The standard descriptors, which every program expects to be open.
enum Standard {
  /// Opens standard descriptors that the parent process closed, so that no other file gets their numbers;
  /// reading from such an input and writing to such an output fail.
  static func fillGaps() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", mode)
    }
  }

  /// Whether standard input can be read.
  static var isInputOpen: Bool {
    let flags = fcntl(STDIN_FILENO, F_GETFL)
    return flags >= 0 && flags & O_ACCMODE != O_WRONLY
  }
}
