/// Merges several feeds into one: each row names its source, and no source affects the rows of
/// another.
///
/// A row gets the name of its source as its first member, `source`, so that columns, filters and
/// recordings treat it like any member; a row that is not an object becomes one, with the row as
/// `value`. Its key is the name and its own key, joined by `/`: rows of two sources are never the
/// same row.
///
/// Rows that arrive one by one are inserted at the front of the list. A snapshot replaces the rows
/// of its own source, at the position of the first of them, and leaves all others unchanged.
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
  private let sources: [MergedSource]
  /// The merged list, so that a snapshot of one source can be completed with the rows of the others.
  private var list: RowList

  static let fields = ["source", "feed", "listview_source"]

  /// Creates a merge of sources from which nothing has arrived yet.
  ///
  /// - Parameters:
  ///   - names: The names of the sources; see ``FeedMerge/names(for:)``.
  ///   - limit: The row limit for rows that arrive one by one, of all sources together.
  /// - Precondition: All names are different, and none followed by `/` is a prefix of another.
  package init(names: [String], limit: RowLimit = .none) {
    for (offset, name) in names.enumerated() {
      for (other, longer) in names.enumerated() where other != offset {
        precondition("\(longer)/".hasPrefix("\(name)/") == false, "ambiguous source names")
      }
    }
    self.names = names
    sources = names.map { MergedSource(name: $0) }
    list = RowList(limit: limit)
  }

  /// How the rows of all sources are identified.
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
    if !isFieldChosen { chooseField(for: items) }
    let own = sources[source]
    return items.map { item in
      let merged: FeedItem
      switch item {
      case .upsert(let row, let time):
        hasNewestFirst = true
        merged = .upsert(own.row(row, own.id(row.id), field: field), at: time)
      case .append(let row, let time):
        let row = own.row(row, own.id(row.id), field: field)
        merged = hasNewestFirst ? .upsert(row, at: time) : .append(row, at: time)
      case .delete(let id, let time): merged = .delete(own.id(id), at: time)
      case .snapshot(let snapshot):
        let identity = snapshot.identity.map {
          IdentityRule($0.rule, of: .init(source: own, field: field))
        }
        if let identity { list.identify(by: identity) }
        merged = .snapshot(
          Snapshot(time: snapshot.time, rows: rows(with: snapshot, of: source), identity: identity)
        )
      }
      list.apply(merged)
      return merged
    }
  }

  /// All rows, with those of one source replaced.
  private func rows(with snapshot: Snapshot, of offset: Int) -> [Row] {
    let source = sources[offset]
    let own = zip(snapshot.rows, source.ids(of: snapshot.rows)).map {
      source.row($0, $1, field: field)
    }
    var others: [Row] = []
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
        others.append(row)
        if owner < offset { defaultPlace = others.count }
      }
    }
    others.insert(contentsOf: own, at: place ?? defaultPlace)
    return others
  }

  /// Picks a name that the first rows do not have, so that their member stays visible.
  private mutating func chooseField(for items: [FeedItem]) {
    let rows = items.flatMap { item -> [Row] in
      switch item {
      case .snapshot(let snapshot): snapshot.rows
      case .upsert(let row, _), .append(let row, _): [row]
      case .delete: []
      }
    }
    guard !rows.isEmpty else { return }
    isFieldChosen = true
    field =
      Self.fields.first { name in !rows.contains { $0.value.member(name) != nil } }
      ?? Self.fields[Self.fields.count - 1]
  }
}
