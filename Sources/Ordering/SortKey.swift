import Columns
internal import FeedValues
internal import Values

/// The sort key of a row: bytes that compare like the values.
///
/// Comparing the first word of two keys is enough for most rows, even in a list of a million.
///
/// | First byte | Followed by |
/// |---|---|
/// | 0x10, 0x20, 0x30 | a negative number, zero, a positive one |
/// | 0x40 | a time |
/// | 0x80 | text |
/// | eight times 0xFF | nothing: the value is missing |
package struct SortKey: Hashable, Sendable {
  /// The first sixteen bytes in big-endian order.
  var head: UInt64 = 0
  var next: UInt64 = 0
  /// The remaining bytes.
  var tail: [UInt8] = []

  /// All bytes, padded with zeros to at least sixteen.
  var bytes: [UInt8] {
    [head, next].flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    } + tail
  }

  /// The key of a missing value.
  static let missing = SortKey(number: .max)

  var isMissing: Bool { head == .max }

  /// Creates an empty key.
  init() {}

  /// Creates a key from bytes that compare like the values.
  ///
  /// - Precondition: No key equals another one followed by zeros.
  init(_ bytes: [UInt8]) {
    var writer = SortKeyWriter()
    for byte in bytes { writer.append(byte) }
    self = writer.key
  }

  /// Creates a key that compares like a number.
  init(number: UInt64) { head = number }

  /// Whether this key precedes another; false if they are equal.
  @inline(__always)
  package func precedes(_ other: SortKey) -> Bool {
    if head != other.head { return head < other.head }
    return next == other.next ? tailPrecedes(other) : next < other.next
  }

  /// Whether two keys are equal.
  @inline(__always)
  package func equals(_ other: SortKey) -> Bool {
    head == other.head && next == other.next
      && (tail.isEmpty && other.tail.isEmpty || tail == other.tail)
  }

  private func tailPrecedes(_ other: SortKey) -> Bool {
    if tail.isEmpty || other.tail.isEmpty { return tail.isEmpty && !other.tail.isEmpty }
    return tail.lexicographicallyPrecedes(other.tail)
  }
}

/// The part of a sort key stored in an entry: the sixteen bytes after the common prefix of the list's keys.
///
/// Keys whose words differ compare like their words.
struct KeyWords: Hashable, Sendable {
  let head: UInt64
  let next: UInt64
  /// Whether the first bytes, as many as ``wholeCount``, are the complete key but for zeros, or determine it: keys of
  /// this kind are equal if these bytes are.
  let isWhole: Bool

  /// The number of bytes of which a whole key consists.
  static let wholeCount = 12

  /// The words of a missing value, which sort after all others.
  static let missing = KeyWords(number: .max)
  /// The words of keys that sort before, or after, all keys with the common prefix.
  static let before = KeyWords(0, 0, isWhole: false)
  static let after = KeyWords(.max - 1, .max, isWhole: false)

  /// Whether the key does not start with the common prefix.
  var isStray: Bool { self == .before || self == .after }

  init(_ head: UInt64, _ next: UInt64, isWhole: Bool) {
    (self.head, self.next, self.isWhole) = (head, next, isWhole)
  }

  /// Creates words that compare like a number.
  init(number: UInt64) { self.init(number, 0, isWhole: true) }
}

// swift-format-ignore-file
// Computed from the canonical decompositions of the Latin letters in Unicode; the tests compute it
// again and compare.

