internal import ListViewParts
public import Feeds
internal import TableModel
internal import TerminalCore
internal import Values

extension App {
  /// How long new bad input takes the place of the keys on their line.
  private static let announcementTime = Duration.seconds(5)
  /// How long the keys are left alone then, however much bad input comes.
  private static let announcementPause = Duration.seconds(30)

  /// Takes what could not be read so far, and what is wrong with the identities of the rows.
  ///
  /// The first of it is announced on the line of keys for some seconds; what comes soon after is
  /// counted in the title alone, so that a feed full of it never covers the keys.
  ///
  /// - Parameters:
  ///   - badInput: All that could not be read.
  ///   - keyTroubles: What keeps changes from being told as they are, the worst first.
  ///   - instant: When.
  public mutating func receive(
    badInput: BadInputLog,
    keyTroubles: [KeyTrouble],
    at instant: ContinuousClock.Instant
  ) {
    let isWorse = badInput.count > feed.badInput.count
    let known = Set(feed.keyTroubles.map(\.kind))
    if isWorse, mode == .badInput, paneScroll.offset > 0 {
      // What is read stays in its place while the newest come in above it.
      let news = badInput.newest.suffix(badInput.count - feed.badInput.count)
      paneScroll.offset += news.reduce(0) { $0 + lines(of: $1).count }
    }
    feed.badInput = badInput
    feed.keyTroubles = keyTroubles
    newKeyTrouble = keyTroubles.first { $0.kind != .arrival && !known.contains($0.kind) }
    let isNew = newKeyTrouble != nil
    guard isWorse || isNew, mode != .badInput,
      lastAnnouncement.map({ instant >= $0 + Self.announcementPause }) ?? true
    else { return }
    lastAnnouncement = instant
    announcement = instant + Self.announcementTime
  }

  /// What is announced on the line of keys: for some seconds, or as long as there are no rows to
  /// look at instead.
  func badInputNotice(at instant: ContinuousClock.Instant) -> String? {
    let isAnnounced = announcement.map { instant < $0 } ?? false
    guard isAnnounced || table.rows.isEmpty else { return nil }
    let key = configuration.keyMap.label(of: [.program(.badInput)])
    if let bad = feed.badInput.newest.last {
      return
        "\(key) shows \(grouped(feed.badInput.count)) bad · line \(grouped(bad.line)): \(bad.reason)"
    }
    return (newKeyTrouble ?? seriousKeyTroubles.first).map { "\(key) shows more · \($0)" }
  }

  /// What is wrong with keys that a reader might not expect: rows of a log have none.
  var seriousKeyTroubles: [KeyTrouble] {
    feed.keyTroubles.filter { ![.arrival, .rechosen].contains($0.kind) }
  }

  /// Where the list of bad input is: between the title and the keys.
  var badInputPane: Pane {
    let frame = Frame(size)
    let lines = (frame.title.map { $0 + 1 } ?? 0)..<(frame.keys ?? size.lines)
    var pane = Pane(
      Rectangle(lines: lines, columns: 0..<size.columns),
      .box,
      title: [Segment(text: "Bad input", role: .warning, isBold: true)]
    )
    let log = feed.badInput
    let count = Money.grouped(String(log.count))
    let text =
      log.count > log.newest.count
      ? "the newest \(grouped(log.newest.count)) of \(count)" : "\(count) in all"
    if log.count > 0 { pane.status = [Segment(text: text, role: .dim)] }
    // Where there is a line of keys, it says so.
    if frame.keys == nil { pane.footer = "\(scrollKeys) scroll · \(closeKey) closes" }
    return pane
  }

  /// The lines of the list: what is wrong with the keys, then the pieces, the newest first.
  var badInputLines: [StyledLine] {
    let width = badInputPane.contents.columns.count
    var lines: [StyledLine] = []
    for trouble in feed.keyTroubles {
      for (number, text) in TextWrapping.lines(of: trouble.description, width: width - 2)
        .enumerated()
      {
        let sign = Segment(text: number == 0 ? "! " : "  ", role: .warning, isBold: true)
        lines.append(StyledLine([sign, Segment(text: text, role: .text)]))
      }
      lines.append(StyledLine())
    }
    let omissions = omissions.flatMap { TextWrapping.lines(of: $0, width: width) }
    if !omissions.isEmpty { lines += omissions.map { StyledLine($0, .dim) } + [StyledLine()] }
    if feed.badInput.count == 0 {
      lines.append(StyledLine("All of \(configuration.feedName) could be read.", .dim))
    }
    for bad in feed.badInput.newest.reversed() { lines += self.lines(of: bad) }
    return lines
  }

  /// What was read and cannot be seen, or could not be seen when it came.
  private var omissions: [String] {
    func count(_ count: Int, _ noun: String) -> String? { count > 0 ? plural(count, noun) : nil }
    let back = configuration.keyMap.label(of: [.feed(.stepBack)])
    return [
      count(player.coalesced, "list").map {
        "\($0) came faster than the screen is drawn; only the newest was shown, \(back) goes back to each."
      },
      count(player.droppedRows, "row").map {
        "\($0) evicted at the old end: the list keeps \(limitText) (--limit)."
      },
      player.forgotten > 0
        ? "There is no way back before \(earliestText): older changes are not kept (--record keeps all)."
        : nil,
    ].compactMap(\.self)
  }

  /// How much the list keeps.
  private var limitText: String {
    let limit = configuration.limit
    let texts = [
      limit.rows < .max ? plural(limit.rows, "row") : nil,
      limit.bytes < .max ? "\(grouped(limit.bytes >> 20)) MiB" : nil,
    ]
    return texts.compactMap(\.self).joined(separator: " or ")
  }

  /// How far back there is a way.
  var earliestText: String {
    player.time(at: player.earliest).map { configuration.calendar.dateAndClock(of: $0) }
      ?? "item \(Money.grouped(String(player.earliest)))"
  }

  /// The lines of a piece: where it is, what is wrong with it, its bytes.
  private func lines(of bad: BadInput) -> [StyledLine] {
    let width = badInputPane.contents.columns.count
    var head = [
      Segment(text: "line \(Money.grouped(String(bad.line)))", role: .text, isBold: true),
      Segment(text: "  byte \(Money.grouped(String(bad.offset)))  ", role: .dim),
    ]
    var lines: [StyledLine] = []
    if head.reduce(bad.reason.displayWidth, { $0 + $1.text.displayWidth }) <= width {
      head.append(Segment(text: bad.reason, role: .warning))
    } else {
      lines = TextWrapping.lines(of: bad.reason, width: width - 2).map {
        StyledLine("  " + $0, .warning)
      }
    }
    lines.insert(StyledLine(head), at: 0)
    let bytes = EscapedBytes.text(of: bad.bytes)
    for text in TextWrapping.lines(of: bytes, width: width - 2) where !text.isEmpty {
      lines.append(StyledLine("  " + text, .dim))
    }
    return lines
  }

  /// Draws the list of bad input over the table.
  func drawBadInput(over buffer: inout CellBuffer) {
    let lines = badInputLines
    badInputPane.draw(paneScroll, of: lines.count, in: &buffer, theme) { lines[$0] }
  }
}
