import EventLoop
import Feeds
import ListViewParts
import TerminalCore
import Values

import Glibc

/// Prints a feed's changes as lines, as fast as they are read.
struct LineOutput: FeedSink {
  private var log: ChangeLog
  private let output = StandardOutput()
  /// The problems with keys that have been reported.
  private var reported: Set<KeyProblem.Kind> = []
  /// Whether it was looked whether rows have the fields that the command line names.
  private var hasReportedFields = false
  /// What is waited for; nil for the end of the feed.
  private let wait: Wait?
  private var isOver = false
  /// When rows may begin or cease to match though nothing arrives; nil for never.
  private var nextRefresh: ContinuousClock.Instant?
  /// What keeps a source from giving what it should, as it was reported last.
  private var outage: FeedOutage?
  /// Whether changes are reported that no command takes.
  private let reportsChanges: Bool

  init(_ log: ChangeLog, wait: Wait? = nil, reportsChanges: Bool = false) {
    (self.log, self.wait, self.reportsChanges) = (log, wait, reportsChanges)
    nextRefresh = log.refreshInterval.map { .now + $0 }
  }

  /// Standard output, to notice when its reader closes it though nothing is written.
  static let reader = EventLoop.Interest(STDOUT_FILENO, [])
  var interests: [EventLoop.Interest] { [Self.reader] }

  /// Nothing is printed after the row that matches.
  var wantsMore: Bool { log.match == nil && !isOver }

  /// Prints that a source is down, or works again, for programs.
  private mutating func reportSource(_ run: FeedRun) throws {
    let outage = run.intake.outages.first
    guard outage != self.outage else { return }
    // Why it is down is read next.
    if outage != nil, run.intake.notices.isEmpty, run.intake.isReady { return }
    self.outage = outage
    let line = log.line(for: outage, run.intake.notices.last, at: .now)
    try print(line.map { [$0] } ?? [], run)
  }

  func deadline(_ run: FeedRun) -> ContinuousClock.Instant? {
    [wait?.deadline, wantsMore ? nextRefresh : nil, run.announcer?.deadline(for: log)].compactMap(
      \.self
    ).min()
  }

  mutating func rest() { log.beginNews() }

  mutating func receive(_ items: [FeedItem], _ run: FeedRun) throws {
    try reportSource(run)
    guard !items.isEmpty else { return }
    log.clocks = run.intake.volatileFields
    log.present = .now
    let lines = log.lines(for: items, key: run.intake.keyRule, at: .now)
    for problem in run.intake.keyProblems where reported.insert(problem.kind).inserted {
      note(DisplayWidth.cut(problem.description, to: 400))
    }
    try print(lines, run)
  }

  private func print(_ lines: [String], _ run: FeedRun) throws {
    guard !lines.isEmpty else { return }
    // A reader that does not read keeps us waiting, but not from hearing signals.
    try output.write(Array((lines.joined(separator: "\n") + "\n").utf8), run)
  }

  /// Prints which rows begin or cease to match as time continues, once it is time.
  private mutating func refresh(_ run: FeedRun) throws {
    guard let nextRefresh, .now >= nextRefresh else { return }
    self.nextRefresh = log.refreshInterval.map { .now + $0 }
    try print(log.lines(at: .now), run)
  }

  mutating func end(_ failure: FeedError?, _ run: FeedRun) throws {
    if let failure { throw failure }
    isOver = true
    reportUnknownFields()
    run.noteMalformedInput()
  }

  mutating func turn(_ run: FeedRun) throws -> FeedTurn<Wait.Outcome?> {
    if reportsChanges, let changes = log.takeChanges() { changes.lines.forEach(note) }
    if let failure = run.announcer?.announce(&log, at: .now, ring: {}) { note(failure) }
    // The command hears of all changes before the program ends.
    if !wantsMore, run.announcer?.isBusy(with: log) ?? false { return .goOn }
    // The line of the row that matches has been printed.
    if log.match != nil { return .end(.fits("")) }
    if isOver { return .end(wait == nil ? nil : .unmet) }
    if !run.intake.isReady { reportUnknownFields() }
    try refresh(run)
    return wait?.isLate(at: .now) ?? false ? .end(.late) : .goOn
  }

  /// Reports once that no row has a field that the command line names.
  private mutating func reportUnknownFields() {
    guard log.hasRows, !hasReportedFields else { return }
    hasReportedFields = true
    if let problem = log.typeProblem { note(problem) }
    guard !log.unknownFields.isEmpty else { return }
    note(NoticeText.unknownFields(log.unknownFields.map(\.text)))
  }
}
