internal import Values

/// Writes the bytes of a key, or only those of its words: then nothing is allocated.
struct SortKeyWriter {
  private(set) var key = SortKey()
  /// How many bytes were written.
  private(set) var count = 0
  /// What each byte is combined with, which turns the order around.
  var mask: UInt8 = 0
  /// Whether the bytes written so far say which the others are.
  private var isDetermined = false
  /// What most keys begin with, whose bytes are left out; nil for a key with all of its bytes.
  private let stem: [UInt8]?
  private let stemCount: Int
  /// How the key stands to the stem as far as both were compared.
  private var relation = Relation.same

  private enum Relation { case before, same, after }

  static let instantClass: UInt8 = 0x40
  static let textClass: UInt8 = 0x80

  /// Begins a key with all of its bytes.
  init() { (stem, stemCount) = (nil, 0) }

  /// Begins a key of which only the words are wanted.
  ///
  /// - Parameter stem: What most keys begin with.
  init(wordsAfter stem: [UInt8]) { (self.stem, stemCount) = (stem, stem.count) }

  /// Whether another byte makes a difference: the first one after the words says that they are not all.
  var wantsMore: Bool {
    stem == nil || count <= stemCount + MemoryLayout<UInt64>.size * 2 && relation == .same
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    let (byte, position) = (byte ^ mask, count - stemCount)
    count += 1
    switch position {
    case ..<0: compare(byte, at: count - 1)
    case ..<8: key.head |= UInt64(byte) << UInt64(56 - 8 * position)
    case ..<16: key.next |= UInt64(byte) << UInt64(120 - 8 * position)
    default: if stem == nil { key.tail.append(byte) }
    }
  }

  private mutating func compare(_ byte: UInt8, at position: Int) {
    guard relation == .same, let expected = stem?[position], byte != expected else { return }
    relation = byte < expected ? .before : .after
  }

  /// States that another key of the same words, as far as they were written, has the same rest.
  mutating func determineRest() {
    isDetermined = isDetermined || count <= stemCount + MemoryLayout<UInt64>.size * 2
  }

  /// The words; see ``KeyWords``.
  var words: KeyWords {
    switch relation {
    case .before: return .before
    case .after: return .after
    case .same: break
    }
    if count < stemCount { return .before }
    // The last values of a word are taken.
    if key.head >= KeyWords.after.head { return .after }
    return KeyWords(
      key.head,
      key.next,
      isWhole: isDetermined || count <= stemCount + MemoryLayout<UInt64>.size * 2
    )
  }

  mutating func append(bigEndian word: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
    }
  }

  mutating func append(_ instant: FeedTime) {
    append(Self.instantClass)
    // The seconds of all years take five bytes, and the nanoseconds four.
    let seconds = UInt64(instant.seconds - FeedTime.bounds.lowerBound)
    for shift in stride(from: 32, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: seconds >> UInt64(shift)))
    }
    for shift in stride(from: 24, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: instant.nanosecond >> shift))
    }
  }
}
