import Columns
internal import FeedValues
internal import Values

/// The user's choices for an order, and the readers of rows that follow from them.
///
/// A class, because it is immutable: copying a rule copies one reference, and a row is read without counting
/// references to all of the plan.
final class OrderPlan: Sendable {
  /// The user's choices.
  struct Choice: Sendable {
    /// The sort order; nil for feed order.
    var sort: Arrangement.Sort?
    /// The filter; nil to show all rows.
    var isShown: (@Sendable (Row) -> Bool)?
    /// The identity of the filter, since predicates cannot be compared.
    var filter = FilterMark()
    /// The pinned rows, which are not in the table.
    var pinned: Set<RowID> = []
    /// The common prefix of most keys, as far as it is known.
    var stem: [UInt8] = []
  }

  final class FilterMark: Sendable {}

  let choice: Choice
  /// Reads the values that rows are sorted and grouped by.
  let reader: EntryReader
  let isDescending: Bool
  /// Whether groups have sums.
  let hasSums: Bool
  /// The keys of several columns; nil if rows are sorted by one or none.
  let severalKeys: SeveralKeys?
  private let isSorted: Bool
  private let order: ValueOrder
  /// Whether amounts in the sort column are in the minor unit of their currency.
  private let isMinor: Bool
  /// Whether the number that is summed is also that by which rows are sorted.
  private let sharesNumber: Bool

  init(_ choice: Choice = Choice(), _ grouping: Grouping? = nil) {
    self.choice = choice
    reader = EntryReader(sort: choice.sort, grouping: grouping)
    severalKeys = choice.sort.flatMap { SeveralKeys($0) }
    // The direction of several columns is in their keys.
    isDescending = severalKeys == nil && choice.sort?.isDescending ?? false
    hasSums = grouping?.summed != nil
    isSorted = choice.sort != nil
    order = choice.sort?.order ?? .text
    isMinor = choice.sort?.column.format == .money
    sharesNumber =
      hasSums && severalKeys == nil && reader.isSummedSorted
      && (order == .number || order == .money)
  }

  func shows(_ row: Row) -> Bool {
    (choice.isShown?(row) ?? true) && (choice.pinned.isEmpty || !choice.pinned.contains(row.id))
  }

  /// The entry of a row, and its contribution to the sum of its group.
  struct Entered {
    var entry: OrderEntry
    var summand: ColumnSums.Summand?
  }

  /// Creates the entry of a row.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - number: Its number in the frozen order; nil if that is not frozen.
  ///   - isShown: Whether it is shown; nil to ask the filter.
  ///   - slot: Its slot.
  ///   - place: Its place in the feed.
  ///   - group: Returns the group of a value.
  ///   - words: Returns the key words of a value that may have been read as a number.
  /// - Returns: The entry, with the contribution of a row that is shown.
  @inline(__always)
  func entered(
    _ row: Row,
    _ number: UInt64?,
    isShown: Bool? = nil,
    slot: Int32,
    place: Int64,
    group: (FoundValue?) -> Int32,
    words: (OrderPlan, EntryReader.Reading, DecimalNumber?) -> KeyWords
  ) -> Entered {
    reader.withReading(of: row) { reading in
      let group = group(reading.grouped)
      let isShown = isShown ?? shows(row)
      // Read once for both.
      let amount = sharesNumber ? reading.sorted.value.flatMap { DecimalNumber($0) } : nil
      let words = number.map { KeyWords(number: $0) } ?? words(self, reading, amount)
      return Entered(
        entry: OrderEntry(words: words, place: place, slot: slot, group: group, isShown: isShown),
        summand: isShown ? summand(of: reading, amount) : nil
      )
    }
  }

  /// The key words of a row, whose remainder is stored.
  func words(
    of reading: EntryReader.Reading,
    _ number: DecimalNumber?,
    _ slot: Int32,
    in tails: inout KeyTails
  ) -> KeyWords {
    words(of: reading, number) { write in tails.words(of: slot, write) }
  }

  /// The contribution to the sum of the group; nil if there is none.
  func summand(
    of reading: EntryReader.Reading,
    _ number: DecimalNumber? = nil
  ) -> ColumnSums.Summand? {
    guard hasSums else { return nil }
    return ColumnSums.Summand(reading.summed.value, number, currency: reading.summed.currency)
  }

  /// The key words of a row.
  func words(of reading: EntryReader.Reading, _ number: DecimalNumber? = nil) -> KeyWords {
    words(of: reading, number) { write in SortKeyWriter.words(after: choice.stem, write) }
  }

  @inline(__always)
  private func words(
    of reading: EntryReader.Reading,
    _ number: DecimalNumber?,
    words: ((inout SortKeyWriter) -> Void) -> KeyWords
  ) -> KeyWords {
    guard isSorted else { return KeyWords(number: 0) }
    if let severalKeys { return words { severalKeys.append(reading, to: &$0) } }
    return order.words(
      of: reading.sorted.value,
      number,
      currency: reading.sorted.currency,
      isMinor: isMinor,
      after: choice.stem,
      words: words
    )
  }

  /// Whether the sorted values of two rows are spelled the same, so that their keys are equal.
  func haveSameText(_ row: Row, _ other: Row) -> Bool {
    func areSame(_ left: FoundValue?, _ right: FoundValue?) -> Bool {
      guard let left, let right else { return left == nil && right == nil }
      return left.hasSameText(as: right)
    }
    return reader.withReading(of: row) { left in
      reader.withReading(of: other) { right in
        zip([left.sorted] + left.further, [right.sorted] + right.further).allSatisfy {
          areSame($0.value, $1.value) && areSame($0.currency, $1.currency)
        }
      }
    }
  }

  /// The complete key of a row.
  func key(of row: Row) -> SortKey {
    guard isSorted else { return SortKey(number: 0) }
    return reader.withReading(of: row) { reading in
      if let severalKeys {
        var writer = SortKeyWriter()
        severalKeys.append(reading, to: &writer)
        return writer.key
      }
      return order.key(
        of: reading.sorted.value,
        currency: reading.sorted.currency,
        isMinor: isMinor
      )
    }
  }
}
