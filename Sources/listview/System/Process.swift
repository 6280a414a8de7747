import CTTY
import FeedClients
import FeedValues
import ListViewParts
import TerminalCore
import Values

import Glibc

/// The environment of this process.
enum ProcessEnvironment {
  /// All variables by name; the first of several with the same name counts.
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

/// The arguments of this process.
enum ProcessArguments {
  /// The arguments after the name of the program; what is secret in them is no longer visible to other
  /// processes afterwards.
  static func taken() -> [String] {
    let words = processArguments
    for (index, word) in words.enumerated() {
      let shown = shown(word, after: index > 0 ? words[index - 1] : "")
      if shown != word { tty_argument_replace(Int32(index + 1), shown) }
    }
    return words
  }

  /// An argument without secrets: a URL without user, password and query, a header without its value.
  static func shown(_ word: String, after previous: String) -> String {
    let equals = word.hasPrefix("--") ? word.firstIndex(of: "=") : nil
    let option = equals.map { String(word[...$0]) } ?? ""
    let value = word.dropFirst(option.count)
    if option == "--header=" || option.isEmpty && previous == "--header" {
      return option + value.prefix { $0 != ":" }
    }
    guard FeedURL.isURL(String(value)) else { return word }
    return option + (FeedURL(String(value))?.title ?? String(value.prefix { $0 != ":" }))
  }
}

/// Writes a message about the program itself to standard error.
func note(_ message: String) {
  complain("listview: \(message)")
}

/// Writes text to standard error, removing control characters, which command output and file names may contain.
func complain(_ text: String) {
  let shown = text.split(separator: "\n", omittingEmptySubsequences: false).map {
    DisplayWidth.cut($0, to: .max)
  }
  // There is nowhere to report that writing to standard error failed.
  try? SystemFiles.write((shown.joined(separator: "\n") + "\n").utf8, to: STDERR_FILENO)
}

/// Reports why the program cannot continue, and exits.
func fail(_ message: String, code: Int32) -> Never {
  note(message)
  exit(code)
}

extension Duration {
  /// A duration in seconds as given by the user, limited so that adding it to an instant cannot overflow.
  static func given(seconds: Double) -> Duration { .seconds(min(seconds, 1e9)) }
}

extension FeedTime {
  /// The current time of the system clock.
  static var now: FeedTime {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return FeedTime(seconds: Int(now.tv_sec), nanosecond: Int(now.tv_nsec)) ?? .latest
  }

  /// The time in whole milliseconds since 1970.
  var milliseconds: Int { seconds * 1_000 + nanosecond / 1_000_000 }
}
