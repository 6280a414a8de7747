import Foundation
import ListDiffing

/// A value that the hash floor can hash as fast as it goes, without a call through a closure.
protocol Keyed: Hashable {
  associatedtype Key: Hashable
  var key: Key { get }
}

extension DiffRow: Keyed {
  var key: String { id }
}

extension UUID: Keyed {
  var key: UUID { self }
}

extension Int: Keyed {
  var key: Int { self }
}

extension WeakRow: Keyed {
  var key: WeakRow { self }
}

extension String: Keyed {
  var key: String { self }
}

/// The cost of one workload with one element type.
struct DiffMeasurement {
  var workload: String
  var element: String
  /// The number of rows of the list before the change.
  var rows: Int
  var ours: Duration
  /// Our shortest sample.
  var best: Duration
  var standardLibrary: Duration?
  var standardLibraryBest: Duration?
  var hashFloor: Duration
  var scanFloor: Duration
  var operations: Int
  var optimum: Int
  var growth: Int?
}

extension DiffMeasurement {
  /// Measures in turns, so that a disturbance of the machine meets all alike, and takes medians.
  ///
  /// - Parameters:
  ///   - workload: The change.
  ///   - element: The name of the element type.
  ///   - optimum: The least number of operations.
  ///   - make: Makes an element of its own for each item.
  ///   - diff: Our difference of the two lists.
  init<Element: Keyed>(
    _ workload: DiffWorkload,
    element: String,
    optimum: Int,
    make: (DiffWorkload.Item) -> Element,
    diff: ([Element], [Element]) -> Difference
  ) {
    let old = workload.old.map(make)
    let new = workload.new.map(make)
    let copy = workload.old.map(make)
    var growth: Int?
    if old.count >= 100_000, optimum > 0 { growth = ResidentMemory.growth { diff(old, new) } }

    var capacity = 16
    while capacity < 2 * (old.count + new.count) { capacity *= 2 }
    var table = [Int](repeating: 0, count: capacity)

    var times: [[Duration]] = [[], [], [], []]
    var result = Difference()
    var isStandardLibraryQuick = workload.suitsStandardLibrary
    let rounds = old.count >= 1_000_000 ? 7 : 25
    // A sample is long enough for the clock to tell it from noise.
    let first = ProcessorClock.measure { result = diff(old, new) }
    let repeats = max(1, min(1000, Int(Duration.milliseconds(1) / max(first, .nanoseconds(1)))))
    for round in 0..<rounds {
      times[0].append(
        ProcessorClock.measure { for _ in 0..<repeats { result = diff(old, new) } } / repeats
      )
      for index in table.indices { table[index] = 0 }
      times[1].append(ProcessorClock.measure { Self.hashAll(old, new, into: &table) })
      times[2].append(
        ProcessorClock.measure {
          for turn in 0..<repeats { precondition(Self.scan(old, copy, turn) == turn, "a copy") }
        } / repeats
      )
      guard isStandardLibraryQuick, round < 5 || times[3][0] < .milliseconds(20) else { continue }
      let time = ProcessorClock.measure {
        let difference = new.difference(from: old)
        precondition(difference.count >= 0)
      }
      times[3].append(time)
      isStandardLibraryQuick = time < .milliseconds(300)
    }
    let medians = times.map { $0.sorted().dropFirst($0.count / 2).first }
    self.workload = workload.name
    self.element = element
    rows = old.count
    ours = medians[0] ?? .zero
    best = times[0].min() ?? .zero
    hashFloor = medians[1] ?? .zero
    scanFloor = medians[2] ?? .zero
    standardLibrary = medians[3]
    standardLibraryBest = times[3].min()
    operations =
      result.deletions.count + result.insertions.count + result.moves.count + result.updates.count
    self.optimum = optimum
    self.growth = growth
  }

  /// The hash floor: every identity of both lists hashed once, into a table with open addressing
  /// that was made before.
  @inline(never)
  private static func hashAll<Element: Keyed>(
    _ old: [Element],
    _ new: [Element],
    into table: inout [Int]
  ) {
    let mask = table.count - 1
    table.withUnsafeMutableBufferPointer { table in
      old.withUnsafeBufferPointer { for row in $0 { insert(row.key, into: table, mask) } }
      new.withUnsafeBufferPointer { for row in $0 { insert(row.key, into: table, mask) } }
    }
  }

  @inline(__always)
  private static func insert(
    _ key: some Hashable,
    into table: UnsafeMutableBufferPointer<Int>,
    _ mask: Int
  ) {
    let hash = key.hashValue | (1 << 62)
    var index = hash & mask
    while table[index] != 0, table[index] != hash { index = (index + 1) & mask }
    table[index] = hash
  }

  /// The scan floor: every element compared with an equal copy.
  ///
  /// - Returns: The turn, which keeps the compiler from scanning once for all turns.
  @inline(never)
  private static func scan<Element: Equatable>(
    _ first: [Element],
    _ second: [Element],
    _ turn: Int
  ) -> Int {
    first.withUnsafeBufferPointer { first in
      second.withUnsafeBufferPointer { second in
        for index in first.indices where first[index] != second[index] { return -1 }
        return turn
      }
    }
  }
}
