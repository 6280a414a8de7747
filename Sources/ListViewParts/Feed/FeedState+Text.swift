import FeedStore
package import FeedValues

extension FeedState {
  /// Whether the screen or the source is paused.
  package var isHeld: Bool { player.isPaused || isStopped }

  /// Descriptions of the playback position, from the longest to the shortest.
  ///
  /// - Parameters:
  ///   - isAway: Whether there are new rows out of view.
  ///   - context: The context.
  /// - Returns: The descriptions.
  package func positions(isAway: Bool, in context: Context) -> [String] {
    guard player.isPaused else {
      if shownOutage != nil { return outagePositions(in: context) }
      if let state = state(isAway: isAway, ofFile: context.isRecorded) {
        return state == Text.live ? freshPositions(in: context) : [state]
      }
      let more = player.wantsMore ? "" : "+"
      let count = "▶ \(grouped(player.position))/\(grouped(player.count))\(more)"
      return ["\(count) ×\(player.speed.speedText)", count]
    }
    let more = player.wantsMore ? "" : "+"
    let paused = "\(Text.paused) \(grouped(player.position))"
    guard player.behind > 0 else { return [paused, Text.paused] }
    let behind = Text.behind("\(grouped(player.behind))\(more)")
    return ["\(paused) · \(behind)", "\(Text.paused) · \(behind)", Text.paused]
  }

  /// The state of a feed that is not paused; nil during playback.
  private func state(isAway: Bool, ofFile isRecorded: Bool) -> String? {
    if isStopped { return Text.stopped }
    if player.isAtLiveEdge || player.count == 0 {
      if status.isEnded { return Text.ended }
      if isLoading, player.count > 0 || isRecorded { return Text.loading }
      // A recording may still grow, but it shows the past, even at its newest position.
      if player.isAtEndOfRecording { return Text.ended }
      // The live edge is not fully shown while new rows are out of view.
      return isAway ? Text.notFollowing : Text.live
    }
    return nil
  }

  /// The problems with malformed input, keys and the table; nil if there are none.
  ///
  /// - Parameters:
  ///   - key: The key that shows them.
  ///   - isRebuilt: Whether the table had to be rebuilt.
  /// - Returns: The problems, after the key.
  package func problems(_ key: String, isRebuilt: Bool) -> String? {
    let count = status.malformedInput.count
    let texts = [
      count > 0 ? Text.malformed(count) : nil,
      status.seriousKeyProblems.isEmpty ? nil : Text.keys,
      isRebuilt ? ListState.Text.rebuilding : nil,
    ]
    let text = texts.compactMap(\.self).joined(separator: ", ")
    return text.isEmpty ? nil : "\(key) \(text)"
  }

  /// Descriptions of input that was read but is not, or was not at first, on the screen.
  package func omissions(limit: RowLimit, in context: Context) -> [String] {
    func count(_ count: Int, _ noun: String) -> String? { count > 0 ? plural(count, noun) : nil }
    let back = context.keyMap.label(of: [.feed(.stepBack)])
    return [
      count(player.coalesced, Text.list).map {
        Text.coalesced($0, back)
      },
      count(player.droppedRows, Text.row).map {
        Text.evicted($0, limit: Self.text(of: limit))
      },
      player.forgotten > 0
        ? Text.forgotten(earliestText(context.calendar))
        : nil,
    ].compactMap(\.self)
  }

  /// A description of the row limit.
  private static func text(of limit: RowLimit) -> String {
    let texts = [
      limit.rows < .max ? plural(limit.rows, Text.row) : nil,
      limit.bytes < .max ? "\(grouped(limit.bytes >> 20)) MiB" : nil,
    ]
    return texts.compactMap(\.self).joined(separator: Text.or)
  }

  /// The names of the states, and the messages.
  package enum Text {
    package static let live = "live"
    package static let notFollowing = "live · not following"
    package static let ended = "ended"
    static let list = "list"
    static let row = "row"
    static let or = " or "
    package static func item(_ number: Int) -> String { "item \(grouped(number))" }
    package static let loading = "loading"
    package static let paused = "paused"
    package static func behind(_ count: String) -> String { "\(count) behind" }
    package static func malformed(_ count: Int) -> String { "\(grouped(count)) malformed" }
    package static let keys = "keys"
    package static func coalesced(_ lists: String, _ key: String) -> String {
      "\(lists) arrived faster than the screen is drawn; only the newest was shown. \(key) steps back "
        + "to the others."
    }
    package static func evicted(_ rows: String, limit: String) -> String {
      "\(rows) evicted, the oldest first: the list keeps \(limit) (--limit)."
    }
    package static func forgotten(_ earliest: String) -> String {
      "No steps back before \(earliest): older changes are not kept (--record keeps all)."
    }
    package static let stopped = "stopped"
    package static let first = "no further back: this is the first"
    package static let noTime = "no time in this feed"
    package static let noFurtherBack = "no further back"
    package static func noFurtherBack(_ earliest: String) -> String {
      "no further back than \(earliest): older changes are not kept"
    }
    package static func failing(_ text: String, for span: String) -> String {
      "\(text) for \(span)"
    }
    package static func failing(_ text: String, since time: String) -> String {
      "\(text) since \(time)"
    }
    package static func past(_ text: String, _ clocks: String, _ span: String?) -> String {
      ([text, clocks].filter { !$0.isEmpty } + [span.map { "· \($0)" }].compactMap(\.self)).joined(
        separator: " "
      )
    }
    package static func data(of time: String) -> String { "data of \(time)" }
    package static func updated(_ time: String) -> String { "\(live) · updated \(time)" }
    package static func stalled(_ time: String) -> String { "no update since \(time)" }
    package static let stalled = "no update"
    package static func retry(in span: String) -> String { "next try in \(span)" }
    package static let retrying = "trying again"
    package static let details = "details"
    package static let runNow = "now"
    package static let nothingToRun = "no command waits for its next run"
    package static func speed(_ speed: Double) -> String { "speed ×\(speed.speedText)" }
  }
}

/// A duration in whole units of one kind, for the title bar.
struct SpanText {
  /// The text, as in `8 s`, `2 min`, `3 h`, `2 d`.
  let text: String
  /// The time for which the text stays the same while the duration grows.
  let rest: Duration

  /// Creates the text of a duration; a negative one counts as zero.
  init(_ span: Duration) {
    let seconds = max(0, span.components.seconds)
    let unit = Self.units.last { seconds >= $0.from } ?? Self.units[0]
    text = "\(seconds / unit.seconds) \(unit.name)"
    rest = max(.milliseconds(1), .seconds((seconds / unit.seconds + 1) * unit.seconds) - span)
  }

  private static let units: [(from: Int64, seconds: Int64, name: String)] = [
    (0, 1, "s"), (60, 60, "min"), (3_600, 3_600, "h"), (172_800, 86_400, "d"),
  ]
}
