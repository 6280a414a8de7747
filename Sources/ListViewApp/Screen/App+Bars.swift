internal import ListViewParts
internal import Feeds
internal import TableModel
internal import TerminalCore
internal import Values

extension App {
  /// Draws the name of the feed on the left, and on the right where it is and what it did last.
  func drawTitle(on line: Int, of buffer: inout CellBuffer) {
    let counts = table.lastBatch
    let marks: [(Mark, Int)] = [
      (.insertion, counts.insertions), (.deletion, counts.deletions), (.update, counts.updates),
      (.move, counts.moves),
    ]
    let changes = marks.enumerated().map { position, mark in
      Segment(
        text: "\(mark.0.sign)\(grouped(mark.1))\(position == marks.count - 1 ? "" : " ")",
        role: mark.1 == 0 ? .dim : mark.0.role
      )
    }
    let positions = positions
    // Beside a screen that is held there is room for what says so.
    let held = isHeld ? 3 + (positions.last?.displayWidth ?? 0) : 0
    let name =
      frame.isCut
      ? [" listview needs 20×5", " needs 20×5", " 20×5"].first {
        $0.displayWidth + held <= size.columns
      } ?? ""
      : " listview"
    // From the right: what must stay comes first.
    let free = size.columns - name.displayWidth - 3
    let changesWidth = changes.reduce(3) { $0 + $1.text.displayWidth }
    let position =
      positions.first { $0.displayWidth + changesWidth <= free }
      ?? positions.first { $0.displayWidth <= free } ?? positions[positions.count - 1]
    let isDown = shownOutage != nil
    let role: Theme.Role = isHeld ? .warning : isDown ? .failure : .dim
    let place = [Segment(text: position, role: role, isBold: isHeld || isDown)]
    // Who looks at a screen that is held has to see that before anything else.
    let isCramped = position.displayWidth + changesWidth > free
    var groups = (isHeld || isDown) && isCramped ? [place] : [changes, place]
    if table.isTracking { groups.append([Segment(text: "tracking", role: .accent)]) }
    if let text = troubles { groups.append([Segment(text: text, role: .warning)]) }
    groups.append([Segment(text: rowCounts, role: .dim)])
    if player.replacedRows > 0, case .fields? = feed.keyRule, let rule = feed.keyRule {
      let key = configuration.keyMap.label(of: [.feed(.chooseKey)])
      groups.append([Segment(text: KeyPicker.Text.updates(by: rule, key: key), role: .dim)])
    }

    insertShape(into: &groups)
    let hidesName = isHeld && position.displayWidth > free
    var left = buffer.write(
      hidesName ? "" : name,
      line: line,
      column: 0,
      style: theme.style(frame.isCut ? .warning : .accent, bold: true)
    )
    var shown: [[Segment]] = []
    var width = 1
    for group in groups {
      let more = group.reduce(0) { $0 + $1.text.displayWidth } + (shown.isEmpty ? 0 : 3)
      guard left + (left > 0 ? 2 : 0) + width + more <= size.columns else { break }
      width += more
      shown.append(group)
    }
    // The order on the line: position, bad input, rows, counts.
    var column = size.columns - width
    for group in shown.dropFirst() + shown.prefix(1) {
      for segment in group {
        let style = theme.style(segment.role, bold: segment.isBold)
        column += buffer.write(segment.text, line: line, column: column, style: style)
      }
      column += 3
    }
    let room = size.columns - width - left - 4
    guard room > 3 else { return }
    left += buffer.write(
      configuration.feedName,
      line: line,
      column: left + 2,
      maximumWidth: room,
      style: theme.style(.text, bold: true)
    )
  }

  /// Says what is done to the rows, in as many words as there is room for beside what must stay.
  private func insertShape(into groups: inout [[Segment]]) {
    let taken = groups.joined().reduce(3 * groups.count + 10) { $0 + $1.text.displayWidth }
    let room = size.columns - taken - 2 - min(configuration.feedName.displayWidth + 2, 20)
    let text = shapeTexts.first { $0.displayWidth + 3 <= room }
    if let text { groups.append([Segment(text: text, role: .accent)]) }
  }

  /// How many rows there are; with a filter, how many of them are shown.
  private var rowCounts: String {
    guard filter != nil else { return plural(rowCount, "row") }
    let shown = Money.grouped(String(rowCount))
    // A narrow screen has no room for words.
    return size.columns < 60
      ? "\(shown)/\(Money.grouped(String(allRows.count)))"
      : "\(shown) of \(plural(allRows.count, "row"))"
  }

  private var isHeld: Bool { player.isPaused || isStopped }

