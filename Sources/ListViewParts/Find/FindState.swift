package import Feeds
package import Patterns
package import TableModel
package import Values

/// What rows are looked for: the filter, the search, and what was typed into prompts.
package struct FindState: Sendable {
  /// Which of the rows are shown; nil for all.
  package var filter: Filter?
  /// The filter by which the rows are shown: of a long list it lags behind.
  package var appliedFilter: Filter?
  /// When the filter was last resolved, where its times continue with the present.
  private var lastFilterInstant: ContinuousClock.Instant?
  /// What is searched for.
  package var search: Search?
  /// What is known of the fields, while something asks for one of them.
  package private(set) var facts: FieldFacts?
  /// What is found out meanwhile of rows that are other ones.
  private var nextFacts: FieldFacts?
  /// Whether the rows are other ones than those of the facts, and since when these are gathered.
  private var (areFactsStale, factsStart) = (false, ContinuousClock.Instant?.none)
  /// What was entered into prompts.
  package var history = PromptHistory()

  package init(filter: Filter?) { (self.filter, appliedFilter) = (filter, filter) }

  // MARK: What is known of the fields

  /// Begins to find out what the rows say, and finds out the first of it at once.
  package mutating func gatherFacts(
    _ fields: [(name: String, column: Column)],
    of rows: FeedRows,
    in surroundings: Surroundings
  ) {
    var facts = FieldFacts(fields, of: rows, at: surroundings.instant)
    facts.advance(surroundings.timeReader, at: surroundings.instant)
    (areFactsStale, factsStart) = (false, surroundings.instant)
    if self.facts == nil || facts.isComplete { self.facts = facts } else { nextFacts = facts }
  }

  /// Forgets what is known of the fields: nothing asks for it any more.
  package mutating func forgetFacts() { (facts, nextFacts, areFactsStale) = (nil, nil, false) }

  /// Says that the rows are other ones.
  package mutating func noteOtherRows() { areFactsStale = facts != nil }

  /// Finds out a slice more; facts of other rows take the place of those that are shown once they are
  /// whole.
  ///
  /// - Returns: Whether more is known than before.
  package mutating func continueFacts(in surroundings: Surroundings) -> Bool {
    if facts?.isComplete == false {
      facts?.advance(surroundings.timeReader, at: surroundings.instant)
      return true
    }
    guard nextFacts != nil else { return false }
    nextFacts?.advance(surroundings.timeReader, at: surroundings.instant)
    guard let next = nextFacts, next.isComplete else { return false }
    (facts, nextFacts) = (next, nil)
    return true
  }

  /// Whether the facts are to be gathered again.
  package func areFactsOld(at instant: ContinuousClock.Instant) -> Bool {
    nextFactsStart.map { $0 <= instant } ?? false
  }

  /// When facts of the rows as they are now are begun.
  private var nextFactsStart: ContinuousClock.Instant? {
    guard areFactsStale, nextFacts == nil, facts?.isComplete == true else { return nil }
    return factsStart.map { $0 + Search.interval }
  }

  /// When more is to be found out of the fields; nil for never.
  package var nextFactsInstant: ContinuousClock.Instant? {
    facts?.nextInstant ?? nextFacts?.nextInstant ?? nextFactsStart
  }

  // MARK: The filter

  /// The filter as a rule that can be kept, its times resolved at the present.
  package mutating func resolvedRule(in surroundings: Surroundings) -> (@Sendable (Row) -> Bool)? {
    resolvedRule(by: surroundings.timeReader, at: surroundings.instant)
  }

  /// The filter as a rule that can be kept, its times resolved by a reader.
  package mutating func resolvedRule(
    by reader: TimeReader,
    at instant: ContinuousClock.Instant?
  ) -> (@Sendable (Row) -> Bool)? {
    lastFilterInstant = instant
    return filter?.resolved(in: reader).rule
  }

  /// When the filter is to be examined again, because its times continue with the present; nil for
  /// never.
  package func nextFilterInstant(rowCount: Int) -> ContinuousClock.Instant? {
    guard let interval = filter?.refreshInterval, let lastFilterInstant else { return nil }
    return lastFilterInstant + max(interval, Summary.restPerRow * rowCount)
  }

  // MARK: The search

  /// Where a jump has ended.
  package enum Arrival: Sendable {
    /// At the row of an offset; what is worth saying of that, nil for nothing.
    case found(Int, String?)
    /// Nowhere: no row shows the pattern.
    case nowhere(Pattern)
  }

  /// Searches for a text from a row on; an empty one ends the search.
  ///
  /// - Throws: `PatternError` where the text is no regular expression; the search goes on as it was.
  package mutating func startSearch(
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
  }

  /// Examines a slice of the rows, for the match to go to and for the count.
  ///
  /// - Returns: Whether the screen may change, and where a jump has ended.
  package mutating func continueSearch(
    _ rows: TableRows<Row>,
    in surroundings: Surroundings
  ) -> (isChanged: Bool, arrival: Arrival?) {
    search?.setColumns(surroundings.searchedColumns)
    guard var search, search.isAtWork else { return (false, nil) }
    self.search = nil  // so that what it has found is not copied
    search.take(turnAt: surroundings.instant)
    let finder = RowFinder(search.pattern, in: surroundings)
    let isCounted = search.count(rows, at: surroundings.instant, matches: finder.shows)
    let arrival = search.jump.flatMap { search.follow($0, in: rows, finder) }
    self.search = search
    return (isCounted || arrival != nil, arrival)
  }

  /// What the finder reports.
  package enum Text {
    package static let noSearch = "nothing to search for: / starts a search"
    package static func noMatch(_ pattern: String) -> String { "no match for /\(pattern)" }
    package static func wrapped(toTop: Bool, _ count: String?) -> String {
      "search wrapped to \(toTop ? "top" : "end")\(count.map { " · \($0)" } ?? "")"
    }
    package static let noRows = "no matching rows"
  }
}

extension Search {
  /// Continues a jump by a slice.
  ///
  /// - Returns: Where it has ended; nil if it continues.
  fileprivate mutating func follow(
    _ jump: Jump,
    in rows: TableRows<Row>,
    _ finder: RowFinder
  ) -> FindState.Arrival? {
    var jump = jump
    var left = isCounted ? rows.count : slice
    while jump.distance < rows.count, left > 0 {
      let place = jump.isForward ? jump.start + jump.distance : jump.start - jump.distance
      let offset = (place % rows.count + rows.count) % rows.count
      if isKnownMatch(at: offset) ?? finder.shows(rows[offset]) {
        self.jump = nil
        let isWrapped = place >= rows.count || place < 0
        let text =
          isWrapped ? FindState.Text.wrapped(toTop: place >= 0, count(at: offset)) : nil
        return .found(offset, text)
      }
      jump.distance += 1
      left -= 1
    }
    self.jump = jump.distance < rows.count ? jump : nil
    return self.jump == nil ? .nowhere(pattern) : nil
  }
}

extension Filter {
  /// Whether a row matches, as a rule that can be kept.
  package var rule: @Sendable (Row) -> Bool { { row in matches(row) } }
}
