import FeedValues
import Glibc
internal import CTTY

/// The descendants of a process, by proc(5).
package enum ProcessTree {
  /// Makes this process the parent of all orphans among its descendants, so that nothing that they
  /// start can escape, in whatever session and group it runs.
  ///
  /// Source: PR_SET_CHILD_SUBREAPER(2const).
  ///
  /// - Returns: Whether the kernel supports it; Linux does.
  @discardableResult
  package static func adoptOrphans() -> Bool { tty_adopt_orphans() == 0 }

  /// Ensures that the process groups of all runs are killed when this process ends for any reason: a
  /// separate process waits for that.
  ///
  /// Call it once, before creating the first other thread and `CommandRuns`.
  package static func startGuard() { _ = tty_guard_start() }

  /// The descendants of a process.
  ///
  /// - Parameters:
  ///   - process: The process; it is not included.
  ///   - spared: Processes to omit with all their descendants.
  /// - Returns: Their numbers, in no order.
  static func descendants(of process: pid_t, sparing spared: Set<pid_t> = []) -> [pid_t] {
    var found: [pid_t] = []
    var next = children(of: process)
    while let child = next.popLast() {
      if spared.contains(child) { continue }
      found.append(child)
      next += children(of: child)
    }
    return found
  }

  /// Sends a signal to a process, its group and its descendants.
  ///
  /// - Parameters:
  ///   - number: The signal.
  ///   - process: A process that leads a group and has not been reaped, so that its number still
  ///     belongs to it.
  ///   - isRunning: Whether it is still running; otherwise only its group is known.
  static func signal(_ number: Int32, to process: pid_t, isRunning: Bool) {
    // Descendants may have left the group; after its death they cannot be found any more.
    var descendants: Set<pid_t> = []
    if isRunning {
      while case let found = descendants.union(self.descendants(of: process)),
        found != descendants
      {
        // A stopped process cannot start children that remain unseen.
        if number == SIGKILL {
          for process in found.subtracting(descendants).union([process]) { kill(process, SIGSTOP) }
        }
        descendants = found
      }
    }
    kill(-process, number)
    for descendant in descendants { kill(descendant, number) }
  }

  /// The children of a process, in all its threads; none if the kernel does not list them.
  ///
  /// Source: proc_pid_task_tid_children(5). A child that ends during the call may hide another one from
  /// the list.
  ///
  /// - Complexity: O(*n*) in the number of threads and children, however many processes there are.
  static func children(of process: pid_t) -> [pid_t] {
    let tasks = "/proc/\(process)/task"
    var found: [pid_t] = []
    for thread in entries(of: tasks) {
      let file = open("\(tasks)/\(thread)/children", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { continue }
      defer { close(file) }
      var text: [UInt8] = []
      while case let bytes = readBytes(file, upTo: 1 << 16).bytes, !bytes.isEmpty { text += bytes }
      found += text.split(separator: UInt8(ascii: " ")).compactMap {
        pid_t(String(decoding: $0, as: UTF8.self))
      }
    }
    return found
  }

  /// The names in a folder that are numbers.
  private static func entries(of path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if pid_t(name) != nil { names.append(name) }
    }
    return names
  }

  /// The parent of a process; nil if there is no such process.
  static func parent(of process: pid_t) -> pid_t? {
    let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // The name of the program is in parentheses and may contain parentheses itself.
    let text = readBytes(file, upTo: 512).bytes
    guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = text[(end + 1)...].split(separator: UInt8(ascii: " "))
    return fields.count > 1 ? pid_t(String(decoding: fields[1], as: UTF8.self)) : nil
  }
}
