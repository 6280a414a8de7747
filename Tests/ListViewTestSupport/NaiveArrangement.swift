@testable import Columns
import FeedIdentity
import FeedValues
import Foundation

@testable import ListViewParts

/// The expected content of the table, worked out the slow way: all rows are looked at each time, only the
/// user's choices are kept, and values are compared as numbers of Foundation and as characters.
struct NaiveArrangement {
  var rows: [Row] = []
  var sort: (paths: [FieldPath], order: ValueOrder, isDescending: Bool)?
  /// The columns that decide between rows that are equal by the one before.
  var sortNext: [(paths: [FieldPath], order: ValueOrder, isDescending: Bool)] = []
  var group: (paths: [FieldPath], order: ValueOrder)?
  var isShown: (@Sendable (Row) -> Bool)?
  var pins: [(id: RowID, last: Row)] = []
  /// The names of the members that are computed: what a feed says of a row identifies it.
  var derived: Set<String> = []
  /// The identities in the order that was frozen.
  private(set) var frozen: [RowID]?

  /// Takes the rows of the feed.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - pinned: The rows that the program has pinned: where the rows say nothing of how they are identified, as they
  ///     lack the field, these may.
  mutating func receive(_ rows: [Row], pinned: [Row] = []) {
    followIdentities(of: rows, pinned: pinned)
    self.rows = rows
    let present = Set(rows.map(\.id))
    if let old = frozen {
      frozen = old.filter(present.contains)
      let known = Set(old)
      frozen? += rows.map(\.id).filter { !known.contains($0) }
    }
    for index in pins.indices {
      if let row = rows.first(where: { $0.id == pins[index].id }) { pins[index].last = row }
    }
  }

  /// The rules that a feed may come to identify its rows by.
  private static let rules =
    [KeyRule.fields([FieldPath("id")]), .fields([FieldPath("NAME")]), .content, .position]
  /// The rule that the user has chosen.
  var chosen: KeyRule?
  private var rule: KeyRule?

  /// Gives what is known of rows the identities by which the new ones are known, if the rule has changed.
  private mutating func followIdentities(of rows: [Row], pinned: [Row]) {
    func identified(_ rows: [Row], by rule: KeyRule) -> [RowID] {
      rule.identified(rows.map(withoutDerived)).map(\.id)
    }
    func holds(_ rule: KeyRule) -> Bool {
      identified(rows, by: rule) == rows.map(\.id)
        && pinned.allSatisfy { identified([$0], by: rule)[0].key == $0.id.key }
    }
    guard !rows.isEmpty, !(rule.map(holds) ?? false) else { return }
    let new = ((chosen.map { [$0] } ?? []) + Self.rules).first(where: holds)
    defer { rule = new }
    guard rule != nil, let new else { return }
    var ids: [RowID: RowID] = [:]
    for (old, renamed) in zip(self.rows, identified(self.rows, by: new)) { ids[old.id] = renamed }
    frozen = frozen?.map { ids[$0] ?? $0 }
    var used = Set(pins.compactMap { ids[$0.id] })
    for index in pins.indices {
      let pin = pins[index]
      var id = ids[pin.id] ?? identified([pin.last], by: new)[0]
      while ids[pin.id] == nil, !used.insert(id).inserted {
        id = RowID(key: id.key, occurrence: id.occurrence + 1)
      }
      pins[index] = (id: id, last: Row(id: id, value: pin.last.value))
    }
  }

  private func withoutDerived(_ row: Row) -> Row {
    Row(id: row.id, value: derived.reduce(row.value) { $0.removing($1) })
  }

  mutating func freeze() { frozen = sorted(rows).map(\.id) }
  mutating func thaw() { frozen = nil }

  /// All rows in the order in which they stand, those that are not shown too.
  private var ordered: [Row] {
    guard let frozen else { return sorted(rows) }
    let byID = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
    return frozen.compactMap { byID[$0] }
  }

  /// The rows of the table.
  var list: [Row] {
    let pinned = Set(pins.map(\.id))
    return ordered.filter { (isShown?($0) ?? true) && !pinned.contains($0.id) }
  }

  /// The groups of the table, by their values.
  var groups: [(value: String?, rows: [Row])] {
    guard let group else { return [] }
    let members = Dictionary(grouping: list) { value(of: $0, at: group.paths)?.string }
    let isDescending = sort.map { $0.paths == group.paths && $0.isDescending } ?? false
    return members.map { (value: $0.key, rows: $0.value) }.sorted { left, right in
      guard let a = left.value else { return false }
      guard let b = right.value else { return true }
      let first = value(of: left.rows[0], at: group.paths)
      let second = value(of: right.rows[0], at: group.paths)
      let areNone = (isNone(first, group.order), isNone(second, group.order))
      if areNone.0 != areNone.1 { return areNone.1 }
      let order = areNone.0 ? 0 : compare(first, second, by: group.order)
      if order == 0 { return a < b }
      return isDescending ? order > 0 : order < 0
    }
  }

