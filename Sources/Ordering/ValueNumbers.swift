package import Columns
package import FeedValues

/// The numbers that short values have, found by the bytes of the values.
///
/// A hash table with open addressing, in which most values are where they are looked for: neither to look for one nor
/// to add one allocates memory. Bytes are hashed with seeds that no feed knows: it may choose its values.
package struct ValueNumbers: Sendable {
  private struct Entry: Sendable {
    /// The bytes of a value, or, if they are too many, their hash and where they are in the storage.
    var words: (UInt64, UInt64) = (0, 0)
    /// The number of bytes.
    var length: Int32 = -1
    var number: Int32 = 0

    var isFree: Bool { length < 0 }
  }

  private var entries: [Entry] = []
  private var storage: [UInt8] = []
  /// The number of values.
  package private(set) var count = 0
  /// The seeds with which the words of short values are hashed.
  private let seeds = (Self.seed(0), Self.seed(1))

  /// Creates numbers of no values.
  package init() {}

  /// The maximum number of bytes of a value, and of one that needs no storage.
  private static let (longest, short) = (64, 16)

  /// The number of a value; setting it has no effect for a value that has one, and for a long one.
  package subscript(value: FoundValue) -> Int32? {
    get {
      guard count > 0, value.text.count <= Self.longest else { return nil }
      let hash = hash(of: value.text)
      let entry = entries[find(value.text, Self.words(of: value.text, hash), hash)]
      return entry.isFree ? nil : entry.number
    }
    set {
      guard let newValue, value.text.count <= Self.longest else { return }
      if 2 * (count + 1) > entries.count { grow() }
      let hash = hash(of: value.text)
      var words = Self.words(of: value.text, hash)
      let place = find(value.text, words, hash)
      guard entries[place].isFree else { return }
      if value.text.count > Self.short {
        words.1 = UInt64(storage.count)
        storage.append(contentsOf: value.text)
      }
      entries[place] = Entry(words: words, length: Int32(value.text.count), number: newValue)
      count += 1
    }
  }

  /// The place of a text, or the free one for it.
  private func find(
    _ text: UnsafeBufferPointer<UInt8>,
    _ words: (UInt64, UInt64),
    _ hash: UInt64
  ) -> Int {
    let mask = entries.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while true {
      let entry = entries[place]
      if entry.isFree { return place }
      if entry.length == text.count, entry.words.0 == words.0 {
        if text.count <= Self.short {
          if entry.words.1 == words.1 { return place }
        } else if isStored(text, at: Int(entry.words.1)) {
          return place
        }
      }
      place = (place + 1) & mask
    }
  }

  private func isStored(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    storage.withUnsafeBufferPointer { storage in
      UnsafeBufferPointer(rebasing: storage[start..<start + text.count]).hasSameBytes(as: text)
    }
  }

  private mutating func grow() {
    let old = entries
    entries = Array(repeating: Entry(), count: max(64, 2 * old.count))
    let mask = entries.count - 1
    for entry in old where !entry.isFree {
      var place = Int(truncatingIfNeeded: hash(of: entry)) & mask
      while !entries[place].isFree { place = (place + 1) & mask }
      entries[place] = entry
    }
  }

  private func hash(of entry: Entry) -> UInt64 {
    entry.length <= Self.short ? hash(entry.words, Int(entry.length)) : entry.words.0
  }

  private func hash(of text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard text.count > Self.short else { return hash(Self.words(of: text, 0), text.count) }
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// The hash of a short value.
  ///
  /// Source: Wang Yi et al., "Modern Non-Cryptographic Hash Function and Pseudorandom Number Generator" (wyhash): a
  /// product of both words, folded, depends on all of their bits.
  private func hash(_ words: (UInt64, UInt64), _ length: Int) -> UInt64 {
    let product = (words.0 ^ seeds.0 &+ UInt64(length))
      .multipliedFullWidth(by: words.1 ^ seeds.1)
    return product.high ^ product.low
  }

  /// A number that is another one in each process, unless hashes are to be the same in all.
  private static func seed(_ number: Int) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(number)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  private static func words(
    of text: UnsafeBufferPointer<UInt8>,
    _ hash: UInt64
  ) -> (UInt64, UInt64) {
    guard text.count <= short else { return (hash, 0) }
    var words: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: text) }
    return words
  }
}

/// Reads the values of some columns, and the currencies next to amounts, in a single pass over a row.
package struct AmountReader: Sendable {
  private let reader: PathReader
  /// For each column, the indices of its paths.
  private let columns: [Range<Int>]
  /// For each path, the index of the path of the currency next to it; nil if there is none.
  private let currencies: [Int?]

  /// A value, and the currency next to it; valid as long as the row.
  package struct Amount {
    package var value: FoundValue?
    package var currency: FoundValue?
  }

  /// Creates a reader; a nil column has no values.
  package init(_ columns: [Column?]) {
    var paths: [FieldPath] = []
    var currencies: [Int?] = []
    func number(of path: FieldPath) -> Int {
      paths.append(path)
      currencies.append(nil)
      return paths.count - 1
    }
    self.columns = columns.map { column in
      let start = paths.count
      for path in column?.paths ?? [] { _ = number(of: path) }
      let numbers = start..<paths.count
      guard let column, column.format.isMoney else { return numbers }
      for (path, offset) in zip(column.paths, numbers) {
        currencies[offset] = number(of: path.parent.appending("currency"))
      }
      return numbers
    }
    self.currencies = currencies
    reader = PathReader(paths)
  }

  /// The values of all paths of a row, valid during a call of the closure.
  package typealias Values = UnsafeBufferPointer<FoundValue?>

  /// Calls a closure with the values of all paths, for ``amount(_:_:)``.
  ///
  /// - Complexity: O(*m*) in the length of the row's text.
  @inline(__always)
  package func withValues<Result>(of row: Row, _ body: (Values) -> Result) -> Result {
    var result: Result?
    reader.read(row.value) { result = body($0) }
    guard let result else { preconditionFailure("the values were not read") }
    return result
  }

  /// The value of the column at an index.
  package func amount(_ column: Int, _ values: Values) -> Amount {
    var amount = Amount()
    var isFirst = true
    for number in columns[column] {
      guard let value = values[number] else { continue }
      // The currency of the first amount present counts, even if that amount is null.
      if isFirst, let currency = currencies[number] { amount.currency = values[currency] }
      isFirst = false
      guard value.kind != .null else { continue }
      amount.value = value
      break
    }
    return amount
  }
}
