import Glibc

/// Work whose time must not grow much more than its size.
package struct Workload: Sendable, CustomStringConvertible {
  /// The name.
  package let description: String
  /// The maximum size that is tried.
  let maximum: Int
  /// Prepares work of a size, which is not timed, and returns what is.
  let prepare: @Sendable (_ size: Int) -> () -> Void

  /// Creates a workload.
  ///
  /// - Parameters:
  ///   - description: The name.
  ///   - maximum: The maximum size that is tried, a quarter of the greatest one that is timed.
  ///   - prepare: Prepares work of a size, which is not timed, and returns what is.
  package init(
    _ description: String,
    maximum: Int = 1 << 18,
    _ prepare: @escaping @Sendable (_ size: Int) -> () -> Void
  ) {
    (self.description, self.maximum, self.prepare) = (description, maximum, prepare)
  }
}

/// The growth of the time of work with its size.
package struct Growth: Sendable, CustomStringConvertible {
  /// The greatest ratio between the times of work of four times a size and of work of that size: linear work takes
  /// four times as long, and more if it no longer fits into a cache; quadratic work sixteen times.
  package static let limit = 6.0

  /// The smaller of the two sizes.
  package private(set) var size = 0
  /// The processor time of the work of that size, and of four times as much, in seconds; the least of several.
  package private(set) var times = (Double.infinity, Double.infinity)

  /// The ratio of the times.
  package var ratio: Double { times.1 / times.0 }

  /// The ratio, the times and the sizes.
  package var description: String {
    let (small, large) = (Int(times.0 * 1e6), Int(times.1 * 1e6))
    return "\(Int(ratio * 10)) tenths: \(small) and \(large) µs at \(size) and \(4 * size)"
  }

  /// Measures work at a size that takes long enough to see how it grows.
  ///
  /// Both times are of this thread and of the same minute, so that they do not depend on how fast the machine is;
  /// a ratio that is too great is measured once more, at twice the size.
  ///
  /// - Parameters:
  ///   - work: The work.
  ///   - duration: The intended duration of the work of the smaller size, in seconds.
  package init(of work: Workload, during duration: Double) {
    func time(_ run: () -> Void) -> Double {
      let start = Self.threadTime
      run()
      return max(Self.threadTime - start, 1e-9)
    }
    var size = 16
    var last = time(work.prepare(size))
    while last < duration, size < work.maximum {
      size = min(work.maximum, last * 8 < duration ? size * 8 : size * 2)
      last = time(work.prepare(size))
    }
    // Work exceeds a cache at one size and not at another; quadratic work is so at each.
    for (factor, rounds) in [(1, 2), (2, 3)] {
      self.size = size * factor
      times = (.infinity, .infinity)
      for _ in 0..<rounds {
        times.0 = min(times.0, time(work.prepare(self.size)))
        times.1 = min(times.1, time(work.prepare(4 * self.size)))
      }
      if ratio <= Self.limit { break }
    }
  }

  /// The processor time of this thread in seconds.
  private static var threadTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Those of some workloads that are measured: all of them in the exhaustive tests, otherwise every tenth.
package func measured(_ workloads: [Workload]) -> [Workload] {
  isExhaustive ? workloads : workloads.enumerated().filter { $0.offset % 10 == 3 }.map(\.element)
}

/// The intended duration of the work of the smaller size, in seconds.
package var measuredDuration: Double { isExhaustive ? 0.03 : 0.003 }

private let isExhaustive = getenv("LISTVIEW_EXHAUSTIVE") != nil
