package import Columns
package import FeedStore
package import FeedValues
package import Patterns
package import TableModel

/// The filter, the search, the field statistics, and the history of the prompts.
package struct FindState: Sendable {
  /// The filter that the user asked for; nil for all rows.
  package var filter: Filter?
  /// The filter that the table reflects, which lags behind in a long list.
  package var appliedFilter: Filter?
  /// The term of the filter that shows a span of time; nil if none was chosen.
  package var spanTerm: String?
  /// The user's place before typing the filter of a long list that is being filtered, and the place after it.
  package var filteredPlace: (place: TablePosition, former: TablePosition)?
  /// When the filter was last resolved, if it depends on the current time.
  private var lastFilterInstant: ContinuousClock.Instant?
  /// The formats of the columns when the filter was last resolved.
  private var formats: [Column.Format] = []
  /// Whether the rows have changed since then, on whose times the filter depends.
  private var areTimesStale = false
  /// Whether the filter depends on the times of the rows.
  private var dependsOnTimes = false
  /// The time for which the meaning of the filter stays the same; nil if it does not depend on the time.
  private var refreshInterval: Duration?
  /// The time for which the filter's relative time stands if it does not count from the current time; nil for none.
  package private(set) var reference: String?
  /// The current search.
  package var search: Search?
  /// Statistics of the fields; nil unless something currently needs them.
  package private(set) var facts: FieldFacts?
  /// New statistics being gathered after the rows changed.
  private var nextFacts: FieldFacts?
  /// Whether the rows have changed since the statistics were gathered, and when gathering them began.
  private var (areFactsStale, factsStart) = (false, ContinuousClock.Instant?.none)
  /// The lines entered into prompts.
  package var history = PromptHistory()

  package init(filter: Filter?) { (self.filter, appliedFilter) = (filter, filter) }

  // MARK: Field statistics

  /// Starts gathering statistics, and examines the first slice at once.
  package mutating func gatherFacts(
    _ fields: [(name: String, column: Column)],
    of rows: FeedRows,
    where isShown: (@Sendable (Row) -> Bool)? = nil,
    in context: Context
  ) {
    var facts = FieldFacts(fields, of: rows, where: isShown, at: context.instant)
    facts.advance(context.timeReader, at: context.instant)
    (areFactsStale, factsStart) = (false, context.instant)
    if self.facts == nil || facts.isComplete { self.facts = facts } else { nextFacts = facts }
  }

  /// Discards the statistics, because nothing needs them any more.
  package mutating func forgetFacts() { (facts, nextFacts, areFactsStale) = (nil, nil, false) }

  /// Marks the statistics as outdated, because the rows changed.
  package mutating func noteOtherRows() {
    areFactsStale = facts != nil
    areTimesStale = dependsOnTimes
  }

  /// Gathers another slice; new statistics replace the ones in use once they are complete.
  ///
  /// - Returns: Whether the statistics in use changed.
  package mutating func continueFacts(in context: Context) -> Bool {
    if facts?.isComplete == false {
      facts?.advance(context.timeReader, at: context.instant)
      return true
    }
    guard nextFacts != nil else { return false }
    nextFacts?.advance(context.timeReader, at: context.instant)
    guard let next = nextFacts, next.isComplete else { return false }
    (facts, nextFacts) = (next, nil)
    return true
  }

  /// Whether outdated statistics are due to be gathered again.
  package func areFactsOld(at instant: ContinuousClock.Instant) -> Bool {
    nextFactsStart.map { $0 <= instant } ?? false
  }

  /// When gathering statistics of the current rows is due; nil if it is not needed.
  private var nextFactsStart: ContinuousClock.Instant? {
    guard areFactsStale, nextFacts == nil, facts?.isComplete == true else { return nil }
    return factsStart.map { $0 + Search.interval }
  }

  /// When the next work on the statistics is due; nil if there is none.
  package var nextFactsInstant: ContinuousClock.Instant? {
    facts?.nextInstant ?? nextFacts?.nextInstant ?? nextFactsStart
  }

  // MARK: The filter

  /// The filter as a predicate that can be stored, as the values of a list are read; nil without a filter.
  package mutating func resolvedRule(
    in list: ListReading,
    at instant: ContinuousClock.Instant?
  ) -> (@Sendable (Row) -> Bool)? {
    (lastFilterInstant, formats, areTimesStale) = (instant, list.columns.map(\.format), false)
    guard let filter else { return nil }
    dependsOnTimes = filter.dependsOnTimes(in: list)
    let resolved = filter.resolved(in: list)
    reference = resolved.reference(in: list)
    refreshInterval = resolved.refreshInterval
    return resolved.rule
  }

  /// Whether cells are written differently than when the filter was resolved, so that it means something else.
  package func isFilterOutdated(by columns: [Column]) -> Bool {
    filter != nil && !columns.lazy.map(\.format).elementsEqual(formats)
  }

  /// When the filter has to be applied again because it depends on the current time, on those of the rows, or on how
  /// cells are written; nil if it does not.
  package func nextFilterInstant(
    rowCount: Int,
    columns: [Column] = []
  ) -> ContinuousClock.Instant? {
    guard let lastFilterInstant else { return nil }
    if !columns.isEmpty, isFilterOutdated(by: columns) { return lastFilterInstant }
    let rest = Summary.restPerRow * rowCount
    if areTimesStale { return lastFilterInstant + rest }
    guard filter != nil else { return nil }
    return refreshInterval.map { lastFilterInstant + max($0, rest) }
  }

  // MARK: The search

  /// The result of a jump to a match.
  package enum Arrival: Sendable {
    /// The offset of the matching row, and a message to report; nil for none.
    case found(Int, String?)
    /// No row shows a match.
    case nowhere(Pattern)
  }

  /// Starts a search for a text at a row; an empty text ends the search.
  ///
  /// - Throws: `PatternError` if the text is not a regular expression; the current search is then kept.
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

  /// Examines a slice of the rows, for both the jump to a match and the count.
  ///
  /// - Parameters:
  ///   - rows: The rows of the table.
  ///   - all: The rows of the feed, whose length tells how many are a slice.
  ///   - context: The columns and the time.
  /// - Returns: Whether the screen may change, and the result of a jump that ended.
  package mutating func continueSearch(
    _ rows: TableRows<Row>,
    of all: FeedRows = FeedRows(),
    in context: Context
  ) -> (isChanged: Bool, arrival: Arrival?) {
    search?.setColumns(context.searchedColumns)
    guard var search, search.isAtWork else { return (false, nil) }
    self.search = nil  // avoids a copy of its matches
    search.take(turnAt: context.instant, of: all)
    let finder = RowFinder(search.pattern, in: context)
    let isCounted = search.count(rows, at: context.instant, matches: finder.shows)
    let arrival = search.jump.flatMap { search.follow($0, in: rows, finder) }
    self.search = search
    return (isCounted || arrival != nil, arrival)
  }

  /// The messages of the search.
  package enum Text {
    package static let noSearch = "nothing to search for: / starts a search"
    package static func noMatch(_ pattern: String) -> String { "no match for /\(pattern)" }
    package static func noMatchInColumns(_ pattern: String, isFolded: Bool = false) -> String {
      "\(noMatch(pattern))\(isFolded ? " outside folded groups" : " in these columns: & looks everywhere")"
    }
    package static func pinned(_ count: Int) -> String { "\(count) pinned" }
    package static func wrapped(toTop: Bool, _ count: String?) -> String {
      "search wrapped to \(toTop ? "top" : "end")\(count.map { " · \($0)" } ?? "")"
    }
    package static let noRows = "no matching rows"
  }
}

extension Search {
  /// Continues a jump by one slice.
  ///
  /// - Returns: The result; nil if the jump continues.
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
  /// The filter as a predicate that can be stored.
  package var rule: @Sendable (Row) -> Bool { { row in matches(row) } }
}
