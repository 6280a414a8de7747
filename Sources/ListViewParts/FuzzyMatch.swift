/// Letters that are found in a text in their order, not necessarily side by side.
package struct FuzzyMatch: Hashable, Sendable {
  /// The cost of gaps between the letters, and of text around them; 0 if they are the whole text.
  package let cost: Int

  /// Finds letters in a text, whatever their case.
  ///
  /// The beginning of the text is better than that of a later word, and that is better than anything else; of equally
  /// good texts the shorter one wins. Spaces and signs between words need not be typed.
  ///
  /// - Complexity: O(*n* · *m*) in the characters of both.
  package init?(_ letters: String, in text: String) {
    let wanted = letters.lowercased().filter { !$0.isWhitespace }
    let characters = Array(text.lowercased())
    guard let first = wanted.first else { return nil }
    var best: Int?
    for start in characters.indices where characters[start] == first {
      var (position, gaps) = (start, 0)
      var rest = wanted.dropFirst()
      while let next = rest.first {
        guard let found = characters[(position + 1)...].firstIndex(of: next) else { break }
        let between = characters[position + 1..<found]
        // Separators of words cost nothing.
        if !between.allSatisfy({ !$0.isLetter && !$0.isNumber }) { gaps += 1 }
        position = found
        rest = rest.dropFirst()
      }
      guard rest.isEmpty else { break }
      let isWord = start == 0 || !characters[start - 1].isLetter && !characters[start - 1].isNumber
      let cost = gaps * 8 + (start == 0 ? 0 : isWord ? 2 : 4)
      best = min(best ?? cost, cost)
    }
    guard let best else { return nil }
    cost = best * 256 + min(255, characters.count - wanted.count)
  }
}

/// Suggests corrections for misspelt words.
package enum Spelling {
  /// The word with the smallest edit distance to a given one (insertions, deletions, replacements, swapped neighbours), or
  /// the only one that begins with it, in capital or small letters.
  ///
  /// - Parameters:
  ///   - word: The misspelt word.
  ///   - words: The candidates; the first wins a tie.
  /// - Returns: The nearest candidate; nil if there is none.
  /// - Complexity: O(*n* · *m*) in the characters of the word and of all words.
  package static func nearest(to word: String, among words: some Sequence<String>) -> String? {
    let limit = max(1, word.count / 3)
    let word = word.lowercased()
    let distances = words.map { ($0, distance(from: word, to: $0.lowercased())) }
    if let nearest = distances.filter({ $0.1 <= limit }).min(by: { $0.1 < $1.1 }) {
      return nearest.0
    }
    let longer = distances.filter { !word.isEmpty && $0.0.lowercased().hasPrefix(word) }
    return longer.count == 1 ? longer[0].0 : nil
  }

  /// Source: Damerau, "A Technique for Computer Detection and Correction of Spelling Errors", 1964.
  private static func distance(from word: String, to other: String) -> Int {
    let (word, letters) = (Array(word), Array(other))
    var (above, line) = ([Int](), Array(0...letters.count))
    for row in word.indices {
      var next = [row + 1]
      for column in letters.indices {
        let replaced = line[column] + (letters[column] == word[row] ? 0 : 1)
        var best = min(replaced, line[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, word[row] == letters[column - 1], word[row - 1] == letters[column] {
          best = min(best, above[column - 1] + 1)
        }
        next.append(best)
      }
      (above, line) = (line, next)
    }
    return line[letters.count]
  }
}