  /// What is said in the place of `live`: a source that is down gives nothing that is.
  private var shownOutage: SourceOutage? {
    let isAtEdge = player.isAtLiveEdge || player.count == 0
    return isHeld || feed.isEnded || !isAtEdge ? nil : feed.outage
  }

  /// Where the player is, in words: from the fullest to the fewest.
  private var positions: [String] {
    guard player.isPaused else {
      guard let outage = shownOutage else { return [position] }
      guard let since = outage.since else { return [outage.text] }
      let time = configuration.calendar.clock(of: since)
      return ["\(outage.text) since \(time)", outage.text]
    }
    let more = player.wantsMore ? "" : "+"
    let paused = "paused \(grouped(player.position))"
    guard player.behind > 0 else { return [paused, "paused"] }
    let behind = "\(grouped(player.behind))\(more) behind"
    return ["\(paused) · \(behind)", "paused · \(behind)", "paused"]
  }

  /// Where a player is that is not paused.
  private var position: String {
    let more = player.wantsMore ? "" : "+"
    if isStopped { return "stopped" }
    if player.isAtLiveEdge || player.count == 0 {
      if feed.isEnded { return "ended" }
      if isLoading, player.count > 0 { return "loading" }
      if player.isAtEndOfRecording { return "played \(grouped(player.count))" }
      // What is shown is not all while new rows wait out of sight.
      return isAway && table.unseen.total > 0 ? "live · held" : "live"
    }
    let count = "\(grouped(player.position))/\(grouped(player.count))\(more)"
    return "▶ \(count) ×\(player.speed.speedText)"
  }

  /// Draws what waits out of sight, what happened to the source or the keys, and the rows in view.
  func drawKeys(
    _ presentation: TablePresentation<Row, FieldPath>,
    at instant: ContinuousClock.Instant,
    on line: Int,
    of buffer: inout CellBuffer
  ) {
    buffer.fill(line: line, style: theme.style(.dim, on: .bar))
    var column = 1
    let unseen = table.unseen
    for (count, arrow) in [(unseen.above, "↑"), (unseen.below, "↓")] where count > 0 {
      let style = theme.style(.text, on: .badge(.inserted), bold: true)
      column +=
        buffer.write(" \(arrow) \(grouped(count)) new ", line: line, column: column, style: style)
        + 1
    }
    let range = rangeInView
    var end = size.columns - 1
    // What is searched for and filtered is said first.
    let needed = search == nil && filter == nil ? 2 : 18
    if !range.isEmpty, column + range.displayWidth + needed <= size.columns - 1 {
      end -= range.displayWidth
      buffer.write(range, line: line, column: end, style: theme.style(.dim, on: .bar))
      end -= 2
    }
    let trouble =
      isEmpty(presentation) && saysWhyEmpty ? nil : feed.notice ?? badInputNotice(at: instant)
    if let notice = message ?? trouble {
      let style = theme.style(message == nil ? .warning : .text, on: .bar)
      column += buffer.write(
        notice,
        line: line,
        column: column,
        maximumWidth: max(0, end - column),
        style: style
      )
      // What a key came to stands alone; what nobody asked for leaves the keys what room there is.
      guard message == nil else { return }
      column += 3
    } else {
      if column > 1 { column += 1 }
      column = drawFindings(from: column, to: end, on: line, of: &buffer)
    }
    for hint in keyHints {
      let width = hint.keys.displayWidth + 1 + hint.help.displayWidth
      guard column + width <= end else { break }
      let key = theme.style(.text, on: .bar, bold: true)
      let dim = theme.style(.dim, on: .bar)
      column += buffer.write(hint.keys, line: line, column: column, style: key) + 1
      column += buffer.write(hint.help, line: line, column: column, style: dim) + 3
    }
  }

  /// How much could not be read, and whether rows can be told apart; nil where all is well.
  private var troubles: String? {
    let count = feed.badInput.count
    let texts = [
      count > 0 ? "\(Money.grouped(String(count))) bad" : nil,
      seriousKeyTroubles.isEmpty ? nil : "keys",
    ]
    let key = configuration.keyMap.label(of: [.program(.badInput)])
    let text = texts.compactMap(\.self).joined(separator: ", ")
    return text.isEmpty ? nil : "\(key) \(text)"
  }

  /// `1–18 of 312`, as it will be when nothing moves any more; empty where no row is in view.
  private var rangeInView: String {
    guard let range = table.visibleRows else { return "" }
    let (first, last) = (grouped(range.lowerBound + 1), grouped(range.upperBound + 1))
    return "\(first)–\(last) of \(grouped(table.rows.count))"
  }
}
