internal import Glibc

/// The rest of long sort keys, behind their words, kept while an order is built: comparing it costs less than
/// reading two rows.
///
/// Equal tails are stored once. If there are few, their order is determined before entries are merged.
struct KeyTails: Sendable {
  /// The beginning of a tail or, once they are ranked, its position among all.
  private struct Words {
    var head: UInt64 = 0
    var next: UInt64 = 0

    init(head: UInt64 = 0, next: UInt64 = 0) { (self.head, self.next) = (head, next) }

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
      withUnsafeMutableBytes(of: &self) { $0.copyBytes(from: bytes.prefix(16)) }
      (head, next) = (UInt64(bigEndian: head), UInt64(bigEndian: next))
    }
  }

  /// The words of each slot.
  private var words: ContiguousArray<Words> = []
  /// For each slot, the number of its tail, ``none`` or ``short``; empty as long as all are short.
  private var numbers: ContiguousArray<Int32> = []
  /// The bytes of all stored tails, and for each the end of its bytes.
  private var bytes: ContiguousArray<UInt8> = []
  private var ends: ContiguousArray<Int> = []
  /// The numbers of tails by their hashes; a stored tail may be missing here.
  private var known: [Int: Int32] = [:]
  /// For each tail, whether bytes are missing that the others determine.
  private var areShortened: ContiguousArray<Bool> = []
  private var writer: SortKeyWriter
  /// The number of bytes in front of a tail.
  private let start: Int
  private let slotCount: Int
  /// Whether there was no room for a tail.
  private var hasGaps = false
  /// Whether the words of a slot determine its tail.
  private var hasShort = false
  /// Whether the words are positions, because there are few tails.
  private(set) var areRanked = false

  /// Stands for a tail for which there was no room, and one that the words determine.
  private static let none: Int32 = -1
  private static let short: Int32 = -2
  private static let inWords = MemoryLayout<Words>.size
  /// The maximum number of stored bytes, for each slot.
  private static let bytesPerSlot = 32
  /// The maximum number of tails that are found again.
  private static let maximumKnown = 65_536
  /// The maximum number of tails that are ranked, which takes a few milliseconds.
  private static let maximumRanked = 8_192

  /// Creates empty storage.
  ///
  /// - Parameters:
  ///   - stem: The common prefix of most keys.
  ///   - slotCount: The number of slots.
  init(after stem: [UInt8] = [], slotCount: Int = 0) {
    writer = SortKeyWriter(wordsAfter: stem, keepsTail: true)
    (start, self.slotCount) = (stem.count + Self.inWords, slotCount)
  }

  /// The words of the key of a slot's row, which is written; its tail is stored.
  ///
  /// - Precondition: `slot` is less than the number of slots.
  mutating func words(of slot: Int32, _ write: (inout SortKeyWriter) -> Void) -> KeyWords {
    writer.restart()
    write(&writer)
    let words = writer.words
    guard !words.isWhole else { return words }
    if words.isStray {
      // All of them have the same words.
      var whole = SortKeyWriter()
      write(&whole)
      whole.key.bytes.withUnsafeBufferPointer { store($0, slot, impliedFrom: nil) }
    } else {
      let impliedFrom = writer.impliedFrom.map { $0 - start }
      withExtendedLifetime(writer.key.tail) { tail in
        tail.withUnsafeBufferPointer { store($0, slot, impliedFrom: impliedFrom) }
      }
    }
    return words
  }

  private mutating func store(
    _ tail: UnsafeBufferPointer<UInt8>,
    _ slot: Int32,
    impliedFrom: Int?
  ) {
    if words.isEmpty { words = ContiguousArray(repeating: Words(), count: slotCount) }
    words[Int(slot)] = Words(tail)
    if let impliedFrom, impliedFrom <= Self.inWords {
      if !numbers.isEmpty { numbers[Int(slot)] = Self.short }
      hasShort = true
      return
    }
    if numbers.isEmpty { numbers = ContiguousArray(repeating: Self.short, count: slotCount) }
    numbers[Int(slot)] = number(
      of: UnsafeBufferPointer(rebasing: tail.prefix(impliedFrom ?? tail.count)),
      isShortened: impliedFrom != nil
    )
  }

  /// The number of a tail, which is stored if it is not known and there is room.
  private mutating func number(of tail: UnsafeBufferPointer<UInt8>, isShortened: Bool) -> Int32 {
    // If there are many, hardly any occurs again.
    if ends.count < 2 * Self.maximumKnown, let number = known[hash(tail, isShortened)],
      areShortened[Int(number)] == isShortened, isEqual(number, tail)
    {
      return number
    }
    guard bytes.count + tail.count <= words.count * Self.bytesPerSlot else {
      hasGaps = true
      return Self.none
    }
    let number = Int32(ends.count)
    bytes.append(contentsOf: tail)
    ends.append(bytes.count)
    areShortened.append(isShortened)
    if ends.count <= Self.maximumKnown { known[hash(tail, isShortened)] = number }
    return number
  }

  private func hash(_ tail: UnsafeBufferPointer<UInt8>, _ isShortened: Bool) -> Int {
    var hasher = Hasher()
    hasher.combine(isShortened)
    hasher.combine(bytes: UnsafeRawBufferPointer(tail))
    return hasher.finalize()
  }

  private func isEqual(_ number: Int32, _ tail: UnsafeBufferPointer<UInt8>) -> Bool {
    withBytes(of: number) { $0.count == tail.count && Self.order($0, tail) == 0 }
  }

  @inline(__always)
  private func withBytes<Result>(
    of number: Int32,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let (start, end) = (number == 0 ? 0 : ends[Int(number) - 1], ends[Int(number)])
    return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<end])) }
  }

  /// Puts the tails in order if they are few, so that none has to be compared again.
  mutating func rank() {
    known = [:]
    guard !areRanked, !hasGaps, !hasShort, ends.count <= Self.maximumRanked else { return }
    // Slots whose tails have the same number have the same words.
    var first = [Int32](repeating: Self.none, count: ends.count)
    for (slot, number) in numbers.enumerated() where number >= 0 {
      if first[Int(number)] == Self.none { first[Int(number)] = Int32(slot) }
    }
    var isKnown = true
    // A tail is of no slot if another one was stored for its slot later.
    let sorted = first.filter { $0 != Self.none }.sorted {
      let order = comparison($0, $1)
      if order == nil { isKnown = false }
      return order ?? 0 < 0
    }
    guard isKnown else { return }
    var ranks = [UInt64](repeating: 0, count: ends.count)
    for (last, slot) in zip(sorted, sorted.dropFirst()) {
      // A tail may have been stored twice.
      let step: UInt64 = comparison(last, slot) == 0 ? 0 : 1
      ranks[Int(numbers[Int(slot)])] = ranks[Int(numbers[Int(last)])] + step
    }
    for slot in numbers.indices where numbers[slot] >= 0 {
      words[slot] = Words(head: ranks[Int(numbers[slot])], next: 0)
    }
    areRanked = true
  }

  // MARK: Comparing

  /// Whether the tail of one slot precedes that of another; nil if their words do not tell.
  ///
  /// Branch-free: the outcome is unpredictable.
  @inline(__always)
  func wordsPrecede(_ slot: Int32, _ other: Int32) -> Bool? {
    guard !words.isEmpty else { return nil }
    let (first, second) = (words[Int(slot)], words[Int(other)])
    if first.head != second.head { return first.head < second.head }
    return first.next == second.next ? nil : first.next < second.next
  }

  /// Compares the tails of two slots.
  ///
  /// The result is less than zero if the first precedes the other, zero if they are
  /// equal; nil if that is not known. Both must have been stored.
  @inline(__always)
  func comparison(_ slot: Int32, _ other: Int32) -> Int? {
    guard !words.isEmpty else { return nil }
    if let isLess = wordsPrecede(slot, other) { return isLess ? -1 : 1 }
    if areRanked || numbers.isEmpty { return 0 }
    let (left, right) = (numbers[Int(slot)], numbers[Int(other)])
    if left == right { return left == Self.none ? nil : 0 }
    return left < 0 || right < 0 ? nil : compare(left, right)
  }

  private func compare(_ left: Int32, _ right: Int32) -> Int? {
    let areAlike = areShortened[Int(left)] == areShortened[Int(right)]
    return withBytes(of: left) { left in
      withBytes(of: right) { right in
        let order = Self.order(left, right)
        if order != 0 { return order }
        return areAlike ? left.count - right.count : nil
      }
    }
  }

  /// Compares the bytes that both have.
  private static func order(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    guard let start = left.baseAddress, let other = right.baseAddress else { return 0 }
    return Int(memcmp(start, other, min(left.count, right.count)))
  }
}
