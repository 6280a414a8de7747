import ListDiffing

/// Handles batches that change nothing in view, like most batches of a long list.
extension TableView {
  /// The entries that fill the viewport at rest; nil if they do not fill it, or if there are tombstones or
  /// animations among them.
  private func entriesInView(at instant: ContinuousClock.Instant) -> Range<Int>? {
    guard !hasTombstones, height > 0, outline.count >= height else { return nil }
    if let scene, instant < scene.end { return nil }
    switch pin {
    case .edge: return liveEdge == .top ? 0..<height : outline.count - height..<outline.count
    case .entry(let offset, let line): return entries(around: offset, on: line)
    case .tombstone: return nil
    }
  }

  /// The entries around one that is on a given line; nil if the list starts or ends among them.
  private func entries(around offset: Int, on line: Int) -> Range<Int>? {
    let first = offset - line
    return first >= 0 && first + height <= outline.count ? first..<first + height : nil
  }

  /// Performs a batch that leaves everything in view unchanged.
  ///
  /// - Returns: The entries in view; nil if the batch changes something in view, in which case nothing is done.
  mutating func performOutOfView(
    _ difference: Difference,
    to new: Outline<Row>,
    at instant: ContinuousClock.Instant
  ) -> Range<Int>? {
    guard let view = entriesInView(at: instant), new.count >= height,
      !difference.deletions.hasElement(in: view),
      !difference.moves.contains(where: { view.contains($0.source) })
    else { return nil }
    var selection: Int?
    var map: OffsetMap?
    if let offset = selected?.offset {
      map = OffsetMap(difference)
      // A deleted selection would leave a tombstone.
      guard let moved = map?.newOffset(ofOld: offset) else { return nil }
      selection = moved
    }
    var shift = liveEdge == .top ? 0 : new.count - outline.count
    if case .entry(let offset, _) = pin {
      guard let moved = (map ?? OffsetMap(difference)).newOffset(ofOld: offset) else { return nil }
      shift = moved - offset
    }
    let next = view.lowerBound + shift..<view.upperBound + shift
    guard next.lowerBound >= 0, next.upperBound <= new.count,
      !difference.insertions.hasElement(in: next),
      !difference.moves.lazy.map(\.target).hasElement(in: next)
    else { return nil }
    if case .entry(let offset, let line) = pin { pin = .entry(offset + shift, line: line) }
    if let selection { selected?.offset = selection }
    if scene != nil { scene = nil }
    outline = new
    return next
  }
}

extension RandomAccessCollection<Int> {
  /// Whether any element of the collection, which must be sorted, is in a range.
  fileprivate func hasElement(in range: Range<Int>) -> Bool {
    let position = partitionPoint { $0 < range.lowerBound }
    return position < endIndex && self[position] < range.upperBound
  }
}
