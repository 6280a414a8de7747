import Glibc

/// Processor time of this process: what it does not get while others run is not counted.
enum ProcessorClock {
  /// The processor time that the work takes (clock_gettime(2)).
  static func measure(_ work: () throws -> Void) rethrows -> Duration {
    let start = now()
    try work()
    return now() - start
  }

  /// The processor time of the children that the work waits for (getrusage(2)).
  static func measureChildren(_ work: () throws -> Void) rethrows -> Duration {
    let start = ofChildren()
    try work()
    return ofChildren() - start
  }

  private static func ofChildren() -> Duration {
    var usage = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(.zero) {
      $0 + .seconds(Int($1.tv_sec)) + .microseconds(Int($1.tv_usec))
    }
  }

  private static func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
