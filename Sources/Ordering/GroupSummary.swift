package import Columns
package import FeedValues
internal import RowTree
internal import Searching
internal import TableModel
internal import Values

/// The contents of a section header: the number of rows in the group, and their sums.
package struct GroupSummary: Sendable {
  /// The common value of the rows; nil if they have none.
  package var value: String?
  /// One of the rows, by which the column formats the value.
  package var sample: Row
  /// The number of rows.
  var count: Int
  /// The sums in the order of their currency codes; different currencies are never added.
  var sums: [String]
  /// The title of the column that is summed; nil for none.
  var summed: String?

  /// The maximum number of sums in a section header.
  static let shownSums = 3

  /// The count and the sums, as in `3 · Σ AMOUNT $120.00 + €30.00`.
  package var details: String {
    var sums = sums.prefix(Self.shownSums).joined(separator: " + ")
    if self.sums.count > Self.shownSums { sums += " + …" }
    let count = Money.grouped(String(count))
    let name = summed.map { "Σ \($0) " } ?? ""
    return sums.isEmpty ? count : "\(count) · \(name)\(sums)"
  }
}

/// The sums of a column over some rows, by currency.
package struct ColumnSums: Sendable {
  /// As small as it can be: there may be one for every few rows.
  private struct Part {
    let currency: String
    var sum = ExactSum()
    var count: Int32 = 0

    mutating func add(_ summand: ExactSum.Summand) {
      sum.add(summand)
      count += 1
    }

    mutating func subtract(_ summand: ExactSum.Summand) {
      sum.subtract(summand)
      count -= 1
    }
  }

  /// The sum of the first currency: mostly there is no other one.
  private var first: Part?
  /// The sums of the others, in no particular order.
  private var others: [Part] = []
  /// The offset of the sum of each of them, if there are more than a few.
  private var offsets: [String: Int] = [:]
  /// Up to so many, all are compared.
  private static let few = 16

  /// The contribution of a row; nil if it has no number.
  struct Summand: Hashable, Sendable {
    /// The currency code; empty for none.
    var currency: String
    var number: ExactSum.Summand

    /// Creates the contribution of a value, whose number may be known already.
    init?(_ value: FoundValue?, _ number: DecimalNumber? = nil, currency: FoundValue?) {
      guard let number = number ?? value.flatMap({ DecimalNumber($0) }) else { return nil }
      self.currency = currency.map(Money.code) ?? ""
      self.number = ExactSum.Summand(number)
    }
  }

  mutating func add(_ summand: Summand) {
    if first?.currency == summand.currency || first == nil && others.isEmpty {
      if first == nil { first = Part(currency: summand.currency) }
      first?.add(summand.number)
      return
    }
    let index = index(of: summand.currency) ?? others.count
    if index == others.count {
      others.append(Part(currency: summand.currency))
      if !offsets.isEmpty { offsets[summand.currency] = index }
      if offsets.isEmpty, others.count > Self.few {
        for (offset, each) in others.enumerated() { offsets[each.currency] = offset }
      }
    }
    others[index].add(summand.number)
  }

  /// The index among the others.
  private func index(of currency: String) -> Int? {
    offsets.isEmpty ? others.firstIndex { $0.currency == currency } : offsets[currency]
  }

  /// Subtracts a contribution that was added before.
  mutating func subtract(_ summand: Summand) {
    if first?.currency == summand.currency {
      first?.subtract(summand.number)
      if first?.count == 0 { first = nil }
      return
    }
    guard let index = index(of: summand.currency) else { return }
    others[index].subtract(summand.number)
    guard others[index].count == 0 else { return }
    others.swapAt(index, others.count - 1)
    others.removeLast()
    guard !offsets.isEmpty else { return }
    offsets[summand.currency] = nil
    if index < others.count { offsets[others[index].currency] = index }
  }

  /// The sum of the first currency by its code; nil if nothing is summed.
  var firstSum: DecimalNumber? {
    let parts = [first].compactMap(\.self) + others
    return parts.min { $0.currency < $1.currency }?.sum.text.flatMap { DecimalNumber($0) }
  }

  /// Formats the sums of the first currencies; those too long to read are omitted.
  ///
  /// - Parameters:
  ///   - isMinor: Whether the amounts are in the minor unit of their currency.
  ///   - limit: The maximum number of currencies.
  /// - Returns: One text per currency, in the order of their codes.
  /// - Complexity: O(*n*) for *n* currencies, of which few are sorted.
  func texts(isMinor: Bool, limit: Int) -> [String] {
    var parts = first.map { [$0] } ?? []
    for part in others {
      if parts.count == limit {
        guard let last = parts.last, part.currency < last.currency else { continue }
        parts.removeLast()
      }
      parts.insert(part, at: parts.partitioningIndex { part.currency < $0.currency })
    }
    return parts.compactMap { part in
      part.sum.text.map { Self.text(of: $0, in: part.currency, isMinor: isMinor) }
    }
  }

  /// Formats a number in a currency, or without one.
  ///
  /// - Parameters:
  ///   - number: A decimal number without an exponent.
  ///   - currency: The currency code; empty for none.
  ///   - isMinor: Whether the number is in the minor unit of the currency.
  /// - Returns: The text.
  package static func text(of number: String, in currency: String, isMinor: Bool = false) -> String
  {
    if isMinor, !currency.isEmpty, let text = Money.text(minorUnits: number, currency: currency) {
      return text
    }
    let isMajor = !currency.isEmpty && !isMinor
    let number = isMajor ? filled(number, to: Money.decimalPlaces(of: currency)) : number
    let text = Money.text(amount: number, currency: isMinor ? "" : currency)
    guard currency.isEmpty || isMinor else { return text ?? "\(currency) \(number)" }
    let plain = (text ?? number).filter { $0 != " " }
    return currency.isEmpty ? plain : "\(currency) \(plain)"
  }
}

