package import FeedValues
internal import TerminalCore

/// The mark in the margin of a row on which a command was run.
package enum RunMark: Hashable, Sendable {
  case isRunning, hasSucceeded, hasFailed

  var sign: String {
    switch self {
    case .isRunning: "⟳"
    case .hasSucceeded: "✓"
    case .hasFailed: "✗"
    }
  }

  var role: Theme.Role {
    switch self {
    case .isRunning: .accent
    case .hasSucceeded: .success
    case .hasFailed: .failure
    }
  }
}

/// The marks of rows on which commands run, or have ended a moment ago.
package struct RunMarks: Sendable {
  /// The runs under way, by their numbers: the names of the actions, and the rows.
  private var runs: [Int: (name: String, rows: [RowID])] = [:]
  private var marks: [RowID: (mark: RunMark, end: ContinuousClock.Instant?)] = [:]

  /// The time for which the mark of a run that has ended is shown.
  static let duration = Duration.seconds(7)

  package init() {}

  package subscript(row: RowID) -> RunMark? { marks[row]?.mark }

  /// Records that some runs begin: one for each row, or one for all of them.
  package mutating func begin(_ begun: [RowRun], on rows: [RowID]) {
    for (number, run) in begun.enumerated() {
      let rows = begun.count == rows.count ? [rows[number]] : rows
      runs[run.number] = (run.name, rows)
      for row in rows { marks[row] = (.isRunning, nil) }
    }
  }

  /// Records that a run has ended.
  ///
  /// - Returns: The name of its action.
  package mutating func end(
    _ number: Int,
    hasFailed: Bool,
    at instant: ContinuousClock.Instant
  ) -> String {
    guard let run = runs.removeValue(forKey: number) else { return "" }
    for row in run.rows {
      marks[row] = (hasFailed ? .hasFailed : .hasSucceeded, instant + Self.duration)
    }
    return run.name
  }

  /// When a mark is due to go; nil if none is.
  package var nextInstant: ContinuousClock.Instant? {
    marks.isEmpty ? nil : marks.values.compactMap(\.end).min()
  }

  /// Removes the marks that have been there for long enough.
  ///
  /// - Returns: Whether there were any.
  package mutating func expire(at instant: ContinuousClock.Instant) -> Bool {
    guard let next = nextInstant, next <= instant else { return false }
    marks = marks.filter { $0.value.end.map { $0 > instant } ?? true }
    return true
  }
}
