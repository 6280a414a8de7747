/// Words among the quantities of a column that stand for something else: `unlimited`, `<unknown>`, `never`.
///
/// One or two of them, in fewer than half of the rows, leave the column one of quantities.
struct OddWords {
  private var words: Set<String> = []
  private(set) var count = 0

  private static let longest = 24

  /// Adds a word; returns false for a text that is none, because it contains digits or is long, and for a third one.
  mutating func add(_ text: String) -> Bool {
    count += 1
    guard text.utf8.count <= Self.longest, !text.utf8.contains(where: { 0x30...0x39 ~= $0 }) else {
      return false
    }
    words.insert(text)
    return words.count <= 2
  }

  /// Whether they are exceptions among a number of values.
  func areExceptions(among total: Int) -> Bool {
    count == 0 || words.count <= 2 && count * 2 < total
  }

  mutating func merge(_ other: OddWords) {
    words.formUnion(other.words)
    count += other.count
  }
}
