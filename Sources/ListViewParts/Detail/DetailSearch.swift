internal import Feeds
package import Patterns

/// A search in the fields of the row in the detail: in all of them, those that are folded too.
///
/// A match is a line that the detail has, or would have if all were open.
package struct DetailSearch: Hashable, Sendable {
  /// A line by what it belongs to: it is found again however much is folded, and after the row has
  /// changed.
  package struct LinePath: Hashable, Sendable {
    /// The names from the outermost member to the one that the line is of.
    var path: [String]
    /// For each of them, how many lines of the same container precede it.
    var offsets: [Int]
    /// Which line of a text; nil for the line that bears the name.
    var piece: Int?
  }

  package let pattern: Pattern
  /// The matches, in the order of their lines.
  package private(set) var matches: [LinePath] = []
  /// Whether those are all: a row may have more lines than are examined.
  private(set) var isComplete = true
  /// The match that was gone to last, as long as the cursor stays there.
  private(set) var current: Int?
  private var currentLine: Int?

  /// Creates a search that has found nothing yet.
  init(_ pattern: Pattern) { self.pattern = pattern }

  /// Looks for matches.
  ///
  /// - Parameters:
  ///   - outline: All lines of the row.
  ///   - texts: What a line shows, piece by piece.
  /// - Complexity: O(*n*) in the lines.
  mutating func look(
    in outline: JSONOutline,
    texts: (_ line: Int, _ outline: JSONOutline) -> [String]
  ) {
    let place = current.map { matches[$0] }
    matches = []
    isComplete = outline.isComplete
    var counts: [Int?: Int] = [:]
    var offsets: [Int] = []
    for line in outline.lines.indices {
      let parent = outline.lines[line].parent
      offsets.append(counts[parent, default: 0])
      counts[parent, default: 0] += 1
      guard texts(line, outline).contains(where: pattern.matches) else { continue }
      matches.append(LinePath(line, of: outline, offsets))
    }
    current = place.flatMap { matches.firstIndex(of: $0) }
  }

  /// The match to go to from a position.
  ///
  /// - Parameters:
  ///   - isForward: Whether to the next one, or to the previous one.
  ///   - place: The cursor; nil after all lines of the row.
  ///   - line: The line of the cursor.
  ///   - staysThere: Whether a match at the cursor counts.
  /// - Returns: Its offset, and whether the search wrapped; nil if there is none.
  func match(
    isForward: Bool,
    from place: LinePath?,
    line: Int?,
    staysThere: Bool = false
  ) -> (offset: Int, isAround: Bool)? {
    guard !matches.isEmpty else { return nil }
    if let current, line == currentLine, !staysThere {
      let next = current + (isForward ? 1 : -1)
      let offset = (next + matches.count) % matches.count
      return (offset, offset != next)
    }
    guard let place else {
      return isForward ? (0, true) : (matches.count - 1, false)
    }
    if isForward {
      let next = matches.firstIndex { place < $0 || staysThere && place == $0 }
      return (next ?? 0, next == nil)
    }
    let next = matches.lastIndex { $0 < place }
    return (next ?? matches.count - 1, next == nil)
  }

  /// Records that a match was gone to.
  mutating func went(to offset: Int, line: Int?) { (current, currentLine) = (offset, line) }

  /// The match at the cursor; nil for none.
  func match(at place: LinePath?, line: Int?) -> Int? {
    if let current, line == currentLine { return current }
    return place.flatMap { matches.firstIndex(of: $0) }
  }
}

extension DetailSearch.LinePath: Comparable {
  /// The place of a line.
  ///
  /// - Parameters:
  ///   - line: Its offset.
  ///   - outline: The lines.
  ///   - offsets: For each line up to this one, how many of the same container precede it.
  init(_ line: Int, of outline: JSONOutline, _ offsets: [Int]) {
    var line = line
    if case .text = outline.lines[line].content {
      piece = offsets[line]
    } else if case .more = outline.lines[line].content {
      piece = offsets[line]
    }
    if piece != nil, let parent = outline.lines[line].parent { line = parent }
    path = outline.path(ofLine: line)
    self.offsets = []
    var next: Int? = line
    while let line = next {
      self.offsets.append(offsets[line])
      next = outline.lines[line].parent
    }
    self.offsets.reverse()
  }

  /// Orders places from the first line to the last.
  package static func < (left: Self, right: Self) -> Bool {
    let (a, b) = (left.offsets + [left.piece ?? -1], right.offsets + [right.piece ?? -1])
    return a.lexicographicallyPrecedes(b)
  }
}
