package import FeedValues

/// A rule for identities, and the reason for it.
package struct KeyInference: Hashable, Sendable {
  /// The origin of the rule.
  package enum Origin: Hashable, Sendable {
    /// The user gave it.
    case given
    /// The format of the feed, or a recording, determined it.
    case format
    /// It was inferred from the rows of a list.
    case list
    /// It was inferred from objects that arrived one by one.
    case events
  }

  /// The rule.
  package let rule: KeyRule
  /// The reason, in words.
  package let reason: String
  /// The fields that might have been the key, each with the reason why it is not.
  package let rejections: [String]
  /// The origin of the rule.
  package let origin: Origin
  /// Other possible keys, by the evidence of one list.
  let alternatives: [[FieldPath]]

  /// Whether later rows may change the rule.
  package var isInferred: Bool { origin == .list || origin == .events }

  package init(
    _ rule: KeyRule,
    _ reason: String,
    origin: Origin,
    rejections: [String] = [],
    alternatives: [[FieldPath]] = []
  ) {
    self.rule = rule
    self.reason = reason
    self.origin = origin
    self.rejections = rejections
    self.alternatives = alternatives
  }

  /// The requested rule; nil if it should be inferred from the rows.
  package init?(given key: KeyChoice) {
    switch key {
    case .automatic: return nil
    case .fields(let paths): self.init(.fields(paths), FeedText.Key.given, origin: .given)
    case .none: self.init(.arrival, FeedText.Key.none, origin: .given)
    }
  }
}

/// A choice of how rows are identified.
package enum KeyChoice: Hashable, Sendable {
  /// By the rule that the rows suggest.
  case automatic
  /// By the fields at these paths.
  case fields([FieldPath])
  /// Not at all: every row that arrives is a separate row.
  case none
}

// MARK: Lists

extension KeyInference {
  /// The key of the rows of one list.
  ///
  /// A field can be a key if nearly every row has it and it hardly repeats. The first of these that
  /// passes is taken: a well-known name; a name that ends like an identifier's; a time of creation;
  /// words, in the order of the columns; the first column, if it is whole numbers; two such fields
  /// together; the first whole numbers among the columns. Other quantities are never keys: a row
  /// whose load or size changes is the same row. If no field passes, one that nearly does is taken,
  /// since rows that share a key are distinguished by their order. A single row needs no key; if more
  /// may follow, only a name shows its key, and otherwise each is a row of its own. Rows without a key
  /// are identified by their whole content.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - mayGrow: Whether more rows may follow one by one, so that a single one is not the only
  ///     one.
  /// - Complexity: O(*n* · *c*) for *n* rows and *c* candidates; most are dropped after some
  ///   hundred rows.
  package init(fromList rows: [JSONValue], mayGrow: Bool = false) {
    guard let first = rows.first, rows.contains(where: { $0.kind == .object }) else {
      self.init(.content, FeedText.Key.noFields, origin: .list)
      return
    }
    if rows.count == 1, !mayGrow {
      self.init(fromOnlyRow: first)
      return
    }
    var search = KeySearch(rows)
    for (fields, reason, tolerance) in search.candidates() {
      guard search.accept(fields, tolerance: tolerance) else { continue }
      self.init(
        .fields(fields),
        reason + search.evidence,
        origin: .list,
        rejections: search.rejections,
        alternatives: search.alternatives(to: fields)
      )
      return
    }
    if rows.count == 1 {
      self.init(.arrival, FeedText.Key.firstRow, origin: .events)
      return
    }
    for (fields, reason, _) in search.candidates() where fields.count == 1 {
      guard search.accept(fields, tolerance: .lastResort) else { continue }
      self.init(.fields(fields), reason + search.evidence, origin: .list)
      return
    }
    self.init(
      .content,
      FeedText.Key.noKey,
      origin: .list,
      rejections: search.rejections
    )
  }

