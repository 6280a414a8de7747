/// The lines of the content, counted from its start: entries, and tombstones between them.
extension TableView {
  /// How many lines there are in all.
  var contentHeight: Int { outline.count + tombstones.count }

  /// The line of the content on which an entry stands at rest.
  func contentLine(ofEntry offset: Int) -> Int {
    offset + tombstones.partitionPoint { $0.place <= offset }
  }

  /// The line of the content on which the tombstone of the selected row stands.
  var contentLineOfSelectedTombstone: Int? {
    tombstones.firstIndex(where: \.isSelected).map { tombstones[$0].place + $0 }
  }

  /// The line on which what is pinned stands at rest; nil for the live edge.
  ///
  /// It is the line on which it was pinned, as far as the list reaches: where there are too few rows
  /// above it the list begins on the first line, and where there are too few below it the list ends
  /// on the last one; what is pinned returns to its line when rows come back.
  ///
  /// Tombstones that are gone at the instant are left out; without an instant none is.
  func pinnedLine(at instant: ContinuousClock.Instant? = nil) -> Int? {
    let place: Int
    let line: Int
    let before: Int
    switch pin {
    case .edge: return nil
    case .entry(let offset, let pinned):
      place = offset
      line = pinned
      before = tombstones.partitionPoint { $0.place <= offset }
    case .tombstone(let pinned):
      line = pinned
      guard let position = tombstones.firstIndex(where: \.isSelected) else { return line }
      place = tombstones[position].place
      before = position
    }
    // In the middle of a long list nothing has to be counted.
    if place >= line, outline.count - place >= height - line { return line }
    let above = place + tombstones[..<before].count { $0.stands(at: instant) }
    let below = outline.count - place + tombstones[before...].count { $0.stands(at: instant) }
    return min(above, max(line, height - below))
  }

  /// Whether what is pinned stands above its line, for want of rows above it.
  var isRaised: Bool {
    switch pin {
    case .edge: false
    case .entry(_, let line), .tombstone(let line): pinnedLine() ?? line < line
    }
  }

  /// The header that covers the first line where an entry of its section stands on that; nil above the
  /// first header, for a header, and in a viewport of one line, which shows the entry.
  func stickyHeader(above entry: Int) -> (header: SectionHeader, offset: Int)? {
    guard height > 1, let header = outline.header(above: entry), header.offset != entry else {
      return nil
    }
    return header
  }

  /// The line of the content on which the selection stands at rest.
  var contentLineOfSelection: Int? {
    guard let selected else { return nil }
    return selected.offset.map(contentLine(ofEntry:)) ?? contentLineOfSelectedTombstone
  }

  /// The line of the content that stands on the first line of the viewport at rest.
  var contentOffset: Int {
    guard let line = pinnedLine() else { return liveEdge == .top ? 0 : maximumContentOffset }
    guard case .entry(let offset, _) = pin else {
      return (contentLineOfSelectedTombstone ?? line) - line
    }
    return contentLine(ofEntry: offset) - line
  }

  var maximumContentOffset: Int { max(0, contentHeight - height) }

  /// The entry at a line of the content, or the one after the tombstone there.
  func entry(atContentLine line: Int) -> Int {
    let above = tombstones.indices.partitionPoint { tombstones[$0].place + $0 < line }
    return min(max(0, line - above), outline.count - 1)
  }

  /// The content offset nearest to one, the present one if nil, at which an entry is in view.
  func contentOffset(showing entry: Int, from offset: Int? = nil) -> Int {
    let line = contentLine(ofEntry: entry)
    let margin = min(max(0, scrollMargin), max(0, (height - 1) / 2))
    let top = max(margin, stickyHeader(above: entry) == nil ? 0 : 1)
    return min(max(offset ?? contentOffset, line + margin - height + 1), line - top)
  }

  /// Puts a line of the content on the first line of the viewport, as near as the list allows, and
  /// pins there what keeps the place.
  ///
  /// - Returns: By how many lines that is past a line of the content.
  @discardableResult
  mutating func setContentOffset(_ offset: Int) -> Int {
    if isFollowing || outline.count == 0 {
      pin = contentLineOfSelectedTombstone.map { .tombstone(line: $0) } ?? .edge
      if isFollowing { pin = .edge }
      return contentOffset
    }
    let offset = min(max(0, offset), maximumContentOffset)
    if let selected, let line = contentLineOfSelection.map({ $0 - offset }),
      (0..<height).contains(line)
    {
      pin = selected.offset.map { .entry($0, line: line) } ?? .tombstone(line: line)
    } else {
      var entry = entry(atContentLine: offset)
      if stickyHeader(above: entry) != nil, entry + 1 < outline.count { entry += 1 }
      pin = .entry(entry, line: contentLine(ofEntry: entry) - offset)
    }
    return offset
  }
}
