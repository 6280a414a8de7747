import FeedSources
import FeedValues
import ListViewParts

/// Messages while the program runs, on standard error or in the status bar.
enum NoticeText {
  static let standardInput = "standard input"
  static let standardOutput = "standard output"

  // MARK: Expectations

  static let restarts = "The command is restarted whenever it ends."
  static func runsEvery(_ seconds: String) -> String { "The command runs every \(seconds) s." }
  static func connecting(to title: String) -> String { "Connecting to \(title)" }
  static let rowsArrive = "Rows appear as they arrive."
  static let rowsAreWritten = "Rows appear as they are written."

  // MARK: The feed

  static let lineOfText = "line"
  static func noRows(belowLine line: Int) -> String {
    "no rows: line \(line) is a header with nothing below it"
  }
  static func legends(_ count: Int, lines: [Int]) -> String {
    let numbers =
      lines.map(String.init).joined(separator: ", ") + (lines.count < count ? ", …" : "")
    return
      "\(plural(count, lineOfText)) between or below the rows \(count == 1 ? "is" : "are") no \(count == 1 ? "row" : "rows"): \(numbers)"
  }
  static let malformedValue = "malformed value"
  static func malformed(_ count: Int, line: Int, _ reason: String) -> String {
    "\(plural(count, malformedValue)) in the feed; the last one on line \(line): \(reason)"
  }
  static func malformed(_ path: String, line: Int, _ reason: String) -> String {
    "\(path): line \(line): \(reason)"
  }
  static let tookTooLong = FeedText.Source.tookTooLong
  static let commandFailed = "the command failed: its output is ignored"
  static func unknownFields(_ names: [String]) -> String {
    "no row has a field \(names.map { "\"\($0)\"" }.joined(separator: " or ")) so far"
  }
  static func matched(_ condition: String, _ row: String) -> String {
    "\(condition) matched \(row)"
  }
  static func recordingStopped(_ reason: String) -> String { "recording stopped: \(reason)" }

  // MARK: Output

  static func printingLines(_ reason: String) -> String {
    "\(reason): printing the changes as lines, ^C ends"
  }
  static func noEffectOnLines(_ option: String) -> String {
    "\(option): no effect on changes, which are printed as they happen: add --once for the table"
  }
  static func noEffectWithoutScreen(_ options: [String]) -> String {
    "\(options.joined(separator: ", ")): no effect without a screen"
  }
  static func writingSoon(_ path: String) -> String {
    "\(path) is written as soon as all rows are arranged"
  }
  static let notWritten = "not written"
  static let writingForbidden = "\(notWritten): --secure allows no files"
  static let unknownFormat = "\(notWritten): end the name in .csv, .json, .jsonl, .log, .md or .txt"
  static func notWritten(_ path: String, _ error: SystemError) -> String {
    "\(notWritten): \(path): \(error)"
  }
  static func writing(_ path: String) -> String { "writing \(path)" }
  static func stillWriting(_ path: String) -> String {
    "\(notWritten): \(path) has to be complete first"
  }
  static func leaving(_ path: String) -> String {
    "leaving once \(path) is written; again, to leave without it"
  }
  static func written(_ path: String, _ count: Int, areMarked: Bool) -> String {
    "\(plural(count, areMarked ? "marked row" : "row")) written to \(path)"
  }

  // MARK: --on-change

  static func onChange(_ reason: String) -> String { "--on-change: \(reason)" }
  static func onChangeTookTooLong(_ seconds: Int64) -> String {
    onChange("took longer than \(seconds) s and was ended")
  }

  // MARK: Files

  static let configurationTooLarge = "too large: the limit is 1 MiB; shorten it"
  static let notLoaded = "columns not loaded"
  static let notSaved = "columns not saved"
  static func columnsPartlyLoaded(_ path: String, _ count: Int) -> String {
    "columns partly loaded: \(path): \(plural(count, "damaged line")) skipped"
  }
  static func columnsOfOtherVersion(_ path: String) -> String {
    "\(notLoaded): \(path): unsupported file version"
  }
  static func columnsMoved(to path: String) -> String {
    "\(notLoaded): the file was damaged; moved to \(path)"
  }
  static func columnsLocked(_ path: String) -> String {
    "\(notSaved): \(path) is locked by another listview"
  }
  static func columnsNotLoaded(_ path: String, _ error: SystemError) -> String {
    "\(notLoaded): \(path): \(error)"
  }
  static let notKept = "the theme is not kept: no file may be written"
  static func themeKept(_ name: String, _ path: String) -> String {
    "theme \(name), kept in \(path)"
  }
  static func themeNotKept(_ name: String, _ path: String, _ reason: String) -> String {
    "theme \(name), not kept: \(path): \(reason)"
  }
  static let noPlaceForTheme = "write theme = … under [options] yourself"
  static let viewNotKept = "the view is not kept: no file may be written"
  static func viewKept(_ name: String, _ path: String) -> String {
    "view \(name), kept in \(path): --view \(name) shows it"
  }
  static func viewNotKept(_ name: String, _ path: String, _ reason: String) -> String {
    "view \(name), not kept: \(path): \(reason)"
  }
  static func noPlaceForView(_ name: String) -> String { "write [views.\(name)] yourself" }
  static let noHome = "the home directory is unknown"
  static func columnsNotSaved(_ path: String, _ error: SystemError) -> String {
    "\(notSaved): \(path): \(error)"
  }
}