extension ColumnSums {
  /// A number with separators, and with so many decimal places if it has any: `€1,200.50`, not `€1200.5`.
  package static func text(of number: String, decimalPlaces: Int) -> String {
    let filled = filled(number, to: decimalPlaces)
    return NumberText.grouped(filled) ?? filled
  }

  private static func filled(_ number: String, to decimalPlaces: Int) -> String {
    guard let point = number.utf8.firstIndex(of: UInt8(ascii: ".")) else { return number }
    let missing = decimalPlaces - number.utf8[point...].count + 1
    return number + String(repeating: "0", count: max(0, missing))
  }
}

extension [Column] {
  /// The column whose sum tells most, besides some: an amount of money rather than a quantity; nil if no sum is
  /// meaningful.
  package func summed(besides others: [[FieldPath]]) -> Column? {
    let columns = filter { !others.contains($0.paths) }
    guard let first = columns.first(where: \.isSummable) else { return nil }
    let amounts = columns.filter(\.isNamedMoney)
    return columns.first { $0.format.isMoney && $0.weight >= 30 }
      ?? amounts.first(where: \.isSummable) ?? amounts.first ?? first
  }
}

extension Column {
  /// Whether the sum of the values is meaningful: for amounts and counts, but not for ports or prices.
  package var isSummable: Bool {
    format.isMoney || isNumber(named: Self.summableNames)
  }

  /// Whether the values are amounts of money by their name.
  fileprivate var isNamedMoney: Bool { isNumber(named: Self.moneyNames) }

  private func isNumber(named names: Set<String>) -> Bool {
    format == .number && FieldWords(path.name).words.last.map(names.contains) ?? false
  }

  private static let moneyNames: Set<String> = ["amount", "total", "revenue", "cost", "price"]
  private static let summableNames: Set<String> = [
    "amount", "total", "revenue", "cost", "count", "quantity", "qty", "size", "bytes", "errors",
    "requests", "restarts", "items", "hits",
  ]
}

/// The column to group by as the user names it, and the order of the groups: `status`, `status by count`.
package struct GroupSpec: Hashable, Sendable {
  /// The order of groups: by their values, or by a figure, the greatest first.
  package enum Ranking: String, Hashable, Sendable, CaseIterable {
    case value, count, sum
  }

  /// The title, name, path or expression of the column.
  package var name: String
  package var ranking: Ranking

  package init(_ name: String, ranking: Ranking) { (self.name, self.ranking) = (name, ranking) }

  package init(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    let ranking =
      words.count > 2 && words[words.count - 2].lowercased() == "by"
      ? Ranking(rawValue: words[words.count - 1].lowercased()) : nil
    let name = ranking == nil ? text : words.dropLast(2).joined(separator: " ")
    self.init(name, ranking: ranking ?? .value)
  }

  package var description: String { ranking == .value ? name : "\(name) by \(ranking.rawValue)" }
}

/// The row count and sums of each group, kept up to date as rows are inserted and deleted.
struct GroupTotals: Sendable {
  /// The totals of a group, all in one place.
  private struct Group {
    var sums = ColumnSums()
    var count: Int32 = 0
    /// Whether the former count is among the changes.
    var isChanged = false
  }

