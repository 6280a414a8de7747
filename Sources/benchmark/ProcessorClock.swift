#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Processor time of this process: what it does not get while others run is not counted.
enum ProcessorClock {
  /// How much processor time the work takes (clock_gettime(2)).
  static func measure(_ work: () -> Void) -> Duration {
    let start = now()
    work()
    return now() - start
  }

  private static func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
