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
public struct FeedMerge: Sendable {
  /// The names of the sources in their rows.
  public let names: [String]

  /// The member that names the source of a row: `source`, or another name if the first rows have a
  /// member `source` of their own.
  public private(set) var field = "source"

  private var isFieldChosen = false
  private let prefixes: [[UInt8]]
  /// The merged list, so that a snapshot of one source can be completed with the rows of the others.
  private var list: RowList

  private static let fields = ["source", "feed", "listview_source"]

  /// Creates a merge of sources from which nothing has arrived yet.
  ///
  /// - Parameters:
  ///   - names: The names of the sources; see ``FeedMerge/names(for:)``.
  ///   - limit: The row limit for rows that arrive one by one, of all sources together.
  /// - Precondition: All names are different, and none followed by `/` is a prefix of another.
  public init(names: [String], limit: RowLimit = .none) {
    for (offset, name) in names.enumerated() {
      for (other, longer) in names.enumerated() where other != offset {
        precondition("\(longer)/".hasPrefix("\(name)/") == false, "ambiguous source names")
      }
    }
    self.names = names
    prefixes = names.map { name in
      var text: [UInt8] = []
      text.appendJSONString("\(name)/".utf8)
      return text.dropLast()
    }
    list = RowList(limit: limit)
  }

  /// How the rows of all sources are identified.
  ///
  /// - Parameter rules: The rules of the sources; nil for one that has no rows yet.
  /// - Returns: The rule, if all sources identify rows by the same fields; nil otherwise.
  public func keyRule(of rules: [KeyRule?]) -> KeyRule? {
    let known = Set(rules.compactMap(\.self))
    guard known.count == 1, case .fields(let paths)? = known.first else { return nil }
    return .fields([FieldPath([field])] + paths)
  }

  /// Identifies all rows by the user's rule from now on.
  ///
  /// - Parameter choice: The rule; whether it has the member that names the source makes no difference.
  /// - Returns: The rule of the sources, whose own rows do not have that member.
  public mutating func chooseKey(_ choice: KeyChoice) -> KeyChoice {
    guard case .fields(let paths) = choice else { return choice }
    let own = paths.filter { $0 != FieldPath([field]) }
    list.identify(by: .fields([FieldPath([field])] + own))
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
  public mutating func merge(_ items: [FeedItem], from source: Int) -> [FeedItem] {
    precondition(names.indices.contains(source), "source out of range")
    if !isFieldChosen { chooseField(for: items) }
    return items.map { item in
      let merged: FeedItem
      switch item {
      case .upsert(let row, let time): merged = .upsert(self.row(row, of: source), at: time)
      case .delete(let id, let time): merged = .delete(self.id(id, of: source), at: time)
      case .snapshot(let snapshot):
        merged = .snapshot(Snapshot(time: snapshot.time, rows: rows(with: snapshot, of: source)))
      }
      list.apply(merged)
      return merged
    }
  }

  /// All rows, with those of one source replaced.
  private func rows(with snapshot: Snapshot, of source: Int) -> [Row] {
    var occurrences: [RowID: Int] = [:]
    let own = snapshot.rows.map { row in
      let row = self.row(row, of: source)
      // Two keys that differ only in kind, such as 1 and "1", are equal here: both rows are kept.
      let occurrence = occurrences[row.id, default: 0]
      occurrences[row.id] = occurrence + 1
      guard occurrence > 0 else { return row }
      var id = row.id
      repeat {
        id = RowID(key: id.key, occurrence: id.occurrence + 1)
      } while occurrences[id] != nil
      occurrences[id] = 1
      return Row(id: id, value: row.value)
    }
    var others: [Row] = []
    /// The position of the source's first row among the rows of the others.
    var place: Int?
    /// After the rows of the sources that are named before it.
    var defaultPlace = 0
    for row in list.rows {
      guard let owner = self.source(of: row.id) else { continue }
      if owner == source {
        place = place ?? others.count
      } else {
        others.append(row)
        if owner < source { defaultPlace = others.count }
      }
    }
    others.insert(contentsOf: own, at: place ?? defaultPlace)
    return others
  }

  private func source(of id: RowID) -> Int? {
    id.key.withBytes { key in prefixes.firstIndex { key.starts(with: $0) } }
  }

  private func id(_ id: RowID, of source: Int) -> RowID {
    var key = prefixes[source]
    guard id.key.count > 0 else {
      // A row that is identified by its arrival number in its own feed; no row with a key is a negative
      // occurrence of it.
      key += Array("#\(id.occurrence)\"".utf8)
      return RowID(key: ByteSlice(copying: key), occurrence: -1)
    }
    id.key.withBytes { text in
      if text.first == UInt8(ascii: "\""), text.count > 1 {
        key.append(contentsOf: text[1...])
      } else {
        key.append(contentsOf: [UInt8](jsonString: text).dropFirst())
      }
    }
    return RowID(key: ByteSlice(copying: key), occurrence: id.occurrence)
  }

  private func row(_ row: Row, of source: Int) -> Row {
    var text = Array("{\"\(field)\":".utf8)
    text.appendJSONString(names[source].utf8)
    var looks: [TextLook] = []
    row.value.text.withBytes { value in
      if row.value.kind == .object {
        let rest = value.dropFirst()
        if rest.first(where: { !$0.isJSONSpace }) != UInt8(ascii: "}") {
          text.append(UInt8(ascii: ","))
        }
        looks = row.looks(movedTo: text.count - 1)
        text.append(contentsOf: rest)
      } else {
        text.append(contentsOf: ",\"value\":".utf8)
        looks = row.looks(movedTo: text.count)
        text.append(contentsOf: value)
        text.append(UInt8(ascii: "}"))
      }
    }
    let store = ByteStore(text, looks: looks)
    return Row(id: id(row.id, of: source), value: JSONValue(ByteSlice(store, 0..<text.count)))
  }

  /// Picks a name that the first rows do not have, so that their member stays visible.
  private mutating func chooseField(for items: [FeedItem]) {
    let rows = items.flatMap { item -> [Row] in
      switch item {
      case .snapshot(let snapshot): snapshot.rows
      case .upsert(let row, _): [row]
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

extension [UInt8] {
  /// A JSON string with these bytes.
  fileprivate init(jsonString bytes: UnsafeBufferPointer<UInt8>) {
    self = []
    appendJSONString(bytes)
  }
}
