package import FeedValues

/// A field, or several, that might identify the rows of a list, with the evidence from the rows.
package struct KeyCandidate: Hashable, Sendable {
  /// The fields whose values together form the key.
  package let fields: [FieldPath]
  /// The number of rows that were examined.
  package let rows: Int
  /// The number of different values.
  package let distinct: Int
  /// The number of rows whose value occurred in an earlier row.
  package let repeats: Int
  /// The number of rows without a value.
  package let missing: Int

  /// Collects the evidence for fields in some rows.
  ///
  /// - Complexity: O(*n*) in the length of the rows.
  init(_ fields: [FieldPath], in rows: some Collection<JSONValue>) {
    var seen: Set<ByteSlice> = []
    var (repeats, missing) = (0, 0)
    for row in rows {
      guard let key = KeyRule.key(of: row, at: fields), !key.isNothing else {
        missing += 1
        continue
      }
      if !seen.insert(key).inserted { repeats += 1 }
    }
    self.fields = fields
    self.rows = rows.count
    self.repeats = repeats
    self.missing = missing
    distinct = seen.count
  }

  /// Collects the evidence for fields in the first 20,000 of some rows.
  ///
  /// - Complexity: O(*n*) in the length of the rows.
  package init(_ fields: [FieldPath], of rows: [Row]) {
    self.init(fields, in: rows.prefix(Self.rowLimit).map(\.value))
  }

  package static let rowLimit = 20_000

  /// Why the fields cannot be the key; nil if they can.
  var flaw: String? {
    if missing > 0 { return FeedText.Key.missing(missing, of: rows) }
    if repeats > 0 { return FeedText.Key.repeated(repeats, of: rows) }
    return nil
  }

  /// The number of rows that are not distinguished from others.
  var faults: Int { missing + repeats }

  /// The fields that may each be a key, in the order of the columns.
  ///
  /// - Parameters:
  ///   - rows: The rows, of which the first 20,000 are examined.
  ///   - limit: The maximum number of fields that are examined.
  /// - Returns: The evidence for each field that holds scalars.
  /// - Complexity: O(*n* · *c*) for *n* rows and *c* fields.
  package static func fields(of rows: [Row], limit: Int = 64) -> [KeyCandidate] {
    let values = rows.prefix(rowLimit).map(\.value)
    let columns = KeyColumns(values)
    let nested = (KeyNames.ofRows + KeyNames.ofThings).filter {
      $0.count == 1 && $0[0].contains(".")
    }
    .compactMap(columns.paths)
    let alone = columns.paths.prefix(limit).map { [$0] }
    return (alone + nested).map { KeyCandidate($0, in: values) }
      .filter { $0.missing < $0.rows }
  }
}

extension KeyCandidate: CustomStringConvertible {
  /// The fields as `--key` accepts them.
  package var description: String { fields.map(\.description).joined(separator: ",") }
}

/// The columns of a list: the top-level fields that hold scalars, in the order of their occurrence.
package struct KeyColumns {
  private(set) var paths: [FieldPath] = []
  private(set) var kinds: [FieldPath: KeyColumn.Kind] = [:]
  private var byFoldedName: [String: FieldPath] = [:]
  private let sample: [JSONValue]

  private static let sampleSize = 256
  private static let limit = 256

  package init(_ rows: [JSONValue]) {
    sample = Self.sample(rows)
    var values: [MemberKey: [JSONValue]] = [:]
    var names: [String] = []
    for row in sample {
      row.forEachMember { name, value in
        guard value.isScalar else { return true }
        let key = MemberKey(name)
        if values[key] == nil {
          guard names.count < Self.limit else { return true }
          names.append(name)
        }
        values[key, default: []].append(value)
        return true
      }
    }
    for name in names {
      let path = FieldPath([name])
      paths.append(path)
      kinds[path] = KeyColumn.kind(of: values[MemberKey(name), default: []])
      let folded = KeyNames.folded(name)
      if byFoldedName[folded] == nil { byFoldedName[folded] = path }
    }
    if isOfProcessorStates, let idle = byFoldedName.removeValue(forKey: "id") {
      kinds[idle] = .measurement
    }
    // The user's, beside the name of the user, and not what the rows are about.
    if byFoldedName["user"] != nil, let user = byFoldedName["uid"], user != paths.first {
      byFoldedName["uid"] = nil
      kinds[user] = .measurement
    }
  }

  /// Whether `id` is the idle time of the processor, beside those of users and the system, as in vmstat(8).
  private var isOfProcessorStates: Bool {
    ["us", "sy"].allSatisfy { byFoldedName[$0] != nil }
  }

  /// A sample of rows from the whole list.
  private static func sample(_ rows: [JSONValue]) -> [JSONValue] {
    guard rows.count > sampleSize else { return rows }
    return (0..<sampleSize).map { rows[$0 * rows.count / sampleSize] }
  }

  /// The paths of some names; nil if no row of the sample has one of the names.
  package func paths(_ names: [String]) -> [FieldPath]? {
    var result: [FieldPath] = []
    for name in names {
      let path: FieldPath
      if name.contains(".") {
        path = FieldPath(name)
        guard sample.contains(where: { $0[path]?.isScalar == true }) else { return nil }
      } else {
        guard let found = exactly(name) ?? byFoldedName[KeyNames.folded(name)] else { return nil }
        path = found
      }
      result.append(path)
    }
    return result
  }

  private func exactly(_ name: String) -> FieldPath? {
    guard byFoldedName[KeyNames.folded(name)] != nil else { return nil }
    let path = FieldPath([name])
    return kinds[path] == nil ? nil : path
  }
}

extension ByteSlice {
  /// Whether a key is an empty string.
  fileprivate var isNothing: Bool {
    count <= 2 && withBytes { $0.allSatisfy { $0 == UInt8(ascii: "\"") } }
  }
}
