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
