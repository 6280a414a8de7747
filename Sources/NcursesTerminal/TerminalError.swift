/// Why a terminal cannot be used.
public enum TerminalError: Error, Hashable, Sendable {
  /// The terminal's device cannot be opened: the process has none, or lacks permission.
  case noTerminal(path: String, errno: Int32)
  /// The file is not a terminal.
  case notATerminal(path: String)
  /// The terminal cannot position its cursor (`TERM=dumb`, or `TERM` is not set).
  case cannotDraw(term: String)
  /// Neither the terminal's name nor any of the fallbacks is in the terminfo database.
  case noTerminfo(term: String)
  /// A system call failed.
  case system(call: String, errno: Int32)
}

extension TerminalError: CustomStringConvertible {
  /// One sentence for the user.
  public var description: String {
    switch self {
    case .noTerminal(let path, let errno): "cannot open the terminal \(path): errno \(errno)"
    case .notATerminal(let path): "\(path) is not a terminal"
    case .cannotDraw(let term):
      term.isEmpty
        ? "TERM is not set: set it to the type of the terminal, such as xterm-256color"
        : "terminal type \(term) cannot position its cursor: use another terminal, or set TERM"
    case .noTerminfo(let term):
      "unknown terminal type \(term): install its terminfo entry, or set TERM"
    case .system(let call, let errno): "\(call) failed: errno \(errno)"
    }
  }
}
