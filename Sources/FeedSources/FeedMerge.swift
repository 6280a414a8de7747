package import FeedIdentity
package import FeedStore
package import FeedValues
package import Values

/// Merges several feeds into one: each row names its source, and no source affects the rows of
/// another.
///
/// A row gets the name of its source as its first member, `source`, so that columns, filters and
/// recordings treat it like any member; a row that is not an object becomes one, with the row as
/// `value`. Its key is the name and its own key, joined by `/`: rows of two sources are never the
/// same row.
///
/// Rows that arrive one by one are inserted at the front of the list, those of texts at its end, or where their times
/// place them if all sources have times. A snapshot replaces the rows of its own source, at the position of the first of
/// them, and leaves all others unchanged.
///
/// ```swift
/// var merge = FeedMerge(names: ["a.jsonl", "b.log"])
/// let items = merge.merge(decoder.append(bytes), from: 1)
/// ```
package struct FeedMerge: Sendable {
  /// The names of the sources in their rows.
  package let names: [String]

  /// The member that names the source of a row: `source`, or another name if the first rows have a
  /// member `source` of their own.
  package private(set) var field = "source"

  private var isFieldChosen = false
  /// Whether a source has its newest rows in front: then those of all others are inserted there too.
  private var hasNewestFirst = false
  let sources: [MergedSource]
  /// The merged list, so that a snapshot of one source can be completed with the rows of the others.
  var list: RowList
  /// The state of merging by time; nil for merging in the order of arrival.
  var timing: Timing?

  /// Creates a merge of sources from which nothing has arrived yet.
  ///
  /// - Parameters:
  ///   - names: The names of the sources; see ``FeedMerge/names(for:)``.
  ///   - limit: The row limit for rows that arrive one by one, of all sources together.
  ///   - times: Reads the times of rows to merge them by time; nil to merge them in the order of arrival.
  /// - Precondition: All names are different, and none followed by `/` is a prefix of another.
  package init(names: [String], limit: RowLimit = .none, times: TimeReader? = nil) {
    for (offset, name) in names.enumerated() {
      for (other, longer) in names.enumerated() where other != offset {
        precondition("\(longer)/".hasPrefix("\(name)/") == false, "ambiguous source names")
      }
    }
    self.names = names
    sources = names.map { MergedSource(name: $0) }
    list = RowList(limit: limit)
    timing = times.map { Timing(count: names.count, $0) }
  }

  /// The rule that identifies the rows of all sources.
  ///
  /// - Parameter rules: The rules of the sources; nil for one that has no rows yet.
  /// - Returns: The rule, if all sources identify rows by the same fields; nil otherwise.
  package func keyRule(of rules: [KeyRule?]) -> KeyRule? {
    let known = Set(rules.compactMap(\.self))
    guard known.count == 1, case .fields(let paths)? = known.first else { return nil }
    return .fields([FieldPath([field])] + paths)
  }

  /// Identifies all rows by the user's rule from now on.
  ///
  /// - Parameter choice: The rule; whether it has the member that names the source makes no difference.
  /// - Returns: The rule of the sources, whose own rows do not have that member.
  package mutating func chooseKey(_ choice: KeyChoice) -> KeyChoice {
    guard case .fields(let paths) = choice else { return choice }
    let own = paths.filter { $0 != FieldPath([field]) }
    list.identify(by: IdentityRule(.fields([FieldPath([field])] + own)))
    return .fields(own)
  }

  /// Converts the items of one source into items of the whole.
  ///
  /// - Parameters:
  ///   - items: The items of one source, in order.
  ///   - source: The offset of its name in ``names``.
  /// - Returns: As many items, in the same order.
  /// - Complexity: O(*n*) in the length of their text, and for each snapshot in the number of all rows.
  /// - Precondition: There is a source with the offset.
  package mutating func merge(_ items: [FeedItem], from source: Int) -> [FeedItem] {
    precondition(names.indices.contains(source), "source out of range")
    return items.map { item in
      let merged = converted(item, from: source)
      list.apply(merged)
      return merged
    }
  }

  /// Converts an item of one source, which is applied to the list afterwards.
  mutating func converted(_ item: FeedItem, from source: Int) -> FeedItem {
    if !isFieldChosen { chooseField(for: item) }
    let own = sources[source]
    switch item {
    case .upsert(let row, let time):
      hasNewestFirst = true
      return .upsert(own.row(row, own.id(row.id), field: field), at: time)
    case .append(let row, let time), .insert(let row, _, let time):
      let row = own.row(row, own.id(row.id), field: field)
      return hasNewestFirst ? .upsert(row, at: time) : .append(row, at: time)
    case .delete(let id, let time): return .delete(own.id(id), at: time)
    case .snapshot(let snapshot):
      let identity = snapshot.identity.map {
        IdentityRule($0.rule, of: own, named: field)
      }
      if let identity { list.identify(by: identity) }
      return .snapshot(
        Snapshot(time: snapshot.time, rows: rows(with: snapshot, of: source), identity: identity)
      )
    }
  }

  /// All rows, with those of one source replaced.
  private func rows(with snapshot: Snapshot, of offset: Int) -> [Row] {
    let source = sources[offset]
    let own = zip(snapshot.rows, source.ids(of: snapshot.rows)).map {
      source.row($0, $1, field: field)
    }
    var others: [(row: Row, owner: Int)] = []
    /// The position of the source's first row among the rows of the others.
    var place: Int?
    /// After the rows of the sources that are named before it.
    var defaultPlace = 0
    let heads = sources.map { $0.head(field) }
    for row in list.rows {
      guard let owner = heads.firstIndex(where: row.hasText(startingWith:)) else { continue }
      if owner == offset {
        place = place ?? others.count
      } else {
        others.append((row, owner))
        if owner < offset { defaultPlace = others.count }
      }
    }
    if isByTime { return byTime(own, of: offset, others) }
    let rows = others.map(\.row)
    let start = place ?? defaultPlace
    return rows[..<start] + own + rows[start...]
  }

  /// Picks a name that the first rows do not have, so that their member stays visible.
  private mutating func chooseField(for item: FeedItem) {
    let rows =
      if case .snapshot(let snapshot) = item { snapshot.rows } else {
        [item.row].compactMap(\.self)
      }
    guard !rows.isEmpty else { return }
    isFieldChosen = true
    field =
      MergedSource.fields.first { name in !rows.contains { $0.value.member(name) != nil } }
      ?? MergedSource.fields[MergedSource.fields.count - 1]
  }
}

