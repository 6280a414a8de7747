#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
internal import CTTY

/// The processes below one, as proc(5) tells.
public enum ProcessTree {
  /// Makes this process the parent of all that its children leave behind, so that nothing that they
  /// start can get away from it, in whatever session and group it hides.
  ///
  /// Source: PR_SET_CHILD_SUBREAPER(2const).
  ///
  /// - Returns: Whether the kernel does so; it does on Linux.
  @discardableResult
  public static func adoptOrphans() -> Bool { tty_adopt_orphans() == 0 }

  /// The processes that a process started, and those that they started, and so on.
  ///
  /// - Parameters:
  ///   - process: Where to begin; it is not among them.
  ///   - spared: What is left out with all that is below it.
  /// - Returns: Their numbers, in no order.
  static func descendants(of process: pid_t, sparing spared: Set<pid_t> = []) -> [pid_t] {
    var children: [pid_t: [pid_t]] = [:]
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let child = pid_t(name), let parent = parent(of: child) else { continue }
      children[parent, default: []].append(child)
    }
    var found: [pid_t] = []
    var next = children[process] ?? []
    while let child = next.popLast() {
      if spared.contains(child) { continue }
      found.append(child)
      next += children[child] ?? []
    }
    return found
  }

  /// Sends a signal to a process, its group, and what is below it.
  ///
  /// - Parameters:
  ///   - number: The signal.
  ///   - process: A process that leads a group.
  ///   - isRunning: Whether it has not ended; else only its group can be told.
  static func signal(_ number: Int32, to process: pid_t, isRunning: Bool) {
    // Below it is also who left its group; once it is dead that cannot be told any more.
    var descendants: Set<pid_t> = []
    if isRunning {
      while case let found = descendants.union(self.descendants(of: process)),
        found != descendants
      {
        // What is stopped starts nothing that is not seen.
        if number == SIGKILL {
          for process in found.subtracting(descendants).union([process]) { kill(process, SIGSTOP) }
        }
        descendants = found
      }
    }
    kill(-process, number)
    for descendant in descendants { kill(descendant, number) }
  }

  /// The children of this process, where the kernel lists them.
  static var children: Set<pid_t> {
    let process = getpid()
    let file = open("/proc/self/task/\(process)/children", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    let text = String(decoding: readBytes(file, upTo: 1 << 16).bytes, as: UTF8.self)
    return Set(text.split(separator: " ").compactMap { pid_t($0) })
  }

  private static func parent(of process: pid_t) -> pid_t? {
    let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // The name of the program stands in brackets and may hold some itself.
    let text = readBytes(file, upTo: 512).bytes
    guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = text[(end + 1)...].split(separator: UInt8(ascii: " "))
    return fields.count > 1 ? pid_t(String(decoding: fields[1], as: UTF8.self)) : nil
  }
}
