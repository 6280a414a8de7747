import Glibc

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