extension FeedMerge {
  /// The shortest names that distinguish feeds: as many of the last parts of a path as needed, the
  /// scenario of a simulation, `stdin` for standard input.
  ///
  /// If nothing else distinguishes two of them, they are numbered.
  ///
  /// - Parameter feeds: The feeds as given on the command line.
  /// - Returns: As many names, all different, and none followed by `/` a prefix of another.
  package static func names(for feeds: [String]) -> [String] {
    let candidates = feeds.map { Self.candidates(for: $0) }
    var lengths = feeds.map { _ in 0 }
    var names: [String] { zip(candidates, lengths).map { $0[$1] } }
    while true {
      let current = names
      let ambiguous = current.indices.filter { offset in
        lengths[offset] + 1 < candidates[offset].count
          && current.indices.contains { $0 != offset && current[$0] == current[offset] }
      }
      if ambiguous.isEmpty { break }
      for offset in ambiguous { lengths[offset] += 1 }
    }
    var taken: [String] = []
    for name in names {
      var number = 1
      var own = name
      while taken.contains(where: { "\($0)/".hasPrefix("\(own)/") || "\(own)/".hasPrefix("\($0)/") }
      ) {
        number += 1
        own = "\(number):\(name)"
      }
      taken.append(own)
    }
    return taken
  }

  /// The possible names of a feed, the shortest first; at least one.
  private static func candidates(for feed: String) -> [String] {
    if feed == "-" { return ["stdin"] }
    if feed.hasPrefix("sim:") {
      return [String(feed.dropFirst(4).prefix { $0 != "?" }), feed].filter { !$0.isEmpty }
    }
    let parts = feed.split(separator: "/")
    let suffixes = parts.indices.reversed().map { parts[$0...].joined(separator: "/") }
    return suffixes + (suffixes.last == feed && !suffixes.isEmpty ? [] : [feed])
  }
}
