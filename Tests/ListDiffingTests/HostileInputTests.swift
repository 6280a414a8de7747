import ListDiffing
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct `Hostile input` {
  /// A value whose hash is chosen.
  private struct Hashed: Hashable {
    var value: Int
    var hash: Int

    static func == (first: Hashed, second: Hashed) -> Bool { first.value == second.value }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  @Test func `equal hashes slow a diff down, but do not break it`() {
    let old = (0..<300).map { Hashed(value: $0, hash: 0) }
    let new = old.reversed() + [Hashed(value: 1000, hash: 0)]
    let difference = Difference(from: old, to: new)
    #expect(difference.moves.count == 299)
    #expect(difference.insertions == [300])
    #expect(difference.replayed(to: old) { new[$0] } == new)
  }

  @Test func `an inconsistent hash costs pairs, not correctness`() {
    var source = SeededGenerator(seed: 61)
    let old = (0..<200).map { Hashed(value: $0, hash: Int.random(in: 0..<9, using: &source)) }
    let new = old.map { Hashed(value: $0.value, hash: Int.random(in: 0..<9, using: &source)) }
      .shuffled(using: &source)
    for strategy in Difference.Strategy.allCases {
      let difference = Difference(from: old, to: new, strategy: strategy)
      #expect(difference.replayed(to: old) { new[$0] } == new)
    }
  }

  @Test func `many equal hashes stay far below quadratic time`() {
    struct Counted: Hashable {
      var value: Int
      let counter: Counter

      static func == (first: Counted, second: Counted) -> Bool {
        first.counter.count += 1
        return first.value == second.value
      }

      func hash(into hasher: inout Hasher) {}
    }
    final class Counter { var count = 0 }
    let comparisons = Counter()
    let count = 20_000
    let old = (0..<count).map { Counted(value: $0, counter: comparisons) }
    let new = Array(old.reversed())
    let difference = Difference(from: old, to: new)
    #expect(difference.replayed(to: old) { new[$0] } == new)
    #expect(comparisons.count < 200 * count, "\(comparisons.count)")
  }

  @Test func `a million rows fit on a stack of 512 KiB`() {
    // Its own lists for each strategy, so that the largest are on the small stack.
    let isRight = onSmallStack {
      let count = 1_000_000
      let old = Array(0..<count)
      var new = old
      new.swapAt(10, 999_000)
      new.removeSubrange(500..<700)
      new.insert(contentsOf: -100..<0, at: 300_000)
      for strategy in [Difference.Strategy.automatic, .exact, .heckel] {
        let difference = Difference(from: old, to: new, strategy: strategy)
        guard difference.replayed(to: old, new: { new[$0] }) == new else { return false }
      }
      // Repeats, few and many edits.
      let repeated = old.map { $0 % 1000 }
      var edited = repeated
      edited.replaceSubrange(5000..<5100, with: 0..<10)
      for strategy in [Difference.Strategy.automatic, .exact, .myers] {
        let difference = Difference(from: repeated, to: edited, strategy: strategy)
        guard difference.replayed(to: repeated, new: { edited[$0] }) == edited else {
          return false
        }
      }
      let values = old.map { $0 &* 2_654_435_761 >> 7 & 3 }
      let difference = Difference(from: values, to: values.reversed())
      let reversed = Array(values.reversed())
      return difference.replayed(to: values) { reversed[$0] } == reversed
    }
    #expect(isRight)
  }

  @Test func `wrong offsets always throw the typed error`() {
    var source = SeededGenerator(seed: 71)
    var accepted = 0
    for _ in 0..<(isExhaustive ? 1_000_000 : 20_000) {
      let oldCount = Int.random(in: -1...6, using: &source)
      func offset() -> Int {
        switch Int.random(in: 0..<60, using: &source) {
        case 0: .max
        case 1: .min
        default: Int.random(in: 0...6, using: &source)
        }
      }
      func some<Value>(_ make: () -> Value) -> [Value] {
        (0..<Int.random(in: 0...2, using: &source)).map { _ in make() }
      }
      let difference = Difference(
        deletions: some(offset),
        insertions: some(offset),
        moves: some { .init(from: offset(), to: offset()) },
        updates: some { .init(old: offset(), new: offset()) }
      )
      let isRight = Bool.random(using: &source)
      let newCount =
        isRight
        ? oldCount + difference.insertions.count - difference.deletions.count
        : Int.random(in: -1...6, using: &source)
      do throws(BatchUpdatesError) {
        let batch = try BatchUpdates(difference, from: oldCount, to: newCount)
        accepted += 1
        // An accepted batch applies, and back again: a row is its old offset, or new.
        let old = Array(0..<oldCount)
        let new = try batch.applying(to: old) { 100 + $0 }
        let back = try batch.inverted().applying(to: new) { $0 }
        #expect(new.count == newCount && back == old, "\(batch)")
        _ = batch.stages()
        _ = batch.patch(.deletionsFirst)
        _ = batch.patch(.insertionsFirst)
        _ = batch.replacing(.updates)
      } catch {
        #expect(!error.description.isEmpty)
      }
      // An unchecked difference is refused, and never traps.
      _ = difference.replayed(to: Array(0..<max(0, oldCount))) { $0 }
    }
    #expect(accepted > 100)
  }
}

/// Runs a function on a thread with a stack of 512 KiB.
private func onSmallStack(_ body: @escaping @Sendable () -> Bool) -> Bool {
  final class Job: Sendable {
    let body: @Sendable () -> Bool
    let result = Mutex(false)
    init(_ body: @escaping @Sendable () -> Bool) { self.body = body }
  }
  let job = Job(body)
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, 512 * 1024)
  let context = Unmanaged.passRetained(job).toOpaque()
  #if canImport(Glibc)
    var thread = pthread_t()
  #else
    var thread: pthread_t?
  #endif
  let status = pthread_create(
    &thread,
    &attributes,
    { context in
      #if canImport(Glibc)
        guard let context else { return nil }
      #endif
      let job = Unmanaged<Job>.fromOpaque(context).takeRetainedValue()
      let isRight = job.body()
      job.result.withLock { $0 = isRight }
      return nil
    },
    context
  )
  guard status == 0 else { return false }
  #if canImport(Glibc)
    pthread_join(thread, nil)
  #else
    if let thread { pthread_join(thread, nil) }
  #endif
  return job.result.withLock { $0 }
}
