import FeedValues
import Glibc

/// Why a feed cannot be read.
package enum FeedError: Error, Hashable, Sendable {
  /// There is no file at the path.
  case missing(path: String)
  /// The path names something that has no bytes to read, such as a directory.
  case notAFile(path: String)
  /// The path names something to which a recording cannot be written without blocking: a FIFO, a
  /// socket, a terminal.
  case notRecordable(path: String)
  /// The descriptor to read from is closed.
  case closed(name: String)
  /// The feed is the terminal, which is needed for keys.
  case terminal(name: String)
  /// The bytes are neither text nor something that can be converted to text.
  case content(name: String, reason: String)
  /// The program that reads the feed is not installed.
  case missingProgram(String, package: String, feed: String)
  /// The source failed.
  case failed(name: String, reason: String)
  /// A system call failed; `code` is its `errno`.
  case system(Call, path: String, code: Int32)

  /// The operation that failed.
  package enum Call: Hashable, Sendable {
    /// Opening the file.
    case open
    /// Reading it.
    case read
    /// Appending a recording to it.
    case record
    /// Running it.
    case run
    /// Connecting it to a pipe.
    case makePipe

    fileprivate var words: String {
      switch self {
      case .open: "open"
      case .read: "read"
      case .record: "record into it"
      case .run: "run it"
      case .makePipe: "make a pipe for it"
      }
    }
  }
}

extension FeedError: CustomStringConvertible {
  /// The fault, its place, and the remedy.
  package var description: String {
    switch self {
    case .missing(let path):
      "\(path.shownPath): no such file; create it first, or give - to read standard input"
    case .notAFile(let path):
      "\(path.shownPath): is a directory; give a file in it"
    case .notRecordable(let path):
      "\(path.shownPath): cannot record into a FIFO, socket or terminal; give the name of a file"
    case .closed(let name):
      "\(name): is closed; pipe into listview, or give --feed FILE"
    case .terminal(let name):
      "\(name): is the terminal, which is needed for keys; pipe into listview, or give --feed FILE"
    case .content(let name, let reason):
      "\(name): is \(reason)"
    case .missingProgram(let program, let package, let feed):
      "\(feed): needs \(program), which is not installed; on Debian: apt install \(package)"
    case .failed(let name, let reason): "\(name): \(reason)"
    case .system(let call, let path, let code):
      "\(path.shownPath): cannot \(call.words): \(String(cString: strerror(code)))"
    }
  }
}
