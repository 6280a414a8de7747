package import FeedValues
internal import Values

/// The kinds of values in a field, which show whether it can identify a row.
enum KeyColumn {
  /// The kind of a value.
  enum Kind {
    /// A word, code, address or path.
    case word
    /// A whole number.
    case integer
    /// A point in time.
    case instant
    /// A quantity: a fraction, percentage, size or duration. It changes while the row stays the same.
    case measurement
    /// Nothing, or a placeholder for nothing.
    case empty
  }

  /// The kind of most of the values.
  static func kind(of values: [JSONValue]) -> Kind {
    var counts: [Kind: Int] = [:]
    for value in values { counts[kind(of: value), default: 0] += 1 }
    counts[.empty] = nil
    let order: [Kind] = [.word, .measurement, .instant, .integer]
    var best: (kind: Kind, count: Int) = (.empty, 0)
    for kind in order where counts[kind, default: 0] > best.count {
      best = (kind, counts[kind, default: 0])
    }
    // With some fractions among whole numbers, all are quantities.
    if best.kind == .integer, counts[.measurement] != nil { return .measurement }
    return best.kind
  }

  /// The kind of a value.
  static func kind(of value: JSONValue) -> Kind {
    switch value.kind {
    case .number:
      return value.text.withBytes { $0.contains { ".eE".utf8.contains($0) } }
        ? .measurement : .integer
    case .boolean: return .measurement
    case .string: return kind(of: value.string)
    case .object, .array, .null: return .empty
    }
  }

  private static func kind(of text: String) -> Kind {
    var rest = text.utf8[...]
    guard !rest.isEmpty, !SignOfNothing.texts.contains(text) else { return .empty }
    guard rest.contains(where: \.isDigit) else { return .word }
    // With several units, or words: `5h 49min ago`.
    if text.contains(" "), DurationText.seconds(text) != nil { return .measurement }
    if rest.allSatisfy(\.isDigit) { return .integer }
    if isDate(rest) || TimeReader.utc.date(text) != nil { return .instant }
    if ClockText(text)?.rest == "*" { return .measurement }
    if let first = rest.first, "+-~<>$€£¥".utf8.contains(first) { rest = rest.dropFirst() }
    let number = rest.prefix { $0.isDigit || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") }
    // In `1234.head` the number is a part of a name.
    guard number.last?.isDigit == true, number.count(where: { $0 == UInt8(ascii: ".") }) <= 1
    else { return .word }
    rest = rest.dropFirst(number.count)
    if rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
    let isUnit = rest.count <= 5 && rest.allSatisfy { $0.isLetter || "%/".utf8.contains($0) }
    // `4/s` is a rate, `22/tcp` a port.
    let isPart =
      rest.first == UInt8(ascii: "/")
      && !rates.contains(String(decoding: rest.dropFirst(), as: UTF8.self))
    return isUnit && !isPart ? .measurement : .word
  }

  private static let rates: Set<String> = ["s", "sec", "m", "min", "h", "hr", "d", "day"]

  /// Whether a text begins with a date such as `2026-11-22`.
  private static func isDate(_ text: Substring.UTF8View) -> Bool {
    // Behind the day of the week, as in `Sun 2026-11-22`.
    let start = text.prefix(3).allSatisfy(\.isLetter) && text.dropFirst(3).first == 0x20 ? 4 : 0
    let shape = text.dropFirst(start).prefix(10).map { $0.isDigit ? UInt8(ascii: "0") : $0 }
    return shape.elementsEqual("0000-00-00".utf8) || shape.elementsEqual("0000/00/00".utf8)
  }
}

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
  ///   - shown: Fields that are shown, some of which may be within objects.
  ///   - limit: The maximum number of fields that are examined.
  /// - Returns: The evidence for each field that holds scalars.
  /// - Complexity: O(*n* · *c*) for *n* rows and *c* fields.
  package static func fields(
    of rows: [Row],
    and shown: [FieldPath] = [],
    limit: Int = 64
  ) -> [KeyCandidate] {
    let values = rows.prefix(rowLimit).map(\.value)
    let columns = KeyColumns(values)
    let nested = (KeyNames.ofRows + KeyNames.ofThings).filter {
      $0.count == 1 && $0[0].contains(".")
    }
    .compactMap(columns.paths)
    let others = shown.filter { $0.names.count > 1 && !nested.contains([$0]) }
    let alone = columns.paths.prefix(limit).map { [$0] }
    return (alone + nested + others.prefix(limit).map { [$0] }).map { KeyCandidate($0, in: values) }
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
    // The user's, who is no thing that rows are about: a small number beside the name of something.
    if let user = byFoldedName["uid"], user != paths.first, kinds[user] == .integer,
      byFoldedName["user"] != nil || paths.contains(where: { kinds[$0] == .word })
    {
      byFoldedName["uid"] = nil
      kinds[user] = .measurement
    }
    // A file whose checksum changes is the same file.
    if ["file", "filename", "path"].contains(where: { byFoldedName[$0] != nil }),
      let hash = byFoldedName.removeValue(forKey: "hash")
    {
      kinds[hash] = .measurement
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
