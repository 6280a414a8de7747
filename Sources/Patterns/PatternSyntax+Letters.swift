extension PatternSyntax {
  /// The longest run of ASCII letters that every match contains, in lower case.
  ///
  /// - Parameter others: Letters that are not counted on.
  /// - Returns: The letters; empty if there are none.
  func letters(besides others: Set<Unicode.Scalar>) -> String {
    var search = LetterSearch(others: others)
    search.visit(self)
    search.endRun()
    return search.longest
  }
}

/// A walk over an expression for letters that stand in every match, one after the other.
private struct LetterSearch {
  let others: Set<Unicode.Scalar>
  var run = ""
  var longest = ""

  mutating func visit(_ syntax: PatternSyntax) {
    switch syntax {
    // Nothing comes between what is before and what is after.
    case .empty, .assertion: break
    case .set(let set): visit(set)
    case .sequence(let parts): for part in parts { visit(part) }
    case .group(_, let inside): visit(inside)
    case .repetition(let inside, let least, _, _):
      endRun()
      if least > 0 { visit(inside) }
      endRun()
    case .alternatives: endRun()
    }
  }

  private mutating func visit(_ set: ScalarSet) {
    guard set.ranges.count == 1, set.ranges[0].count == 1,
      let scalar = Unicode.Scalar(set.ranges[0].lowerBound), scalar.isASCII,
      scalar.properties.isAlphabetic
    else { return endRun() }
    let letter = scalar.lowered
    if others.contains(letter) { endRun() } else { run.unicodeScalars.append(letter) }
  }

  mutating func endRun() {
    if run.utf8.count > longest.utf8.count { longest = run }
    run = ""
  }
}