  private func sorted(_ rows: [Row]) -> [Row] {
    guard let sort else { return rows }
    let columns = [sort] + sortNext
    let keys = rows.map { row in
      columns.map { column in
        let value = value(of: row, at: column.paths)
        return isNone(value, column.order) ? nil : value.map { Key($0, by: column.order) }
      }
    }
    return keys.indices.sorted { left, right in
      for (column, (a, b)) in zip(columns, zip(keys[left], keys[right])) {
        switch (a, b) {
        case (nil, nil): continue
        case (nil, _): return false
        case (_, nil): return true
        case (let a?, let b?):
          let order = compare(a, b)
          if order != 0 { return column.isDescending ? order > 0 : order < 0 }
        }
      }
      return left < right
    }.map { rows[$0] }
  }

  /// Whether a value has no place in the order: a blank text, and among quantities what is none.
  private func isNone(_ value: JSONValue?, _ order: ValueOrder) -> Bool {
    guard let value else { return true }
    switch order {
    case .text, .version: return value.kind == .string && value.string.allSatisfy { $0 == " " }
    default: return Key(value, by: order).number == nil
    }
  }

  /// The first value that is not null.
  private func value(of row: Row, at paths: [FieldPath]) -> JSONValue? {
    paths.lazy.compactMap { row.value[$0] }.first { $0.kind != .null }
  }

  private func compare(_ left: JSONValue?, _ right: JSONValue?, by order: ValueOrder) -> Int {
    guard let left, let right else { return left == nil ? (right == nil ? 0 : 1) : -1 }
    return compare(Key(left, by: order), Key(right, by: order))
  }

  private func compare(_ a: Key, _ b: Key) -> Int {
    if let a = a.number, let b = b.number { return a == b ? 0 : a < b ? -1 : 1 }
    if a.number != nil || b.number != nil { return a.number != nil ? -1 : 1 }
    let order = compare(a.folded, b.folded)
    if order != 0 { return order }
    return a.text == b.text
      ? 0 : a.text.lexicographicallyPrecedes(b.text) { $0.value < $1.value } ? -1 : 1
  }

  /// Compares scalars, but digits that stand together by the number they are.
  private func compare(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    let digits: ClosedRange<Unicode.Scalar> = "0"..."9"
    var (i, j) = (0, 0)
    while i < left.count, j < right.count {
      if digits.contains(left[i]), digits.contains(right[j]) {
        let a = left[i...].prefix { digits.contains($0) }
        let b = right[j...].prefix { digits.contains($0) }
        (i, j) = (a.endIndex, b.endIndex)
        let (m, n) = (a.drop { $0 == "0" }.map(\.value), b.drop { $0 == "0" }.map(\.value))
        if m == n { continue }
        if m.count != n.count { return m.count < n.count ? -1 : 1 }
        return m.lexicographicallyPrecedes(n) ? -1 : 1
      }
      if left[i] != right[j] { return left[i].value < right[j].value ? -1 : 1 }
      i += 1
      j += 1
    }
    if i < left.count || j < right.count { return i < left.count ? 1 : -1 }
    return 0
  }
}

/// The key by which a value is compared.
private struct Key {
  /// The number that it is, if the order knows numbers.
  var number: Numeral?
  /// As much of the text as is looked at.
  let text: [Unicode.Scalar]
  /// The same without case and marks.
  let folded: [Unicode.Scalar]

  init(_ value: JSONValue, by order: ValueOrder) {
    let string = value.string
    if order != .text, order != .version {
      number = Numeral(string)
      if case .time = order { number = number?.inSeconds }
    }
    text = Array(string.unicodeScalars.prefix(256))
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text)
    let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
    folded = Array(String(view).folding(options: options, locale: nil).unicodeScalars)
  }
}

/// A number as its digits, of any count.
private struct Numeral: Comparable {
  private let isNegative: Bool
  private var whole: [UInt8]
  private var fraction: [UInt8]

  init?(_ text: String) {
    isNegative = text.utf8.first == UInt8(ascii: "-")
    let parts = text.utf8.dropFirst(isNegative ? 1 : 0)
      .split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0].isEmpty == false, parts.joined().allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return nil
    }
    whole = Array(parts[0].drop { $0 == 0x30 })
    var digits = parts.count > 1 ? Array(parts[1]) : []
    while digits.last == 0x30 { digits.removeLast() }
    fraction = digits
  }

  /// The number as seconds since 1970: the longer it is, the smaller is its unit.
  var inSeconds: Self {
    var number = self
    let count = whole.count < 12 ? 0 : whole.count < 15 ? 3 : whole.count < 18 ? 6 : 9
    number.fraction = whole.suffix(count) + fraction
    number.whole.removeLast(count)
    while number.fraction.last == 0x30 { number.fraction.removeLast() }
    return number
  }

  private var isZero: Bool { whole.isEmpty && fraction.isEmpty }

  static func == (left: Numeral, right: Numeral) -> Bool { !(left < right) && !(right < left) }

  static func < (left: Numeral, right: Numeral) -> Bool {
    let (a, b) = (left.isNegative && !left.isZero, right.isNegative && !right.isZero)
    if a != b { return a }
    let (small, great) = a ? (right, left) : (left, right)
    if small.whole.count != great.whole.count { return small.whole.count < great.whole.count }
    return (small.whole + small.fraction).lexicographicallyPrecedes(great.whole + great.fraction)
  }
}
