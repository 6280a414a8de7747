import EventLoop
import Testing

private let start = ContinuousClock.now

/// Shows what arrives and draws frames as soon as the pace allows, for a second.
///
/// - Returns: When batches were shown, and when frames were drawn.
private func run(
  _ pace: inout FramePace,
  from start: ContinuousClock.Instant = start,
  isFull: Bool = false,
  replacesView: Bool = false
) -> (batches: [Duration], frames: [Duration]) {
  var (batches, frames): ([Duration], [Duration]) = ([], [])
  for tick in 0..<1_000 {
    let time = Duration.milliseconds(tick)
    // A full batch is shown at once; every fifth millisecond there is one.
    if isFull ? tick.isMultiple(of: 5) : pace.nextBatch <= start + time {
      pace.recordBatch(isFull: isFull, replacesView: replacesView, at: start + time)
      batches.append(time)
    }
    if pace.nextFrame <= start + time {
      pace.recordFrame(at: start + time)
      frames.append(time)
    }
  }
  return (batches, frames)
}

@Test func `the first frame is due at once`() {
  #expect(FramePace(from: start).nextFrame == start)
}

@Test func `frames and batches keep a rhythm of sixty a second`() {
  var pace = FramePace(from: start)
  let shown = run(&pace)
  #expect(58...61 ~= shown.frames.count && 58...61 ~= shown.batches.count)
  for (frame, next) in zip(shown.frames, shown.frames.dropFirst()) {
    #expect(.milliseconds(15)...(.milliseconds(18)) ~= next - frame)
  }
}

@Test func `every second frame is left out of a flood, and its first ones are not`() {
  var pace = FramePace(from: start)
  let shown = run(&pace, isFull: true)
  #expect(29...33 ~= shown.frames.count)
  let early = shown.frames.prefix { $0 < .milliseconds(40) }
  #expect(early.count == 3)
  // It is over with the first batch that is not full.
  #expect(58...61 ~= run(&pace, from: start + .seconds(1)).frames.count)
}

@Test func `every second frame is left out while nothing stays in view, and batches wait`() {
  var pace = FramePace(from: start)
  let shown = run(&pace, replacesView: true)
  #expect(29...33 ~= shown.frames.count && 29...33 ~= shown.batches.count)
}

@Test func `a frame that is late does not make the next ones late`() {
  var pace = FramePace(from: start)
  pace.recordFrame(at: start)
  pace.recordFrame(at: start + .milliseconds(24))
  #expect(pace.nextFrame < start + .milliseconds(34))
  // After a long time the frames that were missed are not made up for.
  pace.recordFrame(at: start + .seconds(5))
  #expect(pace.nextFrame > start + .seconds(5))
}

@Test func `the answer to a key comes between two frames, soon after the last one`() {
  var pace = FramePace(from: start)
  pace.recordFrame(at: start)
  let due = pace.nextFrame
  #expect(pace.nextAnswer > start && pace.nextAnswer <= start + .milliseconds(5))
  pace.recordFrame(at: start + .milliseconds(6))
  // The regular frame is not moved by it.
  #expect(pace.nextFrame == due)
  #expect(pace.nextAnswer > start + .milliseconds(6) && pace.nextAnswer <= due)
}

@Test func `the answer to a key does not wait for the next batch of a flood`() {
  var pace = FramePace(from: start)
  for number in 0..<20 { pace.recordBatch(isFull: true, at: start + .milliseconds(number)) }
  pace.recordFrame(at: start + .milliseconds(20))
  #expect(pace.nextAnswer <= start + .milliseconds(20))
}
