import FeedValues

/// The way in which lines of a table continue the rows above them: indented further than its first name.
enum TableContinuations: Hashable, Sendable {
  /// The cells below the last names, as in `/proc/net/igmp`: a row of its own for each of several.
  case cells
  /// A text without a name, as below each section of `objdump -h`, put at this place behind the row.
  case text(at: Int)

  /// Finds out whether the first lines below a header are rows and their continuations; nil if each is a row.
  ///
  /// - Parameters:
  ///   - rows: The lines.
  ///   - names: The places of the words of the header.
  init?(_ rows: [TableLine], below names: [Range<Int>]) {
    guard names.count > 2, let first = rows.first, !Self.isIndented(first, below: names) else {
      return nil
    }
    let whole = rows.filter { !Self.isIndented($0, below: names) }
    let others = rows.filter { Self.isIndented($0, below: names) }
    guard let other = others.first,
      others.allSatisfy({ $0.words[0].lowerBound == other.words[0].lowerBound })
    else { return nil }
    func count(_ lines: [TableLine]) -> Int? {
      let counts = Set(lines.map(\.words.count))
      return counts.count == 1 ? counts.first : nil
    }
    if let row = count(whole), let rest = count(others), rest > 1, row + rest == names.count {
      self = .cells
      return
    }
    // One below each row, with most of its words at other places than those of that row.
    let pairs = Array(zip(rows, rows.dropFirst()))
    let aligned = pairs.reduce(0) { sum, pair in
      guard Self.isIndented(pair.1, below: names) else { return sum }
      let edges = Set(pair.0.words.flatMap { [$0.lowerBound, $0.upperBound] })
      return sum
        + pair.1.words.count { edges.contains($0.lowerBound) || edges.contains($0.upperBound) }
    }
    guard others.count > 1, others.count == rows.count / 2,
      aligned * 2 < others.reduce(0, { $0 + $1.words.count }),
      pairs.allSatisfy({
        Self.isIndented($0, below: names) != Self.isIndented($1, below: names)
      })
    else { return nil }
    self = .text(at: (whole.map(\.count).max() ?? 0) + 2)
  }

  /// The place at which the text behind a row begins; nil if there is none.
  var placeOfText: Int? { if case .text(let place) = self { place } else { nil } }

  static func isIndented(_ line: TableLine, below names: [Range<Int>]) -> Bool {
    guard let name = names.first, let word = line.words.first else { return false }
    return word.lowerBound > name.upperBound
  }
}
