package import Columns
package import FeedValues
internal import Values

/// Writes the bytes of a key, or only its words, which allocates nothing.
struct SortKeyWriter {
  private(set) var key = SortKey()
  /// The number of bytes written.
  private(set) var count = 0
  /// A value combined with each byte that is appended alone by exclusive or; 0xFF inverts the order.
  var mask: UInt8 = 0
  /// Whether the bytes written so far determine the remaining ones.
  private var isDetermined = false
  /// The number of bytes that determine the others; nil if there is none.
  private(set) var impliedFrom: Int?
  /// Whether all bytes are written, and none omitted.
  private let isComplete: Bool
  /// The common prefix to omit.
  private let stem: [UInt8]
  private let stemCount: Int
  private let keepsTail: Bool
  /// The relation of the key to the prefix so far.
  private var relation = Relation.same

  private enum Relation { case before, same, after }

  static let instantClass: UInt8 = 0x40
  static let textClass: UInt8 = 0x80

  /// Creates a writer of a complete key.
  init() { (isComplete, stem, stemCount, keepsTail) = (true, [], 0, true) }

  /// Creates a writer of a key's words.
  ///
  /// - Parameters:
  ///   - stem: The common prefix of most keys.
  ///   - keepsTail: Whether the bytes after the words are written too, except that of those that the others
  ///     determine only sixteen may be there.
  init(wordsAfter stem: [UInt8], keepsTail: Bool = false) {
    (isComplete, self.stem, stemCount, self.keepsTail) = (false, stem, stem.count, keepsTail)
  }

  /// Begins another key.
  mutating func restart() {
    (key.head, key.next, count, relation) = (0, 0, 0, .same)
    (isDetermined, impliedFrom) = (false, nil)
    key.tail.removeAll(keepingCapacity: true)
  }

  /// The number of bytes from which on none makes a difference; one byte after the words shows that they are not the
  /// complete key.
  private var room: Int {
    guard !isComplete else { return .max }
    guard relation == .same else { return 0 }
    let end = stemCount + MemoryLayout<KeyWindow>.size
    if keepsTail { return impliedFrom == nil ? .max : max(0, end + 16 - count) }
    return max(0, end + 1 - count)
  }

  /// Whether another byte makes a difference.
  var wantsMore: Bool { room > 0 }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    let (byte, position) = (byte ^ mask, count - stemCount)
    count += 1
    switch position {
    case ..<0: compare(byte, at: count - 1)
    case ..<8: key.head |= UInt64(byte) << UInt64(56 - 8 * position)
    case ..<16: key.next |= UInt64(byte) << UInt64(120 - 8 * position)
    default: if keepsTail { key.tail.append(byte) }
    }
  }

  private mutating func compare(_ byte: UInt8, at position: Int) {
    guard relation == .same, byte != stem[position] else { return }
    relation = byte < stem[position] ? .before : .after
  }

  /// The relation of bytes to a part of the prefix.
  @inline(__always)
  private static func relation(
    of bytes: UnsafeBufferPointer<UInt8>,
    to stem: borrowing [UInt8],
    from start: Int
  ) -> Relation {
    stem.withUnsafeBufferPointer { stem in
      let expected = UnsafeBufferPointer(rebasing: stem[start..<start + bytes.count])
      if bytes.hasSameBytes(as: expected) { return .same }
      return bytes.lexicographicallyPrecedes(expected) ? .before : .after
    }
  }

  /// The bytes of the two words.
  private typealias KeyWindow = UInt128

  /// Appends bytes of a text, as far as they make a difference: many at a time.
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard relation == .same else { return }
    var rest = bytes.prefix(room)
    if count < stemCount {
      let common = rest.prefix(stemCount - count)
      relation = Self.relation(of: .init(rebasing: common), to: stem, from: count)
      count += common.count
      rest = rest.dropFirst(common.count)
    }
    guard !rest.isEmpty, relation == .same else { return }
    let position = count - stemCount
    count += rest.count
    if position < MemoryLayout<KeyWindow>.size {
      let part = rest.prefix(MemoryLayout<KeyWindow>.size - position)
      var window: KeyWindow = 0
      withUnsafeMutableBytes(of: &window) { $0.copyBytes(from: part) }
      window = KeyWindow(bigEndian: window) >> KeyWindow(8 * position)
      key.head |= UInt64(truncatingIfNeeded: window >> 64)
      key.next |= UInt64(truncatingIfNeeded: window)
      rest = rest.dropFirst(part.count)
    }
    if keepsTail, !rest.isEmpty { key.tail.append(contentsOf: rest) }
  }

  /// Declares that every key with the words written so far has the same remaining bytes.
  mutating func determineRest() {
    impliedFrom = count
    isDetermined = isDetermined || count <= stemCount + KeyWords.wholeCount
  }

  /// Whether the bytes after those of a whole key are not just zeros.
  private var hasRest: Bool { UInt32(truncatingIfNeeded: key.next) != 0 }

  /// The words; see ``KeyWords``.
  var words: KeyWords {
    switch relation {
    case .before: return .before
    case .after: return .after
    case .same: break
    }
    if count < stemCount { return .before }
    // The greatest words are reserved for `after` and missing values.
    if key.head >= KeyWords.after.head { return .after }
    return KeyWords(
      key.head,
      key.next,
      isWhole: isDetermined || count <= stemCount + MemoryLayout<KeyWindow>.size && !hasRest
    )
  }

  /// The words of a key that is written.
  @inline(__always)
  static func words(
    after stem: [UInt8],
    _ write: (inout SortKeyWriter) -> Void
  ) -> KeyWords {
    var writer = SortKeyWriter(wordsAfter: stem)
    write(&writer)
    return writer.words
  }

  mutating func append(bigEndian word: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
    }
  }

  mutating func append(_ instant: FeedTime) {
    append(Self.instantClass)
    // Seconds in the supported range fit five bytes, and nanoseconds four.
    let seconds = UInt64(instant.seconds - FeedTime.bounds.lowerBound)
    for shift in stride(from: 32, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: seconds >> UInt64(shift)))
    }
    for shift in stride(from: 24, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: instant.nanosecond >> shift))
    }
  }
}

