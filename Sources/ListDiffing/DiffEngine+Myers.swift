extension DiffEngine {
  /// Computes a difference of deletions and insertions only, as few as there can be, in linear
  /// space.
  ///
  /// Boxes wait on a stack of their own, whose height is the logarithm of the edits, so that no
  /// thread's stack is too small.
  @inlinable
  mutating func runMyers(_ rows: some DiffRows) {
    let bound = (oldCount + newCount + 1) / 2 + 1
    let frontiers = Frontiers(bound: bound)
    defer { frontiers.deallocate() }
    var nextOld = 0
    var nextNew = 0
    var tasks = [MyersTask.box(EditBox(old: 0..<oldCount, new: 0..<newCount))]
    while let task = tasks.popLast(), meter.isRunning {
      switch task {
      case .run(let snake):
        keep(snake, &nextOld, &nextNew, rows)
      case .box(var box):
        let prefix = Snake(
          old: box.old.lowerBound,
          new: box.new.lowerBound,
          length: sharedPrefix(of: box, rows)
        )
        if prefix.length > 0 { keep(prefix, &nextOld, &nextNew, rows) }
        box.old = (box.old.lowerBound + prefix.length)..<box.old.upperBound
        box.new = (box.new.lowerBound + prefix.length)..<box.new.upperBound
        let suffix = sharedSuffix(of: box, rows)
        box.old = box.old.lowerBound..<(box.old.upperBound - suffix)
        box.new = box.new.lowerBound..<(box.new.upperBound - suffix)
        if suffix > 0 {
          tasks.append(
            .run(Snake(old: box.old.upperBound, new: box.new.upperBound, length: suffix))
          )
        }
        guard !box.old.isEmpty, !box.new.isEmpty else { continue }
        let middle = middleSnake(
          of: box,
          frontiers: frontiers,
          budget: .max,
          meter: &meter,
          isSame: { rows.isSame($0, $1) }
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
    parts.deletions += nextOld..<oldCount
    parts.insertions += nextNew..<newCount
  }

  /// Keeps a shared run, the first after all that were kept: what lies before it goes and comes.
  @inlinable
  mutating func keep(
    _ snake: Snake,
    _ nextOld: inout Int,
    _ nextNew: inout Int,
    _ rows: some DiffRows
  ) {
    parts.deletions += nextOld..<snake.old
    parts.insertions += nextNew..<snake.new
    for step in 0..<snake.length
    where !rows.isContentEqual(snake.old + step, snake.new + step) {
      parts.updates.append(.init(old: snake.old + step, new: snake.new + step))
    }
    nextOld = snake.old + snake.length
    nextNew = snake.new + snake.length
    meter.spend(snake.length)
  }

  @inlinable
  func sharedPrefix(of box: EditBox, _ rows: some DiffRows) -> Int {
    var length = 0
    let end = min(box.old.count, box.new.count)
    while length < end,
      rows.isSame(box.old.lowerBound + length, box.new.lowerBound + length)
    {
      length += 1
    }
    return length
  }

  @inlinable
  func sharedSuffix(of box: EditBox, _ rows: some DiffRows) -> Int {
    var length = 0
    let end = min(box.old.count, box.new.count)
    while length < end,
      rows.isSame(box.old.upperBound - 1 - length, box.new.upperBound - 1 - length)
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
