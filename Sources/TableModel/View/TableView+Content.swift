internal import Searching

/// The lines of the content, counted from its start: entries with tombstones between them.
extension TableView {
  /// The total number of lines.
  var contentHeight: Int { outline.count + tombstones.count }

  /// The content line of an entry at rest.
  func contentLine(ofEntry offset: Int) -> Int {
    offset + tombstones.partitioningIndex { $0.place > offset }
  }

  /// The content line of the selected row's tombstone.
  var contentLineOfSelectedTombstone: Int? {
    tombstones.firstIndex(where: \.isSelected).map { tombstones[$0].place + $0 }
  }

  /// The viewport line of the pinned entry or tombstone at rest; nil if the live edge is pinned.
  ///
  /// A selected entry stays on its line, with blank lines above or below the list, unless all of the list fits. For
  /// others, and for tombstones, it is the line at which they were pinned, as far as the list reaches: if there are
  /// too few rows above, the list starts on the first line; if there are too few below, it ends on the last one.
  /// A tombstone keeps its line if there were such lines. When rows are inserted again, the pinned entry returns to its
  /// line.
  ///
  /// Tombstones that have expired at the instant are omitted; without an instant none are.
  func pinnedLine(at instant: ContinuousClock.Instant? = nil) -> Int? {
    let place: Int
    let line: Int
    let before: Int
    var isHeld = false
    switch pin {
    case .edge: return nil
    case .entry(let offset, let pinned):
      place = offset
      line = pinned
      isHeld = offset == selected?.offset
      before = tombstones.partitioningIndex { $0.place > offset }
    case .tombstone(let pinned):
      line = pinned
      guard let position = tombstones.firstIndex(where: \.isSelected) else { return line }
      place = tombstones[position].place
      before = position
    }
    // In the middle of a long list no counting is necessary.
    if place >= line, outline.count - place >= height - line { return line }
    let above = place + tombstones[..<before].count { $0.stands(at: instant) }
    let below = outline.count - place + tombstones[before...].count { $0.stands(at: instant) }
    let filled = min(above, max(line, height - below))
    guard above + below > height else { return filled }
    if case .tombstone = pin {
      let isKept = line > filled ? keepsBlanks.above : keepsBlanks.below
      return isKept ? line : filled
    }
    guard isHeld else { return filled }
    // An entry that stands elsewhere returns as rows come, but leaves no lines blank for that.
    let present = heldLine ?? line
    return abs(present - line) <= abs(filled - line) ? present : filled
  }

  /// Whether the pinned entry is above its line, because there are too few rows above it.
  var isRaised: Bool {
    switch pin {
    case .edge: false
    case .entry(_, let line), .tombstone(let line): pinnedLine() ?? line < line
    }
  }

  /// The header that would cover an entry on the first line; nil above the first header, for a header, and in
  /// a viewport of one line.
  func stickyHeader(above entry: Int) -> (header: SectionHeader, offset: Int)? {
    guard height > 1, let header = outline.header(above: entry), header.offset != entry else {
      return nil
    }
    return header
  }

  /// The content line of the selection at rest.
  var contentLineOfSelection: Int? {
    guard let selected else { return nil }
    return selected.offset.map(contentLine(ofEntry:)) ?? contentLineOfSelectedTombstone
  }

  /// The content line on the first line of the viewport at rest; negative if lines above the list are blank.
  var contentOffset: Int {
    guard let line = pinnedLine() else { return liveEdge == .top ? 0 : maximumContentOffset }
    guard case .entry(let offset, _) = pin else {
      return (contentLineOfSelectedTombstone ?? line) - line
    }
    return contentLine(ofEntry: offset) - line
  }

  var maximumContentOffset: Int { max(0, contentHeight - height) }

  /// The entry at a content line, or the one after the tombstone there.
  func entry(atContentLine line: Int) -> Int {
    let above = tombstones.indices.partitioningIndex { tombstones[$0].place + $0 >= line }
    return min(max(0, line - above), outline.count - 1)
  }

  /// The nearest content offset at which an entry is in view; nil starts from the current offset.
  func contentOffset(showing entry: Int, from offset: Int? = nil) -> Int {
    let line = contentLine(ofEntry: entry)
    let margin = min(max(0, scrollMargin), max(0, (height - 1) / 2))
    let top = max(margin, stickyHeader(above: entry) == nil ? 0 : 1)
    return min(max(offset ?? contentOffset, line + margin - height + 1), line - top)
  }

  /// Scrolls a content line to the first line of the viewport, as far as the list allows, and pins an entry
  /// that keeps the position.
  ///
  /// - Returns: The resulting content offset.
  @discardableResult
  mutating func setContentOffset(_ offset: Int) -> Int {
    if isFollowing || outline.count == 0 {
      pin = contentLineOfSelectedTombstone.map { .tombstone(line: $0) } ?? .edge
      if isFollowing { pin = .edge }
      return contentOffset
    }
    let offset = min(max(0, offset), maximumContentOffset)
    (heldLine, keepsBlanks) = (nil, (false, false))
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
