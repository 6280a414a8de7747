import ListDiffing

/// Batches of which nothing is seen: most of those of a long list.
extension TableView {
  /// The entries that fill the viewport at rest; nil where they do not, or where tombstones or what is in
  /// motion stand among them.
  private func entriesInView(at instant: ContinuousClock.Instant) -> Range<Int>? {
    guard tombstones.isEmpty, height > 0, outline.count >= height else { return nil }
    if let scene, instant < scene.end { return nil }
    switch pin {
    case .edge: return liveEdge == .top ? 0..<height : outline.count - height..<outline.count
    case .entry(let offset, let line): return entries(around: offset, on: line)
    case .tombstone: return nil
    }
  }

  /// The entries around one that stands on a line; nil where the list begins or ends among them.
  private func entries(around offset: Int, on line: Int) -> Range<Int>? {
    let first = offset - line
    return first >= 0 && first + height <= outline.count ? first..<first + height : nil
  }

  /// Performs a batch that leaves all in view as it is, if it is one.
  ///
  /// - Returns: The entries in view then; nil for a batch that is to be seen, of which nothing is done.
  mutating func performOutOfView(
    _ difference: Difference,
    to new: Outline<Row>,
    at instant: ContinuousClock.Instant
  ) -> Range<Int>? {
    guard let view = entriesInView(at: instant), new.count >= height,
      !difference.deletions.hasElement(in: view),
      !difference.moves.contains(where: { view.contains($0.source) })
    else { return nil }
    let map = pin == .edge && selected?.offset == nil ? nil : OffsetMap(difference)
    var selection = selected
    if let offset = selected?.offset {
      // One that was deleted leaves a tombstone.
      guard let moved = map?.newOffset(ofOld: offset) else { return nil }
      selection?.offset = moved
    }
    var shift = liveEdge == .top ? 0 : new.count - outline.count
    if case .entry(let offset, _) = pin {
      guard let moved = map?.newOffset(ofOld: offset) else { return nil }
      shift = moved - offset
    }
    let next = view.lowerBound + shift..<view.upperBound + shift
    guard next.lowerBound >= 0, next.upperBound <= new.count,
      !difference.insertions.hasElement(in: next),
      !difference.moves.lazy.map(\.target).hasElement(in: next)
    else { return nil }
    if case .entry(let offset, let line) = pin { pin = .entry(offset + shift, line: line) }
    selected = selection
    scene = nil
    outline = new
    return next
  }
}

extension RandomAccessCollection<Int> {
  /// Whether one of the elements, which ascend, is in a range.
  fileprivate func hasElement(in range: Range<Int>) -> Bool {
    let position = partitionPoint { $0 < range.lowerBound }
    return position < endIndex && self[position] < range.upperBound
  }
}