/// The keys by which values are ordered.
extension ValueOrder {
  /// The key of a row.
  package func key(of row: Row, in column: Column) -> SortKey {
    let (value, isMinor) = (column.value(of: row), column.format == .money)
    guard let value else { return .missing }
    return value.withFound { value in
      guard self == .money, let currency = column.currencyValue(of: row) else {
        return key(of: value, currency: nil, isMinor: isMinor)
      }
      return currency.withFound { key(of: value, currency: $0, isMinor: isMinor) }
    }
  }

  /// The key of a value.
  ///
  /// - Parameters:
  ///   - value: The value; nil for a row without one.
  ///   - currency: The currency next to an amount.
  ///   - isMinor: Whether amounts are in the minor unit of their currency.
  /// - Returns: The key.
  func key(of value: FoundValue?, currency: FoundValue?, isMinor: Bool) -> SortKey {
    guard let value, !isNothing(value) else { return .missing }
    var writer = SortKeyWriter()
    guard append(value, nil, currency, isMinor: isMinor, to: &writer) else { return .missing }
    return writer.key
  }

  /// The words of the key of a value; `words` returns those of a key that it lets be written.
  @inline(__always)
  func words(
    of value: FoundValue?,
    _ number: DecimalNumber?,
    currency: FoundValue?,
    isMinor: Bool,
    after stem: [UInt8],
    words: ((inout SortKeyWriter) -> Void) -> KeyWords
  ) -> KeyWords {
    guard let value, !isNothing(value) else { return .missing }
    if stem.isEmpty, let words = shortWords(of: value, number, currency, isMinor: isMinor) {
      return words
    }
    var isOfKind = true
    let words = words { isOfKind = append(value, number, currency, isMinor: isMinor, to: &$0) }
    return isOfKind ? words : .missing
  }

  /// The words of a short number in its own unit; nil for any other value.
  private func shortWords(
    of value: FoundValue,
    _ number: DecimalNumber?,
    _ currency: FoundValue?,
    isMinor: Bool
  ) -> KeyWords? {
    let code: FoundValue?
    switch self {
    case .number: code = nil
    case .money where !isMinor || currency == nil: code = currency
    default: return nil
    }
    if let number { return KeyWords(short: number, currency: code) }
    guard let number = DecimalNumber(value) else { return nil }
    return KeyWords(short: number, currency: code)
  }

  /// Writes a value; returns false if it is not of the kind that the order compares.
  private func append(
    _ value: FoundValue,
    _ number: DecimalNumber?,
    _ currency: FoundValue?,
    isMinor: Bool,
    to writer: inout SortKeyWriter
  ) -> Bool {
    switch self {
    case .text: writer.append(text: value)
    case .version: writer.append(text: value, isVersion: true)
    case .number:
      guard let number = number ?? DecimalNumber(value) else { return false }
      writer.append(number)
    case .money:
      guard var number = number ?? DecimalNumber(value) else { return false }
      let code = currency.map(Money.code)
      if let code, isMinor {
        number = number.scaled(byPowerOfTen: -Money.decimalPlaces(ofCode: code))
      }
      writer.append(number)
      guard var code else { break }
      code.withUTF8 { for byte in $0.prefix(8) { writer.append(byte) } }
    case .time(let reader):
      guard let time = reader.time(value) else { return false }
      writer.append(time)
    case .size, .commaSize:
      let quantity = Quantity(value.string, usesDecimalComma: self == .commaSize)
      guard let quantity else { return false }
      writer.append(quantity.size)
    case .duration:
      guard let seconds = DurationText.seconds(value.string) else { return false }
      writer.append(seconds)
    case .level(let scale):
      guard let level = scale.level(of: value.string) else { return false }
      writer.append(DecimalNumber(level.rawValue + 1))
    }
    return true
  }
}
