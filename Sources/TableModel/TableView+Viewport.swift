extension TableView {
  /// The offset of the first row in view, for a scroll bar; 0 if there is none.
  public var firstVisibleRow: Int {
    for case .entry(let offset)? in nodes(at: nil) {
      if let row = outline.rowOffset(ofEntry: offset) { return row }
    }
    return 0
  }

  /// How many lines the list has above the viewport, for a scroll bar.
  public var linesAbove: Int { max(0, contentOffset) }

  /// How many lines the list has in all: its rows, heads and tombstones.
  public var lineCount: Int { contentHeight }

  /// Follows the live edge: new rows push in, and the view goes with them.
  public mutating func follow(at instant: ContinuousClock.Instant? = nil) {
    dropClosedGhosts(at: instant ?? now())
    isFollowing = true
    pin = .edge
    unseenRows.removeAll()
  }

  /// Stops following the live edge: what is in view stays where it is.
  public mutating func unfollow(at instant: ContinuousClock.Instant? = nil) {
    dropClosedGhosts(at: instant ?? now())
    guard isFollowing else { return }
    isFollowing = false
    setContentOffset(contentOffset)
  }

  /// Scrolls without moving the selection; to scroll away from the live edge stops following it, to
  /// return to it resumes.
  ///
  /// - Parameters:
  ///   - lines: How many lines towards the end of the list; towards its start if negative.
  ///   - instant: When; nil for now.
  public mutating func scroll(by lines: Int, at instant: ContinuousClock.Instant? = nil) {
    dropClosedGhosts(at: instant ?? now())
    let (target, overflow) = contentOffset.addingReportingOverflow(lines)
    let offset = overflow ? (lines < 0 ? 0 : maximumContentOffset) : target
    let clamped = min(max(0, offset), maximumContentOffset)
    isFollowing = clamped == (liveEdge == .top ? 0 : maximumContentOffset)
    setContentOffset(clamped)
  }

  /// Gives the viewport another number of lines, and keeps the place.
  ///
  /// - Parameters:
  ///   - height: How many lines; not less than 0.
  ///   - instant: When; nil for now.
  public mutating func resize(height: Int, at instant: ContinuousClock.Instant? = nil) {
    precondition(height >= 0, "the height of a table must not be negative")
    dropClosedGhosts(at: instant ?? now())
    var offset = contentOffset
    if case .entry(_, let line) = pin, line >= height { offset += line - max(0, height - 1) }
    if case .tombstone(let line) = pin, line >= height { offset += line - max(0, height - 1) }
    self.height = height
    openings = []
    ghosts.removeAll { $0.role == .leaving }
    setContentOffset(offset)
  }

  /// Puts a line of the content at the top of the viewport, as near as the list allows, and pins
  /// what keeps the place there.
  mutating func setContentOffset(_ offset: Int) {
    guard !isFollowing else {
      pin = .edge
      return unseenRows.removeAll()
    }
    let offset = min(max(0, offset), maximumContentOffset)
    pinEntries(at: offset)
    see(nodes(at: nil))
  }

  private mutating func pinEntries(at offset: Int) {
    if let line = contentLineOfSelection, offset..<offset + height ~= line {
      pin =
        selected?.offset.map { .entry($0, line: line - offset) } ?? .tombstone(line: line - offset)
      return
    }
    guard outline.count > 0 else {
      pin = .edge
      return
    }
    // The first entry whose line of the content is at or below the top of the viewport.
    let entry = min(
      (0..<outline.count).partitionPoint { contentLine(ofEntry: $0) < offset },
      outline.count - 1
    )
    pin = .entry(entry, line: contentLine(ofEntry: entry) - offset)
  }
}
