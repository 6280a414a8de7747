import ListDiffing
internal import Searching

/// Handles batches that change nothing in view, like most batches of a long list.
extension TableView {
  /// The entries that fill a viewport at rest; nil if the list starts or ends among them.
  ///
  /// Static, because a table would be copied to answer.
  private static func entries(
    at pin: Pin,
    of count: Int,
    height: Int,
    liveEdge: LiveEdge
  ) -> Range<Int>? {
    guard height > 0, count >= height else { return nil }
    switch pin {
    case .edge: return liveEdge == .top ? 0..<height : count - height..<count
    case .entry(let offset, let line):
      let first = offset - line
      return first >= 0 && first + height <= count ? first..<first + height : nil
    case .tombstone: return nil
    }
  }

  /// Performs a batch that leaves everything in view unchanged.
  ///
  /// - Returns: The entries in view; nil if the batch changes something in view, in which case nothing is done.
  mutating func performOutOfView(
    _ difference: Difference,
    to new: Outline<Row>,
    at instant: ContinuousClock.Instant
  ) -> Range<Int>? {
    guard !hasTombstones, Self.isOver(sceneEnd, at: instant),
      let view = Self.entries(at: pin, of: outline.count, height: height, liveEdge: liveEdge),
      new.count >= height,
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
    if sceneEnd != nil { endScene() }
    outline = new
    return next
  }

  @inline(never)
  private mutating func endScene() { scene = nil }
}

extension RandomAccessCollection<Int> where Index == Int {
  /// Whether any element of the collection, which must be sorted, is in a range.
  fileprivate func hasElement(in range: Range<Int>) -> Bool {
    let position = partitioningIndex { $0 >= range.lowerBound }
    return position < endIndex && self[position] < range.upperBound
  }
}
