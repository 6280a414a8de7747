import Ordering
import FeedSources
import FeedStore
import FeedValues
import ListViewApp
import ListViewParts
import TableModel
import TerminalCore
import Values

/// Before the last byte of this value is a feed, behind it what the terminal sends.
private let divider: UInt8 = 0xFE

/// Whatever a feed and a terminal send, each frame has the size of the screen, and nothing in its
/// cells acts on a terminal.
func fuzzScreen(_ input: [UInt8]) throws(Violation) {
  var bytes = input
  var choices = Choices(11, from: &bytes)
  let divider = bytes.lastIndex(of: divider)
  let feed = Array(bytes[..<(divider ?? bytes.count)])
  let keys = divider.map { Array(bytes[($0 + 1)...].prefix(32)) } ?? []
  var run = ScreenRun(&choices)
  let cut = feed.count * choices.next(256) / 256
  run.receive(Array(feed[..<cut]))
  try run.look()
  try run.press(keys[..<(keys.count / 2)])
  run.receive(Array(feed[cut...]))
  run.end()
  try run.look()
  try run.press(keys[(keys.count / 2)...])
  try run.press(ArraySlice(choices.pick(standardKeys)))
  run.resize(columns: (79 + choices.next(120)) % 120 + 1, lines: (23 + choices.next(40)) % 40 + 1)
  try run.settle()
}

/// Keys that lead into each part of the screen.
private let standardKeys: [[UInt8]] = ["", "\r", "c", "?", "!", "uu", "/a\r", "&a\r", "vpz", ".{"]
  .map {
    Array($0.utf8)
  }

/// A run of the app, of which each frame is examined.
struct ScreenRun {
  private var app: App
  private var decoder: FeedDecoder
  private var input = InputDecoder()
  private var now = ContinuousClock().now

  init(_ choices: inout Choices) {
    let isPolled = choices.isChosen()
    decoder = FeedDecoder(FeedDecoder.Options(isPolled: isPolled, maximumValueLength: 1 << 20))
    var configuration = App.Configuration(
      feedName: "fuzz",
      motion: choices.pick([.full, .basic, .none]),
      start: choices.pick([.automatic, .beginning, .liveEdge]),
      limit: RowLimit(rows: choices.pick([.max, 3]))
    )
    let column = choices.pick([nil, "-value", "amount", "time", "name", "a", "1"])
    let isSorted = choices.isChosen()
    configuration.viewOptions = ViewOptions(
      sort: isSorted ? column : nil,
      group: isSorted ? nil : column
    )
    let summaries = ["auto", "none", "count", "sum:amount", "avg:value", "min:time", "max:a"]
    configuration.summary = (try? SummarySpec(choices.pick(summaries))) ?? .automatic
    configuration.countsChanges = true
    configuration.keepsChanges = true
    app = App(
      configuration,
      size: TerminalSize(columns: 80, lines: 24),
      theme: Theme(depth: .indexed256)
    )
  }

  /// A run with a configuration, and a feed of rows and lines.
  init(_ configuration: App.Configuration, _ theme: Theme) {
    decoder = FeedDecoder()
    app = App(configuration, size: TerminalSize(columns: 80, lines: 24), theme: theme)
  }

  mutating func receive(_ bytes: [UInt8]) { take(decoder.append(bytes)) }

  mutating func end() {
    take(decoder.options.isPolled ? decoder.endRun() : decoder.finish())
    app.reachEnd()
    work()
  }

  private mutating func take(_ items: [FeedItem]) {
    app.status.keyRule = decoder.keyRule
    app.receive(malformedInput: decoder.malformedInput, keyProblems: decoder.keyProblems, at: now)
    app.receive(items, at: now)
    app.advance(to: now)
    _ = app.takeChanges()
  }

  mutating func press(_ bytes: ArraySlice<UInt8>) throws(Violation) {
    var events = ArraySlice(input.feed(bytes, at: now))
    if let deadline = input.deadline {
      now = max(now, deadline)
      events += input.expire(at: now)
    }
    while let event = app.takeEvent(from: &events) {
      _ = app.handle(event, at: now)
      work()
      try look()
    }
  }

  mutating func resize(columns: Int, lines: Int) {
    _ = app.handle(.resize(TerminalSize(columns: columns, lines: lines)), at: now)
  }

  /// Gives the app its turns until it wants no more of them for now.
  private mutating func work() {
    var turns = 0
    while let next = app.nextInstant, next <= now, turns < 10_000 {
      app.advance(to: now)
      turns += 1
    }
  }

  /// Draws a frame and looks at each of its cells.
  @discardableResult
  mutating func look() throws(Violation) -> ContinuousClock.Instant? {
    let (buffer, next) = app.frame(at: now)
    try check(buffer.size == app.size, "a frame of \(buffer.size) on a screen of \(app.size)")
    for line in 0..<buffer.size.lines {
      var width = 0
      for cell in buffer.line(line) {
        width += cell.width
        let marks = (0..<Cell.maximumMarks).compactMap { cell.mark($0) }
        for scalar in cell.isContinuation ? marks : [cell.base] + marks {
          try check(!acts(scalar), "U+\(String(scalar.value, radix: 16)) is in line \(line)")
        }
      }
      try check(width == buffer.size.columns, "line \(line) has \(width) columns")
    }
    return next
  }

  /// Lets time pass until nothing moves any more.
  mutating func settle() throws(Violation) {
    for _ in 0..<20 {
      guard let next = [try look(), app.nextInstant].compactMap(\.self).min() else { return }
      now = max(next, now + .milliseconds(100))
      work()
    }
  }
}

/// Whether a scalar acts on a terminal, or on the order of what stands beside it.
private func acts(_ scalar: Unicode.Scalar) -> Bool {
  if 0x20..<0x7F ~= scalar.value { return false }
  return switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
  default: scalar.properties.isBidiControl
  }
}