  private init(fromOnlyRow row: JSONValue) {
    let columns = KeyColumns([row])
    for names in KeyNames.ofObjects {
      guard let paths = columns.paths(names), KeyCandidate(paths, in: [row]).faults == 0 else {
        continue
      }
      self.init(.fields(paths), FeedText.Key.objectIdentity, origin: .list)
      return
    }
    self.init(.position, FeedText.Key.onlyRow, origin: .list)
  }
}

/// Searches the fields of a list for its key.
private struct KeySearch {
  private let rows: [JSONValue]
  private let columns: KeyColumns
  private(set) var rejections: [String] = []
  private(set) var evidence = ""

  /// The tolerated proportion of rows that are not distinguished.
  enum Tolerance {
    /// One in twenty, if the name is strong evidence.
    case byName
    /// One in a hundred.
    case byValues
    /// One in six, if nothing else distinguishes rows.
    case lastResort

    func limit(for rows: Int) -> Int {
      switch self {
      case .lastResort: rows / 6
      case .byName: rows < 8 ? 0 : max(1, rows / 20)
      case .byValues: rows / 100
      }
    }
  }

  private static let sampleSize = 512
  private static let pairedColumns = 10

  init(_ rows: [JSONValue]) {
    self.rows = rows
    columns = KeyColumns(rows)
  }

  /// The possible keys, best first.
  func candidates() -> [(fields: [FieldPath], reason: String, tolerance: Tolerance)] {
    typealias Candidate = (fields: [FieldPath], reason: String, tolerance: Tolerance)
    var named: [Candidate] = []
    func add(_ names: [[String]]) {
      for fields in names.compactMap(columns.paths)
      where !named.contains(where: { $0.fields == fields }) {
        named.append((fields, FeedText.Key.wellKnown, .byName))
      }
    }
    add(KeyNames.ofRows)
    let objects = Set(named.flatMap(\.fields))
    let ids = columns.paths.filter { path in
      !objects.contains(path) && KeyNames.isIdentifierName(path.name)
        && [.word, .integer].contains(columns.kinds[path])
    }
    // The identity of the thing itself is named before that of others: `order_id`, `customer_id`.
    if rows.count > 1 { named += ids.map { ([$0], FeedText.Key.identifier, .byValues) } }
    add(KeyNames.ofThings)
    let wellKnown = Set(named.flatMap(\.fields))
    func others(_ matches: (FieldPath) -> Bool) -> [FieldPath] {
      columns.paths.filter { !wellKnown.contains($0) && matches($0) }
    }
    let identifiers = others { path in
      KeyNames.isIdentifierName(path.name) && columns.kinds[path] != .measurement
    }
    let beginnings = others { path in
      KeyNames.isCreationName(path.name) && columns.kinds[path] == .instant
    }
    let texts = others { path in
      columns.kinds[path] == .word && !identifiers.contains(path)
        && !KeyNames.isMessageName(path.name)
    }
    // A state is the key only if no other words are, and a quantity, as it is called, only if no pair is.
    let quantities = texts.filter { KeyNames.isQuantityName($0.name) }
    let states = texts.filter { KeyNames.isStateName($0.name) && !quantities.contains($0) }
    let words = texts.filter { !states.contains($0) && !quantities.contains($0) }
    let numbers = others { path in
      columns.kinds[path] == .integer && !identifiers.contains(path)
        && !KeyNames.isQuantityName(path.name)
    }
    let dates = others { path in
      path == columns.paths.first && !beginnings.contains(path)
        && (columns.kinds[path] == .instant || KeyNames.folded(path.name) == "time")
    }
    let telling =
      columns.paths.filter { wellKnown.contains($0) } + identifiers
      + texts.filter { !quantities.contains($0) }

    var all = named
    all += identifiers.map { ([$0], FeedText.Key.identifier, .byName) }
    // Numbers with a point that are called so are steps of jobs, as those of sacct(1).
    let steps = others { path in
      KeyNames.isIdentifierName(path.name) && columns.kinds[path] == .measurement
        && !["id", "uid", "hash"].contains(KeyNames.folded(path.name))
    }
    all += steps.map { ([$0], FeedText.Key.identifier, .byValues) }
    // One row does not show what hardly repeats.
    guard rows.count > 1 else { return all }
    all += beginnings.map { ([$0], FeedText.Key.creation, .byValues) }
    // Things that are numbered, such as the processors of `lscpu -e`; other numbers that count the rows are ranks.
    if let first = numbers.first, first == columns.paths.first, KeyNames.isUnitName(first.name),
      isCounted(first)
    {
      all.append(([first], FeedText.Key.numbers, .byValues))
    }
    all += words.map { ([$0], FeedText.Key.words, .byValues) }
    all += dates.map { ([$0], FeedText.Key.dates, .byValues) }
    // The first column is often the name of a row. Without words, whole numbers further right are
    // counts.
    let isNumeric = texts.isEmpty && identifiers.isEmpty
    let whole = numbers.prefix(isNumeric ? 1 : .max).map { path -> Candidate in
      ([path], FeedText.Key.numbers, .byValues)
    }
    let isFirstColumn = numbers.first == columns.paths.first
    let isCount = numbers.first.map { KeyNames.isCountName($0.name) } ?? false
    if isFirstColumn, !isCount { all += whole.prefix(1) }
    let ofThings = Self.pairs(telling).filter { pair in
      pair.contains(where: states.contains) && pair.contains { !states.contains($0) }
    }
    all += ofThings.map { ($0, FeedText.Key.pair, .byValues) }
    all += states.map { ([$0], FeedText.Key.words, .byValues) }
    if isFirstColumn, isCount { all += whole.prefix(1) }
    all += Self.pairs(telling).map { ($0, FeedText.Key.pair, .byValues) }
    all += quantities.map { ([$0], FeedText.Key.words, .byValues) }
    all += whole.dropFirst(isFirstColumn ? 1 : 0)
    guard !isNumeric else { return all }
    let mixed = Self.pairs(telling + numbers).filter { pair in
      pair.contains(where: numbers.contains) && pair.contains(where: telling.contains)
    }
    all += mixed.map { ($0, FeedText.Key.pair, .byValues) }
    return all
  }

