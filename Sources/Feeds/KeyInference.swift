/// A rule for identities, and why it is that rule.
public struct KeyInference: Hashable, Sendable {
  /// The rule.
  public let rule: KeyRule
  /// Why, in words.
  public let reason: String
  /// The fields that might have been the key, each with the reason why it is not.
  public let rejections: [String]
  /// Whether the rows are known to have no identity, so that a key could not help.
  let isDeliberate: Bool

  /// Names that identify a row wherever every row has one, best first.
  private static let strong: [[FieldPath]] = [
    "id", "_id", "uid", "uuid", "guid", "metadata.uid", "databaseId", "ID", "Id", "key",
    "request_id", "__CURSOR", "topic,partition,offset", "pid", "PID",
  ].map(paths)

  /// Names that identify a row where no two rows of a list have the same.
  private static let weak: [[FieldPath]] = [
    "namespace,name", "NAMESPACE,NAME", "name", "Name", "NAME", "path", "target", "number", "slug",
    "language",
  ].map(paths)

  private static func paths(_ text: String) -> [FieldPath] {
    text.split(separator: ",").map { FieldPath($0) }
  }

  /// The rule that was asked for.
  init(given paths: [FieldPath]) {
    self.init(.fields(paths), "given with --key")
  }

  init(
    _ rule: KeyRule,
    _ reason: String,
    rejections: [String] = [],
    isDeliberate: Bool = false
  ) {
    self.isDeliberate = isDeliberate
    self.rule = rule
    self.reason = reason
    self.rejections = rejections
  }

  /// The key of rows that stand in one list; see ``KeyRule/inferred(fromList:)``.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - prefersWords: Whether a column without well-known name is rather one of words than one of
  ///     numbers: in a printed table, sizes and counts are often unique by chance.
  init(fromList rows: [JSONValue], prefersWords: Bool = false) {
    guard let first = rows.first, first.kind == .object else {
      self.init(.content, "the rows have no fields")
      return
    }
    var rejections: [String] = []
    func accepts(_ paths: [FieldPath]) -> Bool {
      guard KeyRule.key(of: first, at: paths) != nil else { return false }
      guard let flaw = Self.flaw(of: paths, in: rows) else { return true }
      rejections.append("\(KeyRule.fields(paths)) \(flaw)")
      return false
    }
    let extent = rows.count == 1 ? "the only row" : "each of \(rows.count) rows and unique"
    for candidate in Self.strong + Self.weak where accepts(candidate) {
      self.init(
        .fields(candidate),
        "the first well-known name that is in \(extent)",
        rejections: rejections
      )
      return
    }
    var columns: [(path: FieldPath, isWord: Bool)] = []
    first.forEachMember { name, value in
      if value.isScalar { columns.append((FieldPath([name]), !VolatileFields.isMeasure(value))) }
      return true
    }
    if prefersWords {
      columns = columns.filter(\.isWord) + columns.filter { !$0.isWord }
    }
    for column in columns where accepts([column.path]) {
      self.init(
        .fields([column.path]),
        "no well-known name will do; the first column that is in \(extent)",
        rejections: rejections
      )
      return
    }
    self.init(
      .content,
      "no field is in every row and unique; a row that moves cannot be told from one that goes and"
        + " comes",
      rejections: rejections
    )
  }

  /// The key of rows that arrive one by one; see ``KeyRule/inferred(fromEvent:)``.
  init(fromEvent row: JSONValue) {
    if let paths = Self.strong.first(where: { KeyRule.key(of: row, at: $0) != nil }) {
      self.init(.fields(paths), "the first well-known name in the first row that arrived")
    } else {
      self.init(.arrival, "the first row that arrived has no well-known name")
    }
  }

  /// What keeps some fields from being the key of a list.
  private static func flaw(of paths: [FieldPath], in rows: [JSONValue]) -> String? {
    var seen: Set<ByteSlice> = []
    seen.reserveCapacity(rows.count)
    for (offset, row) in rows.enumerated() {
      guard let key = KeyRule.key(of: row, at: paths) else {
        return "is missing in row \(offset + 1)"
      }
      if key.isEmptyString { return "is empty in row \(offset + 1)" }
      if !seen.insert(key).inserted { return "of row \(offset + 1) is another row's too" }
    }
    return nil
  }
}

extension ByteSlice {
  fileprivate var isEmptyString: Bool {
    count <= 2 && withBytes { $0.allSatisfy { $0 == UInt8(ascii: "\"") } }
  }
}
