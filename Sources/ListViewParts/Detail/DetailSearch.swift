package import FeedValues
package import Patterns
package import Values

/// A search in all fields of the row in the detail, including folded ones.
///
/// A match is a line of the detail as it would be if everything were unfolded.
package struct DetailSearch: Hashable, Sendable {
  /// The position of a line in terms of the row's structure, which remains valid when values are folded or
  /// the row changes.
  package struct LinePath: Hashable, Sendable {
    /// The names of the members from the outermost one to that of the line.
    var path: [String]
    /// For each of them, the number of preceding lines in the same container.
    var offsets: [Int]
    /// The offset of the line in a text; nil for the line with the member's name.
    var piece: Int?
  }

  package let pattern: Pattern
  /// The matches in the order of their lines.
  package private(set) var matches: [LinePath] = []
  /// Whether these are all matches, which they are not if the row has more lines than are examined.
  private(set) var isComplete = true
  /// The index of the last match visited, while the cursor is still on its line.
  private(set) var current: Int?
  private var currentLine: Int?

  /// Creates a search without results.
  init(_ pattern: Pattern) { self.pattern = pattern }

  /// Finds the matches.
  ///
  /// - Parameters:
  ///   - outline: All lines of the row.
  ///   - texts: Returns the searchable texts of a line.
  /// - Complexity: O(*n*) in the number of lines.
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
  ///   - isForward: Whether to go to the next match rather than the previous one.
  ///   - place: The position of the cursor; nil if it is below all lines of the row.
  ///   - line: The line of the cursor.
  ///   - staysThere: Whether a match at the cursor counts.
  /// - Returns: The index of the match, and whether the search wrapped; nil if there is no match.
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

  /// Records that a match was visited.
  mutating func went(to offset: Int, line: Int?) { (current, currentLine) = (offset, line) }

  /// The index of the match at the cursor; nil for none.
  func match(at place: LinePath?, line: Int?) -> Int? {
    if let current, line == currentLine { return current }
    return place.flatMap { matches.firstIndex(of: $0) }
  }
}

extension DetailSearch.LinePath: Comparable {
  /// Creates the position of a line.
  ///
  /// - Parameters:
  ///   - line: The offset of the line.
  ///   - outline: The lines.
  ///   - offsets: For each line up to this one, the number of preceding lines in the same container.
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

  /// Returns whether one position precedes another.
  package static func < (left: Self, right: Self) -> Bool {
    let (a, b) = (left.offsets + [left.piece ?? -1], right.offsets + [right.piece ?? -1])
    return a.lexicographicallyPrecedes(b)
  }
}

/// A recent change of a field of the row in the detail.
package struct FieldChange: Hashable, Sendable {
  /// The value before; nil if there was none.
  package var old: JSONValue?
  /// The value after; nil if it was removed.
  package var new: JSONValue?
  /// When the change was shown.
  var instant: ContinuousClock.Instant
  /// When the change happened, by the feed's clock or the system's; nil if neither is known.
  package var time: FeedTime?
}

extension FieldChange {
  /// The duration of a flash and of its steps, as in the table.
  private static let flash = Duration.milliseconds(800)
  private static let flashStep = Duration.milliseconds(100)

  /// The remaining strength of the flash, from 0 to 1.
  package func flash(at instant: ContinuousClock.Instant) -> Double {
    let steps = Int(clamping: (instant - self.instant) / Self.flashStep)
    return max(0, 1 - Double(steps) * (Self.flashStep / Self.flash))
  }

  /// The time since the change was shown, in words; nil if it is so long that a time of day is clearer.
  package func age(at instant: ContinuousClock.Instant) -> String? {
    let seconds = (instant - self.instant).components.seconds
    switch seconds {
    case ..<1: return DetailView.Text.now
    case ..<60: return DetailView.Text.secondsAgo(seconds)
    case ..<3_600: return DetailView.Text.minutesAgo(seconds / 60)
    default: return nil
    }
  }

  /// When the change next looks different even if nothing happens; nil if never.
  package func nextChange(
    after instant: ContinuousClock.Instant,
    flashes: Bool
  ) -> ContinuousClock.Instant? {
    let passed = instant - self.instant
    let step: Duration =
      flashes && passed < Self.flash
      ? Self.flashStep : passed < .seconds(60) ? .seconds(1) : .seconds(60)
    guard passed < .seconds(3_600) else { return nil }
    return self.instant + step * (Int(clamping: passed / step) + 1)
  }
}
