/// How the identity of a row is read from its content.
public enum KeyRule: Hashable, Sendable {
  /// The fields at these paths, in this order.
  case fields([FieldPath])
  /// The whole content: a row that changes is another row then.
  case content
  /// No row is another one again: the number of its arrival.
  case arrival

  /// Names that identify a row wherever every row has one, best first.
  static let strong: [[FieldPath]] = [
    "id", "_id", "uid", "uuid", "guid", "metadata.uid", "databaseId", "ID", "Id", "key",
    "request_id", "__CURSOR", "topic,partition,offset", "pid", "PID",
  ].map(paths)

  /// Names that identify a row where no two rows of a list have the same.
  static let weak: [[FieldPath]] = [
    "namespace,name", "name", "Name", "NAME", "path", "target", "number", "slug", "language",
  ].map(paths)

  private static func paths(_ text: String) -> [FieldPath] {
    text.split(separator: ",").map { FieldPath($0) }
  }

  /// The key of rows that stand in one list: the first well-known name that is present in every
  /// row and unique, else the first column of unique scalars, else the whole content.
  ///
  /// - Complexity: O(*n* · *c*) for *n* rows and *c* candidates; a candidate is left at the first
  ///   row that lacks it.
  public static func inferred(fromList rows: [JSONValue]) -> KeyRule {
    guard let first = rows.first, first.kind == .object else { return .content }
    for candidate in strong + weak where isUnique(candidate, in: rows) {
      return .fields(candidate)
    }
    var columns: [FieldPath] = []
    first.forEachMember { name, value in
      if value.isScalar { columns.append(FieldPath([name])) }
      return true
    }
    for column in columns where isUnique([column], in: rows) { return .fields([column]) }
    return .content
  }

  /// The key of rows that arrive one by one, told from the first of them alone, so that it does not
  /// depend on how the stream was cut: a name that identifies wherever it stands, else arrival.
  public static func inferred(fromEvent row: JSONValue) -> KeyRule {
    strong.first { paths in paths.allSatisfy { row[$0]?.isScalar ?? false } }
      .map(KeyRule.fields) ?? .arrival
  }

  private static func isUnique(_ paths: [FieldPath], in rows: [JSONValue]) -> Bool {
    var seen: Set<ByteSlice> = []
    for row in rows {
      guard let key = key(of: row, at: paths), seen.insert(key).inserted else { return false }
    }
    return true
  }

  /// The text of a row's key; nil where a field of it is missing or no scalar.
  static func key(of row: JSONValue, at paths: [FieldPath]) -> ByteSlice? {
    if paths.count == 1 {
      guard let value = row[paths[0]], value.isScalar else { return nil }
      return value.text.normalised
    }
    var parts: [String] = []
    for path in paths {
      guard let value = row[path], value.isScalar else { return nil }
      parts.append(value.string)
    }
    return ByteSlice(copying: parts.joined(separator: "/").utf8)
  }
}

extension KeyRule: CustomStringConvertible {
  /// The rule as `--key` would be given it, or in words.
  public var description: String {
    switch self {
    case .fields(let paths): paths.map(\.description).joined(separator: ",")
    case .content: "the whole content"
    case .arrival: "the order of arrival"
    }
  }
}

extension ByteSlice {
  /// The text of a scalar such that equal strings have equal text: escapes are written out.
  fileprivate var normalised: ByteSlice {
    guard withBytes({ $0.contains(UInt8(ascii: "\\")) }) else { return self }
    return ByteSlice(copying: "\"\(JSONValue(self).string)\"".utf8)
  }
}
