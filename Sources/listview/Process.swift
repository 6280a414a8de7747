import Feeds
import ListViewParts
import TerminalCore
import Values

import Glibc

/// The environment of this process.
enum ProcessEnvironment {
  /// All variables by name; the first of duplicates counts.
  static var variables: [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let parts = String(cString: text).split(
        separator: "=",
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      if parts.count == 2, variables[String(parts[0])] == nil {
        variables[String(parts[0])] = String(parts[1])
      }
      entry += 1
    }
    return variables
  }
}

/// Writes a line about the program itself to standard error.
func note(_ message: String) {
  complain("listview: \(message)")
}

/// Writes lines to standard error without control characters, which command output and file names
/// may contain.
func complain(_ text: String) {
  let shown = text.split(separator: "\n", omittingEmptySubsequences: false).map {
    DisplayWidth.cut($0, to: .max)
  }
  // A failure to write to standard error cannot be reported.
  try? SystemFiles.write((shown.joined(separator: "\n") + "\n").utf8, to: STDERR_FILENO)
}

/// Says why the program cannot continue, and ends it.
func fail(_ message: String, code: Int32) -> Never {
  note(message)
  exit(code)
}

extension Duration {
  /// Seconds as the user gave them; instants end in some centuries.
  static func given(seconds: Double) -> Duration { .seconds(min(seconds, 1e9)) }
}

extension FeedTime {
  /// The present, by the clock on the wall.
  static var now: FeedTime {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return FeedTime(seconds: Int(now.tv_sec), nanosecond: Int(now.tv_nsec)) ?? .latest
  }

  /// Whole milliseconds since 1970.
  var milliseconds: Int { seconds * 1_000 + nanosecond / 1_000_000 }
}
