import Columns
internal import FeedIdentity
internal import FeedValues
internal import TerminalCore
internal import Values

/// The summary of a row on a line: its most informative fields, without the key, which precedes it.
///
/// The fields are chosen from the first rows. A field that did not occur in them is shown from the first row
/// that has it on, and a constant field as soon as it has another value.
struct RowSummary: Sendable {
  private var columns: [Column]
  /// Whether each column is shown.
  private var isIncluded: [Bool]
  /// The values of columns that were constant in the first rows, by the offsets of the columns.
  private var constants: [Int: JSONValue] = [:]
  /// Whether the user chose the columns.
  private let isAsked: Bool
  private let knownFields: Set<FieldPath>
  /// The fingerprints of rows all of whose fields have columns.
  private var knownFingerprints: Set<Int> = []
  private let keys: [FieldPath]
  private let calendar: Calendar

  /// Columns with a lower weight are shown only in rows that have no others.
  private static let minimumWeight = 30
  /// The penalty of a constant column in ``ColumnChoice``, which is undone here.
  private static let weightOfDifference = 70
  private static let maximumLaterFields = 40
  private static let maximumFingerprints = 4_096
  private static let maximumDepth = 4

  /// Chooses the columns from the first rows.
  ///
  /// - Parameters:
  ///   - rows: The first rows.
  ///   - key: The rule by which the feed identifies its rows.
  ///   - calendar: The time zone in which times are written.
  ///   - spec: The requested columns; nil for the most informative ones.
  init(of rows: [Row], key: KeyRule?, calendar: Calendar, spec: ColumnSpec? = nil) {
    let size = ColumnChoice.sampleSize
    let rows = rows.count <= size ? rows : (0..<size).map { rows[$0 * rows.count / size] }
    self.calendar = calendar
    keys = if case .fields(let paths)? = key { paths } else { [] }
    var list = ColumnList()
    list.setSpec(spec, isExact: true, key: key)
    list.choose(from: rows, key: key, calendar: calendar)
    columns = list.columns
    isAsked = spec != nil
    isIncluded = columns.map {
      spec == nil ? $0.weight >= Self.minimumWeight : $0.visibility == .shown
    }
    // A field without a column of its own, such as the currency of an amount, is part of another column.
    var fields: Set<FieldPath> = []
    for row in rows where knownFingerprints.insert(Self.fingerprint(of: row.value)).inserted {
      Self.forEachField(of: row.value) { path, _ in
        fields.insert(path)
        return true
      }
    }
    knownFields = fields
    guard rows.count > 1, !isAsked else { return }
    for (offset, column) in columns.enumerated()
    where !isIncluded[offset] && column.weight + Self.weightOfDifference >= Self.minimumWeight {
      let values = rows.compactMap { column.value(of: $0) }
      guard let first = values.first, values.allSatisfy({ $0.hasSameContent(as: first) }) else {
        continue
      }
      constants[offset] = first
    }
  }

  /// The summary of a row.
  ///
  /// - Complexity: O(*n* · *c*) for *c* columns and a row of *n* bytes.
  mutating func text(of row: Row) -> String {
    // The key of a row identified by its whole content already shows everything.
    guard isAsked || !row.id.isContent else { return "" }
    guard !isAsked else { return texts(of: row, "") { isIncluded[$0] }.joined(separator: "  ") }
    revealColumns(for: row)
    let key = RowID(key: row.id.key).description
    let included = texts(of: row, key) { isIncluded[$0] } + laterTexts(of: row, key)
    if !included.isEmpty { return included.joined(separator: "  ") }
    let rest = texts(of: row, key) { _ in true }
    return (rest.isEmpty ? allTexts(of: row, key) : rest).joined(separator: "  ")
  }

  private func texts(of row: Row, _ key: String, where isIncluded: (Int) -> Bool) -> [String] {
    columns.indices.compactMap { offset -> String? in
      let column = columns[offset]
      guard isIncluded(offset), !column.paths.contains(where: keys.contains),
        let value = column.value(of: row), value.string != key
      else { return nil }
      // The members of an object have columns of their own, unless others were asked for.
      let isShallow = column.paths.allSatisfy { $0.names.count < Self.maximumDepth }
      if !isAsked, value.kind == .object, isShallow { return nil }
      let text = column.text(of: row, in: calendar)
      return text.isEmpty ? nil : text
    }
  }

  /// The values of all fields of a row.
  private func allTexts(of row: Row, _ key: String) -> [String] {
    var texts: [String] = []
    Self.forEachField(of: row.value) { path, value in
      let text = value.string
      if !keys.contains(path), !text.isEmpty, text != key { texts.append(text) }
      return texts.count < Self.maximumLaterFields
    }
    return texts
  }

  // MARK: Fields that appear later

  private mutating func revealColumns(for row: Row) {
    for (offset, constant) in constants {
      guard let value = columns[offset].value(of: row), !value.hasSameContent(as: constant) else {
        continue
      }
      constants[offset] = nil
      isIncluded[offset] = true
    }
  }

  /// The values of a row's fields that have no columns.
  private mutating func laterTexts(of row: Row, _ key: String) -> [String] {
    let fingerprint = Self.fingerprint(of: row.value)
    guard !knownFingerprints.contains(fingerprint) else { return [] }
    var texts: [String] = []
    var hasLaterFields = false
    Self.forEachField(of: row.value) { path, value in
      guard !knownFields.contains(path), !keys.contains(path) else { return true }
      hasLaterFields = true
      let text = value.string
      if !text.isEmpty, text != key { texts.append(text) }
      return texts.count < Self.maximumLaterFields
    }
    if !hasLaterFields {
      if knownFingerprints.count >= Self.maximumFingerprints { knownFingerprints = [] }
      knownFingerprints.insert(fingerprint)
    }
    return texts
  }

  /// Calls a closure with each field of a row, including those of nested objects with their full paths, until
  /// it returns false.
  private static func forEachField(
    of value: JSONValue,
    _ body: (FieldPath, JSONValue) -> Bool
  ) {
    var goesOn = true
    func visit(_ value: JSONValue, at path: FieldPath) {
      if value.kind == .object, path.names.count < maximumDepth {
        value.forEachMember { name, member in
          visit(member, at: path.appending(name))
          return goesOn
        }
      } else if value.kind != .null {
        goesOn = body(path, value)
      }
    }
    visit(value, at: FieldPath([]))
  }

  /// A hash of the names of a row's fields.
  private static func fingerprint(of value: JSONValue) -> Int {
    var hasher = Hasher()
    func visit(_ value: JSONValue, depth: Int) {
      hasher.combine(value.kind == .null)
      guard value.kind == .object, depth < maximumDepth else { return }
      value.forEachMember { name, member in
        hasher.combine(name)
        visit(member, depth: depth + 1)
        return true
      }
      hasher.combine(0)
    }
    visit(value, depth: 0)
    return hasher.finalize()
  }
}

extension RowID {
  /// Whether it is the whole content of an object.
  var isContent: Bool { key.withBytes { $0.first == UInt8(ascii: "{") } }
}