  private var groups: [Group] = []
  /// The groups whose totals changed, each with its former count.
  private var changed: [(group: Int32, count: Int32)] = []

  /// Adds a row to the totals of a group, or removes it.
  ///
  /// - Parameters:
  ///   - summand: The contribution to the sum; nil for none.
  ///   - group: The group.
  ///   - isRemoved: Whether the row is removed.
  mutating func add(_ summand: ColumnSums.Summand?, to group: Int32, isRemoved: Bool = false) {
    let (number, group) = (group, Int(group))
    while groups.count <= group { groups.append(Group()) }
    if !groups[group].isChanged {
      groups[group].isChanged = true
      changed.append((number, groups[group].count))
    }
    groups[group].count += isRemoved ? -1 : 1
    guard let summand else { return }
    if isRemoved { groups[group].sums.subtract(summand) } else { groups[group].sums.add(summand) }
  }

  /// The groups whose counts changed since the last call, in no particular order, as changes of sections.
  mutating func takeChanges() -> [SectionUpdate.Change] {
    defer { forgetChanges() }
    return changed.compactMap { group, count in
      let new = groups[Int(group)].count
      guard new != count else { return nil }
      return SectionUpdate.Change(
        section: Int(group),
        old: count > 0 ? Int(count) : nil,
        new: new > 0 ? Int(new) : nil
      )
    }
  }

  /// Takes the totals as they are for those of the last call of ``takeChanges()``.
  mutating func forgetChanges() {
    for index in changed.indices { groups[Int(changed[index].group)].isChanged = false }
    changed.removeAll(keepingCapacity: true)
  }

  /// The number of rows shown in each group.
  var counts: [Int] { groups.map { Int($0.count) } }

  /// The number of rows shown in a group.
  func count(of group: Int32) -> Int {
    group < groups.count ? Int(groups[Int(group)].count) : 0
  }

  /// The figure that a group is ordered by; nil for its value, and if nothing is summed.
  func figure(of group: Int32, _ ranking: GroupSpec.Ranking) -> DecimalNumber? {
    guard group < groups.count else { return nil }
    return switch ranking {
    case .value: nil
    case .count: DecimalNumber(Int(groups[Int(group)].count))
    case .sum: groups[Int(group)].sums.firstSum
    }
  }

  /// The formatted sums of a group.
  func sums(of group: Int32, _ grouping: Grouping) -> [String] {
    // One more than is shown, which tells that there are more.
    groups[Int(group)].sums.texts(
      isMinor: grouping.summed?.format == .money,
      limit: GroupSummary.shownSums + 1
    )
  }
}

/// Hands entries out to their groups, whose sizes are known: without a comparison, and each where it stays.
struct GroupDistribution: Sendable {
  /// The entries, those of one group after those of another.
  private(set) var entries: ContiguousArray<OrderEntry> = []
  /// For each group the number of its entries; once there is room, where the next one goes.
  private var places: [Int] = []
  private var count = 0

  /// Whether there is room for all entries.
  private(set) var isReady = false

  /// Counts an entry of a group.
  mutating func count(_ group: Int32) {
    let group = Int(group)
    if group >= places.count {
      places += repeatElement(0, count: max(group + 1, 2 * places.count) - places.count)
    }
    places[group] += 1
    count += 1
  }

  /// Counts a number of entries of each group.
  mutating func count(all sizes: [Int]) {
    if places.count < sizes.count {
      places += repeatElement(0, count: sizes.count - places.count)
    }
    for (group, size) in sizes.enumerated() { places[group] += size }
    count += sizes.reduce(0, +)
  }

  /// Makes room for some of the entries.
  ///
  /// - Parameters:
  ///   - limit: The number of entries.
  ///   - order: Returns the groups in order; called once there is room for all.
  mutating func makeRoom(_ limit: Int, _ order: () -> [Int32]) {
    if entries.isEmpty { entries.reserveCapacity(count) }
    let free = OrderEntry(words: KeyWords(number: 0), place: 0, slot: 0, group: 0, isShown: false)
    entries += repeatElement(free, count: min(limit, count - entries.count))
    guard entries.count == count else { return }
    var place = 0
    for group in order() where Int(group) < places.count {
      let size = places[Int(group)]
      places[Int(group)] = place
      place += size
    }
    isReady = true
  }

  /// Puts an entry behind those of its group that came before.
  mutating func append(_ entry: OrderEntry) {
    let group = Int(entry.group)
    entries[places[group]] = entry
    places[group] += 1
  }
}
