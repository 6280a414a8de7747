import Glibc
internal import CTTY

/// The commands that run as children of this process, and the processes that they leave behind.
///
/// A run that has ended stays in the process table until ``end(_:)``: its number, which is also
/// that of its group, cannot be reused before the group has been killed.
///
/// A run may leave orphans behind. If this process adopts orphans
/// (``ProcessTree/adoptOrphans()``), every child that started later and is not a run is one of them;
/// they are killed with the next run that ends, so that none is left after the last one.
///
/// ```swift
/// let runs = CommandRuns(adoptsOrphans: ProcessTree.adoptOrphans())
/// runs.add(process)
/// if let status = runs.status(of: process) { … }
/// runs.end(process)
/// ```
package final class CommandRuns {
  /// Whether all children of this process are runs, or orphans of one.
  private let adoptsOrphans: Bool
  /// Children that existed before execve(2), which this program did not start.
  private let inheritedChildren: Set<pid_t>
  /// The status of each run from waitpid(2); nil while it runs.
  private var statuses: [pid_t: Int32?] = [:]
  /// Processes that were killed and have not been reaped.
  private var killed: Set<pid_t> = []

  /// Creates an empty registry, after which children that have ended can be waited for: an ignored SIGCHLD is given
  /// its default action.
  ///
  /// - Parameter adoptsOrphans: Whether this process is the parent of orphans, and starts no
  ///   children other than the runs of this registry.
  package init(adoptsOrphans: Bool = false) {
    self.adoptsOrphans = adoptsOrphans
    // If the parent of this process left it ignored, nothing would remain of a child that has ended.
    signal(SIGCHLD, SIG_DFL)
    inheritedChildren = adoptsOrphans ? Set(ProcessTree.children(of: getpid())) : []
  }

  /// Adds a run.
  package func add(_ process: Int32) {
    statuses[process] = .some(nil)
    tty_guard_add(process)
  }

  /// The status of a run from waitpid(2), checked without waiting; nil while it runs.
  package func status(of process: Int32) -> Int32? {
    reap()
    guard case .some(nil) = statuses[process] else { return statuses[process] ?? nil }
    var status: Int32 = 0
    if tty_peek(process, &status) == process { statuses[process] = status }
    return statuses[process] ?? nil
  }

  /// Waits until a run has ended.
  ///
  /// - Returns: Its status, as waitpid(2) gives it; nil for a process that is not a run.
  func wait(for process: Int32) -> Int32? {
    guard case .some(nil) = statuses[process] else { return statuses[process] ?? nil }
    var status: Int32 = 0
    if tty_wait(process, &status) == process { statuses[process] = status }
    return statuses[process] ?? nil
  }

  /// Ends a run and its descendants, without waiting for them.
  ///
  /// Kills its process group, its descendants in the process tree and, where orphans are adopted, the
  /// processes that earlier runs have left behind. Other runs and their descendants continue. Killed
  /// processes are reaped once they have ended: see ``reap()`` and ``isSettled``.
  package func end(_ process: Int32) {
    guard let known = statuses[process] else { return }
    ProcessTree.signal(SIGKILL, to: process, isRunning: known == nil)
    tty_guard_remove(process)
    statuses[process] = nil
    killed.insert(process)
    if adoptsOrphans { killOrphans() }
    reap()
  }

  /// Whether all processes that were killed have ended and been reaped, checked without waiting.
  ///
  /// Each of them usually needs less than a millisecond; one that waits for a disk may need any time.
  var isSettled: Bool {
    reap()
    return killed.isEmpty
  }

  /// Waits for killed processes, 50 ms at most, in a program that is about to end.
  package func settle() {
    var milliseconds = 0
    while !isSettled, milliseconds < 50 {
      poll(nil, 0, 1)
      milliseconds += 1
    }
  }

  /// Reaps killed processes and orphans that have ended, without waiting; a run is reaped when it is
  /// ended.
  ///
  /// Call this whenever a child has ended.
  package func reap() {
    let ended = killed.filter { waitpid($0, nil, WNOHANG) != 0 }
    killed.subtract(ended)
    guard adoptsOrphans else { return }
    // Processes that they had started are children of this process now.
    if !ended.isEmpty { killOrphansOfOrphans() }
    var status: Int32 = 0
    while case let ended = tty_peek(0, &status), ended > 0 {
      guard isOrphan(ended) else {
        // The next one that has ended may be a run, which must not be reaped yet.
        for child in ProcessTree.children(of: getpid()) where isOrphan(child) { release(child) }
        return
      }
      release(ended)
    }
  }

  private func release(_ child: pid_t) {
    if waitpid(child, nil, WNOHANG) != 0 { killed.remove(child) }
  }

  private func isOrphan(_ child: pid_t) -> Bool {
    statuses[child] == nil && !inheritedChildren.contains(child)
  }

  /// Kills all children of this process that are not runs, and their descendants.
  private func killOrphans() {
    var orphans: Set<pid_t> = []
    let spared = inheritedChildren.union(statuses.keys)
    while true {
      let found = Set(ProcessTree.descendants(of: getpid(), sparing: spared))
        .subtracting(orphans).subtracting(killed)
      if found.isEmpty { break }
      // A stopped process cannot start children that remain unseen.
      for orphan in found { kill(orphan, SIGSTOP) }
      orphans.formUnion(found)
    }
    for orphan in orphans { kill(orphan, SIGKILL) }
    killOrphansOfOrphans()
  }

  /// Records the descendants of a killed process, which were adopted when it ended.
  private func killOrphansOfOrphans() {
    guard adoptsOrphans else { return }
    for child in ProcessTree.children(of: getpid()) where isOrphan(child) {
      if killed.insert(child).inserted { kill(child, SIGKILL) }
    }
  }
}
