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
  static func descendants(of process: pid_t) -> [pid_t] {
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
      found.append(child)
      next += children[child] ?? []
    }
    return found
  }

  /// Ends all that is below this process, and returns when it is gone; gives up after a second.
  static func endChildren() {
    for _ in 0..<1_000 {
      var status: Int32 = 0
      var reaped: pid_t
      repeat { reaped = waitpid(-1, &status, WNOHANG) } while reaped > 0
      if reaped < 0, errno == ECHILD { return }
      for descendant in descendants(of: getpid()) { kill(descendant, SIGKILL) }
      poll(nil, 0, 1)
    }
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
