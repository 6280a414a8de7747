/// Suggests corrections for misspelt words.
package enum Spelling {
  /// The word with the smallest edit distance to a given one (insertions, deletions, replacements), or the only one
  /// that begins with it, in capital or small letters.
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

  /// Source: Wagner and Fischer, "The String-to-String Correction Problem", 1974.
  private static func distance(from word: String, to other: String) -> Int {
    let letters = Array(other)
    var line = Array(0...letters.count)
    for (number, letter) in word.enumerated() {
      var diagonal = line[0]
      line[0] = number + 1
      for column in letters.indices {
        let replaced = diagonal + (letters[column] == letter ? 0 : 1)
        diagonal = line[column + 1]
        line[column + 1] = min(replaced, diagonal + 1, line[column] + 1)
      }
    }
    return line[letters.count]
  }
}
