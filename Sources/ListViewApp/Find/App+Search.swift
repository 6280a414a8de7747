internal import ListViewParts
internal import Feeds
internal import TableModel
internal import TerminalCore
internal import Values

/// What is searched is what is shown: the text of the columns on the screen, as it is written there,
/// cut or not, and the key of the row.
extension App {
  /// Whether the row shows a match.
  ///
  /// - Parameters:
  ///   - pattern: What is looked for.
  ///   - row: The row.
  ///   - present: The time of day, for times that are told by how long they are ago.
  /// - Returns: Whether a column on the screen, or the key, holds it.
  func shows(_ pattern: Pattern, in row: Row, at present: FeedTime?) -> Bool {
    // Most rows show nothing, and need no second look.
    if pattern.isWord, lacks(pattern, row) { return false }
    return layout.places.contains { place in
      let column = columns[place.column]
      let isPlain = column.format == .text || column.format == .number
      // Written as they are in the feed: no text has to be made.
      if isPlain, let value = column.value(of: row), value.isScalar {
        return value.withString { pattern.matches($0) }
      }
      return pattern.matches(column.text(of: row, in: configuration.calendar, at: present))
    } || pattern.matches(row.id.description)
  }

  /// Whether the row as it arrived holds nothing that any of its columns could write as such a word.
  private func lacks(_ pattern: Pattern, _ row: Row) -> Bool {
    let isWrittenAsItIs = layout.places.allSatisfy { place in
      switch columns[place.column].format {
      case .text, .number, .json: true
      // Digits and signs, `yes` and `no`, codes of three letters, and `_` as a space.
      case .time(.clock), .time(.dateAndClock), .money, .amount, .status, .boolean: true
      // Words that are not in the feed.
      case .time(.ago), .bytes, .duration, .level: false
      }
    }
    guard isWrittenAsItIs else { return false }
    return row.value.text.withBytes { !$0.contains(UInt8(ascii: "\\")) && !pattern.matches($0) }
      && row.id.key.withBytes { !$0.contains(UInt8(ascii: "\\")) && !pattern.matches($0) }
  }

  /// Searches for a text from a row on; an empty one ends the search.
  ///
  /// - Throws: `PatternError` where the text is no regular expression; the search goes on as it was.
  mutating func search(
    for text: String,
    from start: Int,
    at instant: ContinuousClock.Instant
  ) throws(PatternError) {
    guard !text.isEmpty else {
      search = nil
      return
    }
    search = Search(try Pattern(text), at: instant)
    search?.jump = Search.Jump(start: start, isForward: true)
    continueSearch(at: instant)
  }

  /// Goes to the next match or the one before, around the end of the list.
  mutating func jump(isForward: Bool, at instant: ContinuousClock.Instant) {
    guard search != nil else {
      message = "nothing to search for: / begins a search"
      return
    }
    let place = table.selectedOffset ?? (isForward ? table.firstVisibleRow - 1 : 0)
    search?.jump = Search.Jump(start: isForward ? place + 1 : place - 1, isForward: isForward)
    continueSearch(at: instant)
  }

  /// Looks at a slice of the rows, for the match to go to and for the count.
  ///
  /// - Returns: Whether the screen may look different.
  @discardableResult
  mutating func continueSearch(at instant: ContinuousClock.Instant) -> Bool {
    guard var search, search.isAtWork else { return false }
    self.search = nil  // so that what it has found is not copied
    search.take(turnAt: instant)
    let rows = table.rows
    let pattern = search.pattern
    let present = configuration.wallClock?.time(at: instant)
    let isCounted = search.count(rows, at: instant) { shows(pattern, in: $0, at: present) }
    self.search = search
    let isThere = search.jump.map { follow($0, in: rows, at: instant) } ?? false
    return isCounted || isThere
  }

  /// Goes on with a jump by a slice.
  ///
  /// - Returns: Whether it has come to its end.
  private mutating func follow(
    _ jump: Search.Jump,
    in rows: [Row],
    at instant: ContinuousClock.Instant
  ) -> Bool {
    guard let search else { return true }
    var jump = jump
    let present = configuration.wallClock?.time(at: instant)
    var left = search.isCounted ? rows.count : search.slice
    while jump.distance < rows.count, left > 0 {
      let place = jump.isForward ? jump.start + jump.distance : jump.start - jump.distance
      let offset = (place % rows.count + rows.count) % rows.count
      let isMatch =
        search.isCounted
        ? search.hasMatch(at: offset) : shows(search.pattern, in: rows[offset], at: present)
      if isMatch {
        self.search?.jump = nil
        table.selectRow(atOffset: offset, at: instant)
        if place >= rows.count { message = "on from the top\(position(of: offset))" }
        if place < 0 { message = "on from the end\(position(of: offset))" }
        return true
      }
      jump.distance += 1
      left -= 1
    }
    guard jump.distance >= rows.count else {
      self.search?.jump = jump
      return false
    }
    self.search?.jump = nil
    if case .prompt = mode {
      goBackToPlace(at: instant)
    } else {
      message = "no row shows /\(search.pattern.text)"
    }
    return true
  }

  private func position(of offset: Int) -> String {
    search?.count(at: offset).map { " · \($0)" } ?? ""
  }
}

extension Search {
  /// Whether the row at an offset matches, by the last count.
  func hasMatch(at offset: Int) -> Bool {
    let position = matches.partition { $0 < offset }
    return position < matches.count && matches[position] == offset
  }

  /// `3/17` for the third of seventeen matches, `17` beside them; nil before there is a count.
  func count(at offset: Int?) -> String? {
    guard hasCount else { return nil }
    let total = Money.grouped(String(matches.count)) + (isCounted ? "" : "…")
    guard let offset else { return total }
    let position = matches.partition { $0 < offset }
    guard position < matches.count, matches[position] == offset else { return total }
    return "\(Money.grouped(String(position + 1)))/\(total)"
  }
}

extension [Int] {
  /// How many elements at the front satisfy the condition, where all that do stand at the front.
  fileprivate func partition(_ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
