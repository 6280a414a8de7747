/// The way to a difference that hashes nothing: shared ends are trimmed, and a walk looks past the
/// edits between them.
///
/// It is always inlined, with the rules as closures that do not escape: if a client gives its
/// rules as closures, that puts their bodies into the innermost loops.
@usableFromInline
struct FastPath {
  /// The rest, to be done another way: neither range is empty.
  @usableFromInline
  struct Rest {
    @usableFromInline let old: Range<Int>
    @usableFromInline let new: Range<Int>
    /// Updates behind both ranges, ascending.
    @usableFromInline let updatesBehind: [Difference.Update]

    @inlinable
    init(old: Range<Int>, new: Range<Int>, updatesBehind: [Difference.Update]) {
      self.old = old
      self.new = new
      self.updatesBehind = updatesBehind
    }
  }

  @usableFromInline let oldCount: Int
  @usableFromInline let newCount: Int
  @usableFromInline var meter: WorkMeter
  @usableFromInline var parts = DifferenceParts()

  @inlinable
  init(_ oldCount: Int, _ newCount: Int, meter: WorkMeter) {
    self.oldCount = oldCount
    self.newCount = newCount
    self.meter = meter
  }

  /// Goes as far as it leads.
  ///
  /// - Parameters:
  ///   - isSame: Whether an old and a new offset hold one identity.
  ///   - isContentEqual: Whether an old and a new offset of one identity say the same.
  /// - Returns: The rest, with only the updates around it in `parts`; nil if `parts` are
  ///   the difference.
  @inlinable
  @inline(__always)
  mutating func run(
    isSame: (Int, Int) -> Bool,
    isContentEqual: (Int, Int) -> Bool
  ) -> Rest? {
    let shared = min(oldCount, newCount)
    let prefix = countShared(
      upTo: shared,
      meter: &meter,
      isSame: { isSame($0, $0) },
      look: { if !isContentEqual($0, $0) { parts.addUpdate(old: $0, new: $0) } }
    )
    var behind = DifferenceParts()
    let (oldEnd, newEnd) = (oldCount - 1, newCount - 1)
    let suffix = countShared(
      upTo: meter.isRunning ? shared - prefix : 0,
      meter: &meter,
      isSame: { isSame(oldEnd - $0, newEnd - $0) },
      look: {
        if !isContentEqual(oldEnd - $0, newEnd - $0) {
          behind.addUpdate(old: oldEnd - $0, new: newEnd - $0)
        }
      }
    )
    let updatesBehind = behind.reversedUpdates
    let old = prefix..<(oldCount - suffix)
    let new = prefix..<(newCount - suffix)
    if !old.isEmpty, !new.isEmpty, meter.isRunning {
      guard max(old.count, new.count) < Int(Int32.max) else {
        meter.settleForLess()
        parts.replaceAll(old, new)
        parts.addUpdates(updatesBehind)
        return nil
      }
      // The content is looked at while the row is at hand, which for a long list is half the cost;
      // pairs that turn out to lie off the path are dropped.
      var changed = DifferenceParts()
      let snakes = greedyWalk(
        old.count,
        new.count,
        meter: &meter,
        isSame: { isSame(prefix + $0, prefix + $1) },
        look: {
          if !isContentEqual(prefix + $0, prefix + $1) {
            changed.addUpdate(old: prefix + $0, new: prefix + $1)
          }
        }
      )
      if let snakes {
        parts.add(snakes, changed.updates, old, new)
        pairLeftovers(isSame, isContentEqual)
        parts.addUpdates(updatesBehind)
        return nil
      }
      if meter.isRunning { return Rest(old: old, new: new, updatesBehind: updatesBehind) }
    }
    parts.replaceAll(old, new)
    parts.addUpdates(updatesBehind)
    return nil
  }

  /// Moves rows of one identity, of those that the walk left to delete and insert.
  ///
  /// The walk bounds their number: every pair of them is looked at, which costs at most half as much
  /// as the walk did.
  @inlinable
  mutating func pairLeftovers(
    _ isSame: (Int, Int) -> Bool,
    _ isContentEqual: (Int, Int) -> Bool
  ) {
    guard !parts.deletions.isEmpty, !parts.insertions.isEmpty else { return }
    var moved: [Difference.Update] = []
    let insertions = parts.insertions
    parts.insertions = []
    for target in insertions {
      guard let position = parts.deletions.firstIndex(where: { isSame($0, target) }) else {
        parts.insertions.append(target)
        continue
      }
      let source = parts.deletions.remove(at: position)
      parts.moves.append(.init(from: source, to: target))
      if !isContentEqual(source, target) { moved.append(.init(old: source, new: target)) }
    }
    guard !moved.isEmpty else { return }
    parts.updates.append(contentsOf: moved)
    parts.updates.sort { $0.new < $1.new }
  }
}
