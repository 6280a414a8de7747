extension DiffEngine {
  /// Computes a difference of deletions and insertions only, as few as there can be, in linear
  /// space.
  ///
  /// Boxes wait on a stack of their own, whose height is the logarithm of the edits, so that no
  /// thread's stack is too small.
  @inlinable
  mutating func runMyers(
    isSame: (Int, Int) -> Bool,
    isContentEqual: (Int, Int) -> Bool
  ) {
    let frontiers = Frontiers(bound: (oldCount + newCount + 1) / 2 + 1)
    defer { frontiers.deallocate() }
    var snakes: [Snake] = []
    var tasks = [MyersTask.box(EditBox(old: 0..<oldCount, new: 0..<newCount))]
    while let task = tasks.popLast(), meter.isRunning {
      switch task {
      case .run(let snake): snakes.append(snake)
      case .box(var box):
        let prefix = sharedPrefix(of: box, isSame: isSame)
        if prefix > 0 {
          snakes.append(Snake(old: box.old.lowerBound, new: box.new.lowerBound, length: prefix))
        }
        box.old = (box.old.lowerBound + prefix)..<box.old.upperBound
        box.new = (box.new.lowerBound + prefix)..<box.new.upperBound
        let suffix = sharedSuffix(of: box, isSame: isSame)
        box.old = box.old.lowerBound..<(box.old.upperBound - suffix)
        box.new = box.new.lowerBound..<(box.new.upperBound - suffix)
        if suffix > 0 {
          tasks.append(
            .run(Snake(old: box.old.upperBound, new: box.new.upperBound, length: suffix))
          )
        }
        meter.spend(prefix + suffix)
        guard !box.old.isEmpty, !box.new.isEmpty else { continue }
        let middle = middleSnake(
          of: box,
          frontiers: frontiers,
          budget: .max,
          meter: &meter,
          isSame: isSame
        )
        guard let middle else { continue }
        tasks.append(
          .box(
            EditBox(old: middle.old..<box.old.upperBound, new: middle.new..<box.new.upperBound)
          )
        )
        tasks.append(
          .box(
            EditBox(old: box.old.lowerBound..<middle.old, new: box.new.lowerBound..<middle.new)
          )
        )
      }
    }
    parts.add(snakes, 0..<oldCount, 0..<newCount, isContentEqual: isContentEqual)
  }
}

/// The work that is left, from the start of both lists to their ends.
@usableFromInline
enum MyersTask {
  case box(EditBox)
  case run(Snake)
}

@inlinable
@inline(__always)
func sharedPrefix(of box: EditBox, isSame: (Int, Int) -> Bool) -> Int {
  var length = 0
  let end = min(box.old.count, box.new.count)
  while length < end, isSame(box.old.lowerBound + length, box.new.lowerBound + length) {
    length += 1
  }
  return length
}

@inlinable
@inline(__always)
func sharedSuffix(of box: EditBox, isSame: (Int, Int) -> Bool) -> Int {
  var length = 0
  let end = min(box.old.count, box.new.count)
  while length < end, isSame(box.old.upperBound - 1 - length, box.new.upperBound - 1 - length) {
    length += 1
  }
  return length
}