  /// Whether a field is one more in each row than in the one before.
  private func isCounted(_ path: FieldPath) -> Bool {
    let values = rows.prefix(Self.sampleSize).map { $0[path].flatMap { Int($0.string) } }
    return zip(values, values.dropFirst()).allSatisfy { $0 != nil && $0.map { $0 + 1 } == $1 }
  }

  private static func pairs(_ columns: [FieldPath]) -> [[FieldPath]] {
    let columns = columns.prefix(pairedColumns)
    return columns.indices.flatMap { left in
      columns[(left + 1)...].map { [columns[left], $0] }
    }
  }

  /// Whether the rows are distinguished by some fields, except for a few; records the reason if not.
  mutating func accept(_ fields: [FieldPath], tolerance: Tolerance) -> Bool {
    let sample = KeyCandidate(fields, in: rows.prefix(Self.sampleSize))
    guard sample.missing < sample.rows else { return false }
    var candidate = sample
    if sample.faults <= max(tolerance.limit(for: rows.count), 2), rows.count > sample.rows {
      candidate = KeyCandidate(fields, in: rows)
    }
    if candidate.faults <= tolerance.limit(for: candidate.rows) {
      evidence =
        candidate.flaw.map(FeedText.Key.although) ?? FeedText.Key.unique(candidate.rows)
      return true
    }
    // Pairs are too many to report each.
    if fields.count == 1 {
      rejections.append(FeedText.Key.rejected("\(candidate)", candidate.flaw))
    }
    return false
  }

  /// Some keys beside the best one that would do.
  func alternatives(to best: [FieldPath]) -> [[FieldPath]] {
    var result: [[FieldPath]] = []
    for (fields, _, tolerance) in candidates() where fields != best && fields.count == 1 {
      guard result.count < 3 else { break }
      let candidate = KeyCandidate(fields, in: rows.prefix(Self.sampleSize))
      if candidate.faults <= tolerance.limit(for: candidate.rows) { result.append(fields) }
    }
    return result
  }
}