extension SortKeyWriter {
  /// For each ASCII letter, the letters that consist of it and diacritical marks.
  static let markedLetters: [(base: Unicode.Scalar, letters: String)] = [
    ("a", "ÀÁÂÃÄÅàáâãäåĀāĂăĄąǍǎǞǟǠǡǺǻȀȁȂȃȦȧḀḁẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặ"),
    ("b", "ḂḃḄḅḆḇ"),
    ("c", "ÇçĆćĈĉĊċČčḈḉ"),
    ("d", "ĎďḊḋḌḍḎḏḐḑḒḓ"),
    ("e", "ÈÉÊËèéêëĒēĔĕĖėĘęĚěȄȅȆȇȨȩḔḕḖḗḘḙḚḛḜḝẸẹẺẻẼẽẾếỀềỂểỄễỆệ"),
    ("f", "Ḟḟ"),
    ("g", "ĜĝĞğĠġĢģǦǧǴǵḠḡ"),
    ("h", "ĤĥȞȟḢḣḤḥḦḧḨḩḪḫẖ"),
    ("i", "ÌÍÎÏìíîïĨĩĪīĬĭĮįİǏǐȈȉȊȋḬḭḮḯỈỉỊị"),
    ("j", "Ĵĵǰ"),
    ("k", "ĶķǨǩḰḱḲḳḴḵ"),
    ("l", "ĹĺĻļĽľḶḷḸḹḺḻḼḽ"),
    ("m", "ḾḿṀṁṂṃ"),
    ("n", "ÑñŃńŅņŇňǸǹṄṅṆṇṈṉṊṋ"),
    ("o", "ÒÓÔÕÖòóôõöŌōŎŏŐőƠơǑǒǪǫǬǭȌȍȎȏȪȫȬȭȮȯȰȱṌṍṎṏṐṑṒṓỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợ"),
    ("p", "ṔṕṖṗ"),
    ("r", "ŔŕŖŗŘřȐȑȒȓṘṙṚṛṜṝṞṟ"),
    ("s", "ŚśŜŝŞşŠšȘșṠṡṢṣṤṥṦṧṨṩ"),
    ("t", "ŢţŤťȚțṪṫṬṭṮṯṰṱẗ"),
    ("u", "ÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲųƯưǓǔǕǖǗǘǙǚǛǜȔȕȖȗṲṳṴṵṶṷṸṹṺṻỤụỦủỨứỪừỬửỮữỰự"),
    ("v", "ṼṽṾṿ"),
    ("w", "ŴŵẀẁẂẃẄẅẆẇẈẉẘ"),
    ("x", "ẊẋẌẍ"),
    ("y", "ÝýÿŶŷŸȲȳẎẏẙỲỳỴỵỶỷỸỹ"),
    ("z", "ŹźŻżŽžẐẑẒẓẔẕ"),
  ]
}

extension SortKeyWriter {
  mutating func append(_ number: DecimalNumber) {
    guard !number.isZero else { return append(0x20) }
    append(number.isNegative ? 0x10 : 0x30)
    if number.isNegative { mask = 0xFF }
    defer { mask = 0 }
    append(exponent: number.exponent)
    // Two digits per byte, plus one, so that 0 can terminate the number.
    number.forEachPair { append($0 + 1) }
    append(0)
  }

  /// Appends an exponent: one byte for common ones, nine for all others.
  private mutating func append(exponent: Int) {
    switch exponent {
    case -0x70...0x70: append(UInt8(0x80 + exponent))
    default:
      append(exponent < 0 ? 0x01 : 0xFE)
      append(bigEndian: UInt64(bitPattern: Int64(exponent)) ^ 1 << 63)
    }
  }
}

extension KeyWords {
  /// The words of a number, and of the code of its currency, as a ``SortKeyWriter`` would write them.
  ///
  /// Most numbers are short, and two of them are written for each change of a row: a writer takes several times as
  /// long, because it writes a byte at a time and may have to allocate.
  ///
  /// - Returns: nil for a number that does not fit, or a currency that is not three letters.
  init?(short number: borrowing DecimalNumber, currency: FoundValue?) {
    let exponent = number.exponent
    guard !number.isZero, -0x70...0x70 ~= exponent, let pairs = number.pairs else { return nil }
    var bytes = UInt128(number.isNegative ? 0x10 : 0x30) << 120
    // The exponent, the pairs of digits and a zero at their end.
    let digits = UInt128(0x80 + exponent) << 120 | pairs.bytes >> 8
    var count = pairs.count + 3
    bytes |= (number.isNegative ? ~digits & ~0 &<< UInt128(136 - 8 * count) : digits) >> 8
    if let currency {
      guard let letters = Money.letters(of: currency) else { return nil }
      count += 3
      let code = UInt128(letters.0) << 16 | UInt128(letters.1) << 8 | UInt128(letters.2)
      bytes |= code &<< UInt128(128 - 8 * count)
    }
    guard count <= Self.wholeCount || UInt32(truncatingIfNeeded: bytes) == 0 else { return nil }
    self.init(
      UInt64(truncatingIfNeeded: bytes >> 64),
      UInt64(truncatingIfNeeded: bytes),
      isWhole: true
    )
  }
}

/// Sort keys of text, independent of the locale: letters compare by their base letters, ignoring case and
/// diacritical marks, and runs of digits by their numeric value.
///
/// Examples: `Äpfel`, `apple`, `Zebra`; `item9`, `item10`; `1.9`, `1.10`. Ties are broken by the bytes of the
/// text, so that different texts never compare as equal.
extension SortKeyWriter {
  /// Terminates the folded part of a key.
  private static let end: UInt8 = 0x02
  /// Stands for the hyphen of `1.0-rc1`, which sorts before `1.0`.
  private static let beforeEnd: UInt8 = 0x01
  /// Introduces a number, at the position of its first digit.
  private static let number: UInt8 = 0x30
  /// The maximum number of bytes that are compared.
  private static let lengthLimit = 256
  /// The number of bytes that are folded at a time.
  private static let lettersTogether = 64

