import ArgumentParser
import Glibc

/// Measures the layers of the library, each beside what it has to beat.
@main
struct Benchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmark",
    abstract: "Measure the layers of the library.",
    subcommands: [
      DiffBenchmark.self, LibraryBenchmark.self, TableBenchmark.self, TerminalBenchmark.self,
      FeedBenchmark.self,
      FlowBenchmark.self, FindBenchmark.self, AppBenchmark.self,
    ]
  )
}

/// The middle and the ends of some measured times.
struct Quantiles: CustomStringConvertible {
  let p50: Duration
  let p99: Duration
  let maximum: Duration

  init(_ times: [Duration]) {
    let sorted = times.sorted()
    func at(_ share: Double) -> Duration {
      sorted.isEmpty ? .zero : sorted[Int(Double(sorted.count - 1) * share)]
    }
    (p50, p99, maximum) = (at(0.5), at(0.99), at(1))
  }

  var description: String {
    func microseconds(_ time: Duration) -> String { "\(Int(time / .microseconds(1))) µs" }
    return "p50 \(microseconds(p50)), p99 \(microseconds(p99)), max \(microseconds(maximum))"
  }
}

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

/// The growth of the memory of this process, at its highest, during a piece of work.
enum ResidentMemory {
  /// Runs the work and measures.
  ///
  /// - Returns: The growth in bytes; nil if the system cannot reset the high-water mark
  ///   (`/proc/self/clear_refs`, proc(5)).
  static func growth<Result>(during work: () -> Result) -> Int? {
    returnFreeMemory()
    guard let file = fopen("/proc/self/clear_refs", "w") else { return nil }
    let isWritten = fputs("5", file) >= 0
    guard fclose(file) == 0, isWritten, let before = field("VmRSS:") else { return nil }
    return withExtendedLifetime(work()) {
      field("VmHWM:").map { max(0, $0 - before) }
    }
  }

  /// Gives free memory back to the system, so that growth cannot hide in it (malloc_trim(3)).
  ///
  /// Looked up by name: the Glibc module does not cover `malloc.h`.
  private static func returnFreeMemory() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    typealias Trim = @convention(c) (Int) -> Int32
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
  }

  /// The memory that a process has now, in bytes.
  static func of(_ process: Int32) -> Int? { field("VmRSS:", of: "\(process)") }

  /// A field of `/proc/PID/status`, in bytes.
  private static func field(_ name: String, of process: String = "self") -> Int? {
    guard let file = fopen("/proc/\(process)/status", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = line.withUnsafeBufferPointer { buffer in
        String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
      guard text.hasPrefix(name) else { continue }
      return text.split { !$0.isNumber }.first.flatMap { Int($0) }.map { $0 * 1024 }
    }
    return nil
  }
}
