import ArgumentParser
import EventLoop
import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import ListViewParts
import TerminalCore
import Values

import Glibc

/// Prints the changes of a feed as lines as they arrive.
struct LineOutput: FeedSink {
  private var log: ChangeLog
  private let output = StandardOutput()
  /// Whether the lines are written to a terminal, which obeys control characters.
  private let isForTerminal = isatty(STDOUT_FILENO) != 0
  /// The problems with keys that have been reported.
  private var reported: Set<KeyProblem.Kind> = []
  /// Whether fields on the command line have been checked against those of the rows.
  private var hasReportedFields = false
  /// The wait for a row; nil to print until the end of the feed.
  private let wait: Wait?
  private var isOver = false
  /// When the matches of a time-dependent filter have to be updated; nil if never.
  private var nextRefresh: ContinuousClock.Instant?
  /// The outage last reported; nil for none.
  private var outage: FeedOutage?
  /// Whether changes are reported although no command handles them.
  private let reportsChanges: Bool

  /// The sentences for a screen reader, and the name of the feed; nil if there is none.
  private var speech: Speech?
  private let name: String

  init(
    _ log: ChangeLog,
    wait: Wait? = nil,
    reportsChanges: Bool = false,
    speaksOf name: String? = nil
  ) {
    (self.log, self.wait, self.reportsChanges) = (log, wait, reportsChanges)
    (speech, self.name) = (name.map { _ in Speech() }, name ?? "")
    nextRefresh = log.refreshInterval.map { .now + $0 }
  }

  /// Standard output, watched to notice that its reader has closed it even if nothing is written.
  static let reader = EventLoop.Interest(STDOUT_FILENO, [])
  var interests: [EventLoop.Interest] { [Self.reader] }

  /// Nothing is printed after the awaited row.
  var wantsMore: Bool { log.match == nil && !isOver }

  /// Prints that a source failed or recovered, in the format for programs.
  private mutating func reportSource(_ run: FeedRun) throws {
    let outage = run.intake.outages.first
    guard outage != self.outage else { return }
    // The reason for the outage is read next.
    if outage != nil, run.intake.notices.isEmpty, run.intake.isReady { return }
    self.outage = outage
    let line = log.line(for: outage, run.intake.notices.last, at: .now)
    try print(line.map { [$0] } ?? [], run)
  }

  func deadline(_ run: FeedRun) -> ContinuousClock.Instant? {
    [
      speech?.nextInstant, wait?.deadline, wantsMore ? nextRefresh : nil,
      run.announcer?.deadline(for: log),
    ].compactMap(
      \.self
    ).min()
  }

  mutating func rest() {
    // Lines that are held back are printed in the next turn.
    if log.isHeldBack { nextRefresh = .now }
    log.beginNews()
    beginSpeech()
  }

  private mutating func beginSpeech() {
    let (count, name) = (log.rowCount, name)
    speech?.begin(rows: count, of: name)
  }

  mutating func receive(_ items: [FeedItem], _ run: FeedRun) throws {
    try reportSource(run)
    guard !items.isEmpty else { return }
    log.clocks = run.intake.volatileFields
    log.present = .now
    let lines = log.lines(for: items, key: run.intake.keyRule, at: .now)
    for problem in run.intake.keyProblems where reported.insert(problem.kind).inserted {
      note(DisplayWidth.cut(problem.description, to: 400))
    }
    try tell(lines, run)
  }

  /// Prints lines, or keeps them until a screen reader has read those before.
  private mutating func tell(_ lines: [String], _ run: FeedRun) throws {
    if speech == nil { try print(lines, run) } else { speech?.add(lines) }
  }

  private func print(_ lines: [String], _ run: FeedRun) throws {
    guard !lines.isEmpty else { return }
    // A slow reader of the output delays us, but signals are still handled.
    let text = lines.joined(separator: "\n") + "\n"
    try output.write(Array((isForTerminal ? RowsOutput.harmless(text) : text).utf8), run)
  }

  /// Prints the rows that start or cease to match with the passage of time, if that is due.
  private mutating func refresh(_ run: FeedRun) throws {
    guard let nextRefresh, .now >= nextRefresh else { return }
    try tell(log.release(at: .now), run)
    self.nextRefresh = log.refreshInterval.map { .now + $0 }
    try tell(log.lines(at: .now), run)
  }

  mutating func end(_ failure: FeedError?, _ run: FeedRun) throws {
    try tell(log.release(at: .now), run)
    if let failure { throw failure }
    isOver = true
    beginSpeech()
    reportUnknownFields()
    run.noteMalformedInput()
  }

  mutating func turn(_ run: FeedRun) throws -> FeedTurn<Wait.Outcome?> {
    if let sentence = speech?.take(at: .now, isLast: isOver || log.match != nil) {
      try print([sentence], run)
    }
    if reportsChanges, let changes = log.takeChanges() { changes.lines.forEach(note) }
    if let failure = run.announcer?.announce(&log, at: .now, ring: {}) { note(failure) }
    // The command is informed of all changes before the program exits.
    if !wantsMore, run.announcer?.isBusy(with: log) ?? false { return .goOn }
    // The line of the awaited row has already been printed.
    if log.match != nil { return .end(.matched("")) }
    if isOver {
      if wait == nil, log.hasRows, !log.unknownFields.isEmpty { throw ExitCode.unknownField }
      return .end(wait == nil ? nil : .unmet)
    }
    if !run.intake.isReady { reportUnknownFields() }
    try refresh(run)
    return wait?.isLate(at: .now) ?? false ? .end(.late) : .goOn
  }

  /// Reports once if no row has a field named on the command line.
  private mutating func reportUnknownFields() {
    guard log.hasRows, !hasReportedFields else { return }
    hasReportedFields = true
    if let problem = log.typeProblem { note(problem) }
    guard !log.unknownFields.isEmpty else { return }
    note(NoticeText.unknownFields(log.unknownFields.map(\.text)))
  }
}
