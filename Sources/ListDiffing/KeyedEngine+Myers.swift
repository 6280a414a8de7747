extension KeyedEngine {
  /// Computes a difference of deletions and insertions only, as few as there can be, in linear
  /// space.
  ///
  /// Boxes wait on a stack of their own, whose height is the logarithm of the edits, so that no
  /// thread's stack is too small.
  @inlinable
  mutating func runMyers() {
    let bound = (old.count + new.count + 1) / 2 + 1
    let frontiers = Frontiers(bound: bound)
    defer { frontiers.deallocate() }
    var nextOld = 0
    var nextNew = 0
    var tasks = [MyersTask.box(EditBox(old: 0..<old.count, new: 0..<new.count))]
    while let task = tasks.popLast(), meter.isRunning {
      switch task {
      case .run(let snake):
        keep(snake, &nextOld, &nextNew)
      case .box(var box):
        let prefix = Snake(
          old: box.old.lowerBound,
          new: box.new.lowerBound,
          length: sharedPrefix(of: box)
        )
        if prefix.length > 0 { keep(prefix, &nextOld, &nextNew) }
        box.old = (box.old.lowerBound + prefix.length)..<box.old.upperBound
        box.new = (box.new.lowerBound + prefix.length)..<box.new.upperBound
        let suffix = sharedSuffix(of: box)
        box.old = box.old.lowerBound..<(box.old.upperBound - suffix)
        box.new = box.new.lowerBound..<(box.new.upperBound - suffix)
        if suffix > 0 {
          tasks.append(
            .run(Snake(old: box.old.upperBound, new: box.new.upperBound, length: suffix))
          )
        }
        guard !box.old.isEmpty, !box.new.isEmpty else { continue }
        let middle = middleSnake(of: box, frontiers: frontiers, budget: .max, meter: &meter) {
          [old, new, rule] in rule.isSame(old[$0], new[$1])
        }
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
    difference.deletions += nextOld..<old.count
    difference.insertions += nextNew..<new.count
  }

  /// Keeps a shared run, the first after all that were kept: what lies before it goes and comes.
  @inlinable
  mutating func keep(_ snake: Snake, _ nextOld: inout Int, _ nextNew: inout Int) {
    difference.deletions += nextOld..<snake.old
    difference.insertions += nextNew..<snake.new
    for step in 0..<snake.length
    where !rule.isContentEqual(old[snake.old + step], new[snake.new + step]) {
      difference.updates.append(.init(old: snake.old + step, new: snake.new + step))
    }
    nextOld = snake.old + snake.length
    nextNew = snake.new + snake.length
    meter.spend(snake.length)
  }

  @inlinable
  func sharedPrefix(of box: EditBox) -> Int {
    var length = 0
    let end = min(box.old.count, box.new.count)
    while length < end,
      rule.isSame(old[box.old.lowerBound + length], new[box.new.lowerBound + length])
    {
      length += 1
    }
    return length
  }

  @inlinable
  func sharedSuffix(of box: EditBox) -> Int {
    var length = 0
    let end = min(box.old.count, box.new.count)
    while length < end,
      rule.isSame(old[box.old.upperBound - 1 - length], new[box.new.upperBound - 1 - length])
    {
      length += 1
    }
    return length
  }
}

/// What waits to be done, from the start of both lists to their ends.
@usableFromInline
enum MyersTask {
  case box(EditBox)
  case run(Snake)
}