  /// Appends the text of a value.
  ///
  /// - Parameters:
  ///   - value: A string, or a value treated as one.
  ///   - isVersion: Whether `1.0-rc1` sorts before `1.0`.
  mutating func append(text value: FoundValue, isVersion: Bool = false) {
    append(Self.textClass)
    let bytes = value.text
    let isString = bytes.first == UInt8(ascii: "\"") && bytes.count > 1
    let inside = isString ? bytes[1..<bytes.count - 1] : bytes[...]
    let text = UnsafeBufferPointer(rebasing: inside.prefix(Self.lengthLimit))
    if Self.isPlain(text) {
      let isExact = append(folded: text, isVersion: isVersion)
      append(Self.end)
      // A text that is its own folded form needs no tie-breaker.
      if isExact { determineRest() }
      append(text)
      return
    }
    let scalars = value.value.string.unicodeScalars.prefix(Self.lengthLimit)
    Self.folded(scalars).withUnsafeBufferPointer { _ = append(folded: $0, isVersion: isVersion) }
    append(Self.end)
    Array(String(String.UnicodeScalarView(scalars)).utf8).withUnsafeBufferPointer { append($0) }
  }

  /// Whether a text is in ASCII, and has no escapes.
  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let (words, bytes) = (UnsafeRawBufferPointer(text), text.count / 8 * 8)
    for offset in stride(from: 0, to: bytes, by: 8) {
      let word = words.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      // A byte that is zero here borrows from its highest bit.
      let escapes = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
      guard (word | escapes) & 0x8080_8080_8080_8080 == 0 else { return false }
    }
    return text[bytes...].allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\\") }
  }

  /// Appends the folded form of a text.
  ///
  /// - Returns: Whether the folded form determines the text. If only part of it was appended, the result is
  ///   irrelevant.
  private mutating func append(folded text: UnsafeBufferPointer<UInt8>, isVersion: Bool) -> Bool {
    var (position, isExact) = (0, true)
    while position < text.count, wantsMore {
      isExact = append(lettersOf: text, from: &position) && isExact
      guard position < text.count, text[position].isDigit else { continue }
      var start = position
      while position < text.count, text[position].isDigit { position += 1 }
      while start < position - 1, text[start] == UInt8(ascii: "0") {
        start += 1
        isExact = false
      }
      // Of two numbers without leading zeros, the longer one is larger.
      append(Self.number)
      append(UInt8(min(position - start, 0xFF)))
      if position - start >= 0xFF { append(bigEndian: UInt64(position - start)) }
      append(UnsafeBufferPointer(rebasing: text[start..<position]))
      if isVersion, position < text.count, text[position] == UInt8(ascii: "-") {
        append(Self.beforeEnd)
        position += 1
      }
    }
    return isExact
  }

  /// Appends the folded form of what comes before the next digit, or of a part of it.
  ///
  /// - Returns: Whether the folded form determines the text.
  private mutating func append(
    lettersOf text: UnsafeBufferPointer<UInt8>,
    from position: inout Int
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.lettersTogether) { letters in
      var isExact = true
      let start = position
      let end = min(start + letters.count, text.count)
      while position < end, !text[position].isDigit {
        let byte = text[position]
        var letter = max(byte, Self.end + 1)
        if byte &- UInt8(ascii: "A") < 26 { letter |= 0x20 }
        if letter != byte { isExact = false }
        letters[position - start] = letter
        position += 1
      }
      append(UnsafeBufferPointer(rebasing: letters[..<(position - start)]))
      return isExact
    }
  }

  @inline(__always)

  /// The bytes of a text with its letters replaced by their base letters, without case and marks.
  private static func folded(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt8] {
    var result: [UInt8] = []
    for scalar in scalars {
      if scalar.isASCII {
        result.append(UInt8(scalar.value))
      } else if let base = baseLetters[scalar] {
        result.append(UInt8(base.value))
      } else if !(0x300...0x36F ~= scalar.value) {
        result += Array(scalar.properties.lowercaseMapping.utf8)
      }
    }
    return result
  }

  private static let baseLetters: [Unicode.Scalar: Unicode.Scalar] = Dictionary(
    uniqueKeysWithValues: markedLetters.flatMap { base, letters in
      letters.unicodeScalars.map { ($0, base) }
    }
  )
}
